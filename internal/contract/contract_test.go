package contract_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/contract"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// small is a registry with one profile and one tool.
func small(params ...registry.Param) *registry.Registry {
	return &registry.Registry{
		Contract: registry.Contract{
			Name: registry.Word{Text: "small"}, Version: 1, VersionAt: diag.Loc{File: "registry.cue", Line: 3, Col: 34, Path: "contract.version"},
			Projections: []registry.Word{{Text: "gemini"}, {Text: "anthropic"}},
		},
		Gates:    []registry.Gate{{Name: "fast", Scope: registry.SessionScope}, {Name: "web", Scope: registry.SessionScope}},
		Profiles: []registry.Profile{{Name: "full", Tools: words("use"), Transports: words("native", "xml")}},
		Tools:    []registry.Tool{{Name: "use", Params: params}},
	}
}

func words(texts ...string) []registry.Word {
	var out []registry.Word
	for _, t := range texts {
		out = append(out, registry.Word{Text: t})
	}
	return out
}

func build(t testing.TB, r *registry.Registry) *contract.Lock {
	t.Helper()
	l, err := contract.Build(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// read writes a lock and reads it back.
func read(t testing.TB, l *contract.Lock) *contract.Lock {
	t.Helper()
	old, found := contract.Read(fstest.MapFS{contract.Path: &fstest.MapFile{Data: l.Bytes()}})
	if old == nil || len(found) > 0 {
		t.Fatalf("%s\n%s", found.Text(), l.Bytes())
	}
	if diff := cmp.Diff(string(l.Bytes()), string(old.Bytes())); diff != "" {
		t.Fatalf("the lock does not come back (-written +read)\n%s", diff)
	}
	return old
}

// breaks lists what the lock of one registry forbids of the next, without the notes.
func breaks(t testing.TB, before, after *registry.Registry) []string {
	t.Helper()
	var out []string
	for _, d := range contract.Compare(read(t, build(t, before)), build(t, after)) {
		out = append(out, d.Message)
	}
	return out
}

func param(edit func(*registry.Param)) registry.Param {
	p := registry.Param{Name: "x", Type: registry.Type{Kind: registry.StringType}}
	edit(&p)
	return p
}

func number(s string) *json.Number { return new(json.Number(s)) }

// TestKeywords changes one thing of a parameter, there and back.
func TestKeywords(t *testing.T) {
	integer := func(edit func(*registry.Param)) registry.Param {
		return param(func(p *registry.Param) { p.Kind = registry.IntegerType; edit(p) })
	}
	list := func(edit func(*registry.Param)) registry.Param {
		return param(func(p *registry.Param) {
			p.Kind, p.Items = registry.ArrayType, &registry.Type{Kind: registry.StringType}
			edit(p)
		})
	}
	object := func(members ...registry.Param) registry.Param {
		return param(func(p *registry.Param) { p.Kind, p.Params = registry.ObjectType, members })
	}
	of := func(kind registry.TypeKind, edit func(*registry.Param)) registry.Param {
		return param(func(p *registry.Param) { p.Kind = kind; edit(p) })
	}
	values := func(t registry.Type) registry.Param {
		return of(registry.MapType, func(p *registry.Param) { p.Values = &t })
	}
	union := func(discriminator string, vs ...registry.Variant) registry.Param {
		return of(registry.UnionType, func(p *registry.Param) { p.Discriminator.Text, p.Variants = discriminator, vs })
	}
	variant := func(tag string, members ...registry.Param) registry.Variant {
		return registry.Variant{Tag: registry.Word{Text: tag}, Params: members}
	}
	null := func(p *registry.Param) { p.Nullable = true }
	none := func(*registry.Param) {}
	const x = `parameter "x" of tool "use" `
	for _, tt := range []struct {
		name            string
		narrow, wide    registry.Param
		toWide, toTight string // what breaks, in each direction
	}{
		{"equal", param(none), param(none), "", ""},
		{"words", param(func(p *registry.Param) { p.Fragments = []registry.Fragment{{}} }), param(none), "", ""},
		{"kind", param(none), list(none), x + `has type "array" now, and had "string"`, x + `has type "string" now, and had "array"`},
		{"integers are numbers", integer(none), param(func(p *registry.Param) { p.Kind = registry.NumberType }), "", x + `has type "integer" now, and had "number"`},
		{"required", param(func(p *registry.Param) { p.Required = true }), param(none), "", x + "is required now, and was optional"},
		{"default", param(func(p *registry.Param) { p.Required = true }), param(func(p *registry.Param) { p.Default = json.RawMessage(`"a"`) }), "", x + "is required now, and was optional"},
		{"required where it is shown", param(func(p *registry.Param) { p.Required = true }), param(func(p *registry.Param) { p.Required, p.When.Text = true, "web" }), "", x + "is required in every prompt now, and some could hide it"},
		{"enum", param(func(p *registry.Param) { p.Enum = []string{"a"} }), param(func(p *registry.Param) { p.Enum = []string{"c", "a", "b"} }), "", x + `no longer takes "b", "c"`},
		{"enum in another order", param(func(p *registry.Param) { p.Enum = []string{"a", "b"} }), param(func(p *registry.Param) { p.Enum = []string{"b", "a"} }), "", ""},
		{"any string", param(func(p *registry.Param) { p.Enum = []string{"a"} }), param(none), "", x + `has enum ["a"] now, and had none`},
		{"enum of integers", integer(func(p *registry.Param) { p.EnumInts = []int64{2} }), integer(func(p *registry.Param) { p.EnumInts = []int64{2, 10} }), "", x + `no longer takes 10`},
		{"minimum", integer(func(p *registry.Param) { p.Minimum = number("2") }), integer(func(p *registry.Param) { p.Minimum = number("1") }), "", x + "has minimum 2 now, and had 1"},
		{"no minimum", integer(func(p *registry.Param) { p.Minimum = number("2") }), integer(none), "", x + "has minimum 2 now, and had none"},
		{"the least integer", integer(none), integer(func(p *registry.Param) { p.Minimum = number("-9223372036854775808") }), "", ""},
		{"maximum", integer(func(p *registry.Param) { p.Maximum = number("9") }), integer(func(p *registry.Param) { p.Maximum = number("10") }), "", x + "has maximum 9 now, and had 10"},
		{"minLength", param(func(p *registry.Param) { p.MinLength = new(int64(1)) }), param(func(p *registry.Param) { p.MinLength = new(int64(0)) }), "", x + "has minLength 1 now, and had none"},
		{"maxLength", param(func(p *registry.Param) { p.MaxLength = new(int64(3)) }), param(none), "", x + "has maxLength 3 now, and had none"},
		{"pattern", param(func(p *registry.Param) { p.Pattern.Text = "^<a>" }), param(none), "", x + `has pattern "^<a>" now, and had none`},
		{"another pattern", param(func(p *registry.Param) { p.Pattern.Text = "^a" }), param(func(p *registry.Param) { p.Pattern.Text = "a" }), x + `has pattern "a" now, and had "^a"`, x + `has pattern "^a" now, and had "a"`},
		{"format", param(func(p *registry.Param) { p.Format.Text = "date" }), param(none), "", x + `has format "date" now, and had none`},
		{"minItems", list(func(p *registry.Param) { p.MinItems = new(int64(2)) }), list(func(p *registry.Param) { p.MinItems = new(int64(1)) }), "", x + "has minItems 2 now, and had 1"},
		{"maxItems", list(func(p *registry.Param) { p.MaxItems = new(int64(2)) }), list(none), "", x + "has maxItems 2 now, and had none"},
		{"items", list(func(p *registry.Param) { p.Items.MaxLength = new(int64(2)) }), list(none), "", "an item of " + x + "has maxLength 2 now, and had none"},
		{"a member", object(), object(param(none)), "", `parameter "x.x" of tool "use" is gone`},
		{"nullable", param(none), param(null), "", x + "no longer takes null"},
		{"nullable items", list(none), list(func(p *registry.Param) { p.Items.Nullable = true }), "", "an item of " + x + "no longer takes null"},
		{"any value", param(null), of(registry.AnyType, none), "", x + `has type "string" now, and had "any"`},
		{"any value for an object", object(param(none)), of(registry.AnyType, none), "", x + `has type "object" now, and had "any"`},
		{"any value for a union", union("kind", variant("a")), of(registry.AnyType, none), "", x + `has type "union" now, and had "any"`},
		{"values", values(registry.Type{Kind: registry.IntegerType}), values(registry.Type{Kind: registry.NumberType, Nullable: true}), "",
			"a value of " + x + `has type "integer" now, and had "number"`},
		{"a map for an object", object(), values(registry.Type{Kind: registry.StringType}), x + `has type "map" now, and had "object"`, x + `has type "object" now, and had "map"`},
		{"a variant", union("kind", variant("a")), union("kind", variant("b"), variant("a")), "", x + `no longer takes the kind "b"`},
		{"variants in another order", union("kind", variant("a"), variant("b")), union("kind", variant("b"), variant("a")), "", ""},
		{"another discriminator", union("kind", variant("a")), union("op", variant("a")), x + `has discriminator "op" now, and had "kind"`, x + `has discriminator "kind" now, and had "op"`},
		{"a member of a variant", union("kind", variant("a")), union("kind", variant("a", param(none))), "", `parameter "x.a.x" of tool "use" is gone`},
		{"a member's type", union("kind", variant("a", integer(none))), union("kind", variant("a", of(registry.NumberType, none))), "",
			`parameter "x.a.x" of tool "use" has type "integer" now, and had "number"`},
		{"a required member of a variant", union("kind", variant("a")), union("kind", variant("a", param(func(p *registry.Param) { p.Required = true }))),
			`parameter "x.a.x" of tool "use" is new and required`, `parameter "x.a.x" of tool "use" is gone`},
		{"a required member", object(), object(param(func(p *registry.Param) { p.Required = true })), `parameter "x.x" of tool "use" is new and required`, `parameter "x.x" of tool "use" is gone`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			narrow, wide := small(tt.narrow), small(tt.wide)
			if got := strings.Join(breaks(t, narrow, wide), "\n"); got != tt.toWide {
				t.Errorf("to wide: %q, want %q", got, tt.toWide)
			}
			if got := strings.Join(breaks(t, wide, narrow), "\n"); got != tt.toTight {
				t.Errorf("to narrow: %q, want %q", got, tt.toTight)
			}
		})
	}
}

// TestRegistries changes what surrounds parameters.
func TestRegistries(t *testing.T) {
	base := func() *registry.Registry {
		r := small(param(func(*registry.Param) {}))
		r.Tools = append(r.Tools, registry.Tool{Name: "use_web", Wire: registry.Word{Text: "web"}})
		r.Profiles = []registry.Profile{
			{Name: "full", Tools: words("use_web", "use"), Transports: words("native", "xml")},
			{Name: "small", Tools: words("use"), Transports: words("native")},
		}
		return r
	}
	for _, tt := range []struct {
		name string
		edit func(*registry.Registry)
		want []string
	}{
		{"nothing", func(*registry.Registry) {}, nil},
		{"a new tool", func(r *registry.Registry) {
			r.Tools = append(r.Tools, registry.Tool{Name: "zoom"})
			r.Profiles[1].Tools = words("use", "zoom")
		}, nil},
		{"a tool in one more profile", func(r *registry.Registry) { r.Profiles[1].Tools = words("use", "use_web") }, nil},
		{"a new profile", func(r *registry.Registry) {
			r.Profiles = append(r.Profiles, registry.Profile{Name: "third", Tools: words("use"), Transports: words("xml")})
		}, nil},
		{"another key with the same name on the wire", func(r *registry.Registry) {
			r.Tools[1] = registry.Tool{Name: "web"}
			r.Profiles[0].Tools = words("use", "web")
		}, nil},
		{"another name on the wire", func(r *registry.Registry) { r.Tools[1].Wire.Text = "get" }, []string{`tool "web" is gone`}},
		{"a name on the wire where there was none", func(r *registry.Registry) { r.Tools[0].Wire.Text = "Use" }, []string{`tool "use" is called "Use" now`}},
		{"a tool that one profile leaves out", func(r *registry.Registry) { r.Profiles[1].Tools = nil }, []string{`tool "use" is gone`}},
		{"a tool that both leave out", func(r *registry.Registry) { r.Profiles[0].Tools, r.Profiles[1].Tools = words("use_web"), nil }, []string{`tool "use" is gone`}},
		{"a tool behind a gate", func(r *registry.Registry) { r.Tools[0].When.Text = "web" }, nil},
		{"a tool that is never shown", func(r *registry.Registry) { r.Tools[1].When.Text = "web && !web" }, []string{`tool "web" is never shown now`}},
		{"a tool that one profile hides", func(r *registry.Registry) { r.Tools[0].When.Text = "profile.full" }, []string{`tool "use" is never shown now`}},
		{"a parameter that one profile hides", func(r *registry.Registry) { r.Tools[0].Params[0].When.Text = "xml" }, []string{`parameter "x" of tool "use" is never shown now`}},
		{"a parameter that a pin hides", func(r *registry.Registry) {
			r.Tools[0].Params[0].When.Text = "web"
			r.Profiles[1].Pins = []registry.Pin{{Gate: registry.Word{Text: "web"}}}
		}, []string{`parameter "x" of tool "use" is never shown now`}},
		{"a pin that a subagent takes back", func(r *registry.Registry) {
			r.Tools[0].Params[0].When.Text = "web"
			r.Profiles[1].Pins = []registry.Pin{{Gate: registry.Word{Text: "web"}}}
			r.Subagents = []registry.Subagent{{Name: "scout", Profiles: words("small"), Tools: words("use"), Pins: []registry.Pin{{Gate: registry.Word{Text: "web"}, Value: true}}}}
		}, nil},
		{"a profile that is gone", func(r *registry.Registry) { r.Profiles = r.Profiles[:1] }, []string{`profile "small" is gone`}},
		{"a projection that is gone", func(r *registry.Registry) { r.Contract.Projections = words("gemini") }, []string{`projection "anthropic" is gone`}},
		{"the same with a higher version", func(r *registry.Registry) { r.Profiles, r.Contract.Version = r.Profiles[:1], 2 }, nil},
		{"another name", func(r *registry.Registry) { r.Contract.Name.Text = "other" }, []string{`the contract is called "other", and the one in snapshots/contract.lock.json "small"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := base()
			tt.edit(r)
			if diff := cmp.Diff(tt.want, breaks(t, base(), r)); diff != "" {
				t.Error(diff)
			}
		})
	}
	r := base()
	r.Contract.Version = 2
	want := []string{"contract.version is 1, below the 2 in snapshots/contract.lock.json"}
	if diff := cmp.Diff(want, breaks(t, r, base())); diff != "" {
		t.Error(diff)
	}
}

// TestSharedLines changes a parameter that several tools have from the same lines: that is one mistake.
func TestSharedLines(t *testing.T) {
	shared := func(max int64) *registry.Registry {
		p := param(func(p *registry.Param) { p.MaxLength = &max })
		r := small()
		r.Tools, r.Profiles[0].Tools = nil, words("a", "b", "c", "d")
		for _, w := range r.Profiles[0].Tools {
			p.Keywords = []registry.Word{{Text: "maxLength", At: diag.Loc{File: "shared.cue", Line: 3, Col: 9, Path: w.Text}}}
			r.Tools = append(r.Tools, registry.Tool{Name: w.Text, Params: []registry.Param{p}})
		}
		return r
	}
	want := []string{`parameter "x" of tools "a", "b" and 2 others has maxLength 3 now, and had 4`}
	if diff := cmp.Diff(want, breaks(t, shared(4), shared(3))); diff != "" {
		t.Error(diff)
	}
}

// TestUnknownTypes holds what the lock has no form for: it must not be left out in silence.
func TestUnknownTypes(t *testing.T) {
	if _, err := contract.Build(small(registry.Param{Name: "x", Type: registry.Type{Kind: "tuple"}})); err == nil {
		t.Error("no error")
	}
}

// TestNotes pins the lines below a message.
func TestNotes(t *testing.T) {
	r := small()
	r.Profiles = append(r.Profiles, registry.Profile{Name: "lite", Tools: words("use"), Transports: words("xml")})
	old := build(t, r)
	r.Profiles[1].Tools = nil
	want := `tool "use" is gone [contract-break]
	in profile "lite"
	calls that were valid could fail; take this back, or accept it: contract.version 1 -> 2 (registry.cue:3:34)
`
	if diff := cmp.Diff(want, contract.Compare(old, build(t, r)).Text()); diff != "" {
		t.Error(diff)
	}
}

// TestFile pins the form of the file: a tool stands there once, and where a profile differs it says so.
func TestFile(t *testing.T) {
	nested := registry.Param{Name: "edits", Required: true, Type: registry.Type{Kind: registry.ArrayType, Items: &registry.Type{
		Kind: registry.ObjectType, Params: []registry.Param{{Name: "old", Required: true, Type: registry.Type{Kind: registry.StringType, Pattern: registry.Word{Text: "^<&>"}}}},
	}}}
	r := small(nested,
		registry.Param{Name: "mode", Type: registry.Type{Kind: registry.StringType, Enum: []string{"w", "r"}}, When: registry.Word{Text: "profile.full"}},
		registry.Param{Name: "at", Required: true, Type: registry.Type{Kind: registry.IntegerType, EnumInts: []int64{10, 9}}, When: registry.Word{Text: "web"}})
	r.Tools = []registry.Tool{{Name: "stop"}, r.Tools[0]}
	r.Profiles = append(r.Profiles,
		registry.Profile{Name: "lite", Tools: words("stop", "use"), Transports: words("xml")},
		registry.Profile{Name: "web", Tools: words("use"), Transports: words("xml"), Pins: []registry.Pin{{Gate: registry.Word{Text: "web"}, Value: true}}})
	want := `{
  "format": 1,
  "contract": "small",
  "version": 1,
  "projections": ["anthropic", "gemini"],
  "profiles": {
    "full": {
      "tools": [
        "use"
      ]
    },
    "lite": {
      "tools": [
        "stop",
        "use"
      ]
    },
    "web": {
      "tools": [
        "use"
      ],
      "own": {
        "use": {
          "at": {"type": "integer", "required": "always", "enum": [9, 10]},
          "edits": {
            "type": "array",
            "required": "always",
            "items": {
              "type": "object",
              "params": {
                "old": {"type": "string", "required": "always", "pattern": "^<&>"}
              }
            }
          }
        }
      }
    }
  },
  "tools": {
    "stop": {},
    "use": {
      "at": {"type": "integer", "required": "when shown", "enum": [9, 10]},
      "edits": {
        "type": "array",
        "required": "always",
        "items": {
          "type": "object",
          "params": {
            "old": {"type": "string", "required": "always", "pattern": "^<&>"}
          }
        }
      },
      "mode": {"type": "string", "enum": ["r", "w"], "profiles": ["full"]}
    }
  }
}
`
	l := build(t, r)
	if diff := cmp.Diff(want, string(l.Bytes())); diff != "" {
		t.Error(diff)
	}
	read(t, l)
}

// TestForm pins the form of what came later, and that only locks which need it are of a later version.
func TestForm(t *testing.T) {
	l := build(t, small(registry.Param{Name: "do", Type: registry.Type{Kind: registry.ArrayType, Items: &registry.Type{
		Kind: registry.UnionType, Discriminator: registry.Word{Text: "kind"}, Nullable: true, Variants: []registry.Variant{
			{Tag: registry.Word{Text: "set"}, Params: []registry.Param{{Name: "env", Required: true, Type: registry.Type{Kind: registry.MapType, Values: &registry.Type{Kind: registry.AnyType}}}}},
			{Tag: registry.Word{Text: "clear"}},
		},
	}}}))
	want := `  "tools": {
    "use": {
      "do": {
        "type": "array",
        "items": {
          "type": "union",
          "nullable": true,
          "discriminator": "kind",
          "variants": {
            "clear": {"type": "object"},
            "set": {
              "type": "object",
              "params": {
                "env": {"type": "map", "required": "always", "values": {"type": "any"}}
              }
            }
          }
        }
      }
    }
  }
}
`
	text := string(l.Bytes())
	if _, got, _ := strings.Cut(text, "  \"tools\": {\n    \"use\""); cmp.Diff(want, "  \"tools\": {\n    \"use\""+got) != "" || !strings.Contains(text, `"format": 2`) {
		t.Errorf("got %s", text)
	}
	read(t, l)
}

// TestRead looks at files that are no locks.
func TestRead(t *testing.T) {
	good := string(build(t, small(param(func(*registry.Param) {}))).Bytes())
	for _, tt := range []struct{ name, from, to, want string }{
		{"good", "", "", ""},
		{"carriage returns", "\n", "\r\n", ""},
		{"conflict", "  \"version\"", "<<<<<<< ours\n  \"version\"", ":4:1: the lock of the contract is damaged: invalid character '<' looking for beginning of object key string"},
		{"cut off", "}\n", "", ": the lock of the contract is damaged: it ends too early"},
		{"two", "\n}\n", "\n}\n{}\n", ": the lock of the contract is damaged: something stands behind its end"},
		{"newer", `"format": 1`, `"format": 3, "more": {}`, ": the lock of the contract was written by a newer promptgen: its format is 3, the one known here 2"},
		{"older", `"format": 1`, `"format": 0`, ": the lock of the contract is damaged: format, contract and version are not all there"},
		{"version", `"version": 1`, `"version": "1"`, ": the lock of the contract is damaged: version holds a string"},
		{"version as a list", `"version": 1`, `"version": [1]`, ": the lock of the contract is damaged: version holds an array"},
		{"version as an object", `"version": 1`, `"version": {}`, ": the lock of the contract is damaged: version holds an object"},
		{"version as a boolean", `"version": 1`, `"version": true`, ": the lock of the contract is damaged: version holds a boolean"},
		{"field", `"contract"`, `"contrakt"`, ": the lock of the contract is damaged: it holds a field that no lock has"},
		{"type", `"string"`, `"strin"`, `: the lock of the contract is damaged: tool "use": x: no type "strin"`},
		{"presence", `"string"`, `"string", "required": "no"`, `: the lock of the contract is damaged: tool "use": x: required is "no"`},
		{"enum", `"string"`, `"string", "enum": [[]]`, `: the lock of the contract is damaged: tool "use": x: an enum holds a value of another type`},
		{"bound", `"string"`, `"number", "minimum": 1e999999999`, `: the lock of the contract is damaged: tool "use": x: a bound is no number`},
		{"items", `"string"`, `"array"`, `: the lock of the contract is damaged: tool "use": x: a schema is null`},
		{"values", `"string"`, `"map"`, `: the lock of the contract is damaged: tool "use": x: a schema is null`},
		{"variants", `"string"`, `"union", "discriminator": "k"`, `: the lock of the contract is damaged: tool "use": x: discriminator and variants are not all there`},
		{"variant", `"string"`, `"union", "discriminator": "k", "variants": {"a": {"type": "any"}}`, `: the lock of the contract is damaged: tool "use": x: a: a variant is no object`},
		{"null", `{"type": "string"}`, `null`, `: the lock of the contract is damaged: tool "use": x: a schema is null`},
		{"tool", "\"tools\": {\n    \"use\"", "\"tools\": {\n    \"used\"", `: the lock of the contract is damaged: profile "full" has tool "use", whose parameters are not there`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.ReplaceAll(good, tt.from, tt.to)
			if tt.from == "" {
				text = good
			}
			if i := strings.LastIndex(good, tt.from); tt.name == "cut off" {
				text = good[:i]
			}
			l, found := contract.Read(fstest.MapFS{contract.Path: &fstest.MapFile{Data: []byte(text)}})
			got := ""
			for _, d := range found {
				got = strings.TrimPrefix(d.At.String()+": "+d.Message, contract.Path)
			}
			if got != tt.want || (l == nil) == (tt.want == "") {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, text)
			}
		})
	}
	if l, found := contract.Read(fstest.MapFS{}); l != nil || found != nil {
		t.Errorf("without a file: %v, %v", l, found)
	}
	if l, found := contract.Read(fstest.MapFS{"snapshots": &fstest.MapFile{}}); l != nil || found != nil {
		t.Errorf("with a file in the folder's place: %v, %v", l, found)
	}
}
