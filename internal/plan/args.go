package plan

import (
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Toolbox is the package of the tools: names, argument types, decoders, handler and dispatch.
type Toolbox struct {
	Package
	Tools []Tool
	Host  bool // the registry has toolsets
}

// Tool is a tool in Go.
type Tool struct {
	Const   string // its name's constant, e.g. "NameReadFile"
	Wire    string // the name that models see
	Method  string // of Handler, e.g. "ReadFile"
	Doc     []string
	Enums   []EnumConst
	Structs []ArgStruct // the argument first, then what it holds
	Unions  []ArgUnion
}

// EnumConst is a constant for a value of an enum.
type EnumConst struct{ Name, Value string }

// ArgStruct is the type of a tool's argument or of an object in it.
type ArgStruct struct {
	Struct
	Args  []Arg
	Union string // whose variant it is
}

// ArgUnion is an interface, and the function that lists what implements it.
type ArgUnion struct {
	Name, Method  string // of the interface, e.g. "EditFileChange" and "isEditFileChange"
	Func          string // e.g. "editFileChangeCases"
	Discriminator string
	Cases         []ArgCase
	Doc           []string
}

// ArgCase is a variant of a union.
type ArgCase struct{ Tag, Struct string }

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
	Func   string   // of the runtime, e.g. "AsString"; of the package, for a union
	Elem   *ArgType // of a list or a map, and of what may be null
	Struct string   // of an object
	Union  bool
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
	Lit    string // of a number or a boolean, or nil
	Call   string // what its one element is converted with, e.g. "new"
	Type   string // of a composite, e.g. "[]Skill"
	Elems  []GoValue
	Fields []FieldValue
}

// FieldValue sets a field, or the entry of a map.
type FieldValue struct {
	Name  string // of an entry the key in quotes
	Value GoValue
}

func strValue(s string) GoValue { return GoValue{Str: &s} }
func litValue(s string) GoValue { return GoValue{Lit: s} }
func intValue(n int64) GoValue  { return litValue(strconv.FormatInt(n, 10)) }
func boolValue(v bool) GoValue  { return litValue(strconv.FormatBool(v)) }

// toolbox plans the package of the tools.
func (b *builder) toolbox() *Toolbox {
	box := &Toolbox{Package: b.codertools, Host: len(b.r.Toolsets) > 0}
	c := b.claims("")
	if box.Host {
		c.reserve("HostTool", "the handler's method for tools of the host")
	}
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
