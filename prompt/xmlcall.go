package prompt

import (
	"bytes"
	"slices"
	"strings"
)

// xmlCall is a call in an answer.
type xmlCall struct {
	tool     *xmlTool
	args     []xmlArg
	given    []bool // by parameter, of the open call
	problems []string
	over     bool // its closing tag was read
	doubtful bool // that a closing tag stands behind it is among problems

	param  *ParamSpec // of the argument at hand; nil between arguments
	value  []byte     // of it, so far
	missed string     // where its first closing tag that was taken for content stands, or ""; also of the last one, once it has ended
}

// xmlArg is an argument as it stands between its tags.
type xmlArg struct {
	param *ParamSpec
	text  string
}

// open begins the argument of a parameter.
func (c *xmlCall) open(of int) {
	c.given[of] = true
	c.param, c.value, c.missed = &c.tool.offer.spec.Params[of], nil, ""
}

// end ends the argument at hand.
func (c *xmlCall) end() {
	c.args = append(c.args, xmlArg{c.param, string(c.value)})
	c.param, c.value = nil, nil
}

// miss notes that a closing tag of the argument at hand was taken for content. Behind the value so far, a newline may be held
// in front of the tag.
func (c *xmlCall) miss(newline []byte) {
	if c.missed == "" {
		c.missed = "line " + Int(int64(1+bytes.Count(c.value, []byte("\n"))+bytes.Count(newline, []byte("\n"))))
	}
}

// crossed says which argument holds the closing tag of a raw one in front of it. That one may then have ended there.
func (c *xmlCall) crossed() string {
	for i, early := range c.args {
		if early.param.Value != RawValue {
			continue
		}
		closer := closeTag(early.param.Name)
		for _, late := range c.args[i+1:] {
			if strings.Contains(late.text, closer) {
				return "ambiguous: " + late.param.Name + " holds " + closer + ", so " + early.param.Name + " may not have ended where it seems; " +
					"this content can't be written as a call"
			}
		}
	}
	return ""
}

// unexpected says what is wrong with a text that stands between two arguments. To suggest is to look for a parameter that
// may be meant, which takes longer than to read the call.
func (c *xmlCall) unexpected(text string, g *xmlGrammar, suggest bool) string {
	closer := closeTag(c.tool.name)
	if isGap(text[0]) {
		return "more than " + Int(maxGap) + " blanks and line ends stand between two tags of the call"
	}
	name := strings.TrimSuffix(strings.TrimPrefix(text, "<"), ">")
	if text != openTag(name) || !tagged(name) {
		text = strings.TrimRight(text[:1]+strings.TrimSuffix(text[1:], "<"), " \t\r\n")
		return "unexpected text " + plainJSON(shorten(text)) + ": between arguments only blanks and line ends may stand, then a parameter that is not given yet, or " + closer
	}
	switch at := slices.Index(c.tool.params, name); {
	case at >= 0:
		return name + ": given more than once"
	case slices.ContainsFunc(g.tools, func(t xmlTool) bool { return t.name == name }):
		return closer + " is missing in front of " + text
	}
	problem := name + ": unknown parameter"
	if !suggest {
		return problem
	}
	if meant, ok := nearest(name, c.tool.params); ok {
		problem += "; did you mean " + quote(meant) + "?"
	}
	return problem
}

// unfinished says what is missing when the answer ends inside the call.
func (c *xmlCall) unfinished() string {
	name, problem := "", "the answer ends in front of "+closeTag(c.tool.name)
	if c.param != nil {
		name = c.param.Name
		problem = name + ": the answer ends in front of " + closeTag(name)
	} else if len(c.args) > 0 {
		name = c.args[len(c.args)-1].param.Name
	}
	if c.missed != "" {
		problem += "; the first " + closeTag(name) + ", on " + c.missed + " of the value, was taken for content, because neither " +
			closeTag(c.tool.name) + " nor a parameter that is not given yet stands behind it"
	}
	return problem
}
