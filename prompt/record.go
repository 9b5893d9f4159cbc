package prompt

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// recordVersion is the version of a Record's own form. It goes up with every change of its fields.
const recordVersion = 3

// Record is what [Assembler.Freeze] keeps of a session: the fixed text, the tools, and what decided them. It is plain
// data: after a round trip through JSON it is equal, and any storage that keeps strings keeps it whole.
type Record struct {
	V           int                `json:"v"`        // version of this form; the zero Record has none
	Contract    string             `json:"contract"` // the registry's name
	Version     int64              `json:"version"`  // of the contract
	Profile     string             `json:"profile"`
	Transport   string             `json:"transport"` // "native" or "xml"
	Locale      string             `json:"locale"`
	Agent       string             `json:"agent,omitempty"`
	At          time.Time          `json:"at"` // in UTC
	Reason      string             `json:"reason"`
	Gates       []RecordGate       `json:"gates,omitempty"`       // in effect, of those that the profile reads
	Inputs      []RecordInput      `json:"inputs,omitempty"`      // of the session, of those that the profile reads
	Blocks      []RecordBlock      `json:"blocks,omitempty"`      // tiers of the system text
	Final       string             `json:"final,omitempty"`       // behind the text, where it ends with a volatile section
	Tail        []string           `json:"tail,omitempty"`        // sections behind the last message, where a chain decides which
	Tools       []RecordTool       `json:"tools,omitempty"`       // canonical
	Projections []RecordProjection `json:"projections,omitempty"` // the tools of requests
	Digests     []RecordDigest     `json:"digests,omitempty"`
	Notes       []Note             `json:"notes,omitempty"` // what limits cut or left out
	Sum         Fingerprint        `json:"sum"`             // over all of the above
}

// RecordGate is a gate as it was in effect.
type RecordGate struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
	Live bool   `json:"live,omitempty"` // nothing that is frozen follows from it: only what is written anew in a resumed session
}

// RecordInput is the fingerprint of an input; its value is not kept.
type RecordInput struct {
	Name        string      `json:"name"`
	Fingerprint Fingerprint `json:"fingerprint"`
}

// RecordBlock is a tier of the system text. Of a volatile one only the names of the sections are kept.
type RecordBlock struct {
	Level    string          `json:"level"` // "static", "session" or "volatile"
	Text     RecordText      `json:"text,omitempty"`
	Lead     int             `json:"lead,omitempty"` // how many bytes separate the text from what stands in front
	Sections []RecordSection `json:"sections"`
}

// RecordSection is where a section that is not empty stands in the text of its block, in bytes.
type RecordSection struct {
	Name        string      `json:"name"`
	From        int         `json:"from,omitempty"` // of its first byte
	To          int         `json:"to,omitempty"`   // behind its last one
	Fingerprint Fingerprint `json:"fingerprint"`    // of its bytes; zero in a volatile block
}

// RecordTool is a tool as it was offered.
type RecordTool struct {
	Name   string     `json:"name"`
	Doc    RecordText `json:"doc"`
	Schema string     `json:"schema"` // canonical
	Level  string     `json:"level"`
	Effect Effect     `json:"effect"`
	Meta   string     `json:"meta,omitempty"`
	Raw    string     `json:"raw,omitempty"` // the parameters whose values may hold tags over XML, e.g. "old new"

	Toolset string `json:"toolset,omitempty"` // of a tool of the host
	Server  string `json:"server,omitempty"`
	Host    string `json:"host,omitempty"` // its name on the server
}

// RecordProjection is the tools of a request in one format, element by element.
type RecordProjection struct {
	Provider string   `json:"provider"`
	Tools    []string `json:"tools,omitempty"`
}

// RecordDigest is a digest that the registry declares.
type RecordDigest struct {
	Name        string      `json:"name"`
	Fingerprint Fingerprint `json:"fingerprint"`
}

// RecordText is text of a Record. In JSON it is a string or, where it is not valid UTF-8, {"base64":"…"}: an input
// that takes any bytes is kept as it was.
type RecordText string

type base64Text struct {
	Base64 string `json:"base64"`
}

// MarshalJSON returns the string or the object.
func (t RecordText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return []byte(quote(string(t))), nil
	}
	return json.Marshal(base64Text{base64.StdEncoding.EncodeToString([]byte(t))})
}

// UnmarshalJSON takes what MarshalJSON returns.
func (t *RecordText) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, (*string)(t))
	}
	var b base64Text
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	text, err := base64.StdEncoding.DecodeString(b.Base64)
	if err != nil {
		return errors.New("want text in base64, got " + shorten(b.Base64))
	}
	*t = RecordText(text)
	return nil
}

// clone returns a copy that shares no slice with r.
func (r Record) clone() Record {
	r.Gates, r.Inputs, r.Digests = slices.Clone(r.Gates), slices.Clone(r.Inputs), slices.Clone(r.Digests)
	r.Notes, r.Tail = slices.Clone(r.Notes), slices.Clone(r.Tail)
	r.Blocks, r.Tools, r.Projections = slices.Clone(r.Blocks), slices.Clone(r.Tools), slices.Clone(r.Projections)
	for i := range r.Blocks {
		r.Blocks[i].Sections = slices.Clone(r.Blocks[i].Sections)
	}
	for i := range r.Projections {
		r.Projections[i].Tools = slices.Clone(r.Projections[i].Tools)
	}
	return r
}

// sum returns the fingerprint of everything but the sum itself. The time is hashed apart, because JSON has no form
// for every year.
func (r Record) sum() Fingerprint {
	at := strconv.FormatInt(r.At.Unix(), 10) + "." + strconv.Itoa(r.At.Nanosecond())
	r.At, r.Sum = time.Time{}, Fingerprint{}
	data, err := json.Marshal(r)
	if err != nil {
		return Fingerprint{} // not reached: nothing in a record fails to marshal
	}
	return sha256.Sum256(append(data, at...))
}

// intact reports whether r holds what was frozen.
func (r *Record) intact() bool {
	if r.Sum != r.sum() {
		return false
	}
	for _, b := range r.Blocks {
		var l Level
		if l.UnmarshalText([]byte(b.Level)) != nil || b.Lead < 0 || b.Lead > len(b.Text) {
			return false
		}
		for _, s := range b.Sections {
			if s.From < 0 || s.From > s.To || s.To > len(b.Text) {
				return false
			}
			if b.Text != "" && s.Fingerprint != sha256.Sum256([]byte(b.Text[s.From:s.To])) {
				return false
			}
		}
	}
	return true
}
