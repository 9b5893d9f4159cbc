package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

const module = "github.com/promptgen/promptgen"

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this command",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			version := "(devel)"
			if info, ok := debug.ReadBuildInfo(); ok {
				version = versionOf(info)
			}
			fmt.Fprintf(a.stdout, "promptgen %s\n", version)
			return nil
		},
	}
}

// versionOf finds the version of this module: the main module of an installed command, a dependency of the module
// that runs it by "go tool".
func versionOf(info *debug.BuildInfo) string {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == module && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}
