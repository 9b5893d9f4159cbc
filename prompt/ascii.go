package prompt

import "unicode/utf8"

// equalFoldASCII compares without regard to the case of ASCII letters.
func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if lowerASCII(a[i]) != lowerASCII(b[i]) {
			return false
		}
	}
	return true
}

// hasPrefixFold is strings.HasPrefix without regard to the case of ASCII letters.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && equalFoldASCII(s[:len(prefix)], prefix)
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// lowerString makes the ASCII letters of s lower case.
func lowerString(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = lowerASCII(b[i])
	}
	return string(b)
}

// isNameByte reports whether c is an ASCII letter or digit, _ or -: what all names that a model reads may hold.
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// inName reports whether a byte behind a tag's name belongs to a longer one.
func inName(c byte) bool {
	return isNameByte(c) || c == '.' || c >= utf8.RuneSelf
}
