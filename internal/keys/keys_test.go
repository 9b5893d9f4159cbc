package keys_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

func repository(t *testing.T) *registry.Registry {
	t.Helper()
	r, found, err := load.Load(os.DirFS("../.."), nil)
	if err != nil || found.HasErrors() {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	return r
}

// TestRepository compares the counts of this repository's registry with brute force.
func TestRepository(t *testing.T) {
	r := repository(t)
	compareReport(t, r)
	counter := keys.New(r)
	for i := range r.Profiles {
		p := &r.Profiles[i]
		for _, transport := range p.Transports {
			for _, l := range r.Locales {
				if testing.Short() && (p.Name != "lite" || l.Name.Text != "en") {
					continue
				}
				got, err := counter.Count(p.Name, transport.Text, l.Name.Text)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(brute(t, r, p, transport.Text, l.Name.Text), got); diff != "" {
					t.Errorf("%s over %s in %s (-brute force +count)\n%s", p.Name, transport.Text, l.Name.Text, diff)
				}
			}
		}
	}
}

// optional is a registry of sections and tools, each with a gate of its own. Gates beyond 20 count for sections alone.
func optional(sections, tools int, texts func(int) string) *registry.Registry {
	r := &registry.Registry{Locales: []registry.Locale{{Name: word("en")}}}
	p := registry.Profile{Name: "p", Transports: words("native", "xml"), Separator: "\n\n"}
	for i := range sections + tools {
		name := fmt.Sprintf("n%04d", i)
		r.Gates = append(r.Gates, registry.Gate{Name: name})
		if i < sections {
			text := registry.Text{Segs: []registry.Seg{{Lit: texts(i)}}}
			part := registry.Part{Kind: registry.ValuePart, Value: &text, When: word(name)}
			r.Sections = append(r.Sections, registry.Section{Name: name, Part: part, Cache: word("static"), Role: "system"})
			p.Sections = append(p.Sections, word(name))
		} else {
			doc := []registry.Fragment{{Text: registry.Text{Segs: []registry.Seg{{Lit: name}}}}}
			r.Tools = append(r.Tools, registry.Tool{Name: name, Fragments: doc, When: word(name)})
			p.Tools = append(p.Tools, word(name))
		}
	}
	r.Profiles = []registry.Profile{p}
	return r
}

func TestCount(t *testing.T) {
	same := func(int) string { return "same" }
	differ := func(i int) string { return fmt.Sprint("text ", i) }
	for _, tt := range []struct {
		name               string
		registry           *registry.Registry
		transport          string
		cache, text, tools int64
		exact              bool
		blamed             int
		factor             float64
	}{
		{"equal texts", optional(2, 0, same), "native", 3, 3, 1, true, 2, 1.5},
		{"different texts", optional(2, 0, differ), "native", 4, 4, 1, true, 2, 2},
		{"tools and texts", optional(1, 2, differ), "native", 8, 2, 4, true, 3, 2},
		{"xml shows no tools here", optional(1, 2, differ), "xml", 2, 2, 0, true, 1, 2},
		{"20 gates", optional(12, 8, differ), "native", 1 << 20, 1 << 12, 1 << 8, true, 20, 2},
		{"20 gates, equal texts", optional(20, 0, same), "xml", 21, 21, 0, true, 20, 1.05},
		{"22 gates", optional(14, 8, differ), "native", 1 << 22, 1 << 14, 1 << 8, false, 22, 2},
		{"70 gates", optional(70, 0, differ), "xml", 1<<63 - 1, 1<<63 - 1, 0, false, 0, 0},
	} {
		got, err := keys.New(tt.registry).Count("p", tt.transport, "en")
		if err != nil {
			t.Fatal(err)
		}
		blame := got.Blame
		got.Blame = nil
		if diff := cmp.Diff(keys.Count{Cache: tt.cache, Text: tt.text, Tools: tt.tools, Exact: tt.exact}, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if len(blame) != tt.blamed || tt.blamed > 0 && (blame[0] != keys.Blame{Gate: "n0000", Factor: tt.factor}) {
			t.Errorf("%s: blame %v", tt.name, blame)
		}
	}
}
