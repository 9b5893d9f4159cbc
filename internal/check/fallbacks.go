package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// fallbackKeys are what the fallbacks of locales list: a section or command, "tools.NAME", or "tools" for all of these.
func (p *pass) fallbackKeys() []registry.Word {
	var out []registry.Word
	for _, l := range p.r.Locales {
		if l.Fallback != nil {
			out = slices.Concat(out, l.Fallback.Only, l.Fallback.Except)
		}
	}
	return out
}

// fallbackSections reports what fallbacks list that is neither a section or command nor speaks of tools. Texts of a
// section fall back together, so the name of a single one would mean nothing.
func (p *pass) fallbackSections(owners []declared) {
	all := slices.Clone(owners)
	if len(p.r.Tools) > 0 {
		all = append(all, declared{name: registry.AllTools})
	}
	for _, t := range p.r.Tools {
		all = append(all, declared{registry.AllTools + "." + t.Name, t.At})
	}
	for _, w := range p.fallbackKeys() {
		head, _, dotted := strings.Cut(w.Text, ".")
		_, owned := p.ownerOf(head)
		switch t := p.r.Tool(head); {
		case dotted && head == registry.AllTools: // see fallbackTools
		case dotted && owned:
			p.add(p.errorf(w.At, "fallback names %q, but covers whole sections only", w.Text).Note("name %q", head))
		case t != nil && !owned && !dotted:
			p.add(propose(p.errorf(w.At, "no section or command named %q", head), declared{registry.AllTools + "." + head, t.At}))
		default:
			if d := suggest(diag.Diagnostic{}, w.Text, all); len(d.Notes) == 0 {
				w.Text = head
			}
			p.known("section or command", all, w)
		}
	}
}

// fallbackTools reports tools in fallbacks that are not declared, and parameters of tools, which fall back with the tool.
func (p *pass) fallbackTools(tools []declared) {
	for _, w := range p.fallbackKeys() {
		rest, ok := strings.CutPrefix(w.Text, registry.AllTools+".")
		if !ok {
			continue
		}
		name, _, deep := strings.Cut(rest, ".")
		if deep && p.r.Tool(name) != nil {
			p.add(p.errorf(w.At, "fallback names %q, but covers whole tools only", w.Text).Note("name %q", registry.AllTools+"."+name))
			continue
		}
		p.known("tool", tools, registry.Word{Text: name, At: w.At})
	}
}

// fallbackKey replaces the names in what a fallback lists, and what is too narrow by the section or tool around it.
func (f *fixer) fallbackKey(w *registry.Word) {
	if !slices.Contains(f.names["owner"], w.Text) && f.p.r.Tool(w.Text) != nil {
		w.Text, f.changed = registry.AllTools+"."+w.Text, true
		return
	}
	f.key(w)
	parts := strings.Split(w.Text, ".")
	keep := 1
	if parts[0] == registry.AllTools {
		keep = 2
	}
	if len(parts) > keep {
		w.Text, f.changed = strings.Join(parts[:keep], "."), true
	}
}

// fallbackTwice reports a tool that a fallback lists beside all tools.
func (p *pass) fallbackTwice() {
	for _, l := range p.r.Locales {
		if l.Fallback == nil {
			continue
		}
		list := slices.Concat(l.Fallback.Only, l.Fallback.Except)
		all := slices.IndexFunc(list, func(w registry.Word) bool { return w.Text == registry.AllTools })
		for _, w := range list {
			if all >= 0 && strings.HasPrefix(w.Text, registry.AllTools+".") {
				p.add(p.errorf(w.At, "fallback of locale %q names %q and all tools", l.Name.Text, w.Text).
					Note("remove one of the two; all tools are named at %s", list[all].At))
			}
		}
	}
}
