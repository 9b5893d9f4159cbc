package prompt

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// wideEnv names the work that TestXMLWork does, and its size: e.g. "parameters 100".
const wideEnv = "PROMPTGEN_TEST_WIDE"

// TestXMLWorkGrows pins that twice the parameters of a tool, tools of a session, or calls of an answer are twice the work
// of writing calls over XML and of reading them. What is counted is how often each statement runs, of the code itself
// and of the searches in package slices: a list that is gone through for each name shows, wherever that is.
func TestXMLWorkGrows(t *testing.T) {
	if testing.Short() || testing.CoverMode() != "" {
		t.Skip("runs the go command")
	}
	dir := t.TempDir()
	binary, profile := filepath.Join(dir, "prompt.test"), filepath.Join(dir, "profile")
	build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg=.,slices", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(work string, n int) int {
		cmd := exec.Command(binary, "-test.run=^TestXMLWork$", "-test.coverprofile="+profile)
		cmd.Env = append(os.Environ(), wideEnv+"="+work+" "+strconv.Itoa(n))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return statementsRun(t, profile)
	}
	for work := range wideWork() {
		none := run(work, 0)
		half, whole := run(work, 500)-none, run(work, 1000)-none
		if half < 500 || 10*whole > 22*half { // sorted tags take a little more
			t.Errorf("%s: %d statements run, and %d for twice as much", work, half, whole)
		}
	}
}

// statementsRun adds up a profile, whose lines end in the statements of a block and how often it ran.
func statementsRun(t *testing.T, profile string) int {
	t.Helper()
	data, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for line := range bytes.Lines(data) {
		if words := strings.Fields(string(line)); len(words) == 3 {
			statements, _ := strconv.Atoi(words[1])
			times, _ := strconv.Atoi(words[2])
			sum += statements * times
		}
	}
	return sum
}

// TestXMLWork does what TestXMLWorkGrows counts.
func TestXMLWork(t *testing.T) {
	work, size, ok := strings.Cut(os.Getenv(wideEnv), " ")
	if !ok {
		t.Skip("TestXMLWorkGrows runs it")
	}
	if n, err := strconv.Atoi(size); err != nil {
		t.Fatal(err)
	} else if n > 0 {
		wideWork()[work](t, n)
	}
}

// wideWork is what is done with n of something.
func wideWork() map[string]func(t *testing.T, n int) {
	call := func(t *testing.T, ts *Tools, tool, args string, times, errs int) {
		var text []byte
		for range times {
			one, err := ts.AppendCall(nil, Call{Name: tool, Args: []byte(args)})
			if err != nil {
				t.Fatal(err)
			}
			text = append(append(text, one...), '\n')
		}
		p := ts.Parser()
		p.Feed(nil, string(text)+strings.Repeat("<"+tool+">\n</"+tool+">\n", errs))
		if m := p.Close(true); len(m.Calls)+min(errs, 1)*times != times || errs > 0 && len(m.Errs) == 0 {
			t.Fatalf("%d calls, %v", len(m.Calls), m.Errs)
		}
	}
	return map[string]func(t *testing.T, n int){
		"parameters": func(t *testing.T, n int) {
			s, args := wideTool("t", n)
			call(t, NewTools(Toolbox{}, []ToolSpec{s}), "t", args, 1, 1)
			box := Toolbox{Names: []string{"t"}, Fields: func(string) []ArgField { return nil }}
			call(t, NewTools(box, []ToolSpec{s}), "t", args, 1, 0)
		},
		"tools": func(t *testing.T, n int) {
			box := Toolbox{Fields: func(string) []ArgField { return nil }}
			var specs []ToolSpec
			for i := range n {
				box.Names = append(box.Names, "t"+strconv.Itoa(i), "hidden"+strconv.Itoa(i))
				s, _ := wideTool(box.Names[2*i], 1)
				specs = append(specs, s)
			}
			call(t, NewTools(box, specs), "t1", `{"p0":"a"}`, 1, 0)
		},
		"calls": func(t *testing.T, n int) {
			s, args := wideTool("t", 3)
			call(t, NewTools(Toolbox{}, []ToolSpec{s}), "t", args, n, 0)
		},
		"mistakes": func(t *testing.T, n int) {
			s, _ := wideTool("t", 3)
			call(t, NewTools(Toolbox{}, []ToolSpec{s}), "t", "", 0, n)
		},
	}
}

// wideTool is a tool with n required parameters, and the arguments of a call of it.
func wideTool(name string, n int) (ToolSpec, string) {
	s, args := ToolSpec{Name: name, Doc: "A tool."}, []byte{'{'}
	for i := range n {
		p := ParamSpec{Name: "p" + strconv.Itoa(i), Required: true}
		s.Params, args = append(s.Params, p), appendArg(args, p.Name, `"a"`)
	}
	return s, string(append(args, '}'))
}
