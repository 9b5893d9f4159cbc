package output

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheck(t *testing.T) {
	const (
		a       = Header + "\n\npackage coder\n\nconst a = 1\n"
		genList = "gen/.promptgen-manifest"
		snpList = "snapshots/.promptgen-manifest"
	)
	fresh := files("gen/coder/a.go", a, "snapshots/x.prompt.txt", "one\ntwo\nthree\n")
	clean := disk{"gen/coder/a.go": a, genList: "coder/a.go\n", "snapshots/x.prompt.txt": "one\ntwo\nthree\n", snpList: "x.prompt.txt\n"}
	tests := []struct {
		name   string
		change disk // laid over clean; "gone" removes
		want   string
	}{
		{"clean", nil, ""},
		{
			"all of it missing",
			disk{"gen/coder/a.go": "gone", genList: "gone", "snapshots/x.prompt.txt": "gone", snpList: "gone"},
			"gen/.promptgen-manifest: missing\ngen/coder/a.go: missing\nsnapshots/.promptgen-manifest: missing\nsnapshots/x.prompt.txt: missing\n",
		},
		{
			"stale, in Go too",
			disk{"gen/coder/a.go": strings.Replace(a, "1", "2", 1), "snapshots/x.prompt.txt": "one\n2\nthree\n"},
			"gen/coder/a.go: stale\n\tfirst difference in line 5\n\ton disk:   \"const a = 2\"\n\tgenerated: \"const a = 1\"\n" +
				"snapshots/x.prompt.txt: stale\n\tfirst difference in line 2\n\ton disk:   \"2\"\n\tgenerated: \"two\"\n",
		},
		{
			"Go with a last line that nobody generates",
			disk{"gen/coder/a.go": a + "// x\n"},
			"gen/coder/a.go: stale\n\tfirst difference in line 6\n\ton disk:   \"// x\"\n\tgenerated: (the file ends)\n",
		},
		{
			"Go without its last line, in another layout",
			disk{"gen/coder/a.go": "\n" + strings.Replace(a, "\nconst a = 1\n", "\n\n", 1)},
			"gen/coder/a.go: stale\n\tfirst difference in line 5\n\ton disk:   (the file ends)\n\tgenerated: \"const a = 1\"\n",
		},
		{
			"Go in another layout and with other blanks in a text",
			disk{"gen/coder/a.go": strings.Replace(a, "const a = 1", "\nconst  a = 1 //  x", 1)},
			"gen/coder/a.go: stale\n\tfirst difference in line 6\n\ton disk:   \"const  a = 1 //  x\"\n\tgenerated: \"const a = 1\"\n",
		},
		{
			"more text than wanted, behind blank lines",
			disk{"snapshots/x.prompt.txt": "one\ntwo\nthree\n\n\nx\n"},
			"snapshots/x.prompt.txt: stale\n\tfirst difference in line 4\n\ton disk:   (2 empty lines), then \"x\"\n\tgenerated: (the file ends)\n",
		},
		{
			"less text than wanted",
			disk{"snapshots/x.prompt.txt": "one\n"},
			"snapshots/x.prompt.txt: stale\n\tfirst difference in line 2\n\ton disk:   (the file ends)\n\tgenerated: \"two\"\n",
		},
		{"Go in another layout is not stale", disk{"gen/coder/a.go": strings.Replace(a, "a = 1", "a   =   1", 1)}, ""},
		{"Go after a checkout with CRLF is not stale", disk{"gen/coder/a.go": strings.ReplaceAll(a, "\n", "\r\n")}, ""},
		{"a manifest after a checkout with CRLF is not stale", disk{genList: "coder/a.go\r\n"}, ""},
		{
			"Go that does not parse is stale",
			disk{"gen/coder/a.go": strings.Replace(a, "const", "const const", 1)},
			"gen/coder/a.go: stale\n\tfirst difference in line 5\n\ton disk:   \"const const a = 1\"\n\tgenerated: \"const a = 1\"\n",
		},
		{
			"a snapshot after a checkout with CRLF is stale",
			disk{"snapshots/x.prompt.txt": "one\r\ntwo\r\nthree\r\n"},
			"snapshots/x.prompt.txt: stale: its line ends became CRLF; the line \"snapshots/** -text\" in .gitattributes prevents that\n" +
				"\tfirst difference in line 1\n\ton disk:   \"one\\r\"\n\tgenerated: \"one\"\n",
		},
		{
			"a lost final line end is stale",
			disk{"snapshots/x.prompt.txt": "one\ntwo\nthree"},
			"snapshots/x.prompt.txt: stale\n\tfirst difference in line 3\n\ton disk:   \"three\"\n\tgenerated: \"three\\n\"\n",
		},
		{
			"trailing blanks are stale",
			disk{"snapshots/x.prompt.txt": "one\ntwo \nthree\n"},
			"snapshots/x.prompt.txt: stale\n\tfirst difference in line 2\n\ton disk:   \"two \"\n\tgenerated: \"two\"\n",
		},
		{
			"more lines than wanted",
			disk{"snapshots/x.prompt.txt": "one\ntwo\nthree\n\n"},
			"snapshots/x.prompt.txt: stale\n\tfirst difference in line 4\n\ton disk:   (an empty line)\n\tgenerated: (the file ends)\n",
		},
		{
			"orphans: listed, with our header, extra snapshots; a foreign file in gen is none",
			disk{
				"gen/coder/old.go": a, "gen/listed.txt": "x", genList: "coder/a.go\nlisted.txt\n", "gen/hand.go": "package gen\n",
				"snapshots/extra.txt": "mine", "snapshots/.promptgen-partial-A": "on",
			},
			"gen/.promptgen-manifest: stale\n\tfirst difference in line 2\n\ton disk:   \"listed.txt\"\n\tgenerated: (the file ends)\n" +
				"gen/coder/old.go: orphan: nothing generates it any more\n" +
				"gen/listed.txt: orphan: nothing generates it any more\n" +
				"snapshots/.promptgen-partial-A: orphan: a run that was interrupted left it\n" +
				"snapshots/extra.txt: foreign: promptgen did not write it; this folder holds snapshots only, so move it away\n",
		},
		{
			"a link to equal bytes is in the way",
			disk{"a.go": a, "gen/coder/a.go": "-> ../../a.go"},
			"gen/coder/a.go: blocked: a symbolic link is in the way\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			have := disk{}
			for _, layer := range []disk{clean, tt.change} {
				for name, data := range layer {
					have[name] = data
					if data == "gone" {
						delete(have, name)
					}
				}
			}
			dir := have.make(t)
			before := readDisk(t, dir)
			problems, err := Check(dir, fresh)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, p := range problems {
				got.WriteString(p.String() + "\n")
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, readDisk(t, dir)); diff != "" {
				t.Errorf("Check wrote (-before +after):\n%s", diff)
			}
		})
	}
}

// TestCheckNamesEveryFile pins that one changed word that reaches many files is reported for each of them.
func TestCheckNamesEveryFile(t *testing.T) {
	var old, fresh []File
	var want []string
	for _, name := range []string{"gen/coder/texts.go", "snapshots/a.tools.anthropic.json", "snapshots/a.tools.gemini.json", "snapshots/a.tools.openai-chat.json", "snapshots/b.prompt.txt"} {
		old = append(old, files(name, "Reads a file.\n")...)
		fresh = append(fresh, files(name, "Reads one file.\n")...)
		want = append(want, name)
	}
	dir := t.TempDir()
	if _, err := Apply(dir, old); err != nil {
		t.Fatal(err)
	}
	problems, err := Check(dir, fresh)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		if p.Kind != Stale || p.Line != 1 {
			t.Errorf("%v", p)
		}
		got = append(got, p.Path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stale files (-want +got):\n%s", diff)
	}
}

func TestFirstDifference(t *testing.T) {
	long := strings.Repeat("0123456789", 20)
	tests := []struct {
		name, a, b string
		line       int
		inA, inB   string
	}{
		{"one line", "a", "b", 1, `"a"`, `"b"`},
		{"empty file", "", "b\n", 1, "(the file ends)", `"b"`},
		{"invisible characters are quoted", "a\tb\n", "a b\n", 1, `"a\tb"`, `"a b"`},
		{"other scripts stay readable", "x\n读取文件\n", "x\n写入文件\n", 2, `"读取文件"`, `"写入文件"`},
		{"a long line is cut behind", "x" + long, "y" + long, 1, `"x` + long[:71] + `" …`, `"y` + long[:71] + `" …`},
		{
			"a long line is cut on both sides of the difference",
			long + "x" + long, long + "y" + long, 1,
			`… "` + long[176:] + "x" + long[:47] + `" …`, `… "` + long[176:] + "y" + long[:47] + `" …`,
		},
		{
			"cuts fall between runes",
			strings.Repeat("é", 100) + "x", strings.Repeat("é", 100) + "y", 1,
			`… "` + strings.Repeat("é", 24) + `x"`, `… "` + strings.Repeat("é", 24) + `y"`,
		},
		{"bytes that are no text", "a\xff\n", "a\xfe\n", 1, `"a\xff"`, `"a\xfe"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line, inA, inB := firstDifference([]byte(tt.a), []byte(tt.b))
			if line != tt.line || inA != tt.inA || inB != tt.inB {
				t.Errorf("got line %d\n%s\n%s\nwant line %d\n%s\n%s", line, inA, inB, tt.line, tt.inA, tt.inB)
			}
		})
	}
}
