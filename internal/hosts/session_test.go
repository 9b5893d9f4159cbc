package hosts_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// session is the fixture, in the standard profile over the native transport.
func session(t *testing.T) (coder.Config, coder.Session, coder.Turn) {
	t.Helper()
	for name, cell := range codertest.Cells() {
		if name == "standard.native.en.basic" {
			return cell.Config, cell.Session, cell.Turn
		}
	}
	t.Fatal("the basic cell is missing")
	return coder.Config{}, coder.Session{}, coder.Turn{}
}

// draw makes a session of a few values each, so that equal ones happen.
func draw(rnd *rand.Rand, s coder.Session) coder.Session {
	on := func() bool { return rnd.IntN(4) == 0 }
	if on() {
		s.Cwd = "/elsewhere"
	}
	if on() {
		s.Skills = nil
	}
	if on() {
		s.McpServers = s.McpServers[:1]
	}
	if on() {
		s.GlobalRules += "\r\n" // normalised away
	}
	if on() {
		s.ExtraRoots = nil
	}
	s.Browser, s.WebTools, s.Cli, s.Yolo, s.FocusChain = !on(), !on(), on(), on(), !on()
	s.ImageGeneration, s.ParallelTools, s.Subagents = !on(), !on(), !on()
	return s
}

// frozen is what a record pins: everything but its occasion and what decided it.
func frozen(t *testing.T, r prompt.Record) string {
	t.Helper()
	r.At, r.Reason, r.Locale, r.Agent, r.Sum = time.Time{}, "", "", "", prompt.Fingerprint{}
	r.Gates, r.Inputs = nil, nil
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestCompareRandomSessions pins that a record is fresh exactly where building now gives the frozen bytes, and that a
// stale one names something that differs.
func TestCompareRandomSessions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	_, base, _ := session(t)
	verdicts := map[prompt.Verdict]int{}
	for i := range 400 {
		c := coder.Config{Profile: coder.Profile(1 + i%2), Transport: prompt.Transport(1 + i/2%2), Locale: coder.Locale(1 + i/4%2), Agent: coder.AgentMain}
		a, b := made(t, c, draw(rnd, base)), made(t, c, draw(rnd, base))
		r := a.Freeze(time.Unix(0, 0), "start", prompt.Gemini, prompt.OpenAIChat)
		verdict, changes := b.Compare(r)
		same := frozen(t, r) == frozen(t, b.Freeze(time.Unix(1, 0), "later", prompt.Gemini, prompt.OpenAIChat))
		if same != (verdict == prompt.Fresh) || same != (len(changes) == 0) {
			t.Fatalf("same bytes: %t, got %s, %v", same, verdict, changes)
		}
		for _, c := range changes {
			if c.Kind != "gate" && c.Kind != "input" {
				t.Errorf("between two sessions, got %v", c)
			}
		}
		verdicts[verdict]++
	}
	if verdicts[prompt.Fresh] < 10 || verdicts[prompt.Stale] < 10 {
		t.Errorf("got %v", verdicts)
	}
}

// TestStaticBytesAreShared pins that sessions with equal gates share every static byte, whatever their inputs.
func TestStaticBytesAreShared(t *testing.T) {
	for name, cell := range codertest.Cells() {
		other := cell.Session
		other.Cwd, other.Os, other.GlobalRules, other.LocalRules = "/other", "Plan 9", "Other.", ""
		for i := range other.Skills {
			other.Skills = slices.Clone(other.Skills)
			other.Skills[i].Name += "-other"
		}
		a, b := made(t, cell.Config, cell.Session), made(t, cell.Config, other)
		if got, want := static(b), static(a); got != want || want == "" {
			t.Errorf("%s: the static text depends on the session", name)
		}
		if got, want := slices.Collect(b.Tools().All()), slices.Collect(a.Tools().All()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the tools depend on the session", name)
		}
	}
}

func static(a *coder.Assembler) string {
	var b strings.Builder
	for block := range a.Blocks() {
		if block.Level == prompt.Static {
			b.WriteString(block.Text)
		}
	}
	return b.String()
}

// TestNotShownIsFresh pins that what a profile does not show leaves a record fresh.
func TestNotShownIsFresh(t *testing.T) {
	c, s, _ := session(t)
	c.Profile = coder.ProfileLite
	r := made(t, c, s).Freeze(time.Unix(0, 0), "start", prompt.Anthropic)
	s.Skills, s.McpServers = nil, nil
	s.Browser, s.WebTools = !s.Browser, !s.WebTools
	s.LocalRules += "\n"
	if verdict, changes := made(t, c, s).Compare(r); verdict != prompt.Fresh {
		t.Errorf("got %s, %v", verdict, changes)
	}
	s.Cwd = "/elsewhere"
	want := []prompt.Change{{Kind: "input", Name: "cwd"}}
	if verdict, changes := made(t, c, s).Compare(r); verdict != prompt.Stale || !slices.Equal(changes, want) {
		t.Errorf("got %s, %v, want %v", verdict, changes, want)
	}
}

// TestDraftLeavesTheTextAlone pins that a plan in the making changes no byte, and that confirming it changes the text
// from the session's tier on.
func TestDraftLeavesTheTextAlone(t *testing.T) {
	c, s, _ := session(t)
	a := made(t, c, s)
	r := a.Freeze(time.Unix(0, 0), "start", prompt.Anthropic)
	s.PlanDraft = "1. Read.\n2. Write.\n"
	b, err := a.Refresh(s)
	if err != nil {
		t.Fatal(err)
	}
	if verdict, changes := b.Compare(r); verdict != prompt.Fresh || b.Fingerprint() != a.Fingerprint() {
		t.Errorf("a draft: got %s, %v", verdict, changes)
	}
	if err := s.ConfirmPlan(); err != nil {
		t.Fatal(err)
	}
	if b, err = a.Refresh(s); err != nil {
		t.Fatal(err)
	}
	want := []prompt.Change{{Kind: "input", Name: "plan"}}
	if verdict, changes := b.Compare(r); verdict != prompt.Stale || !slices.Equal(changes, want) {
		t.Errorf("confirmed: got %s, %v", verdict, changes)
	}
	if text, _ := b.Section("confirmed_plan"); !strings.HasSuffix(text, "\n\n1. Read.\n2. Write.") || static(a) != static(b) {
		t.Errorf("got %q", text)
	}
	before, _ := a.Digest("instructions")
	if after, ok := b.Digest("instructions"); !ok || after != before {
		t.Errorf("the digest of the instructions follows the plan: %s, %s", before, after)
	}
}

// TestResumeCells freezes and resumes every cell through JSON, in a session in which much is different.
func TestResumeCells(t *testing.T) {
	for name, cell := range codertest.Cells() {
		old := made(t, cell.Config, cell.Session)
		data, err := json.Marshal(old.Freeze(time.Now(), "start", prompt.Anthropic, prompt.OpenAIChat, prompt.Gemini))
		if err != nil {
			t.Fatal(err)
		}
		var r prompt.Record
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		s := cell.Session
		s.Skills, s.McpServers, s.Browser, s.FocusChain, s.Cwd = nil, nil, !s.Browser, false, "/elsewhere"
		a, err := coder.Resume(cell.Config, s, r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, p := range []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.Gemini} {
			got, err := a.Request(p, cell.Turn)
			want, err2 := old.Request(p, cell.Turn)
			if err != nil || err2 != nil || got.System.JSON() != want.System.JSON() || got.Tools.JSON() != want.Tools.JSON() || got.Tail != want.Tail {
				t.Errorf("%s: a request to %s differs: %v, %v", name, p, err, err2)
			}
		}
		for _, command := range []string{"deep_planning", "compact"} { // their texts name tools
			got, err := a.Command(command, cell.Turn)
			want, err2 := old.Command(command, cell.Turn)
			if err != nil || err2 != nil || got != want {
				t.Errorf("%s: the command %s differs: %v, %v", name, command, err, err2)
			}
		}
	}
}

// TestFault27ResumedToolsAreDispatched pins that what a resumed session offers can be called, even where the gate of the
// tool is off by now, and that nothing else can.
func TestFault27ResumedToolsAreDispatched(t *testing.T) {
	c, s, _ := session(t)
	r := made(t, c, s).Freeze(time.Unix(0, 0), "start", prompt.Anthropic)
	s.Skills, s.FocusChain = nil, false
	a, err := coder.Resume(c, s, r)
	if err != nil {
		t.Fatal(err)
	}
	var run codertools.Handler[string] = runner{}
	for tool := range a.Tools().All() {
		_, err := codertools.Dispatch(context.Background(), run, a.Tools(), prompt.Call{Name: tool.Name, Args: []byte(`[]`)})
		var call *prompt.CallError
		if !errors.As(err, &call) || call.Unknown {
			t.Errorf("%s is offered and not dispatched: %v", tool.Name, err)
		}
	}
	load := prompt.Call{Name: codertools.NameLoadSkill, Args: []byte(`{"name":"sql-migration"}`)}
	if got, err := codertools.Dispatch(context.Background(), run, a.Tools(), load); err != nil || got != "sql-migration" {
		t.Errorf("a tool: got %q, %v", got, err)
	}
	patch := prompt.Call{Name: codertools.NameApplyPatch, Args: []byte(`{"patch":"x","task_progress":"half"}`)}
	if got, err := codertools.Dispatch(context.Background(), run, a.Tools(), patch); err != nil || got != "half" {
		t.Errorf("a parameter: got %q, %v", got, err)
	}
	fresh, err := a.Refresh(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := codertools.Dispatch(context.Background(), run, fresh.Tools(), load); err == nil {
		t.Error("after Refresh a tool that is not offered was dispatched")
	}
	if _, err := codertools.Dispatch(context.Background(), run, fresh.Tools(), patch); err == nil {
		t.Error("after Refresh a parameter that is not offered was taken")
	}
}

// runner runs two tools; the others are not there.
type runner struct{ codertools.Handler[string] }

func (runner) LoadSkill(_ context.Context, a *codertools.LoadSkill) (string, error) {
	return a.Name, nil
}

func (runner) ApplyPatch(_ context.Context, a *codertools.ApplyPatch) (string, error) {
	return *a.TaskProgress, nil
}

func made(t *testing.T, c coder.Config, s coder.Session) *coder.Assembler {
	t.Helper()
	a, err := coder.New(c, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTailAllocates pins that texts with values are written where they belong: what is left is the digits of a number,
// and the list that limits may shorten.
func TestTailAllocates(t *testing.T) {
	c, s, turn := session(t)
	a := made(t, c, s)
	dst := make([]byte, 0, 1<<16)
	if n := testing.AllocsPerRun(100, func() { _, _ = a.AppendTail(dst, turn) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}
