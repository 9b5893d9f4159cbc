package plan

import (
	"go/doc"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// camel writes a name as an exported Go name: "read_file" is "ReadFile", "hotelId" is "HotelID", "zh-CN" is "ZhCN".
// Inner capitals stay.
func camel(name string) string {
	s := strings.Join(goWords(name), "")
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return "X" + s
	}
	return s
}

// goWords cuts a name into words, each with a capital in front, and initialisms in capitals as Go's linters want them.
func goWords(name string) []string {
	var words []string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !isWord(r) }) {
		for start, i := 0, 1; i <= len(word); i++ {
			if i < len(word) && !begins(word, i) {
				continue
			}
			w := word[start:i]
			if start = i; isInitialism(w) {
				words = append(words, strings.ToUpper(w))
			} else {
				words = append(words, strings.ToUpper(w[:1])+w[1:])
			}
		}
	}
	return words
}

// begins reports whether a word starts inside another one: at the capital of "hotelId", and at the last of "HTTPGet".
func begins(s string, i int) bool {
	return isUpper(s[i]) && (!isUpper(s[i-1]) || i+1 < len(s) && !isUpper(s[i+1]) && !isDigit(s[i+1]))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }

// isInitialism reports whether Go writes a word in capitals all through. The list is the one that Go's linters share.
func isInitialism(word string) bool {
	switch strings.ToUpper(word) {
	case "ACL", "API", "ASCII", "CPU", "CSS", "DNS", "EOF", "GUID", "HTML", "HTTP", "HTTPS", "ID", "IP", "JSON", "QPS", "RAM", "RPC",
		"SLA", "SMTP", "SQL", "SSH", "TCP", "TLS", "TTL", "UDP", "UI", "UID", "UUID", "URI", "URL", "UTF8", "VM", "XML", "XMPP",
		"XSRF", "XSS":
		return true
	}
	return false
}

func isWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// lower writes a name as an unexported Go name, which is no keyword.
func lower(name string) string {
	s := stem(name)
	if token.IsKeyword(s) {
		return s + "_"
	}
	return s
}

// stem is the beginning of an unexported Go name that goes on.
func stem(name string) string {
	s := camel(name)
	// An initialism in front is small all through.
	if words := goWords(name); len(words) > 0 && isInitialism(words[0]) && strings.HasPrefix(s, words[0]) {
		return strings.ToLower(words[0]) + s[len(words[0]):]
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// singular names the item of a list by the Go name of the list.
func singular(list string) string {
	switch {
	case strings.HasSuffix(list, "ies") && len(list) > 3:
		return strings.TrimSuffix(list, "ies") + "y"
	case strings.HasSuffix(list, "s") && !strings.HasSuffix(list, "ss") && len(list) > 1:
		return strings.TrimSuffix(list, "s")
	default:
		return list + "Item"
	}
}

// Imports are the packages of the standard library that generated files may import.
func Imports() []string {
	return []string{
		"bytes", "context", "crypto/sha256", "encoding/json", "errors", "fmt", "io/fs", "iter", "os", "path/filepath", "slices", "strconv", "strings", "testing",
	}
}

// packageName gives the Go package of a registry. It is no word of Go, no folder that the go command treats in a way of
// its own, and no name that generated files import, declare or use for a variable.
func packageName(contract string) string {
	name := strings.ReplaceAll(contract, "_", "")
	reserved := []string{
		"prompt", "main", "init", "internal", "vendor", "testdata", "builtin", "documentation",
		"all", "at", "cell", "cells", "commands", "configs", "equal", "err", "ext", "file", "files", "first", "fixture", "got", "group",
		"kind", "kinds", "locales", "name", "path", "system", "tail", "text", "want",
		"aux", "con", "nul", "prn", // no folders on Windows, nor are com1 and lpt1
	}
	for _, p := range Imports() {
		reserved = append(reserved, path.Base(p))
	}
	device := regexp.MustCompile(`^(com|lpt)[0-9]$`)
	if len(name) == 1 || token.IsKeyword(name) || doc.IsPredeclared(name) || slices.Contains(reserved, name) || device.MatchString(name) {
		return name + "prompts"
	}
	return name
}

// localeFile names the file of a locale's texts. Words that the go command reads as a platform or as a test get a
// word behind them.
func localeFile(locale string) string {
	name := strings.ToLower(strings.ReplaceAll(locale, "-", "_"))
	last := name[strings.LastIndexByte(name, '_')+1:]
	special := []string{
		"test", "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
		"openbsd", "plan9", "solaris", "wasip1", "wasip2", "windows", "zos", "386", "amd64", "amd64p32", "arm", "armbe", "arm64",
		"arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le", "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le",
		"riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm",
	}
	if slices.Contains(special, last) {
		name += "_locale"
	}
	return "texts_" + name + ".go"
}

// names hands out names that are unique in one scope. Where two things want the same name the later one gets a
// number; that is for names which no user writes.
type names map[string]bool

// fixed reserves names.
func fixed(reserved ...string) names {
	n := names{}
	for _, r := range reserved {
		n[r] = true
	}
	return n
}

// take gives the first of the wanted names that is free, else the last of them with a number.
func (n names) take(wanted ...string) string {
	name := wanted[0]
	for i := 1; n[name]; i++ {
		if i < len(wanted) {
			name = wanted[i]
		} else {
			name = wanted[len(wanted)-1] + strconv.Itoa(i-len(wanted)+2)
		}
	}
	n[name] = true
	return name
}

// claims are Go names that users write, so two things that want the same one are an error.
type claims struct {
	b     *builder
	of    string // what the names belong to, with a dot, e.g. "Session."
	taken map[string]claim
}

type claim struct {
	what string // e.g. `input "skills"`
	at   diag.Loc
}

// claims starts a scope of names.
func (b *builder) claims(of string) *claims {
	return &claims{b: b, of: of, taken: map[string]claim{}}
}

// reserve takes a name that every registry has.
func (c *claims) reserve(name, what string) { c.taken[name] = claim{what: what} }

// claim takes a name, or reports who has it.
func (c *claims) claim(name, what string, at diag.Loc) string {
	first, ok := c.taken[name]
	if !ok {
		c.taken[name] = claim{what, at}
		return name
	}
	if at.File == first.at.File && at.Compare(first.at) < 0 { // the later one is the mistake
		what, at, first = first.what, first.at, claim{what, at}
	}
	d := diag.Errorf(at, collision, "%s and %s would both be %s%s in Go", what, first.what, c.of, name)
	if !first.at.IsZero() {
		d = d.Note("the other one is at %s", first.at)
	}
	c.b.found = append(c.b.found, d)
	return name
}

func named(kind, name string) string { return kind + " " + strconv.Quote(name) }

// docLines splits a doc into lines without blanks around it.
func docLines(doc string) []string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(strings.ReplaceAll(doc, "\r\n", "\n"))) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}
