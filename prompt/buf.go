package prompt

import (
	"bytes"
	"slices"
)

// Buf builds the bytes of one section. Generated code nests bodies with Begin and End; a body whose children are all
// empty leaves nothing behind, neither its own frame nor the separator in front of it. Values that are inserted are
// never scanned. A Buf is used by one goroutine.
type Buf struct {
	out  []byte
	open []bufBody

	kind, owner string // what is being written, e.g. "section", "rules"
	errs        Errs   // what limits found
	turns       []int  // where turns of the user's end
}

// bufBody is a body that is still open.
type bufBody struct {
	join    string     // between two children
	mark    int        // where the body's frame begins, the separator in front included
	content int        // where its first child begins
	filled  bool       // it has a child that is not empty
	fence   *openFence // around it, or nil
}

// openFence is what the end of a fence is written from. It stands apart, because few bodies have one.
type openFence struct {
	label string
	nonce Nonce
	field string // where the nonce comes from, e.g. "Turn.Nonce"
}

// appendTo makes b append what follows to dst: a section or a command with a name.
func (b *Buf) appendTo(dst []byte, kind, owner string) {
	b.out, b.kind, b.owner, b.turns = dst, kind, owner, b.turns[:0]
	b.open = append(b.open[:0], bufBody{mark: len(dst), content: len(dst)})
}

// Begin opens a body: its children that are not empty are joined by join, and before stands in front of them, part by
// part.
func (b *Buf) Begin(join string, before ...string) {
	mark := len(b.out)
	b.separate()
	for _, s := range before {
		b.out = append(b.out, s...)
	}
	b.open = append(b.open, bufBody{join: join, mark: mark, content: len(b.out)})
}

// BeginFence is Begin for a body in a fence, with a nonce that the host gave in a field: one of 0 is an error unless the
// body stays empty. Defang goes in front of End.
func (b *Buf) BeginFence(join, field string, n Nonce, label string, attrs ...Attr) {
	mark := len(b.out)
	b.separate()
	b.out = appendFenceOpen(b.out, n, label, attrs)
	b.open = append(b.open, bufBody{join: join, mark: mark, content: len(b.out), fence: &openFence{label, n, field}})
}

// Defang replaces in the open body what looks like a line of a fence with one of the labels.
func (b *Buf) Defang(labels ...string) {
	body := b.top()
	content := string(b.out[body.content:])
	b.out = appendDefanged(b.out[:body.content], content, labels...)
}

// Text adds a child to the open body: parts, one behind the other. An empty one is no child.
func (b *Buf) Text(parts ...string) {
	mark := len(b.out)
	b.separate()
	start := len(b.out)
	for _, s := range parts {
		b.out = append(b.out, s...)
	}
	if len(b.out) == start {
		b.out = b.out[:mark]
		return
	}
	b.top().filled = true
}

// End closes the open body and puts after behind it. Of a body without children nothing remains.
func (b *Buf) End(after string) { b.end(after, b.top().filled) }

// EndBlank is End for a body that counts as empty when it holds white space only.
func (b *Buf) EndBlank(after string) {
	blank := len(bytes.TrimSpace(b.out[b.top().content:])) == 0
	b.end(after, !blank)
}

func (b *Buf) end(after string, keep bool) {
	body := *b.top()
	if len(b.open) > 1 {
		b.open = b.open[:len(b.open)-1]
	}
	if !keep {
		b.out = b.out[:body.mark]
		return
	}
	if f := body.fence; f != nil {
		b.out = appendFenceEnd(b.out, f.nonce, f.label)
		b.needNonce(f)
	}
	b.out = append(b.out, after...)
	b.top().filled = true
}

// needNonce notes, once, that the nonce of a fence is missing.
func (b *Buf) needNonce(f *openFence) {
	e := InputError{Field: f.field, Problem: "is required: draw one with prompt.NewNonce"}
	if f.nonce == 0 && !slices.Contains(b.errs.all, e) {
		b.errs.all = append(b.errs.all, e)
	}
}

// EndTurn ends a turn of the user's, unless nothing stands in it. It is called outside of all bodies.
func (b *Buf) EndTurn() {
	if n := len(b.turns); n == 0 && len(b.out) > 0 || n > 0 && b.turns[n-1] < len(b.out) {
		b.turns = append(b.turns, len(b.out))
	}
}

// separate writes the open body's join in front of its second child and of later ones.
func (b *Buf) separate() {
	if body := b.top(); body.filled {
		b.out = append(b.out, body.join...)
	}
}

func (b *Buf) top() *bufBody { return &b.open[len(b.open)-1] }
