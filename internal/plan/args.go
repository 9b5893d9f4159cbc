package plan

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Toolbox is the package of the tools: names, argument types, decoders, handler and dispatch.
type Toolbox struct {
	Package
	Tools []Tool
}

// Tool is a tool in Go.
type Tool struct {
	Const   string // its name's constant, e.g. "NameReadFile"
	Wire    string // the name that models see
	Method  string // of Handler, e.g. "ReadFile"
	Doc     []string
	Enums   []EnumConst
	Structs []ArgStruct // the argument first, then what it holds
}

// EnumConst is a constant for a value of an enum.
type EnumConst struct{ Name, Value string }

// ArgStruct is the type of a tool's argument or of an object in it.
type ArgStruct struct {
	Struct
	Args []Arg
}

// Arg is a line of an ArgStruct's decoder.
type Arg struct {
	Func    string // of the runtime, e.g. "RequiredArg"
	Name    string // on the wire
	Field   string
	Type    ArgType
	Default *GoValue // of a "DefaultArg"
}

// ArgType is a type of the decoder.
type ArgType struct {
	Func   string   // of the runtime, e.g. "AsString"
	Elem   *ArgType // of a list
	Struct string   // of an object
	Limits []Limit
}

// Limit is a method call on an ArgType.
type Limit struct {
	Method string
	Args   []GoValue
}

// GoValue is a constant or a composite in Go.
type GoValue struct {
	Str    *string
	Lit    string // of a number or a boolean
	Type   string // of a composite, e.g. "[]Skill"
	Elems  []GoValue
	Fields []FieldValue
}

// FieldValue sets a field.
type FieldValue struct {
	Name  string
	Value GoValue
}

func strValue(s string) GoValue { return GoValue{Str: &s} }
func litValue(s string) GoValue { return GoValue{Lit: s} }
func intValue(n int64) GoValue  { return litValue(strconv.FormatInt(n, 10)) }
func boolValue(v bool) GoValue  { return litValue(strconv.FormatBool(v)) }

// toolbox plans the package of the tools.
func (b *builder) toolbox() *Toolbox {
	box := &Toolbox{Package: b.codertools}
	c := b.claims("")
	types := fixed("Args", "Handler", "Decode", "Dispatch", "Names", "Toolbox", "A", "R") // A and R are type parameters
	for i := range b.r.Tools {
		t := &b.r.Tools[i]
		b.toolNames[t.Name] = c.claim(camel(t.Name), named("tool", t.Name), t.At)
		types["Name"+b.toolNames[t.Name]] = true
	}
	argTypes := make([]string, len(b.r.Tools)) // before what tools hold: their own names are the ones that hosts write
	for i := range b.r.Tools {
		name := b.toolNames[b.r.Tools[i].Name]
		argTypes[i] = types.take(name, name+"Args")
	}
	for i := range b.r.Tools {
		t := &b.r.Tools[i]
		name := b.toolNames[t.Name]
		w := argWriter{b: b, types: types, tool: Tool{
			Const: "Name" + name, Wire: t.WireName(), Method: name, Doc: append([]string{name + " runs the tool " + t.WireName() + ".", ""}, b.plainText(t.Fragments)...),
		}}
		w.object(argTypes[i], t.Params)
		w.tool.Structs[0].Doc = []string{argTypes[i] + " is the argument of " + t.WireName() + "."}
		box.Tools = append(box.Tools, w.tool)
	}
	return box
}

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
		typ, goType := w.typ(&p.Type, name+field, field)
		arg := Arg{Name: p.Name, Field: field, Type: typ}
		absent := ""
		switch {
		case p.Required:
			arg.Func = "RequiredArg"
		case p.Default != nil:
			arg.Func = "DefaultArg"
			v := w.constant(&p.Type, p.Default, goType)
			arg.Default = &v
		case p.Kind == registry.ArrayType:
			arg.Func, absent = "OptionalArg", "Nil when absent."
		case p.Kind == registry.StringType && len(p.Enum) > 0:
			arg.Func, absent = "OptionalArg", "Empty when absent."
		default:
			arg.Func, goType, absent = "PointerArg", "*"+goType, "Nil when absent."
		}
		doc := w.b.plainText(p.Fragments)
		if absent != "" {
			doc = addSentence(doc, absent)
		}
		s.Fields = append(s.Fields, Field{field, goType, doc})
		s.Args = append(s.Args, arg)
	}
	w.tool.Structs[at] = s
}

// typ plans a type: for the decoder and in Go. nested is the name that an object in it gets.
func (w *argWriter) typ(t *registry.Type, nested, field string) (ArgType, string) {
	switch t.Kind {
	case registry.IntegerType:
		a := ArgType{Func: "AsInt", Limits: bounds(t)}
		if len(t.EnumInts) > 0 {
			l := Limit{Method: "OneOf"}
			for _, v := range t.EnumInts {
				l.Args = append(l.Args, intValue(v))
			}
			a.Limits = append(a.Limits, l)
		}
		return a, "int64"
	case registry.NumberType:
		return ArgType{Func: "AsNumber", Limits: bounds(t)}, "float64"
	case registry.BooleanType:
		return ArgType{Func: "AsBool"}, "bool"
	case registry.ArrayType:
		elem, goType := w.typ(t.Items, strings.TrimSuffix(nested, field)+singular(field), field)
		a := ArgType{Func: "AsList", Elem: &elem}
		a.Limits = append(count("MinItems", t.MinItems), count("MaxItems", t.MaxItems)...)
		return a, "[]" + goType
	case registry.ObjectType:
		name := w.types.take(nested, nested+"Item")
		w.object(name, t.Params)
		w.tool.Structs[w.indexOf(name)].Doc = []string{name + " is an object in " + field + "."}
		return ArgType{Func: "AsObject", Struct: name}, name
	default:
		return w.stringType(t, nested), "string"
	}
}

func (w *argWriter) indexOf(name string) int {
	for i := range w.tool.Structs {
		if w.tool.Structs[i].Name == name {
			return i
		}
	}
	return 0
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
	if len(t.Enum) > 0 {
		l := Limit{Method: "OneOf"}
		for _, v := range t.Enum {
			l.Args = append(l.Args, strValue(v))
		}
		a.Limits = append(a.Limits, l)
		w.enum(t.Enum, nested)
	}
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

func bounds(t *registry.Type) []Limit {
	var ls []Limit
	if t.Minimum != nil {
		ls = append(ls, Limit{"Min", []GoValue{litValue(t.Minimum.String())}})
	}
	if t.Maximum != nil {
		ls = append(ls, Limit{"Max", []GoValue{litValue(t.Maximum.String())}})
	}
	return ls
}

func count(method string, n *int64) []Limit {
	if n == nil {
		return nil
	}
	return []Limit{{method, []GoValue{intValue(*n)}}}
}

// constant plans a default value, which fits its type.
func (w *argWriter) constant(t *registry.Type, raw json.RawMessage, goType string) GoValue {
	switch t.Kind {
	case registry.StringType:
		var s string
		_ = json.Unmarshal(raw, &s) // a check has looked at the type
		return strValue(s)
	case registry.ArrayType:
		var elems []json.RawMessage
		_ = json.Unmarshal(raw, &elems)
		v := GoValue{Type: goType}
		for _, e := range elems {
			v.Elems = append(v.Elems, w.constant(t.Items, e, strings.TrimPrefix(goType, "[]")))
		}
		return v
	case registry.ObjectType:
		return w.objectConstant(t, raw, goType)
	default:
		return litValue(string(raw))
	}
}

func (w *argWriter) objectConstant(t *registry.Type, raw json.RawMessage, goType string) GoValue {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members)
	v := GoValue{Type: goType}
	s := w.tool.Structs[w.indexOf(goType)]
	for i := range t.Params {
		p := &t.Params[i]
		if m, ok := members[p.Name]; ok && !strings.HasPrefix(s.Fields[i].Type, "*") {
			v.Fields = append(v.Fields, FieldValue{s.Fields[i].Name, w.constant(&p.Type, m, s.Fields[i].Type)})
		}
	}
	return v
}

// plainText gives a description as a doc comment: marks become the names of what they stand for.
func (b *builder) plainText(fs []registry.Fragment) []string {
	var text strings.Builder
	for _, f := range fs {
		for _, s := range f.Text.Segs {
			switch {
			case s.Tool != "" && b.r.Tool(s.Tool) != nil:
				text.WriteString(b.r.Tool(s.Tool).WireName())
			default:
				text.WriteString(s.Lit + s.Input + s.Tool)
			}
		}
	}
	return docLines(text.String())
}
