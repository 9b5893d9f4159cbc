package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// skilled runs one tool; the others are not there.
type skilled struct {
	codertools.Handler[string]
}

func (skilled) LoadSkill(_ context.Context, a *codertools.LoadSkill) (string, error) {
	return "ran", nil
}

// TestFault24FirstSkillAfterRefresh pins that a tool which follows from a list of the session appears everywhere at
// once when the list gets its first item, and goes everywhere at once with the last one.
func TestFault24FirstSkillAfterRefresh(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue // the other profile never shows skills
		}
		t.Run(name, func(t *testing.T) {
			with, without := cell.Session, cell.Session
			without.Skills = nil
			a := assembler(t, cell.Config, without)
			offered(t, a, cell.Config.Transport, cell.Turn, false)
			b, err := a.Refresh(with)
			if err != nil {
				t.Fatal(err)
			}
			offered(t, b, cell.Config.Transport, cell.Turn, true)
			offered(t, a, cell.Config.Transport, cell.Turn, false) // the old one stays as it was
			c, err := b.Refresh(without)
			if err != nil {
				t.Fatal(err)
			}
			offered(t, c, cell.Config.Transport, cell.Turn, false)
		})
	}
}

// offered requires load_skill to be in the section, the text, the list, the schemas or documentation and the
// dispatch, or in none of them.
func offered(t *testing.T, a *coder.Assembler, transport prompt.Transport, turn coder.Turn, want bool) {
	t.Helper()
	const tool = codertools.NameLoadSkill
	_, section := a.Section("skill_index")
	_, listed := a.Tools().Lookup(tool)
	args, err := json.Marshal(map[string]string{"name": "release-notes"})
	if err != nil {
		t.Fatal(err)
	}
	ran, err := codertools.Dispatch(t.Context(), skilled{}, a.Tools(), prompt.Call{Name: tool, Args: args})
	if call := new(prompt.CallError); err != nil && !errors.As(err, &call) {
		t.Fatal(err)
	}
	native := transport == prompt.Native
	places := map[string]bool{
		"section":       section,
		"text":          strings.Contains(a.System(), tool),
		"documentation": strings.Contains(a.Tools().Docs(), "## "+tool+"\n"),
		"list":          listed,
		"dispatch":      ran == "ran",
	}
	for _, p := range providers() {
		places["schemas of "+p.String()] = strings.Contains(request(t, a, p, turn), `"name":"`+tool+`"`) || !native && want
	}
	if !native {
		places["documentation in the text"] = strings.Contains(a.System(), "## "+tool+"\n")
	}
	for place, got := range places {
		if got != want {
			t.Errorf("%s is in the %s: %t, want %t", tool, place, got, want)
		}
	}
}

// TestFault26AllowlistAtGeneration pins that text which a helper can see names only what its own list offers.
func TestFault26AllowlistAtGeneration(t *testing.T) {
	base(t).change(t, "sections.cue", `when:   "tool.load_skill"`, `when:   "skills"`).
		refused(t, "tool-not-shown", "i18n/en.cue:10", "load_skill", "scout")
	generated := base(t).generate(t)
	for name, text := range snapshots(t, generated, ".scout.prompt.txt") {
		if strings.Contains(text, "Skills") || strings.Contains(text, "load_skill") || !strings.Contains(text, "read_file") {
			t.Errorf("%s shows what the helper lacks, or lacks what it has:\n%s", name, text)
		}
	}
}

// TestFault26AllowlistOfTheHost takes away every one and every two tools. Guarded text goes with them; New refuses to
// take away what other text names. So whatever New accepts names no tool that is not there.
func TestFault26AllowlistOfTheHost(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		all := toolNames(assembler(t, cell.Config, cell.Session))
		refused, accepted := 0, 0
		for i, one := range all {
			for _, two := range all[i:] {
				if testing.Short() && one != two {
					continue
				}
				cell.Session.Allow = slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == one || n == two })
				a, err := coder.New(cell.Config, cell.Session)
				if err != nil {
					refused++
					aboutAllow(t, name, err)
					continue
				}
				accepted++
				gone := regexp.MustCompile(`\b(` + strings.Join(missing(all, toolNames(a)), "|") + `)\b`)
				for _, text := range prompts(t, cell) {
					if m := gone.FindString(text); m != "" {
						t.Errorf("%s without %s and %s: text names %s:\n%s", name, one, two, m, text)
					}
				}
			}
		}
		if refused == 0 || accepted == 0 {
			t.Errorf("%s: %d lists refused, %d accepted; want some of both", name, refused, accepted)
		}
	}
}

// aboutAllow requires an error of New to be about the list of the host, and to say which text names what.
func aboutAllow(t *testing.T, cell string, err error) {
	t.Helper()
	var problems prompt.InputErrors
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("%s: %v", cell, err)
	}
	for _, p := range problems {
		if p.Field != "Session.Allow" || !strings.Contains(p.Problem, " names") {
			t.Errorf("%s: %v", cell, p)
		}
	}
}

// TestFault26SkillsWithoutTheirTool pins the fault as it was seen: the skill list goes with the tool that loads them.
func TestFault26SkillsWithoutTheirTool(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		s := cell.Session
		s.Allow = slices.DeleteFunc(toolNames(assembler(t, cell.Config, s)), func(n string) bool { return n == codertools.NameLoadSkill })
		t.Run(name, func(t *testing.T) {
			offered(t, assembler(t, cell.Config, s), cell.Config.Transport, cell.Turn, false)
		})
		s.Allow = slices.DeleteFunc(slices.Clone(s.Allow), func(n string) bool { return n == codertools.NameReadFile })
		_, err := coder.New(cell.Config, s)
		if err == nil || !strings.Contains(err.Error(), "Session.Allow") || !strings.Contains(err.Error(), `"read_file"`) || !strings.Contains(err.Error(), "section exploring") {
			t.Errorf("%s: want an error that names the list, the tool and the section, got %v", name, err)
		}
	}
}

func toolNames(a *coder.Assembler) []string {
	var names []string
	for tool := range a.Tools().All() {
		names = append(names, tool.Name)
	}
	return names
}

// missing lists the names that are in all, but not in some.
func missing(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(n string) bool { return slices.Contains(some, n) })
}

// TestFault28SharedBytes pins that no session can write into another: what is shared is text, and bytes are the
// caller's own.
func TestFault28SharedBytes(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		a, b := assembler(t, cell.Config, cell.Session), assembler(t, cell.Config, cell.Session)
		want := request(t, b, prompt.Anthropic, cell.Turn)
		for range 2 { // the second round finds what the first has written
			r, err := a.Request(prompt.Anthropic, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			system, err := a.Append(nil, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			marshalled, err := r.System.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			for _, mine := range [][]byte{system, marshalled, r.System.Append(nil), r.Tools.Append(nil)} {
				for i := range mine {
					mine[i] = '!'
				}
				_ = append(mine[:len(mine)/2], bytes.Repeat([]byte("?"), len(mine))...)
			}
		}
		if request(t, a, prompt.Anthropic, cell.Turn) != want || request(t, b, prompt.Anthropic, cell.Turn) != want {
			t.Errorf("%s: one session writes into another", name)
		}
	}
}

// TestFault28InputsAreCopied pins that a host may use its lists again: New and the refreshed assembler keep their own.
func TestFault28InputsAreCopied(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		cell.Session.Allow = toolNames(assembler(t, cell.Config, cell.Session))
		a := assembler(t, cell.Config, cell.Session)
		want := request(t, a, prompt.Anthropic, cell.Turn)
		for i := range cell.Session.Skills {
			cell.Session.Skills[i] = coder.Skill{Name: "other", Description: "Other."}
		}
		for i := range cell.Session.ExtraRoots {
			cell.Session.ExtraRoots[i].Path = "/other"
		}
		clear(cell.Session.Allow)
		if request(t, a, prompt.Anthropic, cell.Turn) != want {
			t.Errorf("%s: the session follows what the host does with its lists", name)
		}
	}
}

// TestFault28NoBytesInTheAPI pins what makes sharing safe: bytes leave only by functions that append to what the
// caller gave, or that make them anew for an encoder.
func TestFault28NoBytesInTheAPI(t *testing.T) {
	fresh := []string{"MarshalJSON", "MarshalText", "Compare", "ContextTurns"} // these make what they return anew
	for _, typ := range []reflect.Type{
		reflect.TypeFor[*coder.Assembler](), reflect.TypeFor[*prompt.Tools](), reflect.TypeFor[prompt.Values](),
		reflect.TypeFor[prompt.JSON](), reflect.TypeFor[prompt.Request](), reflect.TypeFor[prompt.Block](), reflect.TypeFor[prompt.Tool](),
	} {
		for i := range typ.NumMethod() {
			m := typ.Method(i)
			appends := m.Type.NumIn() > 1 && m.Type.In(1) == reflect.TypeFor[[]byte]()
			for j := range m.Type.NumOut() {
				if sliced(m.Type.Out(j)) && !appends && !slices.Contains(fresh, m.Name) {
					t.Errorf("%s.%s returns %s", typ, m.Name, m.Type.Out(j))
				}
			}
		}
		if typ.Kind() != reflect.Struct {
			continue
		}
		for i := range typ.NumField() {
			if f := typ.Field(i); f.IsExported() && sliced(f.Type) {
				t.Errorf("%s.%s is %s", typ, f.Name, f.Type)
			}
		}
	}
}

// sliced leaves out notes, which are plain values that every call copies.
func sliced(t reflect.Type) bool {
	if t == reflect.TypeFor[[]prompt.Note]() {
		return false
	}
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Map
}
