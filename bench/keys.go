package main

import (
	"fmt"
	"time"

	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/registry"
)

const (
	keyGates  = 20
	keyRounds = 5
	limitKeys = time.Second
)

// keyRows measures the count of cache keys at the number of gates up to which it is exact: half of them show a section
// each, half a tool each, so that every setting makes a prefix of its own.
func keyRows() ([]row, error) {
	r := gated(keyGates)
	var took []int64
	for range keyRounds {
		start := time.Now()
		count, err := keys.New(r).Count("all", "native", "en")
		if err != nil {
			return nil, err
		}
		if count.Cache != 1<<keyGates || !count.Exact || len(count.Blame) != keyGates {
			return nil, fmt.Errorf("%d gates make %d keys, exact %v, blame %d", keyGates, count.Cache, count.Exact, len(count.Blame))
		}
		took = append(took, int64(time.Since(start)))
	}
	d := time.Duration(median(took))
	return []row{{
		work: fmt.Sprintf("cache keys and blame of 2^%d settings", keyGates), peer: "none",
		ratio: fmt.Sprintf("%.2f s", d.Seconds()), target: fmt.Sprintf("at most %v", limitKeys), ok: d <= limitKeys,
	}}, nil
}

// gated is a registry with as many gates, each of which shows something.
func gated(gates int) *registry.Registry {
	r := &registry.Registry{Locales: []registry.Locale{{Name: registry.Word{Text: "en"}}}}
	p := registry.Profile{Name: "all", Transports: []registry.Word{{Text: "native"}}, Separator: "\n\n"}
	for i := range gates {
		name := fmt.Sprintf("part_%02d", i)
		text := registry.Text{Segs: []registry.Seg{{Lit: "Text of " + name + "."}}}
		when := registry.Word{Text: name}
		r.Gates = append(r.Gates, registry.Gate{Name: name})
		if i%2 == 0 {
			part := registry.Part{Kind: registry.ValuePart, Value: &text, When: when}
			r.Sections = append(r.Sections, registry.Section{Name: name, Part: part, Role: "system", Cache: registry.Word{Text: "static"}})
			p.Sections = append(p.Sections, registry.Word{Text: name})
		} else {
			r.Tools = append(r.Tools, registry.Tool{Name: name, When: when, Fragments: []registry.Fragment{{Text: text}}})
			p.Tools = append(p.Tools, registry.Word{Text: name})
		}
	}
	r.Profiles = []registry.Profile{p}
	return r
}
