package project

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// columns are the forms that models see, in the order of the cells of a row below.
func columns() []form {
	return []form{openai, openaiStrict, anthropic, anthropicStrict, geminiOpenAPI, gemini, mcp, xml}
}

const header = "| | OpenAI | OpenAI strict | Anthropic | Anthropic strict | Gemini older | Gemini | MCP | XML |\n|---|---|---|---|---|---|---|---|---|\n"

// cells is a row of the table of keywords and projections: a parameter that has the keyword, and what each column does
// with it. K: it stands in the schema; N: in the description; B: in both; S: the line shows the schema; T: the
// documentation says it in its own words; R: the schema says it in another way; off: such a tool is not strict; E: it
// is refused; -: it is left out, because it goes without saying.
type cells struct {
	label string
	param registry.Param
	want  string
	probe
}

// probe is how a row of the structure is looked at: what stands at a path of the schema of the tool.
type probe struct {
	at    string          // e.g. "properties.p.type"
	plain string          // as JSON, in cells with K
	other map[form]string // in cells with R
	line  string          // a piece of the XML documentation
}

func typ(t registry.Type) registry.Param { return registry.Param{Name: "p", Required: true, Type: t} }

func textWord(s string) registry.Word { return registry.Word{Text: s} }

// keywordCells has a row for every row of the code's table.
func keywordCells() []cells {
	text, whole, array := registry.StringType, registry.IntegerType, registry.ArrayType
	items := &registry.Type{Kind: text}
	return []cells{
		{label: "enum of strings", param: typ(registry.Type{Kind: text, Enum: []string{"a", "b"}}), want: "K K K K K K K N"},
		{label: "enum of integers", param: typ(registry.Type{Kind: whole, EnumInts: []int64{1, 2}}), want: "K K K K N K K N"},
		{label: "minimum", param: typ(registry.Type{Kind: whole, Minimum: new(json.Number("1"))}), want: "K K K N K K K N"},
		{label: "maximum", param: typ(registry.Type{Kind: registry.NumberType, Maximum: new(json.Number("1.5"))}), want: "K K K N K K K N"},
		{label: "minLength", param: typ(registry.Type{Kind: text, MinLength: new(int64(1))}), want: "K N K N K B K N"},
		{label: "maxLength", param: typ(registry.Type{Kind: text, MaxLength: new(int64(1))}), want: "K N K N K B K N"},
		{label: "pattern", param: typ(registry.Type{Kind: text, Pattern: textWord(`^\\b$`)}), want: "K K K K K B K N"},
		{label: "pattern with a word boundary", param: typ(registry.Type{Kind: text, Pattern: textWord(`\bx`)}), want: "K K K N K B K N"},
		{label: "format date-time", param: typ(registry.Type{Kind: text, Format: textWord("date-time")}), want: "K K K K K B K N"},
		{label: "format of another kind", param: typ(registry.Type{Kind: text, Format: textWord("uuid")}), want: "K K K K N B K N"},
		{label: "minItems up to 1", param: typ(registry.Type{Kind: array, Items: items, MinItems: new(int64(1))}), want: "K K K K K K K S"},
		{label: "minItems above 1", param: typ(registry.Type{Kind: array, Items: items, MinItems: new(int64(2))}), want: "K K K N K K K S"},
		{label: "maxItems", param: typ(registry.Type{Kind: array, Items: items, MaxItems: new(int64(2))}), want: "K K K N K K K S"},
		{label: "default", param: registry.Param{Name: "p", Default: json.RawMessage(`"x"`), Type: registry.Type{Kind: text}}, want: "K N K N N B K N"},
	}
}

// structureCells has the rows of what makes a schema's structure, which schema.go writes.
func structureCells() []cells {
	text := registry.Type{Kind: registry.StringType}
	null := registry.Type{Kind: registry.StringType, Nullable: true, Enum: []string{"a"}}
	member := registry.Type{Kind: registry.ObjectType, Params: []registry.Param{{Name: "b", Required: true, Type: text}, {Name: "a", Type: text}}}
	union := registry.Type{Kind: registry.UnionType, Discriminator: textWord("kind"), Variants: []registry.Variant{{Tag: textWord("x")}, {Tag: textWord("y")}}}
	maybe := union
	maybe.Nullable = true
	own := func(all ...string) map[form]string {
		m := map[form]string{}
		for i := 0; i < len(all); i += 2 {
			m[map[string]form{"strict": openaiStrict, "older": geminiOpenAPI, "gemini": gemini}[all[i]]] = all[i+1]
		}
		return m
	}
	return []cells{
		{"the object of all parameters", typ(text), "K K K K R K K T", probe{"type", `"object"`, own("older", `"OBJECT"`), "Parameters:\n- p:"}},
		{"type", typ(text), "K K K K R K K -", probe{"properties.p.type", `"string"`, own("older", `"STRING"`), ""}},
		{"description", typ(text), "K K K K K K K T", probe{"properties.p.description", `"Doc."`, nil, "- p: (required) Doc."}},
		{"required", typ(text), "K K K K K K K T", probe{"required", `["p"]`, nil, "(required)"}},
		{"optional", typ(member), "K R K K K K K S", probe{"properties.p.required", `["b"]`, own("strict", `["b","a"]`), `"required":["b"]`}},
		{"the type of an optional one", typ(member), "K R K K R K K S", probe{"properties.p.properties.a.type", `"string"`, own("strict", `["string","null"]`, "older", `"STRING"`), `"a":{"type":"string"`}},
		{"nullable", typ(null), "K K K K R K K S", probe{"properties.p.type", `["string","null"]`, own("older", `"STRING"`), `"type":["string","null"]`}},
		{"nullable as a keyword", typ(null), "- - - - R - - -", probe{"properties.p.nullable", ``, own("older", `true`), ""}},
		{"null in an enum", typ(null), "K K K K R K K S", probe{"properties.p.enum", `["a",null]`, own("older", `["a"]`), `"enum":["a",null]`}},
		{"items", typ(registry.Type{Kind: registry.ArrayType, Items: &text}), "K K K K R K K S", probe{"properties.p.items", `{"type":"string"}`, own("older", `{"type":"STRING"}`), `"items":{"type":"string"}`}},
		{"an object without members", typ(registry.Type{Kind: registry.ObjectType}), "K K K K E K K S", probe{"properties.p.properties", `{}`, nil, `"properties":{}`}},
		{"additionalProperties: false", typ(member), "K K K K - K K S", probe{"properties.p.additionalProperties", `false`, nil, `"additionalProperties":false`}},
		{"a map", typ(registry.Type{Kind: registry.MapType, Values: &text}), "K off K off E K K S", probe{"properties.p.additionalProperties", `{"type":"string"}`, nil, `"additionalProperties":{"type":"string"}`}},
		{"any value", typ(registry.Type{Kind: registry.AnyType}), "K off K off E K K S", probe{"properties.p", `{"description":"Doc."}`, nil, `Schema: {"description":"Doc."}`}},
		{"a union's description", typ(union), "K K K K R K K S", probe{"properties.p.description", `"Doc."`, own("older", ``), `Schema: {"description":"Doc.","anyOf":[`}},
		{"a union's tag", typ(union), "K K K K R R K S", probe{"properties.p.anyOf.0.properties.kind", `{"type":"string","const":"x"}`,
			own("older", `{"type":"STRING","enum":["x"]}`, "gemini", `{"type":"string","enum":["x"]}`), `"kind":{"type":"string","const":"x"}`}},
		{"a nullable union", typ(maybe), "K K K K R K K S", probe{"properties.p.anyOf.2", `{"type":"null"}`, own("older", ``), `{"type":"null"}`}},
		{"the order of members", typ(member), "- - - - R R - -", probe{"properties.p.propertyOrdering", ``, own("older", `["b","a"]`, "gemini", `["b","a"]`), ""}},
	}
}

// TestTableOfKeywords looks at what the forms really write, for each row of the table and each column.
func TestTableOfKeywords(t *testing.T) {
	rows := keywordCells()
	for _, k := range keywords() {
		i := slices.IndexFunc(rows, func(c cells) bool { return c.label == k.label })
		if i < 0 {
			t.Fatalf("no row for %q", k.label)
		}
		row := rows[i]
		if k.value(subject{&row.param.Type, row.param.Default}) == "" {
			t.Errorf("the parameter of the row %q does not have it", k.label)
		}
		for c, want := range row.each(t) {
			t.Run(k.label+"/"+columnNames()[c], func(t *testing.T) {
				if got := keywordCell(t, k.name, &row.param, c); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
	if len(rows) != len(keywords()) {
		t.Errorf("%d rows for %d of the table", len(rows), len(keywords()))
	}
}

// TestTableOfStructure is the same for what is no keyword of a type.
func TestTableOfStructure(t *testing.T) {
	for _, row := range structureCells() {
		for c, want := range row.each(t) {
			t.Run(row.label+"/"+columnNames()[c], func(t *testing.T) { structureCell(t, row, c, want) })
		}
	}
}

// each gives the cells by their columns.
func (c cells) each(t *testing.T) map[form]string {
	t.Helper()
	all := strings.Fields(c.want)
	if len(all) != len(columns()) {
		t.Fatalf("%s: %d cells, want %d", c.label, len(all), len(columns()))
	}
	out := map[form]string{}
	for i, f := range columns() {
		out[f] = all[i]
	}
	return out
}

func columnNames() map[form]string {
	names := map[form]string{}
	for i, cell := range strings.Split(strings.Trim(strings.SplitN(header, "\n", 2)[0], "| "), " | ") {
		names[columns()[i]] = cell
	}
	return names
}

// toolOf is a tool with one parameter, whose every description is "Doc.".
func toolOf(p *registry.Param) *Tool {
	form := Param(p)
	return &Tool{Name: "t", Doc: "Tool.", Params: []ToolParam{{Name: p.Name, Required: p.Required, Form: form, Docs: slices.Repeat([]string{"Doc."}, len(form.DocPaths))}}}
}

// keywordCell is the letter of what a form does with a keyword.
func keywordCell(t *testing.T, keyword string, p *registry.Param, f form) string {
	t.Helper()
	if f == xml {
		line := docLine(&toolOf(p).Params[0])
		if strings.Contains(line, " Schema: ") && strings.Contains(line, `"`+keyword+`":`) {
			return "S"
		}
		said := map[string]string{"enum": " One of: ", "default": " Default: "}
		if strings.Contains(line, keyword+" ") || said[keyword] != "" && strings.Contains(line, said[keyword]) {
			return "N"
		}
		return "lost"
	}
	schema := piece(t, toolOf(p).schema(f), "properties.p")
	description := piece(t, schema, "description")
	inSchema, inText := piece(t, schema, keyword) != "", strings.Contains(description, keyword+" ")
	switch {
	case inSchema && inText:
		return "B"
	case inSchema:
		return "K"
	case inText:
		return "N"
	default:
		return "lost"
	}
}

func structureCell(t *testing.T, row cells, f form, want string) {
	tool := toolOf(&row.param)
	if f == xml {
		if got := doc(tool); !strings.Contains(got, row.line) || (row.line == "") != (want == "-") || want == "S" && !strings.Contains(got, " Schema: ") {
			t.Errorf("%s, want %q in\n%s", want, row.line, got)
		}
		return
	}
	got := piece(t, tool.schema(f), row.at)
	other, rewritten := row.other[f]
	switch want {
	case "K":
		if got != row.plain || got == "" {
			t.Errorf("got %s, want %s", got, row.plain)
		}
	case "R":
		if got != other || got == row.plain || !rewritten {
			t.Errorf("got %s, want %s, which differs from %s", got, other, row.plain)
		}
	case "-":
		if got != "" {
			t.Errorf("got %s, want nothing", got)
		}
	case "E":
		if Refusals(&row.param, "gemini-openapi") == nil {
			t.Error("it is not refused")
		}
	case "off":
		r := &registry.Registry{
			Contract: registry.Contract{Projections: []registry.Word{textWord("anthropic"), textWord("openai-chat")}},
			Profiles: []registry.Profile{{Name: "p", Transports: []registry.Word{textWord("native")}, Tools: []registry.Word{textWord("t")}}},
			Tools:    []registry.Tool{{Name: "t", Strict: textWord("auto"), Params: []registry.Param{row.param}}},
		}
		if family := map[form]strict.Set{openaiStrict: strict.OpenAI, anthropicStrict: strict.Anthropic}[f]; strict.Decide(r, &r.Profiles[0])[0].Strict&family != 0 {
			t.Error("it is strict")
		}
	default:
		t.Errorf("no meaning of %q", want)
	}
}

// piece is what stands at a path of a document; "" where nothing does.
func piece(t *testing.T, doc, path string) string {
	t.Helper()
	raw := json.RawMessage(doc)
	for step := range strings.SplitSeq(path, ".") {
		var list []json.RawMessage
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			if i := int(step[0] - '0'); i < len(list) {
				raw = list[i]
				continue
			}
			return ""
		}
		if err := json.Unmarshal(raw, &members); err != nil {
			t.Fatalf("%s of %s: %v", path, doc, err)
		}
		if raw = members[step]; raw == nil {
			return ""
		}
	}
	return string(raw)
}

// TestKeywordPage holds the table in docs/tools.md to the rows above, each of which is held to what is written.
// PROMPTGEN_UPDATE=1 writes it.
func TestKeywordPage(t *testing.T) {
	const page = "../../docs/tools.md"
	table := header
	for _, row := range slices.Concat(structureCells(), keywordCells()) {
		name := row.label
		if keyword, rest, _ := strings.Cut(name, " "); slices.ContainsFunc(keywordCells(), func(k cells) bool { return strings.HasPrefix(k.label, keyword) }) {
			name = strings.TrimSpace("`" + keyword + "` " + rest)
		}
		table += "| " + name + " | " + strings.ReplaceAll(row.want, " ", " | ") + " |\n"
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(header, "\n")
	before, old, found := strings.Cut(string(data), first)
	_, after, ended := strings.Cut(old, "|\n\n")
	if !found || !ended {
		t.Fatalf("docs/tools.md has no table with the header %s", first)
	}
	want := before + table + "\n" + after
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("docs/tools.md is stale; run PROMPTGEN_UPDATE=1 go test ./internal/project\n%s", diff)
	}
}

// TestMovedIn: what is reported as moved is what the bytes of the tools say in descriptions, in every projection.
func TestMovedIn(t *testing.T) {
	for _, row := range keywordCells() {
		for _, p := range registry.Projections() {
			for _, s := range []strict.Set{0, strict.OpenAI | strict.Anthropic} {
				if s != 0 && !p.Strict {
					continue
				}
				tool := *toolOf(&row.param)
				tool.Strict = s
				text, err := Request(p.Name, []Tool{tool}, Mark{})
				if err != nil {
					t.Fatal(err)
				}
				keyword, _, _ := strings.Cut(row.label, " ")
				said, kept := strings.Contains(text, "Constraints: "+keyword+" "), strings.Contains(text, `"`+keyword+`":`)
				var want []Moved
				if said {
					want = []Moved{{"p", keyword, kept}}
				}
				if diff := cmp.Diff(want, MovedIn(p.Name, s, []registry.Param{row.param})); diff != "" {
					t.Errorf("%s, %s, strict %s: %s", row.label, p.Name, s, diff)
				}
			}
		}
	}
}

// TestMovedPaths: every depth is looked at.
func TestMovedPaths(t *testing.T) {
	leaf := registry.Type{Kind: registry.StringType, MinLength: new(int64(1))}
	member := []registry.Param{{Name: "m", Type: leaf}}
	params := []registry.Param{
		{Name: "list", Type: registry.Type{Kind: registry.ArrayType, Items: &registry.Type{Kind: registry.ObjectType, Params: member}}},
		{Name: "map", Type: registry.Type{Kind: registry.MapType, Values: &leaf}},
		{Name: "tags", Type: registry.Type{Kind: registry.ArrayType, Items: &leaf}},
		{Name: "union", Type: registry.Type{Kind: registry.UnionType, Variants: []registry.Variant{{Tag: textWord("v"), Params: member}}}},
	}
	var got []string
	for _, m := range MovedIn("openai-chat", strict.OpenAI, params) {
		got = append(got, m.Path)
	}
	if diff := cmp.Diff([]string{"list[].m", "map{}", "tags[]", "union.v.m"}, got); diff != "" {
		t.Error(diff)
	}
}

// Projecting twice says nothing twice, and the sentence has one order.
func TestConstraintsAreSaidOnce(t *testing.T) {
	p := registry.Param{Name: "p", Default: json.RawMessage(`"b"`), Type: registry.Type{
		Kind: registry.StringType, MaxLength: new(int64(9)), MinLength: new(int64(1)), Pattern: textWord("^b$"), Format: textWord("uuid"),
	}}
	first := strings.Join(Param(&p).Gemini, "")
	if second := strings.Join(Param(&p).Gemini, ""); first != second {
		t.Errorf("got %s, then %s", first, second)
	}
	const want = `\nConstraints: minLength 1; maxLength 9; pattern ^b$; format uuid; default \"b\"."`
	if strings.Count(first, want) != 1 {
		t.Errorf("want %s in %s", want, first)
	}
}
