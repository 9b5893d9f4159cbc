package prompt

import (
	"encoding/json"
	"testing"
	"time"
)

// visits is a program whose session is the list of its servers' tools.
func visits(t *testing.T, tools []HostTool) *Assembler[[]HostTool, struct{}] {
	h, _ := take(t, servers(tools...))
	return NewAssembler(Program[[]HostTool, struct{}]{
		Transport: XML, Tools: hostTools(h, nil), Identity: Identity{Contract: "c", Version: 1, Profile: "p"},
		Refresh: func(tools []HostTool) (*Assembler[[]HostTool, struct{}], error) { return visits(t, tools), nil },
	})
}

// TestCallsOfServersThatAreGone pins that a call of a tool which was offered until a Refresh is an error over both transports:
// the model has seen it in the history, and as a text its call would end the loop of the host in silence.
func TestCallsOfServersThatAreGone(t *testing.T) {
	find := HostTool{"notes", "find", "", `{"type":"object","properties":{"text":{"type":"string"}}}`}
	other := HostTool{"tickets", "find", "", anyObject}
	const answer = "<notes__find>\n<text>a</text>\n</notes__find>"
	const text, call = "= text \"<notes__find>\\n<text>a</text>\\n</notes__find>\"\n", "= text \"\"\n= call notes__find {\"text\":\"a\"}\n"
	const unknown = `there is no tool "notes__find"; want "read_file" or "tickets__find"`
	const gone = `the tool "notes__find" was offered earlier in this session, and is not any more`
	a := visits(t, nil)
	for i, tt := range []struct {
		tools     []HostTool
		read, say string
	}{
		{[]HostTool{other}, text, unknown},
		{[]HostTool{find}, call, ""},
		{[]HostTool{other}, text + "= error notes__find: " + gone + "\n", gone},
		{nil, text + "= error notes__find: " + gone + "\n", gone},
		{[]HostTool{other, find}, call, ""},
	} {
		var err error
		if a, err = a.Refresh(tt.tools); err != nil {
			t.Fatal(err)
		}
		p := a.Tools().Parser()
		p.Feed(nil, answer)
		if got := writeMessage(p.Close(true)); got != tt.read {
			t.Errorf("%d: got %s\nwant %s", i, got, tt.read)
		}
		if tt.say != "" {
			if got := a.Tools().Unknown("notes__find").Error(); got != tt.say {
				t.Errorf("%d: got %s\nwant %s", i, got, tt.say)
			}
		}
		if _, err := a.Tools().AppendCall(nil, Call{Name: "notes__find", Args: json.RawMessage(`{"text":"a"}`)}); (err == nil) != (tt.say == "") {
			t.Errorf("%d: %v", i, err)
		}
		if v, changes := visits(t, tt.tools).Compare(a.Freeze(time.Unix(0, 0), "", Anthropic)); v != Fresh {
			t.Errorf("%d: what was offered before is in the record: %v", i, changes)
		}
	}
}
