package corpus_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/contract"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/plan"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// archive is one mistake, laid over the base registry, and its repair.
type archive struct {
	name  string // of the file, e.g. "unknown-gate-2"
	rule  string
	want  []finding
	files fstest.MapFS // with the mistake
	fixed fstest.MapFS // repaired
}

// finding is what is compared of a diagnostic.
type finding struct {
	File      string
	Line, Col int
	Rule      string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d:%d: [%s]", f.File, f.Line, f.Col, f.Rule) }

// wantComment is an expected error on its line, e.g. `// want 12 unknown-gate`.
var wantComment = regexp.MustCompile(`// want (\d+) ([a-z0-9-]+)$`)

// wantHeader is an expected error that no comment can stand beside, in the text before the files,
// e.g. `want registry.cue:0:0 no-registry`.
var wantHeader = regexp.MustCompile(`(?m)^want (\S+):(\d+):(\d+) ([a-z0-9-]+)$`)

// unreadable names a file that can't be read.
var unreadable = regexp.MustCompile(`(?m)^unreadable (\S+)$`)

// archives reads the corpus. A file of an archive replaces that of the base; an empty one removes it.
func archives(t testing.TB) []archive {
	t.Helper()
	base := baseFiles(t)
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out []archive
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if name == "base" {
			continue
		}
		ar := parse(t, path)
		a := archive{name: name, files: maps.Clone(base)}
		overlay(a.files, ar.Files, "")
		a.fixed = maps.Clone(a.files)
		overlay(a.fixed, ar.Files, "fixed/")
		a.want = wants(ar, a.files)
		if m := unreadable.FindSubmatch(ar.Comment); m != nil {
			a.files[string(m[1])] = &fstest.MapFile{Mode: fs.ModeIrregular}
		}
		if len(a.want) == 0 {
			t.Fatalf("%s expects no error", path)
		}
		a.rule = a.want[0].Rule
		out = append(out, a)
	}
	return out
}

func baseFiles(t testing.TB) fstest.MapFS {
	t.Helper()
	base := fstest.MapFS{}
	overlay(base, parse(t, "testdata/base.txtar").Files, "")
	return base
}

func parse(t testing.TB, path string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// overlay lays the files below prefix over those that are there.
func overlay(onto fstest.MapFS, files []txtar.File, prefix string) {
	for _, f := range files {
		name, ok := strings.CutPrefix(f.Name, prefix)
		switch {
		case !ok || prefix == "" && strings.HasPrefix(name, "fixed/"):
		case len(bytes.TrimSpace(f.Data)) == 0:
			delete(onto, name)
		default:
			onto[name] = &fstest.MapFile{Data: f.Data}
		}
	}
}

func wants(ar *txtar.Archive, files fstest.MapFS) []finding {
	var out []finding
	for _, m := range wantHeader.FindAllSubmatch(ar.Comment, -1) {
		out = append(out, finding{string(m[1]), atoi(m[2]), atoi(m[3]), string(m[4])})
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for i, line := range bytes.Split(files[name].Data, []byte("\n")) {
			if m := wantComment.FindSubmatch(line); m != nil {
				out = append(out, finding{name, i + 1, atoi(m[1]), string(m[2])})
			}
		}
	}
	return sorted(out)
}

func atoi(b []byte) int {
	n, _ := strconv.Atoi(string(b)) // the expressions match digits only
	return n
}

func sorted(fs []finding) []finding {
	slices.SortFunc(fs, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Rule, b.Rule))
	})
	return fs
}

// disk is a folder in which irregular files can't be read.
type disk struct{ fstest.MapFS }

// ReadFile and Open both, because fs.ReadFile prefers the first.
func (d disk) ReadFile(name string) ([]byte, error) {
	if err := d.refuse(name); err != nil {
		return nil, err
	}
	return d.MapFS.ReadFile(name)
}

func (d disk) Open(name string) (fs.File, error) {
	if err := d.refuse(name); err != nil {
		return nil, err
	}
	return d.MapFS.Open(name)
}

func (d disk) refuse(name string) error {
	if f := d.MapFS[name]; f != nil && f.Mode&fs.ModeIrregular != 0 {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return nil
}

// loaded is what load makes of an archive.
type loaded struct {
	files    fs.FS
	registry *registry.Registry // nil where check does not run
	found    diag.List
}

func loadFiles(t testing.TB, files fstest.MapFS) loaded {
	t.Helper()
	r, found, err := load.Load(disk{files}, parents())
	if err != nil {
		t.Fatal(err)
	}
	return loaded{disk{files}, r, found}
}

// without runs the stages behind load as the pipeline does, but for one rule. Only check can do without one: the others
// would go on with a registry that is none, so there the report is left out.
func (l loaded) without(t testing.TB, id string) diag.List {
	t.Helper()
	found := l.found
	if l.registry != nil {
		found = append(slices.Clone(found), check.CheckWithout(l.registry, id)...)
	}
	if l.registry != nil && !found.HasErrors() && !isRule(check.Rules(), id) {
		found = append(found, l.later(t)...)
	}
	return slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool { return d.Rule == id })
}

// later runs the stages behind check.
func (l loaded) later(t testing.TB) diag.List {
	t.Helper()
	_, found := plan.Build(l.registry, "example.org/prompts/gen")
	if found.HasErrors() {
		return found
	}
	now, err := contract.Build(l.registry)
	if err != nil {
		t.Fatal(err)
	}
	old, broken := contract.Read(l.files)
	if old != nil {
		broken = contract.Compare(old, now)
	}
	passed, err := audit.Budgets(l.registry, func(text string) int { return len(strings.Fields(text)) })
	if err != nil {
		t.Fatal(err)
	}
	if found = slices.Concat(found, broken, passed); found.HasErrors() {
		return found
	}
	_, broken, err = snapshot.Files(l.registry)
	if err != nil {
		t.Fatal(err)
	}
	return append(found, broken...)
}

func isRule(rules []diag.Rule, id string) bool {
	return slices.ContainsFunc(rules, func(r diag.Rule) bool { return r.ID == id })
}

func diagnose(t testing.TB, files fstest.MapFS) diag.List {
	t.Helper()
	return loadFiles(t, files).without(t, "")
}

// parents are the folders above the registry: one of them uses a package name.
func parents() []load.Parent { return []load.Parent{{Dir: "..", Packages: []string{"taken"}}} }

func findings(l diag.List) []finding {
	var out []finding
	for _, d := range l {
		out = append(out, finding{d.At.File, d.At.Line, d.At.Col, d.Rule})
	}
	return sorted(out)
}

func ruleIDs() []string {
	var ids []string
	for _, r := range slices.Concat(load.Rules(), check.Rules(), contract.Rules(), audit.Rules(), plan.Rules(), snapshot.Rules()) {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids) // both stages find some mistakes
}

func TestBase(t *testing.T) {
	if found := diagnose(t, baseFiles(t)); len(found) > 0 {
		t.Errorf("the base registry is wrong:\n%s", found.Text())
	}
}

// TestCorpus requires exactly the expected errors of every archive, less without its rule, and none after its repair.
func TestCorpus(t *testing.T) {
	for _, a := range archives(t) {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			l := loadFiles(t, a.files)
			found := l.without(t, "")
			if diff := gocmp.Diff(a.want, findings(found)); diff != "" {
				t.Errorf("%s\ngot:\n%s", diff, found.Text())
			}
			words(t, found)
			if got := l.without(t, a.rule); gocmp.Equal(a.want, findings(got)) {
				t.Errorf("without rule %s it finds the same", a.rule)
			}
			if found := diagnose(t, a.fixed); len(found) > 0 {
				t.Errorf("the repaired registry is wrong:\n%s", found.Text())
			}
			for _, f := range a.want {
				if f.Rule != a.rule {
					t.Errorf("an archive shows one rule, this one %s and %s", a.rule, f.Rule)
				}
			}
			if a.name != a.rule && !regexp.MustCompile(`^`+regexp.QuoteMeta(a.rule)+`-\d+$`).MatchString(a.name) {
				t.Errorf("want the name %s, or that with a number", a.rule)
			}
		})
	}
}

// words holds messages to the house style: lower case, no full stop, nothing of CUE's and Go's internals.
func words(t *testing.T, found diag.List) {
	t.Helper()
	internals := regexp.MustCompile(`_\|_|disjunction|#[A-Z]|\bnil\b|\bregistry\.[A-Z]|runtime error|[\x{e000}-\x{f8ff}]`)
	for _, d := range found {
		if d.Message == "" || strings.HasSuffix(d.Message, ".") || 'A' <= d.Message[0] && d.Message[0] <= 'Z' && !strings.HasPrefix(d.Message, "CUE ") {
			t.Errorf("%q", d.Message)
		}
		if m := internals.FindString(d.String()); m != "" {
			t.Errorf("%q in %q", m, d.String())
		}
		if d.At.Path == "" && d.At.Line > 0 && isRule(check.Rules(), d.Rule) {
			t.Errorf("no CUE path in %q", d.String())
		}
		if len(d.Notes) == 0 && isRule(check.Rules(), d.Rule) {
			t.Errorf("no note says how to mend %q", d.String())
		}
	}
}

func TestEveryRuleHasAnArchive(t *testing.T) {
	shown := map[string]bool{}
	for _, a := range archives(t) {
		shown[a.rule] = true
	}
	for _, id := range ruleIDs() {
		if !shown[id] {
			t.Errorf("rule %s has no archive", id)
		}
	}
	for id := range shown {
		if !slices.Contains(ruleIDs(), id) {
			t.Errorf("archive of rule %s, which does not exist", id)
		}
	}
}

// TestRulesAreApart takes each rule away where nothing is wrong: no other one finds anything then.
func TestRulesAreApart(t *testing.T) {
	base := loadFiles(t, baseFiles(t))
	for _, id := range ruleIDs() {
		if got := base.without(t, id); len(got) > 0 {
			t.Errorf("without rule %s the base registry is wrong:\n%s", id, got.Text())
		}
	}
}
