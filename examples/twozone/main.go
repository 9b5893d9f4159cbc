// Command twozone plays the turns of a session and prints, for each, what the model is told and how much of it the
// provider has already read: the static zone, what the session fixes, and the text that is new with every turn.
//
//	go run ./examples/twozone -dir examples/twozone/testdata/shop -brief
//	go run ./examples/twozone -inventory
package main

//go:generate go tool promptgen generate

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are what the flags say.
type options struct {
	dir, profile                  string
	override, coordinator, custom string
	agent, policy                 string
	brief, inventory              bool
}

// run is the program without the process: 1 is a failure, 2 a call that it does not understand.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		return 2
	}
	if o.inventory {
		err = inventory(stdout)
	} else {
		err = perform(o, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "twozone:", err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("twozone", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.dir, "dir", ".", "folder with the session to play: session.txt, memory, agents, servers.json")
	f.StringVar(&o.profile, "profile", "", "assistant, assistant_tail, coordinator or worker (default assistant_tail)")
	f.StringVar(&o.override, "override", "", "prompt of a mode that replaces everything")
	f.StringVar(&o.coordinator, "coordinator", "", "prompt of a mode that coordinates")
	f.StringVar(&o.agent, "agent", "", "agent definition, by its name in the folder agents")
	f.StringVar(&o.custom, "custom", "", "prompt of the user's, behind the default one")
	f.StringVar(&o.policy, "policy", "", "what the team adds to every prompt")
	f.BoolVar(&o.brief, "brief", false, "print a line for each turn instead of its texts")
	f.BoolVar(&o.inventory, "inventory", false, "list the sections, how often each changes and why")
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
		fmt.Fprintln(stderr, "twozone:", err)
	}
	return o, err
}

// perform reads the folder and plays its session.
func perform(o options, stdout, stderr io.Writer) error {
	fsys := os.DirFS(o.dir)
	profile, err := twozone.ResolveProfile(twozone.Selection{Explicit: o.profile})
	if err != nil {
		return err
	}
	d := display{w: stdout, brief: o.brief}
	p := player{
		fsys:   fsys,
		config: twozone.Config{Profile: profile, Transport: prompt.Native, Locale: twozone.LocaleEn},
		wanted: twozone.Session{
			// Not this machine's: the session comes from a file and shall look the same everywhere.
			Cwd: "/home/ada/shop", Os: "Linux 6.8", Model: "the large one",
			Override: o.override, Coordinator: o.coordinator, Custom: o.custom, TeamPolicy: o.policy,
		},
		print: d.show,
	}
	if err := p.open(); err != nil {
		return err
	}
	if o.agent != "" {
		d, err := readDefinition(fsys, o.agent)
		if err != nil {
			return err
		}
		if d.mode == prompt.ModeReplace {
			fmt.Fprintf(stderr, "twozone: warning: agent %q replaces the default prompt, and its rules and limits with it\n", o.agent)
		}
		p.wanted.Agent, p.wanted.AgentMode = d.text, d.mode
	}
	if err := p.play(); err != nil {
		return err
	}
	return d.end()
}

// inventory lists every section with its cache level and, where it is not static, the reason.
func inventory(w io.Writer) error {
	for _, s := range twozone.Sections() {
		if _, err := fmt.Fprintf(w, "%-15s  %-8s  %s\n", s.Name, s.Level, s.Reason); err != nil {
			return err
		}
	}
	return nil
}
