// Package check proves what can be proved about a registry before anything is generated from it.
//
// It is a list of named rules over the model. Each looks for one kind of mistake and knows nothing of the others: what
// only follows from a mistake is left out by looking at the registry, never at what another rule has found. Where
// names are misspelt, rules that look further look twice, at the registry as it is written and as it is most likely
// meant, and report what they find in both.
package check

import (
	"slices"
	"sync"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// rule is a kind of mistake and how to find it.
type rule struct {
	diag.Rule
	run func(*pass)
}

// Rules returns the rules in the order in which they run.
func Rules() []diag.Rule {
	var out []diag.Rule
	for _, r := range rules() {
		out = append(out, r.Rule)
	}
	return out
}

func rules() []rule { return slices.Concat(writtenRules(), meantRules()) }

// writtenRules look at a registry as it is written.
func writtenRules() []rule { return slices.Concat(nameRules(), rootRules(), duplicateRules()) }

// meantRules look at a registry as it is written and as it is meant, with misspelt names replaced.
func meantRules() []rule {
	return slices.Concat(
		unusedRules(), reasonRules(), conditionRules(), gateRules(), cacheRules(), markRules(), valueRules(), trustRules(), fenceRules(), frozenRules(),
		proofRules(), textRules(), wordRules(), profileRules(), selectRules(), toolRules(), toolsetRules(), requestRules(), typeRules(), projectionRules(), caseRules(), limitRules(),
		chainRules(), lintRules(),
	)
}

// Check runs every rule over a loaded registry and returns what they find, sorted, without the warnings that
// lint.allow silences.
func Check(r *registry.Registry) diag.List { return CheckWithout(r, "") }

// CheckWithout is Check without the rule of the given id, for tests that show that every rule is needed.
func CheckWithout(r *registry.Registry, id string) diag.List {
	p := newPass(r)
	p.run(writtenRules(), id)
	names := len(p.found)
	p.run(meantRules(), id)
	meant := p.repaired()
	if meant == r {
		return p.allowed().Sorted()
	}
	// What holds only as it is written follows from a misspelling, and what holds only as it is meant from a guess.
	q := newPass(meant)
	q.run(meantRules(), id)
	both := map[finding]bool{}
	for _, d := range p.found[names:] {
		both[findingOf(d)] = true
	}
	p.found = p.found[:names]
	for _, d := range q.found {
		if both[findingOf(d)] {
			p.add(d)
		}
	}
	return p.allowed().Sorted()
}

// finding says that a rule found something at a place.
type finding struct {
	at   diag.Loc
	rule string
}

func findingOf(d diag.Diagnostic) finding { return finding{d.At.Spot(), d.Rule} }

func (p *pass) run(rules []rule, without string) {
	for _, rule := range rules {
		if rule.ID != without {
			p.rule = rule.ID
			rule.run(p)
		}
	}
}

// pass is one run over a registry: what the rules share, and what they have found.
type pass struct {
	r     *registry.Registry
	rule  string // the one that runs
	found diag.List

	listing   map[owner][]*registry.Profile
	nodes     []node           // parts of sections, then of commands
	parts     map[owner][]node // the same by section or command
	docs      []docNode
	docStart  map[*registry.Tool]int // where those of a tool begin in docs
	conds     []condition
	texts     []textSite
	toolTexts map[string][]*registry.ToolText // by tool

	// What is costly and needed by several rules is found once.
	views map[string][]view // by profile
	dead  func() []*registry.Gate
	bare  func() []bareName
	marks func() []difference
	judge func() []*verdict
	used  func() map[*registry.Message]bool

	catalog func() map[message][]*registry.Text
}

func newPass(r *registry.Registry) *pass {
	p := &pass{r: r, views: map[string][]view{}, parts: map[owner][]node{}, toolTexts: map[string][]*registry.ToolText{}}
	p.listing = walkLists(r)
	p.nodes = walkParts(r)
	for _, n := range p.nodes {
		p.parts[n.owner] = append(p.parts[n.owner], n)
	}
	for i := range r.ToolTexts {
		tt := &r.ToolTexts[i]
		p.toolTexts[tt.Tool] = append(p.toolTexts[tt.Tool], tt)
	}
	p.docs = walkDocs(r)
	p.conds = p.walkConditions()
	p.texts = p.walkTexts()
	p.dead = sync.OnceValue(p.deadGates)
	p.bare = sync.OnceValue(p.bareNames)
	p.marks = sync.OnceValue(p.differences)
	p.judge = sync.OnceValue(p.verdicts)
	p.used = sync.OnceValue(p.usedTexts)
	p.catalog = sync.OnceValue(p.walkMessages)
	return p
}

// errorf makes an error of the running rule.
func (p *pass) errorf(at diag.Loc, format string, args ...any) diag.Diagnostic {
	return diag.Errorf(at, p.rule, format, args...)
}

func (p *pass) add(d diag.Diagnostic) { p.found = append(p.found, d) }

// report adds an error with one note that says how to mend it.
func (p *pass) report(at diag.Loc, mend, format string, args ...any) {
	p.add(p.errorf(at, format, args...).Note("%s", mend))
}

// allowed returns what was found without the warnings that lint.allow silences.
func (p *pass) allowed() diag.List {
	return slices.DeleteFunc(slices.Clone(p.found), func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(p.r.Lint.Allow, func(a registry.Allow) bool { return silences(a, d) })
	})
}

func silences(a registry.Allow, d diag.Diagnostic) bool {
	return d.Severity == diag.Warning && a.Rule.Text == d.Rule && a.Path.Text == d.At.Path
}

// declared is a name with the place of its declaration.
type declared struct {
	name string
	at   diag.Loc
}

// propose adds what was most likely meant, with its place.
func propose(d diag.Diagnostic, n declared) diag.Diagnostic {
	if n.at.Line == 0 {
		return d.Note("did you mean %q?", n.name)
	}
	return d.Note("did you mean %q? (%s)", n.name, n.at)
}

// suggest adds the declared name nearest to got, with its place.
func suggest(d diag.Diagnostic, got string, names []declared) diag.Diagnostic {
	candidates := namesOf(names)
	best, ok := diag.Nearest(got, candidates)
	if !ok {
		return d
	}
	return propose(d, names[slices.Index(candidates, best)])
}

func namesOf(all []declared) []string {
	var out []string
	for _, n := range all {
		out = append(out, n.name)
	}
	return out
}

func declares(all []declared, name string) bool {
	return slices.ContainsFunc(all, func(n declared) bool { return n.name == name })
}

// texts of words, in order.
func texts(ws []registry.Word) []string {
	var out []string
	for _, w := range ws {
		out = append(out, w.Text)
	}
	return out
}
