package plan

import (
	"slices"

	"github.com/promptgen/promptgen/internal/strict"
)

// strict plans which tools are strict where: by tool, the sets in the order of the profiles that have them first. The
// set of nothing is left out. Profiles that do not list a tool say nothing about it.
func (b *builder) strict() map[string][]Strict {
	out := map[string][]Strict{}
	listed := map[string]int{}
	for i := range b.r.Profiles {
		prof := &b.r.Profiles[i]
		for _, t := range strict.Decide(b.r, prof) {
			listed[t.Name]++
			if t.Strict == 0 {
				continue
			}
			set := strictConsts(t.Strict)
			sets := out[t.Name]
			at := slices.IndexFunc(sets, func(s Strict) bool { return slices.Equal(s.In, set) })
			if at < 0 {
				at, sets = len(sets), append(sets, Strict{In: set})
			}
			sets[at].Profiles = append(sets[at].Profiles, profileConst(prof.Name))
			out[t.Name] = sets
		}
	}
	for i := range b.r.Tools {
		name := b.r.Tools[i].Name
		if sets := out[name]; len(sets) > 0 && len(sets[0].Profiles) == listed[name] {
			sets[0].Profiles = nil
		}
	}
	return out
}

func strictConsts(s strict.Set) []string {
	var out []string
	for _, f := range s.Families() {
		out = append(out, "Strict"+f.String())
	}
	return out
}

// strictIn reports whether a family of providers, e.g. "StrictOpenAI", holds models to one of the tools in some profile.
func (b *builder) strictIn(family string, tools []string) bool {
	for _, name := range tools {
		if slices.ContainsFunc(b.stricts[name], func(s Strict) bool { return slices.Contains(s.In, family) }) {
			return true
		}
	}
	return false
}
