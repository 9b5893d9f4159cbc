package hosts_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/prompt"
)

// TestDocumentedCallsRun feeds the parser of each XML cell with the calls that its documentation shows: each is read,
// decoded, and comes back from what AppendCall writes. So what the model is shown is what the parser takes.
func TestDocumentedCallsRun(t *testing.T) {
	for name, ts := range xmlCells(t) {
		usages := documented(ts.Docs())
		for tool := range ts.All() {
			if tool.Host.Toolset != "" {
				continue // what a server's arguments may be, only the server knows
			}
			m := read(ts, usages[tool.Name])
			if len(m.Errs) > 0 || len(m.Calls) != 1 || m.Calls[0].Name != tool.Name || m.Text != "" {
				t.Errorf("%s: %v, %v from\n%s", name, m.Errs, m.Calls, usages[tool.Name])
				continue
			}
			xml, err := ts.AppendCall(nil, m.Calls[0])
			if again := read(ts, string(xml)); err != nil || !cmp.Equal(m, again) {
				t.Errorf("%s: %v: %s", name, err, cmp.Diff(m, again))
			}
		}
	}
}

// TestCallsOfOtherCells feeds each XML cell with the calls that others document: what this one does not offer is an error
// that says so, and never runs.
func TestCallsOfOtherCells(t *testing.T) {
	all := map[string]string{}
	for _, ts := range xmlCells(t) {
		maps.Copy(all, documented(ts.Docs()))
	}
	refused := 0
	for name, ts := range xmlCells(t) {
		for tool, usage := range all {
			if _, ok := ts.Lookup(tool); ok {
				continue
			}
			refused++
			m := read(ts, usage)
			if len(m.Calls) > 0 || len(m.Errs) != 1 || !m.Errs[0].Unknown || m.Text != usage {
				t.Errorf("%s: want that %s is not offered, got %v %v", name, tool, m.Calls, m.Errs)
			}
		}
	}
	if refused == 0 {
		t.Error("every cell offers every tool")
	}
}

// xmlCells are the tools of the cells over the XML transport.
func xmlCells(t *testing.T) map[string]*prompt.Tools {
	t.Helper()
	out := map[string]*prompt.Tools{}
	for name, cell := range codertest.Cells() {
		if cell.Config.Transport == prompt.XML {
			a, err := coder.New(cell.Config, cell.Session)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = a.Tools()
		}
	}
	return out
}

func read(ts *prompt.Tools, answer string) prompt.Message {
	p := ts.Parser()
	p.Feed(nil, answer)
	return p.Close(true)
}

// TestWorkedExample reads the section on calls of each XML cell as if the model repeated it: what looks like a call there
// is one, the example that is worked out as well as that of each tool.
func TestWorkedExample(t *testing.T) {
	for name, cell := range codertest.Cells() {
		if cell.Config.Transport != prompt.XML {
			continue
		}
		a, err := coder.New(cell.Config, cell.Session)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := a.Section("tool_calls")
		want := 1 + len(strings.Split(a.Tools().Names(), "\n")) // tools of the host are documented elsewhere
		if m := read(a.Tools(), text); !ok || len(m.Errs) > 0 || len(m.Calls) != want {
			t.Errorf("%s: want %d calls, got %d, %v from\n%s", name, want, len(m.Calls), m.Errs, text)
		}
	}
}

// documented returns what stands below "Usage:", by tool.
func documented(docs string) map[string]string {
	out := map[string]string{}
	for _, part := range strings.Split(docs, "\nUsage:\n")[1:] {
		tool, _, _ := strings.Cut(strings.TrimPrefix(part, "<"), ">")
		usage, _, _ := strings.Cut(part, "</"+tool+">")
		out[tool] = usage + "</" + tool + ">"
	}
	return out
}
