package vocabulary

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/promptgen/promptgen/conformance/vocabulary/closed/gen/closed"
	"github.com/promptgen/promptgen/conformance/vocabulary/closed/gen/closedtest"
	"github.com/promptgen/promptgen/conformance/vocabulary/closed/gen/closedtools"
	"github.com/promptgen/promptgen/conformance/vocabulary/open/gen/open"
	"github.com/promptgen/promptgen/conformance/vocabulary/open/gen/opentest"
	"github.com/promptgen/promptgen/conformance/vocabulary/open/gen/opentools"
	"github.com/promptgen/promptgen/prompt"
)

// session is what one profile offers.
type session struct {
	name    string
	tools   *prompt.Tools
	box     prompt.Toolbox
	openAPI bool // Gemini's older form is projected, too
	request func(prompt.Provider) (prompt.Request, error)
	typed   func(prompt.Call) (any, error) // the arguments as Go values
}

// sessions yields those that offer tools over a transport. Where calls are JSON when they are decoded, one is enough.
func sessions(t *testing.T, over prompt.Transport) iter.Seq[session] {
	return func(yield func(session) bool) {
		for name, c := range closedtest.Cells() {
			a, err := closed.New(c.Config, c.Session)
			if err != nil {
				t.Fatal(err)
			}
			request := func(p prompt.Provider) (prompt.Request, error) { return a.Request(p, c.Turn) }
			typed := func(c prompt.Call) (any, error) {
				if c.Name == closedtools.NameGated {
					return closedtools.Dispatch(t.Context(), gated{}, a.Tools(), c)
				}
				return closedtools.Decode(c)
			}
			if c.Config.Transport == over && !yield(session{"closed." + name, a.Tools(), closedtools.Toolbox(), true, request, typed}) {
				return
			}
		}
		for name, c := range opentest.Cells() {
			a, err := open.New(c.Config, c.Session)
			if err != nil {
				t.Fatal(err)
			}
			request := func(p prompt.Provider) (prompt.Request, error) { return a.Request(p, c.Turn) }
			typed := func(c prompt.Call) (any, error) { return opentools.Decode(c) }
			if c.Config.Transport == over && !yield(session{"open." + name, a.Tools(), opentools.Toolbox(), false, request, typed}) {
				return
			}
		}
	}
}

// gated hands out the arguments of the tool whose members depend on the session, which Dispatch knows and Decode does not.
type gated struct{ closedtools.Handler[any] }

func (gated) Gated(_ context.Context, a *closedtools.Gated) (any, error) { return a, nil }

// entry is a tool with everything that has to agree.
type entry struct {
	name      string
	shape     *shape             // what instances are made from
	canonical *jsonschema.Schema // what the decoder enforces
	decode    func(args []byte) error
	forms     []form
	strict    []string // the providers that are to hold the model to the schema
}

// form is a schema as it goes on the wire.
type form struct {
	providers []string // whose requests hold it
	fill      bool     // it wants null for what is absent
	schema    *jsonschema.Schema
}

// entries returns the tools of a session.
func (s session) entries(t *testing.T) []entry {
	t.Helper()
	wires := s.wires(t)
	var out []entry
	for tool := range s.tools.All() {
		e := entry{name: tool.Name, shape: shapeOf(t, []byte(tool.Schema)), canonical: compile(t, []byte(tool.Schema))}
		e.decode = func(args []byte) error {
			return s.tools.DecodeCall(prompt.Call{Name: e.name, Args: args}, s.box.Fields(e.name))
		}
		texts := map[string]int{}
		for _, w := range wires {
			if w.name != tool.Name {
				continue
			}
			schema := w.schema
			if w.provider == "gemini-openapi" {
				schema = standard(t, schema)
			}
			if w.strict {
				e.strict = append(e.strict, w.provider)
			}
			key := string(schema)
			fill := w.strict && strings.HasPrefix(w.provider, "openai")
			if fill {
				key += " filled"
			}
			if i, ok := texts[key]; ok {
				e.forms[i].providers = append(e.forms[i].providers, w.provider)
				continue
			}
			texts[key] = len(e.forms)
			e.forms = append(e.forms, form{[]string{w.provider}, fill, compile(t, schema)})
		}
		out = append(out, e)
	}
	return out
}

// wire is a tool as a request holds it.
type wire struct {
	provider, name string
	strict         bool
	schema         json.RawMessage
}

// wires returns the tools of every request, and of an MCP server.
func (s session) wires(t *testing.T) []wire {
	t.Helper()
	lists := []struct {
		name  string
		tools prompt.JSON
	}{{"mcp", s.tools.MCP().JSON()}}
	for _, p := range []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses, prompt.OpenAICompatible, prompt.Gemini, prompt.GeminiOpenAPI} {
		if p == prompt.GeminiOpenAPI && !s.openAPI {
			continue
		}
		r, err := s.request(p)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, struct {
			name  string
			tools prompt.JSON
		}{p.String(), r.Tools.JSON()})
	}
	var out []wire
	for _, l := range lists {
		fixedForm(t, s.name+" "+l.name, l.tools)
		tools, err := unwrap(l.name, []byte(l.tools))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tools...)
	}
	return out
}

// unwrap takes the tools out of the envelope that a format puts around them.
func unwrap(provider string, list []byte) ([]wire, error) {
	type envelope struct {
		Name                 string            `json:"name"`
		Strict               bool              `json:"strict"`
		Parameters           json.RawMessage   `json:"parameters"`
		ParametersJSONSchema json.RawMessage   `json:"parametersJsonSchema"`
		AnthropicSchema      json.RawMessage   `json:"input_schema"`
		MCPSchema            json.RawMessage   `json:"inputSchema"`
		Function             json.RawMessage   `json:"function"`
		Declarations         []json.RawMessage `json:"functionDeclarations"`
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(list, &elements); err != nil {
		return nil, err
	}
	var out []wire
	for len(elements) > 0 {
		var e envelope
		if err := json.Unmarshal(elements[0], &e); err != nil {
			return nil, err
		}
		elements = elements[1:]
		inner := e.Declarations
		if e.Function != nil {
			inner = append(inner, e.Function)
		}
		if inner != nil {
			elements = slices.Concat(inner, elements)
			continue
		}
		w := wire{provider: provider, name: e.Name, strict: e.Strict}
		for _, schema := range []json.RawMessage{e.Parameters, e.ParametersJSONSchema, e.AnthropicSchema, e.MCPSchema} {
			if schema != nil {
				w.schema = schema
			}
		}
		if w.schema == nil {
			return nil, errors.New(provider + ": " + e.Name + " has no schema")
		}
		out = append(out, w)
	}
	return out, nil
}

// fixedForm checks that encoding/json, which all SDKs end in, leaves a value as it is.
func fixedForm(t *testing.T, label string, v prompt.JSON) {
	t.Helper()
	got, err := json.Marshal(json.RawMessage(v))
	if err != nil {
		t.Errorf("%s: %v", label, err)
	} else if string(got) != string(v) {
		t.Errorf("%s: encoding/json turns\n%s into\n%s", label, v, got)
	}
}
