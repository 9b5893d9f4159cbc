package importer

import (
	"regexp"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// vocabulary is what words of a text may stand for.
type vocabulary struct {
	tools map[string]string // keys of tools, by key and by name on the wire
	wires map[string]string // names on the wire that differ, by key
	other map[string]bool   // names of parameters, values and inputs, which look like tools and are none
	told  map[string]bool   // words that were told already
}

// vocabulary is that of the registry.
func (im *importing) vocabulary() *vocabulary {
	v := &vocabulary{tools: im.names(), wires: map[string]string{}, other: map[string]bool{}, told: map[string]bool{}}
	if r := im.opts.Registry; r != nil {
		for i := range r.Tools {
			v.declare(&r.Tools[i])
		}
		for i := range r.Inputs {
			v.other[r.Inputs[i].Name] = true
			for _, f := range r.Inputs[i].Item {
				v.other[f.Name] = true
			}
		}
	}
	return v
}

// declare adds a tool.
func (v *vocabulary) declare(t *registry.Tool) {
	v.tools[t.Name], v.tools[t.WireName()] = t.Name, t.Name
	v.wires[t.Name] = t.WireName()
	v.members(t.Params)
}

func (v *vocabulary) members(params []registry.Param) {
	for i := range params {
		v.other[params[i].Name] = true
		v.values(&params[i].Type)
	}
}

func (v *vocabulary) values(t *registry.Type) {
	if t == nil {
		return
	}
	for _, value := range t.Enum {
		v.other[value] = true
	}
	v.other[t.Discriminator.Text] = true
	for i := range t.Variants {
		v.other[t.Variants[i].Tag.Text] = true
		v.members(t.Variants[i].Params)
	}
	v.members(t.Params)
	v.values(t.Items)
	v.values(t.Values)
}

// known turns the names of tools in texts into marks: as plain words they would be refused.
func (im *importing) known(sources []source, tools []registry.Tool) {
	v := im.vocabulary()
	for i := range tools {
		if tools[i].Name != "" && !im.refused(i) {
			v.declare(&tools[i])
		}
	}
	for i := range tools {
		im.owner, im.who, im.where = i, sources[i].name, ""
		im.marked(tools[i].Fragments, v)
		im.markParams(tools[i].Params, v, "")
	}
	im.owner, im.who, im.where = -1, "", ""
}

func (im *importing) markParams(params []registry.Param, v *vocabulary, around string) {
	for i := range params {
		path := strings.TrimPrefix(around+"."+params[i].Name, ".")
		im.where = path
		im.marked(params[i].Fragments, v)
		for _, members := range params[i].Objects() {
			im.markParams(members, v, path)
		}
	}
}

func (im *importing) marked(fs []registry.Fragment, v *vocabulary) {
	for i := range fs {
		at := fs[i].At
		text := fs[i].Text.Segs[0].Lit
		fs[i].Text.Segs = segments(text, at, v.tools)
		if !im.refused(im.owner) {
			im.tell(v, text, text, func(int) diag.Loc { return at })
		}
	}
}

// tell reports the words of a text that became marks, because a model may read another name there, and those that may
// become some: an import before that of their tool leaves them words. The latter are looked for in prose.
func (im *importing) tell(v *vocabulary, text, prose string, at func(offset int) diag.Loc) {
	for _, m := range mentions(text, v.tools) {
		word, more := text[m.start:m.end], ""
		if wire := v.wires[m.key]; wire != "" && wire != word {
			more = ", which models read as \"" + wire + "\""
		}
		im.noteAt(at(m.start), wordEntry(word), Rewritten, `the mark \(tool.%s)%s`, m.key, more)
	}
	for _, m := range looksLikeTool.FindAllStringIndex(prose, -1) {
		word := prose[m[0]:m[1]]
		if v.tools[word] != "" || v.other[word] || v.told[word] || !apart(prose, m[0], m[1]) {
			continue
		}
		v.told[word] = true
		im.noteAt(at(m[0]), wordEntry(word), Kept, "it looks like a tool, and the registry has none of that name")
		im.want("if it is one, import and list the tool first; \"promptgen check\" then names every place")
	}
}

func wordEntry(word string) string { return "the word \"" + short(word) + "\"" }

// looksLikeTool finds words as most tools are called.
var looksLikeTool = regexp.MustCompile(`[a-z][a-z0-9]*(?:_[a-z0-9]+)+`)

// apart reports whether a word is no part of a longer one, of a path, of a file's name or of a variable.
func apart(text string, start, end int) bool {
	if start > 0 && (isWord(text[start-1]) || strings.IndexByte(`-./\$@%{&=`, text[start-1]) >= 0) {
		return false
	}
	if end == len(text) {
		return true
	}
	next := text[end]
	joins := strings.IndexByte("-./=", next) >= 0
	return !isWord(next) && (!joins || next != '/' && next != '=' && (end+1 == len(text) || !isWord(text[end+1])))
}

// mention is a tool's name in a text.
type mention struct {
	start, end int
	key        string
}

// mentions finds the names of tools, where they can be no ordinary words.
func mentions(text string, names map[string]string) []mention {
	var out []mention
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
			out = append(out, mention{i, stop, names[text[i:stop]]})
			i = stop
			continue
		}
		for i < end && text[i] != '-' {
			i++
		}
		for i < end && text[i] == '-' {
			i++
		}
	}
	return out
}

// segments cuts a text at the names of tools.
func segments(text string, at diag.Loc, names map[string]string) []registry.Seg {
	var out []registry.Seg
	rest := 0
	for _, m := range mentions(text, names) {
		if m.start > rest {
			out = append(out, registry.Seg{At: at, Lit: text[rest:m.start]})
		}
		out = append(out, registry.Seg{At: at, Tool: m.key})
		rest = m.end
	}
	if rest < len(text) || len(out) == 0 {
		out = append(out, registry.Seg{At: at, Lit: text[rest:]})
	}
	return out
}
