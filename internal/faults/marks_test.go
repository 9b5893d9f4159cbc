package faults_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault18TooManyMarks pins that no profile plans more marks than a request may have.
func TestFault18TooManyMarks(t *testing.T) {
	five := base(t).add("profiles/marks.cue", "package tiny\n\n"+`profiles: full: breakpoints: ["tools", "static", "session", "system", "turns"]`+"\n")
	five.refused(t, "breakpoint-needless", "profiles/marks.cue:3", `"system"`)
	five.change(t, "sections.cue", `reason: "Time passes."`, `reason: "Time passes.", place: "system", placeReason: "It is short."`).
		refused(t, "breakpoints-many", "profiles/marks.cue:3", "at most three")
}

// TestFault18MarkOnEmptyText pins that a mark at the end of text that a gate takes away moves to what stands in front.
func TestFault18MarkOnEmptyText(t *testing.T) {
	f := base(t).add("profiles/marks.cue", "package tiny\n\n"+`profiles: full: breakpoints: ["static", "turns"]`+"\n").
		change(t, "sections.cue", `identity: cache: "static"`, `identity: {cache: "static", when: "editing"}`).
		change(t, "sections.cue", `rules: {cache: "static", `, `rules: {cache: "static", when: "editing", `)
	generated := f.generate(t)
	const mark = `"cache_control": {`
	if s := generated["snapshots/full.native.en.basic.tools.anthropic.json"]; s == "" || strings.Contains(s, mark) {
		t.Errorf("with static text the tools have a mark, or there are none:\n%s", s)
	}
	if s := generated["snapshots/full.native.en.reading.tools.anthropic.json"]; strings.Count(s, mark) != 1 || !strings.HasSuffix(s, "}\n  }\n]\n") {
		t.Errorf("want the mark on the last tool:\n%s", s)
	}
}

// TestFault18Marks holds what providers demand of marks, in every cell and whatever the host leaves: at most four
// with those of the host, the longer lifetime first, none on an empty block.
func TestFault18Marks(t *testing.T) {
	marks := regexp.MustCompile(`,"(?:cache_control|prompt_cache_breakpoint)":\{[^}]*\}`)
	for name, cell := range codertest.Cells() {
		for _, cell.Config.Cache = range []prompt.Cache{{}, {Off: true}, {StaticTTL: "5m"}, {HostMarks: -1}, {HostMarks: 2}, {HostMarks: 4}} {
			a := assembler(t, cell.Config, cell.Session)
			for _, p := range providers() {
				r, err := a.Request(p, cell.Turn)
				if err != nil {
					t.Fatal(err)
				}
				found := marks.FindAllString(string(r.Tools.JSON())+string(r.System.JSON()), -1)
				host := max(0, cell.Config.Cache.HostMarks)
				if cell.Config.Cache.HostMarks == 0 {
					host = 1
				}
				off := cell.Config.Cache.Off || p == prompt.Gemini
				if len(found) != r.Marks || r.Marks > 0 && r.Marks+host > 4 || off && r.Marks > 0 || !off && host < 4 && r.Marks == 0 {
					t.Errorf("%s: %s with %+v: %d marks, counted as %d", name, p, cell.Config.Cache, len(found), r.Marks)
				}
				short := slices.IndexFunc(found, func(m string) bool { return !strings.Contains(m, "1h") })
				if short >= 0 && strings.Contains(strings.Join(found[short:], ""), "1h") {
					t.Errorf("%s: %s with %+v: the longer lifetime stands behind: %q", name, p, cell.Config.Cache, found)
				}
				if strings.Contains(string(r.System.JSON()), `"text":""`) {
					t.Errorf("%s: %s: an empty block", name, p)
				}
			}
		}
	}
}
