package faults_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault17HelperStartsNoHelpers pins that a helper gets nothing of the tool which starts helpers, over both
// transports: not in schemas, documentation, sections, turns or commands, and neither parser nor dispatch takes it.
func TestFault17HelperStartsNoHelpers(t *testing.T) {
	const tool = codertools.NameUseSubagent
	looked := 0
	for _, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		looked++
		transport := cell.Config.Transport
		cell.Session.Subagents, cell.Session.FocusChain, cell.Session.ImageGeneration = true, false, false
		main := assembler(t, cell.Config, cell.Session)
		cell.Config.Agent, cell.Session.Subagents = coder.AgentExplorer, false
		helper := assembler(t, cell.Config, cell.Session)
		for who, a := range map[string]*coder.Assembler{"main": main, "helper": helper} {
			all := bytesOf(t, a, cell.Turn)
			for _, command := range []string{"deep_planning", "compact"} {
				if text, err := a.Command(command, cell.Turn); err == nil {
					all += text
				}
			}
			if got := strings.Contains(all, tool); got != (who == "main") {
				t.Errorf("%v: the %s sees %s: %t", transport, who, tool, got)
			}
			if _, got := a.Tools().Lookup(tool); got != (who == "main") {
				t.Errorf("%v: the %s is offered %s: %t", transport, who, tool, got)
			}
		}
		if _, err := codertools.Dispatch(t.Context(), echo{}, helper.Tools(), prompt.Call{Name: tool, Args: json.RawMessage("{}")}); err == nil || !strings.Contains(err.Error(), "is not offered") {
			t.Errorf("%v: a helper's call gives %v", transport, err)
		}
		p := helper.Tools().Parser()
		p.Feed(nil, "<"+tool+">\n<task>x</task>\n</"+tool+">")
		if m := p.Close(true); len(m.Calls) > 0 {
			t.Errorf("%v: a helper's parser reads a call of %s", transport, tool)
		}
	}
	if looked != 2 {
		t.Errorf("%d transports", looked)
	}
}

// TestFault17ListAloneDecides pins that the list of a helper is enough to take the tool away, with no gate that turns it
// off, and that text which names it without asking for it is refused.
func TestFault17ListAloneDecides(t *testing.T) {
	f := base(t).
		change(t, "registry.cue", "load_skill: _", "load_skill: _, use_subagent: _").
		change(t, "profiles/full.cue", `"load_skill"]`, `"load_skill", "use_subagent"]`).
		change(t, "sections.cue", `{text: "edit", when: "tool.edit_file"}`, `{text: "edit", when: "tool.edit_file"}, {text: "help", when: "tool.use_subagent"}`).
		change(t, "i18n/en.cue", `edit: "Then`, "help: \"Ask \\(tool.use_subagent) for help.\"\n\t\tedit: \"Then").
		add("tools/specs/use_subagent.cue", "package tiny\n\n"+`tools: use_subagent: {description: "Start a helper.", params: [{name: "task", type: "string", description: "What it is to do."}]}`+"\n")
	seen := map[string]bool{}
	for name, text := range snapshots(t, f.generate(t), "") {
		transport := "native"
		if strings.Contains(name, ".xml.") {
			transport = "xml"
		}
		switch {
		case strings.Contains(name, ".scout.") && strings.Contains(text, "use_subagent"):
			t.Errorf("%s names it", name)
		case strings.Contains(name, ".scout."):
			seen["scout "+transport] = true
		case strings.Contains(name, ".basic.prompt") && strings.Contains(text, "use_subagent"), strings.Contains(name, ".basic.tools") && strings.Contains(text, `"use_subagent"`):
			seen["main "+transport] = true
		}
	}
	for _, cell := range []string{"scout native", "scout xml", "main native", "main xml"} {
		if !seen[cell] {
			t.Errorf("%s is not looked at", cell)
		}
	}
	f.change(t, "sections.cue", `{text: "help", when: "tool.use_subagent"}`, `{text: "help"}`).
		says(t, "tool-not-shown")
}
