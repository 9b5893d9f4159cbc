package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/importer"
)

func (a *app) importing() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Turn tool lists, JSON Schemas and prompts into files of the registry",
		Long: `Import reads what exists already and writes files of the registry, which are yours from then on. It overwrites nothing.

What the registry's language can't say is reported with its position, and with what was done about it: rewritten, moved
into the description, left out, or refused. Where something is refused nothing is written.`,
		Example: `  promptgen import tools tools.json
  promptgen import prompt system.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknown("kind of import", args[0], []string{"tools", "prompt"})
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.importTools(), a.importPrompt())
	return cmd
}

// imported is what the flags of an import ask for.
type imported struct {
	name, from, locale, out string
	dry, skip, reword       bool
}

func (v *imported) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&v.dry, "dry-run", false, "report and list the files, and write nothing")
	cmd.Flags().StringVarP(&v.out, "output", "o", "", "- prints the files to standard output and writes nothing")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("output") && v.out != "-" {
			return fmt.Errorf("--output %q: want -, for standard output\n\tfiles are written below the folder of the registry, -C", v.out)
		}
		for _, name := range []string{"name", "from", "locale"} {
			if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Value.String() == "" {
				return fmt.Errorf("--%s is empty\n\twant a value, or leave it out", name)
			}
		}
		return nil
	}
}

func (a *app) importTools() *cobra.Command {
	var v imported
	cmd := &cobra.Command{
		Use:   "tools FILE",
		Short: "Write tools/specs/NAME.cue for every tool of a JSON file",
		Long: `Import tools reads a list of tools and writes one file per tool below tools/specs/. FILE may be - for standard input.

It takes the tools of OpenAI (chat completions and Responses), Anthropic, Gemini and MCP, as a list, as a single tool or
inside a whole request or response, and a JSON Schema of an object, whose tool is named after the file or --name. A tool
needs a description, and so does each of its parameters.

A constraint that the registry's language lacks, such as multipleOf, is refused, for no call would be held to it. With
--reword the description says it to the model instead.`,
		Example: `  promptgen import tools request.json
  promptgen import tools get_weather.schema.json
  promptgen import tools --reword listing.json             constraints that no type has become words
  promptgen import tools --from mcp --skip listing.json    without the tools that can't be carried over
  promptgen import tools -o - tools.json                   look first
  curl -s localhost:8080/tools | promptgen -C prompts import tools -`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.runTools(&v, args[0]) },
	}
	v.flags(cmd)
	cmd.Flags().StringVar(&v.from, "from", "", "form of the tools, found out unless given: "+join(forms()))
	cmd.Flags().StringVar(&v.name, "name", "", "name of the tool that a JSON Schema describes; the file's unless given")
	cmd.Flags().BoolVar(&v.reword, "reword", false, "say in descriptions which constraints the registry's language lacks, rather than refuse them")
	cmd.Flags().BoolVar(&v.skip, "skip", false, "leave out all tools of which something is refused, and write the others")
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.Contains(err.Error(), `"--skip" flag`) {
			return errors.New(skipIsSwitch)
		}
		return misused(cmd, err)
	})
	// The only error is a flag that is not defined above.
	_ = cmd.RegisterFlagCompletionFunc("from", cobra.FixedCompletions(forms(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) importPrompt() *cobra.Command {
	var v imported
	cmd := &cobra.Command{
		Use:   "prompt FILE",
		Short: "Turn a Markdown prompt into sections by its headings",
		Long: `Import prompt cuts a text at its headings, # to ######, outside fenced code blocks. Every heading with what follows is
a section; text in front of the first one is a section, too. FILE may be - for standard input.

It writes the sections into NAME.cue, their texts into i18n/LOCALE/NAME.cue, and a profile that shows them in order into
profiles/NAME.cue. Rendered, that profile is the text again, but for the number of blank lines around headings.`,
		Example: `  promptgen import prompt system.md
  promptgen -C prompts import prompt --name agent --locale en system.md
  promptgen import prompt -o - system.md    look first`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.runPrompt(&v, args[0]) },
	}
	v.flags(cmd)
	cmd.Flags().StringVar(&v.name, "name", "", "name of the profile and the files; that of FILE unless given")
	cmd.Flags().StringVar(&v.locale, "locale", "", "locale of the text; the registry's first unless given")
	return cmd
}

func (a *app) runPrompt(v *imported, file string) error {
	if name := importer.Identifier(v.name); name != v.name {
		return misnamed(v.name, name)
	}
	dest, err := a.destination()
	if err != nil {
		return err
	}
	if locales := choices(dest.registry, "locale", ""); v.locale != "" && len(locales) > 0 && !slices.Contains(locales, v.locale) {
		return unknown("locale", v.locale, locales)
	}
	data, err := readInput(file)
	if err != nil {
		return err
	}
	prompt, report, broken := importer.ReadPrompt(data, importer.PromptOptions{
		File: shown(file), Name: v.name, Locale: v.locale, Registry: dest.registry, Dir: a.dir,
	})
	if err := a.report(append(broken, report.Diagnostics()...), "nothing written"); err != nil {
		return err
	}
	files, err := prompt.Files(dest.pkg)
	if err != nil {
		return err
	}
	if err := a.place(v, dest, files); err != nil {
		return err
	}
	steps := unfinished(&dest, nil, prompt)
	if prompt.Task {
		steps = append(steps, "the profile is of kind \"task\", which select never picks; make it an agent where it takes the place of another")
	}
	steps = append(steps, excluding(&dest, prompt)...)
	if len(dest.registry.Locales) > 1 {
		steps = append(steps, "translate its texts for the other locales, or let their fallback cover them")
	}
	a.left(v, &dest, append(steps, "give a section that is not the same for all sessions another cache level")...)
	return nil
}

// misnamed refuses a name that no profile can have, rather than give the profile another.
func misnamed(name, near string) error {
	want := "want a to z, 0 to 9 and _, starting with a letter"
	if near != "" {
		want += fmt.Sprintf(", e.g. %q", near)
	}
	return fmt.Errorf("--name %q is no name of a profile here\n\t%s", name, want)
}

// skipIsSwitch says what --skip is, for a name behind it reads like a file.
const skipIsSwitch = "--skip takes no value: it leaves out every tool of which something is refused"

// oneFile takes exactly one argument.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 && cmd.Flags().Changed("skip") {
		return fmt.Errorf("%s\n\twant %s", skipIsSwitch, cmd.UseLine())
	}
	if len(args) != 1 {
		return fmt.Errorf("%d files are named\n\twant %s, where - is standard input", len(args), cmd.UseLine())
	}
	return nil
}

func forms() []string {
	var out []string
	for _, f := range importer.Forms() {
		out = append(out, string(f))
	}
	return out
}

func (a *app) runTools(v *imported, file string) error {
	if v.from != "" && !slices.Contains(forms(), v.from) {
		return unknown("form", v.from, forms())
	}
	dest, err := a.destination()
	if err != nil {
		return err
	}
	data, err := readInput(file)
	if err != nil {
		return err
	}
	tools, report, broken := importer.Tools(data, importer.Options{
		File: shown(file), Form: importer.Form(v.from), Name: v.name, Reword: v.reword, Registry: dest.registry, Dir: a.dir,
	})
	found := append(broken, report.Diagnostics()...)
	outcome := "nothing written"
	if v.skip && len(tools) > 0 {
		outcome = "left out what they are about"
	}
	wrong := a.report(found, outcome)
	if wrong != nil && (!v.skip || broken != nil) {
		return wrong
	}
	files, err := importer.Specs(dest.pkg, tools)
	if err != nil {
		return err
	}
	if err := a.place(v, dest, files); err != nil {
		return err
	}
	if len(tools) == 0 {
		return wrong
	}
	var keys []string
	for i := range tools {
		keys = append(keys, tools[i].Name)
	}
	a.left(v, &dest, unfinished(&dest, keys, nil)...)
	return nil
}

// shown is what an input is called in messages.
func shown(file string) string {
	if file == "-" {
		return "stdin"
	}
	return filepath.ToSlash(file)
}
