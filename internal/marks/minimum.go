package marks

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// minimums is the one place that knows models, for reports alone: nothing that is generated depends on it.
//
//go:embed minimums.json
var minimums []byte

// Provider says how long a prefix has to be before it is cached. A shorter one is no error: it is not cached.
type Provider struct {
	Projections []string  `json:"projections"` // e.g. "anthropic"
	Date        string    `json:"date"`        // of the documentation that says so
	Source      string    `json:"source"`
	Minimums    []Minimum `json:"minimums"` // by rising tokens
}

// Minimum is what some models of a provider demand.
type Minimum struct {
	Tokens int      `json:"tokens"`
	Models []string `json:"models"`
}

// Minimums returns what the providers demand, one entry for all projections of a provider that are cached.
func Minimums() ([]Provider, error) {
	var all []Provider
	if err := json.Unmarshal(minimums, &all); err != nil {
		return nil, fmt.Errorf("minimums.json: %w", err)
	}
	return all, nil
}

// Reached splits the minimums at a number of tokens: those that a prefix of that length meets, and the others.
func (p *Provider) Reached(tokens int) (met, unmet []Minimum) {
	for i, m := range p.Minimums {
		if m.Tokens > tokens {
			return p.Minimums[:i], p.Minimums[i:]
		}
	}
	return p.Minimums, nil
}
