// Command cookie composes the prompt of a run from the files of a workspace, and prints what the model gets: the body of
// an agent document with blocks behind it, the turns that open the history, and the fingerprints to record.
//
//	go run ./examples/cookie -dir examples/cookie/testdata/project -document builder
package main

//go:generate go tool promptgen generate

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are what the flags say.
type options struct {
	dir, shown, cwd string
	agent, document string
	subject         string
	record          string
	loaded          []string
}

func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	if err != nil {
		return 2
	}
	if err := compose(o, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "cookie:", err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("cookie", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.dir, "dir", ".", "workspace")
	f.StringVar(&o.shown, "shown-as", "", "absolute path by which the prompt calls the workspace; its own unless given")
	f.StringVar(&o.cwd, "cwd", ".", "working directory of the session, below the workspace")
	f.StringVar(&o.agent, "agent", "root", "kind of run: root, delegated, approval, compaction or title")
	f.StringVar(&o.document, "document", "", "agent document, by its name in cookie/agents; the built-in prompt unless given")
	f.StringVar(&o.subject, "subject", "", "what an internal agent works on")
	f.StringVar(&o.record, "record", "", "file in which the prompt is frozen, or from which it is resumed where it exists")
	f.Func("skill", "skill that the session has loaded; may be repeated", func(name string) error {
		o.loaded = append(o.loaded, name)
		return nil
	})
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
		fmt.Fprintln(stderr, "cookie:", err)
	}
	return o, err
}

// compose reads the workspace, admits the run and prints it.
func compose(o options, stdout, stderr io.Writer) error {
	if o.shown == "" {
		abs, err := filepath.Abs(o.dir)
		if err != nil {
			return err
		}
		o.shown = filepath.ToSlash(abs)
	}
	if cwd := path.Clean(o.cwd); !fs.ValidPath(cwd) {
		return fmt.Errorf("-cwd %s does not lie below the workspace", o.cwd)
	}
	w, err := openWorkspace(os.DirFS(o.dir), o.shown)
	if err != nil {
		return err
	}
	ad := admission{
		config: cookie.Config{Transport: prompt.Native, Locale: cookie.LocaleEn},
		warn:   func(s string) { fmt.Fprintln(stderr, "cookie: warning:", s) },
	}
	if ad.config.Profile, err = cookie.ParseProfile(o.agent); err != nil {
		return err
	}
	a, err := ad.open(w, o, time.Now)
	if err != nil {
		return err
	}
	return show(stdout, a, ad.session.AgentsMd, ad.turn)
}
