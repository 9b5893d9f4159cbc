package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// NoMode is the error for a cell in which a level of the chain decides whose mode the cell does not choose.
type NoMode struct{ Level string }

func (e *NoMode) Error() string {
	return fmt.Sprintf("level %q of the chain decides, and nothing chooses its mode", e.Level)
}

// piece is what may stand in a prompt: a section, or the text of an amendment.
type piece struct {
	Section
	part      *registry.Part // nil: the text stands already
	separator string         // where something stands in front
	verb      string         // what happens where it takes the system text over the profile's limit
	kind      string         // "section", "input"
}

func (x *scene) piece(name string) piece {
	s := x.r.Section(name)
	p := piece{
		Section: Section{Name: s.Name, Level: s.Level(), InTail: s.InTail()}, part: &s.Part,
		separator: x.profile.Separator, kind: "section",
	}
	if x.profile.Limit != nil {
		p.verb = x.profile.Verb(s)
	}
	return p
}

// lineup lists what may stand in the prompt, in order: the profile's sections, or what its chain makes of them.
func (x *scene) lineup() []piece {
	var own, added, tail []piece
	for _, w := range x.profile.Sections {
		if x.r.Section(w.Text).Role != "user" {
			own = append(own, x.piece(w.Text))
		}
	}
	chain := x.r.ChainOf(x.profile)
	if chain == nil {
		return own
	}
	for _, w := range chain.Tail {
		tail = append(tail, x.piece(w.Text))
	}
	for i := range chain.Levels {
		l := &chain.Levels[i]
		p, s := x.piece(l.Section.Text), x.r.Section(l.Section.Text)
		if p.Text = x.part(s.Name, &s.Part, ""); p.Text == "" {
			continue
		}
		p.part = nil // it is rendered, and what limits did to it is noted
		if l.Separator != nil {
			p.separator = *l.Separator
		}
		if x.modeOf(l) == "replace" {
			own = nil
		}
		if added = append(added, p); !l.Tail {
			tail = nil
		}
		break
	}
	changes, replaced := x.amendments(chain.Amend)
	if replaced {
		own, added = nil, nil
	}
	// What belongs to the session stands in front of what changes with every turn, or nothing of it could be cached.
	at := len(own)
	for at > 0 && own[at-1].Level == registry.Volatile {
		at--
	}
	return slices.Concat(own[:at], added, changes, own[at:], tail)
}

// modeOf is what a level that decides does.
func (x *scene) modeOf(l *registry.ChainLevel) string {
	if l.Mode != "choose" {
		return l.Mode
	}
	for _, m := range x.cell.Modes {
		if m.Level.Text == l.Section.Text {
			return m.Mode
		}
	}
	x.noMode = &NoMode{l.Section.Text}
	return ""
}

// amendments lists the texts that amendments leave: everything from the last replacement on that is not dropped.
func (x *scene) amendments(a *registry.Amend) (left []piece, replaced bool) {
	if a == nil {
		return nil, false
	}
	max := x.profile.Limit
	for i, fs := range x.inputs[a.Each.Text].items {
		change := func(field registry.Word) piece {
			return piece{
				Section: Section{
					Name: fmt.Sprintf("%s[%d].%s", a.Each.Text, i, field.Text), Level: registry.Session, Text: fs[field.Text].text,
				},
				separator: x.profile.Separator, verb: a.Over, kind: "input",
			}
		}
		if r := change(a.Replace); a.Replace.Given() && r.Text != "" {
			n := len(r.Text)
			if x.profile.Final == "newline" {
				n++
			}
			if a.Over == "drop" && max != nil && n > int(max.Bytes) {
				x.exceed([]bound{{"bytes", n, int(max.Bytes)}}, a.Over, r.kind, r.Name, max.At, max.At)
			} else {
				left, replaced = []piece{r}, true
			}
		}
		if add := change(a.Append); a.Append.Given() && add.Text != "" {
			left = append(left, add)
		}
	}
	return left, replaced
}

// OverlayModes lays modes over others, e.g. "agent=append"; "" sets none. The error lists everything that is wrong, a
// line each.
func OverlayModes(r *registry.Registry, base []registry.ModeValue, settings string) ([]registry.ModeValue, error) {
	o := overlay{}
	out := slices.Clone(base)
	if settings == "" {
		return out, nil
	}
	var choosing []string
	if r.Chain != nil {
		for _, l := range r.Chain.Levels {
			if l.Mode == "choose" {
				choosing = append(choosing, l.Section.Text)
			}
		}
	}
	for s := range strings.SplitSeq(settings, ",") {
		level, mode, _ := strings.Cut(strings.TrimSpace(s), "=")
		switch {
		case !slices.Contains(choosing, level):
			o.add("%s", unknown("level of the chain with a mode to choose", level, choosing))
		case mode != "replace" && mode != "append":
			o.add("mode %q of level %q: want %s=replace or %s=append", mode, level, level, level)
		default:
			out = setMode(out, registry.ModeValue{Level: registry.Word{Text: level}, Mode: mode})
		}
	}
	if o.problems != nil {
		return nil, errors.Join(o.problems...)
	}
	return out, nil
}
