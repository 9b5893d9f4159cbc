package prompt

import "strings"

// MatchLocale brings a locale tag into the form of BCP 47: codeset and modifier go, "_" becomes "-", and the case is
// fixed, e.g. "zh_CN.UTF-8" becomes "zh-CN" and "ZH-hans_cn" becomes "zh-Hans-CN".
func MatchLocale(tag string) string {
	if i := strings.IndexAny(tag, ".@"); i >= 0 {
		tag = tag[:i]
	}
	parts := strings.Split(strings.ReplaceAll(tag, "_", "-"), "-")
	for i, p := range parts {
		p = lowerString(p)
		switch {
		case i == 0 || !isAlpha(p):
		case len(p) == len("cn"):
			p = strings.ToUpper(p)
		case len(p) == len("hans"):
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		parts[i] = p
	}
	return strings.Join(parts, "-")
}

// LocaleMatches reports whether a locale tag is one of equals, or starts with one of prefixes, e.g. "zh-". All of them
// are compared in the form of MatchLocale.
func LocaleMatches(tag string, equals, prefixes []string) bool {
	tag = lowerString(MatchLocale(tag))
	for _, e := range equals {
		if tag == lowerString(MatchLocale(e)) {
			return true
		}
	}
	for _, p := range prefixes {
		if strings.HasPrefix(tag, lowerString(MatchLocale(p))) {
			return true
		}
	}
	return false
}

// HasModelSegment reports whether a segment of a model ID, e.g. "o1-mini" of "openai/o1-mini", is one of equals or
// starts with one of prefixes. The case of ASCII letters does not count.
func HasModelSegment(model string, equals, prefixes []string) bool {
	for segment := range strings.SplitSeq(model, "/") {
		for _, e := range equals {
			if equalFoldASCII(segment, e) {
				return true
			}
		}
		for _, p := range prefixes {
			if len(segment) >= len(p) && equalFoldASCII(segment[:len(p)], p) {
				return true
			}
		}
	}
	return false
}

func lowerString(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func isAlpha(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }
