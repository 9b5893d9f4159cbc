package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// markRules look at where profiles want cache marks, and at how long those last.
func markRules() []rule {
	return []rule{
		{diag.Rule{ID: "breakpoints-many", Doc: "A profile wants more cache marks than a request may have: four, and one of them is left to the host. Leave one out; a mark covers all that stands in front of it."}, breakpointsMany},
		{diag.Rule{ID: "breakpoint-needless", Doc: "A breakpoint marks nothing in this profile, or the same place as another. Leave it out."}, breakpointNeedless},
		{diag.Rule{ID: "ttl-order", Doc: "Text of the session is to be kept longer than static text, which stands in front of it; providers refuse the longer ttl behind the shorter one. Without ttl a mark lasts for \"5m\". Raise static, or lower session."}, ttlOrder},
		{diag.Rule{ID: "ttl-unused", Doc: "A ttl is given for text behind which the profile has no breakpoint. Leave the ttl out, or add the breakpoint."}, ttlUnused},
	}
}

// ownMarks is how many of the four marks of a request are left to the profile.
const ownMarks = 3

func breakpointsMany(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		own := 0
		for j, w := range prof.Breakpoints {
			if w.Text == "turns" || repeats(prof.Breakpoints, j) || p.needlessMark(prof, w.Text) != "" {
				continue
			}
			if own++; own > ownMarks {
				p.report(w.At, "want at most three of tools, static, session and system; a request has four marks, and one is the host's",
					"profile %q wants %d cache marks of its own", prof.Name, own)
			}
		}
	}
}

// repeats reports whether a word stands in front of its place already.
func repeats(ws []registry.Word, i int) bool { return registry.Lists(ws[:i], ws[i].Text) }

func breakpointNeedless(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if ws := prof.Breakpoints; len(ws) > 1 && ws[0].At == ws[1].At {
			continue // the default, which is for every profile
		}
		for j, w := range prof.Breakpoints {
			why := p.needlessMark(prof, w.Text)
			if repeats(prof.Breakpoints, j) {
				why = "stands there twice"
			}
			if why != "" {
				p.report(w.At, "leave it out", "breakpoint %q of profile %q %s", w.Text, prof.Name, why)
			}
		}
	}
}

// needlessMark says why a profile does not need a breakpoint, or "". A profile with a chain can show what it does not
// list.
func (p *pass) needlessMark(prof *registry.Profile, mark string) string {
	levels := p.systemLevels(prof)
	listed := func(l registry.Level) bool { return prof.Chain || slices.Contains(levels, l) }
	switch {
	case mark == "tools" && (len(prof.Tools) == 0 || !prof.Offers("native")):
		return "marks nothing: no tools are sent beside the text"
	case mark == "static" && !listed(registry.Static), mark == "session" && !listed(registry.Session):
		return "marks nothing: no section of the system text is " + mark
	case mark != "system" || listed(registry.Volatile):
		return ""
	case prof.Marks("session"):
		return `marks what "session" marks: nothing volatile stands in the system text`
	case prof.Marks("static") && !listed(registry.Session):
		return `marks what "static" marks: all sections of the system text are static`
	}
	return ""
}

// systemLevels lists the levels of the sections that a profile lists for the system text.
func (p *pass) systemLevels(prof *registry.Profile) []registry.Level {
	var out []registry.Level
	for _, w := range prof.Sections {
		if s := p.r.Section(w.Text); s != nil && s.Role == "system" && !s.InTail() {
			out = append(out, s.Level())
		}
	}
	return out
}

func ttlOrder(p *pass) {
	for _, prof := range p.r.Profiles {
		if t := prof.TTL; t != nil && t.Session.Text == "1h" && t.Static.Text != "1h" {
			p.report(t.Session.At, `want static: "1h" as well, or session: "5m"`,
				"profile %q keeps text of the session longer than static text", prof.Name)
		}
	}
}

func ttlUnused(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if prof.TTL == nil {
			continue
		}
		for _, f := range []struct {
			name  string
			ttl   registry.Word
			marks []string
		}{
			{"static", prof.TTL.Static, []string{"tools", "static", "session", "system"}},
			{"session", prof.TTL.Session, []string{"session", "system"}},
		} {
			if f.ttl.Given() && !slices.ContainsFunc(f.marks, prof.Marks) {
				p.report(f.ttl.At, "leave it out, or add a breakpoint: "+strings.Join(f.marks, ", "),
					"ttl.%s of profile %q has nothing to keep", f.name, prof.Name)
			}
		}
	}
}
