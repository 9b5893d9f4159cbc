package snapshot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/prompt"
)

// The runtime makes of the same filtered list the bytes that the snapshots pin: envelopes, documentation and names.
func TestRuntimeAgrees(t *testing.T) {
	providers := []prompt.Provider{
		prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses, prompt.OpenAICompatible, prompt.Gemini, prompt.GeminiOpenAPI,
	}
	for _, name := range []string{"tools", "cases"} {
		r := archive(t, name)
		renderer := render.New(r)
		for _, c := range Cells(r) {
			out, err := renderer.Render(c.Cell)
			if err != nil {
				t.Fatal(err)
			}
			tools := prompt.NewTools(prompt.Toolbox{}, specs(out.Tools))
			if diff := cmp.Diff(project.Docs(out.Tools), tools.Docs()); diff != "" {
				t.Errorf("%s: documentation (-generator +runtime)\n%s", c.Name(), diff)
			}
			if diff := cmp.Diff(project.Names(out.Tools), tools.Names()); diff != "" {
				t.Errorf("%s: names (-generator +runtime)\n%s", c.Name(), diff)
			}
			a := prompt.NewAssembler(prompt.Program[struct{}, struct{}]{Transport: prompt.Native, Tools: tools})
			for _, provider := range providers {
				projection := provider.String()
				want, err := project.Request(projection, out.Tools, project.Mark{})
				if err != nil {
					t.Fatal(err)
				}
				request, err := a.Request(provider, struct{}{})
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				if !request.Tools.IsZero() {
					got = string(request.Tools.JSON())
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: %s (-generator +runtime)\n%s", c.Name(), projection, diff)
				}
			}
		}
	}
}

// specs are what generated code gives to the runtime for a filtered list.
func specs(tools []project.Tool) []prompt.ToolSpec {
	forms := map[string]prompt.ValueForm{"RawValue": prompt.RawValue, "NumberValue": prompt.NumberValue, "BoolValue": prompt.BoolValue, "JSONValue": prompt.JSONValue}
	var out []prompt.ToolSpec
	for i := range tools {
		t := &tools[i]
		s := prompt.ToolSpec{Name: t.Name, Doc: t.Doc, Strict: prompt.Strict(t.Strict), Hints: prompt.JSON(t.Hints)}
		for _, p := range t.Params {
			s.Params = append(s.Params, prompt.ParamSpec{
				Name: p.Name, Required: p.Required, Schema: p.Form.Schema, Canonical: p.Form.Canonical,
				OpenAIStrict: p.Form.OpenAIStrict, AnthropicStrict: p.Form.AnthropicStrict, Gemini: p.Form.Gemini, GeminiOpenAPI: p.Form.GeminiOpenAPI,
				Docs: p.Docs, Usage: p.Usage, Note: p.Form.Note, Value: forms[p.Form.Value],
			})
		}
		out = append(out, s)
	}
	return out
}
