package snapshot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/prompt"
)

// TestHostSchemasAgree compares what the runtime and the generator make of schemas that nobody foresaw, in every format,
// and that each is in encoding/json's fixed form.
func TestHostSchemasAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 25))
	compared := 0
	for range 2000 {
		schema := strings.Replace(`{"type":"object",`+strings.TrimPrefix(schemaObject(rng, 3), "{"), ",}", "}", 1)
		set := prompt.Toolset{Name: "s", Wire: "{name}", Tools: []prompt.HostTool{{Name: "t", Schema: prompt.JSON(schema)}}, BadSchema: prompt.Reject, BadName: prompt.Reject}
		unwritable(t, set)
		var e prompt.Errs
		hosted := e.HostTools(nil, []string{"s"}, set)
		h, err := project.NewHost("s", []byte(schema))
		if (err == nil) != (e.Err() == nil) {
			t.Fatalf("%s: the runtime says %v, the generator %v", schema, e.Err(), err)
		}
		if err != nil {
			continue
		}
		tool := project.Tool{Name: "t", Host: h, Params: h.Params()}
		ts := prompt.NewTools(prompt.Toolbox{}, nil, hosted.Shown(func(string) bool { return true }, nil)...)
		if diff := cmp.Diff(project.Docs([]project.Tool{tool}), ts.ToolsetDocs("s")); diff != "" {
			t.Fatalf("%s: documentation (-generator +runtime)\n%s", schema, diff)
		}
		a := prompt.NewAssembler(prompt.Program[int, int]{Transport: prompt.Native, Tools: ts})
		for name, p := range map[string]prompt.Provider{
			"anthropic": prompt.Anthropic, "openai-chat": prompt.OpenAIChat, "openai-responses": prompt.OpenAIResponses,
			"openai-compatible": prompt.OpenAICompatible, "gemini": prompt.Gemini, "gemini-openapi": prompt.GeminiOpenAPI,
		} {
			compared++
			want, err := project.Request(name, []project.Tool{tool}, project.Mark{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Request(p, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := string(r.Tools.JSON())
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s (-generator +runtime)\n%s", schema, name, diff)
			}
			if fixed, err := json.Marshal(json.RawMessage(got)); err != nil || string(fixed) != got {
				t.Fatalf("%s: %s: encoding/json writes %s, %v", schema, name, fixed, err)
			}
		}
	}
	if compared < 5000 {
		t.Errorf("%d requests compared", compared)
	}
}

// unwritable compares what the two say of a schema over XML.
func unwritable(t *testing.T, set prompt.Toolset) {
	t.Helper()
	set.XML, set.BadSchema = true, prompt.Skip
	var e prompt.Errs
	e.HostTools(nil, []string{"s"}, set)
	h, err := project.NewHost("s", []byte(set.Tools[0].Schema))
	if err != nil {
		return // for another reason
	}
	want, got := h.Unwritable(), ""
	if ns := e.Notes(); len(ns) > 0 {
		got = strings.ReplaceAll(strings.TrimPrefix(ns[0].Problem, `"t" has a schema that `), "XML", "xml")
	}
	if want != got {
		t.Fatalf("%s: the runtime says %q, the generator %q", set.Tools[0].Schema, got, want)
	}
}

// schemaObject writes members of a schema, sensible and not.
func schemaObject(rng *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	inner := func() string {
		if depth == 0 {
			return pick("true", "{}", `{"type":"string"}`)
		}
		return schemaObject(rng, depth-1)
	}
	list := func() string {
		var out []string
		for range rng.IntN(3) {
			out = append(out, pick(inner(), `{"type":"null"}`))
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	var members []string
	add := func(chance int, name string, value func() string) {
		if rng.IntN(chance) == 0 {
			members = append(members, fmt.Sprintf("%q:%s", name, value()))
		}
	}
	if depth < 3 {
		add(1, "type", func() string {
			return pick(`"string"`, `"integer"`, `"number"`, `"boolean"`, `"array"`, `"object"`, `"null"`, `["string","null"]`, `["integer","string"]`, `"odd"`, `7`)
		})
		add(6, "anyOf", list)
		add(6, "oneOf", list)
		add(4, "enum", func() string {
			return pick(`["a","b <c>"]`, `["a",1]`, `[]`, `["</a0>","</F_1>"]`, `[""]`, `[true,null]`, `1`)
		})
	}
	add(2, "description", func() string { return pick(`"Words & <more>."`, `""`, `"Ä\nö\u2028"`, `5`) })
	add(2, "properties", func() string {
		var out []string
		for i := range rng.IntN(4) {
			out = append(out, fmt.Sprintf("%q:%s", pick("a", "b.c", "d-e", "F_")+fmt.Sprint(i), inner()))
		}
		return "{" + strings.Join(out, ",") + "}"
	})
	add(3, "required", func() string { return pick(`["a0"]`, `["F_1","a0","gone"]`, `[]`, `["a0",1]`) })
	add(4, "items", inner)
	add(6, "$defs", func() string { return `{"Name":` + inner() + `}` })
	add(7, "title", func() string { return `"A <title>"` })
	add(7, pick("const", "multipleOf", "not", "$ref", "examples", "deprecated", "additionalProperties", "dependentRequired"), func() string {
		return pick("true", "{}", "[5]", `"#/$defs/Name"`, `{"a0":["b.c1"]}`)
	})
	add(5, "$schema", func() string { return `"https://json-schema.org/draft/2020-12/schema"` })
	add(6, "propertyOrdering", func() string { return `["a0"]` })
	add(5, "default", func() string { return pick(`"x"`, `1.50`, `{"a":[1]}`, `null`) })
	add(5, "format", func() string { return pick(`"date-time"`, `"uri"`, `3`) })
	add(5, "pattern", func() string { return pick(`"^<a>\\d"`, `4`, `"(?:<\\/a0>|x)"`, `"[<]/b.c1>"`, `"</a0"`) })
	for _, n := range []string{"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"} {
		add(6, n, func() string { return pick("1", "-2.5e3", `"1"`, "0", "1e-999", "1e309") })
	}
	return "{" + strings.Join(members, ",") + "}"
}
