package output

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGrouped(t *testing.T) {
	stale := func(path string, line int, want string) Problem {
		return Problem{Path: path, Kind: Stale, Line: line, OnDisk: `"old"`, Want: want}
	}
	got := Grouped([]Problem{
		stale("snapshots/a.txt", 3, `"new"`),
		{Path: "snapshots/b.txt", Kind: Missing},
		stale("snapshots/c.txt", 3, `"other"`),
		stale("snapshots/d.txt", 5, `"new"`),
		{Path: "snapshots/e.txt", Kind: Missing},
		stale("snapshots/f.txt", 3, `"new"`),
	})
	text := ""
	for _, p := range got {
		text += p.String() + "\n"
	}
	want := "snapshots/a.txt: stale\nsnapshots/d.txt: stale\nsnapshots/f.txt: stale\n" +
		"\tfirst difference in line 3 or 5\n\ton disk:   \"old\"\n\tgenerated: \"new\"\n" +
		"snapshots/b.txt: missing\n" +
		"snapshots/c.txt: stale\n\tfirst difference in line 3\n\ton disk:   \"old\"\n\tgenerated: \"other\"\n" +
		"snapshots/e.txt: missing\n"
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
