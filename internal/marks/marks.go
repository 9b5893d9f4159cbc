// Package marks says where the requests of a prompt have cache marks, and how long a prefix has to be before a provider
// caches it at all.
//
// The runtime places marks by what a session shows. This package does the same for a rendered cell by walking its
// sections, and the two share nothing: tests of internal/request compare them.
package marks

import (
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// Mark is a cache mark of a request.
type Mark struct {
	For     []string // the breakpoints that fall on it, e.g. "static", "session"
	Section string   // what stands in front of it in the system text; "" where it is on the last declared tool
	Bytes   int      // how much of the system text stands in front of it
	TTL     string   // e.g. "1h"; "" is the provider's default
}

// end is the end of a section in the system text.
type end struct {
	section string
	bytes   int
}

// ends are the ends of what a breakpoint speaks of; the zero end where the request's text has nothing of it.
type ends struct {
	static, session, system end
	live                    bool // a turn can add to the system text
}

// Of returns the marks of a cell in requests of a projection, in the order of the prefix, where the host says nothing
// about marks. Projections that take none have none.
func Of(r *registry.Registry, p *registry.Profile, transport, projection string, out *render.Result) []Mark {
	onTools, ttl := false, registry.TTL{}
	switch registry.ProjectionOf(projection).Marks {
	case registry.NoMarks:
		return nil
	case registry.TextToolMarks:
		onTools = transport == "native" && declares(out)
		if p.TTL != nil {
			ttl = *p.TTL
		}
	}
	e := walk(out)
	var all []Mark
	for _, b := range []struct {
		name string
		end  end
	}{{"tools", end{}}, {"static", e.static}, {"session", e.session}, {"system", e.system}} {
		// Where a turn can add text, the end of all text never moves back to the tools: they are the same in all turns.
		movable := onTools && (b.name != "system" || !e.live)
		if !p.Marks(b.name) || b.end.section == "" && !movable {
			continue
		}
		m := Mark{For: []string{b.name}, Section: b.end.section, Bytes: b.end.bytes, TTL: ttl.Session.Text}
		if m.Bytes <= e.static.bytes {
			m.TTL = ttl.Static.Text
		}
		if i := slices.IndexFunc(all, func(o Mark) bool { return o.Bytes == m.Bytes }); i >= 0 {
			all[i].For = append(all[i].For, b.name)
			continue
		}
		all = append(all, m)
	}
	return all
}

// declares reports whether there is a tool to mark: what hosts give stands behind the declared ones and is never marked.
func declares(out *render.Result) bool {
	for i := range out.Tools {
		if out.Tools[i].Host == nil {
			return true
		}
	}
	return false
}

// OnTools returns the mark on the last tool among the marks of a request.
func OnTools(all []Mark) (Mark, bool) {
	i := slices.IndexFunc(all, func(m Mark) bool { return m.Section == "" })
	if i < 0 {
		return Mark{}, false
	}
	return all[i], true
}

// walk finds the ends. Text behind a livelier section is no part of what its level can share, even where a turn leaves
// that section empty: all turns have the same marks.
func walk(out *render.Result) ends {
	var e ends
	var bytes, liveliest int
	for _, s := range out.Lineup {
		if s.InTail {
			continue
		}
		if s.Level == registry.Volatile {
			e.live, liveliest = true, rank(registry.Volatile)
		}
		i := slices.IndexFunc(out.Sections, func(o render.Section) bool { return o.Name == s.Name })
		if i < 0 {
			continue
		}
		liveliest = max(liveliest, rank(s.Level))
		bytes += len(out.Sections[i].Separator) + len(out.Sections[i].Text)
		if !slices.ContainsFunc(out.Sections[i+1:], func(o render.Section) bool { return !o.InTail }) {
			bytes = len(out.System) // with what the profile says stands at the very end
		}
		at := end{s.Name, bytes}
		e.system = at
		if liveliest <= rank(registry.Session) {
			e.session = at
		}
		if liveliest == rank(registry.Static) {
			e.static = at
		}
	}
	return e
}

func rank(l registry.Level) int {
	return slices.Index([]registry.Level{registry.Static, registry.Session, registry.Volatile}, l)
}
