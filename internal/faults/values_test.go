package faults_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/internal/pipeline"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/prompt"
)

// hostile lists values that some engine would read: templates, replacement patterns, formats, marks.
func hostile() []string {
	single := []string{
		"$&", "$1", "${1}", "$$", `\1`, `\0`, "%s", "%!d(string=x)", "%%", "{{x}}", "{{.Cwd}}", "{%if x%}", "<%= x %>", "{}", "{0}", "${HOME}",
		`\(input.cwd)`, `\(tool.read_file)`, "@CWD@", "\ue000", "\ue001", "\ue000input.cwd\ue001", "\ue000tool.read_file\ue001",
		"</environment>", "&amp;&lt;", `"quoted" \n`, "a\n\n\nb\tc", "a\u2028b", "# Heading", "read_file", "ﬁ ａ 𝕏 🙂",
	}
	return append(single, strings.Join(single, " "))
}

// place is a string that a host gives, wherever it stands in a session or a turn.
type place struct {
	name string
	set  func(*coder.Session, *coder.Turn, string) (before string)
}

// places finds all strings of the inputs, those of the items of lists too.
func places(s coder.Session, t coder.Turn) []place {
	var out []place
	var walk func(name string, v reflect.Value, at func(*coder.Session, *coder.Turn) reflect.Value)
	walk = func(name string, v reflect.Value, at func(*coder.Session, *coder.Turn) reflect.Value) {
		switch {
		case name == "Session.Allow", strings.HasPrefix(name, "Session.McpTools"): // a tool of the host is no text
		case v.Kind() == reflect.String:
			out = append(out, place{name, func(s *coder.Session, t *coder.Turn, text string) string {
				v := at(s, t)
				defer v.SetString(text)
				return v.String()
			}})
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(name+"."+v.Type().Field(i).Name, v.Field(i), func(s *coder.Session, t *coder.Turn) reflect.Value {
					return at(s, t).Field(i)
				})
			}
		case v.Kind() == reflect.Slice:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", name, i), v.Index(i), func(s *coder.Session, t *coder.Turn) reflect.Value {
					return at(s, t).Index(i)
				})
			}
		}
	}
	walk("Session", reflect.ValueOf(s), func(s *coder.Session, _ *coder.Turn) reflect.Value { return reflect.ValueOf(s).Elem() })
	walk("Turn", reflect.ValueOf(t), func(_ *coder.Session, t *coder.Turn) reflect.Value { return reflect.ValueOf(t).Elem() })
	return out
}

// basic returns the first cell of each profile and transport, anew for each call: the lists of a cell are shared
// between its copies.
func basic(locale coder.Locale) map[string]codertest.Cell {
	out := map[string]codertest.Cell{}
	for name, cell := range codertest.Cells() {
		if strings.HasSuffix(name, ".basic") && cell.Config.Locale == locale {
			out[name] = cell
		}
	}
	return out
}

// prompts are all texts and requests of a session of one configuration.
func prompts(t *testing.T, c codertest.Cell) []string {
	t.Helper()
	a := assembler(t, c.Config, c.Session)
	system, err := a.Append(nil, c.Turn)
	if err != nil {
		t.Fatal(err)
	}
	tail, err := a.AppendTail(nil, c.Turn)
	if err != nil {
		t.Fatal(err)
	}
	turns, err := a.ContextTurns(c.Turn)
	if err != nil {
		t.Fatal(err)
	}
	var opening strings.Builder
	for _, turn := range turns {
		opening.WriteString(turn.Text)
	}
	out := []string{string(system), string(tail), opening.String(), a.Tools().Docs()}
	for _, name := range []string{"deep_planning", "compact"} {
		text, err := a.Command(name, c.Turn)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	return out
}

// TestFault11ValuesStayAsTheyAre pins that a value arrives as it is, wherever it is inserted, and that nothing else
// changes with it.
func TestFault11ValuesStayAsTheyAre(t *testing.T) {
	const neutral = "Zyzzyva"
	for name, cell := range basic(coder.LocaleEn) {
		for _, p := range places(cell.Session, cell.Turn) {
			before := p.set(&cell.Session, &cell.Turn, neutral)
			want := prompts(t, cell)
			seen := strings.Contains(strings.Join(want, ""), neutral)
			if draft := strings.HasSuffix(p.name, "Draft"); draft && seen {
				t.Errorf("%s: %s is a draft, and shows", name, p.name)
			} else if strings.HasPrefix(name, "standard.") && !draft && !seen {
				t.Errorf("%s: %s shows nowhere", name, p.name)
			}
			for _, value := range hostile() {
				p.set(&cell.Session, &cell.Turn, value)
				if strings.HasPrefix(p.name, "Session.ProjectFiles") && strings.HasSuffix(p.name, "Path") { // in an attribute
					value = prompt.EscapeXMLAttr(value)
				}
				for i, got := range prompts(t, cell) {
					if want := strings.ReplaceAll(want[i], neutral, value); got != want {
						t.Errorf("%s: %s = %q changes more than itself:\n%s", name, p.name, value, cmp.Diff(want, got))
					}
				}
			}
			p.set(&cell.Session, &cell.Turn, before)
		}
	}
}

// TestFault11ValuesInRequests pins that a request holds a value as a JSON string holds it, and no less.
func TestFault11ValuesInRequests(t *testing.T) {
	for name, cell := range basic(coder.LocaleZhCN) {
		cell.Session.Cwd = strings.Join(hostile(), "|")
		a := assembler(t, cell.Config, cell.Session)
		for _, p := range providers() {
			r, err := a.Request(p, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			var texts strings.Builder
			for block := range r.System.All() {
				var b struct{ Text string }
				if err := json.Unmarshal([]byte(block), &b); err != nil {
					t.Fatal(err)
				}
				texts.WriteString(b.Text)
			}
			if texts.String() != a.System() || !strings.Contains(texts.String(), cell.Session.Cwd) {
				t.Errorf("%s: the %s request holds another text:\n%s", name, p, texts.String())
			}
		}
	}
}

// TestFault11ValuesInTheRenderer pins that the generator's own renderer, whose bytes the snapshots hold, treats
// hostile values as the generated code does.
func TestFault11ValuesInTheRenderer(t *testing.T) {
	r, found, err := pipeline.Prove(pipeline.Source{FS: os.DirFS(root), ImportPath: "github.com/promptgen/promptgen/gen"})
	if err != nil || r == nil {
		t.Fatal(err, found.Text())
	}
	given := inputs(r, strings.Join(hostile(), " "))
	overlay, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	renderer := render.New(r)
	for name, cell := range basic(coder.LocaleEn) {
		for _, p := range places(cell.Session, cell.Turn) {
			p.set(&cell.Session, &cell.Turn, strings.Join(hostile(), " "))
		}
		want := prompts(t, cell)
		c := render.CellOf(r, &r.Snapshots.Cases[0], cell.Config.Profile.String(), cell.Config.Transport.String(), "en")
		if c.Inputs, err = render.OverlayInputs(r, c.Inputs, "", overlay); err != nil {
			t.Fatal(err)
		}
		out, err := renderer.Render(c)
		if err != nil {
			t.Fatal(err)
		}
		opening := ""
		for _, turn := range out.Turns {
			opening += turn.Text
		}
		got := []string{out.System, out.Tail, opening, project.Docs(project.Of("", out.Tools)), out.Commands[0].Text, out.Commands[1].Text}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the renderer differs:\n%s", name, diff)
		}
	}
}

// hostileDirectory is a registry in which every kind of tool text reads a value that some engine, or some encoder,
// would change.
func hostileDirectory(t *testing.T) files {
	return placeholders(t).change(t, "snapshots.cue", `"/work/tiny"`, strconv.Quote(directory))
}

// directory is a value for a file of CUE, which has no mark characters and no placeholders even in values.
const directory = "$& $1 %s {{x}} {} @CWD@ ${HOME} \"quoted\" back\\slash \u2028 </edit_file> & <b> 'x' Zürich"

// TestFault11ValuesInDescriptions pins that a value in a tool's description, its parameters' and what these hold
// arrives as it is, by every projection.
func TestFault11ValuesInDescriptions(t *testing.T) {
	generated := hostileDirectory(t).generate(t)
	want := []string{"Read one file below " + directory + ".", "Path below " + directory + ", or read_file fails.", "Text to find below " + directory + "."}
	for _, projection := range []string{"anthropic", "openai-chat", "gemini"} {
		name := "snapshots/full.native.en.basic.tools." + projection + ".json"
		var tools any
		if err := json.Unmarshal([]byte(generated[name]), &tools); err != nil {
			t.Fatal(name, err)
		}
		all := texts(tools)
		for _, w := range want {
			if !slices.Contains(all, w) {
				t.Errorf("%s: no text %q in\n%s", name, w, generated[name])
			}
		}
	}
	// What stands in the schema of an array is a JSON string there, but one in which < and & stay.
	inSchema := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(want[2])
	holds(t, generated, "snapshots/full.xml.en.basic.prompt.txt", want[0], want[1], inSchema)
}

// texts are all strings in a JSON value.
func texts(v any) []string {
	var out []string
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case []any:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	case map[string]any:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	}
	return out
}

// inputs gives the fixture's inputs with a value in place of each string, and in those that the fixture leaves out.
func inputs(r *registry.Registry, value string) map[string]any {
	var of func([]registry.InputValue) map[string]any
	of = func(values []registry.InputValue) map[string]any {
		out := map[string]any{}
		for _, in := range values {
			switch v := in.Value; {
			case v.Str != nil:
				out[in.Name.Text] = value
			case v.Items != nil:
				items := []any{}
				for _, item := range v.Items {
					items = append(items, of(item))
				}
				out[in.Name.Text] = items
			}
		}
		return out
	}
	all := of(r.Snapshots.Fixture.Inputs)
	for i := range r.Inputs {
		if in := &r.Inputs[i]; in.Type == registry.String {
			all[in.Name] = value
		}
	}
	return all
}
