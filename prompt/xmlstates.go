package prompt

import "bytes"

// This file has the states of the parser. Each takes one byte, and is named for where that byte stands:
//
//	inText -> inOpening -> inStart -> inValue or inRawStart -> inGap -> … -> inText
//	             |                                               |
//	             +-> inValue (reasoning) -> inText               +-> inStray -> inText
//
//	inRawStart -> inRaw -> inRawCloser -> inRawFollow -> the next argument, or inText
//
// A state that finds no tag where one seemed to begin goes back to the one in front of it.

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
		p.emit(Problem, t.name, "", p.tools.notOffered(t.name).Error())
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
		p.fail(p.call.unexpected(string(s), p.xml, len(p.calls) < maxProblems))
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
	p.call.given = nil
	p.calls = append(p.calls, p.call)
	p.call = nil
	p.stream(Text, "")
	p.lines.midLine()
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
		p.call.miss(p.held[:newline])
		p.giveBack(newline+1, (*Parser).inRaw)
	}
}

// newline is how many bytes of a newline are held in front of a tag.
func (p *Parser) newline() int { return bytes.IndexByte(p.held, '<') }
