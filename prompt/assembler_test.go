package prompt

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

type testSession struct{ cwd string }
type testTurn struct{ left int64 }

// testProgram has all kinds of sections, in the order of cost.
func testProgram(s testSession) Program[testSession, testTurn] {
	return Program[testSession, testTurn]{
		Transport: Native,
		Separator: "\n\n",
		Sections: []SectionSpec[testTurn]{
			fixed("identity", Static, "You code."),
			fixed("nothing", Static, ""),
			fixed("rules", Static, "Be brief."),
			volatile("budget", false, "tokens: "),
			fixed("cwd", Session, s.cwd),
		},
		Commands: []CommandSpec[testTurn]{
			{Name: "compact", Write: func(b *Buf, t *testTurn) { b.Text("Compact, " + Int(t.left) + " left.") }},
			{Name: "plan", Write: func(b *Buf, t *testTurn) { b.Text("Plan.") }},
		},
		Tools: NewTools(Toolbox{}, testTools()),
		Turn:  checkTurn,
		Refresh: func(s testSession) (*Assembler[testSession, testTurn], error) {
			return NewAssembler(testProgram(s)), nil
		},
	}
}

// checkTurn demands tokens for the command compact only, which reads them.
func checkTurn(e *Errs, t testTurn, command string) testTurn {
	e.Count("Turn.Left", t.left)
	if command == "compact" {
		e.Required("Turn.Left", t.left != 0)
	}
	return t
}

func fixed(name string, l Level, text string) SectionSpec[testTurn] {
	return SectionSpec[testTurn]{Name: name, Level: l, Write: func(b *Buf) { b.Text(text) }}
}

// volatile shows the tokens that are left, and nothing when none are.
func volatile(name string, inSystem bool, text string) SectionSpec[testTurn] {
	return SectionSpec[testTurn]{Name: name, Level: Volatile, InSystem: inSystem, WriteTurn: func(b *Buf, t *testTurn) {
		if t.left > 0 {
			b.Text(text, Int(t.left))
		}
	}}
}

func TestAssembler(t *testing.T) {
	st, se, vo := Static, Session, Volatile
	tests := []struct {
		name     string
		sections []SectionSpec[testTurn]
		final    string
		left     int64
		want     string // of Append
		tail     string
		blocks   []Block // without volatile ones
	}{
		{"nothing", nil, "\n", 0, "", "", nil},
		{"only empty ones", []SectionSpec[testTurn]{fixed("a", st, ""), fixed("b", se, "")}, "\n", 0, "", "", nil},
		{"one", []SectionSpec[testTurn]{fixed("a", st, "A")}, "\n", 0, "A\n", "", []Block{{st, "A\n"}}},
		{"a tier is a run of one level",
			[]SectionSpec[testTurn]{fixed("a", st, "A"), fixed("b", st, "B"), fixed("c", se, "C"), fixed("d", se, "D")},
			"", 0, "A|B|C|D", "", []Block{{st, "A|B"}, {se, "|C|D"}}},
		{"the first tier is empty", []SectionSpec[testTurn]{fixed("a", st, ""), fixed("c", se, "C")}, "", 0, "C", "", []Block{{se, "C"}}},
		{"the last tier is empty", []SectionSpec[testTurn]{fixed("a", st, "A"), fixed("c", se, "")}, "\n", 0, "A\n", "", []Block{{st, "A\n"}}},
		{"an empty run still parts its neighbours", []SectionSpec[testTurn]{fixed("a", st, "A"), fixed("c", se, ""), fixed("b", st, "B")},
			"", 0, "A|B", "", []Block{{st, "A"}, {st, "|B"}}},
		{"the tail is apart", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", false, "v"), volatile("w", false, "w"), fixed("b", st, "B")},
			"\n", 5, "A|B\n", "v5|w5", []Block{{st, "A|B\n"}}},
		{"a tail of nothing", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", false, "v")}, "", 0, "A", "", []Block{{st, "A"}}},
		{"volatile at the end of the system text", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", true, "v"), volatile("w", true, "w")},
			"\n", 5, "A|v5|w5\n", "", []Block{{st, "A\n"}}},
		{"the same, empty", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", true, "v")}, "\n", 0, "A\n", "", []Block{{st, "A\n"}}},
		{"volatile in front", []SectionSpec[testTurn]{volatile("v", true, "v"), fixed("a", st, "A"), fixed("b", se, "B")},
			"\n", 5, "v5|A|B\n", "", []Block{{st, "A"}, {se, "|B\n"}}},
		{"the same, empty", []SectionSpec[testTurn]{volatile("v", true, "v"), fixed("a", st, "A"), fixed("b", se, "B")},
			"\n", 0, "A|B\n", "", []Block{{st, "A"}, {se, "|B\n"}}},
		{"volatile between", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", true, "v"), fixed("b", st, "B")},
			"", 5, "A|v5|B", "", []Block{{st, "A"}, {st, "|B"}}},
		{"the same, empty", []SectionSpec[testTurn]{fixed("a", st, "A"), volatile("v", true, "v"), fixed("b", st, "B")},
			"", 0, "A|B", "", []Block{{st, "A"}, {st, "|B"}}},
		{"only volatile", []SectionSpec[testTurn]{volatile("v", true, "v")}, "\n", 7, "v7\n", "", nil},
		{"only volatile, empty", []SectionSpec[testTurn]{volatile("v", true, "v"), fixed("a", vo-1, "")}, "\n", 0, "", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := NewAssembler(Program[testSession, testTurn]{Transport: XML, Separator: "|", Final: tt.final, Sections: tt.sections})
			got, err := a.Append([]byte("dst"), testTurn{tt.left})
			if err != nil || string(got) != "dst"+tt.want {
				t.Errorf("Append: want %q, got %q, %v", tt.want, got, err)
			}
			if got, err = a.AppendTail([]byte("dst"), testTurn{tt.left}); err != nil || string(got) != "dst"+tt.tail {
				t.Errorf("AppendTail: want %q, got %q, %v", tt.tail, got, err)
			}
			var blocks []Block
			var joined string
			for b := range a.Blocks() {
				blocks, joined = append(blocks, b), joined+b.Text
			}
			if !slices.Equal(blocks, tt.blocks) {
				t.Errorf("Blocks: want %q, got %q", tt.blocks, blocks)
			}
			if a.System() != joined {
				t.Errorf("System: want %q, got %q", joined, a.System())
			}
			for _, s := range tt.sections {
				text, ok := a.Section(s.Name)
				if ok == (text == "") || s.Level == Volatile && ok || !strings.Contains(joined, text) {
					t.Errorf("Section(%q) = %q, %v", s.Name, text, ok)
				}
			}
		})
	}
}

func TestSection(t *testing.T) {
	a := NewAssembler(testProgram(testSession{"/w"}))
	for name, want := range map[string]string{"identity": "You code.", "rules": "Be brief.", "cwd": "/w", "nothing": "", "budget": "", "x": ""} {
		if got, ok := a.Section(name); got != want || ok != (want != "") {
			t.Errorf("Section(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestTurnErrors(t *testing.T) {
	p := testProgram(testSession{"/w"})
	p.Sections = append(p.Sections, volatile("live", true, "live "))
	a := NewAssembler(p)
	bad := testTurn{-1}
	dst, err := a.Append([]byte("dst"), bad)
	_, errTail := a.AppendTail([]byte("dst"), bad)
	_, errRequest := a.Request(Anthropic, bad)
	_, errCommand := a.Command("plan", bad)
	for _, err := range []error{err, errTail, errRequest, errCommand} {
		var e InputErrors
		if !errors.As(err, &e) || len(e) != 1 || e[0] != (InputError{"Turn.Left", "must not be negative, got -1"}) {
			t.Errorf("got %v", err)
		}
	}
	if string(dst) != "dst" {
		t.Errorf("dst is %q", dst)
	}
}

func TestCommand(t *testing.T) {
	a := NewAssembler(testProgram(testSession{}))
	if got, err := a.Command("compact", testTurn{7}); got != "Compact, 7 left." || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := a.Command("compact", testTurn{}); err == nil || err.Error() != "Turn.Left is required" {
		t.Errorf("got %v", err)
	}
	if got, err := a.Command("plan", testTurn{}); got != "Plan." || err != nil {
		t.Errorf("a command that reads nothing: got %q, %v", got, err)
	}
	if _, err := a.Command("compct", testTurn{}); err == nil || err.Error() != `command is "compct"; want "compact" or "plan"; did you mean "compact"?` {
		t.Errorf("got %v", err)
	}
	if _, err := a.Command("zzz", testTurn{}); err == nil || err.Error() != `command is "zzz"; want "compact" or "plan"` {
		t.Errorf("got %v", err)
	}
	if _, err := NewAssembler(Program[int, int]{}).Command("x", 0); err == nil || err.Error() != `command is "x", but there are no commands` {
		t.Errorf("got %v", err)
	}
}

func TestRefresh(t *testing.T) {
	a := NewAssembler(testProgram(testSession{"/old"}))
	b, err := a.Refresh(testSession{"/new"})
	if err != nil {
		t.Fatal(err)
	}
	if a.System() != "You code.\n\nBe brief.\n\n/old" || b.System() != "You code.\n\nBe brief.\n\n/new" {
		t.Errorf("got %q and %q", a.System(), b.System())
	}
}

// TestValuesArriveVerbatim pins that what is inserted is never read as a pattern, a template or a mark.
func TestValuesArriveVerbatim(t *testing.T) {
	const hostile = "$& $1 %s %!d {{x}} \\(input.cwd) @CWD@ {} ${env:X} \ue000cwd\ue001 \x00\r\n"
	a := NewAssembler(testProgram(testSession{hostile}))
	if got, _ := a.Section("cwd"); got != hostile {
		t.Errorf("want %q, got %q", hostile, got)
	}
	if got, err := a.Append(nil, testTurn{}); err != nil || !strings.HasSuffix(string(got), hostile) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestSharing pins that equal sessions hold equal bytes once, and that sessions which differ share what is equal.
func TestSharing(t *testing.T) {
	a, b, c := NewAssembler(testProgram(testSession{"/w"})), NewAssembler(testProgram(testSession{"/w"})), NewAssembler(testProgram(testSession{"/x"}))
	static := func(a *Assembler[testSession, testTurn]) *byte {
		s, _ := a.Section("identity")
		return unsafe.StringData(s)
	}
	if static(a) != static(b) || static(a) != static(c) {
		t.Error("static tiers should be shared")
	}
	for _, p := range []Provider{Anthropic, OpenAIChat, Gemini} {
		ra, _ := a.Request(p, testTurn{})
		rb, _ := b.Request(p, testTurn{})
		rc, _ := c.Request(p, testTurn{})
		if !sameElements(ra.Tools, rb.Tools) || !sameElements(ra.Tools, rc.Tools) || !sameElements(ra.System, rb.System) {
			t.Errorf("%v: equal elements should be shared", p)
		}
		if ra.System.elems[0] != rc.System.elems[0] || ra.System.elems[1] == rc.System.elems[1] {
			t.Errorf("%v: only the static block should be shared", p)
		}
	}
}

func sameElements(a, b Values) bool {
	var left, right []*byte
	for e := range a.All() {
		left = append(left, unsafe.StringData(string(e)))
	}
	for e := range b.All() {
		right = append(right, unsafe.StringData(string(e)))
	}
	return len(left) > 0 && slices.Equal(left, right)
}

// FuzzAssembler compares Append with the naive meaning of sections, and holds that a block never depends on what follows.
func FuzzAssembler(f *testing.F) {
	f.Add([]byte{0, 4, 1, 5, 2, 3}, "|", "\n")
	f.Add([]byte{2, 6, 0, 3, 5, 7, 4}, "", "")
	f.Add([]byte{6, 4, 6, 5, 6, 4}, "\n\n---\n\n", "\n")
	f.Fuzz(func(t *testing.T, data []byte, separator, final string) {
		var sections []SectionSpec[testTurn]
		var system, tail []string
		for i, c := range data {
			text := ""
			if c&4 != 0 {
				text = "s" + Int(int64(i))
			}
			s := fixed("n"+Int(int64(i)), Level(c&3+1), text)
			if c&3 >= 2 {
				s = SectionSpec[testTurn]{Name: s.Name, Level: Volatile, InSystem: c&3 == 3, WriteTurn: func(b *Buf, _ *testTurn) { b.Text(text) }}
			}
			sections = append(sections, s)
			switch {
			case text == "":
			case c&3 == 2:
				tail = append(tail, text)
			default:
				system = append(system, text)
			}
		}
		p := Program[testSession, testTurn]{Separator: separator, Sections: sections}
		bare := NewAssembler(p)
		p.Final = final
		a := NewAssembler(p)
		want := strings.Join(system, separator)
		if want != "" {
			want += final
		}
		if got, _ := a.Append(nil, testTurn{}); string(got) != want {
			t.Errorf("Append: want %q, got %q", want, got)
		}
		if got, _ := a.AppendTail(nil, testTurn{}); string(got) != strings.Join(tail, separator) {
			t.Errorf("AppendTail: want %q, got %q", tail, got)
		}
		for n := range sections {
			p.Sections, p.Final = sections[:n], ""
			if short := NewAssembler(p).System(); !strings.HasPrefix(bare.System(), short) {
				t.Errorf("%q is no prefix of %q", short, bare.System())
			}
		}
		for _, s := range sections {
			if text, ok := a.Section(s.Name); ok && text != "s"+s.Name[1:] {
				t.Errorf("Section(%q) = %q", s.Name, text)
			}
		}
	})
}

// TestConcurrentUse is for the race detector.
func TestConcurrentUse(t *testing.T) {
	a := NewAssembler(testProgram(testSession{"/w"}))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			p := []Provider{Anthropic, OpenAIChat, Gemini}[i%3]
			r, err := a.Request(p, testTurn{1})
			if err != nil || r.Tools.JSON() == "null" || r.System.JSON() == "null" || r.Tail != "tokens: 1" {
				t.Errorf("got %v, %v", r, err)
			}
			if _, err := a.Append(nil, testTurn{}); err != nil {
				t.Error(err)
			}
			if _, err := a.Command("plan", testTurn{}); err != nil {
				t.Error(err)
			}
			_, _ = a.Tools().Docs(), a.System()
		})
	}
	wg.Wait()
}

func TestAppendAllocatesNothing(t *testing.T) {
	a := NewAssembler(testProgram(testSession{"/w"}))
	dst := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { _, _ = a.Append(dst, testTurn{}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = a.AppendTail(dst, testTurn{5}) }); n != 0 {
		t.Errorf("%v allocations for the tail", n)
	}
}
