package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/pipeline"
)

func (a *app) generate() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write gen/ and snapshots/",
		Long: `Generate checks the registry and writes the Go packages below gen/ and the rendered prompts below snapshots/.

Nothing is written when the registry has an error, or when a file in the way is not promptgen's. Files that would not
change are left alone, files that promptgen wrote before and no longer writes are removed. A change under which a call
that was valid could fail needs a higher contract.version; snapshots/contract.lock.json remembers what was valid.`,
		Example: `  promptgen generate
  promptgen generate --check    in CI: writes nothing, names each stale file`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, dir, err := a.source()
			if err != nil {
				return err
			}
			files, found, err := pipeline.Generate(src)
			if err != nil {
				return err
			}
			if err := a.report(found, "nothing written"); err != nil {
				return err
			}
			if dry {
				return a.compare(dir, files)
			}
			done, err := output.Apply(dir, files)
			if err != nil {
				return err
			}
			return a.foreign(done.Foreign)
		},
	}
	cmd.Flags().BoolVar(&dry, "check", false, "write nothing; fail when a file is stale, missing or left over")
	return cmd
}

// foreign prints the files that stand among the snapshots and are none, after everything else has been written.
func (a *app) foreign(problems []output.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	for _, p := range problems {
		fmt.Fprintln(a.stderr, p)
	}
	fmt.Fprintf(a.stderr, "promptgen: %s in the way among the snapshots; everything else is written\n", count(len(problems), "file"))
	return errWrong
}

// compare prints how the files on disk differ from those that belong there.
func (a *app) compare(dir string, files []output.File) error {
	problems, err := output.Check(dir, files)
	if err != nil {
		return err
	}
	return a.differences(problems)
}

// differences prints problems and what to do about them.
func (a *app) differences(problems []output.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	for _, p := range output.Grouped(problems) {
		fmt.Fprintln(a.stderr, p)
	}
	mend := 0 // those that generate mends
	for _, p := range problems {
		if p.Kind != output.Foreign && p.Kind != output.Blocked {
			mend++
		}
	}
	line := count(len(problems), "file") + " not as generated"
	if mend > 0 {
		line += "; run \"promptgen generate\""
	}
	fmt.Fprintf(a.stderr, "promptgen: %s\n", line)
	return errWrong
}
