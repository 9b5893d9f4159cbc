package importer

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// readBack reads the line of constraints that projections put at the end of a description, where a provider takes a
// keyword not at all or may overlook it. A line of which anything can't be read stays text.
func (c *conversion) readBack(f flat, s *shape) {
	head, line, ok := "", s.description, true
	if i := strings.LastIndexByte(s.description, '\n'); i >= 0 {
		head, line = s.description[:i], s.description[i+1:]
	}
	if line, ok = strings.CutPrefix(line, "Constraints: "); !ok {
		return
	}
	if line, ok = strings.CutSuffix(line, "."); !ok {
		return
	}
	found := *s
	var added []string
	for line != "" {
		name, rest, ok := strings.Cut(line, " ")
		if !ok || !slices.Contains(noted(), name) {
			return
		}
		var text string
		own := f.get(name)
		if own == nil && name == "default" {
			text, line, ok = cutJSON(rest)
		} else {
			text, line, ok = cutConstraint(own, rest)
		}
		if !ok {
			return
		}
		if own != nil {
			continue
		}
		if !found.take(name, text) {
			return
		}
		added = append(added, name)
	}
	found.description = head
	*s = found
	if added != nil {
		c.note(s.describedAt, "the line of constraints", Rewritten, "%s", strings.Join(added, ", "))
	}
}

// noted lists the keywords that such a line may have.
func noted() []string {
	return []string{"enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "default"}
}

// cutConstraint takes the text of a constraint off a line. The schema's own value shows how far it goes; without one it
// ends where the next keyword begins.
func cutConstraint(own *value, line string) (text, rest string, ok bool) {
	if own != nil {
		for _, shown := range []string{string(own.raw()), fixed(own), own.bare(), own.text} {
			if after, found := strings.CutPrefix(line, shown); found && shown != "" {
				after, more := strings.CutPrefix(after, "; ")
				return shown, after, more || after == ""
			}
		}
		return "", "", false
	}
	end := len(line)
	for i := 0; i < end; i++ {
		next, found := strings.CutPrefix(line[i:], "; ")
		if !found {
			continue
		}
		if name, _, ok := strings.Cut(next, " "); ok && slices.Contains(noted(), name) {
			return line[:i], next, true
		}
	}
	return line, "", true
}

// cutJSON takes a value off a line, which may hold what looks like the next keyword.
func cutJSON(line string) (text, rest string, ok bool) {
	var raw json.RawMessage
	dec := json.NewDecoder(strings.NewReader(line))
	if dec.Decode(&raw) != nil {
		return "", "", false
	}
	rest, more := strings.CutPrefix(line[dec.InputOffset():], "; ")
	return string(raw), rest, more || rest == ""
}

// fixed is a value in the form of requests, in which < > and & are escaped.
func fixed(v *value) string {
	data, err := json.Marshal(v.plain())
	if err != nil {
		return ""
	}
	return string(data)
}

// take sets a keyword from its text.
func (s *shape) take(name, text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	counted := func(field **int64, kind registry.TypeKind) bool {
		*field = &n
		return err == nil && n >= 0 && s.Kind == kind
	}
	switch name {
	case "minLength":
		return counted(&s.MinLength, registry.StringType)
	case "maxLength":
		return counted(&s.MaxLength, registry.StringType)
	case "minItems":
		return counted(&s.MinItems, registry.ArrayType)
	case "maxItems":
		return counted(&s.MaxItems, registry.ArrayType)
	case "pattern":
		s.Pattern = registry.Word{Text: text, At: s.At}
		return s.Kind == registry.StringType && reserved(text) == ""
	case "format":
		s.Format = registry.Word{Text: text, At: s.At}
		return s.Kind == registry.StringType
	case "minimum", "maximum":
		return s.takeBound(name == "minimum", text)
	}
	if name == "enum" {
		return s.takeEnum(text)
	}
	v, found := parse(s.At.File, []byte(text))
	if found != nil || reserved(text) != "" {
		return false
	}
	v.doc, v.at, v.parent, v.step = s.describedAt.doc, s.describedAt.at, s.describedAt.parent, s.describedAt.step
	s.def = v
	if v.kind == nullValue && s.Kind != registry.AnyType {
		s.Nullable = true // a default is a valid value
	}
	return true
}

func (s *shape) takeBound(below bool, text string) bool {
	if !json.Valid([]byte(text)) || !holds(text) {
		return false
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || s.Kind != registry.NumberType && (s.Kind != registry.IntegerType || !r.IsInt()) {
		return false
	}
	tighten(s, below, r, json.Number(text))
	return true
}

// takeEnum reads integers to choose from. Gemini's older form has enums of strings alone.
func (s *shape) takeEnum(text string) bool {
	for word := range strings.SplitSeq(text, ", ") {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != word || slices.Contains(s.EnumInts, n) {
			return false
		}
		s.EnumInts = append(s.EnumInts, n)
	}
	return s.Kind == registry.IntegerType
}
