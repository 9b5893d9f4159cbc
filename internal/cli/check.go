package cli

import (
	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/pipeline"
)

func (a *app) check() *cobra.Command {
	var strict bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Prove what can be proved, write nothing",
		Long: `Check loads the registry and reports every mistake in one run, each at its place in the CUE files. Of what is
generated it reads the lock of the contract only; "promptgen generate --check" looks at the rest.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, _, err := a.source()
			if err != nil {
				return err
			}
			found, err := pipeline.Check(src)
			if err != nil {
				return err
			}
			if err := a.report(found, ""); err != nil {
				return err
			}
			if strict && len(found) > 0 {
				return errWrong
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "fail on warnings, too")
	return cmd
}
