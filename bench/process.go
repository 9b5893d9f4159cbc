package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	processRounds               = 15
	limitCheck, limitRegenerate = 2, 3
)

// processRows compares whole runs of promptgen with cue export over the same files.
func processRows() ([]row, error) {
	dir, err := os.MkdirTemp("", "promptgen-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	promptgen, cue, registry := filepath.Join(dir, "promptgen"), filepath.Join(dir, "cue"), filepath.Join(dir, "registry")
	for _, build := range [][]string{
		{"go", "build", "-C", "..", "-o", promptgen, "./cmd/promptgen"},
		{"go", "build", "-C", "..", "-o", cue, "cuelang.org/go/cmd/cue"},
	} {
		if err := command(".", build); err != nil {
			return nil, err
		}
	}
	files, err := copyRegistry("..", registry)
	if err != nil {
		return nil, err
	}
	export := append([]string{cue, "export", "--outfile", os.DevNull, "--force", "--out", "json"}, files...)
	rows := []row{}
	for _, verb := range []struct {
		name, label string
		limit       float64
	}{
		{"check", "promptgen check, whole process", limitCheck},
		{"generate", "promptgen generate, nothing changed", limitRegenerate},
	} {
		work := []string{promptgen, verb.name}
		ratio, err := compareProcesses(registry, work, export)
		if err != nil {
			return nil, err
		}
		rows = append(rows, atMost(verb.label, "cue export of the same files", ratio, verb.limit))
	}
	return rows, nil
}

// compareProcesses runs work and peer in turn in dir and returns the median of their ratios. The first run of each,
// which may have something to write or to cache, is not counted.
func compareProcesses(dir string, work, peer []string) (float64, error) {
	var ratios []float64
	for i := range processRounds + 1 {
		start := time.Now()
		if err := command(dir, work); err != nil {
			return 0, err
		}
		middle := time.Now()
		if err := command(dir, peer); err != nil {
			return 0, err
		}
		if i > 0 {
			ratios = append(ratios, float64(middle.Sub(start))/float64(time.Since(middle)))
		}
	}
	return median(ratios), nil
}

func command(dir string, args []string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args[:min(3, len(args))], " "), err, out)
	}
	return nil
}

// copyRegistry copies the registry and the schema, so that a run may write, and returns the registry's own files.
func copyRegistry(from, to string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if d.IsDir() {
			switch top {
			case ".", "cue.mod", "schema", "profiles", "i18n", "tools":
				return os.MkdirAll(filepath.Join(to, rel), 0o755)
			}
			return filepath.SkipDir
		}
		if rel != "go.mod" && filepath.Ext(p) != ".cue" {
			return nil
		}
		if filepath.Ext(p) == ".cue" && top != "cue.mod" && top != "schema" {
			files = append(files, rel)
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
	return files, err
}
