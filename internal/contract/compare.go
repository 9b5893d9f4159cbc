package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Compare says what of a registry the lock of its contract forbids. now is the lock that the registry would get, as
// Build makes it.
func Compare(old, now *Lock) diag.List {
	switch {
	case now.Contract != old.Contract:
		return diag.List{diag.Errorf(now.at.name, nameRule, "the contract is called %q, and the one in %s %q", now.Contract, Path, old.Contract).
			Note("keep the name, or delete that file: a new contract has nothing to be compared with")}
	case now.Version < old.Version:
		return diag.List{diag.Errorf(now.at.version, versionRule, "contract.version is %d, below the %d in %s", now.Version, old.Version, Path).
			Note("versions only go up: write %d, or %d if calls that were valid can fail", old.Version, old.Version+1)}
	case now.Version > old.Version:
		return nil
	}
	c := &comparison{now: now}
	for _, p := range old.Projections {
		if !slices.Contains(now.Projections, p) {
			c.add(now.at.projections, "", fmt.Sprintf("projection %q", p), "is gone")
		}
	}
	for i := range old.Profiles {
		c.profile(&old.Profiles[i])
	}
	return c.list()
}

// comparison collects the calls that could fail.
type comparison struct {
	now    *Lock
	prof   string // the profile at hand
	breaks []broken
}

// broken is one change: a subject, of tools where it is a parameter, and what became of it.
type broken struct {
	at       diag.Loc
	subject  string // e.g. `parameter "path"`
	what     string // e.g. "is gone"
	tools    []string
	profiles []string
}

// String words the change.
func (b *broken) String() string {
	const most = 3
	switch n := len(b.tools); {
	case n == 0:
		return b.subject + " " + b.what
	case n == 1:
		return fmt.Sprintf("%s of tool %q %s", b.subject, b.tools[0], b.what)
	case n <= most:
		return fmt.Sprintf("%s of tools %s %s", b.subject, diag.QuoteAll(b.tools), b.what)
	default:
		return fmt.Sprintf("%s of tools %s and %d others %s", b.subject, diag.QuoteAll(b.tools[:most-1]), n-most+1, b.what)
	}
}

// add notes a change, once for all profiles, and once for all tools that share the lines where it stands.
func (c *comparison) add(at diag.Loc, tool, subject, what string) {
	i := slices.IndexFunc(c.breaks, func(b broken) bool {
		return b.at.Spot() == at.Spot() && b.subject == subject && b.what == what
	})
	if i < 0 {
		i = len(c.breaks)
		c.breaks = append(c.breaks, broken{at: at, subject: subject, what: what})
	}
	c.breaks[i].tools = appendNew(c.breaks[i].tools, tool)
	c.breaks[i].profiles = appendNew(c.breaks[i].profiles, c.prof)
}

// appendNew appends a name that is there and is new.
func appendNew(names []string, name string) []string {
	if name == "" || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

func (c *comparison) list() diag.List {
	var out diag.List
	for _, b := range c.breaks {
		d := diag.Errorf(b.at, breakRule, "%s", b.String())
		switch n := len(b.profiles); {
		case n == 0 || n == len(c.now.Profiles):
		case n == 1:
			d = d.Note("in profile %q", b.profiles[0])
		default:
			d = d.Note("in profiles %s", diag.QuoteAll(b.profiles))
		}
		out = append(out, d.Note("calls that were valid could fail; take this back, or accept it: contract.version %d -> %d (%s)",
			c.now.Version, c.now.Version+1, c.now.at.version))
	}
	return out
}

func (c *comparison) profile(old *Profile) {
	i := slices.IndexFunc(c.now.Profiles, func(p Profile) bool { return p.Name == old.Name })
	if i < 0 {
		c.prof = ""
		c.add(c.now.at.contract, "", fmt.Sprintf("profile %q", old.Name), "is gone")
		return
	}
	now := &c.now.Profiles[i]
	c.prof = old.Name
	for _, t := range old.Tools {
		j := slices.IndexFunc(now.Tools, func(u Tool) bool { return u.Name == t.Name })
		if j >= 0 {
			c.params(t.Name, "", t.Schema, now.Tools[j].Schema)
			continue
		}
		gone, listed := now.gone[t.Name]
		if !listed {
			gone = reason{now.at, "is gone"}
		}
		c.add(gone.at, "", fmt.Sprintf("tool %q", t.Name), gone.what)
	}
}

// params compares the parameters of a tool, or the members of an object in the parameter at path.
func (c *comparison) params(tool, path string, old, now *Schema) {
	name := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	for _, n := range slices.Sorted(maps.Keys(old.Params)) {
		subject := fmt.Sprintf("parameter %q", name(n))
		at, hidden := now.hidden[n]
		switch q, ok := now.Params[n]; {
		case ok:
			c.param(tool, name(n), subject, old.Params[n], q)
		case hidden:
			c.add(at, tool, subject, "is never shown now")
		default:
			c.add(now.place("params"), tool, subject, "is gone")
		}
	}
	for _, n := range slices.Sorted(maps.Keys(now.Params)) {
		if q := now.Params[n]; old.Params[n] == nil && q.Required != Optional {
			c.add(q.place("required"), tool, fmt.Sprintf("parameter %q", name(n)), "is new and required")
		}
	}
}

// param compares two schemas of a parameter, or of its items, as subject says.
func (c *comparison) param(tool, path, subject string, old, now *Schema) {
	for _, k := range keywords() {
		if k.wider(old, now) {
			continue
		}
		c.add(now.place(k.name), tool, subject, k.say(old, now))
		if k.name == "type" || k.name == "discriminator" {
			return // what follows speaks of other values
		}
	}
	if now.Type == registry.AnyType {
		return // whatever was inside is valid
	}
	if old.Items != nil && now.Items != nil {
		c.param(tool, path, "an item of "+subject, old.Items, now.Items)
	}
	if old.Values != nil && now.Values != nil {
		c.param(tool, path, "a value of "+subject, old.Values, now.Values)
	}
	for _, tag := range slices.Sorted(maps.Keys(old.Variants)) {
		if v := now.Variants[tag]; v != nil {
			c.params(tool, path+"."+tag, old.Variants[tag], v)
		} else {
			c.add(now.place("variants"), tool, subject, fmt.Sprintf("no longer takes the %s %q", now.Discriminator, tag))
		}
	}
	c.params(tool, path, old, now)
}

// say words a change of a keyword that is not wider.
func (k keyword) say(old, now *Schema) string {
	before, after := k.show(old), k.show(now)
	switch {
	case k.name == "required" && old.Required == Optional:
		return "is required now, and was optional"
	case k.name == "nullable":
		return "no longer takes null"
	case k.name == "required":
		return "is required in every prompt now, and some could hide it"
	case k.name == "enum" && before != "":
		return "no longer takes " + strings.Trim(spaced(lost(old, now)), "[]")
	case before == "":
		before = "none"
	}
	if after == "" {
		after = "none"
	}
	return fmt.Sprintf("has %s %s now, and had %s", k.name, after, before)
}
