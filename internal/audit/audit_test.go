package audit_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	cuejson "cuelang.org/go/encoding/json"
	"cuelang.org/go/encoding/jsonschema"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

const wantDir = "want/"

func everything(string, string, string) bool { return true }

// words stand for tokens here.
func words(text string) int { return len(strings.Fields(text)) }

// TestGolden audits the registry of each archive. PROMPTGEN_UPDATE=1 writes what comes out.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			report, err := audit.Of(registryOf(t, a), words, everything)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := report.JSON()
			if err != nil {
				t.Fatal(err)
			}
			valid(t, doc)
			got := map[string]string{"audit.txt": report.Text(), "audit.json": string(doc)}
			want := map[string]string{}
			out := &txtar.Archive{Comment: a.Comment}
			for _, f := range a.Files {
				if name, ok := strings.CutPrefix(f.Name, wantDir); ok {
					want[name] = string(f.Data)
				} else {
					out.Files = append(out.Files, f)
				}
			}
			if os.Getenv("PROMPTGEN_UPDATE") != "" {
				for _, name := range []string{"audit.txt", "audit.json"} {
					out.Files = append(out.Files, txtar.File{Name: wantDir + name, Data: []byte(got[name])})
				}
				if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func registryOf(t *testing.T, a *txtar.Archive) *registry.Registry {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, wantDir) {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	r, found, err := load.Load(fsys, nil)
	if err != nil || found.HasErrors() {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	if found := check.Check(r); found.HasErrors() {
		t.Fatal(found.Text())
	}
	return r
}

// valid holds a document against docs/audit.schema.json.
func valid(t *testing.T, doc []byte) {
	t.Helper()
	const page = "../../docs/audit.schema.json"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	expr, err := cuejson.Extract(page, data)
	if err != nil {
		t.Fatal(err)
	}
	ctx := cuecontext.New()
	schema, err := jsonschema.Extract(ctx.BuildExpr(expr), &jsonschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	value, err := cuejson.Extract("audit.json", doc)
	if err != nil {
		t.Fatal(err)
	}
	if err := ctx.BuildFile(schema).Unify(ctx.BuildExpr(value)).Validate(cue.Concrete(true)); err != nil {
		t.Error(err)
	}
	var open map[string]any
	if err := json.Unmarshal(doc, &open); err != nil || len(open) != 1 {
		t.Errorf("want one member, profiles: %v", err)
	}
}
