package check

import (
	"cmp"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// wordRules look at the words of texts.
func wordRules() []rule {
	return []rule{
		{diag.Rule{ID: "bare-tool-name", Doc: "A text writes a tool's name as plain words, so nothing notices when the tool is renamed, off or not listed. Write \\(tool.NAME), or exempt the word under lint.bareNames with a reason."}, bareToolNames},
		{diag.Rule{ID: "bare-input-name", Doc: "A text holds input.NAME of a declared input as plain words, so the model reads the name and not the value. Write \\(input.NAME), or exempt \"input.NAME\" under lint.bareNames with a reason."}, bareInputNames},
		{diag.Rule{ID: "text-blank", Doc: "A text of the catalog consists of blanks only, so a part shows nothing, or blanks that nobody sees. Write it, or remove the part."}, blankTexts},
		{diag.Rule{ID: "control-character", Doc: "A text that models get, or a usage, value of an enum or default, holds a control character other than line feed and tab: a carriage return, a zero byte or the like. No value of an input may hold one either. Remove it, or end lines with \\n alone; files with CRLF line ends are read as if they had LF."}, controls},
		{diag.Rule{ID: "bare-name-unused", Doc: "lint.bareNames exempts a word that no text uses as the bare name of a tool or input. Remove it."}, bareNamesUnused},
		{diag.Rule{ID: "forbidden-text", Doc: "A text matches a pattern under forbid, or names a model: the profile is chosen before text is put together, so text speaks to every model. Reword it; forbid.model_ids replaces the built-in pattern."}, forbiddenTexts},
		{diag.Rule{ID: "forbid-pattern", Doc: "A pattern under forbid is no regular expression in Go's syntax. Correct it."}, forbidPatterns},
	}
}

// bareName is the name of a tool or input that stands in a text as plain words.
type bareName struct {
	site     textSite
	at       diag.Loc
	name     string // as it stands there, e.g. "read_file", "input.cwd"
	mark     string // what to write instead
	input    bool
	declared diag.Loc
}

// inputPath finds what looks like the inside of a mark.
var inputPath = regexp.MustCompile(`\binput(?:\.[a-z][a-z0-9_]*)+`)

func (p *pass) bareNames() []bareName {
	tools := map[string]*registry.Tool{}
	var hyphened []string // these are no words
	for i := range p.r.Tools {
		t := &p.r.Tools[i]
		for _, name := range slices.Compact([]string{t.Name, t.WireName()}) {
			if strings.Contains(name, "-") {
				hyphened = append(hyphened, name)
			}
			if tools[name] == nil {
				tools[name] = t
			}
		}
	}
	var out []bareName
	for _, t := range p.texts {
		for _, s := range t.text.Segs {
			names := slices.Clone(hyphened)
			for _, name := range strings.FieldsFunc(s.Lit, func(r rune) bool { return r > 127 || !wordByte(byte(r)) }) {
				if tools[name] != nil {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				for _, i := range namesIn(s.Lit, name) {
					out = append(out, bareName{t, s.Byte(i), name, `\(tool.` + tools[name].Name + `)`, false, tools[name].At})
				}
			}
			for _, m := range inputPath.FindAllStringIndex(s.Lit, -1) {
				name := s.Lit[m[0]:m[1]]
				if f, _ := p.r.Field(strings.TrimPrefix(name, "input.")); f != nil {
					out = append(out, bareName{t, s.Byte(m[0]), name, `\(` + name + `)`, true, f.At})
				}
			}
		}
	}
	return out
}

// namesIn gives the offsets at which a literal holds a name as a whole word, where the name can't be an ordinary word: it
// holds an underscore or an inner capital, or stands in backticks.
func namesIn(lit, name string) []int {
	var out []int
	special := strings.Contains(name, "_") || strings.ContainsFunc(name[1:], func(r rune) bool { return 'A' <= r && r <= 'Z' })
	for from := 0; ; {
		i := strings.Index(lit[from:], name)
		if i < 0 {
			return out
		}
		start := from + i
		end := start + len(name)
		before, after := byteAt(lit, start-1), byteAt(lit, end)
		if !wordByte(before) && !wordByte(after) && (special || before == '`' && after == '`') {
			out = append(out, start)
		}
		from = start + 1
	}
}

func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

func wordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

func bareToolNames(p *pass)  { p.reportBare("tool", false) }
func bareInputNames(p *pass) { p.reportBare("input", true) }

func (p *pass) reportBare(kind string, input bool) {
	for _, b := range p.bare() {
		if b.input != input || slices.ContainsFunc(p.r.Lint.BareNames, func(e registry.Exclusion) bool { return e.Name.Text == b.name }) {
			continue
		}
		d := p.errorf(b.at, "text of %s holds the bare name of %s %q", b.site.owner, kind, strings.TrimPrefix(b.name, "input."))
		d.Words = b.name
		p.add(d.Note("write %s, or exempt %q under lint.bareNames with a reason", b.mark, b.name).
			Note("%s %q is declared at %s", kind, strings.TrimPrefix(b.name, "input."), b.declared))
	}
}

func blankTexts(p *pass) {
	for i := range p.r.Messages {
		m := &p.r.Messages[i]
		if segs := m.Text.Segs; len(segs) == 1 && segs[0].Lit != "" && strings.TrimSpace(segs[0].Lit) == "" {
			p.add(p.errorf(m.Text.At, "text %q of %q consists of blanks only", m.Key, m.Section).Note("write it, or remove the part that shows it"))
		}
	}
}

func bareNamesUnused(p *pass) {
	found := p.bare()
	for _, e := range p.r.Lint.BareNames {
		if !slices.ContainsFunc(found, func(b bareName) bool { return b.name == e.Name.Text }) {
			p.report(e.Name.At, "remove the entry", "no text holds %q as a bare tool name", e.Name.Text)
		}
	}
}

// modelIDs is the built-in pattern: words that only names of models are made of.
const modelIDs = `(?i)\b(gpt-?[0-9]|o[1-9]-(mini|pro|preview)|claude|gemini-[0-9]|llama-?[0-9]|mistral-|mixtral|qwen-?[0-9]|deepseek-)`

// patterns are the registry's forbidden patterns and, unless it has its own, that of model names.
func (p *pass) patterns() []registry.Forbid {
	out := slices.Clone(p.r.Forbid)
	if !slices.ContainsFunc(out, func(f registry.Forbid) bool { return f.Name == "model_ids" }) {
		out = append(out, registry.Forbid{Name: "model_ids", Pattern: registry.Word{Text: modelIDs},
			Reason: "the profile is chosen before text is put together"})
	}
	return out
}

func forbiddenTexts(p *pass) {
	for _, f := range p.patterns() {
		re, err := regexp.Compile(f.Pattern.Text)
		if err != nil {
			continue
		}
		for _, t := range p.texts {
			if len(f.In) > 0 && !slices.Contains(f.In, t.in) || !p.inAny(t, f.Profiles) {
				continue
			}
			words := plain(t.text)
			for _, m := range re.FindAllStringIndex(words, -1) {
				hit := words[m[0]:m[1]]
				if hit == "" {
					continue
				}
				d := p.errorf(byteOf(t.text, m[0]), "text of %s holds %q, which %q forbids", t.owner, hit, f.Name).Note("%s", strings.TrimSuffix(f.Reason, "."))
				if f.Pattern.At.Line > 0 {
					d = d.Note("the pattern is declared at %s", f.Pattern.At)
				}
				d.Words = hit
				p.add(d.Note("reword the text"))
			}
		}
	}
}

// markStandIn is a character that no pattern looks for.
const markStandIn = "\ufffc"

// plain is a text with its marks replaced by a character that no pattern looks for.
func plain(t *registry.Text) string {
	var b strings.Builder
	for _, s := range t.Segs {
		b.WriteString(cmp.Or(s.Lit, markStandIn))
	}
	return b.String()
}

// byteOf gives the place of a byte of plain's text.
func byteOf(t *registry.Text, i int) diag.Loc {
	for _, s := range t.Segs {
		n := len(cmp.Or(s.Lit, markStandIn))
		if i < n {
			return s.Byte(i)
		}
		i -= n
	}
	return t.At
}

// inAny reports whether one of the profiles can show the text; none named means all.
func (p *pass) inAny(t textSite, profiles []registry.Word) bool {
	return len(profiles) == 0 || slices.ContainsFunc(profiles, func(w registry.Word) bool {
		prof := p.r.Profile(w.Text)
		return prof != nil && (t.profile == "" || t.profile == prof.Name) && p.lists(prof, t.owner)
	})
}

func forbidPatterns(p *pass) {
	for _, f := range p.r.Forbid {
		if _, err := regexp.Compile(f.Pattern.Text); err != nil {
			at := f.Pattern.At
			if parse, ok := errors.AsType[*syntax.Error](err); ok && parse.Expr != "" {
				at = f.Pattern.Byte(max(0, strings.Index(f.Pattern.Text, parse.Expr)))
			}
			p.report(at, "want a regular expression in Go's syntax (RE2)", "pattern %q is wrong: %s", f.Name, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
	}
}
