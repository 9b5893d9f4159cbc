package importer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// wanted is what the value of a keyword has to be. Another is a mistake in the schema: taken into words it would be
// nonsense, and left out it would lose what somebody meant.
type wanted struct {
	words string // e.g. "a number above 0"
	kinds []kind // any where there are none
	fits  func(*value) bool
	count bool // Gemini's form has such numbers as strings
}

func anything() wanted { return wanted{words: "a value"} }
func aString() wanted  { return wanted{words: "a string", kinds: []kind{stringValue}} }
func aSwitch() wanted  { return wanted{words: "true or false", kinds: []kind{boolValue}} }
func aNumber() wanted  { return wanted{words: "a number", kinds: []kind{numberValue}} }
func aList() wanted    { return wanted{words: "a list", kinds: []kind{arrayValue}} }
func anObject() wanted { return wanted{words: "an object", kinds: []kind{objectValue}} }
func aSchema() wanted  { return wanted{words: "a schema", kinds: []kind{objectValue, boolValue}} }

// listOf is a list that may not be empty.
func listOf(words string) wanted {
	return wanted{words: "a list of at least one " + words, kinds: []kind{arrayValue}, fits: func(v *value) bool { return len(v.items) > 0 }}
}

// aCount is a number of characters, items or members.
func aCount() wanted {
	fits := func(v *value) bool { n, ok := integer(v); return ok && n >= 0 }
	return wanted{words: "a whole number of at least 0", kinds: []kind{numberValue}, fits: fits, count: true}
}

// aName is a word, or what stands in a sentence like one, e.g. "text/plain; charset=utf-8".
func aName() wanted {
	return wanted{words: "a word or a few on one line", kinds: []kind{stringValue}, fits: func(v *value) bool { return strings.TrimSpace(v.text) != "" && oneLine(v.text) }}
}

// aStep is what a number is a multiple of.
func aStep() wanted {
	positive := func(v *value) bool {
		return !strings.HasPrefix(v.text, "-") && strings.ContainsAny(mantissa(v.text), "123456789")
	}
	return wanted{words: "a number above 0", kinds: []kind{numberValue}, fits: positive}
}

// mantissa is a number without its exponent.
func mantissa(number string) string {
	m, _, _ := strings.Cut(strings.ToLower(number), "e")
	return m
}

// openBound is a bound, or, in an old draft, what opens the one beside it.
func openBound(beside string) wanted {
	return wanted{words: "a number, or true or false beside " + beside, kinds: []kind{numberValue, boolValue}}
}

// or takes another kind, too.
func (w wanted) or(k kind) wanted {
	w.kinds = append(slices.Clone(w.kinds), k)
	return w
}

// digits reads a whole number that is written as a string.
func digits(v *value) (int64, bool) {
	n, err := strconv.ParseInt(v.word(), 10, 64)
	return n, err == nil && n >= 0
}

// oneLine reports whether a text is visible and has no lines.
func oneLine(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// meant leaves the keywords out whose values are of another kind, and refuses them. It reports whether the others can be
// read without them. A description stays, so that it is not missed, too.
func (c *conversion) meant(members []member) ([]member, bool) {
	ok := true
	out := slices.DeleteFunc(slices.Clone(members), func(m member) bool {
		k := c.table[m.name]
		if k == nil || k.verdict == refused || k.wants.met(m.value, c.closes) {
			return false
		}
		how := "it is " + m.value.kind.String()
		switch {
		case k.wants.kinds != nil && !slices.Contains(k.wants.kinds, m.value.kind):
		case m.value.kind == arrayValue:
			how = "it lists nothing"
		default:
			how = "it is " + short(string(m.value.raw()))
		}
		c.refuse(m.value, m.name, "want "+k.wants.words, "%s", how)
		ok = ok && k.verdict != structure
		return m.name != "description"
	})
	return out, ok
}

// met reports whether a value is what is wanted.
func (w *wanted) met(v *value, gemini bool) bool {
	if w.kinds != nil && !slices.Contains(w.kinds, v.kind) {
		_, counts := digits(v)
		return gemini && w.count && counts
	}
	return w.fits == nil || w.fits(v)
}
