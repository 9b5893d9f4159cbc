package prompt

import (
	"bytes"
	"errors"
	"strings"
)

// AppendCall appends a call to the text of a message as a model writes it over the XML transport, to replay a history. It
// begins on a line of its own and ends without a newline. A call that would not come back equal is an error, and dst is
// returned as it was: one of a tool that is not offered, one with arguments that its tool does not take, one with content
// that would end it too early, and one behind a text in which no call can start. The ID is not written.
//
// An argument whose null means absent, as strict schemas of OpenAI have it, is left out: DecodeCall makes the same of both.
// What null means to a server of the host's only that server knows, so there it is written, or an error.
func (t *Tools) AppendCall(dst []byte, c Call) ([]byte, error) {
	o := t.find(c.Name)
	if o == nil {
		return dst, t.missing(c.Name)
	}
	given, problem := parseJSON(string(c.Args))
	if problem == "" && given.kind != jsonObject {
		problem = "want an object, got " + given.describe()
	}
	if problem != "" {
		return dst, unwritable(c.Name, "arguments: "+problem)
	}
	xml, args, problem := o.toXML(given.kids, t.nullIsAbsent(c.Name))
	if problem != "" {
		return dst, unwritable(c.Name, problem)
	}
	if wrong := t.wrong(Call{Name: c.Name, Args: args}, t.fields(c.Name)); len(wrong) > 0 {
		return dst, unwritable(c.Name, wrong...)
	}
	p := t.Parser()
	p.Feed(nil, string(xml))
	switch m := p.Close(true); {
	case len(m.Errs) > 0:
		return dst, unwritable(c.Name, m.Errs[0].Problems[0]) // further ones are about values that ended too early
	case len(m.Calls) != 1 || m.Text != "" || m.Calls[0].Name != c.Name || !bytes.Equal(m.Calls[0].Args, args):
		return dst, unwritable(c.Name, "its content holds tags, so that it would come back changed")
	}
	if problem := t.leftOpen(dst); problem != "" {
		return dst, unwritable(c.Name, problem)
	}
	if len(dst) > 0 && dst[len(dst)-1] != '\n' {
		dst = append(dst, '\n')
	}
	return append(dst, xml...), nil
}

// leftOpen says what keeps a call from starting on the line behind a text, or "".
func (t *Tools) leftOpen(text []byte) string {
	p := t.Parser()
	p.Feed(nil, string(text))
	p.Feed(nil, "\n")
	switch {
	case p.call != nil:
		return "the text in front of it ends within a call"
	case p.sink.Kind == Reasoning:
		return "the text in front of it leaves its reasoning open"
	case p.lines.fence != 0:
		return "the text in front of it leaves a fence open, where no call starts; close it, or write the call first"
	}
	return ""
}

func unwritable(name string, problems ...string) error {
	return errors.New("the call of " + name + " can't be written as XML: " + strings.Join(problems, "; "))
}

// nullIsAbsent says of which parameters of a tool an argument that is null is none.
func (t *Tools) nullIsAbsent(name string) map[string]bool {
	absent := map[string]bool{}
	for _, f := range t.fields(name) {
		absent[f.name] = f.nullIsAbsent()
	}
	return absent
}

// toXML writes a call, and its arguments as they have to come back. Those of absent are left out where they are null.
func (o *offer) toXML(given []jsonMember, absent map[string]bool) (xml, args []byte, problem string) {
	values := make(map[string]*jsonValue, len(given))
	for i := range given {
		if values[given[i].name] != nil {
			return nil, nil, pathName(given[i].name) + ": given more than once"
		}
		values[given[i].name] = &given[i].value
	}
	xml, args = append(xml, openTag(o.spec.Name)...), append(args, '{')
	for i := range o.spec.Params {
		p := &o.spec.Params[i]
		v := values[p.Name]
		delete(values, p.Name)
		if v == nil || v.kind == jsonNull && absent[p.Name] {
			continue
		}
		text, ok := p.toXML(v)
		if !ok {
			return nil, nil, p.Name + ": can't be " + v.describe()
		}
		xml = append(append(append(append(xml, '\n'), openTag(p.Name)...), text...), closeTag(p.Name)...)
		args = appendArg(args, p.Name, string(appendJSON(nil, v)))
	}
	for i := range given {
		if values[given[i].name] != nil {
			return nil, nil, pathName(given[i].name) + ": unknown argument"
		}
	}
	return append(append(xml, '\n'), closeTag(o.spec.Name)...), append(args, '}'), ""
}

// toXML writes what stands between the tags of a parameter, or reports that it has no such values.
func (p *ParamSpec) toXML(v *jsonValue) (string, bool) {
	switch p.Value {
	case TextValue:
		return v.text, v.kind == jsonString
	case RawValue:
		return rawLines(v.text), v.kind == jsonString
	case NumberValue:
		return v.text, v.kind == jsonNumber
	case BoolValue:
		return v.text, v.kind == jsonBool
	}
	text := string(appendJSON(nil, v))
	if plain := plainJSON(text); !strings.Contains(plain, "</") {
		text = plain // the escapes are needed only where a tag could stand
	}
	return text, true
}

// rawLines puts a value of more than one line on lines of its own. The newlines around it do not belong to it; behind a
// carriage return, only CRLF is one.
func rawLines(s string) string {
	switch {
	case !strings.Contains(s, "\n"):
		return s
	case strings.HasSuffix(s, "\r"):
		return "\n" + s + "\r\n"
	}
	return "\n" + s + "\n"
}
