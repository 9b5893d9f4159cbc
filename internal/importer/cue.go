package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

// File is a file of a registry.
type File struct {
	Path string // slash-separated, below the registry's folder, e.g. "tools/specs/read_file.cue"
	Data []byte
}

// Specs writes tools as files of the registry whose CUE package has the given name, one file each.
func Specs(pkg string, tools []registry.Tool) ([]File, error) {
	var out []File
	for i := range tools {
		p := &printer{}
		p.linef("package %s", pkg)
		p.linef("")
		p.tool(&tools[i])
		data, err := load.Format([]byte(p.String()))
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", tools[i].Name, err)
		}
		out = append(out, File{specPath(tools[i].Name), data})
	}
	return out, nil
}

// specPath is the file of a tool.
func specPath(tool string) string { return "tools/specs/" + fileBase(tool, "_spec") + ".cue" }

// fileBase is a name as that of a file, without its ending. CUE leaves out files that end in _tool or _test, and Windows
// has no files that are called like its devices, whatever their ending; such names get a tail. So does one that would meet
// the name of another that got it: no two names have one file.
func fileBase(name, tail string, also ...string) string {
	stem := strings.ToLower(name)
	for strings.HasSuffix(stem, tail) {
		stem = strings.TrimSuffix(stem, tail)
	}
	ignored := strings.HasSuffix(stem, "_tool") || strings.HasSuffix(stem, "_test")
	if ignored || slices.Contains(also, stem) || isDevice(stem) {
		return name + tail
	}
	return name
}

// isDevice reports whether Windows takes a file for a device.
func isDevice(stem string) bool {
	if n, ok := strings.CutPrefix(stem, "com"); ok {
		return len(n) == 1 && n[0] >= '0' && n[0] <= '9'
	}
	if n, ok := strings.CutPrefix(stem, "lpt"); ok {
		return len(n) == 1 && n[0] >= '0' && n[0] <= '9'
	}
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, stem)
}

// printer writes CUE, one declaration a line. What is short and plain stands on one line; load.Format aligns the rest.
type printer struct {
	strings.Builder
	depth int
}

func (p *printer) linef(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if line != "" {
		p.WriteString(strings.Repeat("\t", p.depth) + line)
	}
	p.WriteByte('\n')
}

func (p *printer) open(format string, args ...any) {
	p.linef(format, args...)
	p.depth++
}

func (p *printer) close(line string) {
	p.depth--
	p.linef("%s", line)
}

// each writes fields, one a line.
func (p *printer) each(fields []string) {
	for _, field := range fields {
		p.linef("%s", field)
	}
}

func (p *printer) tool(t *registry.Tool) {
	p.open("tools: %s: {", label(t.Name))
	if t.Wire.Text != "" {
		p.linef("wire: %s", p.text(t.Wire.Text))
	}
	p.linef("description: %s", p.segments(t.Fragments[0].Text.Segs))
	var effects []string
	for _, e := range []struct {
		name string
		on   bool
	}{{"readOnly", t.Effect.ReadOnly}, {"destructive", t.Effect.Destructive}, {"idempotent", t.Effect.Idempotent}, {"openWorld", t.Effect.OpenWorld}} {
		if slices.Contains(t.Effects, e.name) {
			effects = append(effects, fmt.Sprintf("%s: %t", e.name, e.on))
		}
	}
	switch len(effects) {
	case 0:
	case 1:
		p.linef("effect: %s", effects[0])
	default:
		p.linef("effect: {%s}", strings.Join(effects, ", "))
	}
	if t.Strict.Text == "require" || t.Strict.Text == "off" {
		p.linef("strict: %q", t.Strict.Text)
	}
	p.params("params", t.Params)
	p.close("}")
}

// Listing lists tools as the root of a registry does, e.g. "tool: {read_file: _}".
func Listing(names []string) string {
	var fields []string
	for _, name := range names {
		fields = append(fields, label(name)+": _")
	}
	return "tool: {" + strings.Join(fields, ", ") + "}"
}

// label writes the name of a field, which CUE's own words have to quote.
func label(name string) string {
	switch name {
	case "package", "import", "for", "in", "if", "let", "else", "fallback", "otherwise", "try", "true", "false", "null":
		return strconv.Quote(name)
	}
	return name
}

func (p *printer) params(field string, params []registry.Param) {
	if len(params) == 0 {
		p.linef("%s: []", field)
		return
	}
	p.open("%s: [", field)
	for i := range params {
		p.param(&params[i])
	}
	p.close("]")
}

// param writes a parameter on one line where it holds no other and its texts have one line each.
func (p *printer) param(q *registry.Param) {
	head := append([]string{"name: " + p.text(q.Name)}, p.scalars(&q.Type)...)
	if !q.Required {
		head = append(head, "required: false")
	}
	short := !holdsTypes(&q.Type) && !p.breaks(q)
	if !short {
		p.open("{")
	}
	var rest []string
	if q.Default != nil {
		def, _ := parse("", q.Default) // written by an import, and so read before
		rest = append(rest, "default: "+jsonText(def))
	}
	rest = append(rest, "description: "+p.segments(q.Fragments[0].Text.Segs))
	if q.Usage != "" {
		rest = append(rest, "usage: "+p.text(q.Usage))
	}
	if short {
		p.linef("{%s},", strings.Join(append(head, rest...), ", "))
		return
	}
	p.each(append(head, rest...))
	p.nested(&q.Type)
	p.close("},")
}

// holdsTypes reports whether a type is made of others.
func holdsTypes(t *registry.Type) bool {
	return t.Items != nil || t.Values != nil || t.Kind == registry.ObjectType || t.Kind == registry.UnionType
}

// breaks reports whether a text of a parameter has several lines.
func (p *printer) breaks(q *registry.Param) bool {
	for _, s := range q.Fragments[0].Text.Segs {
		if strings.Contains(s.Lit, "\n") {
			return true
		}
	}
	return strings.Contains(q.Usage, "\n")
}

// scalars writes what a type says in a word each.
func (p *printer) scalars(t *registry.Type) []string {
	out := []string{fmt.Sprintf("type: %q", t.Kind)}
	add := func(name, value string) { out = append(out, name+": "+value) }
	if t.Nullable {
		add("nullable", "true")
	}
	if t.Enum != nil {
		var all []string
		for _, v := range t.Enum {
			all = append(all, quote(v))
		}
		add("enum", "["+strings.Join(all, ", ")+"]")
	}
	if t.EnumInts != nil {
		var all []string
		for _, v := range t.EnumInts {
			all = append(all, strconv.FormatInt(v, 10))
		}
		add("enum", "["+strings.Join(all, ", ")+"]")
	}
	for _, n := range []struct {
		name  string
		value *json.Number
	}{{"minimum", t.Minimum}, {"maximum", t.Maximum}} {
		if n.value != nil {
			add(n.name, n.value.String())
		}
	}
	for _, n := range []struct {
		name  string
		value *int64
	}{{"minLength", t.MinLength}, {"maxLength", t.MaxLength}, {"minItems", t.MinItems}, {"maxItems", t.MaxItems}} {
		if n.value != nil {
			add(n.name, strconv.FormatInt(*n.value, 10))
		}
	}
	for _, w := range []struct{ name, text string }{{"pattern", t.Pattern.Text}, {"format", t.Format.Text}, {"discriminator", t.Discriminator.Text}} {
		if w.text != "" {
			add(w.name, quote(w.text))
		}
	}
	return out
}

// nested writes what a type says in blocks.
func (p *printer) nested(t *registry.Type) {
	if t.Items != nil {
		p.inner("items", t.Items)
	}
	if t.Values != nil {
		p.inner("values", t.Values)
	}
	switch t.Kind {
	case registry.ObjectType:
		p.params("params", t.Params)
	case registry.UnionType:
		p.open("variants: [")
		for i := range t.Variants {
			v := &t.Variants[i]
			if len(v.Params) == 0 {
				p.linef("{tag: %s, params: []},", quote(v.Tag.Text))
				continue
			}
			p.open("{")
			p.linef("tag: %s", quote(v.Tag.Text))
			p.params("params", v.Params)
			p.close("},")
		}
		p.close("]")
	}
}

func (p *printer) inner(field string, t *registry.Type) {
	head := p.scalars(t)
	switch {
	case !holdsTypes(t) && len(head) == 1:
		p.linef("%s: %s", field, head[0])
	case !holdsTypes(t):
		p.linef("%s: {%s}", field, strings.Join(head, ", "))
	default:
		p.open("%s: {", field)
		p.each(head)
		p.nested(t)
		p.close("}")
	}
}

// text writes a string, over several lines where it has several.
func (p *printer) text(s string) string {
	return p.segments([]registry.Seg{{Lit: s}})
}

// segments writes a text with the tools that it names.
func (p *printer) segments(segs []registry.Seg) string {
	var b strings.Builder
	long := false
	for _, s := range segs {
		long = long || strings.Contains(s.Lit, "\n")
	}
	for _, s := range segs {
		if s.Tool != "" {
			fmt.Fprintf(&b, `\(tool.%s)`, s.Tool)
			continue
		}
		b.WriteString(escape(s.Lit, long))
	}
	if !long {
		return `"` + b.String() + `"`
	}
	indent := strings.Repeat("\t", p.depth+1)
	var out strings.Builder
	out.WriteString(`"""` + "\n")
	for line := range strings.SplitSeq(b.String(), "\n") {
		if line != "" {
			out.WriteString(indent + line)
		}
		out.WriteByte('\n')
	}
	return out.String() + indent + `"""`
}

func quote(s string) string { return `"` + escape(s, false) + `"` }

// escape writes text so that CUE reads the same bytes, and so that nobody takes one character for another.
func escape(s string, long bool) string {
	var b strings.Builder
	quotes := 0
	for _, r := range s {
		if r != '"' {
			quotes = 0
		}
		switch {
		case r == '"' && !long:
			b.WriteString(`\"`)
		case r == '"':
			if quotes++; quotes == 3 {
				b.WriteByte('\\')
				quotes = 0
			}
			b.WriteByte('"')
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\n' && long:
			b.WriteByte('\n')
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t' && !long:
			b.WriteString(`\t`)
		case r == '\t':
			b.WriteByte('\t')
		case r == '\r':
			b.WriteString(`\r`)
		case invisible(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// invisible reports whether a character shows as nothing, as a line's end, or reorders what stands around it.
func invisible(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0xad || r == 0xfeff || r == 0xfffd:
		return true
	case r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xe000 && r <= 0xf8ff || r >= 0xfff0 && r <= 0xffff || r >= 0xe0000:
		return true
	}
	return false
}

// jsonText writes a value of JSON, whose strings have escapes that CUE lacks.
func jsonText(v *value) string {
	var inner []string
	switch v.kind {
	case stringValue:
		return quote(v.text)
	case arrayValue:
		for _, item := range v.items {
			inner = append(inner, jsonText(item))
		}
		return "[" + strings.Join(inner, ", ") + "]"
	case objectValue:
		for _, m := range v.members {
			inner = append(inner, quote(m.name)+": "+jsonText(m.value))
		}
		return "{" + strings.Join(inner, ", ") + "}"
	}
	return v.text
}
