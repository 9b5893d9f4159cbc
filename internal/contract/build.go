package contract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Build returns the lock of a registry that is free of errors.
func Build(r *registry.Registry) (*Lock, error) {
	c := &r.Contract
	l := &Lock{Contract: c.Name.Text, Version: c.Version, at: places{contract: c.At, name: c.Name.At, version: c.VersionAt}}
	for _, w := range c.Projections {
		l.Projections = append(l.Projections, w.Text)
		l.at.projections = w.At
	}
	slices.Sort(l.Projections)
	l.Projections = slices.Compact(l.Projections)
	for i := range r.Profiles { // sorted in the model
		p, err := buildProfile(r, &r.Profiles[i])
		if err != nil {
			return nil, err
		}
		l.Profiles = append(l.Profiles, p)
	}
	return l, nil
}

func buildProfile(r *registry.Registry, prof *registry.Profile) (Profile, error) {
	out := Profile{Name: prof.Name, at: prof.ToolsAt, gone: map[string]reason{}}
	v := viewsOf(r, prof)
	for _, w := range prof.Tools {
		t := r.Tool(w.Text)
		if t == nil {
			continue
		}
		shown, err := v.each(func(w *gate.World) (gate.Formula, error) { return w.Tool(t.Name) })
		if err != nil {
			return Profile{}, err
		}
		if !v.ever(shown) {
			out.gone[t.WireName()] = reason{whenOr(t.When, t.At), "is never shown now"}
			continue
		}
		if t.WireName() != t.Name {
			out.gone[t.Name] = reason{t.Wire.At, fmt.Sprintf("is called %q now", t.WireName())}
		}
		s := &Schema{Type: registry.ObjectType, place: func(string) diag.Loc { return t.At }}
		if err := v.params(s, t.Params, shown); err != nil {
			return Profile{}, err
		}
		out.Tools = append(out.Tools, Tool{t.WireName(), s})
	}
	slices.SortFunc(out.Tools, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

func whenOr(when registry.Word, at diag.Loc) diag.Loc {
	if when.Given() {
		return when.At
	}
	return at
}

// views are what the main agent and the subagents see of a profile, over every transport.
type views []*gate.World

func viewsOf(r *registry.Registry, prof *registry.Profile) views {
	return slices.DeleteFunc(gate.Worlds(r, prof, ""), func(w *gate.World) bool { return !w.Feasible() })
}

// each asks every view when something is shown.
func (vs views) each(when func(*gate.World) (gate.Formula, error)) ([]gate.Formula, error) {
	var out []gate.Formula
	for _, w := range vs {
		f, err := when(w)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// ever reports whether some prompt shows what is shown under fs, one for each view.
func (vs views) ever(fs []gate.Formula) bool {
	for i, w := range vs {
		if !w.Never(fs[i]) {
			return true
		}
	}
	return false
}

// params adds the parameters of a tool or the members of an object that is shown under around.
func (vs views) params(s *Schema, params []registry.Param, around []gate.Formula) error {
	for i := range params {
		p := &params[i]
		shown, sometimes := around, false
		if p.When.Given() {
			own, err := vs.each(func(w *gate.World) (gate.Formula, error) { return w.When(p.When.Text) })
			if err != nil {
				return err
			}
			var without []gate.Formula
			shown = nil
			for i, f := range own {
				shown = append(shown, gate.All(around[i], f))
				without = append(without, gate.All(around[i], gate.Not(f)))
			}
			if !vs.ever(shown) {
				if s.hidden == nil {
					s.hidden = map[string]diag.Loc{}
				}
				s.hidden[p.Name] = p.When.At
				continue
			}
			sometimes = vs.ever(without)
		}
		q, err := vs.schema(&p.Type, shown)
		if err != nil {
			return err
		}
		q.Required = presence(p.Required, sometimes)
		if s.Params == nil {
			s.Params = map[string]*Schema{}
		}
		s.Params[p.Name] = q
	}
	return nil
}

func presence(required, sometimes bool) Presence {
	switch {
	case !required:
		return Optional
	case sometimes:
		return WhenShown
	default:
		return Always
	}
}

// kinds are the types that a lock knows.
func kinds() []registry.TypeKind {
	return []registry.TypeKind{
		registry.StringType, registry.IntegerType, registry.NumberType, registry.BooleanType, registry.ArrayType, registry.ObjectType,
		registry.MapType, registry.UnionType, registry.AnyType,
	}
}

// schema reduces a type.
func (vs views) schema(t *registry.Type, shown []gate.Formula) (*Schema, error) {
	if !slices.Contains(kinds(), t.Kind) {
		// Calls would be compared without what such a type demands.
		return nil, fmt.Errorf("the lock of the contract has no form for type %q", t.Kind)
	}
	s := &Schema{
		Type: t.Kind, Nullable: t.Nullable, Discriminator: t.Discriminator.Text, Minimum: t.Minimum, Maximum: t.Maximum, MaxLength: t.MaxLength,
		Pattern: t.Pattern.Text, Format: t.Format.Text, MaxItems: t.MaxItems, place: t.Place,
	}
	if t.MinLength != nil {
		s.MinLength = *t.MinLength
	}
	if t.MinItems != nil {
		s.MinItems = *t.MinItems
	}
	s.Enum = enum(t)
	for _, inner := range []struct {
		of *registry.Type
		to **Schema
	}{{t.Items, &s.Items}, {t.Values, &s.Values}} {
		if inner.of == nil {
			continue
		}
		var err error
		if *inner.to, err = vs.schema(inner.of, shown); err != nil {
			return nil, err
		}
	}
	for i := range t.Variants {
		v := &t.Variants[i]
		q := &Schema{Type: registry.ObjectType, place: func(string) diag.Loc { return v.At }}
		if err := vs.params(q, v.Params, shown); err != nil {
			return nil, err
		}
		if s.Variants == nil {
			s.Variants = map[string]*Schema{}
		}
		s.Variants[v.Tag.Text] = q
	}
	return s, vs.params(s, t.Params, shown)
}

// enum sorts the values of a type: their order decides nothing.
func enum(t *registry.Type) []any {
	var out []any
	for _, v := range slices.Sorted(slices.Values(t.Enum)) {
		out = append(out, v)
	}
	for _, n := range slices.Sorted(slices.Values(t.EnumInts)) {
		out = append(out, json.Number(strconv.FormatInt(n, 10)))
	}
	return out
}
