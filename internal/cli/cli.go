// Package cli is the promptgen command: one file per verb. It alone writes to stdout and stderr and picks exit codes.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/output"
)

// Exit codes.
const (
	clean = 0
	wrong = 1 // the registry or the generated files are wrong
	fault = 2 // usage, environment, I/O
)

// errWrong ends a verb whose diagnostics are printed already.
var errWrong = errors.New("the registry or the generated files are wrong")

// app is what the verbs share.
type app struct {
	stdout, stderr io.Writer
	dir            string // the value of -C
	tokens         *tokenCounter
}

// Main runs the command and returns its exit code. Results go to stdout, diagnostics to stderr.
func Main(args []string, stdout, stderr io.Writer) int {
	results := &sink{w: stdout}
	a := &app{stdout: results, stderr: stderr, tokens: newTokenCounter()}
	defer a.tokens.save()
	root := a.root()
	root.SetArgs(args)
	err := root.Execute()
	if a.tokens.err != nil {
		err = fmt.Errorf("counting tokens: %w", a.tokens.err)
	}
	if results.err != nil {
		err = fmt.Errorf("writing to standard output: %w", results.err)
	}
	switch {
	case err == nil:
		return clean
	case errors.Is(err, errWrong):
		return wrong
	default:
		fmt.Fprintf(stderr, "promptgen: %s\n", diag.Shorten(err.Error()))
		if inTheWay(err) {
			return wrong
		}
		return fault
	}
}

// sink remembers that a result could not be written, e.g. to a full disk, wherever that happens.
type sink struct {
	w   io.Writer
	err error
}

// Write writes to the writer behind it until that fails.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// inTheWay reports whether an error is about files that are not to be overwritten: the user's matter, not the machine's.
func inTheWay(err error) bool {
	_, conflict := errors.AsType[*output.ConflictError](err)
	_, exists := errors.AsType[*output.ExistsError](err)
	return conflict || exists
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "promptgen",
		Short: "Typed prompts and tools for Go agents, from a registry in CUE",
		Long: `promptgen turns a registry of prompts and tools, declared in CUE, into typed Go packages, tool schemas and a
matrix of snapshots.

A registry is a folder with registry.cue and, beside it, profiles/, i18n/ and tools/specs/. promptgen generate
writes two folders there: gen/ (Go packages to import) and snapshots/ (the rendered prompts, for review).

Exit codes: 0 clean; 1 the registry or the generated files are wrong; 2 usage, environment or I/O.`,
		Example: `  promptgen check                    prove what can be proved, write nothing
  promptgen generate                 write gen/ and snapshots/
  promptgen generate --check         fail when they are stale
  promptgen audit                    what is cached, and what breaks the cache
  promptgen render --profile standard --transport native
  promptgen explain section-order    what a rule wants and how to keep it
  promptgen import tools tools.json  tools of other programs become files of the registry
  promptgen import prompt system.md  a prompt becomes sections
  promptgen vectors                  every prompt as JSON, for ports to other languages
  promptgen -C prompts generate      the same in another folder`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var verbs []string
			for _, c := range cmd.Commands() {
				verbs = append(verbs, c.Name())
			}
			return unknown("command", args[0], verbs)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(misused)
	root.PersistentFlags().StringVarP(&a.dir, "dir", "C", ".", "folder of the registry")
	root.AddCommand(a.generate(), a.check(), a.audit(), a.render(), a.explain(), a.importing(), a.vectors(), a.version())
	return root
}

// report prints diagnostics and a last line that counts them. It returns errWrong when there is an error among them.
func (a *app) report(found diag.List, outcome string) error {
	fmt.Fprint(a.stderr, found.Text())
	errs, warnings := found.Count()
	if errs == 0 && warnings == 0 {
		return nil
	}
	line := count(errs, "error")
	if warnings > 0 {
		line += ", " + count(warnings, "warning")
	}
	if errs > 0 && outcome != "" {
		line += "; " + outcome
	}
	fmt.Fprintf(a.stderr, "promptgen: %s\n", line)
	if errs > 0 {
		return errWrong
	}
	return nil
}

// count gives "1 error" or "2 errors".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
