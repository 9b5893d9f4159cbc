// Package importer turns what others have written into files of a registry: lists of tools, JSON Schemas and prompts.
//
// Nothing is dropped in silence. What the registry's language can't say is reported with the position in the input,
// and with what was done about it.
package importer

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Outcome says what was done with something that does not stand in the registry as it stood in the input.
type Outcome string

const (
	Rewritten Outcome = "rewritten"                  // it says the same in other words, or nearly: the message tells
	Moved     Outcome = "moved into the description" // models read it, nothing checks it
	LeftOut   Outcome = "left out"                   // it says nothing here, or nothing that a registry holds
	Kept      Outcome = "left as it is"              // it may want a hand
	Refused   Outcome = "refused"                    // the tool can't be imported as it is
)

// Entry is one line of a report.
type Entry struct {
	At      diag.Loc // in the input; its path is that in the JSON
	Tool    string   // as the input calls it; "" where it is about the whole input
	Param   string   // the parameter, or a member of it by its path, e.g. "edits.old"; "" where it is about the tool
	Keyword string   // e.g. "multipleOf"
	Outcome Outcome
	Detail  string // e.g. "minimum 1"
	Want    string // how a refusal is mended
}

// Diagnostic is the entry as the command prints it. Refusals are errors.
func (e Entry) Diagnostic() diag.Diagnostic {
	who := ""
	if e.Tool != "" {
		who = fmt.Sprintf("%q", short(e.Tool))
		if e.Param != "" {
			who += fmt.Sprintf(", %q", short(e.Param))
		}
		who += ": "
	}
	d := diag.Warnf(e.At, "", "%s%s is %s", who, e.Keyword, e.Outcome)
	if e.Outcome == Refused {
		d.Severity = diag.Error
	}
	if e.Detail != "" {
		d.Message += ": " + e.Detail
	}
	d.Message = printable(d.Message)
	if e.Want != "" {
		d = d.Note("%s", e.Want)
	}
	return d
}

// printable writes what a terminal would take for a command, or for a line's end, as an escape.
func printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// Report is what an import has to say.
type Report []Entry

// Diagnostics gives the report as diagnostics, by position.
func (r Report) Diagnostics() diag.List {
	var out diag.List
	for _, e := range r {
		out = append(out, e.Diagnostic())
	}
	return out.Sorted()
}

// Options say how tools are imported.
type Options struct {
	File     string             // what the input is called in messages
	Form     Form               // "" finds out
	Name     string             // of the tool, where the input is a single schema
	Reword   bool               // whether a constraint that the language lacks may become words of the description
	Registry *registry.Registry // where the files go, as far as it can be read: its tools may be named; nil stands for one that says nothing yet
	Dir      string             // its folder, as messages show it, e.g. "prompts"; "" and "." are the current one
}

// Tools reads tools from JSON. What is wrong with the document itself is in the list; then there are no tools.
//
// A tool of which something is refused is not among the tools.
func Tools(data []byte, opts Options) ([]registry.Tool, Report, diag.List) {
	root, broken := parse(opts.File, data)
	if broken != nil {
		return nil, nil, broken
	}
	im := &importing{opts: opts, broken: map[int]bool{}}
	sources := im.sources(root)
	if len(sources) == 0 && len(im.report) == 0 {
		im.note(root, "the document", Refused, "it holds no tools")
		im.want("want a list of tools, an object with a member \"tools\", or a JSON Schema of type object")
	}
	if d := im.idleName(root, sources); d != nil {
		return nil, nil, d
	}
	var tools []registry.Tool
	for i := range sources {
		tool := im.tool(&sources[i])
		tools = append(tools, tool)
	}
	im.owner, im.who = -1, ""
	im.unique(sources, tools)
	im.known(sources, tools)
	im.proved(sources, tools)
	im.strictly(sources, tools)
	var whole []registry.Tool
	for i := range tools {
		if !im.refused(i) {
			whole = append(whole, tools[i])
		}
	}
	return whole, im.report, nil
}

// idleName refuses a name for tools that have some.
func (im *importing) idleName(root *value, sources []source) diag.List {
	if im.opts.Name == "" || len(sources) == 0 || sources[0].form == Schema {
		return nil
	}
	who := "the tool has a name of its own"
	if root.kind == arrayValue || len(sources) > 1 {
		who = "the tools have names of their own"
	}
	return diag.List{diag.Errorf(root.loc(), "", "--name %q has no use: %s", im.opts.Name, who).Note("leave it out, or rename in the file; it is for a JSON Schema, which has none")}
}

// importing is one run.
type importing struct {
	opts   Options
	report Report
	broken map[int]bool // the tools of which something is refused, by index

	owner      int    // the tool at hand
	who, where string // as the report calls them
}

// refused reports whether a tool can't be imported.
func (im *importing) refused(tool int) bool {
	return im.broken[tool]
}

// note reports.
func (im *importing) note(v *value, keyword string, done Outcome, format string, args ...any) {
	im.noteAt(v.loc(), keyword, done, format, args...)
}

func (im *importing) noteAt(at diag.Loc, keyword string, done Outcome, format string, args ...any) {
	im.report = append(im.report, Entry{
		At: at, Tool: im.who, Param: im.where, Keyword: keyword, Outcome: done, Detail: fmt.Sprintf(format, args...),
	})
	if done == Refused {
		im.broken[im.owner] = true
	}
}

// want adds to the last entry how it is mended.
func (im *importing) want(format string, args ...any) {
	im.report[len(im.report)-1].Want = fmt.Sprintf(format, args...)
}

// refuse reports something that keeps a tool out.
func (im *importing) refuse(v *value, keyword, want, format string, args ...any) {
	im.note(v, keyword, Refused, format, args...)
	im.want("%s", want)
}

// unique refuses tools with one name, or names that only case tells apart.
func (im *importing) unique(sources []source, tools []registry.Tool) {
	first := map[string]int{}
	for i := range tools {
		if tools[i].Name == "" {
			continue
		}
		if o := im.declaredAlready(&tools[i]); o != nil {
			im.owner, im.who = i, sources[i].name
			im.refuse(sources[i].at, "the name", "rename the tool, or remove that one", "the registry has tool %q at %s", o.WireName(), below(im.opts.Dir, o.At))
			continue
		}
		for _, name := range []string{tools[i].Name, tools[i].WireName()} {
			had, ok := first[strings.ToLower(name)]
			if !ok {
				first[strings.ToLower(name)] = i
			} else if had != i {
				im.owner, im.who = i, sources[i].name
				im.refuse(sources[i].at, "the name", "rename one of the two", "tool %q at %s has it already", tools[had].WireName(), sources[had].at.loc())
				break
			}
		}
	}
}

// below is a place in a registry as seen from the folder in which a message is read.
func below(dir string, at diag.Loc) diag.Loc {
	if at.File != "" {
		at.File = path.Join(dir, at.File)
	}
	return at
}

// declaredAlready finds a tool of the registry whose name collides. The one in the file that is to be written is the
// same tool, imported before.
func (im *importing) declaredAlready(t *registry.Tool) *registry.Tool {
	if im.opts.Registry == nil {
		return nil
	}
	for i := range im.opts.Registry.Tools {
		o := &im.opts.Registry.Tools[i]
		meets := strings.EqualFold(o.Name, t.Name) || strings.EqualFold(o.WireName(), t.WireName())
		if meets && (o.Name != t.Name || o.At.File != specPath(t.Name)) {
			return o
		}
	}
	return nil
}
