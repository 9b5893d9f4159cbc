package prompt

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestHostToolTexts pins that what a server says is text, whatever the names on the wire hold of it.
func TestHostToolTexts(t *testing.T) {
	in := func(member string) JSON {
		return JSON(`{"type":"object","properties":{"q":{"type":"string",` + member + `}}}`)
	}
	const name, schema = "name", "schema"
	for _, tt := range []struct {
		tool          HostTool
		verb, problem string
	}{
		{HostTool{"s", "x", "a\r\nb\tc\u2028é", in(`"description":"a\r\nb\tc\u2028é"`)}, "", ""},
		{HostTool{"a\xff", "x", "", anyObject}, name, "has a server that must be valid UTF-8, got the byte 0xff at offset 1"},
		{HostTool{"\x00", "x", "", anyObject}, name, "has a server that must not hold the control character U+0000, got it at offset 0"},
		{HostTool{"a\nb", "x", "", anyObject}, name, "has a server that must not hold the control character U+000A, got it at offset 1"},
		{HostTool{"a\u0085", "x", "", anyObject}, name, "has a server that must not hold the control character U+0085, got it at offset 1"},
		{HostTool{"s", "x", "\x1b[31m", anyObject}, schema, "has a description that must not hold the control character U+001B, got it at offset 0"},
		{HostTool{"s", "x", "", in(`"description":"a\u0000"`)}, schema, `has a schema that holds the control character U+0000 in "properties.q.description"`},
		{HostTool{"s", "x", "", in(`"enum":["a","\u001b"]`)}, schema, `has a schema that holds the control character U+001B in "properties.q.enum"`},
		{HostTool{"s", "x", "", in(`"pattern":"[^\u0001]"`)}, schema, `has a schema that holds the control character U+0001 in "properties.q.pattern"`},
		{HostTool{"s", "x", "", in(`"default":"` + "\x7f" + `"`)}, schema, `has a schema that holds the control character U+007F in "properties.q.default"`},
		{HostTool{"s", "x", "", in(`"title":"` + "\u009b" + `"`)}, schema, `has a schema that holds the control character U+009B in "properties.q.title"`},
		{HostTool{"s", "x", "", in(`"default":{"a\u0007":1}`)}, schema, `has a schema that holds the control character U+0007 in a name of "properties.q.default"`},
		{HostTool{"s", "x", "", JSON(`{"type":"object","\u0007":1}`)}, schema, `has a schema that holds the control character U+0007 in a name of its root`},
		{HostTool{"s", "x", "", JSON(`{"type":"object","description":"\u0007"}`)}, schema, `has a schema that holds the control character U+0007 in "description"`},
	} {
		for _, over := range []Over{Reject, Skip} {
			s := servers(tt.tool)
			s.Wire, s.BadName, s.BadSchema = "x_{name}", Skip, Skip
			switch tt.verb {
			case name:
				s.BadName = over
			case schema:
				s.BadSchema = over
			}
			h, e := take(t, s)
			got := ""
			if ns := e.Notes(); len(ns) > 0 {
				got = ns[0].Problem
			}
			if err := e.Err(); err != nil {
				got = strings.TrimPrefix(err.Error(), "Session.Servers[0] ")
			}
			got = strings.TrimPrefix(got, tt.tool.who())
			if got != tt.problem || (e.Err() != nil) != (over == Reject && tt.problem != "") || h.Given("servers") != (tt.problem == "") {
				t.Errorf("%q, %v: %s, want %s", tt.tool, over, got, tt.problem)
			}
		}
	}
}

// TestHostToolTextHasNoReturns pins that CR and CRLF are LF in text, as those of a description are, and nowhere else.
func TestHostToolTextHasNoReturns(t *testing.T) {
	const schema = `{"type":"object","properties":{"q":{"type":"string","description":"a\r\nb","enum":["c\rd"],"default":"e\r"}}}`
	h, _ := take(t, servers(HostTool{"s", "x", "f\r\ng", schema}))
	ts := hostTools(h, nil)
	if got := ts.ToolsetDocs("servers"); strings.Contains(got, "\r") || !strings.Contains(got, "- q: (optional) a\nb One of: c\nd. Default: e\n.\n") {
		t.Errorf("%q", got)
	}
	if got, _ := ts.Lookup("s__x"); got.Schema != schema {
		t.Errorf("%s", got.Schema)
	}
}

// TestHostToolsTakenAreResumed draws tools of hosts: what is taken is the same after a record's way through JSON.
func TestHostToolsTakenAreResumed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	words := []string{"a", "b", "_", "\xff", "\x00", "\n", "\r", "\t", "\u0085", "\u2028", "\ufffd", "é", `"`, `\`, "<", "&", "\U0010ffff", "\xed\xa0\x80", " "}
	draw := func(odds int) string {
		text := "a"
		for range rnd.IntN(3) {
			text += words[rnd.IntN(2)]
			if rnd.IntN(odds) == 0 {
				text += words[rnd.IntN(len(words))]
			}
		}
		return text
	}
	taken, left := 0, 0
	for range 3000 {
		word := func() string {
			data, _ := json.Marshal(draw(6))
			if rnd.IntN(9) == 0 {
				return `"` + draw(6) + `"` // as it is
			}
			return string(data)
		}
		schema := `{"type":"object","title":` + word() + `,"properties":{"a":{"type":"string","description":` + word() + `,"enum":[` + word() + `]},"b":{` + word() + `:` + word() + `}}}`
		s := servers(HostTool{draw(6), draw(9), draw(6), JSON(schema)})
		s.Wire = "x_{name}"
		h, _ := take(t, s)
		if !h.Given("servers") {
			left++
			continue
		}
		taken++
		p := hostProgram(t)
		p.Tools = hostTools(h, nil)
		was := NewAssembler(p)
		data, err := json.Marshal(was.Freeze(time.Unix(0, 0), "start", Anthropic, OpenAIChat, Gemini))
		if err != nil {
			t.Fatal(err)
		}
		var back Record
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		a, err := ResumeAssembler(p, p, back, Toolbox{Names: []string{"read_file"}, Host: true})
		if err != nil {
			t.Fatalf("%q: %v", s.Tools, err)
		}
		want, _ := was.Tools().Lookup(h.Names()[0])
		if got, _ := a.Tools().Lookup(h.Names()[0]); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
		for _, f := range []Provider{Anthropic, OpenAIChat, Gemini} {
			x, err := a.Request(f, struct{}{})
			y, err2 := was.Request(f, struct{}{})
			if err != nil || err2 != nil || x.Tools.JSON() != y.Tools.JSON() || x.System.JSON() != y.System.JSON() {
				t.Fatalf("%q, %v: %v, %v", s.Tools, f, err, err2)
			}
		}
		if got, want := p.Tools.HostOf(&back).ToolsetDocs("servers"), was.tools.ToolsetDocs("servers"); got != want || badText(got) >= 0 {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	if taken < 300 || left < 300 {
		t.Errorf("%d are taken, %d are not", taken, left)
	}
}
