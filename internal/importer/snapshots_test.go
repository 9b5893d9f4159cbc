package importer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSnapshots imports the declared tools of this repository's snapshots, in every form in which they are pinned.
func TestSnapshots(t *testing.T) {
	paths, err := filepath.Glob("../../snapshots/standard.native.en.no-server-tools.tools.*.json")
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tools, report, broken := Tools(data, Options{File: filepath.Base(path)})
		if broken != nil || refuses(report) {
			t.Errorf("%s%s", broken.Text(), report.Diagnostics().Text())
		}
		if want := strings.Count(string(data), `"name": `) - strings.Count(string(data), `"name": {`); len(tools) != want {
			t.Errorf("%s: %d tools, want %d", path, len(tools), want)
		}
		for _, e := range report {
			if e.Outcome != Rewritten && e.Keyword != "cache_control" {
				t.Errorf("%s", e.Diagnostic())
			}
		}
		if _, err := Specs("coder", tools); err != nil {
			t.Error(err)
		}
	}
}
