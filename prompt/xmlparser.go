package prompt

import (
	"bytes"
	"slices"
)

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
type Parser struct {
	tools *Tools
	xml   *xmlGrammar

	state  func(*Parser, byte)
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

// inText reads what stands outside calls.
func (p *Parser) inText(c byte) {
	switch {
	case c == '<' && p.lines.atStart() && p.lead:
		p.look(p.xml.first, 0, (*Parser).inOpening)
	case c == '<' && p.lines.atStart():
		p.look(p.xml.open, 0, (*Parser).inOpening)
	case c == '<' && p.lead:
		p.look(p.xml.think, 0, (*Parser).inOpening)
	default:
		p.put(c)
		return
	}
	p.inOpening(c)
}

// inOpening reads what may be the tag of a tool, or of reasoning.
func (p *Parser) inOpening(c byte) {
	switch p.seek(c) {
	case tagNone:
		p.giveBack(1, (*Parser).inText)
	case tagWhole:
		if of := p.meaning(); of < 0 {
			p.held = p.held[:0]
			p.stream(Reasoning, "")
			p.read(reasoningNames()[^of])
		} else {
			p.tool = &p.xml.tools[of]
			p.look(p.tool.tags, maxGap, (*Parser).inStart)
		}
	}
}

// inStart reads what follows the tag of a tool. Only with a tag of that tool behind it, it begins a call.
func (p *Parser) inStart(c byte) {
	switch p.seek(c) {
	case tagNone:
		p.giveBack(1, (*Parser).inText)
	case tagWhole:
		p.begin(p.tool, p.meaning())
	}
}

func (p *Parser) begin(t *xmlTool, of int) {
	if t.offer == nil {
		p.calls = append(p.calls, &xmlCall{tool: t})
		p.emit(Problem, t.name, "", notOffered(t.name).Error())
		p.giveBack(1, (*Parser).inText)
		return
	}
	p.held = p.held[:0]
	p.lead = false
	p.call = &xmlCall{tool: t, given: make([]bool, len(t.params))}
	p.emit(CallStart, t.name, "", "")
	p.enter(of)
}

// enter follows a tag inside a call.
func (p *Parser) enter(of int) {
	if of == callEnd {
		p.endCall()
		return
	}
	p.call.open(of)
	param := p.call.param
	p.stream(ArgDelta, param.Name)
	p.read(param.Name)
	if param.Value == RawValue {
		p.state = (*Parser).inRawStart
	}
}

// read reads everything up to the closing tag of that name.
func (p *Parser) read(name string) {
	p.until = tagSet{{text: closeTag(name)}}
	p.look(p.until, 0, (*Parser).inValue)
}

// inValue reads reasoning, and arguments that are not raw. The first closing tag ends them.
func (p *Parser) inValue(c byte) {
	if c != '<' && len(p.held) == 0 {
		p.put(c)
		return
	}
	switch p.seek(c) {
	case tagNone:
		p.look(p.until, 0, (*Parser).inValue)
		p.giveBack(1, (*Parser).inValue)
	case tagWhole:
		p.held = p.held[:0]
		if p.sink.Kind == Reasoning {
			p.lead = false
			p.stream(Text, "")
			p.state = (*Parser).inText
			return
		}
		p.endArg()
		p.look(p.call.tool.tags, maxGap, (*Parser).inGap)
	}
}

// inGap reads what stands between the arguments of a call.
func (p *Parser) inGap(c byte) {
	switch p.seek(c) {
	case tagNone:
		p.state = (*Parser).inStray
		p.stray()
	case tagWhole:
		if of := p.meaning(); of != callEnd && p.call.given[of] {
			p.stray()
			return
		}
		p.held = p.held[:0]
		p.enter(p.meaning())
	}
}

// inStray reads what does not belong between arguments, as far as it takes to name it.
func (p *Parser) inStray(c byte) {
	p.held = append(p.held, c)
	p.stray()
}

func (p *Parser) stray() {
	s := p.held[maxGap-p.search.gap:]
	last := s[len(s)-1]
	if last == '>' || last == '\n' || last == '<' && len(s) > 1 || isGap(s[0]) || len(s) >= p.xml.longest {
		p.fail(p.call.unexpected(string(s), p.xml))
	}
}

// fail ends the open call. What is held is text.
func (p *Parser) fail(problem string) {
	p.call.problems = append(p.call.problems, problem)
	p.emit(Problem, p.call.tool.name, "", problem)
	p.leave()
	p.giveBack(0, (*Parser).inText)
}

func (p *Parser) endArg() {
	p.emit(ArgEnd, p.call.tool.name, p.call.param.Name, "")
	p.call.end()
}

func (p *Parser) endCall() {
	p.whole, p.call.over = p.call, true
	if problem := p.call.crossed(); problem != "" {
		p.call.problems = append(p.call.problems, problem)
		p.emit(Problem, p.call.tool.name, "", problem)
	} else {
		p.emit(CallEnd, p.call.tool.name, "", "")
	}
	p.leave()
}

// leave goes back to text, behind a call.
func (p *Parser) leave() {
	p.calls = append(p.calls, p.call)
	p.call = nil
	p.stream(Text, "")
	p.lines.midLine()
	p.closer = tagSearch{}
	p.state = (*Parser).inText
}

// inRawStart leaves out the newline that may open a raw argument.
func (p *Parser) inRawStart(c byte) {
	switch {
	case c == '\r' && len(p.held) == 0:
		p.held = append(p.held, c)
	case c == '\n':
		p.held = p.held[:0]
		p.state = (*Parser).inRaw
	default:
		p.state = (*Parser).inRaw
		p.inRaw(c)
	}
}

// inRaw reads a raw argument. A newline is held back, because the last one does not belong to it.
func (p *Parser) inRaw(c byte) {
	switch {
	case c == '<':
		p.look(p.until, 0, (*Parser).inRawCloser)
		p.inRawCloser(c)
	case c == '\n' && string(p.held) == "\r":
		p.held = append(p.held, c)
	case c == '\n' || c == '\r':
		p.giveBack(len(p.held), (*Parser).inRaw)
		p.held = append(p.held, c)
	default:
		p.giveBack(len(p.held), (*Parser).inRaw)
		p.put(c)
	}
}

// inRawCloser reads what may be the closing tag of a raw argument.
func (p *Parser) inRawCloser(c byte) {
	switch p.seek(c) {
	case tagNone:
		p.giveBack(p.newline()+1, (*Parser).inRaw)
	case tagWhole:
		p.look(p.call.tool.tags, maxGap, (*Parser).inRawFollow)
	}
}

// inRawFollow reads what follows such a tag. Only where the call can go on behind it, it ends the argument.
func (p *Parser) inRawFollow(c byte) {
	found := p.seek(c)
	newline := p.newline()
	switch {
	case found == tagPartial:
	case found == tagWhole && (p.meaning() == callEnd || !p.call.given[p.meaning()]):
		if newline == 1 && p.held[0] == '\r' { // on its own it is no newline
			p.put('\r')
		}
		p.held = p.held[:0]
		p.endArg()
		p.enter(p.meaning())
	default:
		p.call.miss()
		p.giveBack(newline+1, (*Parser).inRaw)
	}
}

// newline is how many bytes of a newline are held in front of a tag.
func (p *Parser) newline() int { return bytes.IndexByte(p.held, '<') }
