// Package ports reads the vectors and unpacks their cells for builders that have no JSON parser, as README.md describes.
package ports

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// firstLocale is where a text stands that another locale lacks.
const firstLocale = "en"

// Vectors is what ports need of the document that promptgen vectors prints.
type Vectors struct {
	Profiles []struct {
		Separator, Final string
		Sections         []struct{ Name string }
	}
	Texts map[string]map[string]map[string]map[string][]Piece // by locale, scope, section and key
	Cells []Cell
}

// Cell is one prompt: what the host gives and, in Blocks and System, what comes of it.
type Cell struct {
	Name, Locale, Case string
	Inputs             map[string]Input
	Blocks             []struct {
		Section         string
		Separator, Text Text
		SHA256          string
	}
	System struct {
		Bytes  int
		SHA256 string
	}
}

// Text is any bytes: in JSON a string, or {"base64": "…"} where they are not UTF-8.
type Text string

// UnmarshalJSON reads either form.
func (t *Text) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return json.Unmarshal(data, (*string)(t))
	}
	var encoded struct{ Base64 []byte }
	err := json.Unmarshal(data, &encoded)
	*t = Text(encoded.Base64)
	return err
}

// Input is a string or, with List, the items of a list by field.
type Input struct {
	Text  Text
	Items []map[string]Text
	List  bool
}

// UnmarshalJSON reads either form.
func (in *Input) UnmarshalJSON(data []byte) error {
	if in.List = data[0] == '['; in.List {
		return json.Unmarshal(data, &in.Items)
	}
	return json.Unmarshal(data, &in.Text)
}

// Piece is a part of a text. Kind is "text", "input" or "tool".
type Piece struct{ Kind, Value string }

// UnmarshalJSON reads a string, {"input": "…"} or {"tool": "…"}.
func (p *Piece) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		p.Kind = "text"
		return json.Unmarshal(data, &p.Value)
	}
	var mark map[string]string
	err := json.Unmarshal(data, &mark)
	for p.Kind, p.Value = range mark { // there is one
	}
	return err
}

// Read reads vectors. It refuses those of a registry that README.md does not describe.
func Read(r io.Reader) (Vectors, error) {
	var v Vectors
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		return v, err
	}
	if len(v.Profiles) != 1 || v.Profiles[0].Final != "none" {
		return v, errors.New("want one profile, without a line feed at its end")
	}
	return v, nil
}

// Prompt is the system text that the blocks of a cell make.
func (c Cell) Prompt() string {
	var b strings.Builder
	for _, block := range c.Blocks {
		b.WriteString(string(block.Separator) + string(block.Text))
	}
	return b.String()
}

// Unpack writes the inputs of a cell to a folder, and nothing that comes of them.
func (v Vectors) Unpack(c Cell, dir string) error {
	w := writer{dir: dir}
	var names strings.Builder
	for _, s := range v.Profiles[0].Sections {
		names.WriteString(s.Name + "\n")
	}
	w.write(names.String(), "sections")
	w.write(v.Profiles[0].Separator, "separator")
	w.write(c.Locale+"\n"+firstLocale+"\n", "locales")
	for locale, scopes := range v.Texts {
		for section, keys := range scopes["shared"] {
			for i, p := range keys["text"] {
				w.write(p.Value, "texts", locale, section, strconv.Itoa(i)+"."+p.Kind)
			}
		}
	}
	for name, in := range c.Inputs {
		if !in.List {
			w.write(string(in.Text), "inputs", name)
			continue
		}
		w.folder("inputs", name)
		for i, item := range in.Items {
			for field, value := range item {
				w.write(string(value), "inputs", name, strconv.Itoa(i), field)
			}
		}
	}
	return w.err
}

// writer writes files below a folder and keeps the first error.
type writer struct {
	dir string
	err error
}

// folder makes a folder and returns its path.
func (w *writer) folder(names ...string) string {
	path := filepath.Join(append([]string{w.dir}, names...)...)
	if w.err == nil {
		w.err = os.MkdirAll(path, 0o755)
	}
	return path
}

func (w *writer) write(content string, names ...string) {
	last := len(names) - 1
	path := filepath.Join(w.folder(names[:last]...), names[last])
	if w.err == nil {
		w.err = os.WriteFile(path, []byte(content), 0o644)
	}
}
