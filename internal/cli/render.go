package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/promptgen/promptgen/internal/cases"
	"github.com/promptgen/promptgen/internal/pipeline"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/request"
)

// view is what the flags of render ask for.
type view struct {
	profile, transport, locale, name, gates, modes, input, section, provider string
}

func (a *app) render() *cobra.Command {
	var v view
	cmd := &cobra.Command{
		Use:   "render",
		Short: "Print one prompt as a model would read it",
		Long: `Render prints the system text of one cell: exactly the bytes of its .prompt.txt, from the registry as it is now.

With --provider it prints what the generated code contributes to that provider's request instead: one JSON object with
the tools, the system text as the request holds it, and what cache marks need beside them, in the bytes that are sent.
With --provider mcp it prints the tools as an MCP server lists them.

A flag that has one answer only may be left out; without --locale and --case it takes the first. --gates, --modes and
--input are laid over the case. A gate that follows from an input or a toolset is set by that: "!skills" gives no skills,
"skills" those of the first case that has some. So the gates of a line of pairwise.txt show its cell.`,
		Example: `  promptgen render --profile standard --transport native
  promptgen render --profile lite --transport xml --locale zh-CN --case yolo
  promptgen render --profile standard --transport native --gates 'web_tools,!yolo' --input inputs.json
  promptgen render --profile standard --transport native --section token_budget
  promptgen render --profile standard --transport native --provider anthropic`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.show(v) },
	}
	f := cmd.Flags()
	f.StringVar(&v.profile, "profile", "", "profile to render")
	f.StringVar(&v.transport, "transport", "", "native or xml")
	f.StringVar(&v.locale, "locale", "", "locale of the texts")
	f.StringVar(&v.name, "case", "", "case of the snapshots to start from")
	f.StringVar(&v.gates, "gates", "", "gates to set, e.g. 'web_tools,!yolo'")
	f.StringVar(&v.modes, "modes", "", "modes of levels of the chain, e.g. 'agent=append'")
	f.StringVar(&v.input, "input", "", "file with a JSON object of inputs; - is standard input")
	f.StringVar(&v.provider, "provider", "", "print the members of a request instead, e.g. of openai-chat")
	f.StringVar(&v.section, "section", "", "print one section only; also one of the tail or of the user's turns, or a command")
	a.complete(cmd, &v, "profile", "transport", "locale", "case", "section", "provider")
	return cmd
}

// show prints what v asks for.
func (a *app) show(v view) error {
	r, err := a.prove()
	if err != nil {
		return err
	}
	text, notes, err := v.text(r)
	if err != nil {
		return err
	}
	for _, n := range notes {
		fmt.Fprintf(a.stderr, "promptgen: %s\n", n)
	}
	_, err = io.WriteString(a.stdout, text)
	return err
}

// text renders what v asks for. The notes say what limits cut or left out.
func (v view) text(r *registry.Registry) (text string, notes []render.Note, err error) {
	cell, err := v.cell(r)
	if err != nil {
		return "", nil, err
	}
	out, err := render.New(r).Render(cell)
	if open, ok := errors.AsType[*render.NoMode](err); ok {
		return "", nil, fmt.Errorf("%w\n\twant --modes %s=replace or --modes %s=append", err, open.Level, open.Level)
	}
	if err != nil {
		return "", nil, err
	}
	switch {
	case v.provider != "":
		members, err := v.members(r, cell, out)
		return members, out.Notes, err
	case v.section == "":
		return out.System, out.Notes, nil
	}
	if known := choices(r, "section", cell.Profile); !slices.Contains(known, v.section) {
		return "", nil, unknown("section or command", v.section, known)
	}
	text = textOf(out, v.section)
	if text == "" {
		return "", nil, fmt.Errorf("%q is empty here", v.section)
	}
	return text, out.Notes, nil
}

// textOf is the text of a section, of a command, or of the turns that a section gives.
func textOf(out *render.Result, name string) string {
	for _, s := range out.Sections {
		if s.Name == name {
			return s.Text
		}
	}
	for _, c := range out.Commands {
		if c.Name == name {
			return c.Text
		}
	}
	var turns []string
	for _, t := range out.Turns {
		if t.Section == name {
			turns = append(turns, t.Text)
		}
	}
	return strings.Join(turns, "\n")
}

// members are those of a provider's request, on one line.
func (v view) members(r *registry.Registry, cell render.Cell, out *render.Result) (string, error) {
	switch providers := words(r.Contract.Projections); {
	case !slices.Contains(providers, v.provider):
		return "", unknown("provider", v.provider, providers)
	case v.section != "":
		return "", errors.New("--provider and --section: a request holds all sections\n\twant one of the two")
	}
	members, err := request.Members(r, cell, v.provider, out)
	if err != nil {
		return "", err
	}
	return request.Object(members) + "\n", nil
}

// cell is the case with the other flags laid over it. It reports every unknown name.
func (v view) cell(r *registry.Registry) (render.Cell, error) {
	var problems []error
	pick := func(kind, got string, choices []string, first bool) string {
		switch {
		case got != "" && !slices.Contains(choices, got):
			problems = append(problems, unknown(kind, got, choices))
		case got == "" && (first || len(choices) == 1):
			return choices[0]
		case got == "":
			problems = append(problems, fmt.Errorf("no --%s\n\twant %s", kind, join(choices)))
		}
		return got
	}
	profile := pick("profile", v.profile, choices(r, "profile", ""), false)
	transport := pick("transport", v.transport, choices(r, "transport", profile), false)
	locale := pick("locale", v.locale, choices(r, "locale", ""), true)
	names := choices(r, "case", "")
	name := pick("case", v.name, names, true)
	if problems != nil {
		return render.Cell{}, errors.Join(problems...)
	}
	laid, err := cases.Overlay(r, &r.Snapshots.Cases[slices.Index(names, name)], v.gates)
	if err != nil {
		return render.Cell{}, err
	}
	cell := render.CellOf(r, &laid, profile, transport, locale)
	if err := pinned(r, cell, v.gates); err != nil {
		return cell, err
	}
	if cell.Modes, err = render.OverlayModes(r, cell.Modes, v.modes); err != nil {
		return cell, err
	}
	if v.input == "" {
		return cell, nil
	}
	data, err := readInput(v.input)
	if err != nil {
		return cell, err
	}
	cell.Inputs, err = render.OverlayInputs(r, cell.Inputs, shown(v.input), data)
	return cell, err
}

// pinned refuses to set gates that the profile, or the case's subagent, decides: nothing would come of it.
func pinned(r *registry.Registry, cell render.Cell, settings string) error {
	var problems []error
	for s := range strings.SplitSeq(settings, ",") {
		name := strings.TrimPrefix(strings.TrimSpace(s), "!")
		if value, ok := registry.Pinned(name, r.Profile(cell.Profile), r.Subagent(cell.Agent)); ok {
			state := "off"
			if value {
				state = "on"
			}
			problems = append(problems, fmt.Errorf("gate %q is pinned %s here and can't be set", name, state))
		}
	}
	return errors.Join(problems...)
}

// choices lists what a flag of render may be, in a profile where one is known.
func choices(r *registry.Registry, flag, profile string) []string {
	var out []string
	p := r.Profile(profile)
	switch {
	case flag == "profile":
		for _, p := range r.Profiles {
			out = append(out, p.Name)
		}
	case flag == "transport" && p != nil:
		return words(p.Transports)
	case flag == "transport":
		return []string{"native", "xml"}
	case flag == "locale":
		for _, l := range r.Locales {
			out = append(out, l.Name.Text)
		}
	case flag == "case":
		for _, c := range r.Snapshots.Cases {
			out = append(out, c.Name)
		}
	case flag == "provider":
		return words(r.Contract.Projections)
	case flag == "section" && p != nil:
		return slices.Concat(words(r.Shows(p)), words(p.Commands))
	case flag == "section":
		for _, s := range r.Sections {
			out = append(out, s.Name)
		}
		for _, c := range r.Commands {
			out = append(out, c.Name)
		}
	}
	return out
}

// prove loads the registry at hand and reports what is found. Without an error, there is one to go on with.
func (a *app) prove() (*registry.Registry, error) {
	src, _, err := a.source()
	if err != nil {
		return nil, err
	}
	r, found, err := pipeline.Prove(src)
	if err != nil {
		return nil, err
	}
	return r, a.report(found, "")
}

// complete has the shell offer what flags of a command may be in the registry at hand.
func (a *app) complete(cmd *cobra.Command, v *view, flags ...string) {
	for _, flag := range flags {
		// The only error is a flag that the command does not have.
		_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			src, _, err := a.source()
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			r, _, err := pipeline.Prove(src)
			if r == nil || err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return choices(r, flag, v.profile), cobra.ShellCompDirectiveNoFileComp
		})
	}
}

func words(ws []registry.Word) []string {
	var out []string
	for _, w := range ws {
		out = append(out, w.Text)
	}
	return out
}
