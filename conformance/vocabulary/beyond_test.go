package vocabulary

import (
	"testing"

	"github.com/promptgen/promptgen/prompt"
)

// TestBeyondJudge pins what decoders refuse though the canonical schema does not: the judge never sees such text, or
// only after a parser has made something else of it.
func TestBeyondJudge(t *testing.T) {
	refused := map[string][]string{
		"text":   {`{"must":"a","must":"a"}`, "{\"must\":\"\xff\"}", `{"must":"\ud800"}`, `{"must":"a"}{}`},
		"number": {`{"must":1e400}`, `{"must":-1e400}`, `{"must":NaN}`, `{"must":01}`},
		"object": {`{"must":{"key":"a","key":"a"}}`},
		"union":  {`{"must":{"kind":"clear-all","kind":"clear-all"}}`},
		"map":    {`{"must":{"a":"","a":""}}`},
		"any":    {`{"must":{"a":[{"b":1,"b":1}]}}`},
	}
	taken := map[string]string{
		"text": `{"must":"a"}`, "number": `{"must":1e300}`, "object": `{"must":{"key":"a"}}`, "union": `{"must":{"kind":"clear-all"}}`,
		"map": `{"must":{"a":""}}`, "any": `{"must":{"a":[{"b":1},1e999]}}`,
	}
	seen := 0
	for s := range sessions(t, prompt.Native) {
		for _, e := range s.entries(t) {
			for _, args := range refused[e.name] {
				seen++
				if e.decode([]byte(args)) == nil {
					t.Errorf("%s takes %q", e.name, args)
				}
			}
			if args := taken[e.name]; args != "" && e.decode([]byte(args)) != nil {
				t.Errorf("%s refuses %s", e.name, args)
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d were held against a decoder", seen)
	}
}
