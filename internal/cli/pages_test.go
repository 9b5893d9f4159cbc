package cli_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// pages are all pages, from the root of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	all := []string{"README.md", "CONTRIBUTING.md"}
	for _, d := range docs {
		all = append(all, "docs/"+filepath.Base(d))
	}
	return all
}

// own are the blocks that a test of their page tries, as "LANGUAGE ARGUMENT"; FILE is any name of a file.
func own(page string) []string {
	switch page {
	case "README.md": // TestReadme in internal/corpus
		return []string{"cue"}
	case "docs/cache.md": // TestCachePage
		return []string{"text audit", "text budget", "text simulation"}
	case "docs/guide.md": // TestGuide
		return []string{"sh", "sh fails", "cue FILE", "go FILE", "text FILE"}
	case "docs/import.md": // TestImportPage
		return []string{"sh", "json FILE", "md FILE", "cue FILE", "text report"}
	case "docs/tools.md": // TestToolsPage
		return []string{"text strict", "text moved"}
	}
	return nil
}

// TestBlocks proves that no page shows what nothing tries. Commands run; a block of Go is part of a program that tests run;
// any other text is what an Example prints; what is else there, a test of its page tries.
func TestBlocks(t *testing.T) {
	code := programs(t)
	for _, page := range pages(t) {
		may := code
		if page == "docs/tools.md" || page == "docs/providers.md" {
			may = code.within("conformance") // what goes to a provider and comes back runs beside the official SDKs
		}
		for _, b := range blocks(t, page) {
			arg, _, _ := strings.Cut(b.arg, " ")
			if strings.Contains(arg, ".") {
				arg = "FILE"
			}
			kind := strings.TrimSpace(b.lang + " " + arg)
			switch {
			case slices.Contains(own(page), kind):
			case kind == "sh":
				for line := range strings.Lines(b.text) {
					command(t, page, line)
				}
			case kind == "go":
				if why := may.refuse(b.text); why != "" {
					t.Errorf("%s: %s\n%s", page, why, b.text)
				}
			case b.arg != "" || !code.prints(b.text):
				t.Errorf("%s: no test tries %q, and no Example prints\n%s", page, kind, b.text)
			}
		}
	}
}

// TestFences proves that no block escapes TestBlocks: each opens with its language, and commands stand in blocks.
func TestFences(t *testing.T) {
	for _, page := range pages(t) {
		data, err := os.ReadFile(filepath.Join("..", "..", page))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := 2*len(blocks(t, page)), strings.Count(string(data), "```"); got != want {
			t.Errorf("%s: %d fences, of which %d are read", page, want, got)
		}
		for line := range strings.Lines(prose(t, page)) {
			text, indented := strings.CutPrefix(line, "    ")
			verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			if indented && slices.Contains([]string{"promptgen", "go", "make", "git", "cd", "sed"}, verb) {
				t.Errorf("%s: no test runs %q", page, text)
			}
		}
	}
}

// TestLinks follows the links of the pages, and of those of the examples, to files and headings.
func TestLinks(t *testing.T) {
	link, heading := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`), regexp.MustCompile(`(?m)^#+ (.*)$`)
	examples, err := filepath.Glob("../../examples/*/README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := append(pages(t), "examples/README.md")
	for _, e := range examples {
		all = append(all, "examples/"+filepath.Base(filepath.Dir(e))+"/README.md")
	}
	for _, page := range all {
		for _, m := range link.FindAllStringSubmatch(prose(t, page), -1) {
			to := path.Join(path.Dir(page), m[1])
			if m[1] == "" {
				to = page
			}
			if strings.Contains(m[1], ":") {
				continue // not in this repository
			}
			if _, err := os.Stat(filepath.Join("..", "..", to)); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[0])
				continue
			}
			if m[2] != "" && !slices.ContainsFunc(heading.FindAllStringSubmatch(prose(t, to), -1), func(h []string) bool { return anchor(h[1]) == m[2] }) {
				t.Errorf("%s: %s leads to no heading", page, m[0])
			}
		}
	}
}

// anchor is what a heading is linked by.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// prose is a page without its blocks.
func prose(t *testing.T, page string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	return fence.ReplaceAllString(string(data), "")
}

// command runs a line of a page in this repository. A target of make is only looked for: this test is a part of some.
func command(t *testing.T, page, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, "  #")
	switch words := strings.Fields(strings.ReplaceAll(line, "'", "")); words[0] { // no quoted word has a blank
	case "promptgen":
		if out := runs(t, 0, append([]string{"-C", filepath.Join("..", "..")}, words[1:]...)...); out == "" {
			t.Errorf("%s: %s prints nothing", page, line)
		}
	case "make":
		cmd := exec.Command("make", append([]string{"-n"}, words[1:]...)...)
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %v\n%s", page, line, err, out)
		}
	default:
		t.Errorf("%s: no test runs %q", page, line)
	}
}
