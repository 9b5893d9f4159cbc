package prompt

import "testing"

func TestHasModelSegment(t *testing.T) {
	for model, want := range map[string]bool{
		"o1": true, "o1-mini": true, "openai/o1": true, "openai/o1-preview": true, "O1-Mini": true, "x/o1-/y": true,
		"o1mini": false, "foo1": false, "gpt-o1": false, "o10": false, "o1:free": false, "openai/o1.5": false, "": false,
	} {
		if got := HasModelSegment(model, []string{"o1"}, []string{"o1-"}); got != want {
			t.Errorf("%q: got %v", model, got)
		}
	}
}
