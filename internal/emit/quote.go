package emit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// quote gives a Go literal by a rule of our own: strconv.Quote follows the Unicode table of the Go release, so the
// same text could be written in two ways. Everything printable stands as it is; what a reader could not see, or what
// would change how a line is shown, is escaped.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case isHidden(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case isHidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

// isHidden reports whether a character is invisible, changes the direction of what stands beside it, or is for
// private use.
func isHidden(r rune) bool {
	switch {
	case r >= 0x80 && r <= 0xa0, r == 0xad, r == 0x61c, r == 0x180e, r == 0xfeff:
	case r >= 0x2000 && r <= 0x200f, r >= 0x2028 && r <= 0x202f, r >= 0x205f && r <= 0x206f:
	case r >= 0xe000 && r <= 0xf8ff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff, r >= 0xf0000:
	default:
		return false
	}
	return true
}
