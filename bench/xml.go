package main

import (
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

const (
	limitXML = 2.2 // for twice the input
	xmlChunk = 16  // bytes
	xmlCalls = 32  // of the longer answer
)

// xmlRows reads an answer full of calls in small pieces, and one of half its length.
func xmlRows() ([]row, error) {
	a, err := coder.New(coder.Config{
		Profile: coder.ProfileStandard, Transport: prompt.XML, Locale: coder.LocaleEn, Agent: coder.AgentMain,
	}, session())
	if err != nil {
		return nil, err
	}
	read := func(answer string) error {
		p := a.Tools().Parser()
		var events []prompt.Event
		for rest := answer; rest != ""; {
			n := min(xmlChunk, len(rest))
			events = p.Feed(events[:0], rest[:n])
			rest = rest[n:]
		}
		if m := p.Close(true); len(m.Errs) > 0 {
			return m.Errs[0]
		}
		return nil
	}
	long, half := xmlAnswer(xmlCalls), xmlAnswer(xmlCalls/2)
	for _, answer := range []string{long, half} {
		if err := read(answer); err != nil {
			return nil, err
		}
	}
	r, err := compare(func() { _ = read(long) }, func() { _ = read(half) })
	if err != nil {
		return nil, err
	}
	label := fmt.Sprintf("calls over XML in %d bytes, %s", xmlChunk, size(len(long)))
	return []row{atMost(label, "the same at half the length", r.ratio, limitXML)}, nil
}

// xmlAnswer is an answer with n calls that write files in which tags stand.
func xmlAnswer(n int) string {
	line := "if x < y && y > z { return \"</content>\" + \"<path>\" } // and so on\n"
	call := "Next file.\n\n<write_file>\n<path>src/main.go</path>\n<content>\n" + strings.Repeat(line, 60) + "</content>\n</write_file>\n"
	return strings.Repeat(call, n)
}
