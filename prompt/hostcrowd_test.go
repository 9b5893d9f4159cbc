package prompt

import (
	"testing"
	"time"
)

// TestHostToolsPassAProvidersNumber pins that no request has more tools than its provider takes because of a host, and
// that other formats and the XML transport are not held to that number.
func TestHostToolsPassAProvidersNumber(t *testing.T) {
	crowd := func(n int) []HostTool {
		var tools []HostTool
		for i := range n {
			tools = append(tools, HostTool{"s", "t" + Int(int64(i)), "", anyObject})
		}
		return tools
	}
	for _, tt := range []struct {
		p      Provider
		n      int // beside one declared
		native string
	}{
		{Anthropic, 600, ""},
		{OpenAIChat, 127, ""},
		{OpenAIChat, 128, "provider is openai-chat, which takes 128 tools, got 129, of which 128 are the host's"},
		{OpenAIResponses, 127, ""},
		{OpenAIResponses, 128, "provider is openai-responses, which takes 128 tools, got 129, of which 128 are the host's"},
		{OpenAICompatible, 600, ""},
		{Gemini, 511, ""},
		{Gemini, 512, "provider is gemini, which takes 512 tools, got 513, of which 512 are the host's"},
		{GeminiOpenAPI, 512, "provider is gemini-openapi, which takes 512 tools, got 513, of which 512 are the host's"},
	} {
		p := hostProgram(t, crowd(tt.n)...)
		p.Projections = []Provider{tt.p}
		was := NewAssembler(p)
		resumed, err := ResumeAssembler(p, p, was.Freeze(time.Unix(0, 0), "start", tt.p), Toolbox{Names: []string{"read_file"}, Host: true})
		if err != nil {
			t.Fatal(err)
		}
		for who, a := range map[string]*Assembler[struct{}, struct{}]{"new": was, "resumed": resumed} {
			got := ""
			if _, err := a.Request(tt.p, struct{}{}); err != nil {
				got = err.Error()
			}
			if got != tt.native {
				t.Errorf("%s: %v, %d: %s, want %s", who, tt.p, tt.n, got, tt.native)
			}
		}
		p.Transport = XML
		if _, err := NewAssembler(p).Request(tt.p, struct{}{}); err != nil {
			t.Errorf("%v over XML: %v", tt.p, err)
		}
	}
	var declared []ToolSpec // which the generator warns of, and a registry may allow
	for i := range 129 {
		declared = append(declared, ToolSpec{Name: "t" + Int(int64(i)), Doc: "A tool."})
	}
	p := hostProgram(t)
	p.Tools = NewTools(Toolbox{}, declared)
	if _, err := NewAssembler(p).Request(OpenAIChat, struct{}{}); err != nil {
		t.Error(err)
	}
}

func TestHold(t *testing.T) {
	set := func(name string, over Over, n int) Toolset {
		s := Toolset{Name: name, Field: "Session." + name, Wire: name + "_{name}", Over: over}
		for i := range n {
			s.Tools = append(s.Tools, HostTool{"", "t" + Int(int64(i)), "", anyObject})
		}
		return s
	}
	for _, tt := range []struct {
		declared int
		sets     []Toolset
		allow    []string
		want     string // what remains of the sets
		said     string
	}{
		{8, []Toolset{set("A", Reject, 1), set("B", Skip, 1)}, nil, "A_t0 B_t0", ""},
		{7, []Toolset{set("A", Skip, 2), set("B", Skip, 3)}, nil, "A_t0 A_t1 B_t0", "Session.B: skip: 3 items, at most 1"},
		{8, []Toolset{set("A", Skip, 2), set("B", Skip, 3)}, nil, "A_t0 B_t0", "Session.B: skip: 3 items, at most 1; Session.A: skip: 2 items, at most 1"},
		{8, []Toolset{set("A", Skip, 3), set("B", Skip, 3)}, []string{"A_t2", "B_t1"}, "A_t2 B_t1", ""},
		{8, []Toolset{set("A", Skip, 3), set("hidden", Reject, 9)}, nil, "A_t0 A_t1", "Session.A: skip: 3 items, at most 2"},
		{8, []Toolset{set("A", Skip, 3), set("B", 0, 1)}, nil, "A_t0 B_t0", "Session.A: skip: 3 items, at most 1"},
		{7, []Toolset{set("A", Reject, 4)}, nil, "", "Session.A must leave a request at most 10 tools, got 11 with the declared ones"},
		{9, []Toolset{set("A", Skip, 2), set("B", Skip, 1)}, nil, "", "Session.B must leave a request at most 10 tools, got 11 with the declared ones"},
		{11, []Toolset{set("A", Reject, 1)}, nil, "A_t0", ""},
	} {
		h, e := take(t, tt.sets...)
		shown := func(name string) bool { return name != "hidden" }
		h.Hold(e, 10, tt.declared, shown, tt.allow)
		got, said := "", ""
		for _, n := range e.Notes() {
			if said != "" {
				said += "; "
			}
			said += n.String()
		}
		if err := e.Err(); err != nil {
			got, said = "", err.Error()
		} else {
			for _, s := range h.Shown(shown, tt.allow) {
				if got != "" {
					got += " "
				}
				got += s.wire
			}
		}
		if got != tt.want || said != tt.said {
			t.Errorf("%d declared, %d sets: %q, %s", tt.declared, len(tt.sets), got, said)
		}
	}
}
