package examples

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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

// TestMain removes the command that the tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(commandDir())
	os.Exit(code)
}

// commandDir is a folder for this run of the tests.
func commandDir() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("examples-test-%d", os.Getpid()))
}

// built is the command, built when the first test asks for it.
var built = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(commandDir(), "promptgen")
	_, stderr, err := try(root, "go", "build", "-o", bin, "./cmd/promptgen")
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, stderr)
	}
	return bin, nil
})

func promptgen(t *testing.T) string {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
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

// TestRawMessage proves that a host that marshals the tools as a json.RawMessage sends the bytes that promptgen promises:
// those of every projection of every cell, whose digest the vectors have.
func TestRawMessage(t *testing.T) {
	bin := promptgen(t)
	for _, name := range names(t) {
		var v struct{ Tools map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(run(t, ".", bin, "-C", name, "vectors")), &v); err != nil {
			t.Fatal(err)
		}
		sent := func(what string, indented []byte) {
			var compact bytes.Buffer
			if err := json.Compact(&compact, indented); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(json.RawMessage(compact.Bytes()))
			if sum := fmt.Sprintf("%x", sha256.Sum256(got)); err != nil || !bytes.Equal(got, compact.Bytes()) || v.Tools[sum] == nil {
				t.Errorf("%s: %s is sent as %s, %v", name, what, got, err)
			}
		}
		for sum, tools := range v.Tools {
			sent(sum, tools)
		}
		files, err := filepath.Glob(filepath.Join(name, "snapshots", "*.tools.*.json"))
		if err != nil || len(files) == 0 || len(v.Tools) == 0 {
			t.Fatalf("%s: %d snapshots and %d vectors of tools, %v", name, len(files), len(v.Tools), err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sent(f, data)
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
			for _, part := range []string{"go.mod", "go.sum", "cue.mod", "prompt", "examples/internal", "examples/" + name} {
				copyTree(t, filepath.Join(root, part), filepath.Join(copied, part))
			}
			at := filepath.Join(copied, "examples", name)
			test := []string{"test", "-trimpath", "-vet=off", "-run", "Golden", "./examples/" + name}
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
