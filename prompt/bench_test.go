package prompt

import (
	"strings"
	"testing"
)

// benchProgram has 30 KB of fixed text in 20 sections.
func benchProgram() Program[testSession, testTurn] {
	p := testProgram(testSession{})
	p.Sections = []SectionSpec[testTurn]{volatile("budget", false, "tokens: ")}
	for i := range 20 {
		l := Static
		if i > 15 {
			l = Session
		}
		p.Sections = append(p.Sections, fixed("s"+Int(int64(i)), l, strings.Repeat("Some words of a prompt.\n", 64)))
	}
	return p
}

func BenchmarkAppend(b *testing.B) {
	a := NewAssembler(benchProgram())
	text := a.System()
	dst := make([]byte, 0, 2*len(text))
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			_ = append(dst, text...)
		}
	})
	b.Run("fixed", func(b *testing.B) {
		for b.Loop() {
			_, _ = a.Append(dst, testTurn{})
		}
	})
	b.Run("tail", func(b *testing.B) {
		for b.Loop() {
			_, _ = a.AppendTail(dst, testTurn{5})
		}
	})
}

func BenchmarkRequest(b *testing.B) {
	a := NewAssembler(benchProgram())
	r, err := a.Request(Anthropic, testTurn{})
	if err != nil {
		b.Fatal(err)
	}
	tools := string(r.Tools.JSON())
	dst := make([]byte, 0, 2*len(tools))
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			_ = append(dst, tools...)
		}
	})
	b.Run("tools", func(b *testing.B) {
		for b.Loop() {
			_ = r.Tools.Append(dst)
		}
	})
	b.Run("request", func(b *testing.B) {
		for b.Loop() {
			_, _ = a.Request(Anthropic, testTurn{})
		}
	})
}

func BenchmarkText(b *testing.B) {
	ascii := strings.Repeat("Some words of a line of text.\n", 69)
	for name, text := range map[string]string{"ascii": ascii, "chinese": strings.Repeat("世界和平。\n", 128)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var e Errs
				_ = e.Text("Turn.X", text, LF)
			}
		})
	}
}

func BenchmarkNewAssembler(b *testing.B) {
	for b.Loop() {
		NewAssembler(benchProgram())
	}
}
