package snapshot

// indented is json.Indent for compact JSON that needs no proof: the writer of package project makes nothing else, and
// there are megabytes of it.
func indented(text string) []byte {
	dst := make([]byte, 0, 2*len(text))
	depth := 0
	line := func(deeper int) {
		depth += deeper
		dst = append(dst, '\n')
		for range depth {
			dst = append(dst, "  "...)
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			end := stringEnd(text, i)
			dst = append(dst, text[i:end]...)
			i = end - 1
		case '{', '[':
			dst = append(dst, c)
			if closing := c + 2; text[i+1] == closing {
				dst = append(dst, closing)
				i++
			} else {
				line(1)
			}
		case '}', ']':
			line(-1)
			dst = append(dst, c)
		case ',':
			dst = append(dst, c)
			line(0)
		case ':':
			dst = append(dst, ": "...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// stringEnd is the offset behind the string that begins at an offset.
func stringEnd(text string, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}
