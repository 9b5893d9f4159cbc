package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"

	"github.com/promptgen/promptgen/prompt"
)

// TestXMLLoop lets a model write its calls: one, then one that has mistakes, then a report.
func TestXMLLoop(t *testing.T) {
	h, d := host(t, prompt.XML)
	s := serve(t,
		chatDeltas("Let me look.\n\n<read_file>\n<path>main.go</path>\n<first_line>1</first_line>\n</read_file>"),
		chatDeltas("<read_file>\n<first_line>0</first_line>\n</read_file>"),
		chatDeltas(report))
	var history []openai.ChatCompletionMessageParamUnion
	for _, text := range opening(t, h) {
		history = append(history, openai.UserMessage(text))
	}
	opened := len(history)
	var shown strings.Builder
	history, err := XML(t.Context(), openaiClient(s), h, &shown, history)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.read, []string{"main.go"}) {
		t.Errorf("read %q", d.read)
	}
	if got := shown.String(); !strings.HasPrefix(got, "Let me look.") || !strings.HasSuffix(got, report) || strings.Contains(got, "<") {
		t.Errorf("shown %q", got)
	}
	if got, want := len(history), opened+5; got != want {
		t.Fatalf("%d messages, want %d", got, want)
	}
	for i, want := range []string{"1 package <main> & more", "path: required"} {
		if got := history[opened+1+2*i].OfUser.Content.OfString.Value; !strings.Contains(got, want) {
			t.Errorf("the model is told %q, want %q", got, want)
		}
	}
	for i, used := range []int64{0, 1100, 1100} {
		want, err := h.Assembler.Request(prompt.OpenAICompatible, h.turn(used))
		if err != nil {
			t.Fatal(err)
		}
		body := members(t, s.sent()[i])
		same(t, "tools", body["tools"], nil)
		same(t, "system", first(t, body["messages"]), want.System.Append(nil))
	}
}
