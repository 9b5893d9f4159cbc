package prompt

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reference reads a whole answer the plain way, with the rules as regular expressions and with looking back: what the
// parser, which can do neither, has to agree with.
type reference struct {
	tools []xmlTool
	rest  string
	text  strings.Builder
	fence string // the marks that opened it
	calls []string
	last  string // the tool of the last call when that went wrong
	doubt bool   // a closing tag stands behind a call that ended well
	well  bool   // there is such a call
}

const gapPattern = `[ \t\r\n]{0,64}`

// readReference writes text and calls: their tools and arguments, and whether they ended well.
func readReference(ts *Tools, input string) string {
	r := &reference{tools: newXMLGrammar(ts).tools, rest: input}
	if m := regexp.MustCompile(`^[ \t\r\n]*<(think|thinking)>`).FindStringSubmatchIndex(input); m != nil {
		r.text.WriteString(input[:m[2]-1])
		_, after, closed := strings.Cut(input[m[1]:], closeTag(input[m[2]:m[3]]))
		if !closed {
			return fmt.Sprintf("%q unclosed", r.text.String())
		}
		r.rest = after
	}
	for r.rest != "" {
		if r.fence != "" || !r.call() {
			r.line()
		}
	}
	return fmt.Sprintf("%q %q doubt %v", r.text.String(), r.calls, r.doubt)
}

// line takes a line of text.
func (r *reference) line() {
	line, _, _ := strings.Cut(r.rest, "\n")
	run := regexp.MustCompile("^ {0,3}(```+|~~~+)(.*)$").FindStringSubmatch(strings.ReplaceAll(line, "\r", " "))
	switch {
	case run == nil || !strings.Contains(r.rest, "\n"):
	case r.fence == "" && (run[1][0] == '~' || !strings.Contains(run[2], "`")):
		r.fence = run[1]
	case strings.HasPrefix(run[1], r.fence) && strings.Trim(run[2], " \t") == "":
		r.fence = ""
	}
	r.take(min(len(line)+1, len(r.rest)))
}

// take takes n bytes for text.
func (r *reference) take(n int) {
	for i := range r.tools {
		name := r.tools[i].name
		r.doubt = r.doubt || r.well && name != r.last && strings.Contains(r.rest[:n], closeTag(name))
	}
	r.text.WriteString(r.rest[:n])
	r.rest = r.rest[n:]
}

// next is the tag of the tool that stands behind a gap, and what stands behind it.
func (r *reference) next(t *xmlTool, rest string) (of int, after string, ok bool) {
	for _, tag := range t.tags {
		if m := regexp.MustCompile(`^` + gapPattern + regexp.QuoteMeta(tag.text)).FindString(rest); m != "" {
			return tag.of, rest[len(m):], true
		}
	}
	return 0, "", false
}

// call takes a call at the start of a line, and what is left of its line.
func (r *reference) call() bool {
	for i := range r.tools {
		t := &r.tools[i]
		after, ok := strings.CutPrefix(r.rest, openTag(t.name))
		if !ok {
			continue
		}
		of, after, ok := r.next(t, after)
		switch {
		case !ok:
			return false
		case t.offer == nil:
			r.calls = append(r.calls, t.name+" not offered")
			r.last = t.name
			return false
		}
		r.rest = after
		r.arguments(t, of)
		line, _, _ := strings.Cut(r.rest, "\n")
		r.take(min(len(line)+1, len(r.rest)))
		return true
	}
	return false
}

func (r *reference) arguments(t *xmlTool, of int) {
	var args []xmlArg
	given := make([]bool, len(t.params))
	end := func(how string) {
		what := t.name
		for _, a := range args {
			what += fmt.Sprintf(" %s=%q", a.param.Name, a.text)
		}
		r.calls = append(r.calls, what+how)
		r.last = t.name
	}
	for of != callEnd {
		p := &t.offer.spec.Params[of]
		given[of] = true
		n := r.valueEnd(t, p, given)
		if n < 0 {
			r.rest = ""
			end(" open")
			return
		}
		value := r.rest[:n]
		if p.Value == RawValue {
			value = regexp.MustCompile(`^\r?\n`).ReplaceAllString(value, "")
			value = regexp.MustCompile(`\r?\n$`).ReplaceAllString(value, "")
		}
		args = append(args, xmlArg{p, value})
		r.rest = r.rest[n+len(closeTag(p.Name)):]
		next, after, ok := r.next(t, r.rest)
		switch {
		case !ok && strings.Trim(r.rest, " \t\r\n") == "" && len(r.rest) <= maxGap, !ok && r.partial():
			r.rest = ""
			end(" open")
			return
		case !ok || next != callEnd && given[next]:
			end(" failed")
			return
		}
		of, r.rest = next, after
	}
	how := " well"
	for i, a := range args {
		closer := closeTag(a.param.Name)
		if a.param.Value == RawValue && slices.ContainsFunc(args[i+1:], func(b xmlArg) bool { return strings.Contains(b.text, closer) }) {
			how = " crossed"
		}
	}
	end(how)
	r.last, r.well = "", true
}

// partial reports whether the answer ends while it is not clear yet what stands between two arguments.
func (r *reference) partial() bool {
	s := strings.TrimLeft(r.rest, " \t\r\n")
	most := (&Parser{xml: newXMLGrammar(xmlTools())}).xml.longest
	return len(r.rest)-len(s) <= maxGap && len(s) < most && !strings.ContainsAny(s, ">\n") && !strings.Contains(s[1:], "<")
}

// valueEnd is where the closing tag of the parameter stands, or -1.
func (r *reference) valueEnd(t *xmlTool, p *ParamSpec, given []bool) int {
	closer := closeTag(p.Name)
	if p.Value != RawValue {
		return strings.Index(r.rest, closer)
	}
	for at := 0; ; at++ {
		n := strings.Index(r.rest[at:], closer)
		if n < 0 {
			return -1
		}
		at += n
		if next, _, ok := r.next(t, r.rest[at+len(closer):]); ok && (next == callEnd || !given[next]) {
			return at
		}
	}
}

// readParser writes the same of the parser.
func readParser(ts *Tools, input string) string {
	p := ts.Parser()
	p.Feed(nil, input)
	if p.sink.Kind == Reasoning {
		return fmt.Sprintf("%q unclosed", p.text)
	}
	var calls []string
	doubt := false
	list := p.calls
	if p.call != nil {
		list = append(list, p.call)
	} else {
		p.text = append(p.text, p.held...)
	}
	for _, c := range list {
		what := c.tool.name
		for _, a := range c.args {
			what += fmt.Sprintf(" %s=%q", a.param.Name, a.text)
		}
		switch {
		case c.tool.offer == nil:
			what += " not offered"
		case c == p.call:
			what += " open"
		case !c.over:
			what += " failed"
		case c.crossed() != "":
			what += " crossed"
		default:
			what += " well"
		}
		calls = append(calls, what)
		doubt = doubt || c.doubtful
	}
	return fmt.Sprintf("%q %q doubt %v", p.text, calls, doubt)
}

// TestXMLReference compares the parser with the reference: the corpus, every beginning of it, and answers put together
// from pieces.
func TestXMLReference(t *testing.T) {
	ts := xmlTools()
	compare := func(input string) {
		if want, got := readReference(ts, input), readParser(ts, input); want != got {
			t.Fatalf("%q\nwant %s\ngot  %s", input, want, got)
		}
	}
	for _, c := range readXMLCases(t) {
		compare(c.input)
		for i := 0; i < len(c.input); i += 1 + len(c.input)/200 {
			compare(c.input[:i])
		}
	}
	count, rnd := 4_000, rand.New(rand.NewPCG(7, 8))
	if testing.Short() {
		count = 400
	}
	for range count {
		compare(randomAnswer(rnd))
	}
}

func randomAnswer(rnd *rand.Rand) string {
	pieces := []string{
		"\n", "\n", "\n", "\r\n", "\r", " ", strings.Repeat(" ", 63), "x", "<", "</", ">", "\n```\n", "\n~~~\n", "\n````x\n", "\n   ```  \n", "`", "<think>", "</think>", "<thinking>",
		"<r>", "</r>", "\n<r>", "\n<w>", "</w>", "\n<e>", "</e>", "\n<stop></stop>", "</stop>", "\n<hidden>", "</hidden>", "<foo>", "</foo>",
		"<path>", "</path>", "<path>a</path>", "<content>", "</content>", "<content>\n", "\n</content>\n", "<old>", "</old>", "<new>", "</new>", "<id></id>", "<limit>5</limit>",
		"\n<r><path>a</path></r>", "\n<w><path>a</path><content>", "</content></w>", "\n<e><path>a</path><old>", "</old><new>", "</new></e>",
	}
	var b strings.Builder
	for range rnd.IntN(14) {
		piece := pieces[rnd.IntN(len(pieces))]
		if b.Len() == 0 && rnd.IntN(2) == 0 {
			piece = strings.TrimPrefix(piece, "\n")
		}
		b.WriteString(piece)
	}
	return b.String()
}
