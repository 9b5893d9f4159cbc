package snapshot

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// invariant is the rule of everything below. The checks prove most of it for every prompt; the cells are looked at all
// the same, because a fault of ours would otherwise be pinned as if it were right.
const invariant = "snapshot-invariant"

// caseLimit is the rule of cells that a limit refuses.
const caseLimit = "case-limit"

// caseToolset is the rule of cells with tools of the host that their toolset refuses.
const caseToolset = "case-toolset"

// refuse adds what limits and toolsets refuse: of each value and each section the first cell that shows it.
func refuse(found diag.List, c *Cell, rule string, over render.OverLimit) diag.List {
	for _, x := range over {
		if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Rule == rule && d.At == x.At }) {
			continue
		}
		d := diag.Errorf(x.At, rule, "%s", x.Problem).Note("seen in %s", c.Name())
		if x.Limit != x.At {
			what := "limit"
			if rule == caseToolset {
				what = "toolset"
			}
			d = d.Note("the %s is declared at %s", what, x.Limit)
		}
		found = append(found, d)
	}
	return found
}

// caseConstraint is the rule of cells that break a constraint between gates, which package check declares: what limits and
// toolsets decide shows here alone.
const caseConstraint = "case-constraint"

// breaks adds the constraints that a case breaks, each once for all its cells.
func breaks(found diag.List, r *registry.Registry, c *Cell, broken render.Broken) diag.List {
	for _, rule := range broken {
		at, ok := rule.SetIn(c.from, &r.Snapshots.Fixture)
		if !ok {
			at = c.from.At
		}
		d := diag.Errorf(at, caseConstraint, "case %q breaks a constraint: %s", c.Case, rule)
		if slices.ContainsFunc(found, func(o diag.Diagnostic) bool { return o.At == d.At && o.Message == d.Message }) {
			continue
		}
		found = append(found, d.Note("seen in %s", c.Name()).
			Note("what limits leave of an input or a toolset decides the gates that follow from it; the constraint is declared at %s", rule.At))
	}
	return found
}

// noMode is the rule of cells in which a level of the chain decides whose mode the case does not choose.
const noMode = "case-mode-missing"

// chooses adds that a case must choose a mode, once for all its cells.
func chooses(found diag.List, c *Cell, missing *render.NoMode) diag.List {
	d := diag.Errorf(c.from.At, noMode, "case %q chooses no mode for level %q of the chain, which decides", c.Case, missing.Level)
	if slices.ContainsFunc(found, func(o diag.Diagnostic) bool { return o.At == d.At && o.Message == d.Message }) {
		return found
	}
	return append(found, d.Note("seen in %s", c.Name()).Note(`add modes: %s: "replace" or "append" to the case or the fixture`, missing.Level))
}

// Rules lists what Files may report.
func Rules() []diag.Rule {
	return []diag.Rule{{ID: caseLimit, Doc: "A cell gives more than a limit with over: \"reject\" takes: a list of a case, or what a section or the " +
		"system text then holds. Give less, or raise the limit."}, {ID: caseToolset, Doc: "A case gives a toolset a tool that it refuses: a name that " +
		"providers refuse or that is taken, a schema that they refuse, or more than a limit. Correct the tool, or let the toolset skip such tools."}, {ID: noMode, Doc: "A case gives text to a level of the chain whose mode hosts choose, and " +
		"says no mode. Add modes to the case, e.g. modes: agent: \"append\"."}, {ID: invariant, Doc: "A rendered cell shows what no prompt may show: the character of a mark that stands in none of its values, " +
		"the name of a tool that the cell does not offer, a tool without a description, or the XML documentation of tools where calls are native. " +
		"Guard the text with a condition, e.g. when: \"xml\" or when: \"tool.NAME\"."}}
}

// once keeps the first of the diagnostics that say the same of one place, whatever the cell.
func once(found diag.List) diag.List {
	type key struct {
		at   diag.Loc
		what string
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		k := key{d.At, d.Message}
		if d.Rule == caseLimit || d.Rule == caseToolset {
			k.what = d.Rule // the sizes that it tells may differ by profile and locale
		}
		defer func() { seen[k] = true }()
		return seen[k]
	})
}

// invariants says what a cell shows that it must not show.
func invariants(r *registry.Registry, renderer *render.Renderer, projector *project.Projector, c *Cell, out *render.Result) (diag.List, error) {
	var found diag.List
	add := func(at diag.Loc, format string, args ...any) {
		found = append(found, diag.Errorf(at, invariant, format, args...).Note("seen in %s", c.Name()))
	}
	for _, n := range out.Named {
		if !slices.ContainsFunc(out.Tools, func(t project.Tool) bool { return t.Host == nil && t.Key == n.Tool }) {
			add(n.At, "text names the tool %q, which is not offered", n.Tool)
		}
	}
	for i := range out.Tools {
		if t := &out.Tools[i]; t.Host == nil && strings.TrimSpace(t.Doc) == "" {
			add(r.Tool(t.Key).At, "the tool %q is offered without a description", t.Key)
		}
	}
	if c.Transport == "native" {
		for _, at := range out.Docs {
			add(at, "XML documentation of tools in a native prompt")
		}
	}
	marked, err := showsMark(renderer, projector, c, out)
	if marked {
		add(r.Profile(c.Profile).At, "a mark was not replaced")
	}
	return found, err
}

// showsMark reports whether the character of a mark is in the output without having come in by a value.
func showsMark(renderer *render.Renderer, projector *project.Projector, c *Cell, out *render.Result) (bool, error) {
	if !marked(projector, out) {
		return false, nil
	}
	clean := c.Cell
	clean.Inputs = withoutMarks(c.Inputs)
	clean.Toolsets = slices.Clone(c.Toolsets)
	for i := range clean.Toolsets {
		v := &clean.Toolsets[i]
		v.Tools = slices.Clone(v.Tools)
		for j := range v.Tools {
			v.Tools[j].Description = unmarked(v.Tools[j].Description)
		}
	}
	out, err := renderer.Render(clean)
	return err == nil && marked(projector, out), err
}

func marked(projector *project.Projector, out *render.Result) bool {
	texts := []string{out.System, out.Tail}
	texts = slices.AppendSeq(texts, projector.Take(project.Of("", out.Tools)).Docs()) // a host's words are its own
	for _, t := range out.Turns {
		texts = append(texts, t.Text)
	}
	for _, cmd := range out.Commands {
		texts = append(texts, cmd.Text)
	}
	return slices.ContainsFunc(texts, func(s string) bool {
		return strings.Contains(s, "\ue000") || strings.Contains(s, "\ue001")
	})
}

func unmarked(s string) string { return strings.NewReplacer("\ue000", "?", "\ue001", "?").Replace(s) }

// withoutMarks replaces the characters in all values, so that none can come from there.
func withoutMarks(in []registry.InputValue) []registry.InputValue {
	out := slices.Clone(in)
	for i := range out {
		v := &out[i].Value
		if s := unmarked(v.Text()); s != v.Text() {
			v.Str, v.Bytes = &s, nil
		}
		v.Items = slices.Clone(v.Items)
		for j := range v.Items {
			v.Items[j] = withoutMarks(v.Items[j])
		}
	}
	return out
}
