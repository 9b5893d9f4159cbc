package prompt

import "slices"

// Chain lets the host put texts of its own in place of a profile's sections, or behind them. Generated code fills it.
//
// The first level whose section is not empty decides; no other is rendered behind it. Then the amendments apply, in
// their order. Tail comes last, unless the level that decides does without.
type Chain[T any] struct {
	Levels []ChainLevel[T]
	Amend  Amend
	Tail   []SectionSpec[T]
}

// ChainLevel is a level of a chain.
type ChainLevel[T any] struct {
	Section   SectionSpec[T] // of level Session
	Mode      ChainMode
	Field     string  // the Go path of Mode where the host chooses, e.g. "Session.AgentMode"
	NoTail    bool    // the tail is left out where this level decides
	Separator *string // in front of text that is appended; nil is Program.Separator
}

// ChainMode says what becomes of the profile's own sections where a level of a chain decides. The zero ChainMode is
// refused.
type ChainMode uint8

const (
	ModeReplace ChainMode = iota + 1 // the level's text stands in their place
	ModeAppend                       // the level's text stands behind those that are fixed for the session
)

// String returns "replace", "append", or for other values e.g. "ChainMode(7)".
func (m ChainMode) String() string {
	return enumString("ChainMode", uint8(m), []string{"replace", "append"})
}

// Amend says what the items of an input do to the text, in their order: first the replacement of an item, then its
// addition. What is empty does nothing.
type Amend struct {
	Items           []Amendment
	List            string // the Go path of the list, e.g. "Session.Plugins"
	Replace, Append string // the Go names of the fields, e.g. "Replacement"
	Over            Over   // Reject or Drop: what happens to a change that takes the text over Program.Limit
}

// Amendment is what one item does.
type Amendment struct {
	Replace string // stands in place of all that is in front of it: sections, level and earlier amendments
	Append  string // stands behind it
}

// compose returns the sections of system text and tail as the chain leaves them. Turns of the user's are none of them.
func (c *Chain[T]) compose(own []SectionSpec[T], limit total, e *Errs) []SectionSpec[T] {
	own = slices.DeleteFunc(slices.Clone(own), func(s SectionSpec[T]) bool { return s.User })
	var added []SectionSpec[T] // behind what is fixed
	tail := c.Tail
	if level, text := c.decide(e); level != nil {
		s := level.Section
		s.separator, s.Write = level.Separator, textOf(text)
		if added = append(added, s); level.Mode == ModeReplace {
			own = nil
		}
		if level.NoTail {
			tail = nil
		}
	}
	more, replaced := c.Amend.texts(limit, e)
	if replaced {
		own, added = nil, nil
	}
	for _, m := range more {
		added = append(added, SectionSpec[T]{Name: m.field, Level: Session, Total: c.Amend.Over, Write: textOf(m.text), given: true})
	}
	fixed := 0
	for i := range own {
		if own[i].Level != Volatile {
			fixed = i + 1
		}
	}
	out := make([]SectionSpec[T], 0, len(own)+len(added)+len(tail))
	out = append(append(out, own[:fixed]...), added...)
	return append(append(out, own[fixed:]...), tail...)
}

// decide finds the first level whose section is not empty, and its text.
func (c *Chain[T]) decide(e *Errs) (*ChainLevel[T], string) {
	var b Buf
	b.errs = *e
	defer func() { *e = b.errs }()
	for i := range c.Levels {
		l := &c.Levels[i]
		b.appendTo(nil, "section", l.Section.Name)
		l.Section.Write(&b)
		if len(b.out) == 0 {
			continue
		}
		b.errs.Choice(l.Field, l.Mode == ModeReplace || l.Mode == ModeAppend, "prompt.ModeReplace", "prompt.ModeAppend")
		return l, string(b.out)
	}
	return nil, ""
}

// admits reports whether a replacement is not to be dropped. One that is refused is admitted: where it is shown, it is
// refused there.
func (a *Amend) admits(field, text string, limit total, e *Errs) bool {
	return a.Over != Drop || limit.take("", field, Drop, 0, len(text), e)
}

// textOf writes a text that stands.
func textOf(text string) func(*Buf) { return func(b *Buf) { b.Text(text) } }

// amended is the text of an amendment, with the Go path of the value.
type amended struct{ field, text string }

// texts lists what the amendments leave: everything from the last replacement on that the limit admits.
func (a *Amend) texts(limit total, e *Errs) (left []amended, replaced bool) {
	for i, it := range a.Items {
		if field := itemPath(a.List, i, a.Replace); it.Replace != "" && a.admits(field, it.Replace, limit, e) {
			left, replaced = []amended{{field, it.Replace}}, true
		}
		if it.Append != "" {
			left = append(left, amended{itemPath(a.List, i, a.Append), it.Append})
		}
	}
	return left, replaced
}
