package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

// call runs the program.
func call(args ...string) (code int, stdout, stderr string) {
	var out, bad bytes.Buffer
	code = run(append([]string{"-dir", "testdata/shop"}, args...), &out, &bad)
	return code, out.String(), bad.String()
}

func TestProgramSaysTheSameTwice(t *testing.T) {
	for _, p := range profiles() {
		for _, args := range [][]string{{"-brief"}, {}, {"-override", "O", "-policy", "T"}, {"-agent", "billing"}, {"-custom", "U"}, {"-coordinator", "C"}} {
			args = append([]string{"-profile", p.String()}, args...)
			code, one, stderr := call(args...)
			_, two, _ := call(args...)
			if code != 0 || stderr != "" || one == "" || one != two {
				t.Errorf("%q: code %d, %q, the same twice: %v", args, code, stderr, one == two)
			}
		}
	}
}

// TestTailReadsLess proves by the bytes of one session what the audit says of any: the history behind volatile text is
// read anew, the history in front of it is not.
func TestTailReadsLess(t *testing.T) {
	events := fstest.MapFS{"session.txt": {Data: []byte("start\n" + strings.Repeat("user How?\nmodel "+strings.Repeat("word ", 200)+"\n", 30))}}
	read := func(profile twozone.Profile) (fresh int) {
		t.Helper()
		p := player{fsys: events, wanted: bare(), print: func(s shown) error { fresh += s.fresh; return nil }}
		p.config = twozone.Config{Profile: profile, Transport: prompt.Native, Locale: twozone.LocaleEn}
		if err := p.play(); err != nil {
			t.Fatal(err)
		}
		return fresh
	}
	inline, tail := read(twozone.ProfileAssistant), read(twozone.ProfileAssistantTail)
	if inline < 10*tail {
		t.Errorf("in the system text %d bytes are read anew, in the tail %d", inline, tail)
	}
}

// TestCutMemoryIsTold proves that the program says what the limits cut, in each turn.
func TestCutMemoryIsTold(t *testing.T) {
	files := fstest.MapFS{
		"memory/MEMORY.md": {Data: []byte(strings.Repeat("a line of the index\n", 201))},
		"session.txt":      {Data: []byte("start\nuser One\nuser Two\n")},
	}
	for _, brief := range []bool{true, false} {
		var out bytes.Buffer
		d := display{w: &out, brief: brief}
		p := player{fsys: files, wanted: bare(), print: d.show}
		p.config = twozone.Config{Profile: twozone.ProfileCoordinator, Transport: prompt.Native, Locale: twozone.LocaleEn}
		if err := p.open(); err != nil {
			t.Fatal(err)
		}
		if err := p.play(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "note: Turn.Manifest: truncate: 201 lines, at most 200\n"); n != 2 {
			t.Errorf("%d notes in\n%s", n, out.String())
		}
	}
}

func TestReplacingAgentIsWarnedOf(t *testing.T) {
	code, stdout, stderr := call("-agent", "judge", "-profile", "worker")
	if code != 0 || !strings.Contains(stderr, `agent "judge" replaces the default prompt`) || strings.Contains(stdout, "# Rules") {
		t.Errorf("code %d, %q", code, stderr)
	}
	if _, stdout, stderr = call("-agent", "billing", "-profile", "worker"); stderr != "" || !strings.Contains(stdout, "# Rules") || !strings.Contains(stdout, "# Billing") {
		t.Errorf("an agent that appends: %q", stderr)
	}
}

func TestInventory(t *testing.T) {
	code, stdout, _ := call("-inventory")
	if n := strings.Count(stdout, "\n"); code != 0 || n != len(twozone.Sections()) {
		t.Errorf("code %d, %d lines", code, n)
	}
	for _, s := range twozone.Sections() {
		if !strings.Contains(stdout, s.Name) || !strings.Contains(stdout, s.Reason) {
			t.Errorf("%s is not listed with its reason", s.Name)
		}
	}
}

func TestBadCalls(t *testing.T) {
	for _, c := range []struct {
		code   int
		stderr string
		args   []string
	}{
		{2, `unexpected argument "x"`, []string{"x"}},
		{2, "flag provided but not defined", []string{"-x"}},
		{1, "editor", []string{"-profile", "editor"}},
		{1, "nobody", []string{"-agent", "nobody"}},
		{1, "session.txt", []string{"-dir", "testdata/golden"}},
	} {
		if code, _, stderr := call(c.args...); code != c.code || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%q: code %d, %q", c.args, code, stderr)
		}
	}
}

func TestBadFiles(t *testing.T) {
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"event":    {fstest.MapFS{"session.txt": {Data: []byte("start\n\ngo on\n")}}, `session.txt:3: unknown event "go"`},
		"no start": {fstest.MapFS{"session.txt": {Data: []byte("user Hello\n")}}, "session.txt:1: user before start"},
		"refresh":  {fstest.MapFS{"session.txt": {Data: []byte("compact x\n")}}, "session.txt:1: compact before start"},
		"file":     {fstest.MapFS{"session.txt": {Data: []byte("start\nread x\n")}}, "session.txt:2: open x"},
		"memory":   {fstest.MapFS{"memory/MEMORY.md": {Data: []byte("- a.md: a\n")}}, "memory/a.md"},
		"servers":  {fstest.MapFS{"servers.json": {Data: []byte("{")}}, "servers.json: "},
	} {
		p := player{fsys: c.files, config: twozone.Config{Profile: twozone.ProfileWorker, Transport: prompt.Native, Locale: twozone.LocaleEn}, wanted: bare()}
		err := p.open()
		if err == nil {
			err = p.play()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want %q", name, err, c.want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	for text, want := range map[string]definition{
		"Text.\n":                    {"Text.", prompt.ModeAppend},
		"mode: append\n\nText.":      {"Text.", prompt.ModeAppend},
		"mode: replace\n\nText.\n\n": {"Text.", prompt.ModeReplace},
	} {
		got, err := readDefinition(fstest.MapFS{"agents/a.md": {Data: []byte(text)}}, "a")
		if got != want || err != nil {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	_, err := readDefinition(fstest.MapFS{"agents/a.md": {Data: []byte("mode: merge\nText.")}}, "a")
	if err == nil || !strings.Contains(err.Error(), `unknown mode "merge"`) {
		t.Errorf("got the error %v", err)
	}
}

// TestRecall proves that facts come in the order of the manifest, and only those that a message is about.
func TestRecall(t *testing.T) {
	m, err := readMemory(fstest.MapFS{
		"memory/MEMORY.md": {Data: []byte("# Memory\n- style.md: words\n- build.md: tests\n")},
		"memory/build.md":  {Data: []byte("make test\n")},
		"memory/style.md":  {Data: []byte("Tabs.\n")},
		"memory/other.md":  {Data: []byte("not listed\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.write("ports.md", "8080")
	m.write("build.md", "make check")
	got := m.recall("Which Ports does the build take, and which other?")
	want := []twozone.Fact{{File: "ports.md", Text: "8080"}, {File: "build.md", Text: "make check"}}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
	if none, err := readMemory(fstest.MapFS{}); err != nil || none.manifest != "" {
		t.Errorf("without a folder: %v, %v", none, err)
	}
}
