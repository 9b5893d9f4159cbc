package hosts_test

import (
	"math"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
)

// TestResolveProfile pins what the rules of the registry select at their edges: a name that was asked for first, then
// the model's segments, whatever their case, then windows below 64,000 tokens. A window that is not known counts as
// 128,000.
func TestResolveProfile(t *testing.T) {
	const lite, standard = coder.ProfileLite, coder.ProfileStandard
	type test struct {
		name string
		in   coder.Selection
		want coder.Profile
	}
	tests := []test{
		{"nothing is known", coder.Selection{}, standard},
		{"window below", coder.Selection{ContextWindow: 63_999}, lite},
		{"window at the edge", coder.Selection{ContextWindow: 64_000}, standard},
		{"window above", coder.Selection{ContextWindow: 64_001}, standard},
		{"smallest window", coder.Selection{ContextWindow: 1}, lite},
		{"window 0", coder.Selection{Model: "some-model", ContextWindow: 0}, standard},
		{"window -1", coder.Selection{ContextWindow: -1}, standard},
		{"lowest window", coder.Selection{ContextWindow: math.MinInt64}, standard},
		{"highest window", coder.Selection{ContextWindow: math.MaxInt64}, standard},
		{"the model goes before the window", coder.Selection{Model: "o1", ContextWindow: 200_000}, lite},
		{"another model leaves it to the window", coder.Selection{Model: "gpt-o1", ContextWindow: 63_999}, lite},
		{"the name goes before the model", coder.Selection{Explicit: "standard", Model: "o1", ContextWindow: 1}, standard},
		{"the name goes before the window", coder.Selection{Explicit: "lite", Model: "some-model", ContextWindow: 200_000}, lite},
	}
	for _, model := range []string{"o1", "o1-mini", "openai/o1", "openai/o1-preview", "O1-Mini", "x/o1-/y"} {
		tests = append(tests, test{"model " + model, coder.Selection{Model: model}, lite})
	}
	for _, model := range []string{"o1mini", "foo1", "gpt-o1", "o10", "o1:free", "openai/o1.5", ""} {
		tests = append(tests, test{"model " + model, coder.Selection{Model: model}, standard})
	}
	for _, test := range tests {
		if got, err := coder.ResolveProfile(test.in); got != test.want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// TestResolveProfileErrs pins that a name which is none is an error that lists the names, whatever else is known.
func TestResolveProfileErrs(t *testing.T) {
	for _, name := range []string{"native", "Lite", "lite "} {
		got, err := coder.ResolveProfile(coder.Selection{Explicit: name, Model: "o1", ContextWindow: 1})
		if err == nil || got != 0 || !strings.Contains(err.Error(), `"lite"`) || !strings.Contains(err.Error(), `"standard"`) {
			t.Errorf("%q: got %v, %v", name, got, err)
		}
	}
}
