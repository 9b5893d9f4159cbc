package plan

import (
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Program is what a profile shows, in its order.
type Program struct {
	Profile          string // a constant
	Separator, Final string
	Limit            int64 // 0: none
	Sections         []SectionUse
	Chain            *Chain
	Commands         []CommandUse
	Tools            []string // constants
	Toolsets         []string // names
	Marks            []string // constants of the runtime, e.g. "MarkTools"
	StaticTTL        string   // e.g. "1h"; "" where the profile says none
	SessionTTL       string
}

// SectionUse is a section of a profile.
type SectionUse struct {
	Name, Level string
	InSystem    bool
	User        bool
	Total       string // a constant of the runtime where the section does not take the limit's word for it
	Method      string
	Turn        bool // the method takes the turn
}

// CommandUse is a command of a profile.
type CommandUse struct{ Name, Method string }

// SectionFunc is the method that writes a section or command.
type SectionFunc struct {
	Method string
	Doc    []string
	Turn   Use // of the turn
	Body   []Stmt
}

// Use says what a method does with a parameter.
type Use uint8

const (
	Without Use = iota // it has no such parameter
	Ignored            // only its caller's type demands the parameter
	Read
)

// programs plans what each profile shows.
func (b *builder) programs() []Program {
	var out []Program
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		g := Program{Profile: profileConst(p.Name), Separator: p.Separator, Tools: b.toolConsts(p.Tools), Toolsets: b.listedToolsets(p)}
		if p.Final == "newline" {
			g.Final = "\n"
		}
		for _, w := range p.Breakpoints {
			g.Marks = append(g.Marks, "Mark"+camel(w.Text))
		}
		if p.TTL != nil {
			g.StaticTTL, g.SessionTTL = p.TTL.Static.Text, p.TTL.Session.Text
		}
		if p.Limit != nil {
			g.Limit = p.Limit.Bytes
		}
		g.Sections, g.Chain = b.uses(p, p.Sections), b.chain(p)
		for _, w := range p.Commands {
			if c := b.r.Command(w.Text); c != nil {
				g.Commands = append(g.Commands, CommandUse{c.Name, b.method(c.Name, "Command")})
			}
		}
		out = append(out, g)
	}
	return out
}

// method names what writes a section or a command. No host sees it, so two names that are one in Go get a number.
func (b *builder) method(name, suffix string) string {
	key := name + "\x00" + suffix
	if b.methods[key] == "" {
		b.methods[key] = b.methodNames.take(stem(name) + suffix)
	}
	return b.methods[key]
}

// uses plans the sections of a list.
func (b *builder) uses(p *registry.Profile, list []registry.Word) []SectionUse {
	var out []SectionUse
	for _, w := range list {
		s := b.r.Section(w.Text)
		if s == nil {
			continue
		}
		live := s.Level() == registry.Volatile
		total := ""
		if p.Limit != nil && s.InSystem() && p.Verb(s) == "skip" {
			total = "Skip"
		}
		out = append(out, SectionUse{s.Name, levelConst(s.Level()), live && s.InSystem(), s.Role == "user", total, b.method(s.Name, "Section"), live})
	}
	return out
}

// sections plans the methods of the sections, in the order in which profiles show them.
func (b *builder) sections() []SectionFunc {
	var out []SectionFunc
	done := map[string]bool{}
	for i := range b.r.Profiles {
		for _, w := range b.r.Shows(&b.r.Profiles[i]) {
			s := b.r.Section(w.Text)
			if s == nil || done[s.Name] {
				continue
			}
			done[s.Name] = true
			w := partWriter{b: b, owner: s.Name, turns: s.Turns.Text == "each"}
			body := w.method(&s.Part)
			use := Without
			if s.Level() == registry.Volatile {
				use = useOfTurn(body)
			}
			method := b.method(s.Name, "Section")
			out = append(out, SectionFunc{method, []string{method + " writes the section " + s.Name + "."}, use, body})
		}
	}
	return out
}

// commands plans the methods of the commands.
func (b *builder) commands() []SectionFunc {
	var out []SectionFunc
	for i := range b.r.Commands {
		c := &b.r.Commands[i]
		used := slices.ContainsFunc(b.r.Profiles, func(p registry.Profile) bool { return p.ListsCommand(c.Name) })
		if !used {
			continue
		}
		w := partWriter{b: b, owner: c.Name}
		body := w.method(&c.Part)
		method := b.method(c.Name, "Command")
		out = append(out, SectionFunc{method, []string{method + " writes the command " + c.Name + "."}, useOfTurn(body), body})
	}
	return out
}
