package audit

import (
	"fmt"

	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// The session that prices are stated over: so many turns, each of which adds so many tokens to the history.
const (
	sessionTurns = 30
	turnTokens   = 1500
)

// history is what a turn of that session finds behind the system text on average, in tokens.
const history = (sessionTurns - 1) * turnTokens / 2

// Price is what something costs that stands in front of what could be cached: tokens per turn that are read again
// although nothing in them has changed.
type Price struct {
	Of     string // e.g. `place: "system" of clock`
	Tokens int
	Why    string
}

func (a *auditor) prices(x *Profile, p *registry.Profile, shown *render.Result) ([]Price, error) {
	out := a.placePrices(x, p, shown)
	if price, lost := a.orderPrice(p, shown); lost {
		out = append(out, price)
	}
	if x.Transport != "native" {
		return out, nil
	}
	for i := range shown.Tools {
		if shown.Tools[i].Host != nil {
			break // toolsets have prices of their own
		}
		t := a.r.Tool(shown.Tools[i].Key)
		if t.Cache.Text != string(registry.Session) {
			continue
		}
		wire, err := a.wire(shown.Tools[i:])
		if err != nil {
			return nil, err
		}
		behind := a.tokens(wire) + x.StaticTokens
		out = append(out, Price{
			Of:     "session-level tool " + t.Name,
			Tokens: perTurn(behind),
			Why:    fmt.Sprintf("%s tokens from it to the end of the static text, once a session", digits(int64(behind))),
		})
	}
	return append(out, x.toolsetPrices()...), nil
}

// placePrices says what volatile sections in the system text cost: whatever stands behind them, with the history, is
// read again in every turn.
func (a *auditor) placePrices(x *Profile, p *registry.Profile, shown *render.Result) []Price {
	var out []Price
	front := 0
	if x.Tools != nil {
		front = x.Tools.Tokens
	}
	order := a.r.Lineup(p)
	for i, w := range order {
		s := a.r.Section(w.Text)
		own := a.tokens(textOf(shown, s.Name))
		if place(s) != "system" || s.Level() != registry.Volatile || own == 0 {
			if place(s) == "system" {
				front += own
			}
			continue
		}
		behind := ""
		for _, w := range order[i+1:] {
			if next := a.r.Section(w.Text); place(next) == "system" {
				behind += textOf(shown, next.Name)
			}
		}
		n := a.tokens(behind)
		session := Session{Front: front, Behind: n, Volatile: own, Turns: sessionTurns, Turn: turnTokens}
		out = append(out, Price{
			Of:     fmt.Sprintf("place: %q of %s", "system", s.Name),
			Tokens: n + history,
			Why: fmt.Sprintf("%s tokens of system text behind it and the history: %.1f times the cost of the tail",
				digits(int64(n)), session.System()/session.Tail()),
		})
		front += own
	}
	return out
}

// orderPrice says what a fixed order costs: static text behind livelier text is in no prefix that sessions share.
func (a *auditor) orderPrice(p *registry.Profile, shown *render.Result) (Price, bool) {
	lost := ""
	for _, w := range p.Sections[keys.StaticTier(a.r, p):] {
		if s := a.r.Section(w.Text); place(s) == "system" && s.Level() == registry.Static {
			lost += textOf(shown, s.Name)
		}
	}
	if lost == "" {
		return Price{}, false
	}
	n := a.tokens(lost)
	return Price{
		Of:     "fixed order",
		Tokens: perTurn(n),
		Why:    fmt.Sprintf("%s tokens of static text behind livelier text are lost to other sessions, once a session", digits(int64(n))),
	}, true
}

// perTurn spreads what is read once in a session over its turns.
func perTurn(tokens int) int { return (tokens + sessionTurns - 1) / sessionTurns }

// targets compares the profile and its sections with what they aim at, which never fails.
func targets(r *registry.Registry, p *registry.Profile, x *Profile, bytes, tokens int) []string {
	var out []string
	compare := func(of string, t *registry.Target, bytes, tokens int) {
		if t == nil {
			return
		}
		line := func(want int64, got int, unit string) {
			if want == 0 {
				return
			}
			s := fmt.Sprintf("%s: %s of %s %s", of, digits(int64(got)), digits(want), unit)
			if over := int64(got) - want; over > 0 {
				s += fmt.Sprintf(", %s over", digits(over))
			}
			out = append(out, s)
		}
		line(t.Bytes, bytes, "bytes")
		line(t.Tokens, tokens, "tokens")
	}
	compare("system text", p.Target, bytes, tokens)
	for _, s := range x.Sections {
		if section := r.Section(s.Name); section != nil { // not the amendments
			compare(s.Name, section.Target, s.Bytes, s.Tokens)
		}
	}
	return out
}
