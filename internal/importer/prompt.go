package importer

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Prompt is a prompt as sections of a registry.
type Prompt struct {
	Name     string // of the profile and the files, e.g. "system"
	Locale   string // of the texts
	Source   string // what the input is called
	Sections []Chapter
	Tools    []string // keys of tools that the text names, and of those that their words name
	Newline  bool     // the text ends with a line feed
	Task     bool     // the profile is none that select picks: the registry has others
}

// Chapter is a section of a prompt: a heading and what follows up to the next one, whatever its level.
type Chapter struct {
	At      diag.Loc
	Name    string
	Level   int // of the heading; 0 where there is none
	Heading registry.Text
	Gap     string // between heading and text
	Text    registry.Text

	source      *document // in which Heading.At and Text.At are the lines that the texts start at
	title, body string    // Heading and Text as they are written, without marks
}

// lit is the literal text of a text that has no marks yet.
func lit(t *registry.Text) string {
	if len(t.Segs) == 0 {
		return ""
	}
	return t.Segs[0].Lit
}

func textOf(s string, at diag.Loc) registry.Text {
	return registry.Text{At: at, Segs: []registry.Seg{{At: at, Lit: s}}}
}

// PromptOptions say how a prompt is imported.
type PromptOptions struct {
	File     string             // what the input is called in messages
	Name     string             // "" takes the file's
	Locale   string             // "" takes the registry's first, or "en"
	Registry *registry.Registry // where the files go, as far as it can be read; nil stands for one that says nothing yet
	Dir      string             // its folder, as messages show it, e.g. "prompts"; "" and "." are the current one
}

// ReadPrompt cuts a Markdown text at its headings. What is wrong with it is in the list; then there is no prompt.
//
// Rendered, the sections give the text back, up to this: line ends are LF, headings are written "## Text", one blank line
// stands in front of a heading and at most one behind it, and none at the start and the end.
func ReadPrompt(data []byte, opts PromptOptions) (*Prompt, Report, diag.List) {
	if found := unreadable(opts.File, data); found != nil {
		return nil, nil, found
	}
	if found := notPrompt(opts, data); found != nil {
		return nil, nil, found
	}
	im := &importing{opts: Options{File: opts.File, Registry: opts.Registry}, broken: map[int]bool{}, owner: -1}
	p := &Prompt{Name: Identifier(cmpWord(opts.Name, fileName(strings.TrimSuffix(opts.File, path.Ext(opts.File))))), Locale: opts.Locale, Source: opts.File}
	if p.Locale == "" {
		p.Locale = "en"
		if r := opts.Registry; r != nil && len(r.Locales) > 0 {
			p.Locale = cmpWord(r.Locales[0].Name.Text, p.Locale)
		}
	}
	if p.Name == "" {
		p.Name = "prompt"
	}
	p.Task = opts.Registry != nil && slices.ContainsFunc(opts.Registry.Profiles, func(o registry.Profile) bool { return o.Kind != "task" && o.Name != p.Name })
	d := newDocument(opts.File, data)
	if opts.Registry != nil {
		if o := opts.Registry.Profile(p.Name); o != nil && o.At.File != p.ProfileFile() {
			return nil, nil, diag.List{diag.Errorf(d.loc(0, ""), "", "the registry has profile %q at %s", p.Name, below(opts.Dir, o.At)).Note("want another --name")}
		}
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	p.Newline = strings.HasSuffix(text, "\n")
	p.Sections = im.chapters(text, d)
	if len(p.Sections) == 0 {
		return nil, nil, diag.List{diag.Errorf(d.loc(0, ""), "", "the prompt is empty").Note("want text")}
	}
	im.titles(p)
	im.mentions(p)
	im.provedPrompt(p)
	return p, im.report, nil
}

func cmpWord(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// unreadable refuses what no text of a registry may be.
func unreadable(file string, data []byte) diag.List {
	d := newDocument(file, data)
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return diag.List{diag.Errorf(d.loc(i, ""), "", "byte %#x at offset %d is no UTF-8", data[i], i).Note("save the file as UTF-8")}
		case r == '\ue000' || r == '\ue001':
			return diag.List{diag.Errorf(d.loc(i, ""), "", "the text holds U+%04X, which a registry keeps for marks", r).Note("remove the character")}
		case r == '\r' && !bytes.HasPrefix(data[i:], []byte("\r\n")):
			return diag.List{diag.Errorf(d.loc(i, ""), "", "the text holds a carriage return without a line feed").Note("save the file with line feeds at the ends of lines")}
		case unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r):
			return diag.List{diag.Errorf(d.loc(i, ""), "", "the text holds the control character %U", r).Note("remove it: models and terminals may take it for something else")}
		}
		i += n
	}
	for _, mark := range []string{`\(input.`, `\(tool.`} {
		if i := bytes.Index(data, []byte(mark)); i >= 0 {
			return diag.List{diag.Errorf(d.loc(i, ""), "", "the text holds %s, which a registry keeps for marks", mark).Note("write it in other words; marks are added once the text is imported")}
		}
	}
	return nil
}

var (
	atxHeading = regexp.MustCompile(`^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)
	fenceOpen  = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
)

// chapters cuts the text. A line in a fenced block is no heading.
func (im *importing) chapters(text string, d *document) []Chapter {
	var out []Chapter
	current := Chapter{At: d.loc(0, ""), source: d}
	var body []string
	first := 0 // the line at which body starts
	flush := func() {
		if c, ok := current.with(body, first); ok {
			out = append(out, c)
		}
		body = nil
	}
	fence := fences("")
	for i, line := range strings.Split(text, "\n") {
		if fence.holds(line) {
			body = append(body, line)
			continue
		}
		if m := atxHeading.FindStringSubmatch(line); m != nil && strings.Trim(m[2], "# \t") != "" {
			flush()
			at := d.loc(min(d.lines[i], len(d.data)), "")
			current = Chapter{At: at, Level: len(m[1]), Heading: textOf(m[2], at), source: d}
			first = i + 1
			if want := m[1] + " " + m[2]; want != line {
				im.noteAt(at, "the heading", Rewritten, "%q", short(want))
			}
			continue
		}
		body = append(body, line)
	}
	flush()
	return out
}

// with gives a chapter its text, without blank lines around it. A heading without text is text itself, because a registry
// shows no heading around nothing.
func (c Chapter) with(body []string, first int) (Chapter, bool) {
	blank := func(line string) bool { return strings.Trim(line, " \t") == "" }
	gap := 0
	for len(body) > 0 && blank(body[0]) {
		body = body[1:]
		first++
		gap = 1
	}
	for len(body) > 0 && blank(body[len(body)-1]) {
		body = body[:len(body)-1]
	}
	text := strings.Join(body, "\n")
	c.Gap = strings.Repeat("\n", 1+gap)
	at := c.source.loc(min(c.source.lines[min(first, len(c.source.lines)-1)], len(c.source.data)), "")
	if text == "" && c.Level > 0 {
		text, at = strings.Repeat("#", c.Level)+" "+lit(&c.Heading), c.At
		c.Level = 0
	}
	c.Text = textOf(text, at)
	return c, text != ""
}

var notIdent = regexp.MustCompile(`[^a-z0-9]+`)

// Identifier makes a name of words, or "".
func Identifier(words string) string {
	s := strings.Trim(notIdent.ReplaceAllString(strings.ToLower(latin(words)), "_"), "_")
	s = strings.TrimLeft(s, "0123456789_")
	if len(s) > 40 {
		s = strings.TrimRight(s[:40], "_")
	}
	if slices.Contains([]string{"input", "tool", "shared", "native", "xml"}, s) {
		s += "_section"
	}
	return s
}

// titles names the sections after their headings, each with a name of its own, also in Go.
func (im *importing) titles(p *Prompt) {
	taken, last := map[string]bool{}, map[string]int{} // and the last number that a name was given
	bare := func(name string) string { return strings.ReplaceAll(name, "_", "") }
	if r := im.opts.Registry; r != nil {
		for i := range r.Sections {
			if r.Sections[i].At.File != p.sectionsFile() { // else the prompt was imported before
				taken[bare(r.Sections[i].Name)] = true
			}
		}
		for i := range r.Commands {
			taken[bare(r.Commands[i].Name)] = true
		}
	}
	for i := range p.Sections {
		c := &p.Sections[i]
		heading := lit(&c.Heading)
		base := Identifier(heading)
		switch {
		case base == "" && heading == "" && i == 0:
			base = "intro"
		case base == "":
			base = "section"
		}
		c.Name = base
		for n := max(2, last[base]+1); taken[bare(c.Name)]; n++ {
			c.Name = fmt.Sprintf("%s_%d", base, n)
			last[base] = n
		}
		taken[bare(c.Name)] = true
		if heading != "" && base == "section" && Identifier(heading) == "" {
			im.noteAt(c.At, "the section's name", Rewritten, "%q; its heading has no Latin letters", c.Name)
		}
	}
}

// prose is a text with blanks for the lines of fenced blocks.
func prose(text string) string {
	lines := strings.Split(text, "\n")
	fence := fences("")
	for i, line := range lines {
		if fence.holds(line) {
			lines[i] = strings.Repeat(" ", len(line))
		}
	}
	return strings.Join(lines, "\n")
}

// fences goes through lines. It is the marks that end the block at hand, or "".
type fences string

// holds reports whether the next line belongs to a fenced block.
func (f *fences) holds(line string) bool {
	m := fenceOpen.FindStringSubmatch(line)
	switch {
	case *f == "" && m != nil && (m[1][0] == '~' || !strings.Contains(m[2], "`")):
		*f = fences(m[1])
		return true
	case *f == "":
		return false
	case m != nil && strings.HasPrefix(m[1], string(*f)) && strings.TrimSpace(m[2]) == "":
		*f = ""
	}
	return true
}

// mentions turns names of the registry's tools into marks, and lists the tools.
func (im *importing) mentions(p *Prompt) {
	v := im.vocabulary()
	for i := range p.Sections {
		c := &p.Sections[i]
		c.title, c.body = lit(&c.Heading), lit(&c.Text)
		for _, t := range c.texts() {
			t.Segs = segments(t.written, t.At, v.tools)
			im.tell(v, t.written, prose(t.written), c.locs(t))
			p.list(t.Segs)
		}
	}
	for i := 0; i < len(p.Tools) && im.opts.Registry != nil; i++ {
		if t := im.opts.Registry.Tool(p.Tools[i]); t != nil { // whose words may name others
			p.listNamed(t.Fragments)
			p.listParams(t.Params)
		}
	}
}

// list takes the tools that a text names.
func (p *Prompt) list(segs []registry.Seg) {
	for _, s := range segs {
		if s.Tool != "" && !slices.Contains(p.Tools, s.Tool) {
			p.Tools = append(p.Tools, s.Tool)
		}
	}
}

// listNamed takes the tools that the words of another name in every case.
func (p *Prompt) listNamed(fs []registry.Fragment) {
	for i := range fs {
		if !fs[i].When.Given() {
			p.list(fs[i].Text.Segs)
		}
	}
}

func (p *Prompt) listParams(params []registry.Param) {
	for i := range params {
		if params[i].When.Given() {
			continue
		}
		p.listNamed(params[i].Fragments)
		for _, members := range params[i].Objects() {
			p.listParams(members)
		}
	}
}

// provedPrompt runs the checks over a registry that holds the prompt and what the real one says of texts.
func (im *importing) provedPrompt(p *Prompt) {
	r := im.alone(nil)
	r.Locales[0].Name.Text = p.Locale
	if o := im.opts.Registry; o != nil {
		r.Inputs = o.Inputs
	}
	for _, c := range p.Sections {
		s := registry.Section{Name: c.Name, Cache: registry.Word{Text: "static"}, Role: "system"}
		s.Part = registry.Part{Kind: registry.TextPart, Key: registry.Word{Text: "text"}, Between: "\n", Join: "\n"}
		if c.Level > 0 {
			s.Wrap = &registry.Wrap{Heading: &registry.Heading{Level: int64(c.Level), Key: registry.Word{Text: "heading"}, Gap: c.Gap}}
			r.Messages = append(r.Messages, registry.Message{Locale: p.Locale, Scope: "shared", Section: c.Name, Key: "heading", Text: c.Heading})
		}
		r.Messages = append(r.Messages, registry.Message{Locale: p.Locale, Scope: "shared", Section: c.Name, Key: "text", Text: c.Text})
		r.Sections = append(r.Sections, s)
		r.Profiles[0].Sections = append(r.Profiles[0].Sections, registry.Word{Text: c.Name})
	}
	for _, d := range check.Check(r) {
		if d.At.File == im.opts.File && d.Severity == diag.Error {
			at, message := p.place(d)
			im.noteAt(at, "the text", Refused, "%s [%s]", message, d.Rule)
			im.want("%s", strings.Join(d.Notes, "\n"))
		}
	}
}
