package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/examples/browser/gen/browsertools"
	"github.com/promptgen/promptgen/prompt"
)

// result is what a tool returns, raw. No tool fences anything: the host does, in one place and once.
type result struct {
	text   string
	origin string // where untrusted text comes from
	own    bool   // the host's own words, or those of the user
}

// ours is what the host itself says.
func ours(format string, args ...any) (result, error) {
	return result{text: fmt.Sprintf(format, args...), own: true}, nil
}

// tabs is a browser without a network: it shows the pages that the session keeps.
type tabs struct {
	*script
	open    []tab
	current int64 // the default tab of the message
}

var _ browsertools.Handler[result] = (*tabs)(nil)

// at finds the tab that a call goes to.
func (b *tabs) at(id *int64) (*tab, error) {
	want := b.current
	if id != nil {
		want = *id
	}
	i := slices.IndexFunc(b.open, func(t tab) bool { return t.ID == want })
	if i < 0 {
		return nil, fmt.Errorf("no tab %d is open; list the tabs again", want)
	}
	return &b.open[i], nil
}

// shown is what a tab shows, and whose it is.
func (b *tabs) shown(id *int64) (result, error) {
	t, err := b.at(id)
	if err != nil {
		return ours("%v", err)
	}
	text, err := b.page(t.URL)
	if err != nil {
		return ours("%v", err)
	}
	return result{text: text, origin: originOf(t.URL)}, nil
}

func (b *tabs) ListTabs(context.Context, *browsertools.ListTabs) (result, error) {
	var lines []string
	for _, t := range b.open {
		lines = append(lines, fmt.Sprintf("- %d %q %q", t.ID, t.Title, t.URL))
	}
	return result{text: strings.Join(lines, "\n")}, nil
}

func (b *tabs) ReadPage(_ context.Context, a *browsertools.ReadPage) (result, error) {
	return b.shown(a.Tab)
}

func (b *tabs) Extract(_ context.Context, a *browsertools.Extract) (result, error) {
	return b.shown(a.Tab)
}

func (b *tabs) Find(_ context.Context, a *browsertools.Find) (result, error) {
	r, err := b.shown(a.Tab)
	if err != nil || r.own {
		return r, err
	}
	var hits []string
	for line := range strings.Lines(r.text) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(a.Text)) {
			hits = append(hits, strings.TrimSuffix(line, "\n"))
		}
	}
	if len(hits) == 0 {
		return ours("nothing on the page holds these words")
	}
	r.text = strings.Join(hits, "\n")
	return r, nil
}

func (b *tabs) OpenTab(_ context.Context, a *browsertools.OpenTab) (result, error) {
	var last int64
	for _, t := range b.open {
		last = max(last, t.ID)
	}
	b.open = append(b.open, tab{ID: last + 1, URL: a.URL})
	return ours("opened tab %d", last+1)
}

func (b *tabs) Navigate(_ context.Context, a *browsertools.Navigate) (result, error) {
	t, err := b.at(a.Tab)
	if err != nil {
		return ours("%v", err)
	}
	t.URL, t.Title = a.URL, ""
	return ours("loaded")
}

func (b *tabs) LoadSkill(_ context.Context, a *browsertools.LoadSkill) (result, error) {
	i := slices.IndexFunc(b.Skills, func(k skill) bool { return k.Name == a.Name })
	if i < 0 {
		return ours("no skill is named %q; go on without", a.Name)
	}
	return result{text: b.Skills[i].Body, origin: "skill:" + a.Name, own: !b.Skills[i].Imported}, nil
}

// HostTool answers for the MCP server. What it says is never the host's own.
func (b *tabs) HostTool(_ context.Context, c prompt.Call) (result, error) {
	for _, t := range b.Servers {
		if c.Name == "mcp__"+t.Server+"__"+t.Name {
			return result{text: t.Answer, origin: "mcp:" + t.Server}, nil
		}
	}
	return ours("the server is gone")
}

// Pages from files do not move, and nobody sits in front of them.

func (b *tabs) Click(context.Context, *browsertools.Click) (result, error) { return still() }

func (b *tabs) Type(context.Context, *browsertools.Type) (result, error) { return still() }

func (b *tabs) BatchActions(context.Context, *browsertools.BatchActions) (result, error) {
	return still()
}

func (b *tabs) WaitFor(context.Context, *browsertools.WaitFor) (result, error) { return still() }

func (b *tabs) WatchPage(context.Context, *browsertools.WatchPage) (result, error) { return still() }

func (b *tabs) ScheduleResume(context.Context, *browsertools.ScheduleResume) (result, error) {
	return still()
}

func (b *tabs) AskUser(context.Context, *browsertools.AskUser) (result, error) { return still() }

func (b *tabs) RequestUserAction(context.Context, *browsertools.RequestUserAction) (result, error) {
	return still()
}

func still() (result, error) { return ours("nothing happened: this browser only shows pages") }
