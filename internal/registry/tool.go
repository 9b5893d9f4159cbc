package registry

import (
	"cmp"
	"encoding/json"
	"iter"

	"github.com/promptgen/promptgen/internal/diag"
)

// Tool is a canonical tool.
type Tool struct {
	At        diag.Loc
	Name      string     // the key, which text and conditions use
	Wire      Word       // the name on the wire, where it is not the key
	Fragments []Fragment // a plain description is one fragment without a condition
	When      Word
	Params    []Param
	Effect    Effect
	Effects   []string // those that the source gives, e.g. "destructive"; what it does not give is unknown
	Strict    Word     // "auto", "require", "off"
	Cache     Word     // "static" or "session"
	Reason    Word
	Meta      json.RawMessage `json:",omitempty"` // compact JSON, or nil
}

// WireName is the name that models see.
func (t *Tool) WireName() string {
	if t.Wire.Text != "" {
		return t.Wire.Text
	}
	return t.Name
}

// Effect says what a call may do.
type Effect struct{ ReadOnly, Destructive, Idempotent, OpenWorld, Exclusive bool }

// Fragment is a piece of a description.
type Fragment struct {
	At   diag.Loc
	Text Text
	When Word
}

// TypeKind is the kind of a parameter type.
type TypeKind string

const (
	StringType  TypeKind = "string"
	IntegerType TypeKind = "integer"
	NumberType  TypeKind = "number"
	BooleanType TypeKind = "boolean"
	ArrayType   TypeKind = "array"
	ObjectType  TypeKind = "object"
	MapType     TypeKind = "map"
	UnionType   TypeKind = "union"
	AnyType     TypeKind = "any"
)

// Type is the type of a parameter, an item or a map's value.
type Type struct {
	At                   diag.Loc
	Kind                 TypeKind
	Nullable             bool
	Enum                 []string // of strings
	EnumAt               []Place  `json:",omitempty"` // of the values of Enum
	EnumInts             []int64  // of integers
	Pattern              Word
	MinLength, MaxLength *int64
	Format               Word
	Minimum, Maximum     *json.Number
	MinItems, MaxItems   *int64
	Items                *Type
	Params               []Param // of an object, in order
	Values               *Type
	Discriminator        Word
	Variants             []Variant
	Keywords             []Word // the fields above that the source gives, e.g. "maximum", and "required" of a parameter
}

// Place is where the source gives a keyword, else where the type stands.
func (t *Type) Place(keyword string) diag.Loc {
	for _, k := range t.Keywords {
		if k.Text == keyword {
			return k.At
		}
	}
	return t.At
}

// EnumPlace is where the source gives a value of the enum, else where it gives the enum.
func (t *Type) EnumPlace(i int) Place {
	if i < len(t.EnumAt) {
		return t.EnumAt[i]
	}
	return Place{At: t.Place("enum")}
}

// Variant is one object of a union.
type Variant struct {
	At     diag.Loc
	Tag    Word
	Params []Param
}

// Param is a parameter of a tool or a member of an object.
type Param struct {
	Type
	Name      string
	Fragments []Fragment
	Required  bool
	Default   json.RawMessage `json:",omitempty"` // compact JSON, or nil
	DefaultAt Place           `json:",omitzero"`  // with the bytes of a string
	Usage     string          // what stands in its tag in the XML documentation
	UsageAt   diag.Loc
	UsageRuns []Run `json:",omitempty"` // where its bytes stand
	Raw       bool
	When      Word
}

// Objects yields the members of each object that a type is or holds in items, values or variants, not those of objects
// in these. What stands between the path of the type and the names of the members comes first: "" or, in a variant, its
// tag, e.g. "insert.". Items and the keys of maps add nothing to a path.
func (t *Type) Objects() iter.Seq2[string, []Param] {
	return func(yield func(string, []Param) bool) {
		for t := t; t != nil; t = cmp.Or(t.Items, t.Values) {
			if t.Params != nil && !yield("", t.Params) {
				return
			}
			for i := range t.Variants {
				if !yield(t.Variants[i].Tag.Text+".", t.Variants[i].Params) {
					return
				}
			}
		}
	}
}

// ToolText is the text of a tool in one locale and scope: tooltext.LOCALE.SCOPE.TOOL.
type ToolText struct {
	At                  diag.Loc
	Locale, Scope, Tool string
	LocaleAt, ScopeAt   diag.Loc   // of the names
	Fragments           []Fragment // empty: not given here
	Params              []ParamText
}

// ParamText is the text of a parameter, named by its path, e.g. "edits.old".
type ParamText struct {
	At          diag.Loc
	Path        string
	Description *Text
	Usage       *string
	UsageAt     diag.Loc `json:",omitzero"`
	UsageRuns   []Run    `json:",omitempty"` // where its bytes stand
}

// Toolset is a set of tools that is known only at run time.
type Toolset struct {
	At                 diag.Loc
	Name               string
	Doc                string
	Reason             Word
	When               Word
	Wire               Word
	Order              string
	BadName, BadSchema string
	Limit              *ToolsetLimit
	Trust              Word
}

// ToolsetLimit bounds what a host may give.
type ToolsetLimit struct {
	At                         diag.Loc
	Tools, Description, Schema int64
	Over                       string
}
