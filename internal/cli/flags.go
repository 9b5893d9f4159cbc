package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/promptgen/promptgen/internal/diag"
)

// misused says what is wrong with a flag in the words of the user, and what is meant.
func misused(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return fmt.Errorf("%w\n\t%s", err, meantFlag(cmd, unknown.GetSpecifiedName()))
	}
	number, ok := errors.AsType[*strconv.NumError](err)
	if !ok {
		return err
	}
	want := "want a number"
	if number.Func == "ParseBool" {
		want = "it is a switch: want no value"
	}
	return fmt.Errorf("%s\n\t%s", strings.TrimSuffix(err.Error(), ": "+number.Error()), want)
}

func meantFlag(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if best, ok := diag.Nearest(name, names); ok {
		return fmt.Sprintf("did you mean --%s?", best)
	}
	return fmt.Sprintf("%q lists the flags", cmd.CommandPath()+" --help")
}
