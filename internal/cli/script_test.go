package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/promptgen/promptgen/internal/cli"
	"github.com/promptgen/promptgen/internal/registry"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"promptgen": func() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command as its users do. Each script starts in a module that holds the registry of the guide
// in prompts/.
func TestScripts(t *testing.T) {
	files := blocks(t, "docs/guide.md")
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("PROMPTGEN_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			for _, name := range []string{"GOPATH", "GOCACHE", "GOMODCACHE"} {
				if value, err := exec.Command("go", "env", name).Output(); err == nil {
					env.Setenv(name, strings.TrimSpace(string(value)))
				}
			}
			if err := write(env.WorkDir, "go.mod", "module example.org/notes\n\ngo 1.26\n"); err != nil {
				return err
			}
			for _, b := range files {
				if b.lang == "cue" {
					if err := write(env.WorkDir, b.arg, b.text); err != nil {
						return err
					}
				}
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code, "bytes": writeBytes, "fetch": fetch, "full": full, "cp-registry": copyRegistry},
	})
}

// TestProvidersScript pins that the script of providers leaves none out, over either transport.
func TestProvidersScript(t *testing.T) {
	script, err := os.ReadFile("testdata/script/providers.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range registry.Projections() {
		for _, transport := range []string{"native", "xml"} {
			if want := "promptgen render --transport " + transport + " --provider " + p.Name + "\ncmp stdout "; !strings.Contains(string(script), want) {
				t.Errorf("no line\n%s", want)
			}
		}
	}
}

func write(dir, name, text string) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// code N COMMAND… runs a command that must exit with N.
func code(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if (got == want) == neg {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// full COMMAND… runs a command that must notice that the device behind its standard output is full.
func full(ts *testscript.TestScript, neg bool, args []string) {
	code(ts, neg, append([]string{"2", "sh", "-c", `exec "$@" >/dev/full`, "sh"}, args...))
}

// cp-registry DIR copies the registry of the guide.
func copyRegistry(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(ts.MkAbs("prompts"))))
}

// bytes FILE QUOTED writes a file that a script can't hold as it is.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// fetch fills the module cache for a script that builds a module without the network.
func fetch(ts *testscript.TestScript, neg bool, args []string) { ts.Check(fetched()) }
