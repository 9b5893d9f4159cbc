package main

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

// prints are the two fingerprints of a root run.
func prints(t *testing.T, s cookie.Session) (text, document prompt.Fingerprint) {
	t.Helper()
	a := assemble(t, cookie.ProfileRoot, s)
	document, ok := a.Digest("document")
	if !ok {
		t.Fatal("no digest of the document")
	}
	return a.Fingerprint(), document
}

func TestPromptFingerprintIsOfTheTextAlone(t *testing.T) {
	for _, p := range profiles() {
		a := assemble(t, p, everything())
		if got := a.Fingerprint(); got != sha256.Sum256([]byte(a.System())) {
			t.Errorf("%v: %v", p, got)
		}
	}
}

func TestSameInputsSameFingerprints(t *testing.T) {
	text, document := prints(t, everything())
	again, documentAgain := prints(t, everything())
	if text != again || document != documentAgain {
		t.Error("two runs from the same inputs have different fingerprints")
	}
}

func TestWhatChangesWhichFingerprint(t *testing.T) {
	text, document := prints(t, everything())
	for name, c := range map[string]struct {
		change                  func(*cookie.Session)
		changesText, changesDoc bool
	}{
		"identity":                     {func(s *cookie.Session) { s.AgentID = "other" }, false, true},
		"frontmatter":                  {func(s *cookie.Session) { s.Frontmatter = "description: other\n" }, false, true},
		"body":                         {func(s *cookie.Session) { s.AgentBody = "Other.\n" }, true, true},
		"line feeds behind the body":   {func(s *cookie.Session) { s.AgentBody += "\n\n" }, false, false},
		"working directory":            {func(s *cookie.Session) { s.Cwd = "/other" }, true, true},
		"section of a provider":        {func(s *cookie.Session) { s.Providers[0].Sections[1].Body = "other" }, true, true},
		"identity of a provider":       {func(s *cookie.Session) { s.Providers[0].ID = "other" }, true, true},
		"order of providers":           {func(s *cookie.Session) { s.Providers[0], s.Providers[1] = s.Providers[1], s.Providers[0] }, true, true},
		"skills":                       {func(s *cookie.Session) { s.Skills[0].Description = "Other." }, true, true},
		"no skills":                    {func(s *cookie.Session) { s.Skills = nil }, true, true},
		"addendum":                     {func(s *cookie.Session) { s.Plugins[0].Addendum = "Other." }, true, false},
		"replacement":                  {func(s *cookie.Session) { s.Plugins[0].Replacement = "Other." }, true, false},
		"plugin that asks for nothing": {func(s *cookie.Session) { s.Plugins = append(s.Plugins, cookie.Plugin{}) }, false, false},
		"AGENTS.md":                    {func(s *cookie.Session) { s.AgentsMd[0].Text = "Other." }, false, false},
		"no AGENTS.md":                 {func(s *cookie.Session) { s.AgentMd = false }, false, false},
	} {
		s := everything()
		c.change(&s)
		newText, newDocument := prints(t, s)
		if got := newText != text; got != c.changesText {
			t.Errorf("%s: the prompt's fingerprint changes: %t", name, got)
		}
		if got := newDocument != document; got != c.changesDoc {
			t.Errorf("%s: the document's fingerprint changes: %t", name, got)
		}
	}
}

// freeze records a run as its host stores it.
func freeze(t *testing.T, a *cookie.Assembler) prompt.Record {
	t.Helper()
	data, err := json.Marshal(a.Freeze(time.Unix(1, 0), "run_started", prompt.Anthropic, prompt.OpenAIChat))
	if err != nil {
		t.Fatal(err)
	}
	var r prompt.Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func resume(s cookie.Session, r prompt.Record) (*cookie.Assembler, error) {
	return cookie.Resume(cookie.Config{Profile: cookie.ProfileRoot, Transport: prompt.Native, Locale: cookie.LocaleEn}, s, r)
}

func TestAdmittedRunKeepsItsPrompt(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	r := freeze(t, a)
	later := everything()
	later.AgentBody, later.Cwd, later.Skills = "New body.\n", "/new", nil
	later.Providers[0].Sections[0].Body = "new policy"
	later.Plugins = []cookie.Plugin{{Replacement: "new prompt"}}
	b, err := resume(later, r)
	if err != nil {
		t.Fatal(err)
	}
	same(t, b.System(), a.System())
	if b.Fingerprint() != a.Fingerprint() {
		t.Error("another fingerprint of the prompt")
	}
	was, _ := a.Digest("document")
	if is, _ := b.Digest("document"); is != was {
		t.Error("another fingerprint of the document")
	}
	for _, p := range []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat} {
		x, err := a.Request(p, cookie.Turn{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := b.Request(p, cookie.Turn{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, string(y.System.JSON()+y.Tools.JSON()), string(x.System.JSON()+x.Tools.JSON()))
	}
	if verdict, changes := b.Compare(r); verdict != prompt.Stale || len(changes) == 0 {
		t.Errorf("%v %v, want stale", verdict, changes)
	}
}

// What is recorded as the run starts has the fingerprints of the prompt that all blocks and plugins have left.
func TestRecordHasTheFinalFingerprints(t *testing.T) {
	bare := everything()
	bare.Providers, bare.Skills, bare.Plugins = nil, nil, nil
	before, documentBefore := prints(t, bare)
	a := assemble(t, cookie.ProfileRoot, everything())
	r := freeze(t, a)
	var text strings.Builder
	for _, b := range r.Blocks {
		text.WriteString(string(b.Text))
	}
	if got := prompt.Fingerprint(sha256.Sum256([]byte(text.String() + r.Final))); got != a.Fingerprint() || got == before {
		t.Errorf("the record's text has the fingerprint %s, the prompt %s, the body alone %s", got, a.Fingerprint(), before)
	}
	document, _ := a.Digest("document")
	if len(r.Digests) != 1 || r.Digests[0].Fingerprint != document || document == documentBefore {
		t.Errorf("the record has the digests %v, the document has %s", r.Digests, document)
	}
}

// A retry is the same request, whatever was said since.
func TestRetriesSendTheSamePrompt(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	first, err := a.Request(prompt.Anthropic, cookie.Turn{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := a.Request(prompt.Anthropic, everyTurn())
	if err != nil {
		t.Fatal(err)
	}
	same(t, string(second.System.JSON()+second.Tools.JSON()), string(first.System.JSON()+first.Tools.JSON()))
}

func TestContradictingRecordIsRefused(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	for name, change := range map[string]func(*prompt.Record){
		"text": func(r *prompt.Record) {
			r.Blocks[0].Text = prompt.RecordText(strings.Replace(string(r.Blocks[0].Text), "Body", "Baby", 1))
		},
		"fingerprint": func(r *prompt.Record) { r.Blocks[0].Sections[0].Fingerprint[0]++ },
		"document":    func(r *prompt.Record) { r.Digests[0].Fingerprint[0]++ },
		"tools":       func(r *prompt.Record) { r.Tools = r.Tools[1:] },
		"profile":     func(r *prompt.Record) { r.Profile = "delegated" },
	} {
		r := freeze(t, a)
		change(&r)
		if _, err := resume(everything(), r); err == nil {
			t.Errorf("%s: another one is replayed", name)
		}
	}
}

// The turns of a resumed run are today's, and so is what is said of them.
func TestResumedRunNotesTodaysFiles(t *testing.T) {
	file := func(name string, n int) cookie.AgentsMdItem {
		return cookie.AgentsMdItem{Source: name, Text: strings.Repeat("x", n)}
	}
	s := everything()
	s.AgentsMd = []cookie.AgentsMdItem{file("/a", 2<<20+1), file("/b", 1)}
	r := freeze(t, assemble(t, cookie.ProfileRoot, s))
	s.AgentsMd = []cookie.AgentsMdItem{file("/a", 1), file("/b", 2<<20+2)}
	a, err := resume(s, r)
	if err != nil {
		t.Fatal(err)
	}
	if turn := turnsOf(t, a, everyTurn())[0]; !strings.Contains(turn, `from="/a"`) || strings.Contains(turn, `from="/b"`) {
		t.Errorf("got %s", turn[:300])
	}
	same(t, notes(a), "Session.AgentsMd[1].Text: skip: 2097154 bytes, at most 2097152")
}
