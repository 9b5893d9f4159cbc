package request_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/prompt"
)

// registries are those of the archives from which code is generated, and the repository's own.
func registries(t *testing.T) map[string]*registry.Registry {
	t.Helper()
	paths, err := filepath.Glob("../emit/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	out := map[string]*registry.Registry{"own": own(t)}
	for _, path := range paths {
		out[filepath.Base(path)] = archive(t, path)
	}
	return out
}

// plan is what a profile can say about marks.
type plan struct {
	names           []string
	static, session string
}

// plans are all choices of at most three places, with and without lifetimes.
func plans() []plan {
	all := []string{"tools", "static", "session", "system"}
	var out []plan
	for set := range 1<<len(all) - 1 {
		var names []string
		for i, n := range all {
			if set&(1<<i) != 0 {
				names = append(names, n)
			}
		}
		out = append(out, plan{names, "", ""}, plan{names, "1h", "5m"})
	}
	return out
}

// TestMarksAgree compares with where the runtime puts the marks of every cell, for all that a profile can plan.
func TestMarksAgree(t *testing.T) {
	compared := 0
	for name, r := range registries(t) {
		renderer := render.New(r)
		for _, c := range snapshot.Cells(r) {
			if name == "own" && c.Case != "basic" {
				continue // the cases differ in what is said, not in the levels that are shown
			}
			out, err := renderer.Render(c.Cell)
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range plans() {
				p := planned(*r.Profile(c.Profile), how)
				for projection, provider := range map[string]prompt.Provider{"anthropic": prompt.Anthropic, "openai-chat": prompt.OpenAIChat, "gemini": prompt.Gemini} {
					var want []string
					for _, m := range marks.Of(r, &p, c.Transport, projection, out) {
						sent := len(string([]rune(out.System[:m.Bytes]))) // JSON has three bytes for one that is no UTF-8
						want = append(want, fmt.Sprint(sent, m.TTL))
					}
					if diff := cmp.Diff(want, placed(t, &p, c.Transport, provider, out)); diff != "" {
						t.Fatalf("%s: %s: %s with %+v (-generator +runtime)\n%s", name, c.Name(), projection, how, diff)
					}
					compared += len(want)
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d marks compared", compared)
	}
}

func planned(p registry.Profile, how plan) registry.Profile {
	p.Breakpoints = nil
	for _, n := range how.names {
		p.Breakpoints = append(p.Breakpoints, registry.Word{Text: n})
	}
	p.TTL = &registry.TTL{Static: registry.Word{Text: how.static}, Session: registry.Word{Text: how.session}}
	return p
}

// placed returns the marks of a request that the runtime makes of the rendered sections: how much of the system text
// stands in front of each, and its lifetime.
func placed(t *testing.T, p *registry.Profile, transport string, provider prompt.Provider, out *render.Result) []string {
	t.Helper()
	request, err := prompt.NewAssembler(program(p, transport, out)).Request(provider, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	bytes := 0
	for _, v := range []prompt.Values{request.Tools, request.System} {
		for e := range v.All() {
			var block struct {
				Text       string
				Anthropic  *struct{ TTL string } `json:"cache_control"`
				Breakpoint *struct{ TTL string } `json:"prompt_cache_breakpoint"`
			}
			if err := json.Unmarshal([]byte(e), &block); err != nil {
				t.Fatal(err)
			}
			bytes += len(block.Text)
			for _, m := range []*struct{ TTL string }{block.Anthropic, block.Breakpoint} {
				if m != nil {
					all = append(all, fmt.Sprint(bytes, m.TTL))
				}
			}
		}
	}
	return all
}
