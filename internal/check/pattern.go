package check

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PatternProblem is a piece of a pattern that Go and ECMA-262, which JSON Schema refers to, do not read alike.
type PatternProblem struct {
	Text string // e.g. `\x{41}`
	At   int    // the character of the pattern at which it begins, from 1
	Byte int    // its offset, in bytes
	Why  string // e.g. "ECMA-262 has no such escape"
	Mend string // e.g. `write \x41`
}

// Pattern finds the first such piece, nil where there is none. It knows the syntax that both have and takes nothing
// else, so that what a new engine reads in its own way can't pass unseen.
func Pattern(src string) *PatternProblem {
	s := &patternScanner{src: src}
	for s.problem == nil && s.i < len(s.src) {
		s.next()
	}
	if s.problem != nil {
		return s.problem
	}
	_, err := regexp.Compile(src)
	if err == nil {
		return nil
	}
	p := &PatternProblem{Text: src, At: 1, Why: strings.TrimPrefix(err.Error(), "error parsing regexp: "), Mend: "correct it"}
	if parse, ok := errors.AsType[*syntax.Error](err); ok {
		p.Why = parse.Code.String()
		if i := strings.Index(src, parse.Expr); i >= 0 && parse.Expr != "" {
			p.Text, p.At, p.Byte = parse.Expr, utf8.RuneCountInString(src[:i])+1, i
		}
	}
	return p
}

// before is what stands in front of a quantifier.
type before int

const (
	nothing before = iota // the start of an alternative, or a quantifier
	atom
	assertion
)

// patternScanner reads a pattern from left to right.
type patternScanner struct {
	src     string
	i       int // of the byte that is read next
	before  before
	problem *PatternProblem
}

func (s *patternScanner) refuse(text, why, mend string) {
	s.problem = &PatternProblem{Text: text, At: utf8.RuneCountInString(s.src[:s.i]) + 1, Byte: s.i, Why: why, Mend: mend}
}

func (s *patternScanner) rest() string { return s.src[s.i:] }

// take moves on behind n bytes.
func (s *patternScanner) take(n int, now before) { s.i, s.before = s.i+n, now }

// next reads one piece outside of classes.
func (s *patternScanner) next() {
	switch c := s.src[s.i]; c {
	case '\\':
		s.escape(false)
	case '[':
		s.class()
	case '(':
		s.group()
	case '|':
		s.take(1, nothing)
	case '^', '$':
		s.take(1, assertion)
	case '*', '+', '?':
		s.quantifier(1)
	case '{':
		s.repeat()
	case ']', '}':
		s.refuse(string(c), "ECMA-262 refuses it where nothing is open", `write \`+string(c))
	case '.':
		s.refuse(".", `Go takes every character but \n, ECMA-262 none of \n, \r, U+2028 and U+2029`, `write [^\n], or the characters that may stand there`)
	default:
		_, n := utf8.DecodeRuneInString(s.rest())
		s.take(n, atom)
	}
}

// group reads what opens a group.
func (s *patternScanner) group() {
	rest := s.rest()
	switch {
	case strings.HasPrefix(rest, "(?:"):
		s.take(3, nothing)
	case !strings.HasPrefix(rest, "(?"):
		s.take(1, nothing)
	case opens(rest, "(?=", "(?!", "(?<=", "(?<!"):
		s.refuse(rest[:min(3, len(rest))], "there is no lookaround in Go", "say it without, or check it in the handler")
	case opens(rest, "(?P<", "(?<", "(?P=", "(?'"):
		s.refuse(upTo(rest, ">)'"), "engines have different named groups", "write (…) or (?:…)")
	default:
		s.refuse(upTo(rest, ":)"), "ECMA-262 has no flags inside of a pattern", "write out both cases, e.g. [aA], and (?:…) for a group")
	}
}

func opens(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// upTo cuts s behind the first of some bytes, and short.
func upTo(s, ends string) string {
	if i := strings.IndexAny(s[min(3, len(s)):], ends); i >= 0 {
		return s[:min(3, len(s))+i+1]
	}
	return s[:min(3, len(s))]
}

// quantifier reads one of n bytes, and the question mark that makes it lazy.
func (s *patternScanner) quantifier(n int) {
	if s.before == assertion {
		s.refuse(s.rest()[:n], "ECMA-262 refuses to repeat ^, $, \\b and \\B", "remove it")
		return
	}
	if strings.HasPrefix(s.rest()[n:], "?") && s.before == atom {
		n++
	}
	s.take(n, nothing)
}

// repeat reads {2}, {2,} or {2,3}.
func (s *patternScanner) repeat() {
	body, _, closed := strings.Cut(s.rest()[1:], "}")
	low, high, two := strings.Cut(body, ",")
	switch {
	case !closed || !isCount(low) || two && high != "" && !isCount(high):
		s.refuse("{", "Go reads it as itself, ECMA-262 refuses it or reads a repeat", `write \{, or a repeat such as {2}, {2,} or {0,3}`)
	case tooOften(low) || tooOften(high):
		s.refuse("{"+body+"}", "Go repeats at most 1000 times", "use minLength and maxLength, or a smaller number")
	default:
		s.quantifier(len(body) + 2)
	}
}

// isCount reports whether Go reads a number of repeats: it takes one with a leading zero for text.
func isCount(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == "" && (s == "0" || s[0] != '0')
}

func tooOften(s string) bool {
	n, err := strconv.Atoi(s)
	return s != "" && (err != nil || n > 1000)
}

// class reads a class of characters in brackets.
func (s *patternScanner) class() {
	start := s.i
	s.i++
	if strings.HasPrefix(s.rest(), "^") {
		s.i++
	}
	if strings.HasPrefix(s.rest(), "]") {
		open := s.src[start : s.i+1]
		s.i = start
		s.refuse(open, "Go reads ] as a member, ECMA-262 as the end of the class", `write \] for the member`)
		return
	}
	for first := true; s.problem == nil && s.i < len(s.src); first = false {
		if s.src[s.i] == ']' {
			s.take(1, atom)
			return
		}
		s.member(first)
	}
}

// member reads a character, a range or an escape in a class.
func (s *patternScanner) member(first bool) {
	rest := s.rest()
	dash := rest[0] == '-'
	if opens(rest, "--", "&&", "~~") {
		s.refuse(rest[:2], "some engines read it as an operation on classes", `write \`+rest[:1]+" once: a class holds a character or not")
		return
	}
	if dash && !first && !strings.HasPrefix(rest, "-]") {
		s.refuse("-", "ECMA-262 refuses a hyphen behind a class or range, which Go reads as itself", `write \-, or put it last`)
		return
	}
	low := s.char()
	if s.problem != nil || dash || !strings.HasPrefix(s.rest(), "-") || strings.HasPrefix(s.rest(), "-]") || s.rest() == "-" {
		return
	}
	if len(low) == 2 && strings.ContainsAny(low[1:], "dDwW") && low[0] == '\\' {
		s.refuse("-", "ECMA-262 refuses a hyphen behind a class or range, which Go reads as itself", `write \-, or put it last`)
		return
	}
	if strings.HasPrefix(s.rest(), "--") {
		s.refuse("--", "some engines read it as an operation on classes", `write \- for the hyphen`)
		return
	}
	s.i++
	if high := s.char(); s.problem == nil && len(high) == 2 && high[0] == '\\' && strings.ContainsAny(high[1:], "dDwW") {
		s.i -= len(high)
		s.refuse(high, "a range ends at one character", `write \- for the hyphen`)
	}
}

// char reads a character or an escape in a class, and returns it.
func (s *patternScanner) char() string {
	start, rest := s.i, s.rest()
	switch {
	case rest[0] == '\\':
		s.escape(true)
	case strings.HasPrefix(rest, "[:"):
		s.posix()
	case rest[0] == '[':
		s.refuse("[", "some engines read a class inside of a class", `write \[`)
	default:
		_, n := utf8.DecodeRuneInString(rest)
		s.i += n
	}
	return s.src[start:s.i]
}

// posix refuses a class such as [:alpha:].
func (s *patternScanner) posix() {
	name, _, closed := strings.Cut(s.rest()[2:], ":]")
	if !closed || strings.Trim(name, "^abcdefghijklmnopqrstuvwxyz") != "" {
		s.refuse("[", "some engines read a class inside of a class", `write \[`)
		return
	}
	same := map[string]string{
		"alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": `\x00-\x7f`, "blank": `\t `, "cntrl": `\x00-\x1f\x7f`, "digit": `\d`, "graph": "!-~",
		"lower": "a-z", "print": " -~", "punct": `!-/:-@\[-` + "`{-~", "space": `\t\n\v\f\r `, "upper": "A-Z", "word": `\w`, "xdigit": "0-9A-Fa-f",
	}
	mend := "write out its characters"
	if plain := same[name]; plain != "" {
		mend = "write " + plain
	}
	s.refuse("[:"+name+":]", "ECMA-262 has no such classes", mend)
}

// escape reads a backslash and what belongs to it.
func (s *patternScanner) escape(class bool) {
	rest := s.rest()
	if len(rest) == 1 {
		s.i++ // which regexp.Compile reports
		return
	}
	switch c := rest[1]; {
	case strings.IndexByte("bB", c) >= 0 && !class:
		s.take(2, assertion)
	case strings.IndexByte(`dDwWtnvfr^$\.*+?()[]{}|/`, c) >= 0, c == '-' && class:
		s.take(2, atom)
	case c == 'x' && len(rest) >= 4 && strings.Trim(rest[2:4], "0123456789abcdefABCDEF") == "":
		s.take(4, atom)
	default:
		s.refuseEscape(class)
	}
}

// refuseEscape says what is wrong with an escape, and what to write instead.
func (s *patternScanner) refuseEscape(class bool) {
	rest := s.rest()
	r, n := utf8.DecodeRuneInString(rest[1:])
	text := rest[:1+n]
	switch {
	case r == 's' || r == 'S':
		mend := `write [ \t\n\f\r]`
		switch {
		case class && r == 's':
			mend = `write  \t\n\f\r, with the space, in the class`
		case r == 'S':
			mend = `write [^ \t\n\f\r]`
		}
		s.refuse(text, "Go takes the white space of ASCII without \\v, ECMA-262 all of Unicode", mend)
	case r == 'x' || r == 'u':
		s.refuseCode(rest)
	case r >= '0' && r <= '9':
		s.refuseDigit(rest)
	case r == 'p' || r == 'P':
		s.refuse(text, "engines have different names for classes of Unicode, or none", "write out the ranges, e.g. A-Za-zÀ-ÿ in a class")
	case r < utf8.RuneSelf && !unicode.IsLetter(r):
		s.refuse(text, "ECMA-262 refuses an escape that is not needed", "write "+string(r)+" without the backslash")
	case r >= utf8.RuneSelf:
		s.refuse(text, "there is no such escape", "write "+string(r)+" without the backslash")
	default:
		why, mend := "Go and ECMA-262 don't both have this escape", "write the character itself, or its code, e.g. \\x1b"
		if other, ok := map[rune][2]string{
			'A': {"ECMA-262 has no such escape", "write ^"}, 'z': {"ECMA-262 has no such escape", "write $"}, 'Z': {"neither has such an escape", "write $"},
			'Q': {"ECMA-262 has no such escape", "escape each character that needs it"}, 'E': {"ECMA-262 has no such escape", "remove it"},
			'C': {"ECMA-262 has no such escape", "write the characters that may stand there"}, 'a': {"ECMA-262 has no such escape", `write \x07`},
			'b': {"Go has no such escape in a class", `write \x08 for a backspace`}, 'k': {"there are no references to groups in Go", "say it without"},
		}[r]; ok {
			why, mend = other[0], other[1]
		}
		s.refuse(text, why, mend)
	}
}

// refuseCode is for \x{41} and \u0041.
func (s *patternScanner) refuseCode(rest string) {
	text, why := rest[:2], "Go has no such escape"
	if rest[1] == 'x' {
		why = "ECMA-262 has no such escape"
	}
	digits := rest[2:min(6, len(rest))]
	if in, _, closed := strings.Cut(strings.TrimPrefix(rest[2:], "{"), "}"); closed && strings.HasPrefix(rest[2:], "{") {
		digits, text = in, rest[:len(in)+4]
	} else if rest[1] == 'u' {
		text = rest[:2+len(digits)]
	}
	code, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		s.refuse(text, why, `write two digits, e.g. \x1b, or the character itself`)
		return
	}
	s.refuse(text, why, "write "+plainCode(rune(code)))
}

// refuseDigit is for \1, a reference, and \141, a code of octal digits.
func (s *patternScanner) refuseDigit(rest string) {
	n := 1
	for n < min(4, len(rest)) && rest[n] >= '0' && rest[n] <= '7' {
		n++
	}
	if rest[1] != '0' && n < 3 {
		s.refuse(rest[:2], "there are no references to groups in Go", "say it without")
		return
	}
	code, err := strconv.ParseUint(rest[1:n], 8, 32)
	if err != nil {
		code = 0
	}
	s.refuse(rest[:n], "ECMA-262 has no octal codes", "write "+plainCode(rune(code)))
}

// plainCode is how both write a character.
func plainCode(r rune) string {
	switch {
	case r <= 0xff:
		return `\x` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15])
	case unicode.IsPrint(r):
		return string(r)
	default:
		return "the character itself"
	}
}
