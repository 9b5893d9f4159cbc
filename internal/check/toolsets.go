package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// toolsetRules look at sets of tools that are known at run time only.
func toolsetRules() []rule {
	return []rule{
		{diag.Rule{ID: "toolset-order", Doc: "A profile lists a tool behind a toolset. What a host gives differs between sessions, so nothing behind it could be cached for all of them. Move the toolset to the end of the list."}, toolsetOrder},
		{diag.Rule{ID: "toolset-wire", Doc: "The wire pattern of a toolset can't make names that every provider takes: letters, digits, _ and -, no digit or - in front, at most 64. It may hold {name} and {server}, each once. Correct it, e.g. {server}__{name}."}, toolsetWire},
		{diag.Rule{ID: "toolset-collision", Doc: "A host's tool can get the name of a declared tool, or of a tool of another toolset in the same profile; it is then refused or left out (a warning). Give the pattern a text of its own, e.g. mcp__{server}__{name}, or allow it under lint.allow with a reason."}, toolsetCollision},
		{diag.Rule{ID: "toolset-input-clash", Doc: "A toolset has the name of an input, so a gate that follows from it could mean either. Rename one."}, toolsetInputClash},
		{diag.Rule{ID: "toolset-not-shown", Doc: "A part names a toolset and shows no tools, or stands in a section or command that no profile lists beside the toolset, so it is always empty. Say tools: \"docs\" or \"names\" in the part, list the toolset, or remove the part."}, toolsetNotShown},
	}
}

func toolsetOrder(p *pass) {
	for _, prof := range p.r.Profiles {
		var set *registry.Word
		for i, w := range prof.Tools {
			switch {
			case p.r.Toolset(w.Text) != nil:
				set = &prof.Tools[i]
			case set != nil && p.r.Tool(w.Text) != nil:
				p.add(p.errorf(w.At, "profile %q lists tool %q behind toolset %q", prof.Name, w.Text, set.Text).
					Note("move %q behind all tools (%s)", set.Text, set.At))
			}
		}
	}
}

func toolsetInputClash(p *pass) {
	for _, ts := range p.r.Toolsets {
		if in := p.r.Input(ts.Name); in != nil {
			p.report(ts.At, "rename one of the two; the input is declared at "+in.At.String(), "toolset %q has the name of an input", ts.Name)
		}
	}
}

// wireParts splits the pattern of a toolset at its placeholders.
func wireParts(pattern string) []string {
	return strings.Split(strings.ReplaceAll(pattern, "{server}", "{name}"), "{name}")
}

func toolsetWire(p *pass) {
	for _, ts := range p.r.Toolsets {
		wrong := func(format string, args ...any) {
			p.add(p.errorf(ts.Wire.At, "the wire pattern %q %s", ts.Wire.Text, fmt.Sprintf(format, args...)).
				Note("want letters, digits, _ and -, with {name} and {server} in it, each once, e.g. \"{server}__{name}\""))
		}
		literal := strings.Join(wireParts(ts.Wire.Text), "")
		at := strings.IndexFunc(literal, func(r rune) bool { return !isWireRune(r) })
		switch first := ts.Wire.Text[0]; {
		case strings.Count(ts.Wire.Text, "{name}") != 1 || strings.Count(ts.Wire.Text, "{server}") > 1:
			wrong("holds a placeholder twice")
		case at >= 0:
			wrong("holds %q", []rune(literal[at:])[0])
		case first == '-' || '0' <= first && first <= '9':
			wrong("begins with %q", rune(first))
		case len(literal) > 62: // both placeholders stand for something
			wrong("leaves no room for the names that it takes in")
		}
	}
}

func isWireRune(r rune) bool {
	return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

func toolsetCollision(p *pass) {
	for i := range p.r.Toolsets {
		ts := &p.r.Toolsets[i]
		for j := range p.r.Tools {
			t := &p.r.Tools[j]
			if !mayBe(ts.Wire.Text, t.WireName()) {
				continue
			}
			p.add(diag.Warnf(ts.Wire.At, p.rule, "a tool of toolset %q can be called %q, like tool %q", ts.Name, t.WireName(), t.Name).
				Note("give the pattern a text of its own, e.g. \"mcp__{server}__{name}\"").Note("tool %q is declared at %s", t.Name, t.At))
			break // the others are no news
		}
		for j := range p.r.Toolsets[:i] {
			other := &p.r.Toolsets[j]
			together := slices.ContainsFunc(p.r.Profiles, func(q registry.Profile) bool { return q.ListsTool(ts.Name) && q.ListsTool(other.Name) })
			if together && mayMeet(ts.Wire.Text, other.Wire.Text) {
				p.add(diag.Warnf(ts.Wire.At, p.rule, "tools of the toolsets %q and %q can have one name", other.Name, ts.Name).
					Note("let the two patterns begin or end with different texts").Note("the other stands at %s", other.Wire.At))
			}
		}
	}
}

// mayBe reports whether a pattern can make a name, in any case.
func mayBe(pattern, name string) bool {
	parts := wireParts(strings.ToLower(pattern))
	name = strings.ToLower(name)
	for i, part := range parts {
		at := strings.Index(name, part)
		switch {
		case i == 0 && at != 0, at < 0:
			return false
		case i == 0:
			name = name[len(part):]
		case i == len(parts)-1:
			return len(name) > len(part) && strings.HasSuffix(name, part)
		default: // at least one character stands for the placeholder in front
			if at = strings.Index(name[min(1, len(name)):], part); at < 0 || name == "" {
				return false
			}
			name = name[1+at+len(part):]
		}
	}
	return true
}

// mayMeet reports whether two patterns can make one name, as far as their ends tell.
func mayMeet(a, b string) bool {
	x, y := wireParts(strings.ToLower(a)), wireParts(strings.ToLower(b))
	first := func(p []string) string { return p[0] }
	last := func(p []string) string { return p[len(p)-1] }
	heads := strings.HasPrefix(first(x), first(y)) || strings.HasPrefix(first(y), first(x))
	tails := strings.HasSuffix(last(x), last(y)) || strings.HasSuffix(last(y), last(x))
	return heads && tails
}

func toolsetNotShown(p *pass) {
	for _, n := range p.nodes {
		w := n.part.Toolset
		ts := p.r.Toolset(w.Text)
		if ts == nil {
			continue
		}
		if n.part.Kind != registry.DocsPart && n.part.Kind != registry.NamesPart {
			p.report(w.At, `say tools: "docs" or tools: "names" beside it, or remove it`, "the part names toolset %q, but shows no tools", ts.Name)
			continue
		}
		listed := p.profiles(n.owner)
		if len(listed) > 0 && !slices.ContainsFunc(listed, func(q *registry.Profile) bool { return q.ListsTool(ts.Name) }) {
			p.add(p.errorf(w.At, "%s shows toolset %q, which no profile lists beside it", n.owner, ts.Name).
				Note("list the toolset at the end of the tools of %s, or remove the part", diag.QuoteAll(profileNamesOf(listed))))
		}
	}
}

func profileNamesOf(profiles []*registry.Profile) []string {
	var out []string
	for _, q := range profiles {
		out = append(out, q.Name)
	}
	return out
}
