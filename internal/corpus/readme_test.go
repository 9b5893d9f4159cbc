package corpus_test

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
)

// TestReadme pins that the registry of README.md passes all checks, with what it leaves out beside it.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?ms)^```cue\n(.*?)^```$").FindSubmatch(page)
	if shown == nil {
		t.Fatal("README.md shows no registry")
	}
	const rest = `
contract: {name: "small", version: 1}
locales: [{name: "en"}]
tool: read_file: _
gates: yolo: doc: "Calls run without approval."
inputs: {
	cwd: {doc: "Working directory.", scope: "session", trust: "trusted"}
	left: {doc: "Tokens that are left.", scope: "turn", type: "int"}
}
profiles: standard: {doc: "The only one.", sections: ["rules", "environment", "token_budget"], tools: ["read_file"], transports: ["native"]}
i18n: en: shared: {
	environment: text:  "Folder: \(input.cwd)"
	token_budget: text: "Tokens left: \(input.left)"
}
snapshots: {fixture: inputs: {cwd: "/src", left: 9}, cases: [{name: "basic"}]}
`
	r, diags, err := load.Load(fstest.MapFS{
		"readme.cue":   {Data: append([]byte("package small\n"), shown[1]...)},
		"registry.cue": {Data: []byte("package small\n" + rest)},
	}, nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, diags.Text())
	}
	if found := append(diags, check.Check(r)...); len(found) > 0 {
		t.Error(found.Text())
	}
}
