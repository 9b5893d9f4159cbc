package emit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/plan"
)

// TestStrict shows what is written where profiles differ. Where all are alike, the set stands in the tool's literal.
func TestStrict(t *testing.T) {
	both, one := []string{"StrictOpenAI", "StrictAnthropic"}, []string{"StrictOpenAI"}
	for _, tt := range []struct {
		sets []plan.Strict
		want string
	}{
		{nil, ""},
		{[]plan.Strict{{In: both}}, ""},
		{[]plan.Strict{{Profiles: []string{"ProfileA"}, In: one}}, `
	if x.Profile == ProfileA {
		s.Strict = prompt.StrictOpenAI
	}`},
		{[]plan.Strict{{Profiles: []string{"ProfileA", "ProfileB"}, In: both}}, `
	switch x.Profile {
	case ProfileA, ProfileB:
		s.Strict = prompt.StrictOpenAI | prompt.StrictAnthropic
	}`},
		{[]plan.Strict{{Profiles: []string{"ProfileA", "ProfileB"}, In: both}, {Profiles: []string{"ProfileC"}, In: one}}, `
	switch x.Profile {
	case ProfileA, ProfileB:
		s.Strict = prompt.StrictOpenAI | prompt.StrictAnthropic
	case ProfileC:
		s.Strict = prompt.StrictOpenAI
	}`},
	} {
		w := newWriter(&plan.Plan{})
		f := jen.NewFile("p")
		f.Func().Id("f").Params().Block(w.strictIn(tt.sets)...)
		var b bytes.Buffer
		if err := f.Render(&b); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(b.String(), "func f() {")
		got = strings.TrimSuffix(strings.TrimRight(got, "\n"), "}")
		if diff := cmp.Diff(tt.want, strings.TrimRight(got, "\n")); diff != "" {
			t.Error(diff)
		}
	}
}
