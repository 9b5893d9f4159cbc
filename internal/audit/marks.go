package audit

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// Mark is a cache mark of a request, or, for a projection that takes none, the prefix that turns share.
type Mark struct {
	Projection string   `json:"projection"` // e.g. "anthropic"
	For        []string `json:"for"`        // the breakpoints that fall on it; none where there are no marks
	Behind     string   `json:"behind"`     // the section in front of it; "" where it is on the last declared tool
	TTL        string   `json:"ttl"`        // e.g. "1h"; "" is the provider's default
	Tokens     int      `json:"tokens"`     // of the prefix, estimated for the provider
	Met        []string `json:"met"`        // models that cache a prefix of that length
	Unmet      []string `json:"unmet"`      // models that cache only longer ones
}

// marks lists the marks of the requests of a prompt, by projection. They are those of a host that says nothing.
func (a *auditor) marks(x *Profile, p *registry.Profile, shown *render.Result) ([]Mark, error) {
	minimums, err := marks.Minimums()
	if err != nil {
		return nil, err
	}
	out := []Mark{}
	for _, to := range a.r.Projected() {
		placed := marks.Of(a.r, p, x.Transport, to.Name, shown)
		if to.Family == registry.Gemini {
			placed = x.shared()
		}
		for _, m := range placed {
			if list, _, amends := strings.Cut(m.Section, "["); amends {
				m.Section = list
			}
			mark := Mark{
				Projection: to.Name, For: append([]string{}, m.For...), Behind: m.Section, TTL: m.TTL,
				Tokens: x.prefix(m.Section) * vendor(to.Family) / 100, Met: []string{}, Unmet: []string{},
			}
			for i := range minimums {
				if slices.Contains(minimums[i].Projections, to.Name) {
					met, unmet := minimums[i].Reached(mark.Tokens)
					mark.Met, mark.Unmet = append(mark.Met, models(met)...), append(mark.Unmet, models(unmet)...)
				}
			}
			out = append(out, mark)
		}
	}
	return out, nil
}

// shared is the prefix that turns share, as a mark of nobody's; none where they share nothing.
func (x *Profile) shared() []marks.Mark {
	section := ""
	for _, s := range x.Sections {
		if s.Place != "system" {
			continue
		}
		if s.Cache == string(registry.Volatile) {
			break
		}
		if s.Bytes > 0 {
			section = s.Name
		}
	}
	if section == "" && (x.Tools == nil || x.Tools.Declared == 0) {
		return nil
	}
	return []marks.Mark{{Section: section}}
}

// prefix counts the tokens of the tools and of the system text up to a section, which has them all in front of it.
func (x *Profile) prefix(section string) int {
	n := 0
	if x.Tools != nil {
		n = x.Tools.Tokens
	}
	if section == "" && x.Tools != nil {
		return x.Tools.Declared
	}
	for _, s := range x.Sections {
		if s.Place == "system" {
			n += s.Tokens
		}
		if s.Name == section {
			break
		}
	}
	return n
}

// vendor is how many of its tokens a provider counts for a hundred of o200k.
func vendor(f registry.Family) int {
	switch f {
	case registry.Anthropic:
		return anthropicTokens
	case registry.Gemini:
		return geminiTokens
	default:
		return 100
	}
}

func models(ms []marks.Minimum) []string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Models...)
	}
	return out
}

// marksText is the table of the marks.
func (x *Profile) marksText() string {
	if len(x.Marks) == 0 {
		return "  no cache marks\n"
	}
	rows := [][]string{{"MARK", "FOR", "BEHIND", "PREFIX", "TTL", "MINIMUM"}}
	for _, m := range x.Marks {
		what, behind, verdict := strings.Join(m.For, " "), m.Behind, "reached for all models"
		if what == "" {
			what = "none: what turns share"
		}
		if behind == "" {
			behind = "the last tool"
			if len(x.Toolsets) > 0 {
				behind = "the last declared tool"
			}
		}
		switch {
		case len(m.Met)+len(m.Unmet) == 0:
			verdict = "unknown"
		case len(m.Met) == 0:
			verdict = "too short for all models"
		case len(m.Unmet) > 0:
			verdict = "too short for " + strings.Join(m.Unmet, "; ")
		}
		rows = append(rows, []string{m.Projection, what, behind, digits(int64(m.Tokens)), m.TTL, verdict})
	}
	return indent(table(rows, "   r"))
}
