package examples

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = ".."

// names are the examples: the folders with a registry.
func names(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("*/registry.cue")
	if err != nil || len(found) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	var out []string
	for _, f := range found {
		out = append(out, filepath.Dir(f))
	}
	return out
}

// promptgen builds the command once for the tests of this package.
func promptgen(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "promptgen")
	run(t, root, "go", "build", "-o", bin, "./cmd/promptgen")
	return bin
}

// run runs a command that must succeed, and returns what it printed.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, stderr, err := try(dir, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr)
	}
	return out
}

func try(dir, name string, args ...string) (stdout, stderr string, err error) {
	var out, bad bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &bad
	err = cmd.Run()
	return out.String(), bad.String(), err
}

// TestGenerated proves that what is committed is what promptgen writes.
func TestGenerated(t *testing.T) {
	bin := promptgen(t)
	for _, name := range names(t) {
		run(t, ".", bin, "-C", name, "generate", "--check")
	}
}

// TestVectors proves that the vectors that an example keeps are what promptgen prints.
func TestVectors(t *testing.T) {
	bin := promptgen(t)
	for _, name := range names(t) {
		want, err := os.ReadFile(filepath.Join(name, "vectors.json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if run(t, ".", bin, "-C", name, "vectors") != string(want) {
			t.Errorf("%s/vectors.json is not up to date: make generate writes it", name)
		}
	}
}

// TestReadme runs every command of the READMEs. A text block behind one is what it prints.
func TestReadme(t *testing.T) {
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(name, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			blocks := regexp.MustCompile("(?ms)^```(\\S*)\n(.*?)^```$").FindAllStringSubmatch(string(data), -1)
			if !slices.ContainsFunc(blocks, func(b []string) bool { return strings.HasPrefix(b[2], "go run ./examples/"+name) }) {
				t.Errorf("no block begins with go run ./examples/%s", name)
			}
			printed := ""
			for _, b := range blocks {
				switch b[1] {
				case "sh":
					if printed = run(t, root, "bash", "-euc", b[2]); printed == "" {
						t.Errorf("prints nothing:\n%s", b[2])
					}
				case "text":
					if printed != b[2] {
						t.Errorf("the commands in front print\n%s\nand the page shows\n%s", printed, b[2])
					}
				case "cue": // an excerpt
					if !inRegistry(t, name, b[2]) {
						t.Errorf("no file of the registry holds\n%s", b[2])
					}
				default:
					t.Errorf("no test tries a block of %q", b[1])
				}
			}
		})
	}
}

// registryFiles are the CUE files of an example, by name.
func registryFiles(t *testing.T, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".cue" {
			return err
		}
		data, err := os.ReadFile(p)
		files[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// inRegistry reports whether a file holds an excerpt, at any depth of indentation.
func inRegistry(t *testing.T, name, excerpt string) bool {
	flat := func(s string) string {
		var b strings.Builder
		for line := range strings.Lines(s) {
			b.WriteString(strings.TrimSpace(line) + "\n")
		}
		return b.String()
	}
	for _, text := range registryFiles(t, name) {
		if strings.Contains(flat(text), flat(excerpt)) {
			return true
		}
	}
	return false
}

// TestChangedByte proves that the tests of each example notice one byte more in a separator: in a copy, the generated
// packages follow the registry, and the bytes that somebody wrote by hand do not.
func TestChangedByte(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a copy of each example")
	}
	bin := promptgen(t)
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			copied := t.TempDir()
			for _, part := range []string{"go.mod", "go.sum", "cue.mod", "prompt", "examples/" + name} {
				copyTree(t, filepath.Join(root, part), filepath.Join(copied, part))
			}
			at := filepath.Join(copied, "examples", name)
			test := []string{"test", "-trimpath", "-run", "Golden", "./examples/" + name}
			run(t, copied, "go", test...)
			widenSeparator(t, at)
			run(t, copied, bin, "-C", at, "generate")
			out, _, err := try(copied, "go", test...)
			if err == nil || !strings.Contains(out, "--- FAIL: TestGolden") {
				t.Errorf("another separator goes unnoticed: %v\n%s", err, out)
			}
		})
	}
}

// separators find the string behind separator: or _separator: in a profile.
var separators = regexp.MustCompile(`(separator:\s*")([^"]*)(")`)

// widenSeparator puts one line feed more into the first separator of a copy's profiles.
func widenSeparator(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "profiles", "*.cue"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	for _, f := range append(files, filepath.Join(dir, "registry.cue")) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		at := separators.FindSubmatchIndex(data)
		if at == nil {
			continue
		}
		wider := slices.Concat(data[:at[5]], []byte(`\n`), data[at[5]:])
		if err := os.WriteFile(f, wider, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no profile names its separator")
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err == nil {
		var data []byte
		if data, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, data, 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestGeneratorKnowsNone proves that no code of the generator or of the run time holds a name or a compound word of an
// example that is not a word of the registry language.
func TestGeneratorKnowsNone(t *testing.T) {
	words := map[string]string{} // of which example
	compound := regexp.MustCompile(`\b[a-z]+(?:[_-][a-z]+)+\b`)
	for _, name := range names(t) {
		words[name] = name
		for _, text := range registryFiles(t, name) {
			for _, w := range compound.FindAllString(text, -1) {
				words[w] = name
			}
		}
	}
	whole := regexp.MustCompile(`[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*`)
	for _, w := range whole.FindAllString(language(t), -1) {
		delete(words, w)
	}
	for _, file := range generator(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range whole.FindAllString(string(data), -1) {
			if name := words[w]; name != "" {
				t.Errorf("%s: %q is a word of the example %s", file, w, name)
			}
		}
	}
}

// language is the text of the schema and of the pages on it and on its rules, whose words belong to every registry.
func language(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "schema", "*.cue"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range append(files, filepath.Join(root, "docs", "language.md"), filepath.Join(root, "docs", "rules.md")) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// generator lists the Go files of the generator and the run time, without their tests.
func generator(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"cmd", "internal", "prompt", "schema"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
				files = append(files, p)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestMap proves that every test that the map of rules names exists.
func TestMap(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := tests(t)
	named := regexp.MustCompile("`(Test[A-Za-z0-9_]+)`").FindAllStringSubmatch(string(data), -1)
	if len(named) == 0 {
		t.Error("the map names no test")
	}
	for _, m := range named {
		if !all[m[1]] {
			t.Errorf("README.md names %s, which does not exist", m[1])
		}
	}
}

// tests are the names of the tests of the examples and of the rooms that they lean on.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, glob := range []string{"*_test.go", "*/*_test.go", "../prompt/*_test.go", "../internal/*/*_test.go"} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					all[f.Name.Name] = true
				}
			}
		}
	}
	return all
}
