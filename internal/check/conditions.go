package check

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// conditionRules look at conditions by themselves.
func conditionRules() []rule {
	return []rule{
		{diag.Rule{ID: "condition-syntax", Doc: "A condition does not follow Go's syntax of build constraints. Write terms joined by && (and), || (or), ! (not) and parentheses, e.g. \"fast && !tool.read_file\"; and, or, not, commas and comparisons are no operators."}, conditionSyntax},
		{diag.Rule{ID: "condition-cycle", Doc: "Whether a tool or parameter is shown depends on itself. Break the circle by naming a gate instead."}, conditionCycles},
		{diag.Rule{ID: "condition-never", Doc: "A condition holds in no prompt of the profiles that list the thing, under the constraints and pins. Remove what it guards, or correct the condition."}, conditionNever},
		{diag.Rule{ID: "condition-always", Doc: "A condition holds in every prompt of the profiles that list the thing, under the constraints and pins. Remove it, or correct it."}, conditionAlways},
		{diag.Rule{ID: "too-many-gates", Doc: "A profile leaves more gates open than proofs go through. Pin some of them, or merge gates that are set together."}, tooManyGates},
	}
}

func conditionSyntax(p *pass) {
	for _, c := range p.conds {
		se, ok := c.err.(*gate.SyntaxError)
		if !ok {
			continue
		}
		d := p.errorf(c.word.Byte(se.Offset), "condition %q is wrong: %s", c.word.Text, se.Msg)
		if len(c.word.Runs) == 0 {
			d = p.errorf(c.word.At, "condition %q is wrong at byte %d: %s", c.word.Text, se.Offset, se.Msg)
		}
		if se.Fix != "" {
			d = d.Note("write %q", se.Fix)
		}
		p.add(d.Note("the operators are && (and), || (or), ! (not) and parentheses"))
	}
}

// shownNode is a tool or a parameter in the graph of conditions.
type shownNode struct {
	term string // "tool.x", "param.x.y"
	when registry.Word
	next []string
}

// shownGraph says what the showing of each tool and parameter depends on, in the order of the registry.
func (p *pass) shownGraph() []shownNode {
	var out []shownNode
	add := func(term string, when registry.Word, next ...string) {
		if c, err := gate.Parse(when.Text); err == nil {
			for _, t := range c.Terms {
				if t.Kind == gate.ToolTerm || t.Kind == gate.ParamTerm {
					next = append(next, t.Tag)
				}
			}
		}
		out = append(out, shownNode{term, when, next})
	}
	for _, t := range p.r.Tools {
		add("tool."+t.Name, t.When)
		for _, q := range t.Params {
			add("param."+t.Name+"."+q.Name, q.When, "tool."+t.Name)
		}
	}
	for _, t := range p.r.Toolsets {
		add("tool."+t.Name, t.When)
	}
	return out
}

func conditionCycles(p *pass) {
	graph := p.shownGraph()
	reported := map[string]bool{}
	for _, n := range graph {
		cycle := cycleFrom(graph, n.term)
		if cycle == nil || slices.ContainsFunc(cycle, func(t string) bool { return reported[t] }) {
			continue
		}
		for _, t := range cycle {
			reported[t] = true
		}
		// A parameter depends on its tool without a condition; the circle closes at one that has a condition.
		at := n
		for _, t := range cycle {
			if i := slices.IndexFunc(graph, func(n shownNode) bool { return n.term == t }); !at.when.Given() && i >= 0 {
				at = graph[i]
			}
		}
		p.report(at.when.At, "break the circle: name a gate instead of a tool or parameter", "the condition depends on itself: %s", pathOf(append(cycle, cycle[0])))
	}
}

// cycleFrom finds a way from a term back to itself.
func cycleFrom(graph []shownNode, start string) []string {
	seen := map[string]bool{}
	var walk func(term string, path []string) []string
	walk = func(term string, path []string) []string {
		i := slices.IndexFunc(graph, func(n shownNode) bool { return n.term == term })
		if i < 0 || seen[term] {
			return nil
		}
		seen[term] = true
		path = append(slices.Clip(path), term)
		for _, next := range graph[i].next {
			if next == start {
				return path
			}
			if found := walk(next, path); found != nil {
				return found
			}
		}
		return nil
	}
	return walk(start, nil)
}

// verdict gathers what is known of one condition of the source over every place that refers to it.
type verdict struct {
	condition
	judged, holds, fails bool     // it can be judged, can hold, can fail
	unsure               bool     // it can't be judged everywhere
	profiles             []string // in which it was judged
}

// verdicts judges every condition, in the order of the source. Conditions that several declarations share, by a CUE
// reference, are one.
func (p *pass) verdicts() []*verdict {
	index := map[diag.Loc]*verdict{}
	var out []*verdict
	for _, c := range p.conds {
		if c.parsed == nil {
			continue
		}
		v, ok := index[c.word.At.Spot()]
		if !ok {
			v = &verdict{condition: c}
			index[c.word.At.Spot()] = v
			out = append(out, v)
		}
		p.judgeAt(v, c)
	}
	return out
}

func (p *pass) judgeAt(v *verdict, c condition) {
	lists := slices.DeleteFunc(slices.Clone(c.around), func(g guard) bool { return !g.each.Given() })
	for _, prof := range p.profiles(c.owner) {
		for _, w := range p.viewsOf(prof) {
			f, ok1 := w.guards([]guard{{when: c.word}})
			around, ok2 := w.guards(c.around)
			items, ok3 := w.guards(lists)
			if !ok1 || !ok2 || !ok3 {
				v.unsure = true // it reads something that is wrong: reported there
				continue
			}
			if w.Never(around) {
				continue // what stands around it is never shown: reported there
			}
			v.judged = true
			if !slices.Contains(v.profiles, prof.Name) {
				v.profiles = append(v.profiles, prof.Name)
			}
			v.holds = v.holds || !w.Never(gate.All(around, f))
			if _, always := w.Always(gate.Implies(items, f)); !always {
				v.fails = true
			}
		}
	}
}

func conditionNever(p *pass) {
	for _, v := range p.judge() {
		if v.judged && !v.unsure && !v.holds {
			p.report(v.word.At, "remove what it guards, or correct the condition, the pins or what the profile lists", "condition %q of %s never holds%s", v.word.Text, v.owner, inProfiles(v))
		}
	}
}

func conditionAlways(p *pass) {
	for _, v := range p.judge() {
		if v.judged && !v.unsure && v.holds && !v.fails {
			p.report(v.word.At, "remove the condition or correct it", "condition %q of %s always holds%s", v.word.Text, v.owner, inProfiles(v))
		}
	}
}

func inProfiles(v *verdict) string {
	if len(v.profiles) == 1 {
		return fmt.Sprintf(" in profile %q", v.profiles[0])
	}
	return " in profiles " + diag.QuoteAll(v.profiles)
}

func tooManyGates(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if gates := p.gatesOf(prof); len(gates) > maxGates {
			p.add(p.errorf(prof.At, "profile %q leaves %d gates open, want at most %d", prof.Name, len(gates), maxGates).
				Note("pin some of them, or merge gates that are set together").Note("it reads %s", diag.QuoteAll(gates)))
		}
	}
}
