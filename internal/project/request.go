package project

import (
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/internal/strict"
)

// Mark is what a prompt asks of the provider's cache at the end of the tools.
type Mark struct {
	On  bool
	TTL string // e.g. "1h"; "" is the provider's default
}

// envelope is how a projection holds its tools.
type envelope struct {
	open, end string
	tool      func(*Tool, Mark) string
}

// envelopes has a row for every projection.
func envelopes() map[string]envelope {
	return map[string]envelope{
		"anthropic":         {"[", "]", anthropicTool},
		"openai-chat":       {"[", "]", chatTool},
		"openai-compatible": {"[", "]", compatibleTool},
		"openai-responses":  {"[", "]", responsesTool},
		"gemini":            {`[{"functionDeclarations":[`, `]}]`, geminiTool("parametersJsonSchema", gemini)},
		"gemini-openapi":    {`[{"functionDeclarations":[`, `]}]`, geminiTool("parameters", geminiOpenAPI)},
		"mcp":               {"[", "]", mcpTool},
	}
}

// Request returns the bytes of the tools member of a request of the projection, e.g. "anthropic", or of an MCP server's
// answer; "" where there are no tools, because providers refuse an empty list. The last declared tool gets the mark
// in formats that mark tools; what hosts give stands behind it.
func Request(projection string, tools []Tool, end Mark) (string, error) {
	var p Projector
	return p.Take(tools).Request(projection, end)
}

// Request is the function Request for the tools that were taken.
func (l List) Request(projection string, end Mark) (string, error) {
	e, ok := envelopes()[projection]
	if !ok {
		return "", fmt.Errorf("unknown projection %q", projection)
	}
	if len(l.tools) == 0 {
		return "", nil
	}
	var all []string
	for i, t := range l.tools {
		mark := Mark{}
		if i == l.declared-1 {
			mark = end
		}
		all = append(all, t.as(projection, e, mark))
	}
	return e.open + strings.Join(all, ",") + e.end, nil
}

// object writes one object.
func object(members func(w *writer)) string {
	w := &writer{}
	w.open("{")
	members(w)
	w.close("}")
	return strings.Join(w.done(), "")
}

// named begins a tool.
func (w *writer) named(t *Tool) {
	w.word("name", t.Name)
	if t.Doc != "" || t.Host == nil { // a tool of the host may have none
		w.word("description", t.Doc)
	}
}

func anthropicTool(t *Tool, m Mark) string {
	return object(func(w *writer) {
		w.named(t)
		f := anthropic
		if t.Strict&strict.Anthropic != 0 {
			f = anthropicStrict
			w.member("strict", "true")
		}
		w.member("input_schema", t.schema(f))
		if !m.On {
			return
		}
		w.member("cache_control", object(func(w *writer) {
			w.word("type", "ephemeral")
			if m.TTL != "" {
				w.word("ttl", m.TTL)
			}
		}))
	})
}

func chatTool(t *Tool, _ Mark) string {
	return object(func(w *writer) {
		w.word("type", "function")
		w.member("function", object(func(w *writer) {
			w.named(t)
			w.openAISchema(t)
		}))
	})
}

func responsesTool(t *Tool, _ Mark) string {
	return object(func(w *writer) {
		w.word("type", "function")
		w.named(t)
		w.openAISchema(t)
	})
}

// openAISchema says in any case whether the tool is strict: a server that is not told picks for itself.
func (w *writer) openAISchema(t *Tool) {
	if t.Strict&strict.OpenAI != 0 {
		w.member("strict", "true")
		w.member("parameters", t.schema(openaiStrict))
		return
	}
	w.member("strict", "false")
	w.member("parameters", t.schema(openai))
}

// compatibleTool is for servers that know chat completions and may refuse what only OpenAI has.
func compatibleTool(t *Tool, _ Mark) string {
	return object(func(w *writer) {
		w.word("type", "function")
		w.member("function", object(func(w *writer) {
			w.named(t)
			w.member("parameters", t.schema(openai))
		}))
	})
}

func geminiTool(member string, f form) func(*Tool, Mark) string {
	return func(t *Tool, _ Mark) string {
		return object(func(w *writer) {
			w.named(t)
			if len(t.Params) > 0 { // an object without properties is refused
				w.member(member, t.schema(f))
			}
		})
	}
}

func mcpTool(t *Tool, _ Mark) string {
	return object(func(w *writer) {
		w.named(t)
		w.member("inputSchema", t.schema(mcp))
		if t.Hints != "" {
			w.member("annotations", t.Hints)
		}
	})
}
