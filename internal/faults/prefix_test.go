package faults_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/pipeline"
)

const order = `sections: ["identity", "rules", "calls", "skills", "place", "clock"]`

// TestFault01ClockInThePrefix pins that a static section can't read what changes every turn.
func TestFault01ClockInThePrefix(t *testing.T) {
	base(t).change(t, "i18n/en.cue", `place: text:   "Work in \(input.cwd)."`, `place: text:   "Work in \(input.cwd) at \(input.now)."`).
		refused(t, "cache-below-floor", "sections.cue", `"place"`, `input "now" of scope turn`, "i18n/en.cue:")
	base(t).change(t, "sections.cue", `clock: {cache: "volatile", reason: "Time passes."}`, `clock: cache: "static"`).
		change(t, "profiles/full.cue", order, `sections: ["identity", "clock", "rules", "calls", "skills", "place"]`).
		refused(t, "cache-below-floor", "sections.cue", `"clock"`, `input "now" of scope turn`, `want at least "volatile"`)
}

// TestFault02LiveStateBetweenCachedBlocks pins that a volatile section can't stand in front of a static one.
func TestFault02LiveStateBetweenCachedBlocks(t *testing.T) {
	base(t).change(t, "profiles/full.cue", order, `sections: ["identity", "clock", "rules", "calls", "skills", "place"]`).
		refused(t, "section-order", "profiles/full.cue", `"clock"`, `"rules"`, "Time passes")
}

// TestFault03EnvironmentAtTheFront pins that session text can't stand in front of static text unless a reason says why,
// and that the audit then shows what is lost.
func TestFault03EnvironmentAtTheFront(t *testing.T) {
	const front = `sections: ["place", "identity", "rules", "calls", "skills", "clock"]`
	base(t).change(t, "profiles/full.cue", order, front).
		refused(t, "section-order", "profiles/full.cue", `"place"`, "Every session has its own directory")
	for _, x := range audited(t, base(t).change(t, "profiles/full.cue", order, front+"\n\torder: {fixed: true, reason: \"Users know it so.\"}")) {
		if x.StaticBytes != 0 || x.TextKeys != 1 {
			t.Errorf("over %s sessions share %d bytes in %d texts behind a text that differs", x.Transport, x.StaticBytes, x.TextKeys)
		}
		priced(t, &x, "fixed order", "are lost to other sessions")
	}
	for _, x := range audited(t, base(t)) {
		if x.StaticBytes == 0 || len(x.Prices) > 0 {
			t.Errorf("over %s sessions share %d bytes, at a price of %v", x.Transport, x.StaticBytes, x.Prices)
		}
	}
}

// TestFault23PriceOfTheSystemText pins that the audit shows what a volatile section in the system text costs.
func TestFault23PriceOfTheSystemText(t *testing.T) {
	const reason = `clock: {cache: "volatile", reason: "Time passes.`
	for _, x := range audited(t, base(t).change(t, "sections.cue", reason, reason+`", place: "system", placeReason: "The model looks for it there.`)) {
		priced(t, &x, `place: "system" of clock`, "and the history")
	}
}

func audited(t *testing.T, f files) []audit.Profile {
	t.Helper()
	r, found, err := pipeline.Prove(f.source())
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	report, err := audit.Of(r, func(s string) int { return len(strings.Fields(s)) }, func(_, _, _ string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return report.Profiles
}

func priced(t *testing.T, x *audit.Profile, of, why string) {
	t.Helper()
	if !slices.ContainsFunc(x.Prices, func(p audit.Price) bool { return p.Of == of && p.Tokens > 0 && strings.Contains(p.Why, why) }) {
		t.Errorf("over %s the audit has no price of %s: %v", x.Transport, of, x.Prices)
	}
}
