package registry

import (
	"encoding/json"

	"github.com/promptgen/promptgen/internal/diag"
)

// Profile is one prompt: its sections, tools and commands, and what it decides.
type Profile struct {
	At          diag.Loc
	Name        string
	Doc         string
	Kind        string // "agent" or "task"
	Sections    []Word
	Tools       []Word // tools and toolsets
	ToolsAt     diag.Loc
	Commands    []Word
	Transports  []Word // "native", "xml"
	Separator   string
	SeparatorAt Place  `json:",omitzero"` // zero where the source gives none
	Final       string // "none" or "newline"
	Order       *Order
	Pins        []Pin
	Excludes    Excludes
	Limit       *Limit
	Budget      *Budget
	Target      *Target
	Breakpoints []Word // "tools", "static", "session", "system", "turns"; where the source says nothing, the default at the profile's place
	TTL         *TTL
	Chain       bool
	ChainAt     diag.Loc
}

// Order lets sections stand in a foreign order of levels.
type Order struct {
	At     diag.Loc
	Reason Word
}

// Pin decides a gate.
type Pin struct {
	Gate   Word
	Value  bool
	Reason Word
}

// Excludes lists what a profile leaves out, with reasons.
type Excludes struct {
	Sections, Tools, Params, Commands []Exclusion
}

// Budget fails the build when it is passed.
type Budget struct {
	At                    diag.Loc
	Tokens, CacheKeys     int64 // 0: no budget
	TokensAt, CacheKeysAt diag.Loc
}

// Target is shown by the audit and never fails.
type Target struct {
	At            diag.Loc
	Tokens, Bytes int64
}

// TTL holds lifetimes of cache marks, e.g. "1h".
type TTL struct {
	At              diag.Loc
	Static, Session Word // not given: the provider's default
}

// Chain is the priority chain of a registry.
type Chain struct {
	At     diag.Loc
	Levels []ChainLevel
	Amend  *Amend
	Tail   []Word
}

// ChainLevel is one level of the chain.
type ChainLevel struct {
	At          diag.Loc
	Section     Word
	Mode        string // "replace", "append", "choose"
	Tail        bool
	Separator   *string
	SeparatorAt Place `json:",omitzero"`
}

// Amend lets the items of a list replace or extend the prompt.
type Amend struct {
	At              diag.Loc
	Each            Word
	Replace, Append Word
	Over            string
}

// Select is the policy that picks a profile.
type Select struct {
	At            diag.Loc
	Rules         []SelectRule
	AssumeContext int64
}

// SelectRule is one rule of the policy.
type SelectRule struct {
	At             diag.Loc
	By             string // "explicit", "model", "context", "default"
	Equals, Prefix []string
	Below          int64
	Profile        Word
}

// Subagent is a run under its own list of tools.
type Subagent struct {
	At       diag.Loc
	Name     string
	Doc      string
	Profiles []Word
	Tools    []Word
	Pins     []Pin
}

// Snapshots says which cells are rendered.
type Snapshots struct {
	At         diag.Loc
	Fixture    Case
	Cases      []Case // in order
	Pairwise   bool
	PairwiseAt diag.Loc
}

// Case gives values to inputs and gates. Cases are laid over the fixture, whose Name is empty.
type Case struct {
	At       diag.Loc
	Name     string
	Inputs   []InputValue
	Gates    []GateValue
	Toolsets []ToolsetValue
	Modes    []ModeValue
	Subagent Word
	Profiles []Word // empty: all
}

// ModeValue chooses the mode of a chain's level.
type ModeValue struct {
	Level Word   // its section
	Mode  string // "replace", "append"
}

// ToolsetValue gives the tools that a host has for a toolset.
type ToolsetValue struct {
	Name  Word
	Tools []HostTool
}

// HostTool is a tool of a host.
type HostTool struct {
	At                        diag.Loc
	Server, Name, Description string
	Schema                    json.RawMessage // compact JSON
}

// GateValue sets a gate.
type GateValue struct {
	Name  Word
	Value bool
}

// InputValue sets an input or a field of a list item.
type InputValue struct {
	Name  Word
	Value Value
}

// Value is a value of the source. Exactly one of Str, Bytes, Int, Bool is set, or IsList.
type Value struct {
	At     diag.Loc
	Str    *string
	Bytes  []byte // of a string that is written as bytes, e.g. '\xff'; not nil, even if there are none
	Int    *int64
	Bool   *bool
	IsList bool
	Items  [][]InputValue // one slice of fields for each item
	Other  string         // what stood there, when it was none of these, e.g. "null"
}

// Text is the value of a string, whichever way it is written; "" where the value is none.
func (v *Value) Text() string {
	if v.Str != nil {
		return *v.Str
	}
	return string(v.Bytes)
}
