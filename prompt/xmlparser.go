package prompt

import "slices"

// Event is a piece of an answer over the XML transport as it arrives. It is for showing: nothing in it may be run, since
// only [Parser.Close] knows what the answer calls.
type Event struct {
	Kind        EventKind
	Tool, Param string // of the call and the argument that it belongs to
	Text        string // as it stands in the answer; of a Problem, what is wrong
}

// EventKind says what an Event is. 0 is never valid.
type EventKind uint8

const (
	Text      EventKind = iota + 1 // a piece of text outside calls
	Reasoning                      // a piece of the reasoning in front of the text
	CallStart                      // a call begins
	ArgDelta                       // a piece of an argument
	ArgEnd                         // the argument is whole
	CallEnd                        // the call is whole
	Problem                        // no call of this answer will run
)

func eventKindNames() []string {
	return []string{"text", "reasoning", "call-start", "arg-delta", "arg-end", "call-end", "problem"}
}

// String returns "text", "reasoning", "call-start", "arg-delta", "arg-end", "call-end", "problem", or for other values
// e.g. "EventKind(9)".
func (k EventKind) String() string { return enumString("EventKind", uint8(k), eventKindNames()) }

// Parser reads an answer over the XML transport as it streams. It takes calls of exactly the tools that made it, and
// belongs to one goroutine and one answer.
//
// It is a machine that reads byte by byte, so that it can't matter how the answer was cut into chunks. The bytes of what
// may become a tag are held back; when it becomes none, the first of them is what it is, and the others are read again.
// So each byte is read a few times at most, and no more is kept than the message so far, the open call, and what is
// held back: a newline, a tag, the gap behind it and the beginning of the next tag.
type Parser struct {
	tools *Tools
	xml   *xmlGrammar

	state  func(*Parser, byte) // one of those in xmlstates.go
	search tagSearch
	held   []byte // what may become a tag
	again  []byte // what is read before the rest of the answer
	steps  int    // how many bytes were read, again or not

	out   []Event
	sink  Event  // what streams
	delta []byte // of sink, and not yet in out

	lead   bool // only blanks so far: reasoning may begin
	lines  textLines
	closer tagSearch // in text, the closing tag of a tool
	tool   *xmlTool  // whose call may begin
	until  tagSet    // what ends the reasoning or the argument at hand

	call  *xmlCall   // the open one
	calls []*xmlCall // that are over
	whole *xmlCall   // the last one that ended with its closing tag

	text   []byte
	closed *Message
}

// Parser returns a parser of one answer.
func (t *Tools) Parser() *Parser {
	return &Parser{tools: t, xml: newXMLGrammar(t), state: (*Parser).inText, sink: Event{Kind: Text}, lead: true}
}

// Feed reads the next chunk of the answer and appends what it brings. How the answer is cut into chunks changes nothing
// but where deltas end. At most a few tags and blanks are held back.
func (p *Parser) Feed(dst []Event, chunk string) []Event {
	if p.closed != nil {
		return dst
	}
	p.out = dst
	for i := range len(chunk) {
		p.step(chunk[i])
		for len(p.again) > 0 {
			c := p.again[0]
			p.again = p.again[1:]
			p.step(c)
		}
	}
	p.flush()
	dst, p.out = p.out, nil
	return dst
}

func (p *Parser) step(c byte) {
	p.steps++
	p.state(p, c)
}

// look begins the search for a tag of a set.
func (p *Parser) look(set tagSet, gap int, state func(*Parser, byte)) {
	p.search = tagSearch{left: set, gap: gap}
	p.state = state
}

// seek holds a byte back and goes on with the search.
func (p *Parser) seek(c byte) progress {
	p.held = append(p.held, c)
	return p.search.next(c)
}

// meaning is that of the tag that was found.
func (p *Parser) meaning() int { return p.search.left[0].of }

// giveBack takes the first n bytes that are held for what they are, and has the others read again.
func (p *Parser) giveBack(n int, state func(*Parser, byte)) {
	if n < len(p.held) {
		p.again = slices.Concat(p.held[n:], p.again)
	}
	for _, c := range p.held[:n] {
		p.put(c)
	}
	p.held = p.held[:0]
	p.state = state
}

// stream says what the following bytes are.
func (p *Parser) stream(kind EventKind, param string) {
	p.flush()
	p.sink = Event{Kind: kind, Param: param}
	if p.call != nil {
		p.sink.Tool = p.call.tool.name
	}
}

// put takes a byte for what streams.
func (p *Parser) put(c byte) {
	p.delta = append(p.delta, c)
	switch p.sink.Kind {
	case Text:
		p.text = append(p.text, c)
		p.lead = p.lead && isGap(c)
		p.lines.next(c)
		p.watch(c)
	case ArgDelta:
		p.call.value = append(p.call.value, c)
	}
}

func (p *Parser) flush() {
	if len(p.delta) > 0 {
		e := p.sink
		e.Text = string(p.delta)
		p.out = append(p.out, e)
		p.delta = p.delta[:0]
	}
}

// emit adds an event that is no delta.
func (p *Parser) emit(kind EventKind, tool, param, text string) {
	p.flush()
	p.out = append(p.out, Event{Kind: kind, Tool: tool, Param: param, Text: text})
}

// watch looks for the closing tag of a tool in text. It makes the end of the call in front doubtful.
func (p *Parser) watch(c byte) {
	if c == '<' {
		p.closer = tagSearch{left: p.xml.close}
	}
	if p.closer.next(c) == tagWhole {
		t := &p.xml.tools[p.closer.left[0].of]
		p.closer = tagSearch{}
		p.doubt(t)
	}
}

func (p *Parser) doubt(t *xmlTool) {
	if n := len(p.calls); p.whole == nil || p.whole.doubtful || p.calls[n-1] != p.whole && p.calls[n-1].tool == t {
		return // the last is the end of a call that went wrong, which is an error already
	}
	p.whole.doubtful = true
	problem := "ambiguous: " + closeTag(t.name) + " stands in the text behind the call, which may not have ended where it seems; " +
		"write no closing tag of a tool outside calls"
	p.whole.problems = append(p.whole.problems, problem)
	p.emit(Problem, p.whole.tool.name, "", problem)
}
