package prompt

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// marked returns an assembler that has a section for each letter of shape: s static, e session, v volatile in the system
// text and shown when tokens are left; capitals are empty.
func marked(shape string, tools bool, plan Marks, ttl TTL, c Cache) *Assembler[testSession, testTurn] {
	p := Program[testSession, testTurn]{Transport: Native, Separator: "|", Marks: plan, TTL: ttl, Cache: c}
	for i, kind := range shape {
		name := string(kind) + Int(int64(i))
		switch kind {
		case 's':
			p.Sections = append(p.Sections, fixed(name, Static, name))
		case 'S':
			p.Sections = append(p.Sections, fixed(name, Static, ""))
		case 'e':
			p.Sections = append(p.Sections, fixed(name, Session, name))
		case 'E':
			p.Sections = append(p.Sections, fixed(name, Session, ""))
		case 'v':
			p.Sections = append(p.Sections, volatile(name, true, name))
		}
	}
	if tools {
		p.Tools = NewTools(Toolbox{}, testTools())
	}
	return NewAssembler(p)
}

func shapes() []string {
	return []string{"", "s", "S", "e", "E", "se", "Se", "sE", "SE", "ssee", "es", "Es", "eS", "ses", "sev", "sv", "ev", "v", "vse", "svse", "evs", "svEs"}
}

// markedIn says which elements are marked and how: "-" or the lifetime, "5m" where none is said.
func markedIn(v Values) []string {
	var out []string
	for e := range v.All() {
		mark := "-"
		if i := strings.Index(string(e), `"cache_control":`); i >= 0 {
			mark = "5m"
			if strings.Contains(string(e)[i:], `"ttl":"1h"`) {
				mark = "1h"
			}
		}
		if strings.Contains(string(e), `"prompt_cache_breakpoint":`) {
			mark = "explicit"
		}
		out = append(out, mark)
	}
	return out
}

func count(marks []string) int {
	return len(slices.DeleteFunc(slices.Clone(marks), func(m string) bool { return m == "-" }))
}

const defaultMarks = MarkTools | MarkStatic | MarkSession | MarkTurns

func TestMarks(t *testing.T) {
	long := TTL{Static: "1h", Session: "5m"}
	tests := []struct {
		name   string
		shape  string
		tools  bool
		plan   Marks
		ttl    TTL
		cache  Cache
		left   int64
		onTool string // the marks on the tools, the last one's only
		onText string // the marks on the blocks of the system text
	}{
		{"the plan of a profile that says nothing", "sse", true, defaultMarks, TTL{}, Cache{}, 0, "5m", "5m 5m"},
		{"the static ttl holds for tools, too", "se", true, defaultMarks, long, Cache{}, 0, "1h", "1h 5m"},
		{"no session text: the mark moves back to one that is there", "sE", true, defaultMarks, long, Cache{}, 0, "1h", "1h"},
		{"no static text: the mark moves back to the tools", "Se", true, MarkStatic, long, Cache{}, 0, "1h", "-"},
		{"no text at all", "SE", true, defaultMarks, long, Cache{}, 0, "1h", ""},
		{"no text and no tools", "SE", false, defaultMarks, long, Cache{}, 0, "", ""},
		{"no tools: nothing in front of the text", "Se", false, MarkTools | MarkStatic, long, Cache{}, 0, "", "-"},
		{"static text behind that of the session is no shared prefix", "es", true, MarkStatic | MarkSession, long, Cache{}, 0, "1h", "- 5m"},
		{"the end of the text with what is volatile", "sev", true, MarkSystem, long, Cache{}, 5, "-", "- - 5m"},
		{"the same without what is volatile", "sev", true, MarkSystem, long, Cache{}, 0, "-", "- 5m"},
		{"the end of the text is the end of the static text", "s", true, MarkSystem, long, Cache{}, 0, "-", "1h"},
		{"nothing behind volatile text but the end", "vse", true, MarkStatic | MarkSession | MarkSystem, TTL{}, Cache{}, 5, "5m", "- - 5m"},
		{"nothing behind volatile text that is empty", "vse", true, MarkStatic | MarkSession, TTL{}, Cache{}, 0, "5m", "- -"},
		{"an earlier mark never has the shorter ttl", "evs", false, MarkSession | MarkSystem, long, Cache{}, 5, "", "5m - 5m"},
		{"the host says the static ttl", "se", true, defaultMarks, TTL{}, Cache{StaticTTL: "1h"}, 0, "1h", "1h 5m"},
		{"the host shortens both", "se", true, defaultMarks, TTL{"1h", "1h"}, Cache{StaticTTL: "5m"}, 0, "5m", "5m 5m"},
		{"two marks of the host", "se", true, defaultMarks, TTL{}, Cache{HostMarks: 2}, 0, "-", "5m 5m"},
		{"three marks of the host", "se", true, defaultMarks, TTL{}, Cache{HostMarks: 3}, 0, "-", "- 5m"},
		{"four marks of the host", "se", true, defaultMarks, TTL{}, Cache{HostMarks: 4}, 0, "-", "- -"},
		{"four marks and none of the host", "sev", true, MarkTools | MarkStatic | MarkSession | MarkSystem, TTL{}, Cache{HostMarks: -1}, 5, "5m", "5m 5m 5m"},
		{"four marks and one of the host", "sev", true, MarkTools | MarkStatic | MarkSession | MarkSystem, TTL{}, Cache{}, 5, "5m", "5m 5m -"},
		{"off", "se", true, defaultMarks, long, Cache{Off: true}, 0, "-", "- -"},
		{"no plan", "se", true, 0, TTL{}, Cache{}, 0, "-", "- -"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := marked(tt.shape, tt.tools, tt.plan, tt.ttl, tt.cache).Request(Anthropic, testTurn{tt.left})
			if err != nil {
				t.Fatal(err)
			}
			tools := markedIn(r.Tools)
			onTool := ""
			if len(tools) > 0 {
				onTool = tools[len(tools)-1]
				if count(tools[:len(tools)-1]) > 0 {
					t.Errorf("a tool that is not the last is marked: %q", tools)
				}
			}
			if got := strings.Join(markedIn(r.System), " "); onTool != tt.onTool || got != tt.onText {
				t.Errorf("want %q on the last tool and %q on the text, got %q and %q", tt.onTool, tt.onText, onTool, got)
			}
			if r.CacheOptions != "" {
				t.Errorf("CacheOptions is %s", r.CacheOptions)
			}
		})
	}
}

// TestMarkBytes pins what a mark looks like and where it stands.
func TestMarkBytes(t *testing.T) {
	tests := []struct {
		provider Provider
		ttl      TTL
		system   string
		tool     string // the end of the last tool
		options  JSON
	}{
		{Anthropic, TTL{}, `[{"type":"text","text":"s0","cache_control":{"type":"ephemeral"}},{"type":"text","text":"|e1","cache_control":{"type":"ephemeral"}}]`,
			`"additionalProperties":false},"cache_control":{"type":"ephemeral"}}`, ""},
		{Anthropic, TTL{"1h", "5m"}, `[{"type":"text","text":"s0","cache_control":{"type":"ephemeral","ttl":"1h"}},` +
			`{"type":"text","text":"|e1","cache_control":{"type":"ephemeral","ttl":"5m"}}]`,
			`"additionalProperties":false},"cache_control":{"type":"ephemeral","ttl":"1h"}}`, ""},
		{OpenAIChat, TTL{"1h", "5m"}, `{"role":"developer","content":[{"type":"text","text":"s0","prompt_cache_breakpoint":{"mode":"explicit"}},` +
			`{"type":"text","text":"|e1","prompt_cache_breakpoint":{"mode":"explicit"}}]}`, `"additionalProperties":false}}}`, `{"mode":"explicit"}`},
		{Gemini, TTL{"1h", "5m"}, `{"parts":[{"text":"s0"},{"text":"|e1"}]}`, `{"name":"stop","description":"Stop."}`, ""},
	}
	for _, tt := range tests {
		r, err := marked("se", true, defaultMarks, tt.ttl, Cache{}).Request(tt.provider, testTurn{})
		if err != nil {
			t.Fatal(err)
		}
		var last JSON
		for last = range r.Tools.All() {
		}
		if string(r.System.JSON()) != tt.system || !strings.HasSuffix(string(last), tt.tool) || r.CacheOptions != tt.options {
			t.Errorf("%v: got\n%s\n%s\n%s", tt.provider, r.System.JSON(), last, r.CacheOptions)
		}
	}
}

// TestMarksOfOpenAI pins that marks stand on parts of the message alone, and that the explicit mode never goes without
// one, because it would then cache nothing.
func TestMarksOfOpenAI(t *testing.T) {
	for shape, want := range map[string]string{"se": "explicit explicit", "sE": "explicit", "Se": "- ", "SE": ""} {
		plan := defaultMarks
		if shape == "Se" {
			plan = MarkTools | MarkStatic // neither has a part to stand on
		}
		r, err := marked(shape, true, plan, TTL{}, Cache{}).Request(OpenAIChat, testTurn{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(markedIn(r.System), " ")
		if got != strings.TrimSpace(want) || count(markedIn(r.Tools)) > 0 || (r.CacheOptions != "") != (count(markedIn(r.System)) > 0) {
			t.Errorf("%q: want %q, got %q, tools %q, options %q", shape, want, got, markedIn(r.Tools), r.CacheOptions)
		}
	}
}

// TestMarksHold goes through every combination and holds what no provider forgives.
func TestMarksHold(t *testing.T) {
	ttls := []TTL{{}, {"1h", "5m"}, {"1h", "1h"}, {"5m", "1h"}, {"", "1h"}}
	caches := []Cache{{}, {Off: true}, {StaticTTL: "1h"}, {StaticTTL: "5m"}}
	for _, shape := range shapes() {
		for plan := range Marks(1 << 5) {
			for _, ttl := range ttls {
				for _, c := range caches {
					for _, c.HostMarks = range []int{-1, 0, 2, 4} {
						for _, tools := range []bool{false, true} {
							holds(t, marked(shape, tools, plan, ttl, c), c)
							if t.Failed() {
								t.Fatalf("with %q, tools %t, plan %05b, %+v, %+v", shape, tools, plan, ttl, c)
							}
						}
					}
				}
			}
		}
		if testing.Short() {
			break
		}
	}
}

func holds(t *testing.T, a *Assembler[testSession, testTurn], c Cache) {
	t.Helper()
	for _, p := range []Provider{Anthropic, OpenAIChat, Gemini} {
		var before Request
		for _, left := range []int64{0, 5} {
			r, err := a.Request(p, testTurn{left})
			if err != nil {
				t.Fatal(err)
			}
			tools, text := markedIn(r.Tools), markedIn(r.System)
			all := slices.Concat(tools, text)
			host := max(0, c.HostMarks)
			if c.HostMarks == 0 {
				host = 1
			}
			if n := count(all); n != r.Marks || n > 0 && n+host > markLimit {
				t.Errorf("%v: %d marks and %d of the host, Marks is %d", p, n, host, r.Marks)
			}
			if c.Off && (r.Marks > 0 || r.Rolling) || p == Gemini && (r.Marks > 0 || r.Rolling) || p == OpenAIChat && count(tools) > 0 {
				t.Errorf("%v: %d marks, rolling %t", p, r.Marks, r.Rolling)
			}
			if (r.CacheOptions != "") != (p == OpenAIChat && r.Marks > 0) {
				t.Errorf("%v: options %q beside %d marks", p, r.CacheOptions, r.Marks)
			}
			if i := slices.Index(all, "5m"); i >= 0 && slices.Contains(all[i:], "1h") {
				t.Errorf("%v: a longer ttl behind a shorter one: %q", p, all)
			}
			for e := range r.System.All() {
				if strings.Contains(string(e), `"text":""`) {
					t.Errorf("%v: an empty block: %s", p, e)
				}
			}
			if left > 0 && r.Tools.JSON() != before.Tools.JSON() {
				t.Errorf("%v: the tools change with the turn", p)
			}
			before = r
		}
	}
}

func TestRolling(t *testing.T) {
	tests := []struct {
		plan  Marks
		cache Cache
		want  map[Provider]bool
	}{
		{defaultMarks, Cache{}, map[Provider]bool{Anthropic: true, OpenAIChat: true}},
		{defaultMarks, Cache{HostMarks: 4}, map[Provider]bool{Anthropic: true, OpenAIChat: true}},
		{defaultMarks, Cache{HostMarks: -1}, nil},
		{defaultMarks, Cache{Off: true}, nil},
		{MarkTools, Cache{}, nil},
	}
	for _, tt := range tests {
		for _, p := range []Provider{Anthropic, OpenAIChat, Gemini} {
			r, err := marked("se", true, tt.plan, TTL{}, tt.cache).Request(p, testTurn{})
			if err != nil || r.Rolling != tt.want[p] {
				t.Errorf("%v with %05b, %+v: got %t, %v", p, tt.plan, tt.cache, r.Rolling, err)
			}
		}
	}
}

func TestCacheErrors(t *testing.T) {
	tests := []struct {
		cache Cache
		want  InputErrors
	}{
		{Cache{}, nil},
		{Cache{Off: true, StaticTTL: "1h", HostMarks: 4}, nil},
		{Cache{StaticTTL: "5m", HostMarks: -7}, nil},
		{Cache{StaticTTL: "2h", HostMarks: 5}, InputErrors{
			{"Config.Cache.StaticTTL", `must be "5m", "1h" or empty, got "2h"`},
			{"Config.Cache.HostMarks", "must be at most 4, the marks that a request may have, got 5"},
		}},
	}
	for _, tt := range tests {
		var e Errs
		e.Cache("Config.Cache", tt.cache)
		var got InputErrors
		if errors.As(e.Err(), &got); !slices.Equal(got, tt.want) {
			t.Errorf("%+v: got %v", tt.cache, got)
		}
	}
}

func TestRollingMark(t *testing.T) {
	system, user, agent := HostTurn{Role: "system"}, HostTurn{Role: "user"}, HostTurn{Role: "assistant"}
	tool, silent, mute := HostTurn{Role: "tool"}, HostTurn{Role: "user", Empty: true}, HostTurn{Role: "assistant", Empty: true}
	tests := []struct {
		name              string
		turns             []HostTurn
		anthropic, openAI int
	}{
		{"no turns", nil, -1, -1},
		{"the system's alone", []HostTurn{system}, -1, -1},
		{"one of the user", []HostTurn{user}, 0, 0},
		{"the last of the user", []HostTurn{system, user, agent, user}, 3, 3},
		{"a result stands last", []HostTurn{system, user, agent, tool}, 3, 1},
		{"the model stands last", []HostTurn{user, agent}, 1, 0},
		{"the system stands last", []HostTurn{user, agent, system}, 1, 0},
		{"the last of the user is empty", []HostTurn{user, agent, silent}, -1, -1},
		{"an empty one of the user in front", []HostTurn{user, silent, agent}, 2, -1},
		{"the model's is empty", []HostTurn{user, mute}, -1, 0},
		{"no user", []HostTurn{agent, tool}, 1, -1},
	}
	for _, tt := range tests {
		want := map[Provider]int{
			Anthropic: tt.anthropic, OpenAIChat: tt.openAI, OpenAIResponses: tt.openAI, OpenAICompatible: -1, Gemini: -1, 0: -1,
		}
		for p, want := range want {
			if got := RollingMark(p, tt.turns); got != want {
				t.Errorf("%s: %v: want %d, got %d", tt.name, p, want, got)
			}
		}
	}
}
