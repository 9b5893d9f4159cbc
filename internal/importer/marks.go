package importer

import (
	"strings"

	"github.com/promptgen/promptgen/internal/check"
)

// text takes a string into the registry, where two characters and two sequences stand for marks.
func (im *importing) text(v *value, keyword string) (string, bool) {
	if v.kind != stringValue {
		im.refuse(v, keyword, "want a string", "it is %s", v.kind)
		return "", false
	}
	text := v.text
	if lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text); keyword == "description" && lines != text {
		im.note(v, keyword, Rewritten, "its lines end with \\n alone")
		text = lines
	}
	if found := reserved(text); found != "" {
		im.refuse(v, keyword, "write it in other words", "it holds %s, which %s", found, why(found))
		return "", false
	}
	return text, true
}

// why says why no text may hold what reserved has found.
func why(found string) string {
	if strings.HasPrefix(found, control) {
		return "no text for a model may hold"
	}
	return "a registry keeps for marks"
}

const control = "the control character "

// reserved finds what no text of a registry may hold.
func reserved(s string) string {
	if found := check.Control(s); found != "" {
		return control + found
	}
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
			im.refuse(m.value, keyword, "write it in other words", "a name in it holds %s, which %s", found, why(found))
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
