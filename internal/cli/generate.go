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
change are left alone, files that promptgen wrote before and no longer writes are removed.`,
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
			_, err = output.Apply(dir, files)
			return err
		},
	}
	cmd.Flags().BoolVar(&dry, "check", false, "write nothing; fail when a file is stale, missing or left over")
	return cmd
}

// compare prints how the files on disk differ from those that belong there.
func (a *app) compare(dir string, files []output.File) error {
	problems, err := output.Check(dir, files)
	if err != nil || len(problems) == 0 {
		return err
	}
	for _, p := range problems {
		fmt.Fprintln(a.stderr, p)
	}
	fmt.Fprintf(a.stderr, "promptgen: %s not up to date; run \"promptgen generate\"\n", count(len(problems), "file"))
	return errWrong
}
