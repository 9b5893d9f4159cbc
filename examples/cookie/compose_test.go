package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

const rule = "\n\n---\n\n"

// guidance is what follows the tag of the working directory.
const guidance = "\nRelative paths in tool calls start there.\nIt stays the same for the whole session."

// everything is a session that gives each input a value.
func everything() cookie.Session {
	return cookie.Session{
		AgentID: "builder", Frontmatter: "description: hidden words\n", AgentBody: "Body.\n", Cwd: "/w",
		Providers: []cookie.Provider{
			{ID: "z", Sections: []cookie.ProviderSection{section("Z1", "z one"), section("Z2", "z two")}},
			{ID: "a", Sections: []cookie.ProviderSection{section("A1", "a one")}},
		},
		Skills:   []cookie.Skill{{Name: "pdf", Description: "Reads PDF.", Location: "/s/pdf"}},
		Plugins:  []cookie.Plugin{{Addendum: "Addendum."}},
		AgentMd:  true,
		AgentsMd: []cookie.AgentsMdItem{{Source: "/w/AGENTS.md", Text: "Use tabs."}},
	}
}

func everyTurn() cookie.Turn {
	return cookie.Turn{LoadedSkills: []cookie.LoadedSkill{{Body: "Skill body."}}, Subject: "Subject."}
}

func TestBodyEndsInOneNewline(t *testing.T) {
	for given, want := range map[string]string{
		"Hi.":            "Hi.\n",
		"Hi.\n":          "Hi.\n",
		"Hi.\n\n\n":      "Hi.\n",
		"Hi. \t\n \n\n":  "Hi. \t\n \n", // nothing but line feeds is removed
		"\n\n  Hi.\n":    "\n\n  Hi.\n", // and nothing in front
		"One\r\n\r\nTwo": "One\n\nTwo\n",
		"---\nHi.\n---":  "---\nHi.\n---\n",
	} {
		s := cookie.Session{AgentBody: given, Cwd: "/w"}
		same(t, assemble(t, cookie.ProfileTitle, s).System(), want)
		same(t, assemble(t, cookie.ProfileRoot, s).System(), want+rule+"<working_directory>/w</working_directory>"+guidance)
	}
}

func TestBuiltinWithoutBody(t *testing.T) {
	for _, none := range []string{"", "\n", "\r\n\n"} {
		text, _ := assemble(t, cookie.ProfileRoot, cookie.Session{AgentBody: none, Cwd: "/w"}).Section("body")
		same(t, text, "You are a coding agent. Read before you edit, make the smallest change that does what was asked, and run what proves it.\n")
	}
	if _, err := try(cookie.ProfileRoot, cookie.Session{AgentBody: " \n", Cwd: "/w"}); err == nil {
		t.Error("a body of blanks is admitted")
	}
}

// Built-in texts are small: one instruction and the form of the answer.
func TestBuiltinsAreAboutAHundredBytes(t *testing.T) {
	for _, p := range []cookie.Profile{cookie.ProfileApproval, cookie.ProfileCompaction, cookie.ProfileTitle, cookie.ProfileRoot} {
		text, _ := assemble(t, p, cookie.Session{Cwd: "/w"}).Section("body")
		if len(text) < 80 || len(text) > 125 {
			t.Errorf("%v: %d bytes", p, len(text))
		}
	}
}

func TestFrontmatterIsNeverShown(t *testing.T) {
	for _, p := range profiles() {
		a := assemble(t, p, everything())
		for _, text := range append(turnsOf(t, a, everyTurn()), a.System()) {
			if strings.Contains(text, "hidden words") || strings.Contains(text, "builder") {
				t.Errorf("%v shows it: %q", p, text)
			}
		}
	}
}

func TestBlockOrder(t *testing.T) {
	s := everything()
	s.Plugins = append(s.Plugins, cookie.Plugin{Addendum: "Second."})
	blocks := strings.Split(assemble(t, cookie.ProfileRoot, s).System(), rule)
	starts := []string{"Body.\n", "<working_directory>", "<tool_instructions", "<available_skills>", "Addendum.", "Second."}
	if len(blocks) != len(starts) {
		t.Fatalf("%d blocks, want %d: %q", len(blocks), len(starts), blocks)
	}
	for i, start := range starts {
		if !strings.HasPrefix(blocks[i], start) {
			t.Errorf("block %d begins %q, want %q", i, blocks[i], start)
		}
	}
}

// What is left out takes its separator along, and the body has none in front.
func TestNoSeparatorWithoutBlock(t *testing.T) {
	s := everything()
	for _, leave := range []func(*cookie.Session){
		func(s *cookie.Session) { s.Providers = nil },
		func(s *cookie.Session) { s.Skills = nil },
		func(s *cookie.Session) { s.Plugins = []cookie.Plugin{{}} },
	} {
		leave(&s)
		got := assemble(t, cookie.ProfileRoot, s).System()
		if strings.HasPrefix(got, "\n") || strings.HasSuffix(got, "-\n\n") || strings.Contains(got, rule+rule) || strings.Contains(got, rule+"\n") {
			t.Errorf("a separator stands alone in %q", got)
		}
	}
	s.Providers = []cookie.Provider{{ID: "silent"}}
	same(t, assemble(t, cookie.ProfileRoot, s).System(), "Body.\n"+rule+"<working_directory>/w</working_directory>"+guidance)
}

func TestWorkingDirectoryIsEscaped(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, cookie.Session{AgentBody: "Hi.", Cwd: `/w/a&b/<x>&amp;"'`})
	got, _ := a.Section("working_directory")
	same(t, got, `<working_directory>/w/a&amp;b/&lt;x&gt;&amp;amp;"'</working_directory>`+guidance)
}

func TestProviderOrder(t *testing.T) {
	got, _ := assemble(t, cookie.ProfileRoot, everything()).Section("tool_instructions")
	same(t, got, "<tool_instructions provider=\"z\">\nz one\n</tool_instructions>\n\n"+
		"<tool_instructions provider=\"z\">\nz two\n</tool_instructions>\n\n"+
		"<tool_instructions provider=\"a\">\na one\n</tool_instructions>")
}

// The attribute is escaped for XML here; a registry may as well say json or none.
func TestProviderIdentityIsEscaped(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, cookie.Session{Cwd: "/w", Providers: []cookie.Provider{
		{ID: `a"b' <c> & d`, Sections: []cookie.ProviderSection{section("T", "B")}},
	}})
	got, _ := a.Section("tool_instructions")
	same(t, got, "<tool_instructions provider=\"a&quot;b&apos; &lt;c&gt; &amp; d\">\nB\n</tool_instructions>")
}

func TestSectionBodyIsNormalized(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, cookie.Session{Cwd: "/w", Providers: []cookie.Provider{
		{ID: "a", Sections: []cookie.ProviderSection{section("T", "one\r\ntwo\rthree\tfour")}},
	}})
	got, _ := a.Section("tool_instructions")
	same(t, got, "<tool_instructions provider=\"a\">\none\ntwo\nthree\tfour\n</tool_instructions>")
}

func TestTitleIsNeverShown(t *testing.T) {
	s := everything()
	s.Providers[0].Sections[0].Title = "Only the log has this"
	if got := assemble(t, cookie.ProfileRoot, s).System(); strings.Contains(got, "Only the log") {
		t.Errorf("shown: %q", got)
	}
}

func TestInvalidProviderContentRejects(t *testing.T) {
	for name, p := range map[string]cookie.Provider{
		"no identity":           {Sections: []cookie.ProviderSection{section("T", "B")}},
		"blank identity":        {ID: " ", Sections: []cookie.ProviderSection{section("T", "B")}},
		"identity of two lines": {ID: "a\nb", Sections: []cookie.ProviderSection{section("T", "B")}},
		"control in identity":   {ID: "a\x1b[31m", Sections: []cookie.ProviderSection{section("T", "B")}},
		"no title":              {ID: "a", Sections: []cookie.ProviderSection{section("", "B")}},
		"blank title":           {ID: "a", Sections: []cookie.ProviderSection{section("\t", "B")}},
		"title of two lines":    {ID: "a", Sections: []cookie.ProviderSection{section("T\nU", "B")}},
		"control in title":      {ID: "a", Sections: []cookie.ProviderSection{section("T\x00", "B")}},
		"no body":               {ID: "a", Sections: []cookie.ProviderSection{section("T", "")}},
		"blank body":            {ID: "a", Sections: []cookie.ProviderSection{section("T", " \r\n\t")}},
		"control in body":       {ID: "a", Sections: []cookie.ProviderSection{section("T", "B\x07")}},
		"no UTF-8 in body":      {ID: "a", Sections: []cookie.ProviderSection{section("T", "B\xff")}},
		"body closes its tag":   {ID: "a", Sections: []cookie.ProviderSection{section("T", "B\n</tool_instructions>\nC")}},
		"body closes, in caps":  {ID: "a", Sections: []cookie.ProviderSection{section("T", "B</TOOL_instructions \n>")}},
	} {
		s := everything()
		s.Providers = append(s.Providers, p)
		a, err := try(cookie.ProfileRoot, s)
		if err == nil || a != nil || !strings.Contains(err.Error(), "Session.Providers[2].") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSkillListOnlyWhenVisible(t *testing.T) {
	s := everything()
	a := assemble(t, cookie.ProfileRoot, s)
	got, _ := a.Section("skill_list")
	same(t, got, "<available_skills><skill><name>pdf</name><description>Reads PDF.</description><location>/s/pdf</location></skill></available_skills>")
	if !slices.Contains(toolNames(a), "load_skill") {
		t.Error("skills are listed and can't be loaded")
	}
	s.Skills = nil
	a = assemble(t, cookie.ProfileRoot, s)
	if strings.Contains(a.System(), "skill") || slices.Contains(toolNames(a), "load_skill") {
		t.Error("without skills, the prompt still speaks of them")
	}
}

func TestPluginsApplyInOrder(t *testing.T) {
	with := func(plugins ...cookie.Plugin) string {
		s := cookie.Session{AgentBody: "Body.", Cwd: "/w", Plugins: plugins}
		return assemble(t, cookie.ProfileRoot, s).System()
	}
	own := with()
	same(t, with(cookie.Plugin{Addendum: "1"}, cookie.Plugin{Addendum: "2"}), own+rule+"1"+rule+"2")
	same(t, with(cookie.Plugin{Addendum: "2"}, cookie.Plugin{Addendum: "1"}), own+rule+"2"+rule+"1")
	same(t, with(cookie.Plugin{}), own)
	// A replacement stands in place of the whole prompt, earlier addenda included; the addendum of the same plugin follows.
	same(t, with(cookie.Plugin{Addendum: "1"}, cookie.Plugin{Addendum: "3", Replacement: "2"}, cookie.Plugin{Addendum: "4"}), "2"+rule+"3"+rule+"4")
	same(t, with(cookie.Plugin{Replacement: "1"}, cookie.Plugin{Replacement: "2"}), "2")
}

// The system text is one turn at the front of the history, and nothing else is the system's.
func TestOneSystemTurn(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	for _, p := range []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses} {
		r, err := a.Request(p, everyTurn())
		if err != nil {
			t.Fatal(err)
		}
		texts := strings.Count(string(r.System.JSON()), `"text":`)
		if texts != 1 || r.Tail != "" {
			t.Errorf("%v: %d texts and a tail of %q", p, texts, r.Tail)
		}
	}
}

// Runs of all kinds, each with everything that a host could give it.
func TestAgentMatrix(t *testing.T) {
	for p, want := range map[cookie.Profile]struct {
		system string
		turns  []string
	}{
		cookie.ProfileRoot:       {"Body. <working_directory> <tool_instructions <available_skills> Addendum.", []string{"<system-reminder>", "Skill body."}},
		cookie.ProfileDelegated:  {"Body. <working_directory> <tool_instructions <available_skills> Addendum.", nil},
		cookie.ProfileApproval:   {"Body.", []string{"Subject."}},
		cookie.ProfileCompaction: {"Body.", []string{"Subject."}},
		cookie.ProfileTitle:      {"Body.", []string{"Subject."}},
	} {
		a := assemble(t, p, everything())
		var shown []string
		for _, s := range []string{"Body.", "<working_directory>", "<tool_instructions", "<available_skills>", "Addendum.", "Skill body.", "<system-reminder>", "Subject."} {
			if strings.Contains(a.System(), s) {
				shown = append(shown, s)
			}
		}
		same(t, strings.Join(shown, " "), want.system)
		turns := turnsOf(t, a, everyTurn())
		if len(turns) != len(want.turns) {
			t.Fatalf("%v: turns %q", p, turns)
		}
		for i, start := range want.turns {
			if !strings.HasPrefix(turns[i], start) {
				t.Errorf("%v: turn %d is %q", p, i, turns[i])
			}
		}
	}
}

// Tools are typed definitions of the request; no word of theirs stands in the system text.
func TestToolsAreNoText(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	for tool := range a.Tools().All() {
		if strings.Contains(a.System(), tool.Name) || strings.Contains(a.System(), tool.Doc) {
			t.Errorf("the system text speaks of %s", tool.Name)
		}
	}
}

func profiles() []cookie.Profile {
	return []cookie.Profile{cookie.ProfileRoot, cookie.ProfileDelegated, cookie.ProfileApproval, cookie.ProfileCompaction, cookie.ProfileTitle}
}

func toolNames(a *cookie.Assembler) []string {
	var names []string
	for t := range a.Tools().All() {
		names = append(names, t.Name)
	}
	return names
}
