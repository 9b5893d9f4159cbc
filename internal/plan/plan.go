// Package plan turns a registry into a Go-shaped plan of the packages that are generated from it.
//
// The plan holds declarations with every Go name decided, so that emit looks nothing up and knows nothing of
// registries. Names are decided here because only here keywords, fixed declarations and the names of other things are
// all known. A registry must have passed every check before.
package plan

import (
	"path"
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Runtime is the import path of the package that generated code calls.
const Runtime = "github.com/promptgen/promptgen/prompt"

// Plan is everything that is generated in Go.
type Plan struct {
	Assembler Assembler
	Tools     *Toolbox // nil where the registry declares no tool
	Cells     Cells
}

// Package is one generated package.
type Package struct {
	Name string   // e.g. "coder"
	Path string   // its import path
	Dir  string   // below gen/
	Doc  []string // lines of its documentation
}

// Assembler is the package that assembles prompts.
type Assembler struct {
	Package
	Contract  Contract
	Profiles  Enum
	Locales   Enum
	Agents    *Enum // nil where no subagent is declared
	Constants []Constants
	Session   Struct
	Turn      Struct
	Items     []Struct // types of the items of lists
	Sections  []SectionInfo
	Selection []SelectStep
	Tags      []LocaleTags // in the order of the locales
	Offers    []Offer      // by profile
	Checks    Checks
	Limited   bool // limits of what New renders may be errors
	Gates     Gates
	Facts     []Facts // what all profiles read comes first
	Digests   []Digest
	Drafts    []Draft
	Toolsets  []Toolset // by name
	Shown     []Shown   // tools and toolsets in an order in which each comes after those that it asks for
	Guards    []Guard
	Programs  []Program // by profile
	Amend     *Amend    // nil where no profile has amendments
	Allowed   []Allowlist
	Parts     []SectionFunc
	Commands  []SectionFunc
	Specs     []ToolSpec
	Shared    []SharedParam
	Texts     Texts
	MostTools int64 // of any request; 0: no number is known

	// Projections are constants of the runtime: the formats of requests that the registry declares.
	Projections []string
}

// Enum is a type of named numbers from 1.
type Enum struct {
	Type    string // e.g. "Profile"
	Doc     string
	Members []Member
}

// Member is a constant of an Enum.
type Member struct {
	Const string   // e.g. "ProfileLite"
	Text  string   // what String returns, e.g. "lite"
	Doc   []string // lines
}

// Constants are the names of one kind of thing that hosts ask for by name.
type Constants struct {
	Doc     string
	Members []Member
}

// Struct is a struct type.
type Struct struct {
	Name   string
	Doc    []string
	Fields []Field
}

// Field is a field of a Struct.
type Field struct {
	Name string
	Type string
	Doc  []string // lines
}

// SectionInfo describes a section to the host.
type SectionInfo struct {
	Name, Role, When, Reason string
	Level                    string // e.g. "Static"
}

// Offer says what a profile can be combined with.
type Offer struct {
	Profile    string   // a constant
	Transports []string // constants of the runtime, e.g. "Native"
	Agents     []string // constants; empty where no subagent is declared
}

// SelectStep is one step of ResolveProfile.
type SelectStep struct {
	By             string // "explicit", "model", "context", "default"
	Equals, Prefix []string
	Below          int64
	Assume         int64  // the window where none is known; 0: none
	Profile        string // a constant
}

// LocaleTags says which tags stand for a locale.
type LocaleTags struct {
	Locale         string // a constant
	Name           string // e.g. "zh-CN"
	Equals, Prefix []string
}

// Rules lists what Build may report.
func Rules() []diag.Rule {
	return []diag.Rule{{
		ID: collision,
		Doc: "Two names of the registry become the same Go name, e.g. the inputs a_b and ab_ or an input and a gate of one name. " +
			"Go names are made from the words of a name, each with a capital letter. Rename one of the two.",
	}}
}

const collision = "name-collision"

// Build plans the packages of a registry that passed every check. importPath is that of the folder gen/. What it
// reports is names that can't stand beside each other in Go.
func Build(r *registry.Registry, importPath string) (*Plan, diag.List) {
	b := newBuilder(r, importPath)
	p := &Plan{}
	a := &p.Assembler
	a.Package = b.coder
	a.Contract = Contract{r.Contract.Name.Text, r.Contract.Version}
	a.Profiles, a.Locales, a.Agents = b.profiles(), b.locales(), b.agents()
	a.Constants = b.constants()
	a.Session, a.Turn, a.Items = b.inputs()
	a.Drafts = b.drafts
	if b.hasTools() {
		p.Tools = b.toolbox()
	}
	a.Sections, a.Selection, a.Tags, a.Offers = b.sectionInfos(), b.selection(), b.localeTags(), b.offers()
	a.Parts, a.Commands, a.Programs, a.Amend = b.sections(), b.commands(), b.programs(), b.amend()
	a.Specs, a.Shared = b.specs()
	a.Allowed, a.Projections = b.allowlists(), b.providers()
	a.Texts = b.texts()
	a.Shown, a.Guards, a.Toolsets = b.shown(), b.guards(), b.toolsets()
	a.MostTools = b.r.MostTools()
	a.Checks, a.Limited = b.checks(), b.limited()
	a.Facts, a.Digests = b.facts(), b.digests()
	a.Gates = b.gates() // last: it plans only what the rest has asked for
	p.Cells = b.cells()
	return p, b.found.Sorted()
}

// builder holds what planning one registry has decided so far.
type builder struct {
	r     *registry.Registry
	found diag.List

	coder, codertools, codertest Package

	items       map[string]string // list path -> item type
	drafts      []Draft
	toolNames   map[string]string   // tool key -> its name in Go, e.g. "ReadFile"
	stricts     map[string][]Strict // tool -> where it is strict
	catalog     *catalog
	asked       map[string]bool // gates of session scope that code asks for
	asksCommand bool            // a check of the turn depends on the command
	conds       map[string]*gate.Cond
	reads       map[string]map[string]map[string]bool // profile -> command, or "" for all else -> inputs and fields that are read
	gateNames   map[string]string                     // gate -> the field of its effective value
	methods     map[string]string                     // section or command and its suffix -> what writes it
	methodNames names
	listing     map[string][]*registry.Profile // section, command or toolKey -> the profiles that list it
}

func newBuilder(r *registry.Registry, importPath string) *builder {
	b := &builder{
		r:         r,
		items:     map[string]string{},
		toolNames: map[string]string{},
		asked:     map[string]bool{},
		conds:     map[string]*gate.Cond{},
		reads:     map[string]map[string]map[string]bool{},
		listing:   map[string][]*registry.Profile{},

		methods:     map[string]string{},
		methodNames: names{},
	}
	name := packageName(r.Contract.Name.Text)
	b.coder = b.pkg(importPath, name, "assembles the prompts of the registry", paragraphs(r.Contract.Doc))
	b.codertools = b.pkg(importPath, name+"tools", "has the tools of the registry", []string{"", "It holds their names, argument types and decoders."})
	b.codertest = b.pkg(importPath, name+"test", "has the cells that snapshots pin for the registry", nil)
	b.catalog = newCatalog()
	for i := range r.Profiles {
		p := &r.Profiles[i]
		for _, w := range slices.Concat(r.Shows(p), p.Commands) {
			b.listing[w.Text] = append(b.listing[w.Text], p)
		}
		for _, w := range p.Tools {
			b.listing[toolKey(w.Text)] = append(b.listing[toolKey(w.Text)], p)
		}
		b.reads[p.Name] = b.readBy(p)
	}
	return b
}

// toolKey keeps tools apart from sections of the same name.
func toolKey(name string) string { return "tool " + name }

func (b *builder) pkg(importPath, name, what string, more []string) Package {
	doc := []string{"Package " + name + " " + what + " " + strconv.Quote(b.r.Contract.Name.Text) + "."}
	return Package{Name: name, Path: path.Join(importPath, name), Dir: name, Doc: append(doc, more...)}
}

// paragraphs gives the lines of a doc as further paragraphs.
func paragraphs(doc string) []string {
	if lines := docLines(doc); len(lines) > 0 {
		return append([]string{""}, lines...)
	}
	return nil
}
