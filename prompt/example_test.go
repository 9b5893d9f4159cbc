package prompt_test

import (
	"encoding/json"
	"fmt"

	"github.com/promptgen/promptgen/prompt"
)

// editFile and editFileEdit are what a generator writes for a tool with a nested parameter.
type editFile struct {
	Path  string
	Limit *int64
	Mode  string
	Edits []editFileEdit
}

type editFileEdit struct{ Old, New string }

func (a *editFile) fields() []prompt.ArgField {
	return []prompt.ArgField{
		prompt.RequiredArg("path", &a.Path, prompt.AsString().MinLength(1)),
		prompt.PointerArg("limit", &a.Limit, prompt.AsInt().Min(1).Max(2000)),
		prompt.DefaultArg("mode", &a.Mode, prompt.AsString().OneOf("r", "w"), "r"),
		prompt.RequiredArg("edits", &a.Edits, prompt.AsList(prompt.AsObject((*editFileEdit).fields)).MinItems(1)),
	}
}

func (a *editFileEdit) fields() []prompt.ArgField {
	return []prompt.ArgField{
		prompt.RequiredArg("old", &a.Old, prompt.AsString()),
		prompt.RequiredArg("new", &a.New, prompt.AsString()),
	}
}

func ExampleDecodeCall() {
	for _, args := range []string{
		`{"path":"main.go","edits":[{"old":"a","new":"b"}]}`,
		`{"pth":"main.go","limit":0,"edits":[{"old":"a","new":"b"},{"new":"c"}]}`,
	} {
		var a editFile
		err := prompt.DecodeCall(prompt.Call{Name: "edit_file", Args: json.RawMessage(args)}, a.fields())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(a.Path, a.Mode, a.Edits)
	}
	// Output:
	// main.go r [{a b}]
	// edit_file was not run; correct its arguments and call it again:
	// - pth: unknown argument; did you mean "path"?
	// - path: required
	// - limit: want an integer from 1 to 2000, got 0
	// - edits[1].old: required
}
