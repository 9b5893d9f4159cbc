package inputtest

import (
	"slices"
	"testing"
	"time"
)

type session struct {
	A, B  string
	N     int
	Allow []string
	Times []time.Time
	Items []item
	None  []item
}

type item struct {
	Name, Doc string
	Parts     []part
}

type part struct{ Text string }

func TestWithout(t *testing.T) {
	s := session{A: "x", Allow: []string{"x"}, Items: []item{{Name: "x"}, {Doc: "y", Parts: []part{{}, {"x"}}}}}
	want := []string{"session.B", "session.Items.Doc", "session.None.Name", "session.None.Doc", "session.None.Parts.Text", "part.Text"}
	if got := Without("x", s, part{}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
