// Package contract keeps the promise that a contract's version makes: a call that was valid stays valid.
//
// The lock says which calls each profile allows, as they were when files were last generated. A registry whose decoders
// could refuse one of them is refused itself, until its contract.version is above the lock's.
//
// What a profile allows is all that it can ever offer: gates, transports and subagents open and close tools and
// parameters from session to session, so conditions are no part of the promise.
package contract

import (
	"encoding/json"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Path is where the lock lies in the registry's folder.
const Path = "snapshots/contract.lock.json"

// Lock says what calls a version of a contract allows.
type Lock struct {
	Contract    string
	Version     int64
	Projections []string  // sorted
	Profiles    []Profile // sorted by name

	at places
}

// Profile is what a profile can offer. A call means the same over every projection, because all of them describe one
// schema, so there is one list for all.
type Profile struct {
	Name  string
	Tools []Tool // sorted by name

	at   diag.Loc
	gone map[string]reason // what became of tools that the profile lists, by the name that calls would use
}

// reason says why something is not there.
type reason struct {
	at   diag.Loc
	what string // e.g. "is never shown now"
}

// Tool is what a call of a tool may look like.
type Tool struct {
	Name   string  // on the wire
	Schema *Schema // of the arguments, an object
}

// Schema is what decides whether a value is valid: a canonical schema without its words and defaults.
type Schema struct {
	Type      registry.TypeKind  `json:"type"`
	Nullable  bool               `json:"nullable,omitempty"`
	Required  Presence           `json:"required,omitempty"` // of a parameter or member
	Enum      []any              `json:"enum,omitempty"`     // string or json.Number, sorted
	Minimum   *json.Number       `json:"minimum,omitempty"`
	Maximum   *json.Number       `json:"maximum,omitempty"`
	MinLength int64              `json:"minLength,omitempty"`
	MaxLength *int64             `json:"maxLength,omitempty"`
	Pattern   string             `json:"pattern,omitempty"`
	Format    string             `json:"format,omitempty"`
	MinItems  int64              `json:"minItems,omitempty"`
	MaxItems  *int64             `json:"maxItems,omitempty"`
	Items     *Schema            `json:"items,omitempty"`
	Params    map[string]*Schema `json:"params,omitempty"` // of an object, which takes no others
	Values    *Schema            `json:"values,omitempty"` // of a map
	// Of a union: the member that holds the tag, and an object by tag, which does not list that member.
	Discriminator string             `json:"discriminator,omitempty"`
	Variants      map[string]*Schema `json:"variants,omitempty"`

	place  func(keyword string) diag.Loc // nil in a lock that was read
	hidden map[string]diag.Loc           // params that the profile never shows
	text   string                        // as it is written, once that is known
}

// Presence says whether a call may leave a parameter out.
type Presence string

const (
	Optional  Presence = ""
	WhenShown Presence = "when shown" // required, but some prompts hide it, and their calls leave it out
	Always    Presence = "always"
)

// rank orders presences by what they demand.
func (p Presence) rank() int {
	switch p {
	case Optional:
		return 0
	case WhenShown:
		return 1
	default:
		return 2
	}
}

// places are where the source speaks of a contract.
type places struct{ contract, name, version, projections diag.Loc }

// The rules of this package.
const (
	lockRule    = "contract-lock"
	nameRule    = "contract-name"
	versionRule = "contract-version"
	breakRule   = "contract-break"
)

// Rules lists what this package may report.
func Rules() []diag.Rule {
	return []diag.Rule{
		{ID: breakRule, Doc: "A call that was valid could fail: a profile, tool, parameter, enum value, variant or projection is gone, a type, bound, length, pattern or format is tighter, or a parameter is required that calls could leave out. " +
			"What was valid stands in snapshots/contract.lock.json. Take the change back, or raise contract.version: the lock is written anew then. New tools, optional parameters, wider enums and bounds and other words need no new version."},
		{ID: versionRule, Doc: "contract.version is below that of snapshots/contract.lock.json. Versions only go up: write that of the lock, or a higher one."},
		{ID: nameRule, Doc: "contract.name is another than that of snapshots/contract.lock.json, so there is nothing to compare with. Keep the name; or delete the lock, and the new contract begins with what the registry holds."},
		{ID: lockRule, Doc: "The file snapshots/contract.lock.json can't be read, is damaged, or was written by a newer promptgen. Restore it from version control, or use the newer promptgen. Deleting it gives up what it promises: the next lock begins with what the registry holds."},
	}
}
