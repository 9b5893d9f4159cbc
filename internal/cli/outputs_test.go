package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/cli"
)

func TestCachePage(t *testing.T) {
	outputs(t, "cache.md", map[string]func(args string) string{
		"audit":      func(args string) string { before, _, after := moved(t, args); return before + after },
		"budget":     func(string) string { return tighter(t) },
		"simulation": func(string) string { return simulation() },
	})
}

func TestToolsPage(t *testing.T) {
	outputs(t, "tools.md", map[string]func(args string) string{
		"strict": func(args string) string {
			_, strict, _ := strings.Cut(audits(t, args), "  strict for")
			strict, _, _ = strings.Cut(strict, "  price, ")
			return "  strict for" + strict
		},
		"moved": func(args string) string { // of one tool
			_, table, _ := moved(t, args)
			lines := strings.SplitAfter(table, "\n")
			return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, " ") && !strings.Contains(l, " read_file ") }), "")
		},
	})
}

// moved cuts an audit in front of the constraints in descriptions, which have their own page, and behind them.
func moved(t *testing.T, args string) (before, table, after string) {
	t.Helper()
	const title = "constraints in descriptions"
	before, rest, _ := strings.Cut(audits(t, args), title)
	table, after, _ = strings.Cut(rest, "\n\n")
	return before, title + table + "\n", after
}

func audits(t *testing.T, args string) string {
	t.Helper()
	return runs(t, 0, append([]string{"-C", filepath.Join("..", ".."), "audit"}, strings.Fields(args)...)...)
}

// outputs holds the outputs in a page of docs/ against this repository. PROMPTGEN_UPDATE=1 writes them.
func outputs(t *testing.T, name string, by map[string]func(args string) string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	page := filepath.Join("..", "..", "docs", name)
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := fence.ReplaceAllStringFunc(string(data), func(s string) string {
		m := fence.FindStringSubmatch(s)
		verb, args, _ := strings.Cut(m[2], " ")
		if verb == "" {
			return s
		}
		output, ok := by[verb]
		if !ok {
			t.Fatalf("no output called %q", verb)
		}
		return "```" + m[1] + " " + m[2] + "\n" + output(args) + "```"
	})
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("docs/%s is stale; run PROMPTGEN_UPDATE=1 go test ./internal/cli\n%s", name, diff)
	}
}

// runs runs the command and returns what it prints.
func runs(t *testing.T, code int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := cli.Main(args, &stdout, &stderr); got != code {
		t.Fatalf("promptgen %v: exit code %d\n%s", args, got, stderr.String())
	}
	return stdout.String() + stderr.String()
}

// tighter checks a copy of the registry in which the budget of the profile lite is one key lower.
func tighter(t *testing.T) string {
	t.Helper()
	repo, dir := filepath.Join("..", ".."), t.TempDir()
	for _, name := range []string{"go.mod", "registry.cue", "promptgen.cue", "profiles", "i18n", "tools", "schema", "cue.mod"} {
		from, to := filepath.Join(repo, name), filepath.Join(dir, name)
		info, err := os.Stat(from)
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			err = os.CopyFS(to, os.DirFS(from))
		} else if data, readErr := os.ReadFile(from); readErr != nil {
			err = readErr
		} else {
			err = os.WriteFile(to, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	lite := filepath.Join(dir, "profiles", "lite.cue")
	data, err := os.ReadFile(lite)
	if err != nil {
		t.Fatal(err)
	}
	lower := strings.Replace(string(data), "cacheKeys: 8", "cacheKeys: 7", 1)
	if lower == string(data) {
		t.Fatal("the profile lite has no budget of 8 keys")
	}
	if err := os.WriteFile(lite, []byte(lower), 0o644); err != nil {
		t.Fatal(err)
	}
	return runs(t, 1, "-C", dir, "check")
}

// simulation is a table of sessions: what the system text costs over the tail.
func simulation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-34s %8s %12s %12s %6s\n", "", "turns", "in system", "in tail", "ratio")
	for _, front := range []int{4000, 10000, 16000} {
		for _, turn := range []int{750, 1500, 3000} {
			s := audit.Session{Front: front, Volatile: 100, Turns: 30, Turn: turn}
			fmt.Fprintf(&b, "prompt of %6d, %5d each turn    %6d %12.0f %12.0f %6.1f\n", front, turn, s.Turns, s.System(), s.Tail(), s.System()/s.Tail())
		}
	}
	return b.String()
}
