// Package audit says what a prompt costs before a request is sent: what stands in it, how often each piece changes, how
// many different prefixes its gates make and which gate is to blame.
package audit

import (
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// Rules of Budgets.
const (
	budgetKeys   = "budget-keys"
	budgetTokens = "budget-tokens"
)

// Rules lists what Budgets may report.
func Rules() []diag.Rule {
	return []diag.Rule{
		{ID: budgetKeys, Doc: "A profile has more cache keys than its budget allows: more different prefixes (tools and static text), each of which a provider has to read once before it can be shared. Pin a gate in the profile, read it in a session section instead of a static one, take it off the tools that read it, or raise the budget, e.g. budget: {cacheKeys: 8, tokens: 6500}. The audit says by how much each gate multiplies the keys."},
		{ID: budgetTokens, Doc: "The system text of a profile takes more tokens than its budget allows, counted by o200k in the first case of the snapshots. Shorten a section, or raise the budget. The audit says what each section takes."},
	}
}

// Budgets compares the profiles of a registry that is free of errors with their budgets. Where tokens is nil, those of
// tokens are not looked at.
func Budgets(r *registry.Registry, tokens func(string) int) (diag.List, error) {
	b := &budgets{r: r, keys: keys.New(r), render: render.New(r), tokens: tokens}
	for i := range r.Profiles {
		p := &r.Profiles[i]
		if p.Budget == nil {
			continue
		}
		if p.Budget.CacheKeys > 0 {
			if err := b.checkKeys(p); err != nil {
				return nil, err
			}
		}
		if p.Budget.Tokens > 0 && tokens != nil {
			if err := b.checkTokens(p); err != nil {
				return nil, err
			}
		}
	}
	return b.found, nil
}

type budgets struct {
	r      *registry.Registry
	keys   *keys.Counter
	render *render.Renderer
	tokens func(string) int
	found  diag.List
}

// cells calls f for every transport and locale of a profile.
func (b *budgets) cells(p *registry.Profile, f func(transport, locale string) error) error {
	for _, t := range p.Transports {
		for _, l := range b.r.Locales {
			if err := f(t.Text, l.Name.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// where says which cell is meant, as far as there are others.
func (b *budgets) where(p *registry.Profile, transport, locale string) string {
	s := ""
	if len(p.Transports) > 1 {
		s += " over " + transport
	}
	if len(b.r.Locales) > 1 {
		s += fmt.Sprintf(" in %q", locale)
	}
	return s
}

func (b *budgets) checkKeys(p *registry.Profile) error {
	var worst keys.Count
	where := ""
	err := b.cells(p, func(transport, locale string) error {
		c, err := b.keys.Count(p.Name, transport, locale)
		if err == nil && c.Cache > worst.Cache {
			worst, where = c, b.where(p, transport, locale)
		}
		return err
	})
	if err != nil || worst.Cache <= p.Budget.CacheKeys {
		return err
	}
	has := "has"
	if !worst.Exact {
		has = "may have up to"
	}
	d := diag.Errorf(p.Budget.CacheKeysAt, budgetKeys, "profile %q %s %s%s, and its budget is %d", p.Name, has, number(worst.Cache, "cache key"), where, p.Budget.CacheKeys)
	shown := len(worst.Blame)
	if shown > 4 {
		shown = 3
	}
	for _, g := range worst.Blame[:shown] {
		d = d.Note("%s multiplies them by %s", blamed(g), factor(g.Factor))
	}
	if more := len(worst.Blame) - shown; more > 0 {
		d = d.Note("%d other gates multiply them by that or less", more)
	}
	b.found = append(b.found, d.Note("pin a gate, read it in a session section instead of static text, take it off the tools, or raise the budget"))
	return nil
}

func (b *budgets) checkTokens(p *registry.Profile) error {
	most, where := 0, ""
	var worst *render.Result
	err := b.cells(p, func(transport, locale string) error {
		out, err := b.render.Render(keys.Cell(b.r, p.Name, transport, locale))
		if render.Refused(err) {
			return nil // the snapshots say so
		}
		if err != nil {
			return err
		}
		if n := b.tokens(out.System); n > most {
			most, where, worst = n, b.where(p, transport, locale), out
		}
		return nil
	})
	if err != nil || int64(most) <= p.Budget.Tokens {
		return err
	}
	longest, name := 0, ""
	for _, s := range worst.Sections {
		if n := b.tokens(s.Separator + s.Text); n > longest && !s.InTail {
			longest, name = n, s.Name
		}
	}
	b.found = append(b.found, diag.Errorf(p.Budget.TokensAt, budgetTokens,
		"the system text of profile %q takes %s%s, and its budget is %d", p.Name, number(int64(most), "token"), where, p.Budget.Tokens).
		Note("section %q takes %d of them, the most", name, longest).
		Note("shorten it, or raise the budget"))
	return nil
}

// blamed names a gate, or what no gate follows.
func blamed(g keys.Blame) string {
	if strings.Contains(g.Gate, ".") {
		return g.Gate
	}
	return fmt.Sprintf("gate %q", g.Gate)
}
