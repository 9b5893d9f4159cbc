package faults_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault16NothingIsCutInSilence pins what each verb does to the same text, and that the result says so.
func TestFault16NothingIsCutInSilence(t *testing.T) {
	const text = "root\näöü"
	for _, tt := range []struct {
		limit prompt.Limit
		want  string
		notes []prompt.Note
		err   string
	}{
		{prompt.Limit{Bytes: 7, Over: prompt.Truncate}, "root", []prompt.Note{{Section: "Session.Rules", Verb: "truncate", Unit: "bytes", Had: 11, Limit: 7}}, ""},
		{prompt.Limit{Bytes: 3, Over: prompt.Truncate}, "roo", []prompt.Note{{Section: "Session.Rules", Verb: "truncate", Unit: "bytes", Had: 11, Limit: 3}}, ""},
		{prompt.Limit{Bytes: 7, Over: prompt.Skip}, "", []prompt.Note{{Section: "Session.Rules", Verb: "skip", Unit: "bytes", Had: 11, Limit: 7}}, ""},
		{prompt.Limit{Bytes: 7, Over: prompt.Reject}, text, nil, "Session.Rules must have at most 7 bytes, got 11"},
		{prompt.Limit{Bytes: 11, Lines: 2, Over: prompt.Reject}, text, nil, ""},
	} {
		var e prompt.Errs
		got := e.Fit("Session.Rules", text, tt.limit)
		problem := ""
		if err := e.Err(); err != nil {
			problem = err.Error()
		}
		if diff := cmp.Diff([]any{tt.want, tt.notes, tt.err}, []any{got, e.Notes(), problem}); diff != "" {
			t.Errorf("%v (-want +got)\n%s", tt.limit, diff)
		}
	}
}

// TestFault16InAPrompt pins the same where a host sees it: what a session and a turn give too much is cut between lines
// and told, and what may not be cut is refused by the name of its field.
func TestFault16InAPrompt(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		rule := "Äußere dich knapp.\n"
		cell.Session.GlobalRules = strings.Repeat(rule, 501)
		cell.Session.McpTools, cell.Turn.Memory = nil, nil
		for range 201 {
			cell.Turn.Memory = append(cell.Turn.Memory, coder.MemoryItem{Text: "Merke."})
		}
		a := assembler(t, cell.Config, cell.Session)
		want := []prompt.Note{{Section: "Session.GlobalRules", Verb: "truncate", Unit: "lines", Had: 501, Limit: 500}}
		if diff := cmp.Diff(want, a.Notes()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		if n := strings.Count(a.System(), rule); n != 500 {
			t.Errorf("%s: %d rules, want 500", name, n)
		}
		r, err := a.Request(prompt.Anthropic, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		want = []prompt.Note{{Section: "Turn.Memory", Verb: "truncate", Unit: "items", Had: 201, Limit: 200}}
		if diff := cmp.Diff(want, r.Notes); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		if n := strings.Count(r.Tail, "Merke."); cell.Config.Profile == coder.ProfileStandard && n != 200 {
			t.Errorf("%s: %d notes, want 200", name, n)
		}
		cell.Session.Skills = make([]coder.Skill, 129)
		for i := range cell.Session.Skills {
			cell.Session.Skills[i] = coder.Skill{Name: "s", Description: "Does it."}
		}
		var all prompt.InputErrors
		_, err = coder.New(cell.Config, cell.Session)
		if !errors.As(err, &all) || len(all) != 1 || all[0] != (prompt.InputError{Field: "Session.Skills", Problem: "must have at most 128 items, got 129"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
