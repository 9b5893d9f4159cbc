package conformance

import (
	"strings"
	"testing"

	"github.com/promptgen/promptgen/conformance/vocabulary/closed/gen/closed"
	"github.com/promptgen/promptgen/conformance/vocabulary/closed/gen/closedtest"
	"github.com/promptgen/promptgen/conformance/vocabulary/open/gen/open"
	"github.com/promptgen/promptgen/conformance/vocabulary/open/gen/opentest"
	"github.com/promptgen/promptgen/prompt"
)

// TestVocabularyCells is TestProjections for the cells of the registries that have the whole vocabulary of parameters.
func TestVocabularyCells(t *testing.T) {
	// The SDKs' types hold schemas as any, where json.Unmarshal rounds what no float64 holds. The raw routes, which
	// docs/providers.md takes, don't. Here such numbers give way to some that it does not round.
	exact := strings.NewReplacer("9007199254740993", "9007199254740991", "-9223372036854775807", "-1", "9223372036854775806", "1",
		"0.10000000000000000001", "0.1")
	seen := 0
	examine := func(cell string, tools *prompt.Tools, request func(prompt.Provider) (prompt.Request, error)) {
		for _, p := range projections() {
			wire := tools.MCP()
			for _, provider := range []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses, prompt.OpenAICompatible, prompt.Gemini, prompt.GeminiOpenAPI} {
				if provider.String() != p.name {
					continue
				}
				r, err := request(provider)
				if err != nil {
					t.Fatal(err)
				}
				wire = r.Tools
			}
			if wire.IsZero() {
				continue // over XML, and where the form is not projected
			}
			seen++
			fixedForm(t, cell+" "+p.name, wire.JSON())
			for v := range wire.All() {
				fixedForm(t, cell+" "+p.name+" tool", v)
			}
			offered := offers(tools)
			for i := range offered {
				offered[i].schema = exact.Replace(offered[i].schema)
			}
			for _, bad := range p.examine([]byte(exact.Replace(string(wire.JSON()))), offered) {
				t.Errorf("%s %s: %s", cell, p.name, bad)
			}
		}
	}
	for name, c := range closedtest.Cells() {
		a, err := closed.New(c.Config, c.Session)
		if err != nil {
			t.Fatal(err)
		}
		examine("closed "+name, a.Tools(), func(p prompt.Provider) (prompt.Request, error) { return a.Request(p, c.Turn) })
	}
	for name, c := range opentest.Cells() {
		a, err := open.New(c.Config, c.Session)
		if err != nil {
			t.Fatal(err)
		}
		examine("open "+name, a.Tools(), func(p prompt.Provider) (prompt.Request, error) {
			if p == prompt.GeminiOpenAPI {
				return prompt.Request{}, nil
			}
			return a.Request(p, c.Turn)
		})
	}
	if seen == 0 {
		t.Error("no cell has tools")
	}
	t.Logf("%d lists of tools", seen)
}
