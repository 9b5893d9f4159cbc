package vocabulary

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/prompt"
)

// TestCallsOverXML writes random values of every entry as calls over XML, and reads them: they come back as the same Go
// values and, what those do not show, the same JSON. Only what has the closing tag of its own parameter in it may be
// refused. Half of them are as a strict schema of OpenAI's has them, with nulls for what is absent.
func TestCallsOverXML(t *testing.T) {
	tools := map[string]bool{}
	for s := range sessions(t, prompt.XML) {
		for tool := range s.tools.All() {
			tools[tool.Name] = true
			t.Run(s.name+"/"+tool.Name, func(t *testing.T) {
				t.Parallel()
				s.callsOverXML(t, tool, instances()/10)
			})
		}
	}
	for s := range sessions(t, prompt.Native) {
		for tool := range s.tools.All() {
			if !tools[tool.Name] {
				t.Errorf("no session offers %s over XML", tool.Name)
			}
		}
	}
}

func (s session) callsOverXML(t *testing.T, tool prompt.Tool, n int) {
	seed := fnv.New64a()
	seed.Write([]byte(tool.Name))
	g := generator{rand.New(rand.NewPCG(2, seed.Sum64()))}
	shape := shapeOf(t, []byte(tool.Schema))
	written := 0
	var xml []byte
	for i := range n {
		var x any = g.object(shape)
		g.disguise(x, shape)
		if i%2 == 1 {
			x = shape.fill(x)
		}
		call := prompt.Call{Name: tool.Name, Args: encode(g.Rand, nil, x)}
		want, err := s.typed(call)
		if err != nil && beyondFloat(x, shape) {
			continue
		}
		if err != nil {
			t.Fatalf("the generator is wrong: %s\n%v", call.Args, err)
		}
		if xml, err = s.tools.AppendCall(xml[:0], call); err != nil {
			if !closes(x, shape) {
				t.Fatalf("%s: %v", call.Args, err)
			}
			continue
		}
		written++
		p := s.tools.Parser()
		cut := g.IntN(len(xml) + 1)
		p.Feed(p.Feed(nil, string(xml[:cut])), string(xml[cut:]))
		m := p.Close(true)
		if len(m.Calls) != 1 || m.Text != "" {
			t.Fatalf("%s came back as %+v from\n%s", call.Args, m, xml)
		}
		got, err := s.typed(m.Calls[0])
		same := i%2 == 1 || reflect.DeepEqual(loose(t, m.Calls[0].Args), loose(t, call.Args))
		if err != nil || !same || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s came back as %s, %v from\n%s", call.Args, m.Calls[0].Args, err, xml)
		}
	}
	if written < n*3/4 {
		t.Errorf("only %d of %d could be written", written, n)
	}
}

// disguise puts what is made to be taken for something else in place of some strings that may be any.
func (g generator) disguise(root any, s *shape) {
	for _, p := range places(&root, s) {
		if _, ok := (*p.at).(string); !ok || p.in == nil || g.IntN(3) > 0 {
			continue
		}
		if free := p.in.kind() == "string" && p.in.Pattern == "" && p.in.Format == "" && p.in.MinLength == nil && p.in.MaxLength == nil; free || p.in.isAny() {
			*p.at = pick(g, "", "007", "true", "null", "1e3", "[1]", "{}", `"a"`, " a\t", "\r\n", "\n\na\n", "a\r", "\x00", "&lt;", "<![CDATA[a]]>", `\u003c`,
				"<may>", "</may>", "</must>\n<may>", "</text>", "<think>", "```\n</raw>", "</set", "<nil></nil>")
		}
	}
}

// closes reports whether one of the strings that stand in tags as they are holds a tag that ends it.
func closes(x any, s *shape) bool {
	o, ok := x.(*object)
	return ok && slices.ContainsFunc(o.members, func(m member) bool {
		text, ok := m.value.(string)
		return ok && !s.Properties[m.name].nullable && strings.Contains(text, "</"+m.name+">")
	})
}

// loose is a value whose objects have no order, with numbers as they are written.
func loose(t *testing.T, args []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
