package registry

import (
	"iter"

	"github.com/promptgen/promptgen/internal/diag"
)

// Level is how often the bytes of a section change.
type Level string

const (
	Static   Level = "static"
	Session  Level = "session"
	Volatile Level = "volatile"
)

// Section is a part with a cache level.
type Section struct {
	Part
	Name        string
	Cache       Word // a Level
	Reason      Word
	Opaque      bool
	OpaqueAt    diag.Loc `json:",omitzero"`
	Role        string   // "system" or "user"
	Turns       Word     // of user sections: "one" or "each"
	Place       Word     // of volatile system sections: "tail" (also when not given) or "system"
	PlaceReason Word
	Total       Word
	Target      *Target
}

// Level gives the declared cache level.
func (s *Section) Level() Level { return Level(s.Cache.Text) }

// InTail reports whether the section goes behind the last message.
func (s *Section) InTail() bool {
	return s.Role == "system" && s.Level() == Volatile && s.Place.Text != "system"
}

// InSystem reports whether the section stands in the system text.
func (s *Section) InSystem() bool { return s.Role == "system" && !s.InTail() }

// Command is an instruction text, rendered on demand.
type Command struct {
	Part
	Name string
	Doc  string
}

// PartKind says what the content of a part is.
type PartKind string

const (
	TextPart  PartKind = "text"  // a text of the catalog, named by Key
	ValuePart PartKind = "value" // Value, the same in every locale
	DocsPart  PartKind = "docs"  // XML documentation of the tools
	NamesPart PartKind = "names" // a list of the tools' names
	PartsPart PartKind = "parts" // Parts, joined by Join
)

// Part is a piece of a section or command. Load fills the defaults.
type Part struct {
	At                diag.Loc
	Kind              PartKind
	Key               Word // of TextPart; "text" by default
	Value             *Text
	Parts             []Part
	Toolset           Word
	When              Word
	Each              Word   // repeat for every item of this list, e.g. "skills", "providers.sections"
	Between           string // between two items; "\n" by default
	Join              string // between two parts; "\n" by default
	BetweenAt, JoinAt Place  `json:",omitzero"` // zero where the source gives none
	Escape            string // "", "none", "xml-attr", "xml-text", "json"; "" is that of the part around
	Blank             string // "", "keep", "empty"
	Limit             *Limit
	Wrap              *Wrap
	Fence             *FenceUse
}

// All yields a part and those in it at any depth, outer ones first.
func (p *Part) All() iter.Seq[*Part] {
	return func(yield func(*Part) bool) { p.walk(yield) }
}

func (p *Part) walk(visit func(*Part) bool) bool {
	if !visit(p) {
		return false
	}
	for i := range p.Parts {
		if !p.Parts[i].walk(visit) {
			return false
		}
	}
	return true
}

// Wrap stands around a body that is not empty. At most one of Tag, Heading and Before with After is used.
type Wrap struct {
	At                diag.Loc
	Tag               string
	Attrs             []Attr
	Closer            string // "", "keep", "reject"
	Heading           *Heading
	Before            string
	After             string
	BeforeAt, AfterAt Place `json:",omitzero"`
}

// Attr is an attribute of a tag or of a fence. One whose value is empty is left out.
type Attr struct {
	At     diag.Loc
	Name   string
	Value  Text
	Escape string // "xml-attr" by default
}

// Heading is a Markdown heading. Exactly one of Key and Value is used.
type Heading struct {
	At    diag.Loc
	Level int64 // 1 by default
	Key   Word  // "heading" by default
	Value *Text
	Gap   string // "\n" by default
	GapAt Place  `json:",omitzero"` // zero where the source gives none
}

// FenceUse puts a part into a fence.
type FenceUse struct {
	At    diag.Loc
	Name  Word
	Attrs []Attr
}

// Text is a text of the source, split at its marks.
type Text struct {
	At   diag.Loc
	Segs []Seg // no two literals in a row, no empty literal
}

// Seg is a literal, or a mark of an input or a tool: exactly one of Lit, Input and Tool is set.
type Seg struct {
	At    diag.Loc // of the mark; of the text for a literal
	Lit   string
	Runs  []Run  `json:",omitempty"` // where the bytes of the literal stand
	Input string // a path, e.g. "cwd", "skills.name"
	Tool  string // a tool's key
}

// Message is a text of the catalog: i18n.LOCALE.SCOPE.SECTION.KEY.
type Message struct {
	Locale, Scope, Section, Key  string   // Scope is "shared" or a profile; Section is a section's or a command's name
	LocaleAt, ScopeAt, SectionAt diag.Loc // of the names
	Text                         Text
}
