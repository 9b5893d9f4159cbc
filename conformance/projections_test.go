package conformance

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// projection is a form of tools and the SDK that speaks it.
type projection struct {
	name       string // as in the names of snapshots
	contribute func(*coder.Assembler, coder.Turn) (prompt.Request, error)
	dialect    dialect
	split      func(*tree) []wireTool
	codecs
	typed func(any) []wireTool // what codecs.tools has decoded; of a tool, only name and description
}

// codecs are the SDK's types for what a request holds; nil for what it does not hold.
type codecs struct{ tools, system, options codec }

// codec decodes JSON into an SDK's type, and encodes it again.
type codec func(data []byte) (value any, again []byte, err error)

func as[T any](data []byte) (any, []byte, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, nil, err
	}
	again, err := json.Marshal(v)
	return v, again, err
}

// projections are those that the SDKs are compared with: one row each.
func projections() []projection {
	var (
		messages  = codecs{as[[]anthropic.ToolUnionParam], as[[]anthropic.TextBlockParam], nil}
		chat      = codecs{as[[]openai.ChatCompletionToolUnionParam], as[openai.ChatCompletionMessageParamUnion], as[openai.ChatCompletionNewParamsPromptCacheOptions]}
		responses = codecs{as[[]responses.ToolUnionParam], as[responses.ResponseInputItemUnionParam], as[responses.ResponseNewParamsPromptCacheOptions]}
		content   = codecs{as[[]*genai.Tool], as[*genai.Content], nil}
		list      = codecs{tools: as[[]*mcp.Tool]}
	)
	return []projection{
		{"anthropic", from(prompt.Anthropic), anthropicDialect(), splitter("input_schema"), messages, typedAnthropic},
		{"openai-chat", from(prompt.OpenAIChat), openaiDialect(), splitter("parameters", "function"), chat, typedChat},
		{"openai-responses", from(prompt.OpenAIResponses), openaiDialect(), splitter("parameters"), responses, typedResponses},
		{"openai-compatible", from(prompt.OpenAICompatible), dialect{keywords: plain()}, splitter("parameters", "function"), chat, typedChat},
		{"gemini", from(prompt.Gemini), geminiDialect(), splitGemini("parametersJsonSchema"), content, typedGemini},
		{"gemini-openapi", from(prompt.GeminiOpenAPI), openAPIDialect(), splitGemini("parameters"), content, typedGemini},
		{"mcp", listed, dialect{keywords: plain()}, splitter("inputSchema"), list, typedMCP},
	}
}

// from returns what the registry contributes to a request in the format of p.
func from(p prompt.Provider) func(*coder.Assembler, coder.Turn) (prompt.Request, error) {
	return func(a *coder.Assembler, t coder.Turn) (prompt.Request, error) { return a.Request(p, t) }
}

// listed is what an MCP server lists.
func listed(a *coder.Assembler, _ coder.Turn) (prompt.Request, error) {
	return prompt.Request{Tools: a.Tools().MCP()}, nil
}

// anthropicDialect is that of Anthropic's Messages.
func anthropicDialect() dialect {
	strict := without("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "maxItems", "default")
	return dialect{keywords: plain(), strict: strict}
}

// openaiDialect is that of OpenAI's own two formats.
func openaiDialect() dialect {
	return dialect{keywords: plain(), strict: without("minLength", "maxLength", "default"), says: true, all: true}
}

func geminiDialect() dialect {
	return dialect{keywords: append(plain(), "propertyOrdering"), ordering: true}
}

// openAPIDialect is that of Gemini's older form, which refuses a whole request for a keyword that it does not know.
func openAPIDialect() dialect {
	keywords := append(without("const", "exclusiveMinimum", "exclusiveMaximum", "additionalProperties"), "nullable", "propertyOrdering")
	return dialect{keywords: keywords, upper: true, ordering: true}
}

// splitter returns a function that takes an array of tools apart: their schemas stand under schema, below a member.
func splitter(schema string, below ...string) func(*tree) []wireTool {
	return func(t *tree) (out []wireTool) {
		for _, e := range t.elements() {
			for _, m := range below {
				e = e.member(m)
			}
			out = append(out, wireTool{e.member("name").text(), e.member("description").text(), e.member("strict"), e.member(schema)})
		}
		return out
	}
}

// splitGemini is splitter for the one tool that declares all functions.
func splitGemini(schema string) func(*tree) []wireTool {
	return func(t *tree) (out []wireTool) {
		for _, e := range t.elements() {
			out = append(out, splitter(schema)(e.member("functionDeclarations"))...)
		}
		return out
	}
}

func typedAnthropic(v any) (out []wireTool) {
	for _, t := range v.([]anthropic.ToolUnionParam) {
		out = append(out, wireTool{name: t.OfTool.Name, doc: t.OfTool.Description.Value})
	}
	return out
}

func typedChat(v any) (out []wireTool) {
	for _, t := range v.([]openai.ChatCompletionToolUnionParam) {
		f := t.OfFunction.Function
		out = append(out, wireTool{name: f.Name, doc: f.Description.Value})
	}
	return out
}

func typedResponses(v any) (out []wireTool) {
	for _, t := range v.([]responses.ToolUnionParam) {
		out = append(out, wireTool{name: t.OfFunction.Name, doc: t.OfFunction.Description.Value})
	}
	return out
}

func typedGemini(v any) (out []wireTool) {
	for _, t := range v.([]*genai.Tool) {
		for _, f := range t.FunctionDeclarations {
			out = append(out, wireTool{name: f.Name, doc: f.Description})
		}
	}
	return out
}

func typedMCP(v any) (out []wireTool) {
	for _, t := range v.([]*mcp.Tool) {
		out = append(out, wireTool{name: t.Name, doc: t.Description})
	}
	return out
}

// without returns the vocabulary of JSON Schema without some keywords.
func without(names ...string) []string {
	return slices.DeleteFunc(plain(), func(k string) bool { return slices.Contains(names, k) })
}

// examine lists what is wrong with the tools of a request: they don't pass the SDK's types unharmed, or are not those
// that are offered. The oracle is neither the snapshot nor the request but the list behind them: names, descriptions and
// canonical schemas of Assembler.Tools, which the decoders of calls enforce.
func (p projection) examine(data []byte, offered []offer) []string {
	wire, err := parse(data)
	if err != nil {
		return []string{err.Error()}
	}
	bad := p.dialect.relateTools(offered, p.split(wire))
	value, again, err := p.tools(data)
	if err != nil {
		return append(bad, "the SDK: "+err.Error())
	}
	bad = append(bad, difference("the SDK", wire, again)...)
	for i, typed := range p.typed(value) {
		if i >= len(offered) || typed.name != offered[i].name || typed.doc != offered[i].doc {
			bad = append(bad, fmt.Sprintf("the SDK: %s is another tool, or has another description", typed.name))
		}
	}
	return bad
}

// difference compares a value with what an SDK made of it.
func difference(label string, want *tree, again []byte) []string {
	got, err := parse(again)
	if err != nil {
		return []string{label + ": " + err.Error()}
	}
	if d := unequal(label, want, got); d != "" {
		return []string{d}
	}
	return nil
}
