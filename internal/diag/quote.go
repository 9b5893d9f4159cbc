package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	most = 120 // bytes of something quoted, and of a word, that a message shows whole
	kept = 80  // bytes that are left of a longer one
)

// Shorten cuts what is quoted in a message, and its words, where they are huge: a name or a condition may be as long as
// a file. Messages quote all that a user wrote, so this one place serves every one of them.
func Shorten(message string) string {
	if len(message) <= most {
		return message
	}
	var b strings.Builder
	for message != "" {
		n := piece(message)
		b.WriteString(cut(message[:n]))
		message = message[n:]
	}
	return b.String()
}

// piece returns the length of what a text starts with: something quoted, blanks, or a word.
func piece(s string) int {
	if s[0] == '"' {
		if end := closing(s); end > 0 {
			return end
		}
	}
	blank := isBlank(s[0])
	for i := 1; i < len(s); i++ {
		if isBlank(s[i]) != blank || s[i] == '"' {
			return i
		}
	}
	return len(s)
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// closing returns the offset behind the quote that closes the one in front, on the same line, or 0.
func closing(s string) int {
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

func cut(s string) string {
	if len(s) <= most {
		return s
	}
	n := kept
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	if s[0] != '"' || s[len(s)-1] != '"' {
		return s[:n] + "…"
	}
	for n > 1 && isEscaped(s[:n]) {
		n--
	}
	return s[:n] + "\"…"
}

// isEscaped reports whether a text ends inside what may be an escape.
func isEscaped(s string) bool {
	const longest = len(`\U0010ffff`)
	return strings.Contains(s[max(0, len(s)-longest+1):], `\`)
}

// FileName gives the name of a file as messages show it: in quotes where it holds what a terminal would act on.
func FileName(name string) string {
	if quoted := strconv.Quote(name); quoted[1:len(quoted)-1] != name {
		return quoted
	}
	return name
}
