package check

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// prompts yields the views in which a prompt can offer a node, over a transport or, with "", over any. The formula is when.
func (p *pass) prompts(n docNode, transport string) func(yield func(view, gate.Formula) bool) {
	shown := slices.Clone(n.whens)
	if transport != "" {
		shown = append(shown, guard{when: registry.Word{Text: transport}})
	}
	return func(yield func(view, gate.Formula) bool) {
		for _, prof := range p.profiles(n.owner()) {
			if transport != "" && !prof.Offers(transport) {
				continue
			}
			for _, v := range p.viewsOf(prof) {
				if f, ok := v.guards(shown); ok && !yield(v, f) {
					return
				}
			}
		}
	}
}

// emptyObjects reports objects whose members all have conditions, where a prompt can leave out every one of them and a
// projection has no form for what is left.
func (p *pass) emptyObjects(projection registry.Word) {
	if project.Refusals(&registry.Param{Type: registry.Type{Kind: registry.ObjectType}}, projection.Text) == nil {
		return
	}
	for _, n := range p.docs {
		if n.param == nil {
			continue
		}
		for below, members := range n.param.Objects() {
			if below != "" || len(members) == 0 {
				continue // a variant keeps its tag
			}
			for v, shown := range p.prompts(n, "native") {
				if choice, found := v.Find(gate.All(shown, v.without(members))); found {
					p.add(p.errorf(n.at, "%s is an object without members %s, which %s has no form for", n, choice, projection.Text).
						Note("leave one member without a condition, or take %q out of contract.projections (%s)", projection.Text, projection.At).Note("in %s", v))
					break
				}
			}
		}
	}
}

// without is when none of some members is offered. Conditions that are wrong are reported elsewhere.
func (v view) without(members []registry.Param) gate.Formula {
	some := gate.Const(false)
	for i := range members {
		f, err := v.When(members[i].When.Text)
		if err != nil {
			return gate.Const(false)
		}
		some = gate.Any(some, f)
	}
	return gate.Not(some)
}

// hiddenDefaults reports defaults that give a member which a prompt can leave out: there the model reads of an argument
// that its calls must not have.
func (p *pass) hiddenDefaults() {
	for _, n := range p.docs {
		if n.param == nil || n.param.Default == nil {
			continue
		}
		given := conditionals(nil, &n.param.Type, n.param.Default, nil)
		for v, shown := range p.prompts(n, "") {
			if m, choice := v.missing(given, shown); m != nil {
				p.add(p.errorf(n.at, "the default %s of %s gives the member %q, which is not offered %s", n.param.Default, n, m.Name, choice).
					Note("remove the default, or the member's condition (%s)", m.When.At).Note("in %s", v))
				break
			}
		}
	}
}

// conditional is a member that a value gives and that has a condition, with all conditions from the value's root on.
type conditional struct {
	member *registry.Param
	whens  []guard
}

// missing finds the first of some members of what is shown that a prompt leaves out.
func (v view) missing(given []conditional, shown gate.Formula) (*registry.Param, gate.Choice) {
	for _, c := range given {
		f, ok := v.guards(c.whens)
		if !ok {
			continue
		}
		if choice, found := v.Find(gate.All(shown, gate.Not(f))); found {
			return c.member, choice
		}
	}
	return nil, nil
}

// conditionals adds the members in a value of a type that have conditions. A value that is not of the type has none.
func conditionals(out []conditional, t *registry.Type, value json.RawMessage, around []guard) []conditional {
	switch t.Kind {
	case registry.ArrayType:
		var items []json.RawMessage
		if json.Unmarshal(value, &items) == nil {
			for _, item := range items {
				out = conditionals(out, t.Items, item, around)
			}
		}
		return out
	case registry.MapType, registry.ObjectType, registry.UnionType:
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) == nil {
			return conditionalsIn(out, t, members, around)
		}
	}
	return out
}

// conditionalsIn is conditionals for what an object holds.
func conditionalsIn(out []conditional, t *registry.Type, members map[string]json.RawMessage, around []guard) []conditional {
	params := t.Params
	switch t.Kind {
	case registry.MapType:
		for _, key := range slices.Sorted(maps.Keys(members)) {
			out = conditionals(out, t.Values, members[key], around)
		}
	case registry.UnionType:
		var tag string
		if json.Unmarshal(members[t.Discriminator.Text], &tag) == nil {
			if i := slices.IndexFunc(t.Variants, func(v registry.Variant) bool { return v.Tag.Text == tag }); i >= 0 {
				params = t.Variants[i].Params
			}
		}
	}
	for i := range params {
		q := &params[i]
		value, ok := members[q.Name]
		if !ok {
			continue
		}
		whens := around
		if q.When.Given() {
			whens = append(slices.Clip(around), guard{when: q.When})
			out = append(out, conditional{q, whens})
		}
		out = conditionals(out, &q.Type, value, whens)
	}
	return out
}
