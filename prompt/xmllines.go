package prompt

// textLines follows the lines of text outside calls, to know where a line begins and where a fence is open: three or
// more backticks or tildes open one, as many or more of the same close it.
type textLines struct {
	part  linePart
	blank int  // blanks in front
	mark  byte // what the line begins with, '`' or '~'
	run   int  // how often
	plain bool // something else than blanks stands behind the run
	tick  bool // a backtick stands behind the run

	fence  byte // the mark of the open fence, or 0
	length int  // of its run
}

type linePart uint8

const (
	lineStart linePart = iota // blanks at most
	lineRun                   // backticks or tildes
	lineInfo                  // what stands behind them
	lineOther                 // no fence can be on this line
)

// atStart reports whether a call may stand here: at the start of a line, outside fences.
func (l *textLines) atStart() bool { return l.part == lineStart && l.blank == 0 && l.fence == 0 }

// midLine says that the line at hand has begun with a call.
func (l *textLines) midLine() { *l = textLines{part: lineOther} }

func (l *textLines) next(c byte) {
	if c == '\n' {
		l.end()
		return
	}
	switch l.part {
	case lineStart:
		l.begin(c)
	case lineRun:
		if c == l.mark {
			l.run++
			return
		}
		l.part = lineInfo
		l.info(c)
	case lineInfo:
		l.info(c)
	}
}

func (l *textLines) begin(c byte) {
	const mostBlanks = 3
	switch {
	case c == ' ' && l.blank < mostBlanks:
		l.blank++
	case c == '`' || c == '~':
		l.part, l.mark, l.run = lineRun, c, 1
	default:
		l.part = lineOther
	}
}

func (l *textLines) info(c byte) {
	l.plain = l.plain || !isGap(c)
	l.tick = l.tick || c == '`'
}

// end ends a line, which may have opened or closed a fence.
func (l *textLines) end() {
	const leastRun = 3
	next := textLines{fence: l.fence, length: l.length}
	switch {
	case l.run < leastRun:
	case l.fence == 0 && (l.mark == '~' || !l.tick):
		next.fence, next.length = l.mark, l.run
	case l.fence == l.mark && l.run >= l.length && !l.plain:
		next.fence, next.length = 0, 0
	}
	*l = next
}
