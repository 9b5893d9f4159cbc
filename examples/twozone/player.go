package main

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

// window is the context window of the model, in tokens; a token is about four bytes of what is sent.
const (
	window        = 160_000
	bytesPerToken = 4
)

// player is the host of one session. What the session fixes stands in the assembler; wanted is what it would fix now,
// and takes effect with the next refresh. All else is read anew for each turn.
type player struct {
	fsys   fs.FS
	config twozone.Config
	a      *twozone.Assembler
	wanted twozone.Session

	memory  memory
	servers []twozone.Server
	offers  map[string][]prompt.HostTool
	hints   string

	history []string
	sent    string   // tools, system text and history of the turn before
	since   []string // what happened since then
	turns   int
	print   func(shown) error
}

// shown is what there is to see of one turn.
type shown struct {
	turn         int
	since        []string
	system, tail string
	kept         int // bytes in front that are those of the turn before
	of           int // bytes that the turn before had sent, without its tail
	fresh        int // bytes that the provider has to read, the tail included
	notes        []prompt.Note
}

// open reads what is there before the session starts.
func (p *player) open() (err error) {
	if p.memory, err = readMemory(p.fsys); err != nil {
		return err
	}
	p.offers, err = readServers(p.fsys)
	return err
}

// play goes through the lines of session.txt: an event, a blank, and what belongs to it.
func (p *player) play() error {
	data, err := fs.ReadFile(p.fsys, "session.txt")
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		event, rest, _ := strings.Cut(line, " ")
		if err := p.happens(event, rest); err != nil {
			return fmt.Errorf("session.txt:%d: %w", number, err)
		}
	}
	return nil
}

func (p *player) happens(event, rest string) error {
	switch event {
	case "start", "reset": // a new session knows nothing of the one before
		p.history, p.hints = nil, ""
		p.wanted.ServerTools = p.connected()
		a, err := twozone.New(p.config, p.wanted)
		return p.renewed(a, err, event)
	case "compact": // the history is another one now, so that nothing of the old prefix would be found anyway
		p.history = []string{"user: " + rest}
		p.wanted.ServerTools = p.connected()
		return p.refresh(event)
	case "connect":
		p.servers = append(slices.DeleteFunc(p.servers, func(s twozone.Server) bool { return s.Name == rest }), twozone.Server{Name: rest})
		p.wanted.ServerTools = p.connected()
		return p.refresh(event + " " + rest)
	case "drop": // its tools stay in the list: taking them out would cost the prefix
		for i := range p.servers {
			p.servers[i].Gone = p.servers[i].Gone || p.servers[i].Name == rest
		}
	case "preferences": // of the session, so they wait for the next refresh
		p.wanted.Preferences = rest
	case "memory":
		file, text, _ := strings.Cut(rest, " ")
		p.memory.write(file, text)
		rest = file
	case "hint":
		p.hints = rest
	case "model":
		p.history = append(p.history, "model: "+rest)
		return nil
	case "read": // what a call of read_file brings back
		return p.result(rest)
	case "user":
		return p.user(rest)
	default:
		return fmt.Errorf("unknown event %q", event)
	}
	p.since = append(p.since, event+" "+rest)
	return nil
}

// result puts a file into the history, with numbered lines.
func (p *player) result(path string) error {
	data, err := fs.ReadFile(p.fsys, path)
	if err != nil {
		return err
	}
	p.history = append(p.history, "call: read_file "+path)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		p.history = append(p.history, fmt.Sprintf("%4d  %s", number, strings.TrimSuffix(line, "\n")))
	}
	return nil
}

// connected are the tools of the servers that answer.
func (p *player) connected() []prompt.HostTool {
	var tools []prompt.HostTool
	for _, s := range p.servers {
		if !s.Gone {
			tools = append(tools, p.offers[s.Name]...)
		}
	}
	return tools
}

// refresh evaluates again all that the session fixes.
func (p *player) refresh(why string) error {
	if p.a == nil {
		return fmt.Errorf("%s before start", why)
	}
	a, err := p.a.Refresh(p.wanted)
	return p.renewed(a, err, why)
}

func (p *player) renewed(a *twozone.Assembler, err error, why string) error {
	if err != nil {
		return err
	}
	p.a = a
	p.since = append(p.since, why)
	return nil
}

// user sends a turn.
func (p *player) user(message string) error {
	if p.a == nil {
		return fmt.Errorf("user before start")
	}
	p.turns++
	p.history = append(p.history, "user: "+message)
	turn := twozone.Turn{
		Manifest: p.memory.manifest, Facts: p.memory.recall(message), Servers: p.servers, Hints: p.hints,
		RemainingTokens: int64(max(1, window-len(p.sent)/bytesPerToken)),
	}
	request, err := p.a.Request(prompt.Anthropic, turn)
	if err != nil {
		return err
	}
	system, err := p.a.Append(nil, turn)
	if err != nil {
		return err
	}
	now := string(request.Tools.JSON()) + string(system) + strings.Join(p.history, "\n")
	s := shown{
		turn: p.turns, since: p.since, system: string(system), tail: request.Tail,
		kept: common(p.sent, now), of: len(p.sent), notes: append(p.a.Notes(), request.Notes...),
	}
	s.fresh = len(now) - s.kept + len(request.Tail)
	p.sent, p.since = now, nil
	return p.print(s)
}

// common counts the bytes in front that two texts share.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
