package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/pipeline"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/internal/vectors"
)

func (a *app) vectors() *cobra.Command {
	var v view
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Print what every prompt is made of as JSON, for ports to other languages",
		Long: `Vectors prints one JSON document on stdout. It holds the profiles with their sections in order, the texts of the
catalog, and for every cell of the snapshots what the host gives, the blocks of the prompt with their cache levels and
SHA-256, tail, turns, commands, tools, and calls over XML with what they mean. A program in any language that makes the same prompts is held against it.

A text that is not valid UTF-8 is {"base64": "…"}. docs/vectors.schema.json describes the document.`,
		Example: `  promptgen vectors > vectors.json
  promptgen vectors --profile standard --locale en
  promptgen vectors --case yolo`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, _, err := a.source()
			if err != nil {
				return err
			}
			r, found, err := pipeline.Prove(src)
			if err != nil {
				return err
			}
			if r != nil {
				refused, err := snapshot.Refused(r)
				if err != nil {
					return err
				}
				found = append(found, refused...).Sorted()
			}
			if err := a.report(found, ""); err != nil {
				return err
			}
			return a.printVectors(r, v)
		},
	}
	f := cmd.Flags()
	f.StringVar(&v.profile, "profile", "", "cells of this profile only")
	f.StringVar(&v.locale, "locale", "", "cells of this locale only")
	f.StringVar(&v.name, "case", "", "cells of this case only")
	a.complete(cmd, &v, "profile", "locale", "case")
	return cmd
}

func (a *app) printVectors(r *registry.Registry, v view) error {
	var problems []error
	for _, f := range []struct{ kind, got string }{{"profile", v.profile}, {"locale", v.locale}, {"case", v.name}} {
		if all := choices(r, f.kind, ""); f.got != "" && !slices.Contains(all, f.got) {
			problems = append(problems, unknown(f.kind, f.got, all))
		}
	}
	if problems != nil {
		return errors.Join(problems...)
	}
	doc, err := vectors.Of(r, func(c *snapshot.Cell) bool {
		return (v.profile == "" || v.profile == c.Profile) && (v.locale == "" || v.locale == c.Locale) && (v.name == "" || v.name == c.Case)
	})
	if err != nil {
		return err
	}
	if len(doc.Cells) == 0 {
		return fmt.Errorf("case %q has no cells in profile %q", v.name, v.profile)
	}
	out, err := doc.JSON()
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(out)
	return err
}
