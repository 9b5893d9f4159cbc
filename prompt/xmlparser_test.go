package prompt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// xmlArgs has a destination of each form; the fields of a test tool are some of them.
type xmlArgs struct {
	path, mode, content, old, new, id string
	limit                             *int64
	ratio                             *float64
	all                               *bool
	level                             int64
	edits                             []editItem
	tags                              []string
}

func (a *xmlArgs) field(name string) ArgField {
	switch name {
	case "path":
		return RequiredArg(name, &a.path, AsString().MinLength(1))
	case "mode":
		return DefaultArg(name, &a.mode, AsString().OneOf("r", "w"), "r")
	case "content":
		return RequiredArg(name, &a.content, AsString())
	case "old":
		return RequiredArg(name, &a.old, AsString())
	case "new":
		return RequiredArg(name, &a.new, AsString())
	case "id":
		return OptionalArg(name, &a.id, AsString())
	case "limit":
		return PointerArg(name, &a.limit, AsInt().Min(1).Max(2000))
	case "ratio":
		return PointerArg(name, &a.ratio, AsNumber())
	case "all":
		return PointerArg(name, &a.all, AsBool())
	case "level":
		return RequiredArg(name, &a.level, AsInt())
	case "edits":
		return RequiredArg(name, &a.edits, AsList(AsObject((*editItem).fields)).MinItems(1))
	}
	return OptionalArg(name, &a.tags, AsList(AsString()))
}

// xmlParams are the parameters of the test tools, by tool. That of hosted is a tool that the host brings; hidden is
// registered and not offered.
func xmlParams() map[string]string {
	return map[string]string{
		"r":             "path! limit:number ratio:number all:bool mode id",
		"w":             "path! content!raw",
		"write_to_file": "path! content!raw",
		"e":             "path old!raw new!raw",
		"change":        "level!number edits!json tags:json",
		"stop":          "",
		"hosted":        "query! count:number any!json",
		"hidden":        "path!",
	}
}

func xmlBox() Toolbox {
	names := []string{"r", "w", "write_to_file", "e", "change", "stop", "hidden"}
	return Toolbox{Names: names, Fields: func(tool string) []ArgField {
		params, ok := xmlParams()[tool]
		if !ok || tool == "hosted" {
			return nil
		}
		a, out := new(xmlArgs), []ArgField{}
		for word := range strings.FieldsSeq(params) {
			f := a.field(word[:min(len(word), max(0, strings.IndexAny(word+"!", "!:")))])
			f.required = strings.Contains(word, "!")
			out = append(out, f)
		}
		return out
	}}
}

// xmlTools offers all test tools but the hidden one.
func xmlTools() *Tools {
	forms := map[string]ValueForm{"": TextValue, "raw": RawValue, "number": NumberValue, "bool": BoolValue, "json": JSONValue}
	var specs []ToolSpec
	for _, name := range []string{"r", "w", "write_to_file", "e", "change", "stop", "hosted"} {
		s := ToolSpec{Name: name, Doc: "A tool."}
		for word := range strings.FieldsSeq(xmlParams()[name]) {
			at := strings.IndexAny(word+"!", "!:")
			form := strings.TrimLeft(word[at:], "!:")
			s.Params = append(s.Params, ParamSpec{Name: word[:at], Required: strings.Contains(word, "!"), Value: forms[form]})
		}
		specs = append(specs, s)
	}
	return NewTools(xmlBox(), specs)
}

// xmlCase is a file of the corpus: why it is there, the answer, and what it has to give.
type xmlCase struct {
	path, why, head, input, want string
}

func (c *xmlCase) complete() bool { return !strings.Contains(c.head, "cut off") }

// readXMLCases reads the corpus. The input is the lines below "-- input --", without the last newline; below
// "-- input, quoted --" each line is a Go string instead; ", cut off" says that the answer did not end by itself.
func readXMLCases(t testing.TB) []xmlCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/xmlcalls/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no corpus", err)
	}
	var out []xmlCase
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		why, rest, ok1 := strings.Cut(string(data), "-- input")
		head, rest, ok2 := strings.Cut(rest, " --\n")
		input, want, ok3 := strings.Cut(rest, "\n-- want --\n")
		if !ok1 || !ok2 || !ok3 {
			t.Fatalf("%s: want a comment, -- input -- and -- want --", path)
		}
		if strings.Contains(head, "quoted") {
			input = unquoteLines(t, path, input)
		}
		out = append(out, xmlCase{path, why, head, input, want})
	}
	return out
}

func unquoteLines(t testing.TB, path, lines string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(lines, "\n") {
		s, err := strconv.Unquote(line)
		if err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		out.WriteString(s)
	}
	return out.String()
}

// readChunks parses chunks, and writes the events, adjacent deltas joined, and the verdict.
func readChunks(complete bool, chunks ...string) string {
	p := xmlTools().Parser()
	var events []Event
	for _, c := range chunks {
		events = p.Feed(events, c)
	}
	return writeEvents(joinDeltas(events)) + writeMessage(p.Close(complete))
}

func joinDeltas(events []Event) []Event {
	var out []Event
	for _, e := range events {
		last := len(out) - 1
		if delta := e.Kind == Text || e.Kind == Reasoning || e.Kind == ArgDelta; delta && last >= 0 &&
			out[last].Kind == e.Kind && out[last].Tool == e.Tool && out[last].Param == e.Param {
			out[last].Text += e.Text
			continue
		}
		out = append(out, e)
	}
	return out
}

func writeEvents(events []Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.Kind.String())
		for _, name := range []string{e.Tool, e.Param} {
			if name != "" {
				b.WriteString(" " + name)
			}
		}
		if e.Text != "" {
			b.WriteString(" " + strconv.Quote(e.Text))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func writeMessage(m Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "= text %q\n", m.Text)
	for _, c := range m.Calls {
		fmt.Fprintf(&b, "= call %s %s\n", c.Name, c.Args)
	}
	for _, e := range m.Errs {
		for _, p := range e.Problems {
			fmt.Fprintf(&b, "= error %s: %s\n", e.Tool, p)
		}
	}
	return b.String()
}

func TestXMLCorpus(t *testing.T) {
	for _, c := range readXMLCases(t) {
		got := readChunks(c.complete(), c.input)
		if got == c.want {
			continue
		}
		if os.Getenv("PROMPTGEN_UPDATE") == "" {
			t.Errorf("%s: %s\nwant:\n%s\ngot:\n%s", c.path, c.why, c.want, got)
			continue
		}
		data, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(data), "\n-- want --\n")
		if err := os.WriteFile(c.path, []byte(head+"\n-- want --\n"+got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestXMLSplits shows that it does not matter how an answer is cut.
func TestXMLSplits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, c := range readXMLCases(t) {
		want := readChunks(c.complete(), c.input)
		equal := func(chunks ...string) {
			if got := readChunks(c.complete(), chunks...); got != want {
				t.Errorf("%s, cut into %q\nwant:\n%s\ngot:\n%s", c.path, chunks, want, got)
			}
		}
		for i := range len(c.input) + 1 {
			equal(c.input[:i], c.input[i:])
		}
		equal(splitXML(c.input, func() int { return 1 })...)
		for range 20 {
			equal(splitXML(c.input, func() int { return rnd.IntN(9) })...)
		}
	}
}

func splitXML(s string, size func() int) []string {
	var out []string
	for s != "" {
		n := min(size(), len(s))
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// TestXMLTruncations cuts each answer at every byte. What is left of it never runs when the parser is told, and when it
// is not, only what is a whole answer of its own runs.
func TestXMLTruncations(t *testing.T) {
	for _, c := range readXMLCases(t) {
		for i := range len(c.input) {
			p := xmlTools().Parser()
			p.Feed(nil, c.input[:i])
			if m := p.Close(false); len(m.Calls) > 0 || len(m.Errs) == 0 {
				t.Errorf("%s: cut at %d, got %v %v", c.path, i, m.Calls, m.Errs)
			}
			p = xmlTools().Parser()
			p.Feed(nil, c.input[:i])
			open := p.call != nil
			if m := p.Close(true); open && (len(m.Calls) > 0 || len(m.Errs) == 0) {
				t.Errorf("%s: cut inside a call at %d, got %v %v", c.path, i, m.Calls, m.Errs)
			}
		}
	}
}

// TestXMLParserEnds shows that the verdict is given once.
func TestXMLParserEnds(t *testing.T) {
	p := xmlTools().Parser()
	p.Feed(nil, "<stop></stop>")
	m := p.Close(true)
	m.Calls[0].Name = "changed"
	if events := p.Feed(nil, "\n<r>"); len(events) > 0 {
		t.Errorf("got %v behind the end", events)
	}
	if got, want := writeMessage(p.Close(false)), "= text \"\"\n= call stop {}\n"; got != want {
		t.Errorf("want %s, got %s", want, got)
	}
}

// TestXMLOddNames gives the parser names that only a host can bring, and no tools at all.
func TestXMLOddNames(t *testing.T) {
	ts := NewTools(Toolbox{}, []ToolSpec{
		{Name: "a.b", Params: []ParamSpec{{Name: "x>y"}, {Name: "$z"}, {Name: ""}, {Name: "a.b"}, {Name: "é"}}},
		{Name: "x y"}, {Name: "a>"}, {Name: ""}, {Name: "think"}, {Name: "/a"},
	})
	for input, want := range map[string]string{
		"<a.b><x>y>1</x>y></a.b>":                  "= text \"<a.b><x>y>1</x>y></a.b>\"\n",
		"<a.b><$z>1</$z><é>2</é></a.b>":            "= text \"\"\n= call a.b {\"$z\":\"1\",\"é\":\"2\"}\n",
		"<a.b><a.b>1</a.b></a.b>":                  "= text \"\"\n= call a.b {\"a.b\":\"1\"}\n",
		"<x y></x y>\n<a>></a>>\n<></>\n</a><//a>": "= text \"<x y></x y>\\n<a>></a>>\\n<></>\\n</a><//a>\"\n",
		"<think></think>":                          "= text \"\"\n",
		"-\n<think></think>":                       "= text \"-\\n\"\n= call think {}\n",
	} {
		p := ts.Parser()
		p.Feed(nil, input)
		if got := writeMessage(p.Close(true)); got != want {
			t.Errorf("%q: want %s, got %s", input, want, got)
		}
	}
	if xml, err := ts.AppendCall(nil, Call{Name: "a.b", Args: []byte(`{"x>y":"1"}`)}); err == nil {
		t.Errorf("want an error, got %s", xml)
	}
	p := (*Tools)(nil).Parser()
	p.Feed(nil, "<stop></stop>")
	if got, want := writeMessage(p.Close(true)), "= text \"<stop></stop>\"\n"; got != want {
		t.Errorf("want %s, got %s", want, got)
	}
}
