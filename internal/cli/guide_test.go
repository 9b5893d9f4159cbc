package cli_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// block is a fenced block of a page: a file, or commands.
type block struct {
	lang, arg, text string
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)(?: ([^\n]+))?\n(.*?)^```$")

// blocks returns the fenced blocks of a page of docs/.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		out = append(out, block{m[1], m[2], m[3]})
	}
	return out
}

// TestGuide follows the guide in an empty folder: it writes the page's files and runs its commands. The module comes
// from this repository, nothing from the network.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	if err := fetched(); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "notes")
	if err := errors.Join(os.Mkdir(dir, 0o755), os.Symlink(repo, filepath.Join(root, "promptgen"))); err != nil {
		t.Fatal(err)
	}
	run := func(script string) (string, error) {
		cmd := exec.Command("sh", "-e", "-c", script)
		cmd.Dir = dir
		cmd.Env = offline()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, b := range blocks(t, "docs/guide.md") {
		if b.lang != "sh" {
			if err := write(dir, b.arg, b.text); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for line := range strings.Lines(b.text) {
			out, err := run(line)
			t.Logf("$ %s%s", line, out)
			last := strings.HasSuffix(b.text, line)
			if b.arg == "fails" && last {
				if err == nil || !strings.Contains(out, "[tool-not-shown]") || !strings.Contains(out, "web off") {
					t.Fatalf("%s: want an error that names the setting, got %v", line, err)
				}
			} else if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if strings.HasPrefix(line, "go mod init") {
				if out, err := run("go mod edit -replace github.com/promptgen/promptgen=" + repo); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if strings.HasPrefix(line, "go run") && strings.Count(out, `"name":"web_fetch"`) != 1 {
				t.Fatalf("the gate does not switch the tool:\n%s", out)
			}
		}
	}
}

// fetched makes sure that the module cache holds all that this module needs, which a build for one system may not have
// fetched. From here on nothing needs the network.
var fetched = sync.OnceValue(func() error {
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod download: %w\n%s", err, out)
	}
	return nil
})

// offline is an environment in which the go command reaches no network.
func offline() []string {
	return append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")
}
