package prompt

import (
	"strings"
	"testing"
)

// TestXMLStreams says what has arrived when an answer stops for a while: as much as can be sure.
func TestXMLStreams(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"Hello", "Hello"},
		{"a <", "a <"},
		{"a <w>", "a <w>"},
		{"<", ""},
		{"<d", "<d"},
		{"<wri", ""},
		{"<wrong", "<wrong"},
		{"<w>\n", ""},
		{"<w> i", "<w> i"},
		{"  <thi", "  "},
		{"  <tha", "  <tha"},
		{"```\n<w>", "```\n<w>"},
		{"<think>a</thin", "a"},
		{"<r><path>ab", "ab"},
		{"<r><path>ab\n", "ab\n"},
		{"<r><path>ab</pa", "ab"},
		{"<r><path>ab</pb", "ab</pb"},
		{"<r><path>ab</path>\n<", "ab"},
		{"<w><content>\n", ""},
		{"<w><content>\na\n", "a"},
		{"<w><content>\na\n\n", "a\n"},
		{"<w><content>\na\nb", "a\nb"},
		{"<w><content>a</content>\n</", "a"},
		{"<w><content>a</content>\n</x", "a</content>\n</x"},
		{"<w><content>a</content>b", "a</content>b"},
	} {
		p := xmlTools().Parser()
		var got strings.Builder
		for _, e := range p.Feed(nil, c.input) {
			if e.Kind == Text || e.Kind == Reasoning || e.Kind == ArgDelta {
				got.WriteString(e.Text)
			}
		}
		if got.String() != c.want {
			t.Errorf("%q: want %q, got %q", c.input, c.want, got.String())
		}
	}
}

// adversaries are answers that make a careless parser go back again and again.
func adversaries() map[string]string {
	most := 1 << 20
	if testing.Short() {
		most /= 8
	}
	fill := func(open, unit, end string) string {
		n := most
		if open == "" { // many events or calls
			n /= 8
		}
		return open + strings.Repeat(unit, (n-len(open)-len(end))/len(unit)) + end
	}
	raw, end := "<w><path>a</path><content>", "</content></w>"
	gap := strings.Repeat(" ", maxGap)
	return map[string]string{
		"content":            fill(raw, "func main() { println() }\n", end),
		"angles in text":     fill("", "<", ""),
		"angles in content":  fill(raw, "<", end),
		"near misses":        fill(raw, "</content>", end),
		"near misses, gaps":  fill(raw, "</content>"+gap, end),
		"near misses, tags":  fill(raw, "</content>"+gap+"</", end),
		"near misses, lines": fill(raw, "\r\n</content>\n<path>", end),
		"newlines":           fill(raw, "\n", end),
		"returns":            fill(raw, "\r", end),
		"argument":           fill("<r><path>", "</pat", "</path></r>"),
		"reasoning":          fill("<think>", "</thin", "</think>"),
		"blanks":             fill("", " ", ""),
		"starts":             fill("", "<r>\n", ""),
		"starts, gaps":       fill("", "<r>"+strings.Repeat("\n", maxGap), ""),
		"longest starts":     fill("", "<write_to_file>"+strings.Repeat("\n", maxGap)+"</write_to_fil", ""),
		"fences":             fill("", "```\n<r><path>\n", ""),
		"failed calls":       fill("", "<r><id></id>"+gap+"<x\n", ""),
		"stray tags":         fill("", "<stop></stop>\n</stop>\n", ""),
		"calls":              fill("", "<r><path>a</path></r>\n", ""),
		"crossed":            fill("<e><path>a</path><old>x</old><new>", "</old>", "</new></e>"),
	}
}

// TestXMLSteps counts what the parser does per byte, and how much it keeps while it does.
func TestXMLSteps(t *testing.T) {
	for name, input := range adversaries() {
		p := xmlTools().Parser()
		most := len("\r\n") + p.xml.longest + maxGap + p.xml.longest
		var events []Event
		for i := range len(input) {
			events = p.Feed(events[:0], input[i:i+1])
			if len(p.held) > most || len(p.again) > 0 || len(p.delta) > 0 {
				t.Fatalf("%s: at byte %d, %d bytes are held, at most %d may be", name, i, len(p.held), most)
			}
			if len(events) > 4 {
				t.Fatalf("%s: byte %d brings %d events", name, i, len(events))
			}
		}
		if limit := 3 * len(input); p.steps > limit {
			t.Errorf("%s: %d steps for %d bytes, at most %d are linear", name, p.steps, len(input), limit)
		}
		if c := p.call; c != nil && cap(c.value) > 2*len(input) {
			t.Errorf("%s: the open call keeps %d bytes", name, cap(c.value))
		}
		if cap(p.held) > 4*most || cap(p.again) > 4*most || cap(p.delta) > 4*most {
			t.Errorf("%s: keeps %d, %d and %d bytes", name, cap(p.held), cap(p.again), cap(p.delta))
		}
		p.Close(true)
	}
}

// TestXMLStepsGrow doubles each answer: the steps double, and no more.
func TestXMLStepsGrow(t *testing.T) {
	for name, input := range adversaries() {
		steps := func(n int) int {
			p := xmlTools().Parser()
			p.Feed(nil, input[:n])
			return p.steps
		}
		if half, whole := steps(len(input)/4), steps(len(input)/2); whole > 2*half+1000 {
			t.Errorf("%s: %d steps, and %d for twice the length", name, half, whole)
		}
	}
}

// TestXMLLargeContent is a file of a megabyte that comes back whole.
func TestXMLLargeContent(t *testing.T) {
	input := adversaries()["near misses"]
	p := xmlTools().Parser()
	p.Feed(nil, input)
	m := p.Close(true)
	if len(m.Errs) > 0 || len(m.Calls) != 1 {
		t.Fatal(m.Errs)
	}
	want := strings.TrimSuffix(strings.TrimPrefix(input, "<w><path>a</path><content>"), "</content></w>")
	if got := string(m.Calls[0].Args); got != `{"path":"a","content":`+quote(want)+`}` {
		t.Errorf("got %d bytes", len(got))
	}
}

// TestXMLManyMistakes is an answer in which a model makes the same mistake over and over: the errors are bounded, like the
// problems of one call, and so is what is looked for to word them.
func TestXMLManyMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		call        string
		suggestions int
	}{
		"unknown":     {"<r><id></id><pathh>\n", maxProblems},
		"values":      {"<r><path></path></r>\n", 0},
		"not offered": {"<hidden></hidden>\n", 0},
	} {
		p := xmlTools().Parser()
		const calls = 3 * maxProblems
		var events []Event
		for range calls {
			events = p.Feed(events, tt.call)
		}
		m := p.Close(true)
		last := len(m.Errs) - 1
		if last != maxProblems || m.Errs[last].Error() != "calls of this answer that are wrong as well, and not listed: 200" {
			t.Errorf("%s: %d errors, the last is %v", name, last+1, m.Errs[last])
		}
		meant := 0
		for _, e := range events {
			if e.Kind == Problem && strings.Contains(e.Text, "did you mean") {
				meant++
			}
		}
		if meant != tt.suggestions {
			t.Errorf("%s: %d suggestions, want %d", name, meant, tt.suggestions)
		}
	}
}

// FuzzXMLCalls looks for an answer whose cut matters, that runs a call although it was cut off, that takes too many
// steps, that the reference reads in another way, or whose calls do not come back from what AppendCall writes.
func FuzzXMLCalls(f *testing.F) {
	for _, c := range readXMLCases(f) {
		f.Add(c.input, uint16(len(c.input)/2))
	}
	ts := xmlTools()
	f.Fuzz(func(t *testing.T, input string, at uint16) {
		cut := min(int(at), len(input))
		want := readChunks(true, input)
		for _, chunks := range [][]string{{input[:cut], input[cut:]}, splitXML(input, func() int { return 1 })} {
			if got := readChunks(true, chunks...); got != want {
				t.Fatalf("whole:\n%s\ncut:\n%s", want, got)
			}
		}
		const slow = 4096 // for the reference, which looks back
		short := input[:min(len(input), slow)]
		if want, got := readReference(ts, short), readParser(ts, short); want != got {
			t.Fatalf("want %s\ngot  %s", want, got)
		}
		p := ts.Parser()
		p.Feed(nil, input[:cut])
		if m := p.Close(false); len(m.Calls) > 0 || len(m.Errs) == 0 {
			t.Fatalf("cut off, got %+v", m)
		}
		p = ts.Parser()
		p.Feed(nil, input)
		if limit := 3*len(input) + 1000; p.steps > limit {
			t.Fatalf("%d steps for %d bytes", p.steps, len(input))
		}
		for _, c := range p.Close(true).Calls {
			xml, err := ts.AppendCall(nil, c)
			if err != nil {
				continue
			}
			q := ts.Parser()
			q.Feed(nil, string(xml))
			if m := q.Close(true); len(m.Calls) != 1 || m.Calls[0].Name != c.Name || string(m.Calls[0].Args) != string(c.Args) {
				t.Fatalf("%s %s came back as %+v", c.Name, c.Args, m)
			}
		}
	})
}
