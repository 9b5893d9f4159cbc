package conformance

import (
	"context"
	"errors"
	"fmt"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// lite is a session of the smaller profile, with all that it requires.
func lite() (coder.Config, coder.Session) {
	cfg := coder.Config{Profile: coder.ProfileLite, Transport: prompt.Native, Locale: coder.LocaleEn, Agent: coder.AgentMain}
	return cfg, coder.Session{Cwd: "/work/app", Os: "Linux 6.8", Shell: "/bin/bash"}
}

// Example is the code of README.md.
func Example() {
	cfg, s := lite()
	dir, system, shell, left := s.Cwd, s.Os, s.Shell, int64(90_000)
	ctx, handler := context.Background(), reader{}
	call := prompt.Call{Name: codertools.NameReadFile, Args: []byte(`{"path":"main.go"}`)}

	a, err := coder.New(cfg, coder.Session{Cwd: dir, Os: system, Shell: shell}) // every missing or bad input at once
	r, err := a.Request(prompt.Anthropic, coder.Turn{RemainingTokens: left})
	// r.System and r.Tools are the bytes of the snapshots; r.Tail goes behind the last message.
	out, err := codertools.Dispatch(ctx, handler, a.Tools(), call) // typed arguments, one method per tool

	fmt.Println(r.Marks, out, err)
	// Output:
	// 3 main.go from line 1 <nil>
}

// reader runs the calls of one tool. A whole handler embeds no interface and has a method for each, or it does not compile.
type reader struct{ codertools.Handler[string] }

func (reader) ReadFile(_ context.Context, a *codertools.ReadFile) (string, error) {
	return fmt.Sprintf("%s from line %d", a.Path, a.FirstLine), nil
}

// Beside a whole handler, this line has the compiler name a method that is missing. A call of Dispatch does not.
var _ codertools.Handler[string] = reader{}

// run runs a call. What is wrong with it goes back to the model; what went wrong in the handler is the host's to tell.
func run(ctx context.Context, ts *prompt.Tools, c prompt.Call) (string, error) {
	out, err := codertools.Dispatch(ctx, reader{}, ts, c)
	if bad, ok := errors.AsType[*prompt.CallError](err); ok {
		return bad.Error(), nil
	}
	return out, err
}

// Example_calls is the code of docs/tools.md, on calls that models make.
func Example_calls() {
	cfg, s := lite()
	a, err := coder.New(cfg, s)
	if err != nil {
		panic(err)
	}
	for _, c := range []prompt.Call{
		{Name: "read_file", Args: []byte(`{"path":"main.go","max_lines":null}`)},
		{Name: "read_file", Args: []byte(`{"first_line":"1","max_line":10}`)},
		{Name: "web_fetch", Args: []byte(`{}`)},
	} {
		out, err := run(context.Background(), a.Tools(), c)
		if err != nil {
			panic(err)
		}
		fmt.Println(out)
	}
	// Output:
	// main.go from line 1
	// read_file was not run; correct its arguments and call it again:
	// - max_line: unknown argument; did you mean "max_lines"?
	// - path: required
	// - first_line: want an integer of at least 1, got "1"
	// the tool "web_fetch" exists, but is not offered in this session
}

// Example_parser is the code of docs/tools.md for calls over XML, on an answer that comes in pieces.
func Example_parser() {
	cfg, s := lite()
	cfg.Transport = prompt.XML
	a, err := coder.New(cfg, s)
	if err != nil {
		panic(err)
	}
	tools := a.Tools()
	chunks := []string{"I write it.\n<write_fi", "le>\n<path>a.txt</path>\n<content>\n</content> is a", " tag\n</content>\n</write_file>"}

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
