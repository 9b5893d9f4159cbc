package cli

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/registry"
)

func (a *app) audit() *cobra.Command {
	var v view
	var format string
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Say what is cached, what breaks the cache and what that costs",
		Long: `Audit shows, for every profile, transport and locale: the sections in order with their cache levels, what they read,
their bytes and tokens; how many cache keys the gates make and which gates multiply them; where cache marks stand and
whether the prefix in front of each is long enough for the provider; what a volatile section in the system text costs;
and every reason why something is not static.

It works where budgets are passed, too: "promptgen check" fails there.`,
		Example: `  promptgen audit
  promptgen audit --profile standard --transport native --locale en
  promptgen audit --format json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if format != "text" && format != "json" {
				return unknown("format", format, []string{"text", "json"})
			}
			r, err := a.prove()
			if err != nil {
				return err
			}
			return a.printAudit(r, v, format)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.StringVar(&v.profile, "profile", "", "this profile only")
	f.StringVar(&v.transport, "transport", "", "this transport only")
	f.StringVar(&v.locale, "locale", "", "this locale only")
	a.complete(cmd, &v, "profile", "transport", "locale")
	return cmd
}

func (a *app) printAudit(r *registry.Registry, v view, format string) error {
	var problems []error
	for _, f := range []struct{ kind, got string }{{"profile", v.profile}, {"transport", v.transport}, {"locale", v.locale}} {
		if all := offered(r, f.kind, v.profile); f.got != "" && !slices.Contains(all, f.got) {
			problems = append(problems, unknown(f.kind, f.got, all))
		}
	}
	if problems != nil {
		return errors.Join(problems...)
	}
	report, err := audit.Of(r, a.tokens.Count, func(profile, transport, locale string) bool {
		return (v.profile == "" || v.profile == profile) && (v.transport == "" || v.transport == transport) && (v.locale == "" || v.locale == locale)
	})
	if err != nil {
		return err
	}
	out := []byte(report.Text())
	if format == "json" {
		if out, err = report.JSON(); err != nil {
			return err
		}
	}
	_, err = a.stdout.Write(out)
	return err
}

// offered is choices with the transports that profiles have: all of them, where none is named.
func offered(r *registry.Registry, flag, profile string) []string {
	all := choices(r, flag, profile)
	if flag != "transport" || r.Profile(profile) != nil {
		return all
	}
	return slices.DeleteFunc(all, func(t string) bool {
		return !slices.ContainsFunc(r.Profiles, func(p registry.Profile) bool { return p.Offers(t) })
	})
}
