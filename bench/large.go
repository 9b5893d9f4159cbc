package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	largeSections, largeLocales, largeTools = 2000, 10, 400

	limitGrowth  = 2.3 // for twice the size
	limitSeconds = 10
	limitBytes   = 1 << 30
	largeRounds  = 3
)

// largeRows generates from a huge registry, and from one of half its size.
func largeRows() ([]row, error) {
	dir, err := os.MkdirTemp("", "promptgen-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	promptgen := filepath.Join(dir, "promptgen")
	if err := command(".", []string{"go", "build", "-C", "..", "-o", promptgen, "./cmd/promptgen"}); err != nil {
		return nil, err
	}
	var ratios, times []float64
	var most int64
	for round := range largeRounds {
		var took [2]float64
		for i, part := range []int{1, 2} { // the whole, then half
			at := filepath.Join(dir, fmt.Sprintf("large-%d-%d", round, part))
			if err := writeLarge(at, largeSections/part, largeLocales, largeTools/part); err != nil {
				return nil, err
			}
			start := time.Now()
			bytes, err := peak(at, promptgen, "generate")
			if err != nil {
				return nil, err
			}
			took[i], most = time.Since(start).Seconds(), max(most, bytes)
			if err := os.RemoveAll(at); err != nil {
				return nil, err
			}
		}
		ratios, times = append(ratios, took[0]/took[1]), append(times, took[0])
	}
	label := fmt.Sprintf("generate %d sections, %d locales, %d tools: %.1f s, %d MB", largeSections, largeLocales, largeTools, median(times), most>>20)
	r := atMost(label, "itself at half the size", median(ratios), limitGrowth)
	r.target += fmt.Sprintf(", %d s, %d MB", limitSeconds, limitBytes>>20)
	r.ok = r.ok && median(times) <= limitSeconds && most <= limitBytes
	return []row{r}, nil
}

// peak runs a command and returns the most memory that it had, in bytes.
func peak(dir, name string, args ...string) (int64, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out[:min(len(out), 500)])
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, nil
	}
	return usage.Maxrss << 10, nil // Linux counts in KiB
}

// writeLarge writes a registry whose texts all differ, a module around it.
func writeLarge(dir string, sections, locales, tools int) error {
	var registry, profile, specs strings.Builder
	names := make([]string, tools)
	for i := range names {
		names[i] = fmt.Sprintf("tool_%d", i)
	}
	fmt.Fprintf(&registry, "package large\n\ncontract: {name: \"large\", version: 1, projections: [\"anthropic\"]}\n\ntool: {%s}\n\nlocales: [\n", strings.Join(names, ": _, ")+": _")
	for l := range locales {
		fmt.Fprintf(&registry, "\t{name: %q},\n", largeLocale(l))
	}
	registry.WriteString("]\n\nselect: rules: [{by: \"default\", profile: \"all\"}]\n\nsections: {\n")
	profile.WriteString("package large\n\nprofiles: all: {\n\tdoc: \"Everything.\"\n\ttransports: [\"native\"]\n\tsections: [\n")
	for i := range sections {
		fmt.Fprintf(&registry, "\ts%d: cache: \"static\"\n", i)
		fmt.Fprintf(&profile, "\t\t\"s%d\",\n", i)
	}
	registry.WriteString("}\n\nsnapshots: {\n\tfixture: {}\n\tcases: [{name: \"basic\"}]\n}\n")
	profile.WriteString("\t]\n\ttools: [\n")
	specs.WriteString("package large\n\ntools: {\n")
	for i, name := range names {
		fmt.Fprintf(&profile, "\t\t%q,\n", name)
		fmt.Fprintf(&specs, "\t%s: {description: \"Does the thing with number %d.\", params: [\n", name, i)
		for j := range 4 {
			fmt.Fprintf(&specs, "\t\t{name: \"p%d\", type: \"string\", description: \"Value %d of %d.\"},\n", j, j, i)
		}
		specs.WriteString("\t]}\n")
	}
	profile.WriteString("\t]\n}\n")
	specs.WriteString("}\n")
	files := map[string]string{
		"go.mod":                "module example.com/large\n\ngo 1.26.0\n",
		"registry.cue":          registry.String(),
		"profiles/all.cue":      profile.String(),
		"tools/specs/tools.cue": specs.String(),
	}
	for l := range locales {
		var texts strings.Builder
		fmt.Fprintf(&texts, "package large\n\ni18n: %q: shared: {\n", largeLocale(l))
		for i := range sections {
			fmt.Fprintf(&texts, "\ts%d: text: \"Text %d in language %d says something of its own.\"\n", i, i, l)
		}
		texts.WriteString("}\n")
		if l > 0 { // the specs have the first locale's words
			fmt.Fprintf(&texts, "\ntooltext: %q: shared: {\n", largeLocale(l))
			for i, name := range names {
				fmt.Fprintf(&texts, "\t%s: {description: \"Tool %d in language %d.\", params: {", name, i, l)
				for j := range 4 {
					fmt.Fprintf(&texts, "p%d: description: \"Value %d of %d in language %d.\", ", j, j, i, l)
				}
				texts.WriteString("}}\n")
			}
			texts.WriteString("}\n")
		}
		files["i18n/"+largeLocale(l)+"/texts.cue"] = texts.String()
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// largeLocale names a locale, "aa", "ab" and so on.
func largeLocale(n int) string { return "a" + string(rune('a'+n)) }
