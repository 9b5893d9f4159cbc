package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// vectors is what the test of the ports reads of vectors.json.
type vectors struct {
	Profiles []struct {
		Separator, Final string
		Sections         []struct{ Name string }
	}
	Texts map[string]map[string]map[string]map[string][]piece // by locale, scope, section and key
	Cells []vectorCell
}

type vectorCell struct {
	Name, Locale, Case string
	Inputs             map[string]input
	Blocks             []struct {
		Section         string
		Separator, Text bytesOf
		SHA256          string
	}
	System struct {
		Bytes  int
		SHA256 string
	}
}

// system is the text that the blocks of a cell make.
func (c vectorCell) system() string {
	var b strings.Builder
	for _, block := range c.Blocks {
		b.WriteString(string(block.Separator) + string(block.Text))
	}
	return b.String()
}

// bytesOf is a text of the vectors: a string, or base64 where it is not UTF-8.
type bytesOf string

func (b *bytesOf) UnmarshalJSON(data []byte) error {
	var encoded struct{ Base64 []byte }
	if data[0] == '{' {
		err := json.Unmarshal(data, &encoded)
		*b = bytesOf(encoded.Base64)
		return err
	}
	return json.Unmarshal(data, (*string)(b))
}

// input is a string or a list of items.
type input struct {
	text  bytesOf
	items []map[string]bytesOf
	list  bool
}

func (in *input) UnmarshalJSON(data []byte) error {
	if in.list = data[0] == '['; in.list {
		return json.Unmarshal(data, &in.items)
	}
	return json.Unmarshal(data, &in.text)
}

// piece is a part of a text; kind is text, input or tool.
type piece struct{ kind, value string }

func (p *piece) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		p.kind = "text"
		return json.Unmarshal(data, &p.value)
	}
	var mark map[string]string
	err := json.Unmarshal(data, &mark)
	for p.kind, p.value = range mark { // there is one
	}
	return err
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile("vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Profiles) != 1 || v.Profiles[0].Final != "none" {
		t.Fatal("ports/README.md describes one profile without a line feed at the end")
	}
	return v
}

// unpack writes the inputs of a cell, and nothing that comes of them, as ports/README.md describes.
func (v vectors) unpack(t *testing.T, c vectorCell, dir string) {
	t.Helper()
	var names strings.Builder
	for _, s := range v.Profiles[0].Sections {
		names.WriteString(s.Name + "\n")
	}
	write(t, dir+"/sections", names.String())
	write(t, dir+"/separator", v.Profiles[0].Separator)
	write(t, dir+"/locales", c.Locale+"\nen\n")
	for locale, scopes := range v.Texts {
		for section, keys := range scopes["shared"] {
			for i, p := range keys["text"] {
				write(t, filepath.Join(dir, "texts", locale, section, strconv.Itoa(i)+"."+p.kind), p.value)
			}
		}
	}
	for name, in := range c.Inputs {
		at := filepath.Join(dir, "inputs", name)
		if !in.list {
			write(t, at, string(in.text))
			continue
		}
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		for i, item := range in.items {
			for field, value := range item {
				write(t, filepath.Join(at, strconv.Itoa(i), field), string(value))
			}
		}
	}
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// TestVectorsAreOfOnePiece proves that hashes, lengths and blocks of the vectors agree, before ports are held against them.
func TestVectorsAreOfOnePiece(t *testing.T) {
	for _, c := range readVectors(t).Cells {
		if system := c.system(); len(system) != c.System.Bytes || sum(system) != c.System.SHA256 {
			t.Errorf("%s: the blocks are not the system text", c.Name)
		}
		for _, b := range c.Blocks {
			if sum(string(b.Text)) != b.SHA256 {
				t.Errorf("%s: %s has another hash", c.Name, b.Section)
			}
		}
	}
}
