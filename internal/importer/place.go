package importer

import (
	"bytes"
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
				return c.locs(t)(at), message
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

// locs gives the positions of offsets in one of the chapter's texts. Its lines are those of the input, but for headings,
// which lose blanks and marks. What a line takes to find is found once for all of its offsets.
func (c *Chapter) locs(t written) func(offset int) diag.Loc {
	text := newDocument("", []byte(t.written))
	type found struct{ cut, at int } // where in the input's line stands what follows in the text's
	var line int
	var finds []found
	return func(offset int) diag.Loc {
		here := text.loc(offset, "")
		start := c.source.lines[t.At.Line-1+here.Line-1]
		if line != here.Line {
			line, finds = here.Line, nil
			is, raw := text.line(here.Line-1), c.source.line(t.At.Line-1+here.Line-1)
			for _, cut := range []int{0, len(is) - len(bytes.TrimLeft(is, "# "))} {
				if i := bytes.Index(raw, is[cut:]); i >= 0 {
					finds = append(finds, found{cut, i})
				}
			}
		}
		for _, f := range finds {
			if col := here.Col - 1; col >= f.cut {
				return c.source.loc(start+f.at+col-f.cut, "")
			}
		}
		return c.source.loc(start, "")
	}
}
