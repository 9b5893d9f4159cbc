package request_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/request"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/prompt"
)

func own(t *testing.T) *registry.Registry {
	t.Helper()
	r, found, err := load.Load(os.DirFS("../.."), nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	return r
}

// TestGeneratedCodeAgrees compares the members of every cell of the repository's registry with what its generated code
// sends, byte for byte.
func TestGeneratedCodeAgrees(t *testing.T) {
	r := own(t)
	renderer := render.New(r)
	cells := map[string]snapshot.Cell{}
	for _, c := range snapshot.Cells(r) {
		cells[c.Name()] = c
	}
	compared := 0
	for name, cell := range codertest.Cells() {
		a, err := coder.New(cell.Config, cell.Session)
		if err != nil {
			t.Fatal(err)
		}
		c := cells[name]
		out, err := renderer.Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		for _, projection := range r.Projected() {
			if projection.Constant == "" {
				continue // a list of tools by itself is no request
			}
			provider := projection.Name
			got, err := request.Members(r, c.Cell, provider, out)
			if err != nil {
				t.Fatal(err)
			}
			var p prompt.Provider
			if err := p.UnmarshalText([]byte(provider)); err != nil {
				t.Fatal(err)
			}
			sent, err := a.Request(p, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(members(provider, sent), got); diff != "" {
				t.Fatalf("%s: %s (-generated code +generator)\n%s", name, provider, diff)
			}
			compared += len(got)
		}
	}
	if compared < 200 {
		t.Errorf("%d members compared", compared)
	}
}

// members are those of the run time's request.
func members(provider string, r prompt.Request) []request.Member {
	var all []request.Member
	if !r.Tools.IsZero() {
		all = append(all, request.Member{Name: "tools", JSON: string(r.Tools.JSON())})
	}
	if !r.System.IsZero() {
		m := request.Member{Name: "system", JSON: string(r.System.JSON())}
		switch provider {
		case "openai-chat", "openai-compatible":
			m = request.Member{Name: "messages", JSON: "[" + m.JSON + "]"}
		case "openai-responses":
			m = request.Member{Name: "input", JSON: "[" + m.JSON + "]"}
		case "gemini", "gemini-openapi":
			m.Name = "systemInstruction"
		}
		all = append(all, m)
	}
	if r.CacheOptions != "" {
		all = append(all, request.Member{Name: "prompt_cache_options", JSON: string(r.CacheOptions)})
	}
	return all
}

// TestObject pins the shape of what the command prints.
func TestObject(t *testing.T) {
	r := own(t)
	c := snapshot.Cells(r)[0]
	out := &render.Result{
		System: "a\n\nb\n\nc\n",
		Sections: []render.Section{
			{Name: "x", Level: registry.Static, Text: "a"}, {Name: "y", Level: registry.Static, Separator: "\n\n", Text: "b"},
			{Name: "z", Level: registry.Session, Separator: "\n\n", Text: "c"}, {Name: "t", Level: registry.Volatile, InTail: true, Text: "<t>"},
		},
	}
	out.Lineup = out.Sections
	tests := []struct{ provider, want string }{
		{"anthropic", `{"system":[{"type":"text","text":"a\n\nb","cache_control":{"type":"ephemeral"}},{"type":"text","text":"\n\nc\n","cache_control":{"type":"ephemeral"}}]}`},
		{"openai-chat", `{"messages":[{"role":"developer","content":[{"type":"text","text":"a\n\nb","prompt_cache_breakpoint":{"mode":"explicit"}},` +
			`{"type":"text","text":"\n\nc\n","prompt_cache_breakpoint":{"mode":"explicit"}}]}],"prompt_cache_options":{"mode":"explicit"}}`},
		{"openai-responses", `{"input":[{"type":"message","role":"developer","content":[{"type":"input_text","text":"a\n\nb","prompt_cache_breakpoint":{"mode":"explicit"}},` +
			`{"type":"input_text","text":"\n\nc\n","prompt_cache_breakpoint":{"mode":"explicit"}}]}],"prompt_cache_options":{"mode":"explicit"}}`},
		{"gemini", `{"systemInstruction":{"parts":[{"text":"a\n\nb"},{"text":"\n\nc\n"}]}}`},
		{"gemini-openapi", `{"systemInstruction":{"parts":[{"text":"a\n\nb"},{"text":"\n\nc\n"}]}}`},
		{"openai-compatible", `{"messages":[{"role":"system","content":"a\n\nb\n\nc\n"}]}`},
	}
	c.Transport, c.Profile = "xml", "lite"
	for _, test := range tests {
		got, err := request.Members(r, c.Cell, test.provider, out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, request.Object(got)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.provider, diff)
		}
	}
	list, err := request.Members(r, c.Cell, "mcp", out)
	if got := request.Object(list); got != `{"tools":[]}` || err != nil {
		t.Errorf("mcp: %s, %v", got, err)
	}
	if _, err := request.Members(r, c.Cell, "cohere", out); err == nil {
		t.Error("a provider that is none passes")
	}
}
