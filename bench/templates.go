package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/aymerick/raymond"

	"github.com/promptgen/promptgen/gen/coder"
)

const fasterThanTemplate, fasterThanHandlebars = 20, 80

// templateRows compares a whole prompt, tail included, with the same text from template engines. Their templates are
// as cheap as they can be: each section is one condition around text with slots for values.
func templateRows() ([]row, error) {
	a, err := assembler()
	if err != nil {
		return nil, err
	}
	t := turn()
	system, err := a.Append(nil, t)
	if err != nil {
		return nil, err
	}
	tail, err := a.AppendTail(nil, t)
	if err != nil {
		return nil, err
	}
	pieces := cut(string(system), string(tail), a)
	dst := make([]byte, 0, 2*(len(system)+len(tail)))
	work := func() {
		dst, _ = a.Append(dst[:0], t)
		dst, _ = a.AppendTail(dst, t)
	}
	peers := []struct {
		name   string
		factor float64
		build  func(pieces []piece, data map[string]any) (func() string, error)
	}{
		{"text/template", fasterThanTemplate, goTemplate},
		{"Handlebars (raymond)", fasterThanHandlebars, handlebars},
	}
	var rows []row
	for _, p := range peers {
		render, err := p.build(pieces, data(pieces))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if got, want := render(), string(system)+string(tail); got != want {
			return nil, fmt.Errorf("%s renders another text: %d bytes instead of %d", p.name, len(got), len(want))
		}
		found, err := compare(work, func() { render() })
		if err != nil {
			return nil, err
		}
		rows = append(rows, faster("append prompt and tail, "+size(len(system)+len(tail)), p.name, found.ratio, p.factor))
	}
	return rows, nil
}

// piece is a section of the prompt, or the tail, with what stands in front of it.
type piece struct{ name, text string }

// cut splits a prompt into its sections.
func cut(system, tail string, a *coder.Assembler) []piece {
	type mark struct {
		name string
		end  int
	}
	var marks []mark
	for _, s := range coder.Sections() {
		if text, ok := a.Section(s.Name); ok {
			marks = append(marks, mark{s.Name, strings.Index(system, text) + len(text)})
		}
	}
	slices.SortFunc(marks, func(a, b mark) int { return cmp.Compare(a.end, b.end) })
	var pieces []piece
	from := 0
	for i, m := range marks {
		if i == len(marks)-1 {
			m.end = len(system)
		}
		pieces = append(pieces, piece{m.name, system[from:m.end]})
		from = m.end
	}
	return append(pieces, piece{"tail", tail})
}

// data is what the templates read.
func data(pieces []piece) map[string]any {
	s, show := session(), map[string]bool{}
	for _, p := range pieces {
		show[p.name] = true
	}
	return map[string]any{
		"show": show, "cwd": s.Cwd, "os": s.Os, "shell": s.Shell, "language": s.PreferredLanguage, "rules": s.LocalRules,
		"skills": s.Skills, "servers": s.McpServers, "tokens": strconv.FormatInt(turn().RemainingTokens, 10),
	}
}

// slots replaces the session's values by what an engine writes for them.
func slots(value func(name string) string, list func(name string) string) *strings.Replacer {
	s := session()
	var skills, servers strings.Builder
	for _, v := range s.Skills {
		skills.WriteString("\n- " + v.Name + ": " + v.Description)
	}
	for _, v := range s.McpServers {
		servers.WriteString("\n- " + v.Name + ": " + v.Description)
	}
	return strings.NewReplacer(
		skills.String(), list("skills"), servers.String(), list("servers"),
		s.Cwd, value("cwd"), s.Os, value("os"), s.Shell, value("shell"), s.PreferredLanguage, value("language"),
		s.LocalRules, value("rules"), strconv.FormatInt(turn().RemainingTokens, 10), value("tokens"),
	)
}

// source writes a template: each piece behind its condition, with its slots.
func source(pieces []piece, open, end string, r *strings.Replacer) (string, error) {
	var b strings.Builder
	for _, p := range pieces {
		if strings.Contains(p.text, "{{") {
			return "", errors.New("the prompt holds braces that templates would read")
		}
		b.WriteString(fmt.Sprintf(open, p.name) + r.Replace(p.text) + end)
	}
	const values, lists = 6, 2
	if src := b.String(); strings.Count(src, "{{") < 2*len(pieces)+values+4*lists {
		return "", errors.New("a value of the session is not in the prompt")
	}
	return b.String(), nil
}

func goTemplate(pieces []piece, data map[string]any) (func() string, error) {
	src, err := source(pieces, "{{if .show.%s}}", "{{end}}", slots(
		func(name string) string { return "{{." + name + "}}" },
		func(name string) string { return "{{range ." + name + "}}\n- {{.Name}}: {{.Description}}{{end}}" },
	))
	if err != nil {
		return nil, err
	}
	t, err := template.New("prompt").Parse(src)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	return func() string {
		out.Reset()
		if err := t.Execute(&out, data); err != nil {
			return err.Error()
		}
		return out.String()
	}, nil
}

func handlebars(pieces []piece, data map[string]any) (func() string, error) {
	src, err := source(pieces, "{{#if show.%s}}", "{{/if}}", slots(
		func(name string) string { return "{{{" + name + "}}}" },
		func(name string) string { return "{{#each " + name + "}}\n- {{{Name}}}: {{{Description}}}{{/each}}" },
	))
	if err != nil {
		return nil, err
	}
	t, err := raymond.Parse(src)
	if err != nil {
		return nil, err
	}
	return func() string {
		out, err := t.Exec(data)
		if err != nil {
			return err.Error()
		}
		return out
	}, nil
}
