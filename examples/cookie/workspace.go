package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
)

// config is cookie/config.json of a workspace.
type config struct {
	AgentMd   bool     `json:"agent_md"`  // whether AGENTS.md files are read where an agent does not say
	Providers []string `json:"providers"` // in the order in which they register
	Plugins   []string `json:"plugins"`   // in the order in which they run
}

// workspace is a folder with a project and the files that configure its agents.
type workspace struct {
	files fs.FS
	shown string // the absolute path under which the prompt names the folder, e.g. "/home/ada/shop"
	config
}

// openWorkspace reads the configuration of a folder.
func openWorkspace(files fs.FS, shown string) (workspace, error) {
	w := workspace{files: files, shown: shown}
	data, err := fs.ReadFile(files, "cookie/config.json")
	if errors.Is(err, fs.ErrNotExist) {
		return w, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &w.config)
	}
	return w, err
}

// path is the absolute path of a file of the workspace.
func (w workspace) path(name string) string { return path.Join(w.shown, name) }

// agent reads the document of an agent, or reports false where there is none.
func (w workspace) agent(name string) (document, bool, error) {
	file := path.Join("cookie/agents", name+".md")
	data, err := fs.ReadFile(w.files, file)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}, false, nil
	}
	var d document
	if err == nil {
		if d, err = parseDocument(data, "description", "agent_md", "skills"); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
	}
	return d, err == nil, err
}

// agents lists the agents that a run may delegate to: all documents but those of the internal agents and its own.
func (w workspace) agents(own string) ([]peer, error) {
	files, err := fs.Glob(w.files, "cookie/agents/*.md")
	if err != nil {
		return nil, err
	}
	var peers []peer
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".md")
		if name == own || internal(name) {
			continue
		}
		d, _, err := w.agent(name)
		if err != nil {
			return nil, err
		}
		peers = append(peers, peer{name, d.Fields["description"]})
	}
	return peers, nil
}

// skills lists the skills of the workspace, with their bodies by name.
func (w workspace) skills() (listed []cookie.Skill, bodies map[string]string, err error) {
	files, err := fs.Glob(w.files, "cookie/skills/*/SKILL.md")
	bodies = map[string]string{}
	for _, file := range files {
		data, err := fs.ReadFile(w.files, file)
		if err != nil {
			return nil, nil, err
		}
		d, err := parseDocument(data, "name", "description", "when_to_use")
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		s := cookie.Skill{Name: d.Fields["name"], Description: d.Fields["description"], WhenToUse: d.Fields["when_to_use"], Location: w.path(path.Dir(file))}
		listed, bodies[s.Name] = append(listed, s), d.Body
	}
	return listed, bodies, err
}

// agentsMd reads the AGENTS.md files that apply to a folder of the workspace: those of the root and of every folder on
// the way down to it, in this order.
func (w workspace) agentsMd(cwd string) ([]cookie.AgentsMdItem, error) {
	folders := []string{"."}
	for _, step := range strings.Split(path.Clean(cwd), "/") {
		if step != "." {
			folders = append(folders, path.Join(folders[len(folders)-1], step))
		}
	}
	var items []cookie.AgentsMdItem
	for _, folder := range folders {
		file := path.Join(folder, "AGENTS.md")
		data, err := fs.ReadFile(w.files, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if text := string(data); strings.TrimSpace(text) != "" { // a blank file says nothing
			items = append(items, cookie.AgentsMdItem{Source: w.path(file), Text: text})
		}
	}
	return items, nil
}
