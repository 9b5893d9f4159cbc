package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages proves that the code of the pages is what is compiled here and runs in the other tests: each Go block stands
// between the lines "// docs:start NAME" and "// docs:end NAME" of a file, and each such piece is shown.
func TestPages(t *testing.T) {
	page, err := os.ReadFile("../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, b := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllSubmatch(page, -1) {
		shown[string(b[1])] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	marked := regexp.MustCompile(`(?ms)^// docs:start (\S+)\n(.*?)^// docs:end (\S+)$`)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range marked.FindAllSubmatch(source, -1) {
			if string(m[1]) != string(m[3]) {
				t.Errorf("%s: %s ends as %s", f, m[1], m[3])
			}
			block := strings.TrimSpace(string(m[2])) + "\n"
			if !shown[block] {
				t.Errorf("%s: docs/providers.md does not show %s:\n%s", f, m[1], block)
			}
			delete(shown, block)
		}
	}
	for block := range shown {
		t.Errorf("docs/providers.md shows what no file here holds:\n%s", block)
	}
}
