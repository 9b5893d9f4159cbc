package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// badWord is badText for what stands in one line: line feeds and tabs are bad, too.
func badWord(s string) int {
	at := badText(s)
	if i := strings.IndexAny(s, "\n\t"); i >= 0 && (at < 0 || i < at) {
		return i
	}
	return at
}

// hostControl is a control character that a schema of the host's holds.
type hostControl struct {
	r      rune
	inName bool     // of a member of what stands at the place
	place  []string // names of members, the outermost last
}

// badSchemaText says where a schema holds a control character other than line feed, tab and return, to be read behind "has
// a schema that". Its words stand in the documentation of the XML transport, so they are held to what other text is.
func badSchemaText(v *jsonValue) string {
	c := findControl(v)
	if c == nil {
		return ""
	}
	slices.Reverse(c.place)
	where := "its root"
	if len(c.place) > 0 {
		where = shorten(strings.Join(c.place, "."))
	}
	if c.inName {
		where = "a name of " + where
	}
	return fmt.Sprintf("holds the control character %U in %s", c.r, where)
}

// findControl finds the first one. Returns pass, because text has LF in their place.
func findControl(v *jsonValue) *hostControl {
	if v.kind == jsonString {
		return controlOf(v.text, false)
	}
	for i := range v.kids {
		m := &v.kids[i]
		if c := controlOf(m.name, true); c != nil {
			return c
		}
		if c := findControl(&m.value); c != nil {
			if v.kind == jsonObject {
				c.place = append(c.place, m.name)
			}
			return c
		}
	}
	return nil
}

// badSchemaNumber says which number in a schema readers of JSON refuse, or take for infinite, to be read behind "has a schema
// that". One of them would cost the whole request.
func badSchemaNumber(v *jsonValue) string {
	if v.kind == jsonNumber {
		if _, err := strconv.ParseFloat(v.text, 64); err != nil {
			return "holds the number " + v.describe() + ", which does not fit into a float of 64 bits"
		}
	}
	for i := range v.kids {
		if problem := badSchemaNumber(&v.kids[i].value); problem != "" {
			return problem
		}
	}
	return ""
}

func controlOf(s string, inName bool) *hostControl {
	s = lineFeeds(s)
	at := badText(s)
	if at < 0 {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	return &hostControl{r: r, inName: inName}
}
