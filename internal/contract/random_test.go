package contract_test

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/contract"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt"
)

// TestCompatible draws a tool, changes it, and draws calls: one that the old decoder takes, the new one takes as well
// wherever the comparison finds nothing to forbid.
func TestCompatible(t *testing.T) {
	pairs, calls := 2000, 40
	if testing.Short() {
		pairs = 500
	}
	d := draw{rand.New(rand.NewPCG(1, 2))}
	compatible, changed, valid := 0, 0, 0
	witnessed := 0 // pairs that are forbidden, and for which a call that fails was drawn
	for range pairs {
		old := d.params(2)
		now := slices.Clone(old)
		for range 1 + d.IntN(2) {
			now = d.change(now)
		}
		found := contract.Compare(read(t, build(t, small(old...))), build(t, small(now...)))
		if len(found) == 0 {
			compatible++
			if string(build(t, small(old...)).Bytes()) != string(build(t, small(now...)).Bytes()) {
				changed++
			}
		}
		// Whatever a prompt hides is hidden before and after alike: conditions are no part of the promise.
		hidden := func(p registry.Param) bool { return p.When.Given() }
		prompts := []func([]registry.Param) []registry.Param{
			func(ps []registry.Param) []registry.Param { return ps },
			func(ps []registry.Param) []registry.Param { return slices.DeleteFunc(slices.Clone(ps), hidden) },
		}
		failed := false
		for i := range calls {
			shown := prompts[i%2]
			if i%2 == 1 && !slices.Equal(whens(old), whens(now)) {
				continue
			}
			args := d.object(shown(old))
			if decode(args, shown(old)) != nil {
				continue
			}
			valid++
			err := decode(args, shown(now))
			failed = failed || err != nil
			if err != nil && len(found) == 0 {
				t.Fatalf("%s was valid: %v\nold\n%s\nnew\n%s", args, err, build(t, small(old...)).Bytes(), build(t, small(now...)).Bytes())
			}
		}
		if failed {
			witnessed++
		}
	}
	t.Logf("%d pairs, %d compatible, %d of them changed, %d others with a call that fails; %d valid calls", pairs, compatible, changed, witnessed, valid)
	if changed < pairs/10 || witnessed < pairs/10 || valid < pairs {
		t.Error("the draw is too narrow to say anything")
	}
}

// whens says which parameters a prompt may hide.
func whens(ps []registry.Param) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Name+p.When.Text)
	}
	return out
}

// decode decodes a call as generated code would.
func decode(args string, params []registry.Param) error {
	return prompt.DecodeCall(prompt.Call{Name: "use", Args: json.RawMessage(args)}, fields(params))
}

func fields(params []registry.Param) []prompt.ArgField {
	var out []prompt.ArgField
	for i := range params {
		out = append(out, field(&params[i]))
	}
	return out
}

func field(p *registry.Param) prompt.ArgField {
	switch p.Kind {
	case registry.IntegerType:
		return arg(p, integerArg(&p.Type))
	case registry.NumberType:
		return arg(p, numberArg(&p.Type))
	case registry.BooleanType:
		return arg(p, prompt.AsBool())
	case registry.ObjectType:
		return arg(p, objectArg(&p.Type))
	case registry.UnionType:
		return arg(p, unionArg(&p.Type))
	case registry.AnyType:
		return arg(p, prompt.AsAny())
	case registry.ArrayType, registry.MapType:
		return container(p, cmp.Or(p.Items, p.Values))
	default:
		return arg(p, stringArg(&p.Type))
	}
}

// arg is a field of any type; what becomes of the value does not matter.
func arg[T any](p *registry.Param, typ prompt.ArgType[T]) prompt.ArgField {
	switch {
	case p.Required && p.Nullable:
		return prompt.RequiredArg(p.Name, new(*T), prompt.AsNullable(typ))
	case p.Required:
		return prompt.RequiredArg(p.Name, new(T), typ)
	case p.Nullable:
		return prompt.MaybeArg(p.Name, new(prompt.Maybe[T]), typ)
	}
	return prompt.PointerArg(p.Name, new(*T), typ)
}

// container is a list or a map of what is none.
func container(p *registry.Param, t *registry.Type) prompt.ArgField {
	switch t.Kind {
	case registry.IntegerType:
		return elements(p, t, integerArg(t))
	case registry.NumberType:
		return elements(p, t, numberArg(t))
	case registry.BooleanType:
		return elements(p, t, prompt.AsBool())
	case registry.ObjectType:
		return elements(p, t, objectArg(t))
	case registry.UnionType:
		return elements(p, t, unionArg(t))
	case registry.AnyType:
		return elements(p, t, prompt.AsAny())
	default:
		return elements(p, t, stringArg(t))
	}
}

func elements[T any](p *registry.Param, t *registry.Type, elem prompt.ArgType[T]) prompt.ArgField {
	if t.Nullable {
		return holding(p, prompt.AsNullable(elem))
	}
	return holding(p, elem)
}

func holding[T any](p *registry.Param, elem prompt.ArgType[T]) prompt.ArgField {
	if p.Kind == registry.MapType {
		return arg(p, prompt.AsMap(elem))
	}
	l := prompt.AsList(elem)
	if p.MinItems != nil {
		l = l.MinItems(*p.MinItems)
	}
	if p.MaxItems != nil {
		l = l.MaxItems(*p.MaxItems)
	}
	return arg(p, l)
}

func unionArg(t *registry.Type) prompt.ArgType[any] {
	var cases []prompt.Variant[any]
	for _, v := range t.Variants {
		cases = append(cases, prompt.UnionCase(v.Tag.Text, func() (any, []prompt.ArgField) { return nil, fields(v.Params) }))
	}
	return prompt.AsUnion(t.Discriminator.Text, cases...)
}

func objectArg(t *registry.Type) prompt.ArgType[struct{}] {
	return prompt.AsObject(func(*struct{}) []prompt.ArgField { return fields(t.Params) })
}

func stringArg(t *registry.Type) prompt.StringType {
	s := prompt.AsString()
	if t.MinLength != nil {
		s = s.MinLength(*t.MinLength)
	}
	if t.MaxLength != nil {
		s = s.MaxLength(*t.MaxLength)
	}
	if t.Enum != nil {
		s = s.OneOf(t.Enum...)
	}
	return s.Pattern(t.Pattern.Text).Format(t.Format.Text)
}

func integerArg(t *registry.Type) prompt.IntType {
	n := prompt.AsInt()
	if t.Minimum != nil {
		v, _ := strconv.ParseInt(t.Minimum.String(), 10, 64)
		n = n.Min(v)
	}
	if t.Maximum != nil {
		v, _ := strconv.ParseInt(t.Maximum.String(), 10, 64)
		n = n.Max(v)
	}
	if t.EnumInts != nil {
		n = n.OneOf(t.EnumInts...)
	}
	return n
}

func numberArg(t *registry.Type) prompt.NumberType {
	n := prompt.AsNumber()
	if t.Minimum != nil {
		n = n.MinDecimal(t.Minimum.String())
	}
	if t.Maximum != nil {
		n = n.MaxDecimal(t.Maximum.String())
	}
	return n
}

// draw makes tools, changes and calls.
type draw struct{ *rand.Rand }

func (d draw) one(words ...string) string { return words[d.IntN(len(words))] }

func (d draw) params(depth int) []registry.Param {
	var out []registry.Param
	for _, name := range []string{"a", "b", "c"} {
		if d.IntN(3) > 0 {
			out = append(out, d.param(name, depth))
		}
	}
	return out
}

func (d draw) param(name string, depth int) registry.Param {
	p := registry.Param{Name: name, Type: d.typ(depth), Required: d.IntN(3) == 0}
	if depth == 2 && d.IntN(4) == 0 {
		p.When.Text = "web"
	}
	return p
}

func (d draw) typ(depth int) registry.Type {
	kinds := []registry.TypeKind{
		registry.StringType, registry.IntegerType, registry.NumberType, registry.BooleanType, registry.AnyType,
		registry.ArrayType, registry.ObjectType, registry.MapType, registry.UnionType,
	}
	if depth == 0 {
		kinds = kinds[:5]
	}
	t := registry.Type{Kind: kinds[d.IntN(len(kinds))]}
	t.Nullable = t.Kind != registry.AnyType && d.IntN(5) == 0
	for range d.IntN(3) {
		d.tune(&t)
	}
	switch t.Kind {
	case registry.ObjectType:
		t.Params = d.params(depth - 1)
	case registry.ArrayType, registry.MapType:
		elem := d.typ(depth - 1)
		for isContainer(&elem) {
			elem = d.typ(depth - 1)
		}
		if t.Items = &elem; t.Kind == registry.MapType {
			t.Items, t.Values = nil, &elem
		}
	case registry.UnionType:
		t.Discriminator.Text = d.one("kind", "kind", "op")
		for _, tag := range []string{"x", "y"}[:1+d.IntN(2)] {
			t.Variants = append(t.Variants, registry.Variant{Tag: registry.Word{Text: tag}, Params: d.params(depth - 1)})
		}
	}
	return t
}

func isContainer(t *registry.Type) bool {
	return t.Kind == registry.ArrayType || t.Kind == registry.MapType
}

// tune sets, moves or removes one keyword.
func (d draw) tune(t *registry.Type) {
	count := func(top int) *int64 {
		if d.IntN(3) == 0 {
			return nil
		}
		return new(int64(d.IntN(top)))
	}
	bound := func() *json.Number {
		if d.IntN(4) == 0 {
			return nil
		}
		return number(d.one("-9223372036854775808", "-2", "0", "1", "3", "9007199254740993", "9223372036854775807"))
	}
	switch {
	case t.Kind == registry.StringType && d.IntN(2) == 0:
		t.MinLength, t.MaxLength = count(3), count(6)
	case t.Kind == registry.StringType:
		t.Pattern.Text, t.Format.Text = d.one("", "", "^a", "b"), d.one("", "", "", "date")
		if t.Enum = nil; d.IntN(2) == 0 {
			t.Enum = []string{"ab", "b", "abc", ""}[:1+d.IntN(3)]
		}
	case t.Kind == registry.IntegerType && d.IntN(3) == 0:
		if t.EnumInts = nil; d.IntN(2) == 0 {
			t.EnumInts = []int64{1, 3, -2}[:1+d.IntN(3)]
		}
	case t.Kind == registry.IntegerType || t.Kind == registry.NumberType:
		if d.IntN(2) == 0 {
			t.Minimum = bound()
		} else {
			t.Maximum = bound()
		}
	case t.Kind == registry.ArrayType:
		t.MinItems, t.MaxItems = count(2), count(4)
	}
}

// change changes one thing in a list of parameters, which stays as it is.
func (d draw) change(ps []registry.Param) []registry.Param {
	out := slices.Clone(ps)
	if len(out) == 0 || len(out) < 4 && d.IntN(8) == 0 {
		free := slices.DeleteFunc([]string{"a", "b", "c", "d"}, func(name string) bool {
			return slices.ContainsFunc(out, func(p registry.Param) bool { return p.Name == name })
		})
		return append(out, d.param(free[0], 0))
	}
	i := d.IntN(len(out))
	p := &out[i]
	switch d.IntN(12) {
	case 0:
		return slices.Delete(out, i, i+1)
	case 1:
		p.Required = !p.Required
	case 2:
		p.When.Text = d.one("", "web")
	case 3:
		p.Type = d.typ(1)
	case 4:
		if p.Kind == registry.IntegerType {
			p.Kind, p.EnumInts = registry.NumberType, nil
		}
	case 5:
		p.Nullable = p.Kind != registry.AnyType && !p.Nullable
	case 6:
		if d.IntN(2) == 0 {
			p.Type = registry.Type{Kind: registry.AnyType}
		}
	default:
		d.changeType(&p.Type)
	}
	return out
}

func (d draw) changeType(t *registry.Type) {
	switch {
	case t.Kind == registry.ObjectType:
		t.Params = d.change(t.Params)
	case t.Kind == registry.ArrayType && d.IntN(2) == 0:
		item := *t.Items
		d.changeType(&item)
		t.Items = &item
	case t.Kind == registry.MapType:
		value := *t.Values
		d.changeType(&value)
		t.Values = &value
	case t.Kind == registry.UnionType:
		d.changeUnion(t)
	case d.IntN(6) == 0:
		t.Nullable = t.Kind != registry.AnyType && !t.Nullable
	default:
		d.tune(t)
	}
}

func (d draw) changeUnion(t *registry.Type) {
	t.Variants = slices.Clone(t.Variants)
	switch v := &t.Variants[0]; d.IntN(5) {
	case 0:
		t.Discriminator.Text = d.one("kind", "op")
	case 1:
		v.Tag.Text = d.one("x", "z")
	case 2:
		t.Variants = append(t.Variants, registry.Variant{Tag: registry.Word{Text: "w"}})
	default:
		v.Params = d.change(v.Params)
	}
}

// object writes an object that is likely to be valid.
func (d draw) object(params []registry.Param) string {
	var out []string
	for i := range params {
		if p := &params[i]; p.Required && d.IntN(20) > 0 || d.IntN(2) == 0 {
			out = append(out, strconv.Quote(p.Name)+":"+d.value(&p.Type))
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

func (d draw) value(t *registry.Type) string {
	if d.IntN(8) == 0 {
		return "null"
	}
	switch t.Kind {
	case registry.AnyType:
		return d.one("1", `"a"`, `{"a":[null]}`, "null")
	case registry.MapType:
		return `{"a":` + d.value(t.Values) + d.one("", `,"b c":`+d.value(t.Values)) + "}"
	case registry.UnionType:
		v := t.Variants[d.IntN(len(t.Variants))]
		members, sep := strings.TrimSuffix(d.object(v.Params), "}"), ","
		if members == "{" {
			sep = ""
		}
		return members + sep + strconv.Quote(t.Discriminator.Text) + ":" + strconv.Quote(v.Tag.Text) + "}"
	case registry.BooleanType:
		return d.one("true", "false")
	case registry.IntegerType, registry.NumberType:
		all := []string{"-2", "0", "1", "1.0", "1e0", "3", "9007199254740993", "9223372036854775807", "-9223372036854775808", "2.5"}
		for _, n := range []*json.Number{t.Minimum, t.Maximum} {
			if n != nil {
				all = append(all, n.String(), n.String())
			}
		}
		return d.one(all...)
	case registry.ObjectType:
		return d.object(t.Params)
	case registry.ArrayType:
		var items []string
		for range d.IntN(4) {
			items = append(items, d.value(t.Items))
		}
		return "[" + strings.Join(items, ",") + "]"
	default:
		return strconv.Quote(d.one(append([]string{"", "a", "b", "ab", "abc", "abcdef", "2026-01-31", "äb"}, t.Enum...)...))
	}
}
