package importer

import (
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// place finds where in the input the words stand that a check of a section's text is about, and leaves the name of the
// section out of its message: nobody has read it yet.
func (p *Prompt) place(d diag.Diagnostic) (diag.Loc, string) {
	for i := range p.Sections {
		c := &p.Sections[i]
		for _, t := range c.texts() {
			if t.At != d.At {
				continue
			}
			message := d.Message
			if rest, ok := strings.CutPrefix(message, "text of section \""+c.Name+"\" "); ok {
				message = "it " + rest
			}
			if at := wordAt(t.written, d.Words); d.Words != "" && at >= 0 {
				return c.loc(t, at), message
			}
			return d.At, message
		}
	}
	return d.At, d.Message
}

// written is a text of a chapter before it has marks.
type written struct {
	*registry.Text
	written string
}

// texts are those that the chapter's section shows. A heading without text is its text.
func (c *Chapter) texts() []written {
	body := written{&c.Text, c.body}
	if c.Level == 0 {
		return []written{body}
	}
	return []written{{&c.Heading, c.title}, body}
}

// wordAt finds words in a text, at the start of a word if they stand there anywhere, or gives -1.
func wordAt(text, words string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return strings.Index(text, words)
		}
		if from += i; from == 0 || !isWord(text[from-1]) {
			return from
		}
		from++
	}
}

// loc gives the position of an offset in one of the chapter's texts. Its lines are those of the input, but for headings,
// which lose blanks and marks.
func (c *Chapter) loc(t written, offset int) diag.Loc {
	before := t.written[:offset]
	line, _, _ := strings.Cut(t.written[strings.LastIndexByte(before, '\n')+1:], "\n")
	col := offset - strings.LastIndexByte(before, '\n') - 1
	n := t.At.Line - 1 + strings.Count(before, "\n")
	start := c.source.lines[n]
	raw, _, _ := strings.Cut(string(c.source.data[start:]), "\n")
	for _, cut := range []int{0, len(line) - len(strings.TrimLeft(line, "# "))} {
		if i := strings.Index(raw, line[cut:]); i >= 0 && col >= cut {
			return c.source.loc(start+i+col-cut, "")
		}
	}
	return c.source.loc(start, "")
}
