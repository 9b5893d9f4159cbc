package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// document is a Markdown file with frontmatter: an agent or a skill.
type document struct {
	Front  string            // between the two lines ---, as it was written; "" where there are none
	Fields map[string]string // what it says
	Body   string            // all that follows
}

const fence = "---\n"

// parseDocument reads a document. Its frontmatter is strict: one "key: value" a line, only keys that are known, each
// once. Line ends are made LF first, so that a document from Windows has its fences, too.
func parseDocument(data []byte, known ...string) (document, error) {
	if !utf8.Valid(data) {
		return document{}, errors.New("the file is not UTF-8")
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	rest, fenced := strings.CutPrefix(text, fence)
	if !fenced {
		return checkedBody(document{Body: text})
	}
	front, body, closed := strings.Cut("\n"+rest, "\n"+fence)
	if !closed {
		return document{}, errors.New(`no line "---" ends the frontmatter`)
	}
	d := document{Front: strings.TrimPrefix(front+"\n", "\n"), Fields: map[string]string{}, Body: body}
	for line := range strings.Lines(d.Front) {
		line = strings.TrimSuffix(line, "\n")
		key, value, found := strings.Cut(line, ":")
		switch _, twice := d.Fields[key]; {
		case !found:
			return document{}, fmt.Errorf("frontmatter: want KEY: VALUE, got %q", line)
		case !slices.Contains(known, key):
			return document{}, fmt.Errorf("frontmatter: unknown key %q, want one of %q", key, known)
		case twice:
			return document{}, fmt.Errorf("frontmatter: %q stands there twice", key)
		}
		d.Fields[key] = strings.TrimSpace(value)
	}
	return checkedBody(d)
}

// checkedBody refuses a body of blanks only: an agent that is meant to have the built-in prompt has no document.
func checkedBody(d document) (document, error) {
	if strings.TrimSpace(d.Body) == "" {
		return document{}, errors.New("the body is blank")
	}
	return d, nil
}

// flag reads a field that is true or false, and otherwise what the configuration says.
func (d document) flag(key string, otherwise bool) (bool, error) {
	switch value, given := d.Fields[key]; {
	case !given:
		return otherwise, nil
	case value == "true":
		return true, nil
	case value == "false":
		return false, nil
	default:
		return false, fmt.Errorf("frontmatter: %s: want true or false, got %q", key, value)
	}
}
