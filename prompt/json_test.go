package prompt

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func FuzzQuote(f *testing.F) {
	for _, s := range []string{
		"", "plain", "<a href=\"x\">&'</a>", "\u2028\u2029\u202a", "\x00\x1f\x7f\b\f\n\r\t\\", "\xff\xc2\xe2\x80", "é世界🎉",
		"{{x}} $& $1 %s \\(input.cwd) @CWD@", "\ue000cwd\ue001", "\ufffd\ufeff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := quote(s); got != string(want) {
			t.Errorf("want %s, got %s", want, got)
		}
	})
}

func FuzzPlainJSON(f *testing.F) {
	f.Add(`\u003c and <`)
	f.Add("\\\\u003c\u2028\x01\\u")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "?")
		plain := plainJSON(quote(s))
		var back string
		if err := json.Unmarshal([]byte(plain), &back); err != nil || back != s {
			t.Errorf("%q became %s, which is %q (%v)", s, plain, back, err)
		}
		for _, escape := range []string{"<", ">", "&", "\u2028"} {
			if strings.Count(plain, escape) != strings.Count(s, escape) {
				t.Errorf("%q became %s", s, plain)
			}
		}
	})
}

func TestValues(t *testing.T) {
	v := Values{open: `{"content":[`, end: `]}`, elems: []shared{share(`{"a":1}`), share(`{"b":2}`)}}
	const want = `{"content":[{"a":1},{"b":2}]}`
	if got := v.JSON(); got != want {
		t.Errorf("JSON: want %s, got %s", want, got)
	}
	if got := string(v.Append([]byte("x"))); got != "x"+want {
		t.Errorf("Append: got %s", got)
	}
	var elems []JSON
	for e := range v.All() {
		elems = append(elems, e)
	}
	if got, err := json.Marshal(map[string]any{"v": v, "elems": elems, "none": Values{}, "j": JSON("")}); err != nil ||
		string(got) != `{"elems":[{"a":1},{"b":2}],"j":null,"none":null,"v":`+want+`}` {
		t.Errorf("json.Marshal: got %s, %v", got, err)
	}
	for range v.All() {
		break
	}
	if got, err := json.Marshal(struct {
		V Values `json:"v,omitzero"`
	}{}); err != nil || string(got) != "{}" {
		t.Errorf("the zero Values should be left out, got %s, %v", got, err)
	}
	if n := testing.AllocsPerRun(100, func() { _ = v.JSON() }); n > 2 {
		t.Errorf("JSON: %v allocations", n)
	}
}

// checkFixedForm fails unless encoding/json would write the value as it is.
func checkFixedForm(t *testing.T, j JSON) {
	t.Helper()
	var buf bytes.Buffer
	if err := json.Compact(&buf, []byte(j)); err != nil {
		t.Fatalf("%v: %s", err, j)
	}
	again, err := json.Marshal(json.RawMessage(j))
	if err != nil || string(again) != string(j) || buf.String() != string(j) {
		t.Errorf("not in the fixed form: %s", j)
	}
}
