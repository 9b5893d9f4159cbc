package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

// one imports a tool with one parameter "p". What the language lacks may be said in words.
func one(schema string) ([]registry.Tool, Report) { return oneAs(schema, true) }

func oneAs(schema string, reword bool) ([]registry.Tool, Report) {
	doc := `[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{"p":` + schema + `},"required":["p"],"additionalProperties":false}}]`
	tools, report, broken := Tools([]byte(doc), Options{File: "in.json", Reword: reword})
	if broken != nil {
		return nil, Report{{Keyword: broken.Text(), Outcome: Refused}}
	}
	return tools, report
}

// cueOf is what the parameter looks like in CUE, in one line.
func cueOf(tools []registry.Tool) string {
	if len(tools) == 0 {
		return ""
	}
	p := &printer{}
	p.param(&tools[0].Params[0])
	return flatCUE(p.String())
}

// flatCUE is CUE on one line, whatever its layout and whatever stands between its fields.
func flatCUE(s string) string {
	s = strings.Join(strings.Fields(strings.NewReplacer(",\n", "\n", ", ", " ").Replace(s)), " ")
	return strings.NewReplacer("{ ", "{", "[ ", "[", " }", "}", " ]", "]").Replace(s)
}

func lines(r Report) []string {
	var out []string
	for _, e := range r {
		line := e.Keyword + " " + string(e.Outcome)
		if e.Detail != "" {
			line += ": " + e.Detail
		}
		out = append(out, line)
	}
	return out
}

// TestKeywords has a row for every row of the table of keywords and projections, in its order, and for the variants that
// are met in the wild.
func TestKeywords(t *testing.T) {
	const d = `"description":"D."`
	tests := []struct {
		name, schema string
		want         string   // "" where the tool is refused
		report       []string // the start of each line
	}{
		{"type single", `{"type":"string",` + d + `}`, `{name: "p", type: "string", description: "D."}`, nil},
		{"description with CRLF", `{"type":"string","description":"A.\r\nB.\rC."}`, `{name: "p", type: "string" description: """ A. B. C. """}`, []string{"description rewritten: its lines end with"}},
		{"description with a control character", `{"type":"string","description":"A.\u0000"}`, ``, []string{"description refused: it holds the control character U+0000 at character 3"}},
		{"enum with a control character", `{"type":"string","enum":["a","b\u001b"],` + d + `}`, ``, []string{"enum refused: it holds the control character U+001B at character 2"}},
		{"default with a control character", `{"type":"object","properties":{"q":{"type":"string","default":"b\r",` + d + `}},"additionalProperties":false,` + d + `}`, ``, []string{"default refused: it holds the control character U+000D at character 2"}},
		{"type in capitals", `{"type":"STRING",` + d + `}`, `{name: "p", type: "string", description: "D."}`, nil},
		{"type of two", `{"type":["string","integer"],` + d + `}`, ``, []string{"type refused: a parameter has one type"}},
		{"type unknown", `{"type":"file",` + d + `}`, ``, []string{`type refused: no type "file"`}},
		{"type null", `{"type":"null",` + d + `}`, ``, []string{"type refused: null is its only value"}},
		{"type missing", `{"enum":["a"],` + d + `}`, `{name: "p", type: "string", enum: ["a"], description: "D."}`, []string{"type rewritten: it is not given; the other keywords mean string"}},
		{"integer or number", `{"type":["integer","number"],` + d + `}`, `{name: "p", type: "number", description: "D."}`, []string{"type rewritten"}},
		{"optional as Python has it", `{"type":"object","properties":{"q":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,` + d + `}},"additionalProperties":false,` + d + `}`,
			`{ name: "p", type: "object" description: "D." params: [{name: "q", type: "string", required: false, description: "D."} ] }`,
			[]string{"anyOf rewritten: null is the default of an optional parameter", "default rewritten: required false"}},
		{"nullable by a list", `{"type":["string","null"],` + d + `}`, `{name: "p", type: "string", nullable: true, description: "D."}`, nil},
		{"nullable by a keyword", `{"type":"string","nullable":true,` + d + `}`, `{name: "p", type: "string", nullable: true, description: "D."}`, nil},
		{"nullable by anyOf", `{"anyOf":[{"type":"string"},{"type":"null"}],` + d + `}`, `{name: "p", type: "string", nullable: true, description: "D."}`, []string{"anyOf rewritten: nullable"}},
		{"nullable by oneOf", `{"oneOf":[{"type":"null"},{"type":"integer","minimum":1}],` + d + `}`, `{name: "p", type: "integer", nullable: true, minimum: 1, description: "D."}`, []string{"oneOf rewritten: nullable"}},
		{"nullable without a type", `{"nullable":true,` + d + `}`, `{name: "p", type: "any", description: "D."}`, nil},
		{"enum of strings", `{"type":"string","enum":["a","b"],` + d + `}`, `{name: "p", type: "string", enum: ["a", "b"], description: "D."}`, nil},
		{"enum of integers", `{"type":"integer","enum":[1,2.0],` + d + `}`, `{name: "p", type: "integer", enum: [1, 2], description: "D."}`, nil},
		{"enum of numbers", `{"type":"number","enum":[0.5,1],` + d + `}`, `{name: "p", type: "number", description: "D. Rules: enum [0.5,1]."}`, []string{"enum moved into the description: [0.5,1]"}},
		{"enum of booleans", `{"type":"boolean","enum":[true,false],` + d + `}`, `{name: "p", type: "boolean", description: "D."}`, []string{"enum left out"}},
		{"enum with null", `{"type":["string","null"],"enum":["a",null],` + d + `}`, `{name: "p", type: "string", nullable: true, enum: ["a"], description: "D."}`, nil},
		{"enum mixed", `{"enum":["a",1],` + d + `}`, `{name: "p", type: "any", description: "D. Rules: enum [\"a\",1]."}`, []string{"enum moved into the description"}},
		{"enum mixed with a type", `{"type":"string","enum":["a",1],` + d + `}`, ``, []string{"enum refused: 1 is no string"}},
		{"enum empty", `{"type":"string","enum":[],` + d + `}`, ``, []string{"enum refused: it lists nothing"}},
		{"enum of an empty string", `{"type":"string","enum":[""],` + d + `}`, ``, []string{"the tool refused"}},
		{"enum twice", `{"type":"string","enum":["a","a"],` + d + `}`, `{name: "p", type: "string", enum: ["a"], description: "D."}`, []string{"enum left out: the value stands twice"}},
		{"const", `{"type":"string","const":"a",` + d + `}`, `{name: "p", type: "string", enum: ["a"], description: "D."}`, []string{"const rewritten: an enum of one value"}},
		{"const of a boolean", `{"type":"boolean","const":true,` + d + `}`, `{name: "p", type: "boolean", description: "D. Rules: const true."}`, []string{"const moved into the description: true"}},
		{"const of an object", `{"const":{"a":1},` + d + `}`, `{name: "p", type: "any", description: "D. Rules: const {\"a\":1}."}`, []string{"const moved into the description"}},
		{"constants to choose from", `{"oneOf":[{"const":"a"},{"const":"b"}],` + d + `}`, `{name: "p", type: "string", enum: ["a", "b"], description: "D."}`, []string{"oneOf rewritten: enum", "type rewritten"}},
		{"default where required", `{"type":"string","default":"x",` + d + `}`, `{name: "p", type: "string", description: "D."}`, []string{"default left out: a required parameter"}},
		{"description missing", `{"type":"string"}`, ``, []string{"the description refused: there is none"}},
		{"description blank", `{"type":"string","description":" "}`, ``, []string{"the description refused: there is none"}},
		{"title", `{"type":"string","title":"P",` + d + `}`, `{name: "p", type: "string", description: "D."}`, []string{"title left out"}},
		{"title for a description", `{"type":"string","title":"P"}`, `{name: "p", type: "string", description: "P"}`, []string{"title rewritten: it serves as description"}},
		{"examples", `{"type":"string","examples":["/first","/second"],` + d + `}`, `{name: "p", type: "string", description: "D. Examples: /first; /second.", usage: "/first"}`, []string{"examples moved into the description: the call in XML documentation shows it, too", "examples moved into the description"}},
		{"examples of a list", `{"type":"array","items":{"type":"string"},"examples":[["a"],["b"]],` + d + `}`, `{ name: "p", type: "array" description: "D. Examples: [\"a\"]; [\"b\"]." usage: "[\"a\"]" items: type: "string" }`, []string{"examples moved", "examples moved"}},
		{"examples that end the call", `{"type":"string","examples":["</p>","b"],` + d + `}`, `{name: "p", type: "string", description: "D. Examples: </p>; b.", usage: "b"}`, []string{`examples moved into the description: the call in XML documentation can't show it`, "examples moved into the description: the call"}},
		{"examples that have lines", `{"type":"string","examples":["a\nb"," c; d",""],` + d + `}`, `{ name: "p", type: "string" description: "D. Examples: \"a\\nb\"; \" c; d\"; \"\"." usage: """ a b """ }`, []string{"examples moved", "examples moved", "examples moved"}},
		{"examples of what may be null", `{"type":["string","null"],"examples":[null,"hello"],` + d + `}`, `{name: "p", type: "string", nullable: true, description: "D. Examples: null; \"hello\".", usage: "\"hello\""}`, []string{"examples moved into the description", "examples moved into the description: the call"}},
		{"examples of null", `{"type":["integer","null"],"examples":[null],` + d + `}`, `{name: "p", type: "integer", nullable: true, description: "D. Examples: null.", usage: "null"}`, []string{"examples moved into the description: the call"}},
		{"examples of any", `{"examples":["hi",5],` + d + `}`, `{name: "p", type: "any", description: "D. Examples: \"hi\"; 5.", usage: "\"hi\""}`, []string{"examples moved", "examples moved"}},
		{"examples of an object", `{"type":"object","properties":{"b":{"type":"string","description":"B."},"a":{"type":"string","description":"A."}},"required":["b"],"additionalProperties":false,"examples":[{"b":"</p>","a":null}],` + d + `}`,
			`{ name: "p", type: "object" description: "D. Examples: {\"b\": \"</p>\", \"a\": null}." usage: "{\"b\": \"<\\/p>\", \"a\": null}" params: [{name: "b", type: "string", description: "B."} {name: "a", type: "string", required: false, description: "A."}]}`, []string{"examples moved into the description: the call"}},
		{"examples of a map", `{"type":"object","additionalProperties":{"type":"integer"},"examples":[{"b":1,"a":2}],` + d + `}`, `{ name: "p", type: "map" description: "D. Examples: {\"b\": 1, \"a\": 2}." usage: "{\"b\": 1, \"a\": 2}" values: type: "integer" }`, []string{"examples moved"}},
		{"examples that no call may have", `{"type":"string","enum":["x","y"],"examples":["z",5,null,"y"],` + d + `}`, `{name: "p", type: "string", enum: ["x", "y"], description: "D. Examples: y.", usage: "y"}`,
			[]string{`examples left out: no call may have it: want "x", "y"`, "examples left out: no call may have it: want type string", "examples left out: no call may have it: want type string", "examples moved into the description: the call"}},
		{"examples beyond a bound", `{"type":"integer","maximum":3,"examples":[4],` + d + `}`, `{name: "p", type: "integer", maximum: 3, description: "D."}`, []string{"examples left out: no call may have it: want at most 3"}},
		{"examples of another format", `{"type":"string","format":"date","examples":["24.12.2026"],` + d + `}`, `{name: "p", type: "string", format: "date", description: "D."}`, []string{"examples left out: no call may have it: want "}},
		{"examples of a member", `{"type":"object","properties":{"q":{"type":"integer","examples":["a",2],"description":"Q."}},"required":["q"],"additionalProperties":false,` + d + `}`,
			`{ name: "p", type: "object" description: "D." params: [{name: "q", type: "integer", description: "Q. Examples: 2."}]}`, []string{"examples left out: no call may have it: want type integer", "examples moved into the description"}},
		{"examples with a mark", `{"type":"string","examples":["\\(tool.x)"],` + d + `}`, `{name: "p", type: "string", description: "D."}`, []string{"examples left out: it looks like a mark"}},
		{"example", `{"type":"integer","example":5,` + d + `}`, `{name: "p", type: "integer", description: "D. Examples: 5.", usage: "5"}`, []string{"examples moved"}},
		{"format common", `{"type":"string","format":"date",` + d + `}`, `{name: "p", type: "string", format: "date", description: "D."}`, nil},
		{"format other", `{"type":"string","format":"uri",` + d + `}`, `{name: "p", type: "string", description: "D. Rules: format uri."}`, []string{"format moved into the description: uri"}},
		{"format int32", `{"type":"integer","format":"int32","minimum":0,` + d + `}`, `{name: "p", type: "integer", minimum: 0, maximum: 2147483647, description: "D."}`, []string{"format rewritten: minimum 0, maximum 2147483647"}},
		{"format int32 alone", `{"type":"integer","format":"int32",` + d + `}`, `{name: "p", type: "integer", minimum: -2147483648, maximum: 2147483647, description: "D."}`, []string{"format rewritten: minimum -2147483648, maximum 2147483647"}},
		{"format int32 in front of bounds", `{"type":"integer","format":"int32","exclusiveMinimum":0,"exclusiveMaximum":15,` + d + `}`, `{name: "p", type: "integer", minimum: 1, maximum: 14, description: "D."}`,
			[]string{"exclusiveMinimum rewritten: minimum 1", "exclusiveMaximum rewritten: maximum 14", "format left out: minimum 1 and maximum 14 are narrower"}},
		{"format int32 of wider bounds", `{"type":"integer","format":"int32","minimum":-3e9,"maximum":5,` + d + `}`, `{name: "p", type: "integer", minimum: -2147483648, maximum: 5, description: "D."}`,
			[]string{"minimum left out: minimum -2147483648 is narrower", "format rewritten: minimum -2147483648, maximum 5"}},
		{"format float", `{"type":"number","format":"float",` + d + `}`, `{name: "p", type: "number", description: "D."}`, []string{"format left out"}},
		{"format int64", `{"type":"integer","format":"int64",` + d + `}`, `{name: "p", type: "integer", description: "D."}`, []string{"format left out"}},
		{"pattern", `{"type":"string","pattern":"^a+$",` + d + `}`, `{name: "p", type: "string", pattern: "^a+$", description: "D."}`, nil},
		{"pattern with lookaround", `{"type":"string","pattern":"^(?=a)b",` + d + `}`, `{name: "p", type: "string", description: "D. Rules: pattern ^(?=a)b."}`, []string{"pattern moved into the description: ^(?=a)b"}},
		{"pattern with a backreference", `{"type":"string","pattern":"(a)\\1",` + d + `}`, `{name: "p", type: "string", description: "D. Rules: pattern (a)\\1."}`, []string{"pattern moved into the description"}},
		{"lengths", `{"type":"string","minLength":1,"maxLength":9,` + d + `}`, `{name: "p", type: "string", minLength: 1, maxLength: 9, description: "D."}`, nil},
		{"length of a number", `{"type":"integer","minLength":1,` + d + `}`, `{name: "p", type: "integer", description: "D."}`, []string{"minLength left out: it says nothing about type integer"}},
		{"length negative", `{"type":"string","minLength":-1,` + d + `}`, ``, []string{"minLength refused: it is -1"}},
		{"bounds", `{"type":"integer","minimum":1,"maximum":9,` + d + `}`, `{name: "p", type: "integer", minimum: 1, maximum: 9, description: "D."}`, nil},
		{"bounds of a number", `{"type":"number","minimum":0.5,"maximum":1e3,` + d + `}`, `{name: "p", type: "number", minimum: 0.5, maximum: 1e3, description: "D."}`, nil},
		{"bounds between integers", `{"type":"integer","minimum":-1.5,"maximum":1.5,` + d + `}`, `{name: "p", type: "integer", minimum: -1, maximum: 1, description: "D."}`, []string{"minimum rewritten: minimum -1", "maximum rewritten: maximum 1"}},
		{"bounds crossed", `{"type":"integer","minimum":2,"maximum":1,` + d + `}`, ``, []string{"the tool refused"}},
		{"bounds beyond int64", `{"type":"integer","minimum":-1e30,"maximum":1e30,` + d + `}`, `{name: "p", type: "integer", description: "D."}`, []string{"minimum left out", "maximum left out"}},
		{"bounds that no int64 meets", `{"type":"integer","minimum":1e30,` + d + `}`, ``, []string{"minimum refused: no 64-bit integer fits"}},
		{"exclusive bounds of an integer", `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":9.5,` + d + `}`, `{name: "p", type: "integer", minimum: 1, maximum: 9, description: "D."}`, []string{"exclusiveMinimum rewritten: minimum 1", "exclusiveMaximum rewritten: maximum 9"}},
		{"exclusive beside closed", `{"type":"integer","minimum":5,"exclusiveMinimum":0,` + d + `}`, `{name: "p", type: "integer", minimum: 5, description: "D."}`, []string{"exclusiveMinimum left out: minimum 5 is narrower"}},
		{"closed beside exclusive", `{"type":"integer","maximum":5,"exclusiveMaximum":5,` + d + `}`, `{name: "p", type: "integer", maximum: 4, description: "D."}`, []string{"maximum left out: maximum 4 is narrower", "exclusiveMaximum rewritten: maximum 4"}},
		{"closed and exclusive alike", `{"type":"integer","minimum":1,"exclusiveMinimum":0,` + d + `}`, `{name: "p", type: "integer", minimum: 1, description: "D."}`, []string{"exclusiveMinimum rewritten: minimum 1"}},
		{"exclusive bounds of a number", `{"type":"number","exclusiveMinimum":0,` + d + `}`, `{name: "p", type: "number", description: "D. Rules: exclusiveMinimum 0."}`, []string{"exclusiveMinimum moved into the description: 0"}},
		{"exclusive as a boolean", `{"type":"integer","minimum":0,"exclusiveMinimum":true,` + d + `}`, `{name: "p", type: "integer", minimum: 1, description: "D."}`, []string{"exclusiveMinimum rewritten: minimum 1"}},
		{"multipleOf", `{"type":"integer","multipleOf":5,` + d + `}`, `{name: "p", type: "integer", description: "D. Rules: multipleOf 5."}`, []string{"multipleOf moved into the description: 5"}},
		{"numbers of items", `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2,` + d + `}`, `{ name: "p", type: "array", minItems: 1, maxItems: 2 description: "D." items: type: "string" }`, nil},
		{"uniqueItems", `{"type":"array","items":{"type":"string"},"uniqueItems":true,` + d + `}`, `{ name: "p", type: "array" description: "D. Rules: uniqueItems true." items: type: "string" }`, []string{"uniqueItems moved into the description: true"}},
		{"items absent", `{"type":"array",` + d + `}`, `{ name: "p", type: "array" description: "D." items: type: "any" }`, []string{"items rewritten: it is not given"}},
		{"items with words of their own", `{"type":"array","items":{"type":"string","description":"A name.","multipleOf":2,"contentEncoding":"base64"},` + d + `}`,
			`{ name: "p", type: "array" description: "D. Each item: A name. Each item: contentEncoding base64." items: type: "string" }`,
			[]string{"multipleOf left out", "contentEncoding moved into the description: base64", "description moved into the description"}},
		{"prefixItems", `{"type":"array","prefixItems":[{"type":"string"}],` + d + `}`, ``, []string{"prefixItems refused: a registry has no tuples"}},
		{"items as a tuple", `{"type":"array","items":[{"type":"string"}],` + d + `}`, ``, []string{"items refused"}},
		{"object without properties", `{"type":"object","properties":{},"required":[],"additionalProperties":false,` + d + `}`, `{ name: "p", type: "object" description: "D." params: [] }`, nil},
		{"object that says nothing", `{"type":"object",` + d + `}`, `{ name: "p", type: "map" description: "D." values: type: "any" }`, []string{"additionalProperties rewritten"}},
		{"required", `{"type":"object","properties":{"a":{"type":"string","description":"A."},"b":{"type":"string","description":"B."}},"required":["b"],"additionalProperties":false,` + d + `}`,
			`{ name: "p", type: "object" description: "D." params: [{name: "a", type: "string", required: false, description: "A."} {name: "b", type: "string", description: "B."} ] }`, nil},
		{"required of what is not there", `{"type":"object","properties":{},"required":["x"],"additionalProperties":false,` + d + `}`, ``, []string{`required refused: there is no member "x"`}},
		{"map", `{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":0},` + d + `}`, `{ name: "p", type: "map" description: "D." values: {type: "integer", minimum: 0} }`, nil},
		{"map beside members", `{"type":"object","properties":{"a":{"type":"string","description":"A."}},"additionalProperties":{"type":"integer"},` + d + `}`, ``, []string{"additionalProperties refused"}},
		{"open", `{"type":"object","properties":{"a":{"type":"string","description":"A."}},"additionalProperties":true,` + d + `}`,
			`{ name: "p", type: "object" description: "D." params: [{name: "a", type: "string", required: false, description: "A."} ] }`, []string{"additionalProperties rewritten: objects of a registry are closed"}},
		{"open without members", `{"type":"object","additionalProperties":true,` + d + `}`, `{ name: "p", type: "map" description: "D." values: type: "any" }`, []string{"additionalProperties rewritten: a map of any"}},
		{"patternProperties", `{"type":"object","patternProperties":{"^x":{"type":"string"}},"additionalProperties":false,` + d + `}`, ``, []string{"patternProperties refused"}},
		{"propertyNames", `{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"pattern":"^x"},` + d + `}`,
			`{ name: "p", type: "map" description: "D. Rules: propertyNames {\"pattern\":\"^x\"}." values: type: "string" }`, []string{"propertyNames moved into the description"}},
		{"numbers of properties", `{"type":"object","additionalProperties":{"type":"string"},"minProperties":1,"maxProperties":3,` + d + `}`,
			`{ name: "p", type: "map" description: "D. Rules: minProperties 1; maxProperties 3." values: type: "string" }`, []string{"minProperties moved", "maxProperties moved"}},
		{"anyOf with a discriminator", `{"anyOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"string","description":"X."}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"type":"string","enum":["b"]}},"required":["k"],"additionalProperties":false}],` + d + `}`,
			`{ name: "p", type: "union", discriminator: "k" description: "D." variants: [{tag: "a" params: [{name: "x", type: "string", required: false, description: "X."} ] } {tag: "b", params: []} ] }`,
			[]string{`anyOf rewritten: a union by "k"`}},
		{"oneOf with a discriminator and null", `{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"],"additionalProperties":false},{"type":"null"}],` + d + `}`,
			`{ name: "p", type: "union", nullable: true, discriminator: "k" description: "D." variants: [{tag: "a", params: []} ] }`, []string{`oneOf rewritten: a union by "k"`}},
		{"anyOf without", `{"anyOf":[{"type":"string"},{"type":"integer"}],` + d + `}`, ``, []string{"anyOf refused: nothing tells its 2 alternatives apart"}},
		{"oneOf without", `{"oneOf":[{"type":"object","properties":{"a":{"type":"string","description":"A."}}},{"type":"object","properties":{"b":{"type":"string","description":"B."}}}],` + d + `}`, ``, []string{"oneOf refused"}},
		{"allOf", `{"allOf":[{"type":"string"},{"minLength":1}],` + d + `}`, `{name: "p", type: "string", minLength: 1, description: "D."}`, []string{"allOf rewritten"}},
		{"allOf that contradicts", `{"allOf":[{"type":"string","minLength":2},{"minLength":1}],` + d + `}`, ``, []string{"minLength refused"}},
		{"allOf of closed objects", `{"allOf":[{"type":"object","properties":{"a":{"type":"string","description":"A."}},"additionalProperties":false},{"properties":{"b":{"type":"string","description":"B."}}}],` + d + `}`, ``, []string{"allOf rewritten", "allOf refused"}},
		{"not", `{"type":"string","not":{"const":"a"},` + d + `}`, ``, []string{"not refused"}},
		{"if", `{"type":"string","if":{"const":"a"},"then":{},"else":{},` + d + `}`, ``, []string{"if refused", "then refused", "else refused"}},
		{"dependent", `{"type":"object","properties":{},"dependentRequired":{},"dependentSchemas":{},"dependencies":{},"additionalProperties":false,` + d + `}`, ``, []string{"dependentRequired refused", "dependentSchemas refused", "dependencies refused"}},
		{"contains", `{"type":"array","items":{"type":"string"},"contains":{"const":"a"},"minContains":1,"maxContains":1,` + d + `}`, ``, []string{"contains refused", "minContains refused", "maxContains refused"}},
		{"reference that leads nowhere", `{"$ref":"#/$defs/x",` + d + `}`, ``, []string{"$ref refused: \"#/$defs/x\" leads nowhere"}},
		{"reference elsewhere", `{"$ref":"https://example.org/x.json",` + d + `}`, ``, []string{"$ref refused"}},
		{"$schema and $id", `{"$schema":"x","$id":"y","$comment":"z","type":"string",` + d + `}`, `{name: "p", type: "string", description: "D."}`, []string{"$comment left out", "$schema left out", "$id left out"}},
		{"contentEncoding", `{"type":"string","contentEncoding":"base64","contentMediaType":"image/png",` + d + `}`, `{name: "p", type: "string", description: "D. Rules: contentEncoding base64; contentMediaType image/png."}`, []string{"contentEncoding moved", "contentMediaType moved"}},
		{"any", `{` + d + `}`, `{name: "p", type: "any", description: "D."}`, nil},
		{"true", `true`, ``, []string{"the description refused"}},
		{"false", `false`, ``, []string{"a schema refused: it is false"}},
		{"no schema", `5`, ``, []string{"a schema refused: it is a number"}},
		{"deprecated", `{"type":"string","deprecated":true,` + d + `}`, `{name: "p", type: "string", description: "D. Deprecated."}`, []string{"deprecated moved"}},
		{"a keyword that nobody knows", `{"type":"string","x-order":1,` + d + `}`, `{name: "p", type: "string", description: "D."}`, []string{"x-order left out: it is no keyword"}},
		{"a constraint without a type", `{"minLength":1,` + d + `}`, `{name: "p", type: "any", description: "D. Rules: minLength 1."}`, []string{"minLength moved"}},
		{"mark characters", `{"type":"string","description":"\ue000x\ue001"}`, ``, []string{"description refused: it holds the private-use character"}},
		{"what looks like a mark", `{"type":"string","description":"\\(input.cwd)"}`, ``, []string{`description refused: it holds \(input.`}},
		{"marks in a default", `{"type":["string","null"],"enum":["\\(tool.x)"],` + d + `}`, ``, []string{`enum refused: it holds \(tool.`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tools, report := one(test.schema)
			if diff := cmp.Diff(flatCUE(test.want), cueOf(tools)); diff != "" {
				t.Errorf("CUE (-want +got)\n%s", diff)
			}
			if strings.Contains(cueOf(tools), "Constraints: ") {
				t.Error("the description has a sentence that begins like those of projections")
			}
			got := lines(report)
			same := slices.EqualFunc(test.report, got, func(want, got string) bool { return strings.HasPrefix(got, want) })
			if !same {
				t.Errorf("report (-want +got)\n%s", cmp.Diff(test.report, got))
			}
			withoutLeave(t, test.schema, tools, report)
			for _, e := range report {
				if e.At.Line != 1 || e.At.Col == 0 || e.At.Path == "" || e.Outcome == Refused && e.Want == "" {
					t.Errorf("%+v lacks a position or what to do", e)
				}
			}
		})
	}
}

// withoutLeave imports again without leave to reword: each constraint that the language lacks is refused then, with what may
// be done, and nothing else is otherwise.
func withoutLeave(t *testing.T, schema string, reworded []registry.Tool, before Report) {
	t.Helper()
	tools, report := oneAs(schema, false)
	lacking := false
	for _, e := range before {
		if e.Outcome != Moved || slices.Contains([]string{"deprecated", "examples", "description"}, e.Keyword) {
			continue
		}
		lacking = true
		e.Outcome, e.Want = Refused, "remove it, or import with --reword: the description says it then, and no call is held to it"
		if !slices.Contains(report, e) {
			t.Errorf("%s is not refused by itself: %q", e.Keyword, lines(report))
		}
	}
	switch {
	case lacking && len(tools) > 0:
		t.Error("what the language lacks is imported all the same")
	case !lacking && (cueOf(tools) != cueOf(reworded) || !slices.Equal(report, before)):
		t.Errorf("leave to reword makes a difference: %q", lines(report))
	}
}

// TestTable pins that the rows of the table are whole.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range keywords() {
		if seen[k.name] {
			t.Errorf("%s stands twice", k.name)
		}
		seen[k.name] = true
		if (k.verdict == left || k.verdict == refused) != (k.why != "") || (k.verdict == carried) != (k.carry != nil) {
			t.Errorf("%s: the row is not whole", k.name)
		}
		if (k.verdict == refused) != (k.wants.words == "") {
			t.Errorf("%s: want what its value has to be, unless it is refused whatever it is", k.name)
		}
	}
}

// TestRoot is the first rows of the table: what stands at the root of a tool's schema.
func TestRoot(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"object", `{"type":"object","properties":{},"additionalProperties":false}`, ""},
		{"empty", `{}`, "additionalProperties rewritten"},
		{"null", `null`, ""},
		{"array", `{"type":"array","items":{"type":"string"}}`, "the schema refused: its type is array"},
		{"anyOf", `{"anyOf":[{"type":"object"}]}`, "anyOf refused: no provider takes it"},
		{"oneOf", `{"type":"object","oneOf":[{"required":["a"]}]}`, "oneOf refused"},
		{"enum", `{"enum":[{}]}`, "enum refused"},
		{"const", `{"const":{}}`, "const refused"},
		{"not", `{"type":"object","properties":{},"additionalProperties":false,"not":{}}`, "not refused"},
		{"allOf", `{"allOf":[{"type":"object"}],"additionalProperties":false}`, "allOf rewritten"},
		{"map", `{"type":"object","additionalProperties":{"type":"string"}}`, "additionalProperties refused"},
		{"true", `true`, "the schema refused: it is true"},
		{"itself", `{"type":"object","properties":{"p":{"$ref":"#","description":"D."}},"additionalProperties":false}`, "$ref refused: the schema contains itself"},
		{"recursion", `{"type":"object","properties":{"p":{"$ref":"#/$defs/n","description":"D."}},"additionalProperties":false,` +
			`"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"additionalProperties":false}}}`, "$ref rewritten\n$ref refused: the schema contains itself"},
		{"a bomb", `{"type":"object","properties":{"p":{"$ref":"#/$defs/a0","description":"D."}},"additionalProperties":false,"$defs":{` + bomb(20) + `}}`, "the schema refused: its references unfold"},
		{"one definition twice", `{"type":"object","properties":{"p":{"$ref":"#/$defs/s","description":"P."},"q":{"$ref":"#/$defs/s","description":"Q."}},"additionalProperties":false,"$defs":{"s":{"type":"string"}}}`,
			"$ref rewritten\n$ref rewritten"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tools, report, broken := Tools([]byte(`[{"name":"t","description":"T.","input_schema":`+test.schema+`}]`), Options{File: "in.json"})
			if broken != nil {
				t.Fatal(broken.Text())
			}
			got := strings.Join(lines(report), "\n")
			if test.name == "a bomb" {
				got = lines(report)[len(report)-1]
			}
			for i, want := range strings.Split(test.want, "\n") {
				if all := strings.Split(got, "\n"); i >= len(all) || !strings.HasPrefix(all[i], want) {
					t.Errorf("report %q, want %q", got, test.want)
				}
			}
			if refuses(report) != (len(tools) == 0) || refuses(report) != strings.Contains(test.want, "refused") {
				t.Errorf("%d tools, report %q", len(tools), got)
			}
		})
	}
}

// TestReferenceIsWritten pins the CUE that stands in the place of a reference: what it leads to, together with what
// stands beside it, once for each place, with nothing shared.
func TestReferenceIsWritten(t *testing.T) {
	const doc = `[{"name":"t","description":"T.","input_schema":{"type":"object","additionalProperties":false,"required":["p","q"],
		"properties":{
			"p":{"$ref":"#/$defs/point","description":"P."},
			"q":{"type":"array","items":{"$ref":"#/$defs/point"},"description":"Q."},
			"r":{"$ref":"#/$defs/word","maxLength":9}},
		"$defs":{
			"point":{"type":"object","description":"A point.","properties":{"x":{"$ref":"#/$defs/word"}},"required":["x"],"additionalProperties":false},
			"word":{"type":"string","minLength":1,"description":"A word."}}}}]`
	const want = `package sample tools: t: {description: "T." params: [` +
		`{name: "p", type: "object" description: "P." params: [{name: "x", type: "string", minLength: 1, description: "A word."}]} ` +
		`{name: "q", type: "array" description: "Q. Each item: A point." items: {type: "object" params: [{name: "x", type: "string", minLength: 1, description: "A word."}]}} ` +
		`{name: "r", type: "string", minLength: 1, maxLength: 9, required: false, description: "A word."}]}`
	o := whole(doc)
	if diff := cmp.Diff(flatCUE(want), flatCUE(o.files)); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, o.report.Diagnostics().Text())
	}
}

// bomb is definitions of which each stands twice in the next.
func bomb(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"a%d":{"type":"object","properties":{"x":{"$ref":"#/$defs/a%d","description":"D."},"y":{"$ref":"#/$defs/a%d","description":"D."}},"additionalProperties":false}`, i, i+1, i+1))
	}
	return strings.Join(append(out, fmt.Sprintf(`"a%d":{"type":"string"}`, n)), ",")
}
