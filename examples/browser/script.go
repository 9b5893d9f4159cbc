package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

// script is a session as its file has it: what the user set up, what stands in the browser, and what is said.
type script struct {
	Preset, Instructions, Language, Date string

	Sites    []site
	Skills   []skill
	Servers  []serverTool
	Tabs     []tab
	Pages    map[string]string // the files of addresses
	Messages []message

	files fs.FS
}

// site is what the user wants on the sites of a pattern.
type site struct{ Pattern, Text string }

type skill struct {
	Name, Description, Body string
	Sites                   []string // where it applies; everywhere unless given
	Imported                bool     // somebody else wrote it, and nobody vouches for it
}

// serverTool is a tool of an MCP server that is connected, and what it always answers.
type serverTool struct {
	Server, Name, Description string
	Schema                    json.RawMessage
	Answer                    string
}

type tab struct {
	ID         int64
	Title, URL string
}

// message is what the user says, what it refers to, and what follows.
type message struct {
	User    string
	Default int64 // the tab that was in front when it was sent
	Refers  []reference
	Steps   []step
}

// reference is one thing that a message refers to: the page of a tab, text that is selected there, or a file.
type reference struct {
	Tab             int64
	Selection, File string
}

// step is one turn of the model: it says something, or it calls tools.
type step struct {
	Say   string
	Calls []scriptedCall
}

type scriptedCall struct {
	Name      string
	Arguments json.RawMessage
}

// readSession reads session.json of a folder.
func readSession(files fs.FS) (*script, error) {
	data, err := fs.ReadFile(files, "session.json")
	if err != nil {
		return nil, err
	}
	s := script{files: files}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("session.json: %w", err)
	}
	if len(s.Messages) == 0 {
		return nil, fmt.Errorf("session.json: the script has no messages")
	}
	return &s, nil
}

// session is what stays the same from message to message.
func (s *script) session() browser.Session {
	out := browser.Session{Preset: s.Preset, UserInstructions: s.Instructions, Language: s.Language}
	for _, t := range s.Servers {
		out.Servers = append(out.Servers, prompt.HostTool{Server: t.Server, Name: t.Name, Doc: t.Description, Schema: prompt.JSON(t.Schema)})
	}
	return out
}

// turn is what one message brings. Everything is given as it came: the prompt fences what others wrote.
func (s *script) turn(m *message, n prompt.Nonce) (browser.Turn, error) {
	t := browser.Turn{Date: s.Date, Nonce: n}
	var hosts []string
	for _, tab := range s.Tabs {
		standing := "open"
		switch {
		case tab.ID == m.Default:
			standing = "default"
		case slices.ContainsFunc(m.Refers, func(r reference) bool { return r.Tab == tab.ID }):
			standing = "referenced"
		}
		if standing != "open" {
			hosts = append(hosts, hostOf(tab.URL))
		}
		t.Tabs = append(t.Tabs, browser.Tab{ID: tab.ID, Standing: standing, Title: tab.Title, URL: tab.URL})
	}
	for _, i := range s.Sites {
		if matches(i.Pattern, hosts) {
			t.Sites = append(t.Sites, browser.Site{Pattern: i.Pattern, Text: i.Text})
		}
	}
	for _, k := range s.Skills {
		if len(k.Sites) == 0 || slices.ContainsFunc(k.Sites, func(p string) bool { return matches(p, hosts) }) {
			t.Skills = append(t.Skills, listed(k))
		}
	}
	for _, r := range m.Refers {
		ref, err := s.resolve(r)
		if err != nil {
			return t, err
		}
		t.References = append(t.References, ref)
	}
	return t, nil
}

func listed(k skill) browser.Skill {
	out := browser.Skill{Name: k.Name, Description: k.Description}
	for _, p := range k.Sites {
		out.Sites = append(out.Sites, browser.SkillSite{Pattern: p})
	}
	return out
}

// resolve reads what a message refers to.
func (s *script) resolve(r reference) (browser.Reference, error) {
	if r.File != "" {
		text, err := fs.ReadFile(s.files, r.File)
		return browser.Reference{Origin: "file:" + r.File, Source: "file", Text: string(text)}, err
	}
	at := slices.IndexFunc(s.Tabs, func(t tab) bool { return t.ID == r.Tab })
	if at < 0 {
		return browser.Reference{}, fmt.Errorf("a message refers to tab %d, which is not open", r.Tab)
	}
	origin := originOf(s.Tabs[at].URL)
	if r.Selection != "" {
		return browser.Reference{Origin: origin, Source: "selection", Text: r.Selection}, nil
	}
	text, err := s.page(s.Tabs[at].URL)
	return browser.Reference{Origin: origin, Source: "read_page", Text: text}, err
}

// page is what an address shows.
func (s *script) page(address string) (string, error) {
	name, ok := s.Pages[address]
	if !ok {
		return "", fmt.Errorf("no page is kept for %s", address)
	}
	text, err := fs.ReadFile(s.files, path.Join("pages", name))
	return strings.TrimSuffix(string(text), "\n"), err
}

// matches reports whether a pattern takes one of the hosts: "*" all, "*.example.com" that domain and what is below it.
func matches(pattern string, hosts []string) bool {
	return slices.ContainsFunc(hosts, func(h string) bool {
		below, wide := strings.CutPrefix(pattern, "*.")
		return pattern == "*" || h == pattern || wide && (h == below || strings.HasSuffix(h, "."+below))
	})
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// originOf is where a page comes from, without its path. An address that is none has no origin.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
