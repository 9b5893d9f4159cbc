package snapshot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/prompt"
)

// The renderer and the runtime cut, leave out and refuse the same of hostile texts, and tell the same of it.
func TestLimitsAgree(t *testing.T) {
	pieces := []string{"\n", "\n\n", "a", "ä", "😀", "\r", "word ", "\ue000", strings.Repeat("x", 9), "\t", "‹"}
	random := rand.New(rand.NewPCG(1, 2))
	overs := map[string]prompt.Over{"reject": prompt.Reject, "truncate": prompt.Truncate, "skip": prompt.Skip}
	tested := 0
	for range 3000 {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		for verb, over := range overs {
			l := registry.Limit{Bytes: int64(random.IntN(12)), Lines: int64(random.IntN(4)), Over: verb}
			for _, onValue := range []bool{true, false} {
				got := rendered(t, text, l, onValue)
				want := assembled(text, prompt.Limit{Bytes: int(l.Bytes), Lines: int(l.Lines), Over: over}, onValue)
				if got != want {
					t.Fatalf("%q, %+v, of the value: %t: the generator makes %q, the runtime %q", text, l, onValue, got, want)
				}
				tested++
			}
		}
	}
	if tested < 10_000 {
		t.Errorf("only %d limits", tested)
	}
}

// rendered is what the generator makes of a text in a section, with what it tells.
func rendered(t *testing.T, text string, l registry.Limit, onValue bool) string {
	word := func(s string) registry.Word { return registry.Word{Text: s} }
	r := &registry.Registry{
		Locales:  []registry.Locale{{Name: word("en")}},
		Inputs:   []registry.Input{{Field: registry.Field{Name: "v", Type: registry.String, AnyBytes: true}}},
		Sections: []registry.Section{{Name: "s", Role: "system", Cache: word("session")}},
		Profiles: []registry.Profile{{Name: "p", Transports: []registry.Word{word("native")}, Sections: []registry.Word{word("s")}}},
	}
	part := &r.Sections[0].Part
	part.Kind, part.Value = registry.ValuePart, &registry.Text{Segs: []registry.Seg{{Input: "v"}}}
	part.Wrap = &registry.Wrap{Before: "<", After: ">"}
	if onValue {
		r.Inputs[0].Limit = &l
	} else {
		part.Limit = &l
	}
	out, err := render.New(r).Render(render.Cell{Profile: "p", Transport: "native", Locale: "en",
		Inputs: []registry.InputValue{{Name: word("v"), Value: registry.Value{Str: &text}}}})
	if over, ok := errors.AsType[render.OverLimit](err); ok {
		return fmt.Sprint(len(over), " refused")
	}
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, n := range out.Notes {
		told += fmt.Sprint(n.Verb, n.Unit, n.Had, n.Max)
	}
	return out.System + told
}

// assembled is the same of the runtime.
func assembled(text string, l prompt.Limit, onValue bool) string {
	var e prompt.Errs
	if onValue {
		text = e.Fit("v", text, l)
	}
	a, err := prompt.NewLimitedAssembler(prompt.Program[struct{}, struct{}]{
		Transport: prompt.Native,
		Notes:     e.Notes(),
		Sections: []prompt.SectionSpec[struct{}]{{Name: "s", Level: prompt.Session, Write: func(b *prompt.Buf) {
			b.Begin("", "<")
			b.Text(text)
			if !onValue {
				b.Fit(l)
			}
			b.End(">")
		}}},
	})
	if onValue {
		err = e.Err()
	}
	if refused, ok := errors.AsType[prompt.InputErrors](err); ok {
		return fmt.Sprint(len(refused), " refused")
	}
	told := ""
	for _, n := range a.Notes() {
		told += fmt.Sprint(n.Verb, n.Unit, n.Had, n.Limit)
	}
	return a.System() + told
}
