package load

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// synonyms are words that other tools use for ours, one line for each meaning.
const synonyms = `
int integer
bool boolean
float double number
str text string
list array
dict dictionary struct record object map
params param parameters properties arguments args
description desc
doc description desc
reason why because
when if condition
excludes exclude except without
transports transport
value content body
dynamic volatile turn
required mandatory
fixture defaults base
`

// synonym finds the word that other tools call so.
func synonym(got string, words []string) (string, bool) {
	low := strings.ToLower(got)
	for line := range strings.Lines(synonyms) {
		group := strings.Fields(line)
		if !slices.Contains(group, low) {
			continue
		}
		for _, w := range group {
			if slices.Contains(words, w) && w != got {
				return w, true
			}
		}
	}
	return "", false
}

// suggestWord proposes the word that was most likely meant: a misspelt one, or one that other tools use.
func suggestWord(d diag.Diagnostic, got string, words []string) diag.Diagnostic {
	best, ok := diag.Nearest(got, words)
	if !ok {
		best, ok = synonym(got, words)
	}
	if ok {
		return d.Note("did you mean %q?", best)
	}
	return d
}

// elsewhere says where a field that is unknown here belongs: one or two levels deeper, or one level up.
func elsewhere(d diag.Diagnostic, name string, s spot) diag.Diagnostic {
	known, _ := s.def.names()
	for _, outer := range known {
		if within, _ := s.def.field(outer).names(); slices.Contains(within, name) {
			return d.Note("%q belongs to %q: %s: %s: …", name, outer, outer, name)
		}
	}
	for _, outer := range known {
		inner := s.def.field(outer)
		names, _ := inner.names()
		for _, middle := range names {
			if within, _ := inner.field(middle).names(); slices.Contains(within, name) {
				return d.Note("%q belongs to %q: %s: %s: %s: …", name, middle, outer, middle, name)
			}
		}
	}
	for _, list := range known {
		if within, _ := s.def.field(list).item(0).names(); slices.Contains(within, name) {
			return d.Note("%q belongs into the items of %q", name, list)
		}
	}
	if names, _ := s.up.names(); slices.Contains(names, name) {
		return d.Note("%q belongs one level up", name)
	}
	return d
}
