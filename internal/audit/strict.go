package audit

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// Strict says of a family of providers which tools of a profile they hold models to the schemas of.
type Strict struct {
	Family string   `json:"family"` // "openai", "anthropic"
	Strict []string `json:"strict"` // in the order of the profile
	Lax    []Lax    `json:"lax"`
}

// Lax says why a tool is not strict.
type Lax struct {
	Tool string `json:"tool"`
	At   string `json:"at"` // e.g. "tools/specs/run.cue:7:3"
	Why  string `json:"why"`
}

// stricts lists the families that the contract projects to and that have strict tools; none over xml.
func stricts(r *registry.Registry, tools []strict.Tool, transport string) []Strict {
	out := []Strict{}
	if transport != "native" {
		return out
	}
	for _, f := range strict.Projected(r).Families() {
		x := Strict{Family: map[strict.Set]string{strict.OpenAI: "openai", strict.Anthropic: "anthropic"}[f], Strict: []string{}, Lax: []Lax{}}
		for _, t := range tools {
			if t.Strict&f != 0 {
				x.Strict = append(x.Strict, t.Name)
			}
			for _, l := range t.Lax {
				if l.Family == f {
					x.Lax = append(x.Lax, Lax{t.Name, l.At.String(), l.Why})
				}
			}
		}
		out = append(out, x)
	}
	return out
}

// strictText says how many tools are strict, and names the others by what keeps them from it.
func (x *Profile) strictText() string {
	out := ""
	for _, s := range x.Strict {
		all := len(s.Strict) + len(s.Lax)
		if all == 0 {
			continue
		}
		out += fmt.Sprintf("  strict for %s: %d of %s\n", s.Family, len(s.Strict), many(int64(all), "tool"))
		var whys []string
		tools := map[string][]string{}
		for _, l := range s.Lax {
			if !slices.Contains(whys, l.Why) {
				whys = append(whys, l.Why)
			}
			tools[l.Why] = append(tools[l.Why], l.Tool)
		}
		for _, why := range whys {
			last := len(tools[why]) - 1
			tools[why][last] += ": " + why
			if last == 0 {
				out += "    not " + tools[why][0] + "\n"
				continue
			}
			out += wrapped("    not ", tools[why])
		}
	}
	return out
}
