package conformance

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/openai/openai-go/v3"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/prompt"
)

// projection is a request format and the SDK that speaks it.
type projection struct {
	provider prompt.Provider
	dialect  dialect

	tools   codec // of the whole member
	system  codec // of the whole system text
	options codec // of the options of the cache; nil where there are none
	split   func(*tree) []wireTool
	typed   func(any) []wireTool // what tools has decoded; the schemas are left out
}

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
	return []projection{
		{
			provider: prompt.Anthropic,
			dialect: dialect{keywords: plain(), strict: without("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
				"minLength", "maxLength", "maxItems", "default")},
			tools:  as[[]anthropic.ToolUnionParam],
			system: as[[]anthropic.TextBlockParam],
			split:  splitter("input_schema"),
			typed: func(v any) (out []wireTool) {
				for _, t := range v.([]anthropic.ToolUnionParam) {
					out = append(out, wireTool{name: t.OfTool.Name, doc: t.OfTool.Description.Value})
				}
				return out
			},
		},
		{
			provider: prompt.OpenAIChat,
			dialect:  openaiDialect(),
			tools:    as[[]openai.ChatCompletionToolUnionParam],
			system:   as[openai.ChatCompletionMessageParamUnion],
			options:  as[openai.ChatCompletionNewParamsPromptCacheOptions],
			split:    splitter("parameters", "function"),
			typed:    typedChat,
		},
		{
			provider: prompt.Gemini,
			dialect:  dialect{keywords: append(plain(), "propertyOrdering"), ordering: true},
			tools:    as[[]*genai.Tool],
			system:   as[*genai.Content],
			split:    splitGemini("parametersJsonSchema"),
			typed:    typedGemini,
		},
	}
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

// openaiDialect is that of OpenAI's own two formats.
func openaiDialect() dialect {
	return dialect{keywords: plain(), strict: without("minLength", "maxLength", "default"), says: true, all: true}
}

func without(names ...string) []string {
	return slices.DeleteFunc(plain(), func(k string) bool { return slices.Contains(names, k) })
}

func typedChat(v any) (out []wireTool) {
	for _, t := range v.([]openai.ChatCompletionToolUnionParam) {
		f := t.OfFunction.Function
		out = append(out, wireTool{name: f.Name, doc: f.Description.Value})
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

// examine lists what is wrong with the tools of a request: they don't pass the SDK's types unharmed, or are not those
// of the session. The oracle is not the snapshot and not the request, but the list behind them: names, descriptions
// and canonical schemas of Assembler.Tools, which the decoders of calls enforce.
func (p projection) examine(data []byte, offered *prompt.Tools) []string {
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
	i, typed := 0, p.typed(value)
	for t := range offered.All() {
		if i >= len(typed) || typed[i].name != t.Name || typed[i].doc != t.Doc {
			bad = append(bad, fmt.Sprintf("the SDK: no %s, or not its description", t.Name))
		}
		i++
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
