package snapshot

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/cases"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/render"
)

// TestPairwise reads each line of this repository's pairwise.txt as a reviewer does: its gates, laid over the first case,
// give texts with its sum.
func TestPairwise(t *testing.T) {
	r, found, err := load.Load(os.DirFS("../.."), nil)
	if err != nil || found.HasErrors() {
		t.Fatal(err, found.Text())
	}
	data, err := os.ReadFile("../../snapshots/pairwise.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(data)))
	if len(lines) < 8 {
		t.Fatalf("%d lines", len(lines))
	}
	renderer := render.New(r)
	for _, line := range lines {
		words := strings.Fields(line)
		at := strings.Split(words[0], ".")
		k, err := cases.Overlay(r, &r.Snapshots.Cases[0], words[1])
		if err != nil {
			t.Fatal(err)
		}
		c := Cell{render.CellOf(r, &k, at[0], at[1], at[2]), k.Name, &k}
		out, err := renderer.Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		all, err := texts(r, &project.Projector{}, &c, out)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", digest(all)); got != words[2] {
			t.Errorf("%s: %s", line, got)
		}
	}
}
