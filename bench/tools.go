package main

import (
	"encoding/json"

	"github.com/promptgen/promptgen/prompt"
)

const limitTools, fasterThanJSON = 1.5, 200

// sdkToolUnion is an entry of a request's tools as the official SDKs type it: a union of tools, which marshals the one
// that is set.
type sdkToolUnion struct{ OfTool *sdkTool }

// MarshalJSON returns the tool that is set.
func (u sdkToolUnion) MarshalJSON() ([]byte, error) { return json.Marshal(u.OfTool) }

// UnmarshalJSON sets the tool.
func (u *sdkToolUnion) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &u.OfTool) }

// sdkTool has the schema's root typed, and what is below it as a map.
type sdkTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitzero"`
	InputSchema sdkInputSchema `json:"input_schema,omitzero"`
}

type sdkInputSchema struct {
	Type                 string         `json:"type"`
	Properties           map[string]any `json:"properties"`
	Required             []string       `json:"required"`
	AdditionalProperties bool           `json:"additionalProperties"`
}

// toolRows compares the tools of a request with a copy of their bytes, and with marshalling them from an SDK's types.
func toolRows() ([]row, error) {
	a, err := assembler()
	if err != nil {
		return nil, err
	}
	request, err := a.Request(prompt.Anthropic, turn())
	if err != nil {
		return nil, err
	}
	text := request.Tools.Append(nil)
	var typed []sdkToolUnion
	if err := json.Unmarshal(text, &typed); err != nil {
		return nil, err
	}
	dst := make([]byte, 0, 2*len(text))
	work := func() { dst = request.Tools.Append(dst[:0]) }
	label := "tools of a request, " + size(len(text))
	copied, err := compare(work, func() { dst = append(dst[:0], text...) })
	if err != nil {
		return nil, err
	}
	marshalled, err := compare(work, func() { _, err = json.Marshal(typed) })
	if err != nil {
		return nil, err
	}
	return []row{
		atMost(label, "copy the same bytes", copied.ratio, limitTools),
		faster(label, "encoding/json over SDK types", marshalled.ratio, fasterThanJSON),
	}, nil
}
