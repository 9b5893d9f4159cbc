package project

import (
	"fmt"
	"strings"
	"testing"
)

func TestNewHostRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"q":{"description":"a\r\n\tb\u2028"}}}`:                                       "",
		`{"type":"object","properties":{"n":{"maximum":1e308,"multipleOf":1e-999,"default":[12345678901234567890]}}}`: "",
		`{"type":"object","properties":{"n":{"maximum":1e999}}}`:                                                      `holds the number 1e999, which does not fit into a float of 64 bits`,
		`{"type":"object","x":[[-1E+309]]}`:                                                                           `holds the number -1E+309, which does not fit into a float of 64 bits`,
		`{"type":"object","title":"\u0000"}`:                                                                          `holds the control character U+0000 in "title"`,
		`{"type":"object","properties":{"q":{"enum":["\u001b"]}}}`:                                                    `holds the control character U+001B in "properties.q.enum"`,
		`{"type":"object","properties":{"q":{"default":{"a\u0085":1}}}}`:                                              `holds the control character U+0085 in a name of "properties.q.default"`,
		`{"type":"object","\u007f":1}`:                                                                                `holds the control character U+007F in a name of its root`,
	} {
		got := ""
		if _, err := NewHost("servers", []byte(schema)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

func TestHostTextHasNoReturns(t *testing.T) {
	h, err := NewHost("servers", []byte(`{"type":"object","properties":{"q":{"type":"string","description":"a\r\nb","enum":["c\r"],"default":"\rd"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	docs := Docs([]Tool{{Name: "find", Params: h.Params(), Host: h}})
	if strings.Contains(docs, "\r") || !strings.Contains(docs, "- q: (optional) a\nb One of: c\n. Default: \nd.\n") {
		t.Errorf("%q", docs)
	}
}

// TestHostWorkGrowsWithTheSchema pins that twice the properties are twice the work.
func TestHostWorkGrowsWithTheSchema(t *testing.T) {
	looked := func(n int) int {
		var properties, required []string
		for i := range n {
			properties = append(properties, fmt.Sprintf(`"p%d":{"type":"object","properties":{"a":{}},"required":["a"]}`, i))
			required = append(required, fmt.Sprintf(`"p%d"`, i))
		}
		h, err := NewHost("servers", []byte(`{"type":"object","properties":{`+strings.Join(properties, ",")+`},"required":[`+strings.Join(required, ",")+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		if ps := h.Params(); len(ps) != n || !ps[n-1].Required {
			t.Fatalf("%d parameters of %d", len(ps), n)
		}
		h.schema(geminiOpenAPI)
		return h.looked
	}
	if half, whole := looked(1000), looked(2000); half < 1000 || whole > 2*half {
		t.Errorf("%d names are looked at, and %d for twice as many", half, whole)
	}
}

// TestHostOpenForm pins what Gemini's older form makes of what is no schema, which it would refuse a request for.
func TestHostOpenForm(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a":{"type":"object","properties":[{"type":"string"},{"type":"string"}]}}}`: `{"type":"OBJECT","properties":{"a":{"type":"STRING","description":"A value as JSON text."}},"propertyOrdering":["a"]}`,
		`{"type":"object","properties":{"a":{"properties":{"b":{"type":"integer"}},"required":["b","c","b"]}}}`:     `{"type":"OBJECT","properties":{"a":{"type":"OBJECT","properties":{"b":{"type":"INTEGER"}},"propertyOrdering":["b"],"required":["b"]}},"propertyOrdering":["a"]}`,
	} {
		h, err := NewHost("servers", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		if got := h.schema(geminiOpenAPI); got != want {
			t.Errorf("%s:\n got %s\nwant %s", schema, got, want)
		}
	}
	if _, err := NewHost("servers", []byte(`{"type":"object","required":["a","b","a"]}`)); err == nil || err.Error() != `has a required that names "a" twice` {
		t.Errorf("got %v", err)
	}
}
