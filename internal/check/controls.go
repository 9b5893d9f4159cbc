package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Control finds the first character of a text that no model should get: a control character other than line feed and
// tab, as of inputs. The text says which and where, e.g. "U+0000 at character 3"; it is "" where there is none.
func Control(s string) string {
	found, _ := control(s)
	return found
}

// control is Control with the offset of the character.
func control(s string) (found string, at int) {
	n := 0
	for i, r := range s {
		n++
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return fmt.Sprintf("%U at character %d", r, n), i
		}
	}
	return "", 0
}

// controls looks at every string that reaches models: texts and their translations, what stands around them, and what
// tools say and suggest.
func controls(p *pass) {
	c := controlFinder{p, map[diag.Loc]bool{}}
	for _, t := range p.texts {
		kind := map[string]string{"tools": "description"}[t.in]
		if kind == "" {
			kind = "text"
		}
		for _, s := range t.text.Segs {
			c.look(registry.Place{At: s.At, Runs: s.Runs}, s.Lit, "a %s of %s", kind, t.owner)
		}
	}
	for _, n := range p.nodes {
		c.part(n)
	}
	for i := range p.r.Profiles {
		c.look(p.r.Profiles[i].SeparatorAt, p.r.Profiles[i].Separator, "the separator of profile %q", p.r.Profiles[i].Name)
	}
	if p.r.Chain != nil {
		for _, l := range p.r.Chain.Levels {
			if l.Separator != nil {
				c.look(l.SeparatorAt, *l.Separator, "the separator of level %q of the chain", l.Section.Text)
			}
		}
	}
	for _, n := range p.docs {
		if n.param != nil {
			c.look(registry.Place{At: n.param.UsageAt, Runs: n.param.UsageRuns}, n.param.Usage, "the usage of %s", n)
			c.value(n.param.DefaultAt, n.param.Default, n)
		}
	}
	for i := range p.r.ToolTexts {
		tt := &p.r.ToolTexts[i]
		for _, pt := range tt.Params {
			if pt.Usage != nil {
				c.look(registry.Place{At: pt.UsageAt, Runs: pt.UsageRuns}, *pt.Usage, "the usage of parameter %q of tool %q", pt.Path, tt.Tool)
			}
		}
	}
	p.types(func(n docNode, t *registry.Type) {
		for i, v := range t.Enum {
			c.look(t.EnumPlace(i), v, "the enum of %s", n)
		}
		c.look(t.Pattern.Place(), t.Pattern.Text, "the pattern of %s", n)
	})
}

// controlFinder reports each place once.
type controlFinder struct {
	p    *pass
	seen map[diag.Loc]bool
}

func (c *controlFinder) look(place registry.Place, s, format string, args ...any) {
	found, i := control(s)
	at := place.Byte(i)
	if found == "" || c.seen[at.Spot()] {
		return
	}
	c.seen[at.Spot()] = true
	c.p.report(at, `remove it; for the end of a line write \n alone`, "%s holds the control character %s", fmt.Sprintf(format, args...), found)
}

// part looks at what stands around and between the texts of a part.
func (c *controlFinder) part(n node) {
	c.look(n.part.BetweenAt, n.part.Between, "what stands between the items of a part of %s", n.owner)
	c.look(n.part.JoinAt, n.part.Join, "what joins the parts of %s", n.owner)
	w := n.part.Wrap
	if w == nil {
		return
	}
	c.look(w.BeforeAt, w.Before, "what stands before a part of %s", n.owner)
	c.look(w.AfterAt, w.After, "what stands after a part of %s", n.owner)
	if w.Heading != nil {
		c.look(w.Heading.GapAt, w.Heading.Gap, "the gap below a heading of %s", n.owner)
	}
}

// value looks at the strings in a default, names of members among them.
func (c *controlFinder) value(at registry.Place, raw json.RawMessage, n docNode) {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if raw == nil || dec.Decode(&v) != nil {
		return
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			c.look(at, v, "the default of %s", n)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(name)
				walk(v[name])
			}
		}
	}
	walk(v)
}
