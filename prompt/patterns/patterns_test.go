package patterns

import (
	"strings"
	"testing"
)

func TestSpell(t *testing.T) {
	tests := []struct {
		pattern string
		want    bool
	}{
		{"</a>", true}, {`<\/a>`, true}, {`<\x2fa>`, true}, {"[<]/a>", true}, {"(<)/(a)>", true}, {"x|y</a>z", true}, {"</a+>", true},
		{"</a>?", true}, {"(?:</){1}a>", true}, {"(?i)</A>", true}, {"(?i:</)a>", true}, {"^</a>$", true}, {`</a>\1`, true},
		{"", false}, {"</b>", false}, {"<a>", false}, {".*", false}, {"^.*$", false}, {"[^<]*", false}, {"[</a>]*", false}, {"</aa>", false}, {"</A>", false}, {"(?:<|x)/a>", false}, {"[a-z]</[a-z]>", false},
		{strings.Repeat("(", 6) + "a" + strings.Repeat(")*", 6), false}, {"(?:(?:x{99}){99}){99}</a >", false},
	}
	for _, tt := range tests {
		if got := Spell(tt.pattern, "</a>"); got != tt.want {
			t.Errorf("%q spells </a>: %t, want %t", tt.pattern, got, tt.want)
		}
	}
}
