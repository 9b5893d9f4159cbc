package hosts_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// spoil changes a few of the strings in a value, at any depth, in slices of its own.
func spoil(rnd *rand.Rand, v reflect.Value) {
	hostile := []string{"\xff", "\x00", "\n", "\r\n", "\t", "\u0085", "\u2028", "\ufffd", "é", `"`, `\`, "<", "{name}", "\xed\xa0\x80"}
	switch v.Kind() {
	case reflect.String:
		if rnd.IntN(24) == 0 {
			text := v.String()
			at := rnd.IntN(len(text) + 1)
			v.SetString(text[:at] + hostile[rnd.IntN(len(hostile))] + text[at:])
		}
	case reflect.Slice:
		if v.IsNil() { // which Session.Allow tells from an empty one
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		for i := range v.Len() {
			spoil(rnd, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(rnd, v.Field(i))
		}
	}
}

// TestWhatNewTakesIsResumed pins that every session that New takes comes back from its record with the same bytes,
// whatever its strings hold.
func TestWhatNewTakesIsResumed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	_, base, turn := session(t)
	base.McpTools = []prompt.HostTool{
		{Server: "notes", Name: "find", Doc: "Finds.", Schema: `{"type":"object","properties":{"text":{"type":"string","enum":["a"]}}}`},
		{Server: "tickets", Name: "find", Doc: "Finds.", Schema: `{"type":"object"}`},
	}
	ps := []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.Gemini}
	taken := 0
	for i := range 400 {
		c := coder.Config{Profile: coder.Profile(1 + i%2), Transport: prompt.Transport(1 + i/2%2), Locale: coder.Locale(1 + i/4%2), Agent: coder.AgentMain}
		s := draw(rnd, base)
		spoil(rnd, reflect.ValueOf(&s).Elem())
		a, err := coder.New(c, s)
		if err != nil {
			continue
		}
		taken++
		data, err := json.Marshal(a.Freeze(time.Unix(0, 0), "start\xff", ps...))
		if err != nil {
			t.Fatal(err)
		}
		var r prompt.Record
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		b, err := coder.Resume(c, s, r)
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		for _, p := range ps {
			x, err := a.Request(p, turn)
			y, err2 := b.Request(p, turn)
			if err != nil || err2 != nil || x.System.JSON() != y.System.JSON() || x.Tools.JSON() != y.Tools.JSON() || x.Tail != y.Tail {
				t.Fatalf("%v: %+v: %v, %v", p, s, err, err2)
			}
		}
		x, err := a.ContextTurns(turn)
		y, err2 := b.ContextTurns(turn)
		if err != nil || err2 != nil || !reflect.DeepEqual(x, y) {
			t.Fatalf("%+v: %v, %v, want %v", s, err2, y, x)
		}
		if v, changes := b.Compare(r); v != prompt.Fresh {
			t.Fatalf("%+v: %v %v", s, v, changes)
		}
	}
	if taken < 50 || taken > 350 {
		t.Errorf("%d of 400 are taken", taken)
	}
}
