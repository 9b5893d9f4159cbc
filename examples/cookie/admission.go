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

// read fills the admission from the workspace. An internal agent gets its instruction and its subject, nothing else.
func (ad *admission) read(w workspace, o options) error {
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
		ad.turn.Subject = o.subject
		return nil
	}
	ad.session.Cwd = w.path(o.cwd)
	if err := ad.readPolicy(w, o); err != nil {
		return err
	}
	if err := ad.readSkills(w, d, o.loaded); err != nil {
		return err
	}
	if ad.session.AgentMd, err = d.flag("agent_md", w.AgentMd); err != nil || o.agent != "root" {
		return err
	}
	ad.session.AgentsMd, err = w.agentsMd(o.cwd)
	return err
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

// readSkills fills in the skills that the agent may see, and those that the session has loaded.
func (ad *admission) readSkills(w workspace, d document, loaded []string) error {
	visible, err := d.flag("skills", true)
	if err != nil {
		return err
	}
	listed, bodies, err := w.skills()
	if err != nil {
		return err
	}
	if visible {
		ad.session.Skills = listed
	}
	for _, name := range loaded {
		body, ok := bodies[name]
		if !ok {
			return fmt.Errorf("no skill named %q", name)
		}
		ad.turn.LoadedSkills = append(ad.turn.LoadedSkills, cookie.LoadedSkill{Body: body})
	}
	return nil
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

// compose makes the assembler. An AGENTS.md file that is refused, e.g. because it would close its own frame, is left out
// with a warning: a file in a repository must not keep a run from starting. Anything else that is refused does.
func (ad *admission) compose() (*cookie.Assembler, error) {
	for {
		a, err := cookie.New(ad.config, ad.session)
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

// open admits the run and freezes its prompt in a file, or goes on with the prompt that the file holds: once admitted,
// a run keeps it, whatever has become of documents, providers and configuration since. Without a file it only admits.
func (ad *admission) open(file string, now func() time.Time) (*cookie.Assembler, error) {
	a, err := ad.admit()
	if err != nil || file == "" {
		return a, err
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		r := a.Freeze(now(), "run_started", prompt.Anthropic)
		if data, err = json.MarshalIndent(r, "", "  "); err != nil {
			return nil, err
		}
		return a, os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return nil, err
	}
	var r prompt.Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if a, err = cookie.Resume(ad.config, ad.session, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if verdict, changes := a.Compare(r); verdict == prompt.Stale {
		ad.warn(fmt.Sprintf("the run keeps the prompt that it was admitted with; since then %v changed", changes))
	}
	return a, nil
}
