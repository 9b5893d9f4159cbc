package gate

import "strings"

// token is a word or an operator of a condition.
type token struct {
	text   string
	offset int
}

// scan splits a condition, right or wrong, into words, runs of one operator's character and other characters.
func scan(s string) []token {
	var out []token
	class := func(c byte) byte {
		switch {
		case c == '_' || c == '.' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			return 'w'
		case c == '&' || c == '|' || c == ' ':
			return c
		default:
			return 0 // stands for itself
		}
	}
	for i := 0; i < len(s); {
		end := i + 1
		for c := class(s[i]); c != 0 && end < len(s) && class(s[end]) == c; {
			end++
		}
		if s[i] != ' ' {
			out = append(out, token{s[i:end], i})
		}
		i = end
	}
	return out
}

// foreign gives the operator that is meant by one of another language, e.g. "&&" by "and".
func foreign(t string) (string, bool) {
	switch strings.ToLower(t) {
	case "and", "&":
		return "&&", true
	case "or", "|":
		return "||", true
	case "not":
		return "!", true
	case ",", ";", "+":
		return "", true // and or or
	}
	return "", false
}

// foreignOperator finds the first operator of another language in a condition, and the condition with Go's operators
// where these can be told.
func foreignOperator(s string) *SyntaxError {
	var found *SyntaxError
	var fixed strings.Builder
	end, glue := 0, false
	certain := true
	for _, t := range scan(s) {
		op, ok := foreign(t.text)
		switch {
		case !ok:
			op = t.text
		case found == nil:
			found = &SyntaxError{Offset: t.offset, Msg: `"` + t.text + `" is no operator`}
		}
		certain = certain && op != ""
		if !glue {
			fixed.WriteString(s[end:t.offset])
		}
		fixed.WriteString(op)
		end, glue = t.offset+len(t.text), ok && op == "!"
	}
	if found != nil && certain {
		if _, err := Parse(fixed.String()); err == nil {
			found.Fix = fixed.String()
		}
	}
	return found
}
