// Package render makes the bytes of prompts from the model, for snapshots and for the command line.
//
// It is the generator's own renderer. What the generated code assembles is compared with what this package renders, so
// the two share nothing but the model. One filter over tools and parameters runs before anything else; documentation,
// schemas and text all read the list that it leaves.
package render

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// Cell is one prompt: what is shown, and what the host gives.
type Cell struct {
	Profile   string
	Transport string // "native", "xml"
	Locale    string
	Agent     string // a subagent; "" is the main agent
	Inputs    []registry.InputValue
	Gates     []registry.GateValue
	Modes     []registry.ModeValue
	Toolsets  []registry.ToolsetValue
}

// CellOf lays a case over the fixture.
func CellOf(r *registry.Registry, c *registry.Case, profile, transport, locale string) Cell {
	cell := Cell{Profile: profile, Transport: transport, Locale: locale, Agent: c.Subagent.Text}
	for _, from := range []*registry.Case{&r.Snapshots.Fixture, c} {
		for _, v := range from.Inputs {
			cell.Inputs = setInput(cell.Inputs, v)
		}
		for _, v := range from.Gates {
			cell.Gates = setGate(cell.Gates, v)
		}
		for _, v := range from.Modes {
			cell.Modes = setMode(cell.Modes, v)
		}
		for _, v := range from.Toolsets {
			cell.Toolsets = put(cell.Toolsets, v, func(v registry.ToolsetValue) string { return v.Name.Text })
		}
	}
	return cell
}

func setInput(in []registry.InputValue, v registry.InputValue) []registry.InputValue {
	return put(in, v, func(v registry.InputValue) string { return v.Name.Text })
}

func setGate(gates []registry.GateValue, v registry.GateValue) []registry.GateValue {
	return put(gates, v, func(v registry.GateValue) string { return v.Name.Text })
}

func setMode(modes []registry.ModeValue, v registry.ModeValue) []registry.ModeValue {
	return put(modes, v, func(v registry.ModeValue) string { return v.Level.Text })
}

// put takes the place of the entry with the same name, or comes last.
func put[T any](all []T, v T, name func(T) string) []T {
	if i := slices.IndexFunc(all, func(o T) bool { return name(o) == name(v) }); i >= 0 {
		all[i] = v
		return all
	}
	return append(all, v)
}

// Result is a rendered cell.
type Result struct {
	System   string
	Tail     string
	Sections []Section      // those of system text and tail that are not empty, in order
	Lineup   []Section      // Sections and those that could stand between them, without separators
	Turns    []Turn         // that open the history, in order
	Tools    []project.Tool // the declared ones, then those of the host
	Commands []Command      // those of the profile, in order
	Named    []Named
	Notes    []Note     // what limits did to the inputs and the sections
	Docs     []diag.Loc // of the parts that show the XML documentation of at least one tool
}

// Section is the text of a section. The separator in front of it belongs to it.
type Section struct {
	Name      string // of the text of an amendment its path, e.g. "plugins[0].addendum"
	Level     registry.Level
	InTail    bool
	Separator string // "" for the first of the system text and the first of the tail
	Text      string
}

// Turn is a turn of the user's that opens the history. Its text is not empty.
type Turn struct {
	Section string
	Level   registry.Level
	Text    string
}

// Command is the text of a command; "" where there is nothing to say.
type Command struct{ Name, Text string }

// Named is a tool that shown text names.
type Named struct {
	Tool string
	At   diag.Loc // of the mark
}

// Renderer renders the cells of one registry, which must be free of errors. It keeps what cells share, so it is not
// safe for concurrent use.
type Renderer struct {
	r       *registry.Registry
	worlds  map[worldKey]*gate.World
	forms   map[*registry.Param]project.ParamForm
	texts   map[paramKey]*paramText
	stricts map[*registry.Profile]map[string]strict.Set
	fangs   *regexp.Regexp // what looks like a line of a fence; nil until it is needed
}

type worldKey struct{ profile, agent, transport string }

type paramKey struct {
	param           *registry.Param
	profile, locale string
}

// New returns a Renderer for r.
func New(r *registry.Registry) *Renderer {
	return &Renderer{r: r, worlds: map[worldKey]*gate.World{}, forms: map[*registry.Param]project.ParamForm{},
		texts: map[paramKey]*paramText{}, stricts: map[*registry.Profile]map[string]strict.Set{}}
}

// Render renders one cell. The error says what is wrong with the cell, e.g. a name that the registry does not have. It is an
// OverLimit where a limit refuses what the cell holds, Broken where its gates break a constraint, BadHostTools where a
// toolset refuses them, and a NoMode where a level of the chain decides whose mode the cell does not choose.
func (rr *Renderer) Render(c Cell) (*Result, error) {
	x, err := rr.scene(c)
	if err != nil {
		return nil, err
	}
	if len(x.badTools) > 0 {
		return nil, x.badTools
	}
	if broken := x.setting.Broken(); len(broken) > 0 {
		return nil, Broken(broken)
	}
	x.filterTools()
	if len(x.badTools) > 0 {
		return nil, x.badTools
	}
	x.sections()
	x.turns()
	if x.noMode != nil {
		return nil, x.noMode
	}
	x.kind = "command"
	for _, w := range x.profile.Commands {
		cmd := rr.r.Command(w.Text)
		x.out.Commands = append(x.out.Commands, Command{Name: cmd.Name, Text: x.part(cmd.Name, &cmd.Part, "")})
	}
	if len(x.refused) > 0 {
		return nil, x.refused
	}
	if len(x.missing) > 0 {
		return nil, fmt.Errorf("no text for %s", strings.Join(x.missing, ", "))
	}
	return x.out, nil
}

// scene looks up what the cell names.
func (rr *Renderer) scene(c Cell) (*scene, error) {
	r := rr.r
	x := &scene{Renderer: rr, cell: c, profile: r.Profile(c.Profile), out: &Result{}}
	var problems []error
	if x.profile == nil {
		return nil, fmt.Errorf("no profile named %q", c.Profile)
	}
	if !x.profile.Offers(c.Transport) {
		problems = append(problems, fmt.Errorf("profile %q has no transport %q", c.Profile, c.Transport))
	}
	if r.Locale(c.Locale) == nil {
		problems = append(problems, fmt.Errorf("no locale named %q", c.Locale))
	}
	if c.Agent != "" {
		switch x.agent = r.Subagent(c.Agent); {
		case x.agent == nil:
			problems = append(problems, fmt.Errorf("no subagent named %q", c.Agent))
		case !x.agent.Allows(c.Profile):
			problems = append(problems, fmt.Errorf("subagent %q does not run in profile %q", c.Agent, c.Profile))
		}
	}
	if problems != nil {
		return nil, errors.Join(problems...)
	}
	x.inputs = resolve(r, c.Inputs)
	x.fitInputs(c.Inputs)
	x.hostTools()
	x.setting = &gate.Setting{World: rr.world(x), Gates: map[string]bool{}, Given: func(path string) bool {
		if r.Toolset(path) != nil {
			return len(x.hosts[path]) > 0
		}
		return x.lookup(path).given
	}}
	for _, g := range c.Gates {
		x.setting.Gates[g.Name.Text] = g.Value
	}
	return x, nil
}

// Broken is the error for a cell that breaks constraints between gates. The checks have looked at what the case gives, so
// that here a limit or a toolset decided what a gate follows from.
type Broken []gate.Rule

func (b Broken) Error() string {
	lines := make([]string, len(b))
	for i, rule := range b {
		lines[i] = fmt.Sprintf("gate %q implies %q, which is off", rule.Gate, rule.Other)
		if rule.Excludes {
			lines[i] = fmt.Sprintf("gate %q excludes %q, and both are on", rule.Gate, rule.Other)
		}
	}
	return strings.Join(lines, "\n")
}

// Refused reports whether an error of Render is about what the cell gives, which the snapshots report at its place.
func Refused(err error) bool {
	switch err.(type) {
	case OverLimit, BadHostTools, Broken, *NoMode:
		return true
	}
	return false
}

// world returns the World of a scene, which several cells share: parsing conditions is most of the work.
func (rr *Renderer) world(x *scene) *gate.World {
	k := worldKey{x.cell.Profile, x.cell.Agent, x.cell.Transport}
	w := rr.worlds[k]
	if w == nil {
		w = gate.NewWorld(rr.r, x.profile, x.agent, x.cell.Transport)
		rr.worlds[k] = w
	}
	return w
}
