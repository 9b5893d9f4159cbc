package prompt

import (
	"iter"
	"slices"
	"strings"
	"sync"
)

// Block is a tier of the system text: neighbouring sections of one level. The separator in front of a section belongs
// to the section's block, so a block's bytes never depend on what follows.
type Block struct {
	Level Level
	Text  string
}

// Assembler serves one session of one configuration. Generated packages alias it: coder.Assembler.
//
// What is static or fixed for the session is rendered once, when the assembler is made; what is volatile is rendered
// on each call. A volatile section stands in the tail unless it says place: "system".
type Assembler[S, T any] struct {
	transport   Transport
	separator   string
	final       string // behind the system text; "" when the last fixed tier holds it
	tiers       []tier[T]
	live        bool // a volatile section stands in the system text
	tail        []SectionSpec[T]
	context     []opening[T]
	chained     bool // the session decides which sections the tail has
	spans       []span
	commands    []CommandSpec[T]
	tools       *Tools
	total       total // of the fixed tiers
	notes       []Note
	err         error // what limits of the fixed tiers refuse
	turn        func(*Errs, T, string) T
	refresh     func(S) (*Assembler[S, T], error)
	identity    Identity
	facts       func(*Facts)
	digests     func() []DigestSpec
	frozen      *Record                 // what a resumed assembler serves
	rebuild     func() *Assembler[S, T] // what a resumed one would be today
	marking     marking
	projections []Provider
	fixed       [providers]fixedRequest
	idle        sync.Pool // of *rendering[T]
}

// NewAssembler renders the fixed sections of p. Generated code calls it; applications call the New of their package.
func NewAssembler[S, T any](p Program[S, T]) *Assembler[S, T] {
	a := newAssembler(p)
	var b Buf
	sections := p.Sections
	if p.Chain != nil {
		sections = p.Chain.compose(sections, a.total, &b.errs)
	}
	a.layTail(sections)
	a.layTiers(&b, sections)
	a.layContext(&b, p.Sections)
	a.notes = append(a.notes, b.errs.notes...)
	a.err = b.errs.Err()
	return a
}

// newAssembler leaves the sections to its caller.
func newAssembler[S, T any](p Program[S, T]) *Assembler[S, T] {
	if p.Projections == nil {
		for q := range Provider(providers) {
			p.Projections = append(p.Projections, q+1)
		}
	}
	return &Assembler[S, T]{
		transport:   p.Transport,
		separator:   p.Separator,
		final:       p.Final,
		commands:    p.Commands,
		tools:       p.Tools,
		total:       total{limit: p.Limit, used: len(p.Final)},
		notes:       slices.Clip(p.Notes),
		turn:        p.Turn,
		refresh:     p.Refresh,
		identity:    p.Identity,
		facts:       p.Facts,
		chained:     p.Chain != nil,
		digests:     p.Digests,
		marking:     marking{plan: p.Marks, ttl: p.TTL, cache: p.Cache},
		projections: p.Projections,
	}
}

// layTail keeps the sections of the tail.
func (a *Assembler[S, T]) layTail(sections []SectionSpec[T]) {
	for _, s := range sections {
		if s.Level == Volatile && !s.InSystem && !s.User {
			a.tail = append(a.tail, s)
		}
	}
}

// NewLimitedAssembler is NewAssembler for a registry with limits that refuse what its sections hold, or with a chain
// whose mode the host chooses. An error is an InputErrors.
func NewLimitedAssembler[S, T any](p Program[S, T]) (*Assembler[S, T], error) {
	a := NewAssembler(p)
	if a.err != nil {
		return nil, a.err
	}
	return a, nil
}

// Append appends the system text to dst. It allocates nothing when dst has room and no volatile section stands in the
// system text. Only then is t read: an error is an InputErrors about t, and dst comes back as it was.
func (a *Assembler[S, T]) Append(dst []byte, t T) ([]byte, error) {
	if a.live {
		return a.appendLive(dst, t)
	}
	for i := range a.tiers {
		dst = append(dst, a.tiers[i].text.Value()...)
	}
	return dst, nil
}

// appendLive is a function of its own, so that Append allocates nothing.
func (a *Assembler[S, T]) appendLive(dst []byte, t T) ([]byte, error) {
	r, err := a.begin(t, "")
	if err != nil {
		return dst, err
	}
	defer a.end(r)
	blocks := a.blocks(r)
	if err := r.buf.errs.Err(); err != nil {
		return dst, err
	}
	for _, b := range blocks {
		dst = append(dst, b.Text...)
	}
	return dst, nil
}

// AppendTail appends the volatile text to dst: what is sent behind the last message. It allocates next to nothing when
// dst has room: the digits of numbers, and values that are normalised, escaped or cut. An error is an InputErrors about t, and dst comes back as it was. What limits cut is told by Request.
func (a *Assembler[S, T]) AppendTail(dst []byte, t T) ([]byte, error) {
	r, err := a.begin(t, "")
	if err != nil {
		return dst, err
	}
	defer a.end(r)
	out := a.appendRun(dst, a.tail, false, r, &total{})
	if err := r.buf.errs.Err(); err != nil {
		return dst, err
	}
	return out, nil
}

// Blocks yields the tiers of the system text; joined they are System. Volatile sections need a turn and are left out.
func (a *Assembler[S, T]) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, b := range a.blocks(nil) {
			if !yield(b) {
				return
			}
		}
	}
}

// System returns the system text. Volatile sections need a turn and are left out: Append has them.
func (a *Assembler[S, T]) System() string {
	var parts []string
	for b := range a.Blocks() {
		parts = append(parts, b.Text)
	}
	return strings.Join(parts, "")
}

// Section returns the bytes of a section as they stand in the system text, without the separator in front, for tests
// and logs. It reports false for a section that is unknown, empty or volatile.
func (a *Assembler[S, T]) Section(name string) (string, bool) {
	for _, s := range a.spans {
		if s.name == name {
			return a.tiers[s.tier].text.Value()[s.from:s.to], true
		}
	}
	return "", false
}

// Command renders an instruction text. Of t it demands only what the command reads. An error is an InputErrors: about
// t, or the name is unknown.
func (a *Assembler[S, T]) Command(name string, t T) (string, error) {
	for _, c := range a.commands {
		if c.Name != name {
			continue
		}
		r, err := a.begin(t, name)
		if err != nil {
			return "", err
		}
		defer a.end(r)
		r.buf.appendTo(nil, "command", name)
		c.Write(&r.buf, &r.turn)
		if err := r.buf.errs.Err(); err != nil {
			return "", err
		}
		return string(r.buf.out), nil
	}
	return "", a.unknownCommand(name)
}

func (a *Assembler[S, T]) unknownCommand(name string) error {
	if len(a.commands) == 0 {
		return InputErrors{{Field: "command", Problem: "is " + shorten(name) + ", but there are no commands"}}
	}
	names := make([]string, len(a.commands))
	for i, c := range a.commands {
		names[i] = c.Name
	}
	return InputErrors{{Field: "command", Problem: "is " + shorten(name) + "; " + wantOf(name, names)}}
}

// Tools returns the one filtered list of tools behind schemas, documentation and dispatch. It follows from the
// configuration and the session, so it lives here.
func (a *Assembler[S, T]) Tools() *Tools { return a.tools }

// Refresh returns an assembler for new session inputs (compaction, reset, a server connected). a stays valid. An
// error is an InputErrors. A call of a tool of the host that a offers, and the new one does not, is an error to it over both
// transports, because the model has seen the tool.
func (a *Assembler[S, T]) Refresh(s S) (*Assembler[S, T], error) {
	b, err := a.refresh(s)
	if err == nil {
		b.tools = b.tools.after(a.tools)
	}
	return b, err
}

// Notes returns what limits cut or left out of the inputs of the session, in the order of the inputs, then of the
// sections that are fixed. What they do to a turn is in Request. The slice is the caller's.
func (a *Assembler[S, T]) Notes() []Note { return slices.Clone(a.notes) }
