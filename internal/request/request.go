// Package request puts together what a registry contributes to a provider's request: the tools, the system text cut into
// blocks, and the cache marks on them.
//
// It is the generator's own way there. The run time's is in prompt/, the two share nothing, and tests compare their bytes.
package request

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// Member is a member of a request. Its JSON is in encoding/json's fixed form.
type Member struct {
	Name string // e.g. "tools"
	JSON string
}

// format is how a provider takes a system text.
type format struct {
	name      string
	member    string
	open, end string // around the blocks
	text      string // what opens a block, in front of its text
	whole     bool   // the text is one string, in no block
	list      bool   // the member is a list whose first element this is
	mark      func(ttl string) string
	options   string // what stands beside marks
}

// formats has a row for every provider.
func formats() []format {
	const options = `{"mode":"explicit"}`
	point := func(string) string { return `,"prompt_cache_breakpoint":{"mode":"explicit"}` }
	control := func(ttl string) string {
		if ttl != "" {
			ttl = `,"ttl":"` + ttl + `"`
		}
		return `,"cache_control":{"type":"ephemeral"` + ttl + `}`
	}
	const text = `{"type":"text","text":`
	return []format{
		{name: "anthropic", member: "system", open: `[`, end: `]`, text: text, mark: control},
		{name: "openai-chat", member: "messages", list: true, open: `{"role":"developer","content":[`, end: `]}`, text: text, mark: point, options: options},
		{name: "openai-responses", member: "input", list: true, open: `{"type":"message","role":"developer","content":[`, end: `]}`, text: `{"type":"input_text","text":`, mark: point, options: options},
		{name: "openai-compatible", member: "messages", list: true, open: `{"role":"system","content":`, end: `}`, whole: true},
		{name: "gemini", member: "systemInstruction", open: `{"parts":[`, end: `]}`, text: `{"text":`},
		{name: "gemini-openapi", member: "systemInstruction", open: `{"parts":[`, end: `]}`, text: `{"text":`},
	}
}

// Members returns the members that the generated code contributes to the request of a cell, in the order of the prefix.
// What is not there, e.g. the tools of a cell over XML, is left out. Of a projection that is no request, the tools are all
// there is, whatever the transport.
func Members(r *registry.Registry, cell render.Cell, provider string, out *render.Result) ([]Member, error) {
	if p := registry.ProjectionOf(provider); p.Name != "" && p.Constant == "" {
		tools, err := project.Request(provider, out.Tools, project.Mark{})
		return []Member{{"tools", cmp.Or(tools, "[]")}}, err
	}
	i := slices.IndexFunc(formats(), func(f format) bool { return f.name == provider })
	if i < 0 {
		return nil, fmt.Errorf("no provider %q", provider)
	}
	f := formats()[i]
	set := marks.Of(r, r.Profile(cell.Profile), cell.Transport, provider, out)
	var all []Member
	if cell.Transport == "native" {
		end, on := marks.OnTools(set)
		tools, err := project.Request(provider, out.Tools, project.Mark{On: on, TTL: end.TTL})
		if err != nil {
			return nil, err
		}
		if tools != "" {
			all = append(all, Member{"tools", tools})
		}
	}
	if text := f.system(blocks(out), set); text != "" {
		if f.list {
			text = "[" + text + "]"
		}
		all = append(all, Member{f.member, text})
	}
	if len(set) > 0 && f.options != "" {
		all = append(all, Member{"prompt_cache_options", f.options})
	}
	return all, nil
}

// Object writes members as one JSON object.
func Object(members []Member) string {
	var parts []string
	for _, m := range members {
		parts = append(parts, string(project.AppendQuoted(nil, m.Name))+":"+m.JSON)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// block is a run of sections of one level, which can be marked by itself.
type block struct {
	text string
	end  int // bytes of the system text up to its end
}

// blocks cuts the system text where the level changes, also where what changes it is empty here.
func blocks(out *render.Result) []block {
	var all []block
	var level registry.Level
	open := false // the last block is of the run at hand
	at := 0
	for _, s := range out.Lineup {
		if s.InTail {
			continue
		}
		if s.Level != level {
			level, open = s.Level, false
		}
		i := slices.IndexFunc(out.Sections, func(o render.Section) bool { return o.Name == s.Name && !o.InTail })
		if i < 0 {
			continue
		}
		if !open {
			all, open = append(all, block{}), true
		}
		b := &all[len(all)-1]
		b.text += out.Sections[i].Separator + out.Sections[i].Text
		at += len(out.Sections[i].Separator) + len(out.Sections[i].Text)
		b.end = at
	}
	if len(all) > 0 {
		last := &all[len(all)-1]
		last.text += out.System[at:] // what the profile says stands at the very end
		last.end = len(out.System)
	}
	return all
}

// system writes the blocks with their marks.
func (f *format) system(all []block, set []marks.Mark) string {
	if len(all) == 0 {
		return ""
	}
	var parts []string
	whole := ""
	for _, b := range all {
		whole += b.text
		mark := ""
		for _, m := range set {
			if m.Section != "" && m.Bytes == b.end {
				mark = f.mark(m.TTL)
			}
		}
		parts = append(parts, f.text+string(project.AppendQuoted(nil, b.text))+mark+"}")
	}
	if f.whole {
		parts = []string{string(project.AppendQuoted(nil, whole))}
	}
	return f.open + strings.Join(parts, ",") + f.end
}
