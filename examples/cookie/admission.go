package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

// admission is a run that is about to start: all that its prompt follows from.
type admission struct {
	config  cookie.Config
	session cookie.Session
	turn    cookie.Turn
	plugins []plugin
	warn    func(string)
}

// internal reports whether a kind of run is one of the host's own, which have a document only where the workspace
// brings one of their name.
func internal(agent string) bool {
	return slices.Contains([]string{"approval", "compaction", "title"}, agent)
}

// readTurns fills in the turns that open the history, which are today's in a resumed run, too. An internal agent has
// its subject and nothing else.
func (ad *admission) readTurns(w workspace, o options) error {
	if internal(o.agent) {
		ad.turn.Subject = o.subject
		return nil
	}
	ad.session.Cwd = w.path(o.cwd)
	listed, bodies, err := w.skills()
	if err != nil {
		return err
	}
	ad.session.Skills = listed
	for _, name := range o.loaded {
		body, ok := bodies[name]
		if !ok {
			return fmt.Errorf("no skill named %q", name)
		}
		ad.turn.LoadedSkills = append(ad.turn.LoadedSkills, cookie.LoadedSkill{Body: body})
	}
	if o.agent == "root" {
		ad.session.AgentsMd, err = w.agentsMd(o.cwd)
	}
	return err
}

// readPrompt fills in what the system text follows from.
func (ad *admission) readPrompt(w workspace, o options) error {
	name := o.document
	if internal(o.agent) {
		name = o.agent
	}
	d, found, err := w.agent(name)
	if err != nil {
		return err
	}
	if !found && o.document != "" {
		return fmt.Errorf("no agent document named %q", o.document)
	}
	ad.session.AgentID, ad.session.Frontmatter, ad.session.AgentBody = name, d.Front, d.Body
	if internal(o.agent) {
		return nil
	}
	if ad.session.AgentMd, err = d.flag("agent_md", w.AgentMd); err != nil {
		return err
	}
	visible, err := d.flag("skills", true)
	if err != nil {
		return err
	}
	if !visible {
		ad.session.Skills = nil
	}
	return ad.readPolicy(w, o)
}

// readPolicy fills in providers and plugins. Only a root run has the tool for delegating.
func (ad *admission) readPolicy(w workspace, o options) (err error) {
	var peers []peer
	if o.agent == "root" {
		if peers, err = w.agents(o.document); err != nil {
			return err
		}
	}
	if ad.session.Providers, err = providers(w.Providers, peers); err != nil {
		return err
	}
	ad.plugins, err = plugins(w.Plugins)
	return err
}

// admit composes the prompt. Each plugin sees what those in front of it left.
func (ad *admission) admit() (*cookie.Assembler, error) {
	a, err := ad.compose()
	for _, ask := range ad.plugins {
		if err != nil {
			return nil, err
		}
		ad.session.Plugins = append(ad.session.Plugins, ask(a.System()))
		a, err = a.Refresh(ad.session)
	}
	return a, err
}

// compose makes the assembler of what is asked for so far.
func (ad *admission) compose() (*cookie.Assembler, error) {
	return ad.withoutRefused(func() (*cookie.Assembler, error) { return cookie.New(ad.config, ad.session) })
}

// withoutRefused leaves out, with a warning, an AGENTS.md file that is refused, e.g. because it would close its own frame:
// a file in a repository must not keep a run from starting. Anything else that is refused does.
func (ad *admission) withoutRefused(assemble func() (*cookie.Assembler, error)) (*cookie.Assembler, error) {
	for {
		a, err := assemble()
		i, problem := refusedFile(err)
		if i < 0 {
			return a, err
		}
		ad.warn(ad.session.AgentsMd[i].Source + " is left out: it " + problem)
		ad.session.AgentsMd = slices.Delete(ad.session.AgentsMd, i, i+1)
	}
}

// refusedFile finds the first AGENTS.md file that an error is about, or -1.
func refusedFile(err error) (int, string) {
	var problems prompt.InputErrors
	if errors.As(err, &problems) {
		for _, p := range problems {
			var i int
			if n, _ := fmt.Sscanf(p.Field, "Session.AgentsMd[%d].Text", &i); n == 1 {
				return i, p.Problem
			}
		}
	}
	return -1, ""
}

// open admits a run. With a record it freezes the prompt there, or goes on with the one that is there: once admitted, a
// run keeps its prompt, whatever has become of documents, providers and configuration since.
func (ad *admission) open(w workspace, o options, now func() time.Time) (*cookie.Assembler, error) {
	if err := ad.readTurns(w, o); err != nil {
		return nil, err
	}
	r, admitted, err := readRecord(o.record)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.record, err)
	}
	var a *cookie.Assembler
	if err = ad.readPrompt(w, o); err == nil {
		a, err = ad.admit()
	}
	switch {
	case admitted:
		return ad.resume(r, err)
	case err != nil || o.record == "":
		return a, err
	}
	data, err := json.MarshalIndent(a.Freeze(now(), "run_started", prompt.Anthropic), "", "  ")
	if err != nil {
		return nil, err
	}
	return a, os.WriteFile(o.record, data, 0o600)
}

// resume goes on with an admitted run. That today's prompt is refused is no concern of it.
func (ad *admission) resume(r prompt.Record, refused error) (*cookie.Assembler, error) {
	if refused != nil {
		ad.warn(fmt.Sprintf("a new run would be refused: %v", refused))
		ad.session = cookie.Session{Cwd: ad.session.Cwd, AgentsMd: ad.session.AgentsMd}
	}
	a, err := ad.withoutRefused(func() (*cookie.Assembler, error) { return cookie.Resume(ad.config, ad.session, r) })
	if err != nil {
		return nil, err
	}
	if verdict, changes := a.Compare(r); verdict == prompt.Stale && refused == nil {
		ad.warn(fmt.Sprintf("the run keeps the prompt that it was admitted with; since then %v changed", changes))
	}
	return a, nil
}

// readRecord reads a record. It reports false where there is none.
func readRecord(file string) (r prompt.Record, found bool, err error) {
	if file == "" {
		return r, false, nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	return r, err == nil, err
}
