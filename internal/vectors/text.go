package vectors

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/registry"
)

// Text is bytes. In the document it is a string, or {"base64": "…"} where it is not valid UTF-8.
type Text string

// MarshalJSON writes the text.
func (t Text) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(map[string][]byte{"base64": []byte(t)})
	}
	return plainJSON(string(t))
}

// Piece is a literal of the catalog's, or the place of a value or a tool's name.
type Piece struct {
	Text  string
	Input string // a path, e.g. "cwd", "skills.name"
	Tool  string // the name on the wire, which text shows
}

// MarshalJSON writes a string, {"input": "…"} or {"tool": "…"}.
func (p Piece) MarshalJSON() ([]byte, error) {
	switch {
	case p.Input != "":
		return json.Marshal(map[string]string{"input": p.Input})
	case p.Tool != "":
		return json.Marshal(map[string]string{"tool": p.Tool})
	}
	return plainJSON(p.Text)
}

// plainJSON writes a string without the escapes that only HTML needs.
func plainJSON(s string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

func pieces(r *registry.Registry, t *registry.Text) []Piece {
	out := []Piece{}
	for _, s := range t.Segs {
		p := Piece{Text: s.Lit, Input: s.Input}
		if s.Tool != "" {
			p.Tool = r.Tool(s.Tool).WireName()
		}
		out = append(out, p)
	}
	return out
}

// sum is the SHA-256 of a text.
func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}
