package hosts_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// open goes on with the session that path holds, or starts one.
func open(path string, c coder.Config, s coder.Session, now time.Time) (*coder.Assembler, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return start(path, c, s, now)
	}
	if err != nil {
		return nil, err
	}
	var r prompt.Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, err
	}
	a, err := coder.Resume(c, s, r)
	if err != nil {
		return start(path, c, s, now) // another release or profile: nothing of the record can be served
	}
	if verdict, changes := a.Compare(r); verdict == prompt.Stale {
		log.Printf("the prompt of %s is older than %v; /refresh renews it", r.At, changes)
	}
	return a, nil
}

// start makes a session and records it for the provider that it is going to use.
func start(path string, c coder.Config, s coder.Session, now time.Time) (*coder.Assembler, error) {
	a, err := coder.New(c, s)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(a.Freeze(now, "start", prompt.Anthropic))
	if err != nil {
		return nil, err
	}
	return a, os.WriteFile(path, data, 0o600)
}

// TestFreezePage pins that the code of docs/freeze.md, which is that of this file, does what the page says.
func TestFreezePage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	c, s, turn := session(t)
	first, err := open(path, c, s, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	s.LocalRules = "Other rules."
	second, err := open(path, c, s, time.Unix(9, 0))
	if err != nil {
		t.Fatal(err)
	}
	if first.System() != second.System() {
		t.Error("the second opening has other bytes")
	}
	fresh, err := second.Refresh(s)
	if err != nil {
		t.Fatal(err)
	}
	if text := fresh.System(); !strings.Contains(text, s.LocalRules) {
		t.Error("Refresh does not show the new rules")
	}
	if _, err := second.Request(prompt.Anthropic, turn); err != nil {
		t.Error(err)
	}
	c.Profile = coder.ProfileLite
	lite, err := open(path, c, s, time.Unix(9, 0))
	if err != nil || lite.System() == first.System() {
		t.Errorf("another profile was served the record: %v", err)
	}
}
