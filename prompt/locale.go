package prompt

import "strings"

// LocaleTags says which language tags stand for a locale. Letter case, a codeset and a modifier do not count, and "_"
// is read as "-", so "zh_CN.UTF-8" is "zh-CN".
type LocaleTags[L any] struct {
	Locale L
	Name   string   // itself one of Equals and of Prefix, e.g. "zh-CN"
	Equals []string // whole tags, e.g. "zh"
	Prefix []string // leading subtags, e.g. "de" for "de" and "de-AT", but not "del"
}

// ParseLocale returns the locale that a tag stands for. A whole tag counts more than leading subtags, more of those
// count more than fewer, and among equals the first locale wins. An error names the locales.
func ParseLocale[L any](tag string, locales []LocaleTags[L]) (L, error) {
	best, found := 0, -1
	got := canonicalTag(tag)
	for i := range locales {
		if n := locales[i].rank(got); n > best {
			best, found = n, i
		}
	}
	if found >= 0 {
		return locales[found].Locale, nil
	}
	names := make([]string, len(locales))
	for i := range locales {
		names[i] = locales[i].Name
	}
	var none L
	return none, UnknownName("locale", tag, names...)
}

// rank is how well a canonical tag matches: 0 not at all, else one more than the length of the prefix, and at most for
// a whole tag.
func (l *LocaleTags[L]) rank(tag string) int {
	whole := len(tag) + 2
	best := 0
	for _, e := range append([]string{l.Name}, l.Equals...) {
		if canonicalTag(e) == tag {
			return whole
		}
	}
	for _, p := range append([]string{l.Name}, l.Prefix...) {
		p = strings.TrimRight(canonicalTag(p), "-")
		if rest, ok := strings.CutPrefix(tag, p); ok && (p == "" || rest == "" || rest[0] == '-') {
			best = max(best, 1+len(p))
		}
	}
	return best
}

// canonicalTag brings a locale tag into a form in which tags can be compared: "zh_CN.UTF-8" becomes "zh-cn".
func canonicalTag(tag string) string {
	if i := strings.IndexAny(tag, ".@"); i >= 0 {
		tag = tag[:i]
	}
	return lowerString(strings.ReplaceAll(tag, "_", "-"))
}
