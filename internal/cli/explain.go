package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/pipeline"
)

func (a *app) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Say what a rule wants and how to keep it",
		Long:  `Explain prints what a rule wants. The name of a rule stands in brackets at the end of a message. Without a name it lists them all.`,
		Example: `  promptgen explain section-order
  promptgen explain`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, r := range pipeline.Rules() {
					fmt.Fprintf(a.stdout, "%-24s %s\n", r.ID, summary(r.Doc))
				}
				return nil
			}
			i := slices.IndexFunc(pipeline.Rules(), func(r diag.Rule) bool { return r.ID == args[0] })
			if i < 0 {
				if _, ok := diag.Nearest(args[0], ruleIDs()); !ok {
					return fmt.Errorf("no rule %q\n\twant one of those that \"promptgen explain\" lists", args[0])
				}
				return unknown("rule", args[0], ruleIDs())
			}
			r := pipeline.Rules()[i]
			fmt.Fprintf(a.stdout, "%s\n\n%s\n", r.ID, r.Doc)
			return nil
		},
	}
}

// summary is the first sentence of a text: up to a full stop that a capital follows.
func summary(doc string) string {
	for i := range doc {
		if rest := doc[i:]; len(rest) > 2 && rest[:2] == ". " && unicode.IsUpper(rune(rest[2])) {
			return doc[:i]
		}
	}
	return strings.TrimSuffix(doc, ".")
}

func ruleIDs() []string {
	var ids []string
	for _, r := range pipeline.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// unknown is the error for a name that is none of the choices.
func unknown(kind, got string, choices []string) error {
	msg := fmt.Sprintf("no %s %q", kind, got)
	if best, ok := diag.Nearest(got, choices); ok {
		return fmt.Errorf("%s\n\tdid you mean %q?", msg, best)
	}
	if len(choices) > 0 && len(choices) <= 20 {
		return fmt.Errorf("%s\n\twant %s", msg, join(choices))
	}
	return fmt.Errorf("%s", msg)
}

func join(choices []string) string { return strings.Join(choices, ", ") }
