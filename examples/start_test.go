package examples

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is a fenced block of a page: its language with what stands behind it, and its text.
type block struct{ kind, text string }

// pageBlocks are the fenced blocks of a page of this folder.
func pageBlocks(t *testing.T, page string) []block {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	for _, m := range regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$").FindAllStringSubmatch(string(data), -1) {
		out = append(out, block{m[1], m[2]})
	}
	return out
}

// consumer makes a module that has promptgen as the guide sets it up, from this repository, and returns what runs a
// script in it. Nothing comes from the network.
func consumer(t *testing.T) func(script string) string {
	t.Helper()
	repo, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	run(t, root, "go", "mod", "download")
	dir := t.TempDir()
	sh := func(script string) string {
		t.Helper()
		var out, bad bytes.Buffer
		cmd := exec.Command("bash", "-euc", script)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &bad
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v:\n%s\n%s%s", err, script, out.String(), bad.String())
		}
		return out.String()
	}
	const module = "github.com/promptgen/promptgen"
	sh("go mod init example.org/agent")
	sh("go mod edit -require=" + module + "@v0.0.0 -replace=" + module + "=" + repo + " -tool=" + module + "/cmd/promptgen")
	sh("go mod tidy")
	return sh
}

// TestStart follows "Start from an example" in a module of its own, and copies each of the others in the same way.
func TestStart(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	blocks := pageBlocks(t, "README.md")
	sh := consumer(t)
	printed := ""
	for _, b := range blocks {
		switch b.kind {
		case "sh":
			printed = sh(b.text)
		case "sh silent":
			if out := sh(b.text); out != "" {
				t.Errorf("the copy is tied to the original:\n%s", out)
			}
		case "text":
			if printed != b.text {
				t.Errorf("the commands in front print\n%s\nand the page shows\n%s", printed, b.text)
			}
		case "go":
			for _, name := range names(t) {
				if data, err := os.ReadFile(filepath.Join(name, "main.go")); err != nil || !strings.Contains(string(data), "\n"+b.text) {
					t.Errorf("%s/main.go does not hold %s%v", name, b.text, err)
				}
			}
		default:
			t.Errorf("no test tries a block of %q", b.kind)
		}
	}
	for _, name := range names(t) {
		if name != "browser" { // the one on the page
			other := strings.NewReplacer("browser", name, "triage", "my"+name)
			sh(other.Replace(blocks[0].text))
			if out := sh("grep -rnE 'promptgen/examples/|\\b" + name + "(tools|test)?\\.' --include='*.go' my" + name + " || true"); out != "" {
				t.Errorf("the copy of %s is tied to the original:\n%s", name, out)
			}
		}
	}
}
