package output

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// killedVersions are what three runs in a row generate. Files appear, change, move and go.
func killedVersions() [3][]File {
	return [3][]File{
		files("gen/coder/a.go", goFile, "gen/old/b.go", goFile, "snapshots/x.prompt.txt", "one"),
		files("gen/coder/a.go", goFile+"// new\n", "gen/new/c.go", goFile, "snapshots/x.prompt.txt", "two", "snapshots/y.prompt.txt", "two"),
		files("gen/coder/a.go", goFile, "gen/new/d.go", goFile, "snapshots/y.prompt.txt", "three"),
	}
}

// TestApplyKilled kills a run at each of its steps in turn. The next run, of another version of the registry, must
// leave exactly its own files.
func TestApplyKilled(t *testing.T) {
	if dir := os.Getenv("PROMPTGEN_TEST_KILLED"); dir != "" {
		applyAndDie(t, dir)
		return
	}
	versions := killedVersions()
	for step := 0; ; step++ {
		if step > 60 {
			t.Fatal("the run never ended")
		}
		dir := t.TempDir()
		if _, err := Apply(dir, versions[0]); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestApplyKilled$")
		cmd.Env = append(os.Environ(), "PROMPTGEN_TEST_KILLED="+dir, "PROMPTGEN_TEST_STEP="+strconv.Itoa(step))
		out, err := cmd.CombinedOutput()
		if err == nil {
			if step < 10 {
				t.Fatalf("the run ended after %d steps:\n%s", step, out)
			}
			return
		}
		if cmd.ProcessState.ExitCode() > 0 && runtime.GOOS != "windows" { // there a killed process has code 1
			t.Fatalf("step %d: the run failed instead of dying:\n%s", step, out)
		}
		if _, err := Apply(dir, versions[2]); err != nil {
			t.Fatalf("killed at step %d: %v", step, err)
		}
		want := disk{
			"gen/coder/a.go": goFile, "gen/new/d.go": goFile, "gen/.promptgen-manifest": "coder/a.go\nnew/d.go\n",
			"snapshots/y.prompt.txt": "three", "snapshots/.promptgen-manifest": "y.prompt.txt\n",
		}
		if diff := cmp.Diff(want, readDisk(t, dir)); diff != "" {
			t.Fatalf("killed at step %d (-want +got):\n%s", step, diff)
		}
	}
}

// applyAndDie is the child of TestApplyKilled.
func applyAndDie(t *testing.T, dir string) {
	left, err := strconv.Atoi(os.Getenv("PROMPTGEN_TEST_STEP"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = apply(dir, killedVersions()[1], func(string, string) error {
		if left == 0 {
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return err
			}
			if err := self.Kill(); err != nil {
				return err
			}
			time.Sleep(time.Minute) // the signal arrives while this sleeps
		}
		left--
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
