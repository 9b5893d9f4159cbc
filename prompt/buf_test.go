package prompt

import (
	"strings"
	"testing"
)

// node is the tree model of what a Buf builds: a text, or a body.
type node struct {
	text                string
	body                bool
	join, before, after string
	blank               bool
	kids                []*node
}

// render is the naive meaning of a tree.
func (n *node) render() string {
	if !n.body {
		return n.text
	}
	var kids []string
	for _, k := range n.kids {
		if s := k.render(); s != "" {
			kids = append(kids, s)
		}
	}
	content := strings.Join(kids, n.join)
	if content == "" || n.blank && strings.TrimSpace(content) == "" {
		return ""
	}
	return n.before + content + n.after
}

// write builds the same with a Buf.
func (n *node) write(b *Buf) {
	if !n.body {
		b.Text(n.text)
		return
	}
	b.Begin(n.join, n.before)
	for _, k := range n.kids {
		k.write(b)
	}
	if n.blank {
		b.EndBlank(n.after)
	} else {
		b.End(n.after)
	}
}

// parseTree reads a tree from the bytes of a fuzzer; every string is one.
func parseTree(data []byte) *node {
	pieces := []string{"", "a", "\n", " ", "\ue000x\ue001", "é$&"}
	root := &node{body: true}
	open := []*node{root}
	for _, c := range data {
		top := open[len(open)-1]
		switch c % 4 {
		case 0, 1:
			top.kids = append(top.kids, &node{text: pieces[int(c/4)%len(pieces)]})
		case 2:
			n := &node{body: true, join: pieces[int(c/4)%6], before: pieces[int(c/8)%6], after: pieces[int(c/16)%6], blank: c >= 128}
			top.kids = append(top.kids, n)
			open = append(open, n)
		case 3:
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		}
	}
	return root
}

func FuzzBuf(f *testing.F) {
	f.Add([]byte{2, 4, 3, 6, 0, 3, 4})
	f.Add([]byte{2, 10, 0, 12, 3, 8, 3, 4, 4})
	f.Add([]byte{130, 12, 3, 194, 8, 66, 5, 3, 3, 4})
	f.Add([]byte{2, 2, 2, 2, 2, 2, 4, 3, 3, 3, 3, 3, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		tree := parseTree(data)
		b := new(Buf)
		b.appendTo([]byte("in front"), "section", "test")
		for _, k := range tree.kids {
			k.write(b)
		}
		if want, got := "in front"+tree.render(), string(b.out); got != want {
			t.Errorf("want %q, got %q", want, got)
		}
	})
}

func TestBuf(t *testing.T) {
	tests := []struct {
		name, want string
		write      func(*Buf)
	}{
		{"nothing", "", func(b *Buf) {}},
		{"an empty body leaves no frame", "", func(b *Buf) { b.Begin("\n", "# H\n"); b.Text(""); b.End("\n") }},
		{"a child of several parts", "a\n- b: c", func(b *Buf) { b.Begin("\n", ""); b.Text("a"); b.Text("", ""); b.Text("- ", "b", ": ", "c"); b.End("") }},
		{"a frame around a body", "<a>\nx\ny\n</a>", func(b *Buf) { b.Begin("\n", "<a>\n"); b.Text("x"); b.Text("y"); b.End("\n</a>") }},
		{"no join beside an empty child", "x|z", func(b *Buf) {
			b.Begin("|", "")
			b.Text("")
			b.Text("x")
			b.Begin(",", "<")
			b.End(">")
			b.Text("z")
			b.Text("")
			b.End("")
		}},
		{"an empty inner part empties the outer one", "", func(b *Buf) { b.Begin("", "("); b.Begin("", "["); b.End("]"); b.End(")") }},
		{"blanks are kept", "< \n>", func(b *Buf) { b.Begin("", "<"); b.Text(" \n"); b.End(">") }},
		{"a blank body is dropped where that is asked for", "a", func(b *Buf) {
			b.Begin("\n", "")
			b.Text("a")
			b.Begin("\n", "<")
			b.Text(" ")
			b.Text("\t")
			b.EndBlank(">")
			b.End("")
		}},
		{"more Ends than Begins do no harm", "a!", func(b *Buf) { b.Text("a"); b.End("!"); b.End("") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := new(Buf)
			b.appendTo(nil, "section", "test")
			tt.write(b)
			if got := string(b.out); got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}
