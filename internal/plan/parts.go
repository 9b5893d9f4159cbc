package plan

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Stmt is a statement of a SectionFunc.
type Stmt interface{ stmt() }

// ReturnIf leaves the method where When holds.
type ReturnIf struct{ When Cond }

// If runs its body where When holds, else the other one.
type If struct {
	When Cond
	Body []Stmt
	Else []Stmt
}

// Loop runs its body for the items of a list.
type Loop struct {
	List        Ref
	Index, Item string // "" where the body reads nothing of the item
	Body        []Stmt
}

// Begin opens a body.
type Begin struct {
	Join   string
	Before Str
}

// Write adds a child to the open body.
type Write struct{ Text Str }

// End closes the open body.
type End struct {
	After string
	Blank bool // a body of blanks is empty
}

// BeginFence opens a body in a fence.
type BeginFence struct {
	Join  string
	Nonce Ref
	Field string // as the host knows it, e.g. "Turn.Nonce"
	Label string
	Attrs []FenceAttr
}

// FenceAttr is an attribute of a fence, which the runtime escapes.
type FenceAttr struct {
	Name  string
	Value Str
}

// Defang takes from the open body what looks like a line of a fence.
type Defang struct{ Labels []string }

// EndTurn ends a turn of the user's.
type EndTurn struct{}

func (ReturnIf) stmt() {}
func (If) stmt()       {}
func (Loop) stmt()     {}
func (Begin) stmt()    {}
func (Write) stmt()    {}
func (End) stmt()      {}
func (EndTurn) stmt()  {}

func (BeginFence) stmt() {}
func (Defang) stmt()     {}

// partWriter plans the statements of one section or command.
type partWriter struct {
	b      *builder
	owner  string
	turns  bool // each item of the outermost part is a turn of the user's
	fenced bool // what is planned stands in a fence
}

// method plans the whole body of a method. A condition of the section becomes an early return.
func (w *partWriter) method(p *registry.Part) []Stmt {
	body := w.part(p, "", nil)
	if len(body) == 1 {
		if f, ok := body[0].(If); ok && f.Else == nil {
			return append([]Stmt{ReturnIf{not(f.When)}}, f.Body...)
		}
	}
	return body
}

// part plans a part: its condition, then for each item its content with what stands around it.
func (w *partWriter) part(p *registry.Part, escape string, sc scope) []Stmt {
	escape = cmp.Or(p.Escape, escape)
	if !p.Each.Given() {
		return guarded(w.b.shownWith(w.owner, p, sc), w.content(p, escape, sc))
	}
	index, name := itemNames(len(sc))
	l := Loop{
		List: w.b.ref(p.Each.Text, sc),
		Body: w.content(p, escape, append(slices.Clone(sc), item{p.Each.Text, name})),
	}
	if reads(l.Body, name) {
		l.Index, l.Item = index, name
	}
	if w.turns && len(sc) == 0 {
		l.Body = append(l.Body, EndTurn{})
		return guarded(w.b.shownWith(w.owner, p, sc), []Stmt{l})
	}
	return guarded(w.b.shownWith(w.owner, p, sc), []Stmt{Begin{Join: p.Between}, l, End{}})
}

// appendStmts appends what a part writes. Two parts of which always one is shown become one statement.
func appendStmts(body, more []Stmt) []Stmt {
	if len(body) > 0 && len(more) == 1 {
		last, ok1 := body[len(body)-1].(If)
		next, ok2 := more[0].(If)
		if ok1 && ok2 && last.Else == nil && next.Else == nil && reflect.DeepEqual(not(last.When), next.When) {
			last.Else = next.Body
			body[len(body)-1] = last
			return body
		}
	}
	return append(body, more...)
}

func guarded(c Cond, body []Stmt) []Stmt {
	if c == nil {
		return body
	}
	return []Stmt{If{When: c, Body: body}}
}

// prefixes yields "a", "a.b", "a.b.c" of "a.b.c".
func prefixes(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range path {
			if path[i] == '.' && !yield(path[:i]) {
				return
			}
		}
		yield(path)
	}
}

// content plans the content of a part with its wrap.
func (w *partWriter) content(p *registry.Part, escape string, sc scope) []Stmt {
	before, after := w.frame(p, escape, sc)
	if p.Fence != nil {
		body := w.inFence(p, escape, sc)
		if len(before) == 0 && after == "" {
			return body
		}
		return append(append([]Stmt{Begin{"", before}}, body...), End{After: after})
	}
	blank := p.Blank == "empty"
	bare := len(before) == 0 && after == "" && !blank && p.Limit == nil
	if p.Kind == registry.PartsPart && len(p.Parts) == 1 && bare {
		return w.part(&p.Parts[0], escape, sc) // there is nothing to join
	}
	if p.Kind == registry.PartsPart {
		body := []Stmt{Begin{p.Join, before}}
		for i := range p.Parts {
			body = appendStmts(body, w.part(&p.Parts[i], escape, sc))
		}
		return ending(p, body, after)
	}
	text := Write{w.leaf(p, escape, sc)}
	if bare {
		return []Stmt{text}
	}
	return ending(p, []Stmt{Begin{"", before}, text}, after)
}

// inFence plans the content of a part in its fence.
func (w *partWriter) inFence(p *registry.Part, escape string, sc scope) []Stmt {
	f := w.b.r.Fence(p.Fence.Name.Text)
	open := BeginFence{Nonce: Ref{"t", "Nonce"}, Field: "Turn.Nonce", Label: f.Label.Text}
	if f.Nonce == registry.SessionScope {
		open.Nonce, open.Field = Ref{"x", "in", "Nonce"}, "Session.Nonce"
	}
	for _, a := range p.Fence.InOrder(f) {
		open.Attrs = append(open.Attrs, FenceAttr{a.Name, w.b.str(a.Value, "", sc)})
	}
	inside := *w
	inside.fenced = true
	var body []Stmt
	if p.Kind == registry.PartsPart {
		open.Join = p.Join
		for i := range p.Parts {
			body = appendStmts(body, inside.part(&p.Parts[i], escape, sc))
		}
	} else {
		body = []Stmt{Write{inside.leaf(p, escape, sc)}}
	}
	body = append(body, Defang{w.b.r.FenceLabels()})
	return ending(p, append([]Stmt{open}, body...), "")
}

// ending closes the body of a part. One of blanks is no body that a limit could refuse, so it is closed in a body of
// its own before.
func ending(p *registry.Part, body []Stmt, after string) []Stmt {
	blank := p.Blank == "empty"
	if p.Limit == nil {
		return append(body, End{after, blank})
	}
	if blank {
		var outer Stmt
		var join string
		switch open := body[0].(type) {
		case Begin:
			outer, join = Begin{Before: open.Before}, open.Join
		case BeginFence:
			join, open.Join = open.Join, ""
			outer = open
		}
		inner := append([]Stmt{Begin{Join: join}}, body[1:]...)
		body = append([]Stmt{outer}, append(inner, End{Blank: true})...)
	}
	return append(body, FitBody{within(p.Limit)}, End{After: after})
}

// mode is an escape as values inside a fence need it: they are defanged before they are escaped, because an escape could
// hide what looks like a line of a fence from the look at the whole body.
func (w *partWriter) mode(escape string) string {
	if w.fenced && escaper(escape) != "" {
		return inFence + escape
	}
	return escape
}

// leaf plans the text of a part without parts.
func (w *partWriter) leaf(p *registry.Part, escape string, sc scope) Str {
	escape = w.mode(escape)
	if (p.Kind == registry.DocsPart || p.Kind == registry.NamesPart) && !w.b.hasTools() {
		return nil // the state holds no tools that could be asked
	}
	switch p.Kind {
	case registry.ValuePart:
		return w.b.str(*p.Value, escape, sc)
	case registry.DocsPart:
		return Str{ToolDocs{p.Toolset.Text}}
	case registry.NamesPart:
		return Str{ToolNames{p.Toolset.Text}}
	default:
		return Str{w.b.catalog.text(w.b, w.owner, p.Key.Text, escape, sc)}
	}
}

// frame plans what stands before and after the body of a part.
func (w *partWriter) frame(p *registry.Part, escape string, sc scope) (before Str, after string) {
	wr := p.Wrap
	escape = w.mode(escape)
	switch {
	case wr == nil:
		return nil, ""
	case wr.Tag != "":
		before = Str{Lit("<" + wr.Tag)}
		for _, a := range wr.Attrs {
			before = append(before, w.attr(a, sc)...)
		}
		before = append(before, Lit(">\n"))
		after = "\n</" + wr.Tag + ">"
	case wr.Heading != nil:
		h := wr.Heading
		before = Str{Lit(strings.Repeat("#", int(h.Level)) + " ")}
		if h.Value != nil {
			before = append(before, w.b.str(*h.Value, escape, sc)...)
		} else {
			call := w.b.catalog.text(w.b, w.owner, h.Key.Text, escape, sc)
			call.Method.part = true
			before = append(before, call)
		}
		before = append(before, Lit(h.Gap))
	default:
		before, after = Str{Lit(wr.Before)}, wr.After
	}
	return before.fold(), after
}

// attr plans an attribute. One that reads nothing is decided here.
func (w *partWriter) attr(a registry.Attr, sc scope) Str {
	value := w.b.str(a.Value, w.mode(cmp.Or(a.Escape, "xml-attr")), sc)
	if lit, ok := value.literal(); !ok {
		return Str{AttrPiece{a.Name, value}}
	} else if lit != "" {
		return Str{Lit(" " + a.Name + `="` + lit + `"`)}
	}
	return nil
}

func useOfTurn(body []Stmt) Use {
	if reads(body, "t") {
		return Read
	}
	return Ignored
}

// reads reports whether statements read a variable.
func reads(body []Stmt, variable string) bool {
	roots := map[string]bool{}
	stmtRoots(body, roots)
	return roots[variable]
}

// stmtRoots adds the variables that statements read.
func stmtRoots(body []Stmt, roots map[string]bool) {
	for _, s := range body {
		switch s := s.(type) {
		case ReturnIf:
			condRoots(s.When, roots)
		case If:
			condRoots(s.When, roots)
			stmtRoots(s.Body, roots)
			stmtRoots(s.Else, roots)
		case Loop:
			roots[s.List[0]] = true
			stmtRoots(s.Body, roots)
		case Begin:
			s.Before.roots(roots)
		case BeginFence:
			roots[s.Nonce[0]] = true
			for _, a := range s.Attrs {
				a.Value.roots(roots)
			}
		case Write:
			s.Text.roots(roots)
		}
	}
}
