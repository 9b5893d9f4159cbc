package load_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

// archive reads a registry from an archive of testdata.
func archive(t testing.TB, name string) fs.FS {
	t.Helper()
	a, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	fsys, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

func mustLoad(t testing.TB, fsys fs.FS) *registry.Registry {
	t.Helper()
	r, diags, err := load.Load(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil || len(diags) > 0 {
		t.Fatalf("want no diagnostics, got:\n%s", diags.Text())
	}
	return r
}

// TestMinimal pins the whole model of the minimal registry: every value that is not zero, with its place.
func TestMinimal(t *testing.T) {
	var lines []string
	dump(&lines, "", reflect.ValueOf(*mustLoad(t, archive(t, "minimal.txtar"))))
	got := strings.Join(lines, "\n") + "\n"
	const file = "testdata/minimal.model"
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// dump writes a line for every value that is not zero.
func dump(lines *[]string, name string, v reflect.Value) {
	if v.IsZero() {
		return
	}
	switch loc, isLoc := v.Interface().(diag.Loc); {
	case isLoc:
		*lines = append(*lines, fmt.Sprintf("%s %s: %s", name, loc, loc.Path))
	case v.Kind() == reflect.Pointer:
		dump(lines, name, v.Elem())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			dump(lines, strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), v.Field(i))
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		for i := range v.Len() {
			dump(lines, fmt.Sprintf("%s[%d]", name, i), v.Index(i))
		}
	case v.Kind() == reflect.Slice:
		*lines = append(*lines, fmt.Sprintf("%s %s", name, v.Bytes()))
	default:
		*lines = append(*lines, fmt.Sprintf("%s %#v", name, v.Interface()))
	}
}

// The model survives a round trip through JSON.
func TestRoundTrip(t *testing.T) {
	want := mustLoad(t, archive(t, "minimal.txtar"))
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got := new(registry.Registry)
	if err := json.Unmarshal(data, got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Values of snapshot cases arrive byte for byte, whatever they look like.
func TestValues(t *testing.T) {
	const value = "$& $1 %s {{x}} \\(input.cwd) @CWD@ {} \ue000input.cwd\ue001"
	literal := `"$& $1 %s {{x}} \\(input.cwd) @CWD@ {} \ue000input.cwd\uE001"`
	r := mustLoad(t, edited(t, mistake{file: "registry.cue", old: `"/w/app"`, new: literal}))
	for _, in := range r.Snapshots.Fixture.Inputs {
		if in.Name.Text == "cwd" && *in.Value.Str != value {
			t.Errorf("want %q, got %q", value, *in.Value.Str)
		}
	}
}

// So do bytes, also those that no string holds, and none at all.
func TestBytes(t *testing.T) {
	for literal, value := range map[string]string{`'\xff\x00\ue000\(1)"'`: "\xff\x00\ue0001\"", `''`: "", "'''\n\ta\n\t'''": "a"} {
		r := mustLoad(t, edited(t, mistake{file: "registry.cue", old: `"/w/app"`, new: literal}))
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again := new(registry.Registry)
		if err := json.Unmarshal(data, again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Error(diff)
		}
		for _, in := range r.Snapshots.Fixture.Inputs {
			if v := in.Value; in.Name.Text == "cwd" && (v.Bytes == nil || v.Str != nil || v.Text() != value) {
				t.Errorf("%s: want %q, got %+v", literal, value, v)
			}
		}
	}
}

// Marks keep their places through references, joins and alternatives.
func TestMarkPlaces(t *testing.T) {
	const src = `package helper

import "strings"

let head = "In \(input.cwd): "
_tail: "use \(tool.read_file)."

i18n: en: shared: {
	environment: text: head + _tail
	skills: intro: strings.Join(["a\(input.cwd)", "b \#(head)"], "")
	budget: text: #"\#(input.remaining_tokens)"# | *"""
		Left:
		\(input.remaining_tokens)
		"""
}
`
	fsys := mapFS(t, "minimal.txtar")
	delete(fsys, "i18n/en/shared.cue")
	fsys["i18n/en/x.cue"] = file(strings.ReplaceAll(src, `b \#(`, `b \(`))
	fsys["i18n/en/y.cue"] = file("package helper\ni18n: en: shared: {identity: text: \"x\", rules: {reading: \"x\", writing: \"x\"}}\n")
	r := mustLoad(t, fsys)
	want := map[string][]string{
		"environment": {"i18n/en/x.cue:5:16", "i18n/en/x.cue:6:13"},
		"skills":      {"i18n/en/x.cue:10:33", "i18n/en/x.cue:5:16"},
		"budget":      {"i18n/en/x.cue:13:3"},
	}
	got := map[string][]string{}
	for _, m := range r.Messages {
		for _, s := range m.Text.Segs {
			if m.Locale == "en" && m.Scope == registry.Shared && s.Lit == "" {
				got[m.Section] = append(got[m.Section], s.At.String())
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
