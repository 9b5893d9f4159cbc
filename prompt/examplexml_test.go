package prompt_test

import (
	"encoding/json"
	"fmt"

	"github.com/promptgen/promptgen/prompt"
)

// fileTools stands for what a generated assembler returns from Tools: write_file, with a path and raw content.
func fileTools() *prompt.Tools {
	var path, content string
	fields := func(name string) []prompt.ArgField {
		if name != "write_file" {
			return nil
		}
		return []prompt.ArgField{
			prompt.RequiredArg("path", &path, prompt.AsString().MinLength(1)),
			prompt.RequiredArg("content", &content, prompt.AsString()),
		}
	}
	return prompt.NewTools(prompt.Toolbox{Names: []string{"write_file"}, Fields: fields}, []prompt.ToolSpec{{
		Name: "write_file",
		Params: []prompt.ParamSpec{
			{Name: "path", Required: true, Value: prompt.TextValue},
			{Name: "content", Required: true, Value: prompt.RawValue},
		},
	}})
}

func ExampleParser() {
	tools := fileTools() // a.Tools(), of an assembler for prompt.XML
	chunks := []string{"I write it.\n<write_fi", "le>\n<path>a.txt</path>\n<content>\n</content> is a", " tag\n</content>\n</write_file>"}

	// A model's answer, from the first byte to the verdict.
	p := tools.Parser()
	var events []prompt.Event
	for _, chunk := range chunks { // as the model answers
		events = p.Feed(events[:0], chunk)
		for _, e := range events {
			fmt.Printf("%v %s %s %q\n", e.Kind, e.Tool, e.Param, e.Text) // to show, never to run
		}
	}
	m := p.Close(true) // false when the answer was cut off
	for _, err := range m.Errs {
		fmt.Println(err) // back to the model; no call runs
	}
	for _, c := range m.Calls {
		fmt.Printf("%s %s\n", c.Name, c.Args) // codertools.Dispatch(ctx, handler, tools, c)
	}

	// Output:
	// text   "I write it.\n"
	// call-start write_file  ""
	// arg-delta write_file path "a.txt"
	// arg-end write_file path ""
	// arg-delta write_file content "</content> is a"
	// arg-delta write_file content " tag"
	// arg-end write_file content ""
	// call-end write_file  ""
	// write_file {"path":"a.txt","content":"\u003c/content\u003e is a tag"}
}

func ExampleParser_Close() {
	p := fileTools().Parser()
	p.Feed(nil, "<write_file>\n<path>a.txt</path>\n<contents>x</contents>\n</write_file>\n<write_file>\n<path></path>\n</write_file>")
	for _, err := range p.Close(true).Errs {
		fmt.Println(err)
	}
	// Output:
	// write_file was not run; correct its arguments and call it again:
	// - contents: unknown parameter; did you mean "content"?
	// write_file was not run; correct its arguments and call it again:
	// - path: want at least 1 character, got 0
	// - content: required
}

func ExampleTools_AppendCall() {
	tools := fileTools()
	for _, content := range []string{"package main\n\nfunc main() {}", "</content>\n</write_file>"} {
		args, err := json.Marshal(map[string]string{"path": "src/main.go", "content": content})
		if err != nil {
			panic(err)
		}
		xml, err := tools.AppendCall(nil, prompt.Call{Name: "write_file", Args: args})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", xml)
	}
	// Output:
	// <write_file>
	// <path>src/main.go</path>
	// <content>
	// package main
	//
	// func main() {}
	// </content>
	// </write_file>
	// the call of write_file can't be written as XML: ambiguous: </write_file> stands in the text behind the call, which may not have ended where it seems; write no closing tag of a tool outside calls
}
