package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Message is the verdict over a whole answer: its calls, or, when anything was wrong or cut off, none and every error.
type Message struct {
	Text  string       // what stands outside calls and reasoning
	Calls []Call       // in order, without IDs; their arguments are those of the schema, and Dispatch takes them
	Errs  []*CallError // in order, of 100 calls at most; those about the whole answer come last
}

// Close ends the answer and gives the verdict over it. complete says that the answer ended by itself: that neither a
// limit of its length nor a lost connection cut it off. Bytes that were held back are in the Text of the Message.
//
// When there is an error, no call may run. The texts of all errors go back to the model.
func (p *Parser) Close(complete bool) Message {
	if p.closed == nil {
		m := p.verdict(complete)
		p.closed = &m
		p.call, p.calls, p.whole, p.text, p.held = nil, nil, nil, nil, nil
	}
	m := *p.closed
	m.Calls, m.Errs = slices.Clone(m.Calls), slices.Clone(m.Errs)
	return m
}

func (p *Parser) verdict(complete bool) Message {
	open := p.call
	if open != nil {
		p.endRaw()
		open.problems = append(open.problems, open.unfinished())
		p.calls = append(p.calls, open)
	}
	unclosed := p.sink.Kind == Reasoning
	if open == nil && !unclosed {
		p.text = append(p.text, p.held...)
	}
	m := p.judged()
	if unclosed {
		closer := p.until[0].text
		m.Errs = append(m.Errs, answerError("the answer ends inside the reasoning, so nothing in it was taken for a call; end the reasoning with "+closer))
	}
	if !complete {
		m.Errs = append(m.Errs, answerError("the answer was cut off before its end, so none of its calls was run; answer again"))
	}
	if len(m.Errs) == 0 {
		return m
	}
	if complete && len(m.Calls) > 0 {
		m.Errs = append(m.Errs, withheld(m.Calls))
	}
	m.Calls = nil
	return m
}

// endRaw ends the raw argument at hand where the answer ends behind its closing tag: then that of the call is missing.
func (p *Parser) endRaw() {
	c := p.call
	if c.param == nil || c.param.Value != RawValue {
		return
	}
	if at := p.newline(); at >= 0 && strings.HasPrefix(string(p.held[at:]), closeTag(c.param.Name)) {
		if at == 1 && p.held[0] == '\r' { // on its own it is no newline
			c.value = append(c.value, '\r')
		}
		c.end()
	}
}

// judged is a Message of the text and the calls as they are. A model can make any number of mistakes, so of most only
// the number is told.
func (p *Parser) judged() Message {
	m, more := Message{Text: string(p.text)}, 0
	for _, c := range p.calls {
		call, err := p.tools.judge(c)
		switch {
		case err == nil:
			m.Calls = append(m.Calls, call)
		case len(m.Errs) < maxProblems:
			m.Errs = append(m.Errs, err)
		default:
			more++
		}
	}
	if more > 0 {
		m.Errs = append(m.Errs, answerError("calls of this answer that are wrong as well, and not listed: "+strconv.Itoa(more)))
	}
	return m
}

func answerError(problem string) *CallError { return &CallError{Problems: []string{problem}} }

// withheld tells the model which calls did not run although nothing is wrong with them.
func withheld(calls []Call) *CallError {
	var names []string
	for _, c := range calls {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return answerError("no call of this answer was run, not even those without an error (" + strings.Join(names, ", ") + "); make them again")
}

// judge decodes a call.
func (t *Tools) judge(c *xmlCall) (Call, *CallError) {
	if c.tool.offer == nil {
		return Call{}, t.notOffered(c.tool.name)
	}
	call, more := t.decodeXML(c)
	if len(c.problems)+len(more) == 0 {
		return call, nil
	}
	return Call{}, &CallError{Tool: c.tool.name, Problems: slices.Concat(c.problems, more)}
}

// decodeXML makes JSON of the arguments of a call, in the order of the declaration, and checks them. Where the fields of
// the tool are known, they have the better words for a value of the wrong type. A call that did not end as it should
// may have had more arguments, so that nothing is missing from it. What is found here is all that Dispatch would find.
func (t *Tools) decodeXML(c *xmlCall) (Call, []string) {
	call := Call{Name: c.tool.name, Args: []byte{'{'}}
	fields := t.fields(c.tool.name)
	texts := make(map[*ParamSpec]string, len(c.args))
	for _, a := range c.args {
		texts[a.param] = a.text
	}
	var problems []string
	unasked := map[string]bool{}
	for i := range c.tool.offer.spec.Params {
		p := &c.tool.offer.spec.Params[i]
		value, problem, fatal := "", "", false
		if text, ok := texts[p]; ok {
			if value, problem, fatal = p.fromXML(text); fatal {
				problem += t.inQuotes(call.Name, p.Name, text, fields)
			}
		} else if !c.over {
			unasked[p.Name] = true
		} else if p.Required {
			problem = "required"
		}
		if problem != "" && (fatal || fields == nil) {
			problems = append(problems, p.Name+": "+problem)
			unasked[p.Name] = true
			continue
		}
		if value != "" {
			call.Args = appendArg(call.Args, p.Name, value)
		}
	}
	call.Args = append(call.Args, '}')
	fields = slices.DeleteFunc(fields, func(f ArgField) bool { return unasked[f.name] })
	return call, append(problems, t.wrong(call, fields)...)
}

// inQuotes says of a text that is no JSON that it would do as a string, if it would.
func (t *Tools) inQuotes(tool, param, text string, fields []ArgField) string {
	i := slices.IndexFunc(fields, func(f ArgField) bool { return f.name == param })
	if i < 0 || !utf8.ValidString(text) {
		return ""
	}
	args := append(appendArg([]byte{'{'}, param, quote(text)), '}')
	if len(t.wrong(Call{Name: tool, Args: args}, fields[i:i+1])) > 0 {
		return ""
	}
	return "; a string stands in quotes here: " + shorten(text)
}

// wrong is what is wrong with the arguments of a call, which are an object; without fields it is a call of a host's tool.
func (t *Tools) wrong(c Call, fields []ArgField) []string {
	err := error(nil)
	if fields == nil {
		err = t.CheckHostCall(c)
	} else {
		err = t.DecodeCall(c, fields)
	}
	if wrong, ok := err.(*CallError); ok {
		return wrong.Problems
	}
	return nil
}

// appendArg appends an argument to an object that is not closed yet.
func appendArg(dst []byte, name, value string) []byte {
	return append(append(appendString(comma(dst), name), ':'), value...)
}

// fromXML makes JSON of what stands between the tags of a parameter, or "" where that means that it is absent. A problem
// that is not fatal leaves a JSON string, for a decoder that says better what is wanted.
func (p *ParamSpec) fromXML(text string) (value, problem string, fatal bool) {
	if p.Value != JSONValue && !utf8.ValidString(text) {
		return "", "not valid UTF-8 at byte " + strconv.Itoa(firstInvalid(text)), true
	}
	if p.Value == TextValue || p.Value == RawValue {
		return quote(text), "", false
	}
	text = strings.Trim(text, " \t\r\n")
	if text == "" && !p.Required {
		return "", "", false
	}
	v, problem := parseJSON(text)
	switch {
	case p.Value == JSONValue && problem != "":
		return "", problem, true
	case p.Value == JSONValue:
		return string(appendJSON(nil, &v)), "", false
	case problem == "" && p.Value == NumberValue && v.kind == jsonNumber, problem == "" && p.Value == BoolValue && v.kind == jsonBool:
		return v.text, "", false
	case p.Value == NumberValue:
		return quote(text), "want a number, got " + shorten(text), false
	}
	return quote(text), "want true or false, got " + shorten(text), false
}
