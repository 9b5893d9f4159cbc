package project

import (
	"iter"
	"reflect"
)

// Projector remembers what it made of tools: the cells of a registry show most of them alike. The zero value has made
// nothing yet.
type Projector struct{ made map[string][]*made } // by the tool's key

// List is the tools of a prompt.
type List struct {
	tools    []*made
	declared int // how many of them; those of hosts stand behind
}

// made is what was made of a tool.
type made struct {
	tool Tool
	of   map[target]string
	docs string // "" until they are asked for
}

// target is what a tool is made into.
type target struct {
	projection string
	mark       Mark
}

// Take prepares the tools of a prompt for requests.
func (p *Projector) Take(tools []Tool) List {
	l := List{declared: len(Of("", tools))}
	for i := range tools {
		l.tools = append(l.tools, p.take(&tools[i]))
	}
	return l
}

// Docs is the XML documentation of each tool of the list.
func (l List) Docs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range l.tools {
			if m.docs == "" {
				m.docs = doc(&m.tool)
			}
			if !yield(m.docs) {
				return
			}
		}
	}
}

// take returns what was made of a tool that is the same in everything.
func (p *Projector) take(t *Tool) *made {
	for _, m := range p.made[t.Key] {
		if reflect.DeepEqual(m.tool, *t) { // cheap: equal tools share most of their strings
			return m
		}
	}
	m := &made{tool: *t, of: map[target]string{}}
	if p.made == nil {
		p.made = map[string][]*made{}
	}
	p.made[t.Key] = append(p.made[t.Key], m)
	return m
}

// as is the tool in a projection.
func (m *made) as(projection string, e envelope, mark Mark) string {
	at := target{projection, mark}
	text, ok := m.of[at]
	if !ok {
		text = e.tool(&m.tool, mark)
		m.of[at] = text
	}
	return text
}
