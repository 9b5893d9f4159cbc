package vocabulary

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formats are the judge's own, corrected where it is laxer or stricter than the standard that JSON Schema names.
func formats(t *testing.T) []*jsonschema.Format {
	t.Helper()
	clock := regexp.MustCompile(`^\d\d:\d\d:\d\d(?:\.\d+)?(?:[zZ]|[+-]\d\d:\d\d)$`)
	correct := map[string]func(s string) (text string, ok bool){
		// RFC 3339, 5.6: a part is two digits, while the judge takes "+1:00:00Z" and "01:00:00++1:00".
		"time":      func(s string) (string, bool) { return s, clock.MatchString(s) },
		"date-time": func(s string) (string, bool) { return s, len(s) > 11 && clock.MatchString(s[11:]) },
		// RFC 2673, 3.2: a part is digits, while the judge takes "+1.2.3.4".
		"ipv4": func(s string) (string, bool) { return s, !strings.ContainsAny(s, "+-") },
		// RFC 1123, 2.1: the name itself ends in a label; the dot behind it belongs to some notations of it.
		"hostname": func(s string) (string, bool) { return s, !strings.HasSuffix(s, ".") },
		"email":    mailbox,
	}
	var out []*jsonschema.Format
	for name, f := range correct {
		own := judges(t, name)
		out = append(out, &jsonschema.Format{Name: name, Validate: func(v any) error {
			s, ok := v.(string)
			if !ok {
				return nil
			}
			text, ok := f(s)
			if !ok {
				return errors.New("not by the standard")
			}
			return own.Validate(text)
		}})
	}
	return out
}

// judges is a schema with one of the judge's own formats.
func judges(t *testing.T, format string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(`{"format":"` + format + `"}`)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("format.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("format.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mailbox corrects the judge by RFC 5321, 4.1.2: a local part has at least one character, one in quotes is printable
// ASCII and may have backslashes in front of characters, no domain ends in a dot, and the parts of an IPv4 address in
// brackets have no signs.
func mailbox(s string) (string, bool) {
	if strings.HasPrefix(s, "@") || strings.HasSuffix(s, ".") || regexp.MustCompile(`@\[[^:]*[+-]`).MatchString(s) {
		return s, false
	}
	s = regexp.MustCompile(`(?i)@\[ipv6:`).ReplaceAllString(s, "@[IPv6:") // no literal of the grammar minds capitals
	quoted := regexp.MustCompile(`^"(?:[ !#-\[\]-~]|\\[ -~])*"@`).FindString(s)
	if strings.HasPrefix(s, `"`) && quoted == "" {
		return s, false
	}
	if strings.Contains(quoted, `\`) && len(quoted) <= 65 && len(s) <= 254 {
		return "a@" + s[len(quoted):], true
	}
	return s, true
}
