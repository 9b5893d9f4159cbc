package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/bashagent/ports"
)

func readVectors(t *testing.T) ports.Vectors {
	t.Helper()
	v, err := ports.Read(strings.NewReader(read(t, "vectors.json")))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// TestVectorsAreOfOnePiece proves that hashes, lengths and blocks of the vectors agree, before ports are held against them.
func TestVectorsAreOfOnePiece(t *testing.T) {
	for _, c := range readVectors(t).Cells {
		if system := c.Prompt(); len(system) != c.System.Bytes || sum(system) != c.System.SHA256 {
			t.Errorf("%s: the blocks are not the system text", c.Name)
		}
		for _, b := range c.Blocks {
			if sum(string(b.Text)) != b.SHA256 {
				t.Errorf("%s: %s has another hash", c.Name, b.Section)
			}
		}
	}
}

// TestPorts builds every port and runs it over every cell of the vectors: the same bytes in four languages.
func TestPorts(t *testing.T) {
	v := readVectors(t)
	cells := t.TempDir()
	for _, c := range v.Cells {
		if err := v.Unpack(c, filepath.Join(cells, c.Name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []struct {
		source, tool string
		build        func(source, binary string) []string
	}{
		{"bash/build.sh", "bash", nil},
		{"c/build.c", "gcc", func(source, binary string) []string {
			return []string{"-std=c99", "-Wall", "-Wextra", "-o", binary, source}
		}},
		{"go/main.go", "go", func(source, binary string) []string { return []string{"build", "-o", binary, source} }},
		{"rust/build.rs", "rustc", func(source, binary string) []string { return []string{"--edition=2021", "-o", binary, source} }},
	} {
		t.Run(p.tool, func(t *testing.T) {
			t.Parallel()
			need(t, p.tool)
			// The compiler gets a copy, so that the go command sees which files this result depends on.
			source := filepath.Join(t.TempDir(), filepath.Base(p.source))
			write(t, source, read(t, filepath.Join("ports", p.source)))
			command := []string{p.tool, source}
			if p.build != nil {
				binary := source + ".exe"
				execute(t, append([]string{p.tool}, p.build(source, binary)...)...)
				command = []string{binary}
			}
			for _, c := range v.Cells {
				got := execute(t, append(command, filepath.Join(cells, c.Name))...)
				if diff := differs(c, got); diff != "" {
					t.Errorf("%s: %s", c.Name, diff)
				}
			}
		})
	}
}

// need fails where a tool that the tests need is not installed. Rust is the one that a machine may go without.
func need(t *testing.T, tool string) {
	t.Helper()
	_, err := exec.LookPath(tool)
	if err != nil && tool == "rustc" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func execute(t *testing.T, command ...string) string {
	t.Helper()
	var out, bad bytes.Buffer
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, bad.String())
	}
	return out.String()
}

// differs tells how a prompt differs from that of the cell, and in which section; "" where it does not.
func differs(c ports.Cell, got string) string {
	if len(got) == c.System.Bytes && sum(got) == c.System.SHA256 && got == c.Prompt() {
		return ""
	}
	rest := got
	for _, b := range c.Blocks {
		want := string(b.Separator) + string(b.Text)
		var ok bool
		if rest, ok = strings.CutPrefix(rest, want); !ok {
			return fmt.Sprintf("%s is\n%q, want\n%q", b.Section, rest[:min(len(rest), len(want)+20)], want)
		}
	}
	return fmt.Sprintf("%q follows the last section", rest)
}

// TestPortsFaultsAreSeen makes in the port to Bash the mistakes that ports make, and proves that a cell of the vectors
// notices each.
func TestPortsFaultsAreSeen(t *testing.T) {
	need(t, "bash")
	v := readVectors(t)
	source := read(t, "ports/bash/build.sh")
	for _, m := range []struct{ name, of, from, to string }{
		{"another separator", "bare", `raw "$cell/separator"`, `printf '\n\n'`},
		{"another separator inside", "full", `-s $work/body ]] || printf '\n'`, `-s $work/body ]] || printf '\n\n'`},
		{"a final line feed", "bare", `done <"$cell/sections"`, `done <"$cell/sections"; echo`},
		{"line feeds kept at the end of a file", "basic", `while [[ $piece == *$'\n' ]]; do`, `while false; do`},
		{"one line feed taken where all go", "newlines", "piece=${piece%$'\\n'}; done", "piece=${piece%$'\\n'}; break; done"},
		{"all line feeds taken where none goes", "newlines", `raw "$cell/inputs/plan" >`, `stripped "$cell/inputs/plan" >`},
		{"carriage returns taken", "carriage-returns", `raw "$cell/inputs/plan" >`, `tr -d '\r' <"$cell/inputs/plan" >`},
		{"zeros lost", "bytes", `printf '%s\0' "$piece"`, `printf '%s' "$piece"`},
		{"bytes replaced that are no text", "bytes", "v=${v//\\\"/", "v=${v//$'\\xff'/\ufffd}; v=${v//\\\"/"},
		{"control characters escaped", "controls", "v=${v//$'\\t'/\\\\t}", "v=${v//$'\\t'/\\\\t}; v=${v//$'\\x01'/\\\\u0001}"},
		{"a name escaped for XML", "newlines", `v=${v//\"/\\\"}`, `v=${v//\"/"&quot;"}`},
		{"a name not escaped", "look-alikes", `escaped "$item/name" >`, `raw "$item/name" >`},
		{"an empty attribute", "unnamed-plan", `if [[ -s $2 ]]; then`, `if [[ -e $2 ]]; then`},
		{"an empty section", "no-plan", `[[ -s $3 ]] || return 0`, `:; `},
		{"blanks taken for nothing", "empty-files", `[[ -s $work/body ]] || continue`, `[[ $(<"$work/body") == *[![:space:]]* ]] || continue`},
		{"the order of a folder", "chosen-skills", "item=$cell/inputs/selected_skills/$i", `items=("$cell/inputs/selected_skills"/*); item=${items[i]:-}`},
		{"project in front of global", "full", "for which in global project", "for which in project global"},
		{"a text of another locale", "bare", `[[ ! -d $dir ]] || break`, `[[ ! -d $dir ]] || true`},
		{"a value read for escapes", "look-alikes", `printf '%s' "$piece"`, `printf %b "$piece"`},
	} {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			faulty := strings.ReplaceAll(source, m.from, m.to)
			if faulty == source {
				t.Fatalf("the port has no %q", m.from)
			}
			script := filepath.Join(t.TempDir(), "build.sh")
			write(t, script, faulty)
			seen := false
			for i, c := range v.Cells {
				if c.Case != m.of || seen {
					continue
				}
				cell := fmt.Sprintf("%s.%d", script, i)
				if err := v.Unpack(c, cell); err != nil {
					t.Fatal(err)
				}
				seen = differs(c, execute(t, "bash", script, cell)) != ""
			}
			if !seen {
				t.Errorf("no cell of the case %s notices it", m.of)
			}
		})
	}
}
