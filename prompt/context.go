package prompt

import "slices"

// ContextTurn is a turn of the user's that opens the history.
type ContextTurn struct {
	Role  string // "user"
	Text  string // never empty
	Level Level  // how often it changes
}

// opening is a section that opens the history, with its turns unless it is volatile.
type opening[T any] struct {
	SectionSpec[T]
	turns []ContextTurn
}

// layContext renders the sections that open the history and are fixed.
func (a *Assembler[S, T]) layContext(b *Buf, sections []SectionSpec[T]) {
	for _, s := range sections {
		if !s.User {
			continue
		}
		o := opening[T]{SectionSpec: s}
		if s.Level != Volatile {
			o.turns = turnsOf(b, &s, nil)
		}
		a.context = append(a.context, o)
	}
}

// ContextTurns returns the turns that open the history, in the order of the profile: sections with role: "user", which
// are no part of System. There are none where all of them are empty. Turns of level Session and Static stay the same
// until Refresh, so they are cached with the history.
//
// Only where one of them is volatile is t read: an error is an InputErrors about t. What limits do to a volatile one
// is in the Notes of the turn's Request. The slice is the caller's.
func (a *Assembler[S, T]) ContextTurns(t T) ([]ContextTurn, error) {
	var turns []ContextTurn
	live := slices.ContainsFunc(a.context, func(o opening[T]) bool { return o.Level == Volatile })
	if !live {
		for _, o := range a.context {
			turns = append(turns, o.turns...)
		}
		return turns, nil
	}
	r, err := a.begin(t, "")
	if err != nil {
		return nil, err
	}
	defer a.end(r)
	for i := range a.context {
		o := &a.context[i]
		if o.Level == Volatile {
			turns = append(turns, turnsOf(&r.buf, &o.SectionSpec, &r.turn)...)
		} else {
			turns = append(turns, o.turns...)
		}
	}
	if err := r.buf.errs.Err(); err != nil {
		return nil, err
	}
	return turns, nil
}

// turnsOf renders a section that opens the history: one turn, or one up to each EndTurn.
func turnsOf[T any](b *Buf, s *SectionSpec[T], t *T) []ContextTurn {
	b.appendTo(nil, "section", s.Name)
	if s.WriteTurn != nil {
		s.WriteTurn(b, t)
	} else {
		s.Write(b)
	}
	text := string(b.out)
	ends := b.turns
	if n := len(ends); len(text) > 0 && (n == 0 || ends[n-1] < len(text)) {
		ends = append(ends, len(text))
	}
	turns := make([]ContextTurn, 0, len(ends))
	start := 0
	for _, end := range ends {
		turns = append(turns, ContextTurn{Role: "user", Text: text[start:end], Level: s.Level})
		start = end
	}
	return turns
}
