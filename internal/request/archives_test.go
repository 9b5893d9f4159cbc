package request_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/request"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/prompt"
)

// TestRuntimeAgrees compares system texts and options with what the run time makes of the same sections, in the archives
// from which code is generated: there, levels come in every order and marks are planned in every way.
func TestRuntimeAgrees(t *testing.T) {
	paths, err := filepath.Glob("../emit/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	compared := 0
	for _, path := range paths {
		r := archive(t, path)
		renderer := render.New(r)
		for _, c := range snapshot.Cells(r) {
			out, err := renderer.Render(c.Cell)
			if err != nil {
				t.Fatal(err)
			}
			a := prompt.NewAssembler(program(r.Profile(c.Profile), c.Transport, out))
			for _, provider := range providers() {
				want, err := a.Request(provider, struct{}{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := request.Members(r, c.Cell, provider.String(), out)
				if err != nil {
					t.Fatal(err)
				}
				want.Tools = prompt.Values{}
				got = slices.DeleteFunc(got, func(m request.Member) bool { return m.Name == "tools" })
				if diff := cmp.Diff(members(provider.String(), want), got, equateEmpty()); diff != "" {
					t.Fatalf("%s: %s: %s (-runtime +generator)\n%s", filepath.Base(path), c.Name(), provider, diff)
				}
				compared += len(got)
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d members compared", compared)
	}
}

func equateEmpty() cmp.Option {
	return cmp.Transformer("", func(all []request.Member) string { return request.Object(all) })
}

func providers() []prompt.Provider {
	return []prompt.Provider{
		prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses, prompt.OpenAICompatible, prompt.Gemini, prompt.GeminiOpenAPI,
	}
}
