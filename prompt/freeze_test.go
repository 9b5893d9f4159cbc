package prompt

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// frozenCase is a registry, a configuration and a session in one, so that each can change alone.
type frozenCase struct {
	id        Identity
	transport Transport
	separator string
	final     string
	rules     string // words of a static section
	cwd       string // an input
	hidden    string // an input that nothing shows
	web       bool   // a gate that shows a section and a tool
	lookDoc   string
	allow     bool // the tool "look" is offered
	digest    []string
	swap      bool // two sections change places
	live      bool // a volatile section stands in the system text
	limit     int
}

func firstCase() frozenCase {
	return frozenCase{
		id:        Identity{Contract: "small", Version: 1, Profile: "full", Locale: "en", Agent: "main"},
		transport: Native, separator: "\n\n", rules: "Be brief.", cwd: "/w", lookDoc: "Look.", allow: true,
		digest: []string{"rules"},
	}
}

func (c frozenCase) program() Program[testSession, testTurn] {
	sections := []SectionSpec[testTurn]{fixed("identity", Static, "You code."), fixed("rules", Static, c.rules)}
	if c.swap {
		slices.Reverse(sections)
	}
	tools := []ToolSpec{}
	if c.allow {
		tools = append(tools, ToolSpec{Name: "look", Doc: c.lookDoc, Params: []ParamSpec{{
			Name: "path", Required: true, Schema: []string{`{"type":"string","description":"`, `"}`}, Docs: []string{"Which."},
		}}})
	}
	if c.web {
		sections = append(sections, fixed("web", Static, "The web is there."))
		tools = append(tools, ToolSpec{Name: "fetch", Doc: "Fetch <it>."})
	}
	if c.live {
		sections = append(sections, volatile("clock", true, "left "))
	}
	sections = append(sections, fixed("place", Session, c.cwd), volatile("budget", false, "tokens: "))
	notes := fixed("notes", Session, "Notes below "+c.cwd)
	notes.User = true
	sections = append(sections, notes)
	return Program[testSession, testTurn]{
		Transport: c.transport, Separator: c.separator, Final: c.final, Sections: sections, Tools: NewTools(Toolbox{}, tools), Identity: c.id, Limit: c.limit,
		Facts: func(f *Facts) {
			f.Gate("web", c.web)
			f.Input("cwd", c.cwd)
			f.Input("hidden", c.hidden)
		},
		Digests: func() []DigestSpec {
			return []DigestSpec{{Name: "document", Inputs: []any{c.cwd, int64(7)}, Sections: c.digest}}
		},
		Refresh: func(s testSession) (*Assembler[testSession, testTurn], error) {
			c := c
			c.cwd = s.cwd
			return NewAssembler(c.program()), nil
		},
	}
}

func (c frozenCase) assembler() *Assembler[testSession, testTurn] { return NewAssembler(c.program()) }

func (c frozenCase) freeze() Record {
	return c.assembler().Freeze(time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("x", 3600)), "task_start", Gemini, Anthropic, Anthropic)
}

func TestIdentity(t *testing.T) {
	c := firstCase()
	if got := c.assembler().Identity(); got != c.id {
		t.Errorf("got %v, want %v", got, c.id)
	}
	r := c.freeze()
	c.id.Locale = "de" // today's; the text of the record stays English
	a, err := ResumeAssembler(c.program(), c.program(), r, Toolbox{Names: []string{"look", "fetch"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Identity(), firstCase().id; got != want {
		t.Errorf("resumed: got %v, want %v", got, want)
	}
}

func TestFingerprint(t *testing.T) {
	c := firstCase()
	c.live, c.final = true, "\n"
	a := c.assembler()
	want := Fingerprint(sha256.Sum256([]byte(a.System())))
	if got := a.Fingerprint(); got != want || !strings.HasPrefix(got.String(), "sha256:") || len(got.String()) != len("sha256:")+64 {
		t.Errorf("got %s, want %s", got, want)
	}
	var back Fingerprint
	if err := back.UnmarshalText([]byte(want.String())); err != nil || back != want {
		t.Errorf("got %s, %v", back, err)
	}
	for _, bad := range []string{"", "sha256:", "sha256:zz", "sha1:" + want.String()[len("sha256:"):], want.String() + "00"} {
		if err := back.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q: want an error", bad)
		}
	}
}

func TestDigest(t *testing.T) {
	type server struct {
		Name string
		Port int64
		Tags []struct{ Tag string }
	}
	spec := DigestSpec{Name: "all", Sections: []string{"rules", "nothing", "place"}, Inputs: []any{
		"é", int64(-3), true, []server{{"a", 8, []struct{ Tag string }{{"x"}, {"yz"}}}, {"", 0, nil}},
	}}
	p := firstCase().program()
	p.Digests = func() []DigestSpec { return []DigestSpec{spec} }
	a := NewAssembler(p)
	part := func(parts ...string) string {
		return string(binary.BigEndian.AppendUint64(nil, uint64(len(strings.Join(parts, ""))))) + strings.Join(parts, "")
	}
	preimage := part("é") + part("-3") + part("true") +
		part(part("a"), part("8"), part(part("x"), part("yz")), part(""), part("0"), part("")) +
		part("Be brief.") + part("") + part("/w")
	want := Fingerprint(sha256.Sum256([]byte(preimage)))
	if got, ok := a.Digest("all"); !ok || got != want {
		t.Errorf("got %s, %t, want %s", got, ok, want)
	}
	if got, ok := a.Digest("other"); ok || got != (Fingerprint{}) {
		t.Errorf("an unknown name: got %s, %t", got, ok)
	}
}

func TestRecordJSON(t *testing.T) {
	c := firstCase()
	c.rules, c.live, c.final, c.lookDoc, c.web = "a\xffb", true, "\n", "Look \xfe <now>\u2028.", true
	for _, c := range []frozenCase{firstCase(), c, {id: Identity{Contract: "none"}, transport: XML}} {
		r := c.freeze()
		for _, indent := range []string{"", "  "} {
			data, err := json.MarshalIndent(r, "", indent)
			if err != nil {
				t.Fatal(err)
			}
			var back Record
			if err := json.Unmarshal(data, &back); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(r, back) {
				t.Errorf("want %#v\ngot  %#v", r, back)
			}
			if v, changes := c.assembler().Compare(back); v != Fresh {
				t.Errorf("got %s, %v", v, changes)
			}
		}
	}
	if _, err := json.Marshal(Record{}); err != nil {
		t.Errorf("the zero record: %v", err)
	}
}

func TestFreezeOccasion(t *testing.T) {
	r := firstCase().freeze()
	if !r.At.Equal(time.Date(2026, 1, 2, 2, 4, 5, 6, time.UTC)) || r.At.Location() != time.UTC || r.Reason != "task_start" {
		t.Errorf("got %v, %q", r.At, r.Reason)
	}
	var providers []string
	for _, p := range r.Projections {
		providers = append(providers, p.Provider)
	}
	if want := []string{"anthropic", "gemini"}; !slices.Equal(providers, want) {
		t.Errorf("got projections %v, want %v", providers, want)
	}
	data, err := json.Marshal(firstCase().assembler().Freeze(time.Now(), "a\xffb"))
	if err != nil || strings.Contains(string(data), "tokens") {
		t.Errorf("the tail was frozen: %s, %v", data, err)
	}
}

// TestCompare changes one thing at a time. Every kind is somewhere the only one.
func TestCompare(t *testing.T) {
	tests := []struct {
		name   string
		change func(*frozenCase)
		want   []Change
	}{
		{"nothing", func(*frozenCase) {}, nil},
		{"an input that nothing shows", func(c *frozenCase) { c.hidden = "x" }, nil},
		{"a locale that shows the same", func(c *frozenCase) { c.id.Locale = "de" }, nil},
		{"an agent that shows the same", func(c *frozenCase) { c.id.Agent = "scout" }, nil},
		{"contract", func(c *frozenCase) { c.id.Version = 2 }, []Change{{Kind: "contract"}}},
		{"profile", func(c *frozenCase) { c.id.Profile = "lite" }, []Change{{Kind: "profile"}}},
		{"profile with its pins", func(c *frozenCase) { c.id.Profile, c.web = "lite", true }, []Change{{Kind: "profile"}}},
		{"separator", func(c *frozenCase) { c.separator = "\n" }, []Change{{Kind: "profile"}}},
		{"final newline", func(c *frozenCase) { c.final = "\n" }, []Change{{Kind: "profile"}}},
		{"transport", func(c *frozenCase) { c.transport = XML }, []Change{{Kind: "transport"}}},
		{"locale", func(c *frozenCase) { c.id.Locale, c.rules = "de", "Sei kurz." }, []Change{{Kind: "locale"}}},
		{"agent", func(c *frozenCase) { c.id.Agent, c.allow = "scout", false }, []Change{{Kind: "agent"}}},
		{"gate", func(c *frozenCase) { c.web = true }, []Change{{"gate", "web"}}},
		{"input", func(c *frozenCase) { c.cwd = "/v" }, []Change{{"input", "cwd"}}},
		{"input and words", func(c *frozenCase) { c.cwd, c.rules = "/v", "Be quick." }, []Change{{"input", "cwd"}, {"section", "rules"}}},
		{"section", func(c *frozenCase) { c.rules = "Be quick." }, []Change{{"section", "rules"}}},
		{"section gone", func(c *frozenCase) { c.rules, c.digest = "", nil }, []Change{{"section", "rules"}}},
		{"order", func(c *frozenCase) { c.swap = true }, []Change{{"section", "rules"}, {"section", "identity"}}},
		{"volatile section", func(c *frozenCase) { c.live = true }, []Change{{"section", "clock"}}},
		{"tool", func(c *frozenCase) { c.lookDoc = "See." }, []Change{{"tool", "look"}}},
		{"tool not allowed", func(c *frozenCase) { c.allow = false }, []Change{{"tool", "look"}}},
		{"section and tool", func(c *frozenCase) { c.rules, c.lookDoc = "", "See." }, []Change{{"section", "rules"}, {"tool", "look"}}},
		{"digest", func(c *frozenCase) { c.digest = []string{"identity"} }, []Change{{"digest", "document"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := firstCase()
			tt.change(&now)
			want := Stale
			if tt.want == nil {
				want = Fresh
			}
			r := firstCase().freeze()
			if got, changes := now.assembler().Compare(r); got != want || !slices.Equal(changes, tt.want) {
				t.Errorf("got %s, %v, want %s, %v", got, changes, want, tt.want)
			}
			if served(now.freeze()) == served(r) != (want == Fresh) {
				t.Errorf("the verdict is %s, and the bytes say otherwise", want)
			}
		})
	}
}

// TestCompareRefused pins that a session which New refuses by now is stale, even where what is left of it is the same.
func TestCompareRefused(t *testing.T) {
	c := firstCase()
	c.cwd = "" // no section shows it
	r := c.freeze()
	c.limit = len("You code.\n\nBe brief.")
	c.cwd = "/"
	if got, changes := c.assembler().Compare(r); got != Stale || !slices.Equal(changes, []Change{{"input", "cwd"}}) {
		t.Errorf("got %s, %v", got, changes)
	}
}

func TestCompareProjection(t *testing.T) {
	r := firstCase().freeze()
	r.Projections = append(r.Projections, RecordProjection{Provider: "of-a-later-version"})
	r.Projections[0].Tools[0] = strings.Replace(r.Projections[0].Tools[0], "input_schema", "parameters", 1)
	r.Sum = r.sum()
	want := []Change{{"projection", "anthropic"}, {"projection", "of-a-later-version"}}
	if got, changes := firstCase().assembler().Compare(r); got != Stale || !slices.Equal(changes, want) {
		t.Errorf("got %s, %v, want %v", got, changes, want)
	}
}

func TestCompareUnknown(t *testing.T) {
	for name, spoil := range spoiled() {
		r := firstCase().freeze()
		spoil(&r)
		if got, changes := firstCase().assembler().Compare(r); got != Unknown || changes != nil {
			t.Errorf("%s: got %s, %v", name, got, changes)
		}
	}
	if got, _ := firstCase().assembler().Compare(Record{}); got != Unknown || got.String() != "unknown" {
		t.Errorf("the zero record: got %s", got)
	}
}

// spoiled are records that are not of this form and contract, or no longer whole.
func spoiled() map[string]func(*Record) {
	return map[string]func(*Record){
		"form":     func(r *Record) { r.V++; r.Sum = r.sum() },
		"contract": func(r *Record) { r.Contract = "other"; r.Sum = r.sum() },
		"text":     func(r *Record) { r.Blocks[0].Text = "You do as you like" },
		"reason":   func(r *Record) { r.Reason = "" },
		"time":     func(r *Record) { r.At = r.At.Add(1) },
		"tool":     func(r *Record) { r.Tools[0].Doc = "" },
		"element":  func(r *Record) { r.Projections[0].Tools[0] = "{}" },
		"span":     func(r *Record) { r.Blocks[0].Sections[0].To = 1 << 20; r.Sum = r.sum() },
		"section":  func(r *Record) { r.Blocks[0].Sections[0].To--; r.Sum = r.sum() },
		"lead":     func(r *Record) { r.Blocks[0].Lead = -1; r.Sum = r.sum() },
		"level":    func(r *Record) { r.Blocks[0].Level = "hourly"; r.Sum = r.sum() },
	}
}

// served is what a record pins: everything but its occasion and what decided it.
func served(r Record) string {
	r.At, r.Reason, r.Gates, r.Inputs, r.Locale, r.Agent, r.Sum = time.Time{}, "", nil, nil, "", "", Fingerprint{}
	data, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// TestCompareRandom pins that a record is fresh exactly where the bytes are the same, and that a stale one says why.
func TestCompareRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func() frozenCase {
		c := firstCase()
		pick := func(s ...string) string { return s[rnd.IntN(len(s))] }
		c.id.Locale, c.id.Agent, c.id.Profile = pick("en", "de"), pick("main", "main", "scout"), pick("full", "full", "lite")
		c.rules, c.cwd, c.hidden = pick("", "a"), pick("", "a"), pick("", "a")
		c.web, c.allow, c.live, c.swap = rnd.IntN(2) > 0, rnd.IntN(3) > 0, rnd.IntN(3) == 0, rnd.IntN(5) == 0
		c.separator = pick("\n\n", "\n\n", "\n")
		return c
	}
	fresh := 0
	for range 800 {
		a, b := draw(), draw()
		r := a.freeze()
		verdict, changes := b.assembler().Compare(r)
		same := served(r) == served(b.freeze())
		if same != (verdict == Fresh) || same != (len(changes) == 0) {
			t.Fatalf("%+v\n%+v\nsame bytes: %t, got %s, %v", a, b, same, verdict, changes)
		}
		for i, c := range changes {
			if slices.Contains(changes[:i], c) {
				t.Fatalf("twice %v in %v", c, changes)
			}
		}
		if same {
			fresh++
		}
	}
	if fresh < 5 {
		t.Errorf("only %d pairs were the same", fresh)
	}
}

func TestResume(t *testing.T) {
	then := firstCase()
	then.web, then.live, then.final = true, true, "\n"
	old := then.assembler()
	r := then.freeze()
	now := firstCase()
	now.rules, now.cwd, now.lookDoc, now.live, now.separator = "Be quick.", "/v", "See.", true, "\n"
	a, err := ResumeAssembler(now.program(), now.program(), r, Toolbox{Names: []string{"look", "fetch", "new"}})
	if err != nil {
		t.Fatal(err)
	}
	r.Blocks[0].Text, r.Tools[0].Name = "changed", "changed" // the host's own copy
	if a.System() != old.System() || a.Fingerprint() != old.Fingerprint() || !slices.Equal(slices.Collect(a.Blocks()), slices.Collect(old.Blocks())) {
		t.Errorf("got %q, want %q", a.System(), old.System())
	}
	for _, turn := range []testTurn{{0}, {5}} {
		for _, p := range []Provider{Anthropic, Gemini} {
			got, err := a.Request(p, turn)
			want, err2 := old.Request(p, turn)
			if err != nil || err2 != nil || got.Tools.JSON() != want.Tools.JSON() {
				t.Errorf("%s: got %s, %v, want %s, %v", p, got.Tools.JSON(), err, want.Tools.JSON(), err2)
			}
			if turn.left == 0 && got.System.JSON() != want.System.JSON() {
				t.Errorf("%s: got %s, want %s", p, got.System.JSON(), want.System.JSON())
			}
		}
	}
	var input InputErrors
	if _, err := a.Request(OpenAIChat, testTurn{}); !errors.As(err, &input) {
		t.Errorf("a format that is not in the record: got %v", err)
	}
	for _, name := range []string{"identity", "rules", "web", "place", "budget"} {
		got, ok := a.Section(name)
		want, ok2 := old.Section(name)
		if got != want || ok != ok2 {
			t.Errorf("%s: got %q, %t, want %q, %t", name, got, ok, want, ok2)
		}
	}
	if got, want := slices.Collect(a.Tools().All()), slices.Collect(old.Tools().All()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	opening, err := a.ContextTurns(testTurn{})
	want, err2 := now.assembler().ContextTurns(testTurn{})
	if err != nil || err2 != nil || len(opening) != 1 || !slices.Equal(opening, want) {
		t.Errorf("the history opens with %v, %v, want %v, %v", opening, err, want, err2)
	}
	digest, _ := a.Digest("document")
	if want, _ := old.Digest("document"); digest != want {
		t.Errorf("got %s, want %s", digest, want)
	}
	resumed(t, a, old, now)
}

// resumed looks at what a resumed assembler makes of calls, records and new sessions.
func resumed(t *testing.T, a, old *Assembler[testSession, testTurn], now frozenCase) {
	t.Helper()
	var path string
	fields := []ArgField{RequiredArg("path", &path, AsString())}
	if err := a.Tools().DecodeCall(Call{Name: "look", Args: []byte(`{"path":"a"}`)}, fields); err != nil || path != "a" {
		t.Errorf("a tool of the record: got %q, %v", path, err)
	}
	if err := a.Tools().DecodeCall(Call{Name: "new", Args: []byte(`{}`)}, nil); err == nil {
		t.Error("a tool that is not in the record was decoded")
	}
	again := a.Freeze(time.Unix(9, 0), "again")
	if served(again) != served(old.Freeze(time.Time{}, "", Anthropic, Gemini)) || again.Reason != "again" {
		t.Errorf("got %+v", again)
	}
	want := []Change{{"gate", "web"}, {"input", "cwd"}}
	if v, changes := a.Compare(again); v != Stale || !slices.Equal(changes, want) {
		t.Errorf("got %s, %v, want %v", v, changes, want)
	}
	fresh, err := a.Refresh(testSession{"/u"})
	if err != nil {
		t.Fatal(err)
	}
	now.cwd = "/u"
	if fresh.System() != now.assembler().System() {
		t.Errorf("after Refresh: got %q", fresh.System())
	}
}

// TestResumeNotes pins whose notes a resumed session tells: the record's on what is frozen, today's on the rest.
func TestResumeNotes(t *testing.T) {
	note := func(section string, had int) Note {
		return Note{Section: section, Verb: "truncate", Unit: "bytes", Had: had, Limit: 1}
	}
	program := func(had int) Program[testSession, testTurn] {
		p := firstCase().program()
		for i := range p.Sections {
			if s := &p.Sections[i]; s.User {
				s.Write = func(b *Buf) { b.errs.notes = append(b.errs.notes, note(s.Name, had)) }
			}
		}
		p.Notes = []Note{
			note("Session.Frozen", had), note("Session.Live", had), note("Session.Live[2].Text", had), note("Session.Lively", had),
			note("Session.Both[0].Text", had), note("Session.Same.Text", 7),
		}
		p.Facts = func(f *Facts) {
			f.Input("frozen", had)
			f.Input("both", had)
			f.Input("same", 7)
			f.LiveInput("live", "Session.Live")
			f.LiveInput("both", "Session.Both")
			f.LiveInput("same", "Session.Same")
		}
		return p
	}
	r := NewAssembler(program(2)).Freeze(time.Unix(1, 0), "start")
	a, err := ResumeAssembler(program(3), program(3), r, Toolbox{Names: []string{"look"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Note{
		note("Session.Frozen", 2), note("Session.Lively", 2), note("Session.Both[0].Text", 2), note("Session.Same.Text", 7),
		note("Session.Live", 3), note("Session.Live[2].Text", 3), note("Session.Both[0].Text", 3), note("notes", 3),
	}
	if got := a.Notes(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if again := a.Freeze(time.Unix(1, 0), "start"); !slices.Equal(again.Notes, r.Notes) {
		t.Errorf("frozen again: %v, want %v", again.Notes, r.Notes)
	}
}

func TestResumeErrors(t *testing.T) {
	tests := map[string]func(*Record){
		"version":   func(r *Record) { r.Version = 2; r.Sum = r.sum() },
		"profile":   func(r *Record) { r.Profile = "lite"; r.Sum = r.sum() },
		"transport": func(r *Record) { r.Transport = "xml"; r.Sum = r.sum() },
		"agent":     func(r *Record) { r.Agent = "scout"; r.Sum = r.sum() },
		"tools":     func(r *Record) { r.Tools[0].Name = "gone"; r.Sum = r.sum() },
		"zero":      func(r *Record) { *r = Record{} },
	}
	maps.Copy(tests, spoiled())
	for name, spoil := range tests {
		r := firstCase().freeze()
		spoil(&r)
		a, err := ResumeAssembler(firstCase().program(), firstCase().program(), r, Toolbox{Names: []string{"look"}})
		if input := (InputErrors{}); a != nil || !errors.As(err, &input) || len(input) != 1 {
			t.Errorf("%s: got %v", name, err)
		}
	}
	r := firstCase().freeze()
	r.Locale = "de" // the text is served as it is
	r.Sum = r.sum()
	if _, err := ResumeAssembler(firstCase().program(), firstCase().program(), r, Toolbox{Names: []string{"look"}}); err != nil {
		t.Errorf("another locale: %v", err)
	}
}

func TestConfirm(t *testing.T) {
	draft, plan := "Do it.\r\n", "old"
	if err := Confirm("Session.PlanDraft", &draft, &plan, Trim); err != nil || draft != "" || plan != "Do it.\r\n" {
		t.Errorf("got %q, %q, %v", draft, plan, err)
	}
	for _, empty := range []string{"", " \n"} {
		draft = empty
		err := Confirm("Session.PlanDraft", &draft, &plan, Trim)
		if input := (InputErrors{}); !errors.As(err, &input) || input[0].Field != "Session.PlanDraft" || draft != empty || plan != "Do it.\r\n" {
			t.Errorf("%q: got %q, %q, %v", empty, draft, plan, err)
		}
	}
}

// TestResumeXMLCalls shows that a resumed session reads calls as the frozen one did.
func TestResumeXMLCalls(t *testing.T) {
	schema := func(typ string) []string { return []string{typ} }
	specs := []ToolSpec{{Name: "w", Params: []ParamSpec{
		{Name: "path", Required: true, Schema: schema(`{"type":"string"}`)},
		{Name: "limit", Value: NumberValue, Schema: schema(`{"type":"integer"}`)},
		{Name: "ratio", Value: NumberValue, Schema: schema(`{"type":"number"}`)},
		{Name: "all", Value: BoolValue, Schema: schema(`{"type":"boolean"}`)},
		{Name: "maybe", Value: JSONValue, Schema: schema(`{"type":["string","null"]}`)},
		{Name: "any", Value: JSONValue, Schema: schema(`{}`)},
		{Name: "old", Required: true, Value: RawValue, Schema: schema(`{"type":"string"}`)},
		{Name: "new", Value: RawValue, Schema: schema(`{"type":"string"}`)},
	}}, {Name: "stop"}}
	p := firstCase().program()
	p.Transport, p.Tools = XML, NewTools(Toolbox{}, specs)
	r := NewAssembler(p).Freeze(time.Unix(0, 0), "")
	a, err := ResumeAssembler(p, p, r, Toolbox{Names: []string{"w", "stop"}})
	if err != nil {
		t.Fatal(err)
	}
	const answer = "<w><path>a</path><limit>1</limit><ratio>.5</ratio><all>true</all><maybe>null</maybe><any>[]</any><old></old></old><new>\nx\n</new></w>\n<stop></stop>"
	for _, tools := range []*Tools{p.Tools, a.Tools()} {
		parser := tools.Parser()
		parser.Feed(nil, answer)
		got := writeMessage(parser.Close(true))
		want := "= text \"\\n\"\n= error w: ratio: want a number, got \".5\"\n= error : no call of this answer was run, not even those without an error (stop); make them again\n"
		if got != want {
			t.Errorf("want\n%s\ngot\n%s", want, got)
		}
		parser = tools.Parser()
		parser.Feed(nil, strings.Replace(answer, ".5", "0.5", 1))
		got = writeMessage(parser.Close(true))
		want = `= text "\n"` + "\n" + `= call w {"path":"a","limit":1,"ratio":0.5,"all":true,"maybe":null,"any":[],"old":"\u003c/old\u003e","new":"x"}` + "\n= call stop {}\n"
		if got != want {
			t.Errorf("want\n%s\ngot\n%s", want, got)
		}
	}
}
