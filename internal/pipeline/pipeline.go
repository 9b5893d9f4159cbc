// Package pipeline joins the stages: from the files of a registry to the files that are generated from it.
//
// A stage runs only when the one before it found no error, and reports all that it finds. Nothing here reads the
// disk, the environment or a clock.
package pipeline

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/contract"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/emit"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/plan"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// Source is a registry as it lies in its module.
type Source struct {
	FS         fs.FS         // the registry's folder
	Parents    []load.Parent // the folders above it, nearest first
	ImportPath string        // of the folder gen/, e.g. "example.org/app/prompts/gen"

	// Tokens counts the tokens of a text, for budgets. Where it is nil, budgets of tokens are not looked at.
	Tokens func(string) int
}

// Prove loads a registry and proves what can be proved without output. It returns nil when there are errors.
func Prove(src Source) (*registry.Registry, diag.List, error) {
	r, found, err := checked(src)
	if r == nil {
		return nil, found, err
	}
	_, clashes := plan.Build(r, src.ImportPath)
	if found = append(found, clashes...).Sorted(); found.HasErrors() {
		return nil, found, nil
	}
	return r, found, nil
}

// checked loads a registry and holds it to the rules. It returns nil when there are errors.
func checked(src Source) (*registry.Registry, diag.List, error) {
	r, found, err := load.Load(src.FS, src.Parents)
	if err != nil || r == nil {
		return nil, found.Sorted(), err
	}
	found = append(found, check.Check(r)...).Sorted()
	if found.HasErrors() {
		return nil, found, nil
	}
	return r, found, nil
}

// Check proves a registry and holds it against its budgets and the lock of its contract.
func Check(src Source) (diag.List, error) {
	r, found, err := checked(src)
	if r == nil {
		return found, err
	}
	var h held
	var clashes, refused diag.List
	var failed error
	together(
		func() { h = hold(src, r) },
		func() { _, clashes = plan.Build(r, src.ImportPath) },
		func() { refused, failed = snapshot.Refused(r) },
	)
	return slices.Concat(found, clashes, h.found, refused).Sorted(), errors.Join(h.err, failed)
}

// held is what a registry's lock and its budgets say of it.
type held struct {
	lock  *contract.Lock
	found diag.List
	err   error
}

func hold(src Source, r *registry.Registry) held {
	now, err := contract.Build(r)
	if err != nil {
		return held{err: err}
	}
	old, found := contract.Read(src.FS)
	if old != nil {
		found = contract.Compare(old, now)
	}
	passed, err := audit.Budgets(r, src.Tokens)
	return held{now, append(found, passed...), err}
}

// Generate returns every file that belongs to a registry, sorted by path and relative to its folder. There are none
// when there are errors.
func Generate(src Source) ([]output.File, diag.List, error) {
	r, found, err := checked(src)
	if r == nil {
		return nil, found, err
	}
	var h held
	var code []emit.File
	var cells []snapshot.File
	var clashes, broken diag.List
	var notEmitted, notShown error
	together(
		func() { h = hold(src, r) },
		func() {
			var p *plan.Plan
			if p, clashes = plan.Build(r, src.ImportPath); !clashes.HasErrors() {
				code, notEmitted = emit.Files(p)
			}
		},
		func() { cells, broken, notShown = snapshot.Files(r) },
	)
	found = slices.Concat(found, clashes, h.found, broken).Sorted()
	if err := errors.Join(h.err, notEmitted, notShown); err != nil || found.HasErrors() {
		return nil, found, err
	}
	files := []output.File{{Path: contract.Path, Data: h.lock.Bytes()}}
	for _, f := range code {
		files = append(files, output.File{Path: "gen/" + f.Path, Data: f.Data})
	}
	for _, f := range cells {
		files = append(files, output.File{Path: "snapshots/" + f.Path, Data: f.Data})
	}
	slices.SortFunc(files, func(a, b output.File) int { return cmp.Compare(a.Path, b.Path) })
	return files, found, nil
}

// together does work that shares the model, which nobody changes any more, and nothing else.
func together(work ...func()) {
	var wait sync.WaitGroup
	for _, w := range work {
		wait.Go(w)
	}
	wait.Wait()
}

// Rules lists what the stages may report, sorted by id.
func Rules() []diag.Rule {
	rules := slices.Concat(load.Rules(), check.Rules(), contract.Rules(), audit.Rules(), plan.Rules(), snapshot.Rules())
	slices.SortFunc(rules, func(a, b diag.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}
