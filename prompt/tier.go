package prompt

// tier is a maximal run of sections of one level in the system text. A fixed one (static, session) is rendered when
// the assembler is made; a volatile one is rendered from its sections on every call.
type tier[T any] struct {
	level    Level
	text     shared           // of a fixed tier; never empty
	lead     int              // how many bytes at the start of text separate it from what stands in front
	sections []SectionSpec[T] // of a volatile tier
}

// span is where the bytes of a section stand in the text of its tier.
type span struct {
	name     string
	tier     int
	from, to int
}

// layTiers renders the fixed sections and keeps the volatile ones for later.
func (a *Assembler[S, T]) layTiers(b *Buf, sections []SectionSpec[T]) {
	texts := make([][]byte, 0, len(sections)) // of the tiers; nil of a volatile one
	for _, run := range runs(sections) {
		t := tier[T]{level: run[0].Level}
		if t.level == Volatile {
			t.sections = run
			a.live = true
			a.tiers, texts = append(a.tiers, t), append(texts, nil)
			continue
		}
		// The separator in front is stored with the text even where only volatile sections stand in front, which
		// may all be empty in some turn: blocks then cuts it off.
		text, lead := a.renderRun(b, run, len(a.tiers))
		if t.lead = lead; len(text) > 0 {
			a.tiers, texts = append(a.tiers, t), append(texts, text)
		}
	}
	if n := len(texts); n > 0 && texts[n-1] != nil {
		texts[n-1] = append(texts[n-1], a.final...)
		a.final = ""
	}
	for i, text := range texts {
		if text != nil {
			a.tiers[i].text = share(string(text))
		}
	}
	a.marking.static, a.marking.session = a.leading(Static), a.leading(Session)
}

// leading counts the tiers at the start that are no livelier than l.
func (a *Assembler[S, T]) leading(l Level) int {
	for i := range a.tiers {
		if a.tiers[i].level > l {
			return i
		}
	}
	return len(a.tiers)
}

// runs groups the sections of the system text into maximal runs of one level.
func runs[T any](sections []SectionSpec[T]) [][]SectionSpec[T] {
	var all [][]SectionSpec[T]
	for _, s := range sections {
		if s.User || s.Level == Volatile && !s.InSystem {
			continue
		}
		if n := len(all); n > 0 && all[n-1][0].Level == s.Level {
			all[n-1] = append(all[n-1], s)
			continue
		}
		all = append(all, []SectionSpec[T]{s})
	}
	return all
}

// renderRun renders a fixed run that becomes the tier with this number, and notes where its sections stand. lead is the
// length of the separator at the start.
func (a *Assembler[S, T]) renderRun(b *Buf, run []SectionSpec[T], number int) (text []byte, lead int) {
	for _, s := range run {
		mark, separator := len(text), a.separator
		if s.separator != nil {
			separator = *s.separator
		}
		if mark > 0 || number > 0 {
			text = append(text, separator...)
		}
		from := len(text)
		b.appendTo(text, "section", s.Name)
		s.Write(b)
		text = b.out
		if len(text) == from || !a.total.take(s.kind(), s.Name, s.Total, len(separator), len(text)-from, &b.errs) {
			text = text[:mark]
			continue
		}
		if mark == 0 {
			lead = from
		}
		a.spans = append(a.spans, span{name: s.Name, tier: number, from: from, to: len(text)})
	}
	return text, lead
}

// rendering is what the sections of one call share. They get pointers to it, so it stands on the heap, and is used
// again because a tail is rendered with every message.
type rendering[T any] struct {
	buf  Buf
	turn T
}

// begin begins a rendering for the command with a name, or of the sections where command is "". An error is an
// InputErrors about t.
func (a *Assembler[S, T]) begin(t T, command string) (*rendering[T], error) {
	r, ok := a.idle.Get().(*rendering[T])
	if !ok {
		r = new(rendering[T])
	}
	if a.turn == nil {
		r.turn = t
		return r, nil
	}
	r.turn = a.turn(&r.buf.errs, t, command)
	if err := r.buf.errs.Err(); err != nil {
		a.end(r)
		return nil, err
	}
	return r, nil
}

// end keeps r for later, without what it was given.
func (a *Assembler[S, T]) end(r *rendering[T]) {
	*r = rendering[T]{buf: Buf{open: r.buf.open[:0], errs: Errs{inside: r.buf.errs.inside[:0]}}}
	a.idle.Put(r)
}

// appendRun appends the volatile sections of a run that are not empty. led says that something stands in front, which
// the first of them is separated from, and count adds up what is kept.
func (a *Assembler[S, T]) appendRun(dst []byte, run []SectionSpec[T], led bool, r *rendering[T], count *total) []byte {
	for i := range run {
		s := &run[i]
		mark := len(dst)
		if led {
			dst = append(dst, a.separator...)
		}
		from := len(dst)
		r.buf.appendTo(dst, "section", s.Name)
		if s.WriteTurn != nil {
			s.WriteTurn(&r.buf, &r.turn)
		} else {
			s.Write(&r.buf)
		}
		dst = r.buf.out
		if len(dst) == from || !count.take(s.kind(), s.Name, s.Total, len(a.separator), len(dst)-from, &r.buf.errs) {
			dst = dst[:mark]
			continue
		}
		led = true
	}
	return dst
}

// blocks returns the tiers of the system text that are not empty; a nil r leaves the volatile ones out.
func (a *Assembler[S, T]) blocks(r *rendering[T]) []Block {
	all := make([]Block, 0, len(a.tiers))
	count := a.total // of the fixed tiers; those of a turn come on top
	for i := range a.tiers {
		tier := &a.tiers[i]
		text := ""
		switch {
		case tier.sections == nil:
			text = tier.text.Value()
			if len(all) == 0 {
				text = text[tier.lead:]
			}
		case r != nil:
			text = string(a.appendRun(nil, tier.sections, len(all) > 0, r, &count))
		}
		if text != "" {
			all = append(all, Block{Level: tier.level, Text: text})
		}
	}
	if n := len(all); n > 0 {
		all[n-1].Text += a.final
	}
	return all
}
