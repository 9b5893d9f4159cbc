package strict

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// What a single schema may have, at OpenAI.
const (
	maxLevels         = 10 // of objects and arrays; the parameters of a tool are the first
	maxValues         = 250
	maxValuesTogether = 15_000 // characters of an enum that has more than maxValues values
)

// amount is what counts against limits.
type amount struct {
	tools      int64
	optional   int64 // parameters and members
	unions     int64 // types that are several: nullable, or a union
	properties int64
	characters int64 // of names, enum values and constants
	values     int64 // of enums
}

// item is an amount that is there when something is shown.
type item struct {
	shown  gate.Formula
	amount amount
}

// obstacle is what keeps a schema from being strict.
type obstacle struct {
	families Set
	at       diag.Loc
	why      string
}

// cost is what a strict tool would cost.
type cost struct {
	items     [][]item // by world
	obstacles []obstacle
}

// measure finds out what a tool costs. What no session of a world shows costs nothing there and is in nobody's way.
func measure(worlds []*gate.World, t *registry.Tool) cost {
	var c cost
	for _, w := range worlds {
		m := meter{world: w, cost: &c}
		if shown, err := w.Tool(t.Name); err == nil && !w.Never(shown) {
			m.add(shown, amount{tools: 1})
			m.members(t.Params, "", 1, func(p *registry.Param) (gate.Formula, error) { return w.Param(t.Name, p.Name) })
		}
		c.items = append(c.items, m.items)
	}
	return c
}

// meter walks through the parameters of a tool in one world.
type meter struct {
	world *gate.World
	items []item
	cost  *cost
}

func (m *meter) add(shown gate.Formula, a amount) {
	if last := len(m.items) - 1; last >= 0 && m.items[last].shown.Same(shown) {
		m.items[last].amount = m.items[last].amount.plus(a)
		return
	}
	m.items = append(m.items, item{shown, a})
}

func (a amount) plus(b amount) amount {
	return amount{
		a.tools + b.tools, a.optional + b.optional, a.unions + b.unions,
		a.properties + b.properties, a.characters + b.characters, a.values + b.values,
	}
}

func (m *meter) bar(families Set, at diag.Loc, format string, args ...any) {
	m.cost.obstacles = append(m.cost.obstacles, obstacle{families, at, fmt.Sprintf(format, args...)})
}

// members measures the members of an object, whose paths begin with prefix.
func (m *meter) members(params []registry.Param, prefix string, level int, when func(*registry.Param) (gate.Formula, error)) {
	for i := range params {
		p := &params[i]
		shown, err := when(p)
		if err != nil || m.world.Never(shown) {
			continue
		}
		a := amount{properties: 1, characters: runes(p.Name)}
		if !p.Required {
			a.optional = 1
		}
		m.add(shown, a)
		if !p.Required && p.Nullable && p.Kind != registry.AnyType {
			m.bar(OpenAI, p.Place("nullable"), "parameter %q is optional and nullable, and null would mean both", prefix+p.Name)
		}
		m.typ(&p.Type, shown, prefix+p.Name, level, !p.Required)
	}
}

// typ measures a type. What is optional becomes nullable in OpenAI's strict schemas.
func (m *meter) typ(t *registry.Type, shown gate.Formula, path string, level int, optional bool) {
	if level == maxLevels+1 {
		m.bar(OpenAI, t.At, "parameter %q nests more than %d levels deep", path, maxLevels)
	}
	if t.Nullable || t.Kind == registry.UnionType {
		m.add(shown, amount{unions: 1})
	}
	m.enum(t, shown, path, optional)
	inner := func(p *registry.Param) (gate.Formula, error) {
		f, err := m.world.When(p.When.Text)
		return gate.All(shown, f), err
	}
	switch t.Kind {
	case registry.MapType:
		m.bar(OpenAI|Anthropic, t.Place("type"), "parameter %q is a map, and the names in it are open", path)
	case registry.AnyType:
		m.bar(OpenAI|Anthropic, t.Place("type"), "parameter %q is of type any", path)
	case registry.ArrayType:
		if t.Items != nil {
			m.typ(t.Items, shown, path, level+1, false)
		}
	case registry.ObjectType:
		m.members(t.Params, path+".", level+1, inner)
	case registry.UnionType:
		for i := range t.Variants {
			v := &t.Variants[i]
			m.add(shown, amount{properties: 1, characters: runes(t.Discriminator.Text) + runes(v.Tag.Text)})
			m.members(v.Params, path+"."+v.Tag.Text+".", level+1, inner)
		}
	}
}

// enum measures the values that a type lists; null is one where it may be given.
func (m *meter) enum(t *registry.Type, shown gate.Formula, path string, optional bool) {
	values := int64(len(t.Enum) + len(t.EnumInts))
	if values == 0 {
		return
	}
	var characters int64
	for _, v := range t.Enum {
		characters += runes(v)
	}
	if values > maxValues && characters > maxValuesTogether {
		m.bar(OpenAI, t.Place("enum"), "the enum of parameter %q has more than %d values and more than %d characters", path, maxValues, maxValuesTogether)
	}
	for _, v := range t.EnumInts {
		characters += int64(len(strconv.FormatInt(v, 10)))
	}
	if optional || t.Nullable {
		values, characters = values+1, characters+int64(len("null"))
	}
	m.add(shown, amount{values: values, characters: characters})
}

func runes(s string) int64 { return int64(utf8.RuneCountInString(s)) }
