package project

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// lineFeeds turns CRLF and CR into LF, as text has them.
func lineFeeds(s string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) }

// badText says where a schema holds a control character other than line feed, tab and return. Its words stand in the
// documentation of the XML transport.
func badText(root *value) error {
	r, where, inName := control(root)
	if r < 0 {
		return nil
	}
	place := "its root"
	if len(where) > 0 {
		place = fmt.Sprintf("%q", strings.Join(where, "."))
	}
	if inName {
		place = "a name of " + place
	}
	return fmt.Errorf("holds the control character %U in %s", r, place)
}

// badNumber says which number in a schema readers of JSON refuse, or take for infinite.
func badNumber(v *value) error {
	if v.kind == '0' {
		if _, err := strconv.ParseFloat(v.raw, 64); err != nil {
			return fmt.Errorf("holds the number %.40s, which does not fit into a float of 64 bits", v.raw)
		}
	}
	for i := range v.members {
		if err := badNumber(&v.members[i].value); err != nil {
			return err
		}
	}
	return nil
}

// control finds the first one, the names of the members around it, and whether it is in a name itself. Without one, it
// returns -1.
func control(v *value) (r rune, where []string, inName bool) {
	if v.kind == '"' {
		return controlOf(v.text), nil, false
	}
	for i := range v.members {
		m := &v.members[i]
		if r := controlOf(m.name); r >= 0 {
			return r, nil, true
		}
		if r, where, inName := control(&m.value); r >= 0 {
			if v.kind == '{' {
				where = append([]string{m.name}, where...)
			}
			return r, where, inName
		}
	}
	return -1, nil, false
}

func controlOf(s string) rune {
	for _, r := range s {
		if unicode.IsControl(r) && !strings.ContainsRune("\n\t\r", r) {
			return r
		}
	}
	return -1
}
