package prompt

import (
	"iter"
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
	transport Transport
	separator string
	final     string // behind the system text; "" when the last fixed tier holds it
	tiers     []tier[T]
	live      bool // a volatile section stands in the system text
	tail      []SectionSpec[T]
	spans     []span
	commands  []CommandSpec[T]
	tools     *Tools
	turn      func(T, string) (T, error)
	refresh   func(S) (*Assembler[S, T], error)
	marking   marking
	fixed     [providers]fixedRequest
	idle      sync.Pool // of *rendering[T]
}

// NewAssembler renders the fixed sections of p. Generated code calls it; applications call the New of their package.
func NewAssembler[S, T any](p Program[S, T]) *Assembler[S, T] {
	a := &Assembler[S, T]{
		transport: p.Transport,
		separator: p.Separator,
		final:     p.Final,
		commands:  p.Commands,
		tools:     p.Tools,
		turn:      p.Turn,
		refresh:   p.Refresh,
		marking:   marking{plan: p.Marks, ttl: p.TTL, cache: p.Cache},
	}
	for _, s := range p.Sections {
		if s.Level == Volatile && !s.InSystem {
			a.tail = append(a.tail, s)
		}
	}
	a.layTiers(p.Sections)
	return a
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
	t, err := a.check(t, "")
	if err != nil {
		return dst, err
	}
	r := a.begin(t)
	for _, b := range a.blocks(r) {
		dst = append(dst, b.Text...)
	}
	a.end(r)
	return dst, nil
}

// AppendTail appends the volatile text to dst: what is sent behind the last message. It allocates the texts that hold
// values. An error is an InputErrors about t, and dst comes back as it was.
func (a *Assembler[S, T]) AppendTail(dst []byte, t T) ([]byte, error) {
	t, err := a.check(t, "")
	if err != nil {
		return dst, err
	}
	if len(a.tail) == 0 {
		return dst, nil
	}
	r := a.begin(t)
	dst = a.appendRun(dst, a.tail, false, r)
	a.end(r)
	return dst, nil
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
		t, err := a.check(t, name)
		if err != nil {
			return "", err
		}
		r := a.begin(t)
		defer a.end(r)
		r.buf.appendTo(nil)
		c.Write(&r.buf, &r.turn)
		return string(r.buf.out), nil
	}
	return "", a.unknownCommand(name)
}

func (a *Assembler[S, T]) unknownCommand(name string) error {
	if len(a.commands) == 0 {
		return InputErrors{{Field: "command", Problem: "is " + quote(name) + ", but there are no commands"}}
	}
	names := make([]string, len(a.commands))
	for i, c := range a.commands {
		names[i] = c.Name
	}
	return InputErrors{{Field: "command", Problem: "is " + quote(name) + "; " + wantOf(name, names)}}
}

// Tools returns the one filtered list of tools behind schemas, documentation and dispatch. It follows from the
// configuration and the session, so it lives here.
func (a *Assembler[S, T]) Tools() *Tools { return a.tools }

// Refresh returns an assembler for new session inputs (compaction, reset, a server connected). a stays valid. An
// error is an InputErrors.
func (a *Assembler[S, T]) Refresh(s S) (*Assembler[S, T], error) { return a.refresh(s) }

// check returns t as a command may read it, or the sections where command is "".
func (a *Assembler[S, T]) check(t T, command string) (T, error) {
	if a.turn == nil {
		return t, nil
	}
	return a.turn(t, command)
}
