package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

func sectionOrder(p *pass) {
	for _, prof := range p.r.Profiles {
		if prof.Order != nil {
			continue
		}
		order, _ := p.placedIn(&prof)
		wrong := misplaced(order)
		for i, x := range order {
			if !wrong[i] {
				continue
			}
			d := p.errorf(x.at, "section %q is %s", x.Name, x.Cache.Text)
			other := opponent(order, i)
			if rank(other.Level()) > rank(x.Level()) {
				d.Message += fmt.Sprintf(" and stands behind %q, which is %s", other.Name, other.Cache.Text)
			} else {
				d.Message += fmt.Sprintf(" and stands in front of %q, which is %s", other.Name, other.Cache.Text)
			}
			d = d.Note("%q is listed at %s", other.Name, other.at)
			for _, y := range []placed{other, x} {
				if y.Reason.Given() {
					d = d.Note("%q is %s because: %s (%s)", y.Name, y.Cache.Text, strings.TrimSuffix(y.Reason.Text, "."), y.Reason.At)
				}
			}
			p.add(d.Note("move it, correct a cache level, or say order: {fixed: true, reason: \"…\"} in the profile"))
		}
		p.tailOrder(&prof, func(tail registry.Word, s, behind *registry.Section) {
			p.add(p.errorf(tail.At, "section %q is %s and comes last in profile %q, behind %q, which is %s", s.Name, s.Cache.Text, prof.Name, behind.Name, behind.Cache.Text).
				Note("let %q stand in the tail of the prompt (%s), or say order: {fixed: true, reason: \"…\"} in the profile", behind.Name, behind.Place.At))
		})
	}
}

func orderNeedless(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if prof.Order == nil {
			continue
		}
		behind := false
		p.tailOrder(prof, func(registry.Word, *registry.Section, *registry.Section) { behind = true })
		if order, all := p.placedIn(prof); all && !behind && !slices.Contains(misplaced(order), true) {
			p.add(p.errorf(prof.Order.At, "the sections of profile %q stand in the order of their cache levels anyway", prof.Name).
				Note("remove order"))
		}
	}
}

// placedIn returns the sections of the system prompt in the order of a profile, and whether all that it lists are known.
func (p *pass) placedIn(prof *registry.Profile) (order []placed, all bool) {
	all = true
	for _, w := range prof.Sections {
		switch s := p.r.Section(w.Text); {
		case s == nil:
			all = false
		case s.Role != "user" && rank(s.Level()) >= 0:
			order = append(order, placed{s, w.At})
		}
	}
	return order, all
}

// placed is a section where a profile lists it.
type placed struct {
	*registry.Section
	at diag.Loc
}

// misplaced marks the fewest sections whose removal leaves the others in order.
func misplaced(order []placed) []bool {
	best := make([][]int, len(levels())) // by rank of its last section, the longest run that is in order
	for i, x := range order {
		r := rank(x.Level())
		var run []int
		for _, b := range best[:r+1] {
			if len(b) >= len(run) {
				run = b
			}
		}
		if len(run)+1 > len(best[r]) {
			best[r] = append(slices.Clip(run), i)
		}
	}
	slices.Reverse(best) // of equally long runs, that with the liveliest end is kept
	longest := slices.MaxFunc(best, func(a, b []int) int { return len(a) - len(b) })
	out := make([]bool, len(order))
	for i := range out {
		out[i] = !slices.Contains(longest, i)
	}
	return out
}

// opponent is the section that a misplaced one stands on the wrong side of: the nearest before it, else behind it.
func opponent(order []placed, i int) placed {
	r := rank(order[i].Level())
	for j := i - 1; j >= 0; j-- {
		if rank(order[j].Level()) > r {
			return order[j]
		}
	}
	for _, y := range order[i+1:] {
		if rank(y.Level()) < r {
			return y
		}
	}
	return order[i] // not reached: a misplaced section has one
}
