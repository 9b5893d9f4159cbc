package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/importer"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/registry"
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
	dry, skip               bool
}

func (v *imported) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&v.dry, "dry-run", false, "report and list the files, and write nothing")
	cmd.Flags().StringVarP(&v.out, "output", "o", "", "- prints the files to standard output and writes nothing")
}

func (a *app) importTools() *cobra.Command {
	var v imported
	cmd := &cobra.Command{
		Use:   "tools FILE",
		Short: "Write tools/specs/NAME.cue for every tool of a JSON file",
		Long: `Import tools reads a list of tools and writes one file per tool below tools/specs/. FILE may be - for standard input.

It takes the tools of OpenAI (chat completions and Responses), Anthropic, Gemini and MCP, as a list, as a single tool or
inside a whole request or response, and a JSON Schema of an object, whose tool is named after the file or --name. A tool
needs a description, and so does each of its parameters.`,
		Example: `  promptgen import tools request.json
  promptgen import tools get_weather.schema.json
  promptgen import tools --from mcp --skip listing.json    without the tools that can't be carried over
  promptgen import tools -o - tools.json                   look first
  curl -s localhost:8080/tools | promptgen -C prompts import tools -`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.runTools(&v, args[0]) },
	}
	v.flags(cmd)
	cmd.Flags().StringVar(&v.from, "from", "", "form of the tools, found out unless given: "+join(forms()))
	cmd.Flags().StringVar(&v.name, "name", "", "name of the tool that a JSON Schema describes; the file's unless given")
	cmd.Flags().BoolVar(&v.skip, "skip", false, "leave out all tools of which something is refused, and write the others")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if strings.Contains(err.Error(), `"--skip" flag`) {
			return errors.New(skipIsSwitch)
		}
		return err
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
	dest, err := a.destination(v)
	if err != nil {
		return err
	}
	if dest.registry != nil && v.locale != "" && !slices.Contains(choices(dest.registry, "locale", ""), v.locale) {
		return unknown("locale", v.locale, choices(dest.registry, "locale", ""))
	}
	data, err := readInput(file)
	if err != nil {
		return err
	}
	prompt, report, broken := importer.ReadPrompt(data, importer.PromptOptions{
		File: shown(file), Name: v.name, Locale: v.locale, Registry: dest.registry,
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
	steps := unfinished(dest, nil, prompt.Tools)
	if prompt.Task {
		steps = append(steps, "its profile is of kind \"task\", which select never picks; make it an agent where it takes the place of another")
	}
	steps = append(steps, excluding(dest.registry, prompt)...)
	if dest.registry != nil && len(dest.registry.Locales) > 1 {
		steps = append(steps, "translate its texts for the other locales, or let their fallback cover them")
	}
	a.left(v, append(steps, "give a section that is not the same for all sessions another cache level", "run \"promptgen check\"")...)
	return nil
}

// unfinished says what is left to do for tools that are imported, and for those that were before. A profile that is
// imported lists some of its own.
func unfinished(d destination, tools, profiled []string) []string {
	all := slices.Clone(tools)
	for _, name := range d.unlisted {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	known := func(name string, lists ...[]registry.Word) bool {
		return slices.ContainsFunc(slices.Concat(lists...), func(w registry.Word) bool { return w.Text == name })
	}
	unlisted := slices.Clone(all)
	idle := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(profiled, name) })
	if r := d.registry; r != nil {
		unlisted = slices.DeleteFunc(unlisted, func(name string) bool { return known(name, r.ToolNames) && !slices.Contains(d.unlisted, name) })
		for i := range r.Profiles {
			idle = slices.DeleteFunc(idle, func(name string) bool { return known(name, r.Profiles[i].Tools) })
		}
	}
	var steps []string
	if len(unlisted) > 0 {
		steps = append(steps, "list the tools in registry.cue: "+importer.Listing(unlisted))
	}
	if len(idle) > 0 {
		steps = append(steps, "list the tools in a profile: tools: [\""+strings.Join(idle, `", "`)+"\"]")
	}
	return steps
}

// excluding says how the other agents leave the imported sections out, for which only their authors have a reason.
func excluding(r *registry.Registry, p *importer.Prompt) []string {
	var out []string
	if r == nil {
		return nil
	}
	for i := range r.Profiles {
		if o := &r.Profiles[i]; o.Kind != "task" && o.Name != p.Name {
			var sections []string
			for _, c := range p.Sections {
				sections = append(sections, c.Name+": reason: \"…\"")
			}
			out = append(out, fmt.Sprintf("leave the sections out of %q: profiles: %s: excludes: sections: {%s}", o.Name, o.Name, strings.Join(sections, ", ")))
		}
	}
	return out
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
	dest, err := a.destination(v)
	if err != nil {
		return err
	}
	data, err := readInput(file)
	if err != nil {
		return err
	}
	tools, report, broken := importer.Tools(data, importer.Options{
		File: shown(file), Form: importer.Form(v.from), Name: v.name, Registry: dest.registry,
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
	a.left(v, append(unfinished(dest, keys, nil), "run \"promptgen check\"")...)
	return nil
}

// shown is what an input is called in messages.
func shown(file string) string {
	if file == "-" {
		return "stdin"
	}
	return filepath.ToSlash(file)
}

// destination is the registry that files are written for.
type destination struct {
	dir      string
	pkg      string
	registry *registry.Registry // nil where it says nothing yet
	unlisted []string           // tools that its root does not list yet
}

// destination reads what an import has to know of the registry at -C: its package, and what it has already. Checks may
// find errors in it, but it has to load: taken for an empty one, its tools would stay words and its names be taken twice.
func (a *app) destination(v *imported) (destination, error) {
	if v.out != "" && v.out != "-" {
		return destination{}, fmt.Errorf("--output %s: want -, for standard output\n\tfiles are written below the folder of the registry, -C", v.out)
	}
	data, err := os.ReadFile(filepath.Join(a.dir, "registry.cue"))
	if errors.Is(err, fs.ErrNotExist) {
		return destination{}, fmt.Errorf("no registry.cue in %q\n\timported files belong to its package: write it first, or say where it is with -C", a.dir)
	}
	if err != nil {
		return destination{}, err
	}
	d := destination{dir: a.dir, pkg: load.PackageName(data)}
	if d.pkg == "" {
		return d, fmt.Errorf("%s has no package clause", filepath.Join(a.dir, "registry.cue"))
	}
	fsys := regularFS{os.DirFS(a.dir)}
	if load.Blank(fsys) {
		return d, nil
	}
	var found diag.List
	if d.registry, d.unlisted, found, err = load.Unlisted(fsys); err != nil || d.registry != nil {
		return d, err
	}
	return d, a.report(found, "nothing written: import has to know what the registry has")
}

// place writes files, or shows them.
func (a *app) place(v *imported, d destination, files []importer.File) error {
	if v.out == "-" {
		for i, f := range files {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "// %s\n%s", f.Path, f.Data)
		}
		return nil
	}
	if v.dry {
		for _, f := range files {
			fmt.Fprintln(a.stdout, f.Path)
		}
		return nil
	}
	var all []output.File
	for _, f := range files {
		all = append(all, output.File{Path: f.Path, Data: f.Data})
	}
	created, err := output.Create(d.dir, all)
	if err != nil {
		return err
	}
	for _, p := range created {
		fmt.Fprintln(a.stdout, p)
	}
	if n := len(files) - len(created); n > 0 {
		fmt.Fprintf(a.stderr, "promptgen: %s there already, with the same bytes\n", count(n, "file"))
	}
	return nil
}

// left says what an import can't do itself.
func (a *app) left(v *imported, steps ...string) {
	if v.out == "-" {
		return
	}
	fmt.Fprintf(a.stderr, "promptgen: left to do:\n\t%s\n", strings.Join(steps, "\n\t"))
}
