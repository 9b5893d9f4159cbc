package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
)

const kib = 1024

// policy is a provider with sections of these sizes.
func policy(id string, sizes ...int) cookie.Provider {
	p := cookie.Provider{ID: id}
	for _, n := range sizes {
		p.Sections = append(p.Sections, section("T", strings.Repeat("x", n)))
	}
	return p
}

// admitted fails where a session with these providers is not treated as wanted: refused where want is not empty, for a
// reason that contains it.
func admitted(t *testing.T, want string, providers ...cookie.Provider) {
	t.Helper()
	a, err := try(cookie.ProfileRoot, cookie.Session{Cwd: "/w", Providers: providers})
	switch {
	case want == "" && err != nil:
		t.Errorf("refused: %v", err)
	case want != "" && err == nil:
		t.Errorf("admitted, want %q", want)
	case want != "" && (a != nil || !strings.Contains(err.Error(), want)):
		t.Errorf("got %v, want %q and no prompt", err, want)
	case want == "" && len(a.Notes()) > 0:
		t.Errorf("notes %v", a.Notes())
	}
}

func TestProviderSectionLimit8KiB(t *testing.T) {
	admitted(t, "", policy("a", 8192))
	admitted(t, "Session.Providers[0].Sections[1].Body must have at most 8192 bytes, got 8193", policy("a", 1, 8193))
	admitted(t, "", policy("a", 8191), cookie.Provider{ID: "b", Sections: []cookie.ProviderSection{section("T", strings.Repeat("\r\n", 8191)+"x")}}) // counted as it is shown
	admitted(t, "got 8194", cookie.Provider{ID: "b", Sections: []cookie.ProviderSection{section("T", strings.Repeat("ä", 4097))}})                   // bytes, not characters
}

func TestProviderLimit16KiB(t *testing.T) {
	admitted(t, "", policy("a", 8192, 8192))
	admitted(t, "Session.Providers[1].Sections must have at most 16384 bytes, got 16385", policy("a", 8192), policy("b", 8192, 8192, 1))
	admitted(t, "got 18000", policy("a", 6000, 6000, 6000))
}

func TestAllProvidersLimit32KiB(t *testing.T) {
	admitted(t, "", policy("a", 8192, 8192), policy("b", 8192, 8192))
	admitted(t, "Session.Providers must have at most 32768 bytes, got 32769", policy("a", 8192, 8192), policy("b", 8192, 8192), policy("c", 1))
	admitted(t, "got 36000", policy("a", 6000, 6000), policy("b", 6000, 6000), policy("c", 6000, 6000))
}

func TestPromptLimitRejectsProviders(t *testing.T) {
	s := cookie.Session{AgentBody: strings.Repeat("b", 121*kib), Cwd: "/w", Providers: []cookie.Provider{policy("a", 8*kib)}}
	if _, err := try(cookie.ProfileRoot, s); err == nil || !strings.Contains(err.Error(), "tool_instructions takes the system text to") {
		t.Errorf("got %v", err)
	}
}

func TestPromptLimitRejectsSkills(t *testing.T) {
	s := cookie.Session{Cwd: "/w", Skills: []cookie.Skill{{Name: "pdf", Description: strings.Repeat("x", 128*kib), Location: "/s"}}}
	if _, err := try(cookie.ProfileRoot, s); err == nil || !strings.Contains(err.Error(), "skill_list takes the system text to") {
		t.Errorf("got %v", err)
	}
}

// bodyOf is a body that makes a prompt of so many bytes, which other blocks have the rest of.
func bodyOf(total, rest int) string { return strings.Repeat("b", total-rest-1) + "\n" }

const limit = 128 * kib

func TestPromptLimitCountsSeparators(t *testing.T) {
	rest := len(rule) + len("<working_directory>/w</working_directory>") + len(guidance) +
		len(rule) + len("<tool_instructions provider=\"a\">\nB\n</tool_instructions>")
	s := cookie.Session{Cwd: "/w", Providers: []cookie.Provider{{ID: "a", Sections: []cookie.ProviderSection{section("T", "B")}}}}
	s.AgentBody = bodyOf(limit, rest)
	if n := len(assemble(t, cookie.ProfileRoot, s).System()); n != limit {
		t.Errorf("%d bytes, want %d", n, limit)
	}
	s.AgentBody = bodyOf(limit+1, rest)
	if _, err := try(cookie.ProfileRoot, s); err == nil || !strings.Contains(err.Error(), "131073 bytes, at most 131072") {
		t.Errorf("got %v", err)
	}
}

func TestWorkingDirectoryIsSkippedAtTheLimit(t *testing.T) {
	rest := len(rule) + len("<working_directory>/w</working_directory>") + len(guidance)
	for _, c := range []struct {
		body string
		note string
	}{
		{bodyOf(limit, rest), ""},
		{bodyOf(limit+1, rest), "working_directory: skip: 131073 bytes, at most 131072"},
		{bodyOf(limit, 0), "working_directory: skip: 131203 bytes, at most 131072"},
	} {
		a := assemble(t, cookie.ProfileRoot, cookie.Session{AgentBody: c.body, Cwd: "/w"})
		want := c.body
		if c.note == "" {
			want += rule + "<working_directory>/w</working_directory>" + guidance
		}
		if a.System() != want { // all of it or nothing
			t.Errorf("%d bytes of prompt, want %d", len(a.System()), len(want))
		}
		same(t, notes(a), c.note)
	}
}

func TestAgentBodyLimit128KiB(t *testing.T) {
	assemble(t, cookie.ProfileTitle, cookie.Session{AgentBody: bodyOf(limit, 0)})
	if _, err := try(cookie.ProfileTitle, cookie.Session{AgentBody: bodyOf(limit+1, 0)}); err == nil {
		t.Error("a longer body is admitted")
	}
}

func TestPluginOverTheLimitIsDropped(t *testing.T) {
	base := cookie.Session{AgentBody: "Body.", Cwd: "/w"}
	own := assemble(t, cookie.ProfileRoot, base).System()
	long := func(n int) string { return strings.Repeat("p", n) }
	room := limit - len(own) - len(rule)
	for name, c := range map[string]struct {
		plugins []cookie.Plugin
		want    string
		notes   string
	}{
		"addendum that fits":       {[]cookie.Plugin{{Addendum: long(room)}}, own + rule + long(room), ""},
		"addendum":                 {[]cookie.Plugin{{Addendum: long(room + 1)}, {Addendum: "2"}}, own + rule + "2", "Session.Plugins[0].Addendum: drop: 131073 bytes, at most 131072"},
		"replacement that fits":    {[]cookie.Plugin{{Replacement: long(limit)}}, long(limit), ""},
		"replacement":              {[]cookie.Plugin{{Replacement: long(limit + 1)}}, own, "Session.Plugins[0].Replacement: drop: 131073 bytes, at most 131072"},
		"replacement, not the add": {[]cookie.Plugin{{Replacement: long(limit + 1), Addendum: "1"}}, own + rule + "1", "Session.Plugins[0].Replacement: drop: 131073 bytes, at most 131072"},
		"add, not the replacement": {[]cookie.Plugin{{Replacement: long(limit), Addendum: "1"}}, long(limit), "Session.Plugins[0].Addendum: drop: 131080 bytes, at most 131072"},
	} {
		s := base
		s.Plugins = c.plugins
		a := assemble(t, cookie.ProfileRoot, s)
		if a.System() != c.want {
			t.Errorf("%s: %d bytes of prompt, want %d", name, len(a.System()), len(c.want))
		}
		same(t, notes(a), c.notes)
	}
}

func TestAgentsMdOver2MiBIsSkipped(t *testing.T) {
	file := func(name string, n int) cookie.AgentsMdItem {
		return cookie.AgentsMdItem{Source: name, Text: strings.Repeat("x", n)}
	}
	s := cookie.Session{Cwd: "/w", AgentMd: true, AgentsMd: []cookie.AgentsMdItem{file("/a", 2<<20), file("/b", 2<<20+1), file("/c", 1)}}
	a := assemble(t, cookie.ProfileRoot, s)
	turn := turnsOf(t, a, cookie.Turn{})[0]
	if !strings.Contains(turn, `from="/a"`) || strings.Contains(turn, `from="/b"`) || !strings.Contains(turn, `from="/c"`) {
		t.Error("not exactly the file over 2 MiB is left out")
	}
	same(t, notes(a), "Session.AgentsMd[1].Text: skip: 2097153 bytes, at most 2097152")
	s.AgentsMd = s.AgentsMd[1:2]
	if turns := turnsOf(t, assemble(t, cookie.ProfileRoot, s), cookie.Turn{}); len(turns) > 0 {
		t.Errorf("a frame around nothing: %q", turns)
	}
}

// Each limit has a verb of its own: in one run something is skipped, something is dropped and the rest goes on.
func TestEachLimitHasItsOwnVerb(t *testing.T) {
	s := cookie.Session{
		AgentBody: bodyOf(limit-10, 0), Cwd: "/w", AgentMd: true,
		Plugins:  []cookie.Plugin{{Addendum: "much too long"}, {Addendum: "abc"}},
		AgentsMd: []cookie.AgentsMdItem{{Source: "/a", Text: strings.Repeat("x", 2<<20+1)}},
	}
	a := assemble(t, cookie.ProfileRoot, s)
	same(t, a.System()[limit-11:], "\n"+rule+"abc")
	var verbs []string
	for _, n := range a.Notes() {
		verbs = append(verbs, n.Verb+" "+n.Section)
	}
	want := []string{"skip Session.AgentsMd[0].Text", "skip working_directory", "drop Session.Plugins[0].Addendum"}
	if !slices.Equal(verbs, want) {
		t.Errorf("got %q, want %q", verbs, want)
	}
	s.Providers = []cookie.Provider{policy("a", 8193)}
	if _, err := try(cookie.ProfileRoot, s); err == nil {
		t.Error("a policy that is too long does not refuse the run")
	}
}

func notes(a *cookie.Assembler) string {
	var lines []string
	for _, n := range a.Notes() {
		lines = append(lines, n.String())
	}
	return strings.Join(lines, "\n")
}
