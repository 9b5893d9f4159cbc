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
			c.add(now.at.projections, "projection %q is gone", p)
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

// broken is one change and the profiles in which it breaks calls.
type broken struct {
	at       diag.Loc
	what     string
	profiles []string
}

// add notes a change at its place, once for all profiles.
func (c *comparison) add(at diag.Loc, format string, args ...any) {
	b := broken{at: at, what: fmt.Sprintf(format, args...)}
	same := func(o broken) bool { return o.at == b.at && o.what == b.what }
	i := slices.IndexFunc(c.breaks, same)
	if i < 0 {
		i = len(c.breaks)
		c.breaks = append(c.breaks, b)
	}
	if c.prof != "" {
		c.breaks[i].profiles = append(c.breaks[i].profiles, c.prof)
	}
}

func (c *comparison) list() diag.List {
	var out diag.List
	for _, b := range c.breaks {
		d := diag.Errorf(b.at, breakRule, "%s", b.what)
		if len(c.now.Profiles) > 1 && len(b.profiles) > 0 {
			d = d.Note("in profile %s", quoteAll(b.profiles))
		}
		out = append(out, d.Note("calls that were valid could fail; take this back, or accept it: contract.version %d -> %d (%s)",
			c.now.Version, c.now.Version+1, c.now.at.version))
	}
	return out
}

func quoteAll(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, fmt.Sprintf("%q", n))
	}
	return strings.Join(out, ", ")
}

func (c *comparison) profile(old *Profile) {
	i := slices.IndexFunc(c.now.Profiles, func(p Profile) bool { return p.Name == old.Name })
	if i < 0 {
		c.prof = ""
		c.add(c.now.at.contract, "profile %q is gone", old.Name)
		return
	}
	now := &c.now.Profiles[i]
	c.prof = old.Name
	for _, t := range old.Tools {
		j := slices.IndexFunc(now.Tools, func(u Tool) bool { return u.Name == t.Name })
		at, listed := now.listed[t.Name]
		switch {
		case j >= 0:
			c.schema(t.Name, "", t.Schema, now.Tools[j].Schema)
		case listed:
			c.add(at, "tool %q is never shown now", t.Name)
		default:
			c.add(now.at, "tool %q is gone", t.Name)
		}
	}
}

// schema compares two schemas: of a tool's arguments, which have no path, or of a parameter or its items.
func (c *comparison) schema(tool, path string, old, now *Schema) {
	what := fmt.Sprintf("parameter %q of tool %q", path, tool)
	for _, k := range keywords() {
		if k.wider(old, now) {
			continue
		}
		c.add(now.place(k.name), "%s %s", what, k.say(old, now))
		if k.name == "type" {
			return // the other keywords speak of other values
		}
	}
	if old.Items != nil && now.Items != nil {
		c.schema(tool, path, old.Items, now.Items)
	}
	c.params(tool, path, old, now)
}

// params compares the parameters of a tool, or the members of an object.
func (c *comparison) params(tool, path string, old, now *Schema) {
	if old.Type != registry.ObjectType {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(old.Params)) {
		inner := strings.TrimPrefix(path+"."+name, ".")
		q, ok := now.Params[name]
		at, hidden := now.hidden[name]
		switch {
		case ok:
			c.schema(tool, inner, old.Params[name], q)
		case hidden:
			c.add(at, "parameter %q of tool %q is never shown now", inner, tool)
		default:
			c.add(now.place("params"), "parameter %q of tool %q is gone", inner, tool)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.Params)) {
		if _, ok := old.Params[name]; !ok && now.Params[name].Required != Optional {
			c.add(now.Params[name].place("required"), "parameter %q of tool %q is new and required", strings.TrimPrefix(path+"."+name, "."), tool)
		}
	}
}

// say words a change of a keyword that is not wider.
func (k keyword) say(old, now *Schema) string {
	before, after := k.show(old), k.show(now)
	switch {
	case k.name == "required" && old.Required == Optional:
		return "is required now, and was optional"
	case k.name == "required":
		return "is required in every prompt now, and some could hide it"
	case k.name == "enum" && before != "":
		return "has lost " + strings.Trim(spaced(lost(old, now)), "[]")
	case before == "":
		before = "none"
	}
	if after == "" {
		after = "none"
	}
	return fmt.Sprintf("has %s %s now, and had %s", k.name, after, before)
}
