package snapshot

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIndented pins that JSON is indented as the standard library does it.
func TestIndented(t *testing.T) {
	texts := []string{
		`{}`, `[]`, `""`, `0`, `null`, `[[],{}]`, `{"a":[],"b":{},"c":[1,-2.5e3,true]}`,
		`{"a\\":"\\\"","{[,:]}":"}],:"}`, `["\"","\\"]`, `"\\\\\""`, `[{"a":[{"b":[[1],[]]}]},"é$&"]`,
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "snapshots", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no snapshots", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var compact bytes.Buffer
		if json.Compact(&compact, data) == nil { // a file is empty where a cell has no tools
			texts = append(texts, compact.String())
		}
	}
	for _, text := range texts {
		var want bytes.Buffer
		if err := json.Indent(&want, []byte(text), "", "  "); err != nil {
			t.Fatal(text, err)
		}
		if diff := cmp.Diff(want.String(), string(indented(text))); diff != "" {
			t.Errorf("%.80s: -want +got:\n%s", text, diff)
		}
	}
}
