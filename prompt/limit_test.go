package prompt

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTruncate(t *testing.T) {
	tests := []struct {
		name, text string
		limit      Limit
		want       string
	}{
		{"line by line", "root\näöü", Limit{Bytes: 7}, "root"},
		{"the first line does not fit: between runes", "äöü\nroot", Limit{Bytes: 3}, "ä"},
		{"not even one rune fits", "äöü", Limit{Bytes: 1}, ""},
		{"a rune of four bytes", "a😀b", Limit{Bytes: 4}, "a"},
		{"a rune of four bytes that fits", "a😀b", Limit{Bytes: 5}, "a😀"},
		{"the line feed alone is too much", "abc\n", Limit{Bytes: 3}, "abc"},
		{"a line feed just behind what fits", "abc\ndef", Limit{Bytes: 3}, "abc"},
		{"a line feed as the last byte that fits", "abc\ndef", Limit{Bytes: 4}, "abc"},
		{"whole lines only", "ab\ncd\nef", Limit{Bytes: 7}, "ab\ncd"},
		{"lines", "a\nb\nc", Limit{Lines: 2}, "a\nb"},
		{"blank lines at the end go", "a\n\n\nb", Limit{Lines: 3}, "a"},
		{"lines, then bytes", "aa\nbb\ncc", Limit{Lines: 2, Bytes: 4}, "aa"},
		{"an empty first line", "\nabcdef", Limit{Bytes: 3}, ""},
		{"bytes that are no UTF-8", "\x80\x80\x80\x80\x80\x80", Limit{Bytes: 4}, "\x80\x80\x80\x80"},
		{"a carriage return ends no line", "a\rb\rc", Limit{Lines: 1, Bytes: 3}, "a\rb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e Errs
			tt.limit.Over = Truncate
			if got := e.Fit("f", tt.text, tt.limit); got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
			if len(e.Notes()) == 0 || e.Err() != nil {
				t.Errorf("notes %v, error %v", e.Notes(), e.Err())
			}
			var b Buf
			b.appendTo([]byte("in front"), "section", "s")
			b.Begin("", "<")
			b.Text(tt.text)
			b.Fit(tt.limit)
			b.End(">")
			want := "in front"
			if tt.want != "" {
				want += "<" + tt.want + ">"
			}
			if got := string(b.out); got != want {
				t.Errorf("of a body: want %q, got %q", want, got)
			}
		})
	}
}

// Exactly the limit passes, whatever happens to one more.
func TestFitBoundary(t *testing.T) {
	long := strings.Repeat("x", 5000)
	tests := []struct {
		name, text, more string
		limit            Limit
		had              int
		kept             string // of more
	}{
		{"bytes", strings.Repeat("x", 8192), strings.Repeat("x", 8193), Limit{Bytes: 8192}, 8193, strings.Repeat("x", 8192)},
		{"lines", strings.Repeat("x\n", 200), strings.Repeat("x\n", 201), Limit{Lines: 200, Bytes: 25_000}, 201, strings.TrimSuffix(strings.Repeat("x\n", 200), "\n")},
		{"an unfinished last line", strings.Repeat("x\n", 199) + "x", strings.Repeat("x\n", 200) + "x", Limit{Lines: 200}, 201, strings.TrimSuffix(strings.Repeat("x\n", 200), "\n")},
		{"lines that are long", strings.Repeat(long[:4999]+"\n", 5), strings.Repeat(long+"\n", 10), Limit{Lines: 200, Bytes: 25_000}, 50_010, strings.Repeat(long+"\n", 3) + long},
		{"an empty text", "", "\n\n", Limit{Lines: 1}, 2, ""},
	}
	for _, tt := range tests {
		for _, over := range []Over{Reject, Truncate, Skip} {
			tt.limit.Over = over
			var e Errs
			if got := e.Fit("f", tt.text, tt.limit); got != tt.text || e.Err() != nil || e.Notes() != nil {
				t.Errorf("%s, %s: exactly the limit: %d bytes, %v, %v", tt.name, over, len(got), e.Err(), e.Notes())
			}
			got := e.Fit("f", tt.more, tt.limit)
			if rejected := e.Err() != nil; rejected != (over == Reject) {
				t.Errorf("%s, %s: error %v", tt.name, over, e.Err())
			}
			want := map[Over]string{Reject: tt.more, Truncate: tt.kept, Skip: ""}[over]
			if got != want {
				t.Errorf("%s, %s: want %d bytes, got %d", tt.name, over, len(want), len(got))
			}
			if over == Reject {
				continue
			}
			if n := e.Notes(); len(n) != 1 || n[0].Had != tt.had || n[0].Verb != over.String() || n[0].Section != "f" {
				t.Errorf("%s, %s: notes %v", tt.name, over, n)
			}
		}
	}
}

func TestFitList(t *testing.T) {
	size := func(s *string) int { return len(*s) }
	tests := []struct {
		name  string
		list  []string
		limit Limit
		want  []string // kept by Truncate
		notes string
	}{
		{"items", []string{"a", "b", "c"}, Limit{Items: 3}, []string{"a", "b", "c"}, ""},
		{"one item more", []string{"a", "b", "c", "d"}, Limit{Items: 3}, []string{"a", "b", "c"}, "4 items, at most 3"},
		{"bytes", []string{"aa", "bb"}, Limit{Bytes: 4}, []string{"aa", "bb"}, ""},
		{"one byte more", []string{"aa", "bbb"}, Limit{Bytes: 4}, []string{"aa"}, "5 bytes, at most 4"},
		{"a later item that would fit again", []string{"aa", "bbb", ""}, Limit{Bytes: 4}, []string{"aa"}, "5 bytes, at most 4"},
		{"the first item is too large", []string{"aaaaa"}, Limit{Bytes: 4}, []string{}, "5 bytes, at most 4"},
		{"three times 6000", []string{strings.Repeat("x", 6000), strings.Repeat("x", 6000), strings.Repeat("x", 6000)}, Limit{Bytes: 16384},
			[]string{strings.Repeat("x", 6000), strings.Repeat("x", 6000)}, "18000 bytes, at most 16384"},
	}
	for _, tt := range tests {
		for _, over := range []Over{Reject, Truncate, Skip} {
			tt.limit.Over = over
			var e Errs
			got := FitList(&e, "Session.List", slices.Clone(tt.list), tt.limit, size)
			want := map[Over][]string{Reject: tt.list, Truncate: tt.want, Skip: nil}[over]
			if tt.notes == "" {
				want = tt.list
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: want %v, got %v", tt.name, over, want, got)
			}
			text := ""
			for _, n := range e.Notes() {
				text += n.String()
			}
			wantNote := "Session.List: " + over.String() + ": " + tt.notes
			if tt.notes == "" || over == Reject {
				wantNote = ""
			}
			if text != wantNote || (e.Err() != nil) != (over == Reject && tt.notes != "") {
				t.Errorf("%s, %s: notes %q, error %v", tt.name, over, text, e.Err())
			}
		}
	}
}

// Items are left out at their own depth, and those that are left are told by the place that the host knows.
func TestKept(t *testing.T) {
	type outer struct{ inner []string }
	list := []outer{{[]string{"a", "bb"}}, {[]string{"cc"}}, {[]string{"d"}}}
	var e Errs
	for i := range list {
		v := &list[i]
		e.Enter("Session.Outer", i)
		for j := range v.inner {
			e.Enter("Inner", j)
			v.inner[j] = e.Fit("Text", v.inner[j], Limit{Bytes: 1, Over: Skip})
			e.Leave()
		}
		v.inner = Kept(&e, "Inner", v.inner)
		e.Leave()
	}
	list = Kept(&e, "Session.Outer", list)
	if len(list) != 3 || !slices.Equal(list[0].inner, []string{"a"}) || len(list[1].inner) != 0 || !slices.Equal(list[2].inner, []string{"d"}) {
		t.Errorf("%v", list)
	}
	want := []Note{
		{"Session.Outer[0].Inner[1].Text", "skip", "bytes", 2, 1, ""},
		{"Session.Outer[1].Inner[0].Text", "skip", "bytes", 2, 1, ""},
	}
	if got := e.Notes(); !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
}

// Limits of sections are all found when the assembler is made.
func TestSectionLimits(t *testing.T) {
	section := func(name, text string, l Limit) SectionSpec[testTurn] {
		return SectionSpec[testTurn]{Name: name, Level: Static, Write: func(b *Buf) {
			b.Begin("", "<")
			b.Text(text)
			b.Fit(l)
			b.End(">")
		}}
	}
	p := Program[testSession, testTurn]{Transport: Native, Separator: "--", Sections: []SectionSpec[testTurn]{
		section("a", "1234", Limit{Bytes: 4, Over: Reject}),
		section("b", "12345", Limit{Bytes: 4, Over: Skip}),
		section("c", "12\n45", Limit{Bytes: 4, Over: Truncate}),
	}}
	a, err := NewLimitedAssembler(p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.System(), "<1234>--<12>"; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
	want := []Note{{"b", "skip", "bytes", 5, 4, ""}, {"c", "truncate", "bytes", 5, 4, ""}}
	if got := a.Notes(); !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
	p.Sections = append(p.Sections, section("d", "12345", Limit{Bytes: 4, Over: Reject}), section("e", "1\n2\n3", Limit{Lines: 2, Bytes: 4, Over: Reject}))
	wantErr := "section d must have at most 4 bytes, got 5\nsection e must have at most 2 lines, got 3\nsection e must have at most 4 bytes, got 5"
	if _, err := NewLimitedAssembler(p); err == nil || err.Error() != wantErr {
		t.Errorf("want %s, got %v", wantErr, err)
	}
}

// The total counts separators and what stands behind the text; the first section that is too much is named.
func TestTotal(t *testing.T) {
	sections := func(over Over) []SectionSpec[testTurn] {
		all := []SectionSpec[testTurn]{fixed("a", Static, "aaa"), fixed("b", Static, "bbb"), fixed("c", Session, "c"), fixed("d", Session, "d")}
		for i := range all {
			all[i].Total = over
		}
		return all
	}
	for _, tt := range []struct {
		limit      int
		over       Over
		want, told string
	}{
		{15, Reject, "aaa--bbb--c--d\n", ""},
		{14, Reject, "", "section d takes the system text to 15 bytes, at most 14 are allowed"},
		{8, Reject, "", "section b takes the system text to 9 bytes, at most 8 are allowed"},
		{14, Skip, "aaa--bbb--c\n", "d: skip: 15 bytes, at most 14"},
		{8, Skip, "aaa--c\n", "b: skip: 9 bytes, at most 8; d: skip: 10 bytes, at most 8"},
		{3, Skip, "c\n", "a: skip: 4 bytes, at most 3; b: skip: 4 bytes, at most 3; d: skip: 5 bytes, at most 3"},
	} {
		p := Program[testSession, testTurn]{Transport: Native, Separator: "--", Final: "\n", Limit: tt.limit, Sections: sections(tt.over)}
		a, err := NewLimitedAssembler(p)
		told, got := "", ""
		if err != nil {
			told = err.Error()
		} else {
			got = a.System()
			var notes []string
			for _, n := range a.Notes() {
				notes = append(notes, n.String())
			}
			told = strings.Join(notes, "; ")
		}
		if got != tt.want || told != tt.told {
			t.Errorf("%d, %s: want %q and %q, got %q and %q", tt.limit, tt.over, tt.want, tt.told, got, told)
		}
	}
}

// A text is never cut inside of a rune, fits its limit, and is the longest run of whole lines that does.
func FuzzTruncate(f *testing.F) {
	f.Add("root\näöü", 7, 0)
	f.Add("a😀b", 4, 0)
	f.Add("\n\n\n", 1, 2)
	f.Add("\xff\x80\x80\x80\x80", 3, 0)
	f.Fuzz(func(t *testing.T, text string, most, lines int) {
		if most < 0 || lines < 0 || most == 0 && lines == 0 {
			t.Skip()
		}
		l := Limit{Bytes: most, Lines: lines, Over: Truncate}
		var e Errs
		got := e.Fit("f", text, l)
		if e.Notes() == nil {
			if got != text {
				t.Fatal("changed, and not told")
			}
			return
		}
		if !strings.HasPrefix(text, got) || strings.HasSuffix(got, "\n") {
			t.Fatalf("%q", got)
		}
		if most > 0 && len(got) > most || lines > 0 && strings.Count(got, "\n") >= lines {
			t.Fatalf("%q is over the limit", got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q is cut inside of a rune", got)
		}
		longest, whole := "", false
		for i := range len(text) + 1 {
			end := i == len(text) || text[i] == '\n'
			if end && (most == 0 || i <= most) && (lines == 0 || strings.Count(text[:i], "\n") < lines) {
				longest, whole = strings.TrimRight(text[:i], "\n"), true
			}
		}
		if whole && got != longest {
			t.Fatalf("want %q, got %q", longest, got)
		}
	})
}

// A required value of which a limit leaves nothing is an error of its own, one that the host left out is not.
func TestLeft(t *testing.T) {
	short := Limit{Bytes: 5, Over: Truncate}
	for _, tt := range []struct{ value, want string }{
		{"/work", ""},
		{"/work/far", ""},
		{"\n/work/far", "Session.Cwd has nothing left within its limit"},
		{"", "Session.Cwd is required"},
	} {
		var e Errs
		e.Required("Session.Cwd", tt.value != "")
		left := e.Fit("Session.Cwd", tt.value, short)
		e.Left("Session.Cwd", left != "")
		got := ""
		if err := e.Err(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.value, got, tt.want)
		}
	}
}
