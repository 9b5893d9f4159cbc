package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// This file holds the whole vocabulary of parameters against the SDKs, where the registry of this repository needs only
// a part of it.

func pointer[T any](v T) *T { return &v }

func number(s string) *json.Number { return pointer(json.Number(s)) }

func object(params ...registry.Param) registry.Type {
	return registry.Type{Kind: registry.ObjectType, Params: params}
}

// member is a parameter of a type; optional ones get required set to false.
func member(name string, required bool, t registry.Type) registry.Param {
	return registry.Param{Name: name, Required: required, Type: t}
}

// scalars are parameters that every projection takes, strict ones too.
func scalars() []registry.Param {
	text := registry.Type{Kind: registry.StringType, Pattern: registry.Word{Text: `^[a-z<>&]+$`}, MinLength: pointer(int64(1)), MaxLength: pointer(int64(80))}
	day := registry.Type{Kind: registry.StringType, Format: registry.Word{Text: "date"}}
	mode := registry.Type{Kind: registry.StringType, Enum: []string{"r", "w<", "ü"}}
	code := registry.Type{Kind: registry.IntegerType, EnumInts: []int64{1, 200, 404}}
	lines := registry.Type{Kind: registry.IntegerType, Minimum: number("1"), Maximum: number("9007199254740991")}
	share := registry.Type{Kind: registry.NumberType, Minimum: number("-0.5"), Maximum: number("1e21")}
	edit := object(member("old", true, text), member("note", false, registry.Type{Kind: registry.StringType}))
	list := registry.Type{Kind: registry.ArrayType, Items: &edit, MinItems: pointer(int64(1)), MaxItems: pointer(int64(20))}
	return []registry.Param{
		member("zeta", true, text), member("day", false, day), member("mode", true, mode), member("code", false, code),
		member("lines", false, lines), member("any_integer", true, registry.Type{Kind: registry.IntegerType}), member("share", true, share),
		member("deep", false, object(member("flag", false, registry.Type{Kind: registry.BooleanType}), member("alpha", true, edit))),
		member("list", true, list),
	}
}

// nullables may be null.
func nullables() []registry.Param {
	return []registry.Param{
		member("perhaps", true, registry.Type{Kind: registry.StringType, Nullable: true}),
		member("choice", true, registry.Type{Kind: registry.StringType, Nullable: true, Enum: []string{"a", "b"}}),
	}
}

func union(name string) registry.Param {
	u := registry.Type{Kind: registry.UnionType, Discriminator: registry.Word{Text: "kind"}, Variants: []registry.Variant{
		{Tag: registry.Word{Text: "insert"}, Params: []registry.Param{member("text", true, registry.Type{Kind: registry.StringType})}},
		{Tag: registry.Word{Text: "remove"}, Params: []registry.Param{member("lines", false, registry.Type{Kind: registry.IntegerType, Minimum: number("1")})}},
	}}
	return member(name, true, u)
}

// loose are parameters that no strict schema and not every provider takes.
func loose() []registry.Param {
	values := registry.Type{Kind: registry.StringType, MinLength: pointer(int64(1))}
	withDefault := member("encoding", false, registry.Type{Kind: registry.StringType})
	withDefault.Default = json.RawMessage(`"utf-8"`)
	return []registry.Param{
		withDefault,
		member("map", false, registry.Type{Kind: registry.MapType, Values: &values}),
		member("any", false, registry.Type{Kind: registry.AnyType}),
	}
}

// shown is a tool with a description for whatever has one.
func shown(name string, params ...registry.Param) project.Tool {
	t := project.Tool{Key: name, Name: name, Doc: "Does <" + name + "> & \"more\"."}
	for i := range params {
		p := project.ToolParam{Name: params[i].Name, Required: params[i].Required, Form: project.Param(&params[i])}
		for _, path := range p.Form.DocPaths {
			p.Docs = append(p.Docs, fmt.Sprintf("What %s is <in> %q.\n\tSee \u2028 too.", path, name))
		}
		t.Params = append(t.Params, p)
	}
	return t
}

// TestVocabulary is TestProjections for tools that use everything which the registry's language has.
func TestVocabulary(t *testing.T) {
	held := shown("strict", append(scalars(), union("change"))...)
	held.Strict = strict.OpenAI | strict.Anthropic
	nothing := shown("nothing")
	nothing.Strict = strict.OpenAI | strict.Anthropic
	nullable := shown("nullable", nullables()...)
	nullable.Strict = held.Strict
	all := []project.Tool{shown("scalars", scalars()...), held, nullable, shown("union", union("change")), nothing}
	for _, p := range projections() {
		tools := all
		if p.name != "gemini-openapi" { // it has no words for these, and check refuses them there
			tools = append(slices.Clone(all), shown("loose", loose()...))
		}
		for i := range tools {
			tools[i].Hints = `{"readOnlyHint":true,"idempotentHint":false,"openWorldHint":false}`
		}
		var offered []offer
		for i := range tools {
			offered = append(offered, offer{name: tools[i].Name, doc: tools[i].Doc, schema: tools[i].Schema()})
		}
		wire, err := project.Request(p.name, tools, project.Mark{On: true, TTL: "1h"})
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range p.examine([]byte(wire), offered) {
			t.Errorf("%s: %s", p.name, bad)
		}
	}
}
