package prompt

import "strconv"

// EscapeXMLAttr escapes & < > " and ' for the value of an attribute.
func EscapeXMLAttr(s string) string { return escape(s, xmlAttrEscape) }

// EscapeXMLText escapes & < and > for text between tags.
func EscapeXMLText(s string) string { return escape(s, xmlTextEscape) }

// EscapeJSON escapes " \ and the controls \b \f \n \r \t for a string of JSON.
func EscapeJSON(s string) string { return escape(s, jsonEscape) }

// XMLAttr returns ` name="value"`, or "" for an empty value. The value is escaped already.
func XMLAttr(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + value + `"`
}

// Int writes n in base 10.
func Int(n int64) string { return strconv.FormatInt(n, 10) }

// Bool writes "true" or "false".
func Bool(v bool) string { return strconv.FormatBool(v) }

// escape replaces the bytes for which by has an escape. Nothing is copied when there are none.
func escape(s string, by func(byte) string) string {
	var dst []byte
	start := 0
	for i := 0; i < len(s); i++ {
		e := by(s[i])
		if e == "" {
			continue
		}
		if dst == nil {
			dst = make([]byte, 0, len(s)+len(s)/8+16)
		}
		dst = append(dst, s[start:i]...)
		dst = append(dst, e...)
		start = i + 1
	}
	if dst == nil {
		return s
	}
	return string(append(dst, s[start:]...))
}

func xmlAttrEscape(c byte) string {
	switch c {
	case '"':
		return "&quot;"
	case '\'':
		return "&apos;"
	}
	return xmlTextEscape(c)
}

func xmlTextEscape(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return ""
}

func jsonEscape(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return ""
}
