package check

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// large is a registry without mistakes: n sections that each name a tool behind its gate, n/5 tools, ten locales.
func large(n int) *registry.Registry {
	word := func(s string) registry.Word { return registry.Word{Text: s} }
	line := 0
	at := func(path string) diag.Loc {
		line++
		return diag.Loc{File: "large.cue", Line: line, Col: 1, Path: path}
	}
	r := &registry.Registry{Package: "large"}
	for i := range 10 {
		r.Locales = append(r.Locales, registry.Locale{Name: word("l" + strconv.Itoa(i))})
	}
	for i := range 10 {
		r.Gates = append(r.Gates, registry.Gate{At: at("gates"), Name: "g" + strconv.Itoa(i), Scope: registry.SessionScope})
	}
	full := registry.Profile{At: at("profiles.full"), Name: "full", Kind: "agent", Transports: []registry.Word{word("native")}}
	for i := range n / 5 {
		name := fmt.Sprintf("do_%05d", i)
		full.Tools, r.ToolNames = append(full.Tools, word(name)), append(r.ToolNames, word(name))
		t := registry.Tool{
			At: at("tools." + name), Name: name, When: registry.Word{Text: "g" + strconv.Itoa(i%10), At: at("when")},
			Fragments: []registry.Fragment{{At: at("description"), Text: registry.Text{At: at("description"), Segs: []registry.Seg{{Lit: "Does it."}}}}},
		}
		for _, p := range []string{"a", "b", "c", "d"} {
			t.Params = append(t.Params, registry.Param{Type: registry.Type{At: at("params"), Kind: registry.StringType}, Name: p, Fragments: t.Fragments})
		}
		r.Tools = append(r.Tools, t)
	}
	for i := range n {
		name := fmt.Sprintf("s%05d", i)
		full.Sections = append(full.Sections, word(name))
		tool := fmt.Sprintf("do_%05d", i/5)
		r.Sections = append(r.Sections, registry.Section{
			Part: registry.Part{At: at("sections." + name), Kind: registry.TextPart, Key: word("text"), When: registry.Word{Text: "tool." + tool, At: at("when")}},
			Name: name, Role: "system", Cache: registry.Word{Text: "static", At: at("cache")},
		})
	}
	for l := range r.Locales {
		r.Locales[l].Fallback = &registry.Fallback{Except: nil}
		for i := range n {
			t := registry.Text{At: at("i18n"), Segs: []registry.Seg{{Lit: "Work with "}, {At: at("i18n"), Tool: fmt.Sprintf("do_%05d", i/5)}, {Lit: ", and then some more words of a usual text."}}}
			r.Messages = append(r.Messages, registry.Message{Locale: r.Locales[l].Name.Text, Scope: registry.Shared, Section: fmt.Sprintf("s%05d", i), Key: "text", Text: t})
		}
	}
	r.Locales[0].Fallback = nil
	r.Profiles = []registry.Profile{full}
	return r
}

func TestLarge(t *testing.T) {
	if found := Check(large(50)); len(found) > 0 {
		t.Error(found.Text())
	}
}

func BenchmarkLarge(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		r := large(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				Check(r)
			}
		})
	}
}
