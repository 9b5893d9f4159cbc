// Package audit says what a prompt costs before a request is sent: what stands in it, how often each piece changes, how
// many different prefixes its gates make and which gate is to blame.
package audit

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/strict"
)

// Report is the audit of a registry: every profile over each of its transports in each locale. Its JSON is described
// by docs/audit.schema.json.
type Report struct {
	Profiles []Profile `json:"profiles"`
	Reasons  []Reason  `json:"-"`
}

// Profile is the audit of one profile over one transport in one locale. Bytes and tokens are those of the first case of
// the snapshots that the main agent has.
type Profile struct {
	Profile      string    `json:"profile"`
	Transport    string    `json:"transport"`
	Locale       string    `json:"locale"`
	StaticBytes  int       `json:"staticBytes"` // of the static text at the front of the system text
	StaticTokens int       `json:"staticTokens"`
	CacheKeys    int64     `json:"cacheKeys"`
	TextKeys     int64     `json:"textKeys"`
	ToolKeys     int64     `json:"toolKeys"`
	Exact        bool      `json:"exact"`
	Blame        []Blame   `json:"blame"`
	Sections     []Section `json:"sections"`
	Marks        []Mark    `json:"marks"`
	Strict       []Strict  `json:"strict"`
	Moved        []Moved   `json:"moved"`
	Toolsets     []Toolset `json:"toolsets"` // native: what stands between the declared tools and the text

	Bounds  Bounds   `json:"-"`
	Tools   *Tools   `json:"-"` // nil over xml
	Prices  []Price  `json:"-"`
	Targets []string `json:"-"`
}

// Blame says that a gate multiplies the cache keys.
type Blame struct {
	Gate   string  `json:"gate"`
	Factor float64 `json:"factor"` // to three decimals
}

// Toolset is a toolset of the profile. Sessions with other tools in it share the declared tools and nothing behind them.
type Toolset struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Tools  int    `json:"tools"` // in the case
	Tokens int    `json:"tokens"`
	Behind int    `json:"behind"` // tokens of static text that only sessions with the same tools share
}

// Section is a section of the profile. Its bytes hold the separator in front of it; a section that the case leaves empty
// has none.
type Section struct {
	Name   string   `json:"name"`
	Role   string   `json:"role"`   // "system", "user"
	Cache  string   `json:"cache"`  // "static", "session", "volatile"
	Place  string   `json:"place"`  // "system", "tail", "turn"
	Reason string   `json:"reason"` // "" for static
	Reads  []string `json:"reads"`  // gates, then inputs, e.g. "mcp", "input.cwd"
	Bytes  int      `json:"bytes"`
	Tokens int      `json:"tokens"`
}

// Bounds are where the tiers of the system text end, in bytes.
type Bounds struct {
	Static  int // what sessions share
	Session int // what turns share
	System  int
	Tail    int // of the text behind the last message
}

// Tools are the tools of the case, as the bytes of the first projection.
type Tools struct {
	Level         string // "session" where one is, else "static"
	Count         int
	Bytes, Tokens int
	Declared      int      // tokens of those in front of the host's
	Reads         []string // as Section has them
}

// Reason is why something is not static, or stands where it costs.
type Reason struct {
	Of   string // e.g. "section environment", "place of section clock"
	Why  string
	What string // "session", "volatile", "system", "fixed"
}

// auditor makes a report.
type auditor struct {
	r      *registry.Registry
	keys   *keys.Counter
	render *render.Renderer
	reads  *check.Reader
	tokens func(string) int
}

// Of audits a registry that is free of errors, as far as wanted says.
func Of(r *registry.Registry, tokens func(string) int, wanted func(profile, transport, locale string) bool) (*Report, error) {
	a := &auditor{r, keys.New(r), render.New(r), check.NewReader(r), tokens}
	out := &Report{Profiles: []Profile{}}
	var shown []*registry.Profile
	for i := range r.Profiles {
		p := &r.Profiles[i]
		for _, t := range p.Transports {
			for _, l := range r.Locales {
				if !wanted(p.Name, t.Text, l.Name.Text) {
					continue
				}
				x, err := a.profile(p, t.Text, l.Name.Text)
				if err != nil {
					return nil, err
				}
				out.Profiles = append(out.Profiles, *x)
				if !slices.Contains(shown, p) {
					shown = append(shown, p)
				}
			}
		}
	}
	out.Reasons = reasons(r, shown)
	return out, nil
}

// JSON returns the report as an indented document.
func (r *Report) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(r, "", "  ")
	return append(b, '\n'), err
}

func (a *auditor) profile(p *registry.Profile, transport, locale string) (*Profile, error) {
	count, err := a.keys.Count(p.Name, transport, locale)
	if err != nil {
		return nil, err
	}
	shown, err := a.render.Render(keys.Cell(a.r, p.Name, transport, locale))
	if err != nil {
		return nil, err
	}
	x := &Profile{
		Profile: p.Name, Transport: transport, Locale: locale,
		CacheKeys: count.Cache, TextKeys: count.Text, ToolKeys: count.Tools, Exact: count.Exact,
		Blame: []Blame{}, Sections: []Section{}, Toolsets: []Toolset{},
	}
	for _, b := range count.Blame {
		x.Blame = append(x.Blame, Blame{b.Gate, max(1.001, math.Round(b.Factor*1000)/1000)})
	}
	static := a.sections(x, p, shown)
	x.StaticBytes, x.StaticTokens = len(static), a.tokens(static)
	x.Bounds.Tail = len(shown.Tail)
	if transport == "native" {
		wire, err := a.wire(shown.Tools)
		if err != nil {
			return nil, err
		}
		x.Tools = &Tools{Level: a.level(shown.Tools), Count: len(shown.Tools), Bytes: len(wire), Tokens: a.tokens(wire), Reads: a.reads.Tools(p)}
		if x.Tools.Declared, err = a.wireTokens(project.Of("", shown.Tools)); err != nil {
			return nil, err
		}
		if err := a.toolsets(x, p, shown); err != nil {
			return nil, err
		}
	}
	if x.Marks, err = a.marks(x, p, shown); err != nil {
		return nil, err
	}
	tools := strict.Decide(a.r, p)
	x.Strict, x.Moved = stricts(a.r, tools, transport), movedIn(a.r, tools, transport)
	x.Targets = targets(a.r, p, x, len(shown.System), a.tokens(shown.System))
	x.Prices, err = a.prices(x, p, shown)
	return x, err
}

// level is that of the liveliest tool.
func (a *auditor) level(tools []project.Tool) string {
	for _, t := range tools {
		if t.Host != nil || a.r.Tool(t.Key).Cache.Text == string(registry.Session) {
			return string(registry.Session)
		}
	}
	return string(registry.Static)
}

// wire is the tools member of a request, without marks: they are no text.
func (a *auditor) wire(tools []project.Tool) (string, error) {
	projection := "anthropic"
	if all := a.r.Contract.Projections; len(all) > 0 {
		projection = all[0].Text
	}
	return project.Request(projection, tools, project.Mark{})
}

// sections describes the sections of a profile and returns its static text.
func (a *auditor) sections(x *Profile, p *registry.Profile, shown *render.Result) (static string) {
	tier := keys.StaticTier(a.r, p)
	order := a.r.Lineup(p)
	behind := behindLevels(a.r, p)
	for i, w := range order {
		if i == behind {
			a.amendments(x, p, shown)
		}
		s := a.r.Section(w.Text)
		out := Section{
			Name: s.Name, Role: s.Role, Cache: s.Cache.Text, Place: place(s), Reason: s.Reason.Text,
			Reads: a.reads.Section(s, p, x.Locale),
		}
		if out.Reads == nil {
			out.Reads = []string{}
		}
		text := textOf(shown, s.Name)
		out.Bytes, out.Tokens = len(text), a.tokens(text)
		if out.Place == "system" {
			x.Bounds.add(s.Level(), i < tier, len(text))
			if i < tier {
				static += text
			}
		}
		x.Sections = append(x.Sections, out)
	}
	if behind == len(order) {
		a.amendments(x, p, shown)
	}
	x.Bounds.System = len(shown.System)
	return static
}

// behindLevels is how many sections stand in front of the amendments.
func behindLevels(r *registry.Registry, p *registry.Profile) int {
	n := 0
	for i, w := range r.Lineup(p) {
		if s := r.Section(w.Text); s.Role != "user" && s.Level() != registry.Volatile && (p.ListsSection(w.Text) || r.Chain.Level(w.Text) != nil) {
			n = i + 1
		}
	}
	return n
}

// amendments adds the texts of the list whose items change the prompt. They are one section of the report.
func (a *auditor) amendments(x *Profile, p *registry.Profile, shown *render.Result) {
	c := a.r.ChainOf(p)
	if c == nil || c.Amend == nil {
		return
	}
	out := Section{
		Name: c.Amend.Each.Text, Role: "system", Cache: string(registry.Session), Place: "system", Reason: "Amendments belong to the session.",
		Reads: []string{"input." + c.Amend.Each.Text},
	}
	text := ""
	for _, s := range shown.Sections {
		if strings.HasPrefix(s.Name, c.Amend.Each.Text+"[") {
			text += s.Separator + s.Text
		}
	}
	out.Bytes, out.Tokens = len(text), a.tokens(text)
	x.Bounds.add(registry.Session, false, len(text))
	x.Sections = append(x.Sections, out)
}

// add moves the ends behind a section. A tier ends where the first section of a livelier one begins.
func (b *Bounds) add(level registry.Level, static bool, bytes int) {
	if static {
		b.Static += bytes
	}
	if level != registry.Volatile && b.Session == b.System {
		b.Session += bytes
	}
	b.System += bytes
}

// textOf returns the bytes of a section, those of all its turns where it opens the history, or "".
func textOf(shown *render.Result, section string) string {
	for _, s := range shown.Sections {
		if s.Name == section {
			return s.Separator + s.Text
		}
	}
	turns := ""
	for _, t := range shown.Turns {
		if t.Section == section {
			turns += t.Text
		}
	}
	return turns
}

func place(s *registry.Section) string {
	switch {
	case s.Role == "user":
		return "turn"
	case s.InTail():
		return "tail"
	default:
		return "system"
	}
}

// reasons lists every reason of profiles that is about the cache, in the order of what they list.
func reasons(r *registry.Registry, profiles []*registry.Profile) []Reason {
	var out []Reason
	seen := map[string]bool{}
	once := func(x Reason) {
		if key := x.Of + "\x00" + x.What; x.Why != "" && !seen[key] {
			seen[key] = true
			out = append(out, x)
		}
	}
	for _, p := range profiles {
		if p.Order != nil {
			once(Reason{"order of profile " + p.Name, p.Order.Reason.Text, "fixed"})
		}
		for _, w := range p.Tools {
			if t := r.Tool(w.Text); t != nil {
				once(Reason{"tool " + t.Name, t.Reason.Text, t.Cache.Text})
			} else if ts := r.Toolset(w.Text); ts != nil {
				once(Reason{"toolset " + ts.Name, ts.Reason.Text, "session"})
			}
		}
		for _, w := range r.Lineup(p) {
			s := r.Section(w.Text)
			once(Reason{"section " + s.Name, s.Reason.Text, s.Cache.Text})
			once(Reason{"place of section " + s.Name, s.PlaceReason.Text, s.Place.Text})
		}
	}
	return out
}
