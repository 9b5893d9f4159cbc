package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

// memory is what earlier sessions left: an index with a line for each file, and the files.
type memory struct {
	manifest string
	texts    map[string]string // by file
}

// readMemory reads the folder memory. Files that the manifest does not list are no memory.
func readMemory(fsys fs.FS) (memory, error) {
	m := memory{texts: map[string]string{}}
	data, err := fs.ReadFile(fsys, "memory/MEMORY.md")
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	m.manifest = string(data)
	for _, file := range m.files() {
		text, err := fs.ReadFile(fsys, "memory/"+file)
		if err != nil {
			return m, err
		}
		m.texts[file] = string(text)
	}
	return m, nil
}

// files are the names in the manifest's lines, "- NAME: what it is about", in their order.
func (m *memory) files() []string {
	var files []string
	for line := range strings.Lines(m.manifest) {
		if entry, ok := strings.CutPrefix(line, "- "); ok {
			file, _, _ := strings.Cut(entry, ":")
			files = append(files, strings.TrimSpace(file))
		}
	}
	return files
}

// write is what the extractor does between turns: a new file goes to the top of the manifest, where no limit cuts it.
func (m *memory) write(file, text string) {
	if _, ok := m.texts[file]; !ok {
		m.manifest = fmt.Sprintf("- %s: from this session\n%s", file, m.manifest)
	}
	m.texts[file] = text
}

// recall returns the facts that a message is about: those whose file it names, without the extension.
func (m *memory) recall(message string) []twozone.Fact {
	var facts []twozone.Fact
	for _, file := range m.files() {
		stem, _, _ := strings.Cut(file, ".")
		if strings.Contains(strings.ToLower(message), stem) {
			facts = append(facts, twozone.Fact{File: file, Text: m.texts[file]})
		}
	}
	return facts
}

// definition is an agent definition: a prompt, and whether it stands behind the default one or in its place.
type definition struct {
	text string
	mode prompt.ChainMode
}

// readDefinition reads agents/NAME.md. Without a line "mode: replace" in front, the text is appended: it keeps the rules
// and limits that make the loop work.
func readDefinition(fsys fs.FS, name string) (definition, error) {
	data, err := fs.ReadFile(fsys, "agents/"+name+".md")
	if err != nil {
		return definition{}, err
	}
	d := definition{mode: prompt.ModeAppend, text: strings.TrimRight(string(data), "\n")}
	head, rest, _ := strings.Cut(d.text, "\n")
	mode, ok := strings.CutPrefix(head, "mode: ")
	if !ok {
		return d, nil
	}
	d.text = strings.TrimLeft(rest, "\n")
	switch mode {
	case prompt.ModeReplace.String():
		d.mode = prompt.ModeReplace
	case prompt.ModeAppend.String():
	default:
		return d, fmt.Errorf("agents/%s.md: unknown mode %q, want \"append\" or \"replace\"", name, mode)
	}
	return d, nil
}

// readServers reads what each server offers, and sorts nothing: the registry says in which order models see it.
func readServers(fsys fs.FS) (map[string][]prompt.HostTool, error) {
	data, err := fs.ReadFile(fsys, "servers.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var offers []struct {
		Server, Name, Doc string
		Schema            json.RawMessage
	}
	if err := json.Unmarshal(data, &offers); err != nil {
		return nil, fmt.Errorf("servers.json: %w", err)
	}
	servers := map[string][]prompt.HostTool{}
	for _, o := range offers {
		servers[o.Server] = append(servers[o.Server], prompt.HostTool{Server: o.Server, Name: o.Name, Doc: o.Doc, Schema: prompt.JSON(o.Schema)})
	}
	return servers, nil
}
