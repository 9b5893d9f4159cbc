package importer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWhole pins that what is moved into a description of one line stays on that line: it becomes part of a bullet and of
// a comment.
func TestWhole(t *testing.T) {
	tests := []struct {
		name, description  string
		lines, constraints []string
		want               string
	}{
		{"nothing moved", "Ids", nil, nil, "Ids"},
		{"a sentence", "Ids.", nil, []string{"uniqueItems true"}, "Ids. Rules: uniqueItems true."},
		{"words", "Ids", nil, []string{"a 1", "b 2"}, "Ids. Rules: a 1; b 2."},
		{"a closing bracket", "Ids (both)", nil, []string{"a 1"}, "Ids (both). Rules: a 1."},
		{"a sentence in brackets", "Ids (see x.)", nil, []string{"a 1"}, "Ids (see x.) Rules: a 1."},
		{"another script", "名称。", nil, []string{"a 1"}, "名称。 Rules: a 1."},
		{"a blank at the end", "Ids. ", nil, []string{"a 1"}, "Ids. Rules: a 1."},
		{"lines of its own", "Modes:\n- a\n- b", nil, []string{"a 1"}, "Modes:\n- a\n- b\nRules: a 1."},
		{"all", "Ids", []string{"Each item: a name", "Examples: b."}, []string{"a 1"}, "Ids. Each item: a name. Examples: b. Rules: a 1."},
		{"words of several lines", "Ids.", []string{"Each item: a\nb"}, nil, "Ids.\nEach item: a\nb"},
	}
	for _, test := range tests {
		s := shape{description: test.description, lines: test.lines, constraints: test.constraints}
		if diff := cmp.Diff(test.want, s.whole()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
	}
}
