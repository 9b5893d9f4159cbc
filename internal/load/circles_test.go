package load_test

import (
	"fmt"
	"testing"

	"github.com/promptgen/promptgen/internal/load"
)

// References that lead in circles, or double with every step, end: this test does.
func TestCircles(t *testing.T) {
	double := "_a0: cache: \"statc\"\n"
	for i := range 16 { // more would be slow in CUE itself
		double += fmt.Sprintf("_a%d: _a%d & _a%d\n", i+1, i, i)
	}
	for _, body := range []string{
		"sections: _a\n_a: _a & _a",
		"sections: _a\n_a: {_a, _a}",
		"sections: _a\n_a: _a.b & _a.c",
		"sections: _a\n_a: _a.b | _a[\"c\"]",
		"sections: x: {cache: \"static\", value: _a}\n_a: \"\\(_a)\\(_a)\"",
		"sections: x: parts: [_a, _a]\n_a: parts: [_a, _a]",
		double + "sections: x: _a16",
	} {
		fsys := mapFS(t, "minimal.txtar")
		fsys["more.cue"] = file("package helper\n" + body)
		if _, _, err := load.Load(fsys, nil); err != nil {
			t.Error(err)
		}
	}
}
