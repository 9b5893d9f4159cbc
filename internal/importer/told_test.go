package importer

import (
	"fmt"
	"strings"
	"testing"
)

// schemaWords lists keywords, each with values that say something: all of JSON Schema 2020-12, then those of older drafts,
// of OpenAPI and of nobody.
func schemaWords() []struct{ name, values string } {
	return []struct{ name, values string }{
		{"$schema", `"https://json-schema.org/draft/2020-12/schema"`}, {"$id", `"https://example.org/s"`}, {"$ref", `"#/$defs/none" ~ 5`},
		{"$anchor", `"a"`}, {"$dynamicRef", `"#a"`}, {"$dynamicAnchor", `"a"`}, {"$vocabulary", `{"https://example.org/v":true}`}, {"$comment", `"c"`},
		{"$defs", `{"unused":{"type":"string","minLength":3}} ~ {"a":{"$ref":"#/$defs/b"},"b":{"type":"string"}} ~ 5`},
		{"allOf", `[{"minLength":3}] ~ [{"title":"In"}] ~ {"minLength":3}`}, {"anyOf", `[{"minLength":3},{"maxLength":1}] ~ [{"const":"a","title":"A"},{"const":"b"}] ~ 5`},
		{"oneOf", `[{"type":"string"},{"type":"null","title":"None"}] ~ {}`}, {"not", `{"const":"a"}`}, {"if", `{"const":"a"}`}, {"then", `{"minLength":3}`}, {"else", `{"minLength":3}`},
		{"dependentSchemas", `{"a":{"required":["b"]}}`}, {"prefixItems", `[{"type":"string"}]`}, {"items", `{"type":"string"} ~ [{"type":"string"}] ~ {"type":"integer","title":"I","default":5}`},
		{"contains", `{"const":"a"}`}, {"properties", `{"x":{"type":"string","description":"X."}} ~ 5`}, {"patternProperties", `{"^x":{"type":"string"}}`},
		{"additionalProperties", `{"type":"string"} ~ true ~ 5`}, {"propertyNames", `{"pattern":"^x"}`}, {"unevaluatedItems", `{"type":"string"} ~ false`},
		{"unevaluatedProperties", `{"type":"string"} ~ true`}, {"type", `"string" ~ ["object","string"] ~ 5`}, {"enum", `["a","b"] ~ [null] ~ [1,2] ~ [[1]] ~ [{"a":1}] ~ {}`},
		{"const", `"a" ~ 1 ~ null ~ [1] ~ {"a":1}`}, {"multipleOf", `2`}, {"maximum", `5 ~ "5"`}, {"exclusiveMaximum", `5 ~ true`}, {"minimum", `5 ~ null`}, {"exclusiveMinimum", `5 ~ true`},
		{"maxLength", `5 ~ "5" ~ "x"`}, {"minLength", `5 ~ {}`}, {"pattern", `"^a" ~ "(?=a)" ~ 5`}, {"maxItems", `5 ~ true`}, {"minItems", `5`}, {"uniqueItems", `true ~ false`},
		{"maxContains", `5`}, {"minContains", `5`}, {"maxProperties", `5`}, {"minProperties", `5`}, {"required", `["x"] ~ true ~ null`}, {"dependentRequired", `{"a":["b"]}`},
		{"title", `"A title" ~ 5 ~ ""`}, {"description", `"Another." ~ 5`}, {"default", `"a" ~ 5 ~ null ~ {"a":1}`}, {"deprecated", `true ~ false`}, {"readOnly", `true`}, {"writeOnly", `true`},
		{"examples", `["a"] ~ [1,2] ~ "a"`}, {"format", `"date" ~ "uri" ~ 5`}, {"contentEncoding", `"base64"`}, {"contentMediaType", `"text/html"`}, {"contentSchema", `{"type":"string"}`},

		{"id", `"x"`}, {"definitions", `{"unused":{"type":"string"}}`}, {"dependencies", `{"a":["b"]}`}, {"additionalItems", `false`}, {"$recursiveRef", `"#"`}, {"$recursiveAnchor", `true`},
		{"nullable", `true ~ "yes"`}, {"example", `"a"`}, {"discriminator", `{"propertyName":"k"} ~ {"propertyName":"z"} ~ {"propertyName":"k","mapping":{"a":"#/$defs/a"}} ~ 5`}, {"xml", `{"name":"x"}`},
		{"externalDocs", `{"url":"https://example.org"}`}, {"propertyOrdering", `["a"] ~ ["none"] ~ 5`}, {"x-vendor", `1`}, {"propertees", `{"x":{}}`},
	}
}

// bases are types beside which the keywords stand.
func bases() []string {
	const a = `"properties":{"b":{"type":"string","description":"B."},"a":{"type":"string","description":"A."}}`
	return []string{
		`"type":"string"`, `"type":"integer"`, `"type":"number"`, `"type":"boolean"`, `"type":"array","items":{"type":"string"}`, `"type":["string","null"]`,
		`"type":"object",` + a + `,"additionalProperties":false`, `"type":"object","additionalProperties":{"type":"string"}`, `"type":"object"`, ``,
		`"anyOf":[{"type":"object","properties":{"k":{"const":"x"},"m":{"type":"string","description":"M."}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"],"additionalProperties":false}]`,
		`"anyOf":[{"type":"string"},{"type":"null"}]`, `"oneOf":[{"const":"a"},{"const":"b"}]`,
		`"allOf":[{"type":"object",` + a + `},{"type":"object"}]`, `"$ref":"#/$defs/used"`,
	}
}

// level is a place of a schema.
type level struct {
	name, schema, path string
	full               bool // it has a type already
}

// levels are places of a schema in a tool's, where %s are its members.
func levels() []level {
	const closed = `,"additionalProperties":false,"$defs":{"used":{"type":"string","maxLength":7}}}`
	in := func(p string) string {
		return `{"type":"object","properties":{"p":` + p + `},"required":["p"]` + closed
	}
	const d = `"description":"D."`
	const k = `"type":"object","properties":{"k":{"const":"x"%s}},"required":["k"],"additionalProperties":false`
	return []level{
		{"root", `{%s}`, "", false},
		{"property", in(`{` + d + `%s}`), ".properties.p", false},
		{"optional property", strings.Replace(in(`{`+d+`%s}`), `"required":["p"],`, "", 1), ".properties.p", false},
		{"member", in(`{` + d + `,"type":"object","properties":{"q":{` + d + `%s}},"additionalProperties":false}`), ".properties.p.properties.q", false},
		{"item", in(`{` + d + `,"type":"array","items":{%s}}`), ".properties.p.items", false},
		{"value", in(`{` + d + `,"type":"object","additionalProperties":{%s}}`), ".properties.p.additionalProperties", false},
		{"variant", in(`{` + d + `,"anyOf":[{"type":"object","properties":{"k":{"const":"x"},"m":{"type":"string","description":"M."}},"required":["k"]%s}]}`), ".properties.p.anyOf[0]", true},
		{"tag", in(`{` + d + `,"anyOf":[{` + k + `}]}`), ".properties.p.anyOf[0].properties.k", true},
		{"alternative of null", in(`{` + d + `,"anyOf":[{"type":"string"},{"type":"null"%s}]}`), ".properties.p.anyOf[1]", true},
		{"constant", in(`{` + d + `,"anyOf":[{"const":"a"%s},{"const":"b"}]}`), ".properties.p.anyOf[0]", true},
		{"part", in(`{` + d + `,"allOf":[{%s}]}`), ".properties.p.allOf[0]", false},
		{"referred to", `{"type":"object","properties":{"p":{` + d + `,"$ref":"#/$defs/r"}},"required":["p"],"additionalProperties":false,"$defs":{"used":{"type":"string"},"r":{%s}}}`, ".$defs.r", false},
	}
}

// TestNothingIsDropped puts every keyword into every place, beside every type: either the registry's file differs from
// that without the keyword, or the keyword is reported by its path.
func TestNothingIsDropped(t *testing.T) {
	for _, level := range levels() {
		for i, base := range bases() {
			if testing.Short() && i%4 != 0 {
				continue
			}
			if level.full {
				base = "" // it has a type, which it can't do without
			}
			beside := func(more ...string) string {
				return list(level.schema, append([]string{base}, more...))
			}
			without := imported(beside())
			if refuses(without.report) {
				continue // it can't stand there
			}
			for _, word := range schemaWords() {
				if strings.Contains(beside(), `%s`) || strings.Contains(base, `"`+word.name+`":`) || strings.HasPrefix(word.name, "desc") && strings.Contains(level.schema, `"description":"D."%s`) {
					continue // it stands there already
				}
				for value := range strings.SplitSeq(word.values, " ~ ") {
					if saysNothing(level.name, base, word.name, value) {
						continue
					}
					doc := beside(fmt.Sprintf("%q:%s", word.name, value))
					with := imported(doc)
					if with.files == without.files && !with.names("[0].input_schema"+level.path+stepTo(word.name)) {
						t.Errorf("%s, {%s}: %s %s is dropped\n\t%s\n%s", level.name, base, word.name, value, doc, with.report.Diagnostics().Text())
					}
				}
			}
			if level.full {
				break
			}
		}
	}
}

// saysNothing reports whether a word says what its place says without it.
func saysNothing(level, base, word, value string) bool {
	switch word + value {
	case "nullabletrue":
		return base == "" || strings.Contains(base, `"null"`)
	case `type"string"`:
		return level == "tag" || level == "constant" || strings.Contains(base, "#/$defs/used") || strings.Contains(base, `"anyOf":[{"type":"string"}`) || strings.Contains(base, `{"const":"a"}`)
	case `discriminator{"propertyName":"k"}`:
		return strings.Contains(base, `"k"`)
	}
	return level == "alternative of null" && value == "null"
}

// list puts members into a schema.
func list(schema string, members []string) string {
	var given []string
	for _, m := range members {
		if m != "" {
			given = append(given, m)
		}
	}
	all := strings.Join(given, ",")
	if at := strings.Index(schema, "%s"); all != "" && schema[at-1] != '{' {
		all = "," + all
	}
	return strings.Replace(schema, "%s", all, 1)
}

// outcome is what came of a tool.
type outcome struct {
	files  string
	report Report
}

func imported(schema string) outcome {
	return whole(`[{"name":"t","description":"T.","input_schema":` + schema + `}]`)
}

func whole(doc string) outcome {
	tools, report, broken := Tools([]byte(doc), Options{File: "in.json", Reword: true}) // a refusal would end what can be looked at
	if broken != nil {
		return outcome{broken.Text(), report}
	}
	files, err := Specs("sample", tools)
	if err != nil {
		return outcome{err.Error(), report}
	}
	o := outcome{"", report}
	for _, f := range files {
		o.files += string(f.Data)
	}
	return o
}

// names reports whether an entry stands at a path, or at something in it.
func (o outcome) names(path string) bool {
	for _, e := range o.report {
		if within(e.At.Path, path) {
			return true
		}
	}
	return false
}

// TestNoMemberIsDropped does the same for what stands around schemas.
func TestNoMemberIsDropped(t *testing.T) {
	const schema = `{"type":"object","properties":{"p":{"type":"string","description":"P."}},"required":["p"],"additionalProperties":false}`
	const words = `"title":"Title" "strict":true "strict":false "strict":null "strict":"yes" "cache_control":{"type":"ephemeral"} "defer_loading":true "allowed_callers":["direct"] ` +
		`"eager_input_streaming":true "input_examples":[{"p":"x"}] "outputSchema":{"type":"object"} "output_schema":{} "icons":[] "_meta":{"a":1} "execution":{} "behavior":"BLOCKING" ` +
		`"response":{"type":"STRING"} "responseJsonSchema":{"type":"string"} "parameters":{} "input_schema":{} "inputSchema":{} "parametersJsonSchema":{} "annotations":{"title":"A","x":1,"readOnlyHint":true} ` +
		`"annotations":5 "annotations":null "description":5 "type":"function" "x":1 "id":5 "server":"s" "examples":[1] "name":5 "return":{} "$schema":"x" "format":{}`
	forms := []struct{ name, doc, path string }{
		{"openai-chat", `[{"type":"function","function":{"name":"t","description":"T.","parameters":` + schema + `}%s}]`, "[0]"},
		{"openai-chat function", `[{"type":"function","function":{"name":"t","description":"T.","parameters":` + schema + `%s}}]`, "[0].function"},
		{"openai-responses", `[{"type":"function","name":"t","description":"T.","parameters":` + schema + `%s}]`, "[0]"},
		{"anthropic", `[{"name":"t","description":"T.","input_schema":` + schema + `%s}]`, "[0]"},
		{"gemini", `[{"functionDeclarations":[{"name":"t","description":"T.","parametersJsonSchema":` + schema + `%s}]}]`, "[0].functionDeclarations[0]"},
		{"gemini group", `[{"functionDeclarations":[{"name":"t","description":"T.","parametersJsonSchema":` + schema + `}]%s}]`, "[0]"},
		{"namespace", `[{"type":"namespace","tools":[{"type":"function","name":"t","description":"T.","parameters":` + schema + `}]%s}]`, "[0]"},
		{"mcp", `[{"name":"t","description":"T.","inputSchema":` + schema + `%s}]`, "[0]"},
		{"request", `{"tools":[{"name":"t","description":"T.","input_schema":` + schema + `}]%s}`, ""},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","description":"T.","inputSchema":` + schema + `}]%s}}`, "result"},
		{"response around", `{"result":{"tools":[{"name":"t","description":"T.","inputSchema":` + schema + `}]}%s}`, ""},
		{"json-schema", `{"description":"T.",` + schema[1:len(schema)-1] + `%s}`, ""},
	}
	for _, form := range forms {
		without := whole(strings.Replace(form.doc, "%s", "", 1))
		for member := range strings.FieldsSeq(words) {
			name, _, _ := strings.Cut(member[1:], `"`)
			doc := strings.Replace(form.doc, "%s", ","+member, 1)
			with := whole(doc)
			path := strings.TrimPrefix(form.path+stepTo(name), ".")
			if with.files == without.files && !with.names(path) {
				t.Errorf("%s: %s is dropped\n\t%s\n%s", form.name, member, doc, with.report.Diagnostics().Text())
			}
		}
	}
}
