package plan

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// argWriter plans the types of one tool.
type argWriter struct {
	b     *builder
	types names
	tool  Tool
}

// object plans a struct and returns after its place in the list is taken, so that outer structs come first.
func (w *argWriter) object(name string, params []registry.Param) {
	at := len(w.tool.Structs)
	w.tool.Structs = append(w.tool.Structs, ArgStruct{})
	s := ArgStruct{Struct: Struct{Name: name}}
	c := w.b.claims(name + ".")
	for i := range params {
		p := &params[i]
		field := c.claim(camel(p.Name), named("parameter", p.Name), p.At)
		arg, goType, note := w.arg(p, name+field, field)
		doc := w.b.plainText(p.Fragments)
		if note != "" {
			doc = addSentence(doc, note)
		}
		s.Fields = append(s.Fields, Field{field, goType, doc})
		s.Args = append(s.Args, arg)
	}
	w.tool.Structs[at] = s
}

// arg plans the line of a parameter and the type of its field. The last result says what the field is without a value.
func (w *argWriter) arg(p *registry.Param, nested, field string) (arg Arg, goType, note string) {
	typ, bare := w.bare(&p.Type, nested, field)
	arg = Arg{Name: p.Name, Field: field, Type: typ}
	goType = bare
	if p.Required || p.Default != nil {
		arg.Type, goType = orNull(&p.Type, typ, bare)
		if p.Nullable && p.Kind != registry.AnyType {
			note = "Nil for null."
		}
	}
	switch {
	case p.Required:
		arg.Func = "RequiredArg"
	case p.Default != nil:
		arg.Func = "DefaultArg"
		v := w.constant(&p.Type, p.Default, goType)
		if p.Kind == registry.UnionType && v.Lit == "" { // the function asks for one type, not for what implements it
			v = GoValue{Call: goType, Elems: []GoValue{v}}
		}
		arg.Default = &v
	case p.Kind == registry.AnyType:
		arg.Func, note = "OptionalArg", "Empty when absent."
	case p.Nullable:
		arg.Func, goType, note = "MaybeArg", "prompt.Maybe["+bare+"]", "Not given when absent."
	case isNilable(p.Kind):
		arg.Func, note = "OptionalArg", "Nil when absent."
	case p.Kind == registry.StringType && len(p.Enum) > 0:
		arg.Func, note = "OptionalArg", "Empty when absent."
	default:
		arg.Func, goType, note = "PointerArg", "*"+goType, "Nil when absent."
	}
	return arg, goType, note
}

// isNilable reports whether values of the kind have a nil of their own in Go.
func isNilable(k registry.TypeKind) bool {
	return k == registry.ArrayType || k == registry.MapType || k == registry.UnionType
}

// orNull adds null to a type that is nullable.
func orNull(t *registry.Type, typ ArgType, goType string) (ArgType, string) {
	switch {
	case !t.Nullable || t.Kind == registry.AnyType: // null is one of any values
		return typ, goType
	case isNilable(t.Kind):
		return ArgType{Func: "AsNilable", Elem: &typ}, goType
	default:
		return ArgType{Func: "AsNullable", Elem: &typ}, "*" + goType
	}
}

// typ plans a type: for the decoder and in Go. nested is the name that an object in it gets.
func (w *argWriter) typ(t *registry.Type, nested, field string) (ArgType, string) {
	typ, goType := w.bare(t, nested, field)
	return orNull(t, typ, goType)
}

// bare plans a type without its null.
func (w *argWriter) bare(t *registry.Type, nested, field string) (ArgType, string) {
	one := strings.TrimSuffix(nested, field) + singular(field) // what an item is called
	switch t.Kind {
	case registry.IntegerType:
		return ArgType{Func: "AsInt", Limits: append(bounds(t), oneOf(t.EnumInts, intValue)...)}, "int64"
	case registry.NumberType:
		return ArgType{Func: "AsNumber", Limits: bounds(t)}, "float64"
	case registry.BooleanType:
		return ArgType{Func: "AsBool"}, "bool"
	case registry.ArrayType:
		elem, goType := w.typ(t.Items, one, field)
		a := ArgType{Func: "AsList", Elem: &elem}
		a.Limits = append(count("MinItems", t.MinItems), count("MaxItems", t.MaxItems)...)
		return a, "[]" + goType
	case registry.MapType:
		elem, goType := w.typ(t.Values, one, field)
		return ArgType{Func: "AsMap", Elem: &elem}, "map[string]" + goType
	case registry.ObjectType:
		name := w.types.take(nested, nested+"Item")
		w.object(name, t.Params)
		w.structNamed(name).Doc = []string{name + " is an object in " + field + "."}
		return ArgType{Func: "AsObject", Struct: name}, name
	case registry.UnionType:
		return w.union(t, nested, field)
	case registry.AnyType:
		return ArgType{Func: "AsAny"}, "prompt.JSON"
	default:
		return w.stringType(t, nested), "string"
	}
}

// union plans an interface and a struct for each variant.
func (w *argWriter) union(t *registry.Type, nested, field string) (ArgType, string) {
	u := ArgUnion{Name: w.types.take(nested, nested+"Item"), Discriminator: t.Discriminator.Text}
	u.Method, u.Func = "is"+u.Name, stem(u.Name)+"Cases"
	at := len(w.tool.Unions)
	w.tool.Unions = append(w.tool.Unions, ArgUnion{})
	c := w.b.claims(u.Name)
	var kinds []string
	for i := range t.Variants {
		v := &t.Variants[i]
		tag := c.claim(camel(v.Tag.Text), named("tag", v.Tag.Text), v.Tag.At)
		name := w.types.take(u.Name+tag, u.Name+tag+"Variant")
		w.object(name, v.Params)
		s := w.structNamed(name)
		s.Union = u.Name
		s.Doc = []string{name + " is " + field + " with the " + t.Discriminator.Text + " " + v.Tag.Text + "."}
		u.Cases = append(u.Cases, ArgCase{v.Tag.Text, name})
		kinds = append(kinds, "*"+name)
	}
	u.Doc = []string{u.Name + " is an object in " + field + ": " + diag.Listed(kinds, "or") + "."}
	w.tool.Unions[at] = u
	return ArgType{Func: u.Func, Union: true}, u.Name
}

// structNamed finds a struct of the tool.
func (w *argWriter) structNamed(name string) *ArgStruct {
	for i := range w.tool.Structs {
		if w.tool.Structs[i].Name == name {
			return &w.tool.Structs[i]
		}
	}
	return &ArgStruct{}
}

func (w *argWriter) stringType(t *registry.Type, nested string) ArgType {
	a := ArgType{Func: "AsString"}
	a.Limits = append(count("MinLength", t.MinLength), count("MaxLength", t.MaxLength)...)
	if t.Pattern.Given() {
		a.Limits = append(a.Limits, Limit{"Pattern", []GoValue{strValue(t.Pattern.Text)}})
	}
	if t.Format.Given() {
		a.Limits = append(a.Limits, Limit{"Format", []GoValue{strValue(t.Format.Text)}})
	}
	a.Limits = append(a.Limits, oneOf(t.Enum, strValue)...)
	w.enum(t.Enum, nested)
	return a
}

// enum plans constants for the values of an enum, where each of them makes a name of its own.
func (w *argWriter) enum(values []string, prefix string) {
	var consts []EnumConst
	seen := names{}
	for _, v := range values {
		name := prefix + camel(v)
		if strings.IndexFunc(v, isWord) < 0 || seen[name] || w.types[name] {
			return
		}
		seen[name] = true
		consts = append(consts, EnumConst{name, v})
	}
	for _, c := range consts {
		w.types[c.Name] = true
	}
	w.tool.Enums = append(w.tool.Enums, consts...)
}

// oneOf limits a type to values.
func oneOf[T any](values []T, constant func(T) GoValue) []Limit {
	if len(values) == 0 {
		return nil
	}
	l := Limit{Method: "OneOf"}
	for _, v := range values {
		l.Args = append(l.Args, constant(v))
	}
	return []Limit{l}
}

func bounds(t *registry.Type) []Limit {
	return append(bound(t, "Min", t.Minimum), bound(t, "Max", t.Maximum)...)
}

// bound limits a type on one side. A number that Go would round goes into the generated code as text.
func bound(t *registry.Type, method string, n *json.Number) []Limit {
	switch {
	case n == nil:
		return nil
	case t.Kind == registry.NumberType && rounded(*n):
		return []Limit{{method + "Decimal", []GoValue{strValue(n.String())}}}
	default:
		return []Limit{{method, []GoValue{litValue(n.String())}}}
	}
}

// rounded reports whether a number is not the one that its float64 is written as.
func rounded(n json.Number) bool {
	near, err := n.Float64()
	written, ok := new(big.Rat).SetString(n.String())
	shown, shownOK := new(big.Rat).SetString(strconv.FormatFloat(near, 'g', -1, 64))
	return err != nil || !ok || !shownOK || written.Cmp(shown) != 0
}
func count(method string, n *int64) []Limit {
	if n == nil {
		return nil
	}
	return []Limit{{method, []GoValue{intValue(*n)}}}
}
