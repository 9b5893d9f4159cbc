package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

const (
	maxLines = 200
	maxBytes = 25_000
)

// manifest returns what a turn shows of a manifest, and the notes about it. The marks of the test stand around it.
func manifest(t *testing.T, text string) (shown string, notes []string) {
	t.Helper()
	turn := quiet()
	turn.Manifest = text
	turn.Facts = []twozone.Fact{{File: "END", Text: "x"}}
	r, err := assemble(t, twozone.ProfileAssistantTail, bare()).Request(prompt.Anthropic, turn)
	if err != nil {
		t.Fatal(err)
	}
	_, behind, ok := strings.Cut(r.Tail, "against the files.\n\n")
	shown, _, end := strings.Cut(behind, "\n\nEND:\n")
	if !ok || !end {
		t.Fatalf("no memory in %.200q", r.Tail)
	}
	for _, n := range r.Notes {
		notes = append(notes, n.String())
	}
	return shown, notes
}

// numbered are n lines that differ.
func numbered(n int) string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("- %d.md", i))
	}
	return strings.Join(lines, "\n")
}

func TestManifestLineCap(t *testing.T) {
	for _, n := range []int{1, 199, 200} {
		for _, end := range []string{"", "\n", "\r\n"} {
			if shown, notes := manifest(t, numbered(n)+end); shown != numbered(n) || notes != nil {
				t.Errorf("%d lines: shows %d bytes, notes %q", n, len(shown), notes)
			}
		}
	}
	for _, n := range []int{201, 1000} {
		shown, notes := manifest(t, numbered(n))
		equal(t, "the manifest", shown, numbered(maxLines))
		want := fmt.Sprintf("Turn.Manifest: truncate: %d lines, at most 200", n)
		if len(notes) != 1 || notes[0] != want {
			t.Errorf("notes %q, want %q", notes, want)
		}
	}
}

// TestManifestByteCap has what a cap on lines lets through: few lines, and long ones.
func TestManifestByteCap(t *testing.T) {
	long := func(n, size int) string {
		return strings.TrimSuffix(strings.Repeat(strings.Repeat("x", size)+"\n", n), "\n")
	}
	for _, c := range []struct {
		name, text, want string
	}{
		{"exactly", strings.Repeat("x", maxBytes), strings.Repeat("x", maxBytes)},
		{"one more", strings.Repeat("x", maxBytes+1), strings.Repeat("x", maxBytes)},
		{"10 lines of 5000", long(10, 5000), long(4, 5000)}, // the fifth would end at byte 25,004
		{"10 lines of 4999", long(10, 4999), long(5, 4999)}, // the fifth ends at byte 24,999
		{"a rune on the edge", strings.Repeat("ä", maxBytes), strings.Repeat("ä", maxBytes/2)},
		{"a rune across it", "x" + strings.Repeat("ä", maxBytes), "x" + strings.Repeat("ä", maxBytes/2-1)},
		{"four bytes across it", "xxx" + strings.Repeat("😀", maxBytes), "xxx" + strings.Repeat("😀", (maxBytes-3)/4)},
		{"both", long(300, 200), long(124, 200)}, // of the first 200 lines those that fit
	} {
		shown, notes := manifest(t, c.text)
		equal(t, c.name, shown, c.want)
		if len(shown) > maxBytes || !utf8.ValidString(shown) {
			t.Errorf("%s: %d bytes, valid text: %v", c.name, len(shown), utf8.ValidString(shown))
		}
		if cut := c.text != c.want; cut != (len(notes) > 0) {
			t.Errorf("%s: notes %q", c.name, notes)
		}
	}
}

// TestFactsAreCapped proves that the facts can't do what the manifest can't: fill the window.
func TestFactsAreCapped(t *testing.T) {
	turn := quiet()
	for i := range 100 {
		turn.Facts = append(turn.Facts, twozone.Fact{File: fmt.Sprintf("%d.md", i), Text: strings.Repeat("ä", 5000)})
	}
	r, err := assemble(t, twozone.ProfileAssistantTail, bare()).Request(prompt.Anthropic, turn)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(r.Tail, ".md:\n"); n != 6 || len(r.Tail) > 26_000 || !utf8.ValidString(r.Tail) {
		t.Errorf("%d facts in %d bytes", n, len(r.Tail))
	}
	if len(r.Notes) == 0 {
		t.Error("nothing tells that facts are missing")
	}
}

// TestMemoryIsReadForEachTurn proves that no turn sees the memory of the one before.
func TestMemoryIsReadForEachTurn(t *testing.T) {
	for _, p := range []twozone.Profile{twozone.ProfileAssistant, twozone.ProfileAssistantTail, twozone.ProfileCoordinator} {
		a := assemble(t, p, bare())
		for _, text := range []string{"- first.md", "", "- second.md"} {
			turn := quiet()
			turn.Manifest = text
			system, tail := texts(t, a, turn)
			if got := strings.Contains(system+tail, "# Memory"); got != (text != "") || !strings.Contains(system+tail, text) {
				t.Errorf("%v: %q is not what the turn shows", p, text)
			}
		}
	}
}
