package prompt

import (
	"slices"
	"strings"
)

// Paths lists members of parameters, as in ParamSpec.Hidden.
type Paths []string

// Unless lists members that are offered only in some sessions: none where this is one of them.
func Unless(shown bool, members ...string) Paths { return Paths(nil).Unless(shown, members...) }

// Unless adds members that are offered only in some sessions, unless this is one of them.
func (p Paths) Unless(shown bool, members ...string) Paths {
	if shown {
		return p
	}
	return append(p, members...)
}

// pruner copies schemas without the members that are not offered. It works on their text, which is compact: what stays
// is byte for byte what it was. A schema that is parsed and written anew would lose the escapes that stand for bytes
// which are no UTF-8.
type pruner struct {
	hidden []string // places from the parameter on
	none   bool     // a list of required members that is empty is left out
}

// schema appends a schema whose value stands at a place, e.g. "range".
func (p pruner) schema(dst []byte, s, place string) []byte {
	dst = append(dst, '{')
	for key, value := range elementsOf(s) {
		if key == `"required"` || key == `"propertyOrdering"` {
			value = string(p.names(nil, value, place))
		}
		if key == `"required"` && value == "[]" && p.none {
			continue
		}
		dst = comma(dst)
		dst = append(append(dst, key...), ':')
		switch {
		case key == `"properties"`:
			dst = p.properties(dst, value, place)
		case key == `"anyOf"`:
			dst = p.variants(dst, value, place)
		case (key == `"items"` || key == `"additionalProperties"`) && value[0] == '{':
			dst = p.schema(dst, value, place)
		default:
			dst = append(dst, value...)
		}
	}
	return append(dst, '}')
}

func (p pruner) properties(dst []byte, s, place string) []byte {
	dst = append(dst, '{')
	for key, value := range elementsOf(s) {
		at := place + "." + strings.Trim(key, `"`)
		if slices.Contains(p.hidden, at) {
			continue
		}
		dst = comma(dst)
		dst = p.schema(append(append(dst, key...), ':'), value, at)
	}
	return append(dst, '}')
}

func (p pruner) names(dst []byte, s, place string) []byte {
	dst = append(dst, '[')
	for _, name := range elementsOf(s) {
		if !slices.Contains(p.hidden, place+"."+strings.Trim(name, `"`)) {
			dst = append(comma(dst), name...)
		}
	}
	return append(dst, ']')
}

// variants appends the objects of a union. The tag of one belongs to the places of its members.
func (p pruner) variants(dst []byte, s, place string) []byte {
	dst = append(dst, '[')
	for _, v := range elementsOf(s) {
		at := place
		if tag := tagOf(v); tag != "" {
			at += "." + tag
		}
		dst = p.schema(comma(dst), v, at)
	}
	return append(dst, ']')
}

// tagOf returns the only value of the first member of an object, or "".
func tagOf(schema string) string {
	member := func(s, name string) string {
		for key, value := range elementsOf(s) {
			if name == "" || key == name {
				return value
			}
		}
		return "{}"
	}
	first := member(member(schema, `"properties"`), "")
	for key, value := range elementsOf(first) {
		if key == `"const"` || key == `"enum"` && !strings.Contains(value, ",") {
			return strings.Trim(value, `[]"`)
		}
	}
	return ""
}

// elementsOf yields the members of a compact object, or the elements of an array without keys.
func elementsOf(s string) func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		object := s[0] == '{'
		for i := 1; i < len(s)-1; i++ { // behind a value stands a comma, or the end
			key := ""
			if object {
				end := valueEnd(s, i)
				key, i = s[i:end], end+1
			}
			end := valueEnd(s, i)
			if !yield(key, s[i:end]) {
				return
			}
			i = end
		}
	}
}

// valueEnd is the offset behind the value that starts at an offset of a compact text.
func valueEnd(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		default:
			if next := s[min(i+1, len(s)-1)]; depth > 0 || next != ',' && next != '}' && next != ']' {
				continue
			}
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(s)
}
