// Command browser is the part of an agent in a browser that talks to the model: it takes a scripted session, composes what
// each message sends, runs the calls of the script on pages from files, fences what they return, and prints it all.
//
//	go run ./examples/browser -dir examples/browser/testdata/session -nonce 9f2ab41c07d3e58a
package main

//go:generate go tool promptgen generate

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are what the flags say.
type options struct {
	dir      string
	nonce    string
	messages int
	title    bool
	body     string
	record   string
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
	if err := converse(o, stdout); err != nil {
		fmt.Fprintln(stderr, "browser:", err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("browser", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.dir, "dir", ".", "folder of the session: session.json, and the pages and files that it names")
	f.StringVar(&o.nonce, "nonce", "", "the first number of fences, 16 hexadecimal digits, each further one being one more; drawn at random unless given")
	f.IntVar(&o.messages, "messages", 0, "how many messages of the script to play; all unless given")
	f.BoolVar(&o.title, "title", false, "print what the task that names the session sends, after the first exchange")
	f.StringVar(&o.body, "body", "", "print the body of the last request instead, for anthropic or openai-responses")
	f.StringVar(&o.record, "record", "", "file for the record of what the session sends")
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
		fmt.Fprintln(stderr, "browser:", err)
	}
	return o, err
}

// nonces returns what draws the numbers of fences. A given first one makes them foreseeable: for tests and demonstrations.
func nonces(first string) (func() prompt.Nonce, error) {
	if first == "" {
		return prompt.NewNonce, nil
	}
	n, err := strconv.ParseUint(first, 16, 64)
	if err != nil || len(first) != 16 || first != strings.ToLower(first) || n == 0 {
		return nil, fmt.Errorf("nonce %q: want 16 lower-case hexadecimal digits, not all 0", first)
	}
	next := prompt.Nonce(n - 1)
	return func() prompt.Nonce {
		next++
		return cmp.Or(next, 1) // 0 is none
	}, nil
}

// converse plays the session and prints what was asked for.
func converse(o options, stdout io.Writer) error {
	draw, err := nonces(o.nonce)
	if err != nil {
		return err
	}
	s, err := readSession(os.DirFS(o.dir))
	if err != nil {
		return err
	}
	if n := len(s.Messages); o.messages < 0 || o.messages > n {
		return fmt.Errorf("messages is %d, and the script has %d", o.messages, n)
	}
	s.Messages = s.Messages[:cmp.Or(o.messages, len(s.Messages))]
	h := host{script: s, draw: draw}
	if o.title {
		s.Messages = s.Messages[:1]
		return h.title(stdout)
	}
	if err := h.play(); err != nil {
		return err
	}
	if o.record != "" {
		if err := h.keep(o.record, time.Now()); err != nil {
			return err
		}
	}
	if o.body != "" {
		return h.printBody(stdout, o.body)
	}
	return h.print(stdout)
}

// assemble makes the assembler of a profile.
func assemble(p browser.Profile, s browser.Session) (*browser.Assembler, error) {
	return browser.New(browser.Config{Profile: p, Transport: prompt.Native, Locale: browser.LocaleEn}, s)
}
