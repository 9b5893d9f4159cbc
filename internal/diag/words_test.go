package diag

import "testing"

func TestListed(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"},
	} {
		if got := Listed(words, "or"); got != want {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}
