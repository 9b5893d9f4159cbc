package prompt

import (
	"crypto/rand"
	"encoding/binary"
	"strconv"
	"strings"
)

// Nonce is what the two lines of a fence share, so that text which was written before can't close it. It is drawn anew
// for each turn or session; 0 is none.
type Nonce uint64

// NewNonce draws a nonce from the system's source of randomness.
func NewNonce() Nonce {
	var b [8]byte
	for {
		rand.Read(b[:]) // never errs: the program crashes where there is no randomness
		if n := Nonce(binary.BigEndian.Uint64(b[:])); n != 0 {
			return n
		}
	}
}

// String returns the 16 lower-case hexadecimal digits that stand in a fence.
func (n Nonce) String() string {
	digits := strconv.FormatUint(uint64(n), 16)
	return strings.Repeat("0", 16-len(digits)) + digits
}

// Attr is an attribute in the first line of a fence, e.g. {"origin", "https://example.com"}.
type Attr struct {
	Name, Value string
}

// AppendFence appends untrusted text between two lines that it can't forge, e.g. the result of a tool:
//
//	<<<web_content_9f2ab41c07d3e58a origin="https://example.com">>>
//	content
//	<<<end_web_content_9f2ab41c07d3e58a>>>
//
// Whatever in the content looks like one of the two lines is defanged: each run of three or more < that a label
// follows, behind blanks, tabs, slashes and an end_ if any, in any case, becomes as many ‹. Everything else arrives as
// it is. Attribute values are escaped, and an attribute with an empty value is left out.
//
// The label is that of one of the registry's fences or the host's own; labels and names of attributes are made of
// lower-case letters and _. Others are an error, as is a nonce of 0, and dst then comes back as it was. Text is fenced
// once: what is fenced already is defanged like any other text.
func AppendFence(dst []byte, n Nonce, label, content string, attrs ...Attr) ([]byte, error) {
	var e Errs
	e.Required("nonce", n != 0)
	e.label("label", label)
	for _, a := range attrs {
		e.label("attribute", a.Name)
	}
	if err := e.Err(); err != nil {
		return dst, err
	}
	dst = appendFenceOpen(dst, n, label, attrs)
	dst = appendDefanged(dst, content, label)
	return appendFenceEnd(dst, n, label), nil
}

// label notes a name that can't stand in a fence.
func (e *Errs) label(field, name string) {
	ok := name != "" && name[0] != '_'
	for i := range len(name) {
		ok = ok && (name[i] == '_' || 'a' <= name[i] && name[i] <= 'z')
	}
	if !ok {
		e.Add(field, "must be lower-case letters and _, starting with a letter, got "+shorten(name))
	}
}

func appendFenceOpen(dst []byte, n Nonce, label string, attrs []Attr) []byte {
	dst = append(dst, "<<<"...)
	dst = append(dst, label...)
	dst = append(dst, '_')
	dst = append(dst, n.String()...)
	for _, a := range attrs {
		if a.Value == "" {
			continue
		}
		dst = append(dst, ' ')
		dst = append(dst, a.Name...)
		dst = append(dst, `="`...)
		dst = append(dst, fenceAttrEscaper().Replace(a.Value)...)
		dst = append(dst, '"')
	}
	return append(dst, ">>>\n"...)
}

func appendFenceEnd(dst []byte, n Nonce, label string) []byte {
	dst = append(dst, "\n<<<end_"...)
	dst = append(dst, label...)
	dst = append(dst, '_')
	dst = append(dst, n.String()...)
	return append(dst, ">>>"...)
}

// fenceAttrEscaper escapes what could end an attribute, its line or the brackets of the line. Besides line feeds it
// takes every other character that starts a new line somewhere.
func fenceAttrEscaper() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;",
		"\n", "&#10;", "\v", "&#11;", "\f", "&#12;", "\r", "&#13;", "\u0085", "&#133;", "\u2028", "&#8232;", "\u2029", "&#8233;")
}

// Defang replaces each run of three or more < by as many ‹ where one of the labels follows: behind blanks, tabs,
// slashes of both kinds and an end_ if any, in any ASCII case. Text without such a run is returned as it is.
func Defang(s string, labels ...string) string {
	if at, _ := nextFang(s, 0, labels); at < 0 {
		return s
	}
	return string(appendDefanged(make([]byte, 0, len(s)+16), s, labels...))
}

func appendDefanged(dst []byte, s string, labels ...string) []byte {
	start := 0
	for {
		at, end := nextFang(s, start, labels)
		if at < 0 {
			return append(dst, s[start:]...)
		}
		dst = append(dst, s[start:at]...)
		for range end - at {
			dst = append(dst, "‹"...)
		}
		start = end
	}
}

// nextFang returns where the next run to be replaced begins and ends, or -1.
func nextFang(s string, from int, labels []string) (at, end int) {
	for {
		i := strings.Index(s[from:], "<<<")
		if i < 0 {
			return -1, 0
		}
		at = from + i
		end = at + len(s[at:]) - len(strings.TrimLeft(s[at:], "<"))
		if startsLabel(s[end:], labels) {
			return at, end
		}
		from = end
	}
}

// startsLabel reports whether s begins as the name in a line of a fence does.
func startsLabel(s string, labels []string) bool {
	s = strings.TrimLeft(s, " \t/\\")
	bare := s
	if hasPrefixFold(s, "end_") {
		bare = s[len("end_"):]
	}
	for _, l := range labels {
		if hasPrefixFold(s, l) || hasPrefixFold(bare, l) {
			return true
		}
	}
	return false
}
