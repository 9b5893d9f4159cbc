package examples

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGeneratorKnowsNone proves that no code of the generator or of the run time holds a word of an example that is not a
// word of the registry language: its name, a compound word, or a long name of a section or a tag.
func TestGeneratorKnowsNone(t *testing.T) {
	words := exampleWords(t)
	for _, w := range whole.FindAllString(language(t), -1) {
		delete(words, w)
		delete(words, camel(w))
	}
	for _, w := range []string{"environment", "references", "contents"} {
		delete(words, w) // they say what any code does
	}
	for _, want := range []string{"bashagent", "plan_lifecycle", "TodoWrite", "calibration"} {
		if words[want] == "" {
			t.Errorf("%q is not looked for", want)
		}
	}
	for _, file := range generator(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("os.ReadFile", "", "os.WriteFile", "").Replace(string(data))
		for _, w := range whole.FindAllString(text, -1) {
			if name := words[w]; name != "" {
				t.Errorf("%s: %q is a word of the example %s", file, w, name)
			}
		}
	}
}

var (
	whole    = regexp.MustCompile(`[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*`)
	compound = regexp.MustCompile(`\b(?:[a-z]+(?:[_-][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)\b`)
	listed   = regexp.MustCompile(`sections:\s*\[[^\]]*\]|tag:\s*"[a-z]+"`)
	long     = regexp.MustCompile(`"[a-z]{8,}"`)
)

// exampleWords are the words of the registries, each with its example. Tools that have compound names are known by the
// names of their Go types, too.
func exampleWords(t *testing.T) map[string]string {
	t.Helper()
	words := map[string]string{}
	for _, name := range names(t) {
		words[name] = name
		for _, text := range registryFiles(t, name) {
			for _, w := range compound.FindAllString(text, -1) {
				words[w] = name
				words[camel(w)] = name
			}
			for _, list := range listed.FindAllString(text, -1) {
				for _, w := range long.FindAllString(list, -1) {
					words[strings.Trim(w, `"`)] = name
				}
			}
		}
	}
	return words
}

// camel is a compound word as Go writes it.
func camel(w string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// language is the text of the schema and of the pages on it and on its rules, whose words belong to every registry.
func language(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "schema", "*.cue"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range append(files, filepath.Join(root, "docs", "language.md"), filepath.Join(root, "docs", "rules.md")) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// generator lists the Go files of the generator and the run time, without their tests.
func generator(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"cmd", "internal", "prompt", "schema"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
				files = append(files, p)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}
