package output

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// Kind is what is wrong with a file on disk.
type Kind uint8

const (
	_       Kind = iota
	Missing      // not on disk
	Stale        // on disk with other bytes
	Orphan       // on disk, but nothing generates it
	Blocked      // something else stands in its place
	Foreign      // on disk in snapshots, but not ours; only its owner can move it
)

// String gives the word that messages use, e.g. "stale".
func (k Kind) String() string {
	switch k {
	case Missing:
		return "missing"
	case Stale:
		return "stale"
	case Orphan:
		return "orphan"
	case Blocked:
		return "blocked"
	case Foreign:
		return "foreign"
	default:
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
}

// Problem is a difference between the generated files and the disk.
type Problem struct {
	Path   string
	Kind   Kind
	Detail string // what follows the kind, e.g. "a symbolic link is in the way"; "" where the kind says all

	// Of a stale file, the first line that differs: its number and both sides of it as quoted excerpts.
	Line         int
	OnDisk, Want string
	Same         []Place // where else the very same line differs in the same way, by Grouped
}

// Place is a line of a file.
type Place struct {
	Path string
	Line int
}

// String gives "path: kind: detail", for a stale file with both sides of the first difference on indented lines. The files
// in which it is the same have a line each in front of them.
func (p Problem) String() string {
	var b strings.Builder
	lines := []int{p.Line}
	for _, at := range append([]Place{{p.Path, p.Line}}, p.Same...) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(diag.FileName(at.Path) + ": " + p.Kind.String())
		if p.Detail != "" {
			b.WriteString(": " + p.Detail)
		}
		lines = append(lines, at.Line)
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "\n\tfirst difference in line %s\n\ton disk:   %s\n\tgenerated: %s", either(lines), p.OnDisk, p.Want)
	}
	return b.String()
}

// either writes numbers as alternatives, e.g. "7, 8 or 12".
func either(numbers []int) string {
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return diag.Listed(words, "or")
}

// Grouped puts stale files together whose first difference is the same: a text that is widely used changes many files in
// one way. Each group stands where the first of its files stood.
func Grouped(problems []Problem) []Problem {
	type difference struct{ detail, onDisk, want string }
	var out []Problem
	first := map[difference]int{}
	for _, p := range problems {
		d := difference{p.Detail, p.OnDisk, p.Want}
		i, known := first[d]
		switch {
		case p.Kind != Stale || p.Line == 0:
		case known:
			out[i].Same = append(out[i].Same, Place{p.Path, p.Line})
			continue
		default:
			first[d] = len(out)
		}
		out = append(out, p)
	}
	return out
}

// Check compares files with the disk below dir and writes nothing. Problems are sorted by path.
//
// Go files are compared as gofmt prints them, so that neither another Go release's gofmt nor line ends that git
// changed make them stale. Every other file is compared byte by byte. In "snapshots" every extra file is a problem,
// in "gen" those that are ours.
func Check(dir string, files []File) ([]Problem, error) {
	files, err := arrange(files)
	if err != nil {
		return nil, err
	}
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	unlock, err := lock(root, shared)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var problems []Problem
	for _, tree := range trees() {
		s, err := look(root, tree, files)
		if err != nil {
			return nil, err
		}
		problems = append(problems, s.problems()...)
	}
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind))
	})
	return problems, nil
}

// problems lists what is wrong with a tree.
func (s *survey) problems() []Problem {
	var out []Problem
	for _, c := range s.blocked {
		out = append(out, Problem{Path: c.Path, Kind: Blocked, Detail: c.What + " is in the way"})
	}
	for _, f := range s.missing {
		out = append(out, Problem{Path: f.Path, Kind: Missing})
	}
	for _, c := range s.stale {
		if p, differs := compareBytes(c.Path, c.old, c.Data); differs {
			out = append(out, p)
		}
	}
	for _, p := range s.orphans {
		detail := "nothing generates it any more"
		if strings.HasPrefix(path.Base(p), tempPrefix) {
			detail = "a run that was interrupted left it"
		}
		out = append(out, Problem{Path: p, Kind: Orphan, Detail: detail})
	}
	return append(append(out, s.foreignProblems()...), s.manifestProblems()...)
}

const noSnapshot = "promptgen did not write it; this folder holds snapshots only, so move it away"

// foreignProblems lists the files that stand among the snapshots and are none.
func (s *survey) foreignProblems() []Problem {
	if s.tree != snapshotTree {
		return nil
	}
	var out []Problem
	for _, p := range s.foreign {
		out = append(out, Problem{Path: p, Kind: Foreign, Detail: noSnapshot})
	}
	return out
}

// manifestProblems compares the manifest, whose line ends don't matter.
func (s *survey) manifestProblems() []Problem {
	p := s.manifestPath()
	switch {
	case !s.found[p].IsRegular(): // reported as blocked
		return nil
	case s.manifest == nil && len(s.files) == 0:
		return nil
	case s.manifest == nil:
		return []Problem{{Path: p, Kind: Missing}}
	case len(s.files) == 0:
		return []Problem{{Path: p, Kind: Orphan, Detail: "nothing generates it any more"}}
	}
	old := bytes.ReplaceAll(s.manifest, []byte("\r\n"), []byte("\n"))
	if problem, differs := compareBytes(p, old, formatManifest(s.tree, s.wanted)); differs {
		return []Problem{problem}
	}
	return nil
}

// compareBytes reports whether two versions of a file differ, and where first.
func compareBytes(p string, old, want []byte) (Problem, bool) {
	problem := Problem{Path: p, Kind: Stale}
	if path.Ext(p) == ".go" {
		// Both sides, because the running gofmt may differ from the one that printed either.
		if bytes.Equal(gofmt(old), gofmt(want)) {
			return Problem{}, false
		}
		problem.Line, problem.OnDisk, problem.Want = firstGoDifference(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), want)
		return problem, true
	}
	if bytes.Equal(old, want) {
		return Problem{}, false
	}
	if bytes.Equal(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), want) {
		tree, _, _ := strings.Cut(p, "/")
		problem.Detail = fmt.Sprintf("its line ends became CRLF; the line \"%s/** -text\" in .gitattributes prevents that", tree)
	}
	problem.Line, problem.OnDisk, problem.Want = firstDifference(old, want)
	return problem, true
}

// gofmt returns src as gofmt prints it, or src itself where it does not parse.
func gofmt(src []byte) []byte {
	if out, err := format.Source(src); err == nil {
		return out
	}
	return src
}
