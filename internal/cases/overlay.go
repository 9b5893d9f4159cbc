// Package cases changes gates in the cases of snapshots: those that a reader asks for, and those in which gates meet that no
// declared case has together.
package cases

import (
	"errors"
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Overlay lays settings of gates over a case, e.g. "web_tools,!yolo"; "" sets none. A gate that follows from an input or a
// toolset changes by that. The error lists everything that is wrong, a line each.
func Overlay(r *registry.Registry, base *registry.Case, settings string) (registry.Case, error) {
	k := clone(base)
	if settings == "" {
		return k, nil
	}
	var problems []error
	named := map[string]bool{}
	for s := range strings.SplitSeq(settings, ",") {
		name, off := strings.CutPrefix(strings.TrimSpace(s), "!")
		g := r.Gate(name)
		switch {
		case named[name]:
			problems = append(problems, fmt.Errorf("gate %q is set twice in %q", name, settings))
		case strings.ContainsAny(name, " \t"):
			problems = append(problems, fmt.Errorf("no gate named %q; separate gates by commas", name))
		case name == "":
			problems = append(problems, fmt.Errorf("a gate's name is missing in %q", settings))
		case g == nil:
			problems = append(problems, unknown(r, name))
		case off && required(r, g):
			problems = append(problems, fmt.Errorf("gate %q follows from input %q, which is required: it is always on", name, g.From.Text))
		case !set(r, &k, g, !off):
			problems = append(problems, fmt.Errorf("gate %q follows from %q, which no case gives", name, g.From.Text))
		}
		named[name] = name != ""
	}
	return k, errors.Join(problems...)
}

func unknown(r *registry.Registry, name string) error {
	var known []string
	for i := range r.Gates {
		known = append(known, r.Gates[i].Name)
	}
	if best, ok := diag.Nearest(name, known); ok {
		return fmt.Errorf("no gate named %q; did you mean %q?", name, best)
	}
	return fmt.Errorf("no gate named %q", name)
}

func required(r *registry.Registry, g *registry.Gate) bool {
	in := r.Input(g.From.Text)
	return in != nil && in.Required
}
