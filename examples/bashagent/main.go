// Bashagent is the part of an agent in a shell that makes its system prompt: it looks for instruction files and skills,
// keeps the plan and its draft, and prints what the model is told.
//
//	bashagent [flags]               print the prompt
//	bashagent [flags] plan draft    keep standard input as the next plan; the prompt stays as it is
//	bashagent [flags] plan confirm  make the draft the plan; the prompt changes
package main

//go:generate go tool promptgen generate
//go:generate sh -c "go tool promptgen vectors > vectors.json"

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/promptgen/promptgen/examples/bashagent/gen/bashagent"
	"github.com/promptgen/promptgen/prompt"
)

func main() {
	h := host{getenv: os.Getenv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(h.run(os.Args[1:]))
}

// host is what the program has of the machine.
type host struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// options are the flags. Those that are not given follow from the machine.
type options struct {
	home, project, platform, shell, locale string
	skillsDir, planFile, contextFile       string
	chosen                                 []string
}

// run is the program without the process: 1 is a failure, 2 a call that it does not understand.
func (h host) run(args []string) int {
	o, rest, err := h.options(args)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		return 2
	}
	switch strings.Join(rest, " ") {
	case "":
		err = h.print(o)
	case "plan draft":
		err = h.draft(o)
	case "plan confirm":
		err = h.confirm(o)
	default:
		fmt.Fprintf(h.stderr, "bashagent: unknown command %q\n\twant nothing, \"plan draft\" or \"plan confirm\"\n", strings.Join(rest, " "))
		return 2
	}
	if err != nil {
		fmt.Fprintf(h.stderr, "bashagent: %v\n", err)
		return 1
	}
	return 0
}

func (h host) options(args []string) (options, []string, error) {
	var o options
	f := flag.NewFlagSet("bashagent", flag.ContinueOnError)
	f.SetOutput(h.stderr)
	f.StringVar(&o.home, "home", h.getenv("HOME"), "home directory; the agent's own folder is .bash-agent in it")
	f.StringVar(&o.project, "project", "", "working directory (default the current one)")
	f.StringVar(&o.platform, "platform", "", "name of the operating system (default what uname -s prints)")
	f.StringVar(&o.shell, "shell", h.getenv("SHELL"), "path of the shell that runs commands")
	f.StringVar(&o.locale, "locale", localeOf(h.getenv), "locale of the session")
	f.StringVar(&o.skillsDir, "skills", "", "folder of skills (default HOME/.bash-agent/skills)")
	f.StringVar(&o.planFile, "plan", h.getenv("PLAN_FILE"), "file of the locked plan; its draft has .draft behind the name")
	f.StringVar(&o.contextFile, "context", "", "file with the summary that compaction left")
	f.Func("skill", "name of a skill to show whole; may be given more than once", func(name string) error {
		o.chosen = append(o.chosen, name)
		return nil
	})
	if err := f.Parse(args); err != nil {
		return o, nil, err
	}
	if o.project == "" {
		wd, err := os.Getwd()
		if err != nil {
			return o, nil, err
		}
		o.project = wd
	}
	if o.platform == "" {
		o.platform = uname()
	}
	if o.skillsDir == "" {
		o.skillsDir = filepath.Join(o.home, ".bash-agent", "skills")
	}
	return o, f.Args(), nil
}

// localeOf is the locale that an environment asks for, without its codeset. A variable that is empty counts as unset.
func localeOf(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			tag, _, _ := strings.Cut(value, ".")
			return tag
		}
	}
	return "en_US"
}

// uname is the name of the operating system as a shell knows it.
func uname() string {
	if out, err := exec.Command("uname", "-s").Output(); err == nil {
		return strings.TrimRight(string(out), "\n")
	}
	return runtime.GOOS
}

// print writes the bytes of the prompt and no other, so nothing follows the last tag.
func (h host) print(o options) error {
	a, _, err := build(o)
	if err != nil {
		return err
	}
	_, err = io.WriteString(h.stdout, a.System())
	return err
}

// build reads the machine and assembles the prompt of one session.
func build(o options) (*bashagent.Assembler, bashagent.Session, error) {
	s, err := session(o)
	if err != nil {
		return nil, s, err
	}
	locale, err := bashagent.ParseLocale(o.locale)
	if err != nil {
		return nil, s, err
	}
	a, err := bashagent.New(bashagent.Config{Profile: bashagent.ProfileAgent, Transport: prompt.Native, Locale: locale}, s)
	return a, s, err
}
