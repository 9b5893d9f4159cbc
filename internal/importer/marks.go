package importer

import (
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// text takes a string into the registry, where two characters and two sequences stand for marks.
func (im *importing) text(v *value, keyword string) (string, bool) {
	if v.kind != stringValue {
		im.refuse(v, keyword, "want a string", "it is %s", v.kind)
		return "", false
	}
	if found := reserved(v.text); found != "" {
		im.refuse(v, keyword, "write it in other words", "it holds %s, which a registry keeps for marks", found)
		return "", false
	}
	return v.text, true
}

// reserved finds what no text of a registry may hold.
func reserved(s string) string {
	switch {
	case strings.ContainsAny(s, "\ue000\ue001"):
		return "the private-use character U+E000 or U+E001"
	case strings.Contains(s, `\(input.`):
		return `\(input.`
	case strings.Contains(s, `\(tool.`):
		return `\(tool.`
	}
	return ""
}

// values refuses a value that holds such a text anywhere.
func (im *importing) values(v *value, keyword string) bool {
	if v.kind == stringValue {
		_, ok := im.text(v, keyword)
		return ok
	}
	for _, item := range v.items {
		if !im.values(item, keyword) {
			return false
		}
	}
	for _, m := range v.members {
		if found := reserved(m.name); found != "" {
			im.refuse(m.value, keyword, "write it in other words", "a name in it holds %s, which a registry keeps for marks", found)
			return false
		}
		if !im.values(m.value, keyword) {
			return false
		}
	}
	return true
}

// names are those of the registry's tools, on the wire too, each with its key.
func (im *importing) names() map[string]string {
	names := map[string]string{}
	r := im.opts.Registry
	if r == nil {
		return names
	}
	for _, w := range r.ToolNames {
		names[w.Text] = w.Text
	}
	for i := range r.Tools {
		names[r.Tools[i].Name] = r.Tools[i].Name
		names[r.Tools[i].WireName()] = r.Tools[i].Name
	}
	return names
}

// known turns the names of tools in texts into marks: as plain words they would be refused.
func (im *importing) known(tools []registry.Tool) {
	names := im.names()
	for i := range tools {
		if tools[i].Name != "" && !im.refused(i) {
			names[tools[i].Name] = tools[i].Name
			names[tools[i].WireName()] = tools[i].Name
		}
	}
	for i := range tools {
		marked(tools[i].Fragments, names)
		markParams(tools[i].Params, names)
	}
}

func markParams(params []registry.Param, names map[string]string) {
	for i := range params {
		marked(params[i].Fragments, names)
		for _, members := range params[i].Objects() {
			markParams(members, names)
		}
	}
}

func marked(fs []registry.Fragment, names map[string]string) {
	for i := range fs {
		at := fs[i].At
		fs[i].Text.Segs = segments(fs[i].Text.Segs[0].Lit, at, names)
	}
}

// segments cuts a text at the names of tools, where they can be no ordinary words.
func segments(text string, at diag.Loc, names map[string]string) []registry.Seg {
	var out []registry.Seg
	rest := 0
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && (isWord(text[end]) || text[end] == '-') {
			end++
		}
		if end == i {
			i++
			continue
		}
		// The longest part of the run that is a name: a hyphen may belong to it, or end a sentence.
		stop := end
		for stop > i && !(names[text[i:stop]] != "" && stands(text, i, stop)) {
			stop--
			for stop > i && text[stop] != '-' {
				stop--
			}
		}
		if stop > i {
			if i > rest {
				out = append(out, registry.Seg{At: at, Lit: text[rest:i]})
			}
			out = append(out, registry.Seg{At: at, Tool: names[text[i:stop]]})
			rest, i = stop, stop
			continue
		}
		for i < end && text[i] != '-' {
			i++
		}
		for i < end && text[i] == '-' {
			i++
		}
	}
	if rest < len(text) || len(out) == 0 {
		out = append(out, registry.Seg{At: at, Lit: text[rest:]})
	}
	return out
}

// stands reports whether a name can't be an ordinary word: it holds an underscore or an inner capital, or stands in
// backticks.
func stands(text string, start, end int) bool {
	name := text[start:end]
	ticks := start > 0 && text[start-1] == '`' && end < len(text) && text[end] == '`'
	return ticks || strings.Contains(name, "_") || strings.ContainsFunc(name[1:], func(r rune) bool { return 'A' <= r && r <= 'Z' })
}

func isWord(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
