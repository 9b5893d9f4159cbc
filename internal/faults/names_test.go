package faults_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/pipeline"
)

// awkward is a registry whose names are words of Go, or of what is generated, wherever the language allows them.
func awkward(t *testing.T) files {
	f := base(t).
		change(t, "inputs.cue", "inputs: {", `inputs: {
	context: {doc: "A context.", scope: "session", trust: "trusted"}
	string: {doc: "A string.", scope: "session", trust: "trusted", required: false}
	type: {doc: "A type.", scope: "turn", trust: "trusted"}
	len: {doc: "A length.", scope: "turn", type: "int"}
	error: {doc: "An error.", scope: "session", type: "list", required: false, item: {error: trust: "trusted", string: trust: "trusted"}}`).
		change(t, "inputs.cue", "gates: {", "gates: {\n\tjson: doc: \"JSON.\"\n\tsession: doc: \"A session.\"").
		change(t, "sections.cue", "sections: {", `sections: {
	string: {cache: "static", when: "json || session || tool.Error"}
	context: {cache: "session", reason: "It reads.", parts: [{value: "\(input.context)\(input.string)"}, {each: "error", value: "\(input.error.error) \(input.error.string)"}]}
	type: {cache: "volatile", reason: "It reads.", value: "\(input.type) \(input.len)"}`).
		change(t, "profiles/full.cue", `["identity", "rules", "calls", `, `["string", "identity", "rules", "calls", "context", "type", `).
		change(t, "profiles/full.cue", `"load_skill"]`, `"load_skill", "Error", "len"]`).
		change(t, "registry.cue", "load_skill: _", "load_skill: _, Error: _, len: _").
		change(t, "i18n/en.cue", "identity: text:", "string: text: \"A string.\"\n\tidentity: text:").
		change(t, "snapshots.cue", "inputs: {cwd:", `inputs: {context: "c", string: "s", type: "t", len: 3, error: [{error: "e", string: "s"}], cwd:`).
		add("tools/specs/other.cue", `package tiny

tools: {
	Error: {description: "An error.", params: [
		{name: "error", type: "string", description: "An error.", enum: ["string", "len", "Error"]},
		{name: "type", type: "array", description: "Types.", items: {type: "object", params: [{name: "func", type: "string", description: "A function."}]}},
	]}
	len: {description: "A length.", params: [{name: "context", type: "integer", description: "A context.", required: false}]}
}
`)
	return f.change(t, "profiles/full.cue", `"type", "skills", "place", "clock"`, `"skills", "place", "type", "clock"`)
}

// TestFault21NamesOfGo pins that names which mean something in Go compile, and that the packages then reproduce their
// snapshots. A registry with hostile values in every tool text is compiled beside it.
func TestFault21NamesOfGo(t *testing.T) {
	awkward, hostile := awkward(t), hostileDirectory(t)
	awkward.generate(t)
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := t.TempDir()
	repo, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", "module example.org/tiny\n\ngo 1.26\n\nrequire github.com/promptgen/promptgen v0.0.0\n\nreplace github.com/promptgen/promptgen => "+repo+"\n")
	for name, f := range map[string]files{"awkward": awkward, "hostile": hostile} {
		src := f.source()
		src.ImportPath = "example.org/tiny/" + name + "/gen"
		generated, found, err := pipeline.Generate(src)
		if err != nil || found.HasErrors() {
			t.Fatal(err, found.Text())
		}
		for path, text := range byPath(generated) {
			write(t, dir, name+"/"+path, text)
		}
	}
	if out, err := goCommand(dir, "test", "-trimpath", "-vet=all", "./..."); err != nil || strings.Count(out, "ok ") != 2 {
		t.Errorf("go test: %v; want two packages with tests\n%s", err, out)
	}
}

// TestFault21NamesThatMeet pins that two names which are one in Go are refused, with both places.
func TestFault21NamesThatMeet(t *testing.T) {
	base(t).change(t, "inputs.cue", "cwd: {", `file_name: {doc: "A name.", scope: "session", trust: "trusted"}
	file__name: {doc: "Another.", scope: "session", trust: "trusted"}
	cwd: {`).
		change(t, "i18n/en.cue", `\(input.cwd)`, `\(input.cwd)\(input.file_name)\(input.file__name)`).
		change(t, "snapshots.cue", "{cwd:", `{file_name: "a", file__name: "b", cwd:`).
		refused(t, "name-collision", "inputs.cue:5", `"file_name"`, `"file__name"`, "Session.FileName", "inputs.cue:4:2")
	withTool(t, "readFile").
		refused(t, "name-collision", "tools/specs/read_file.cue:3", `"read_file"`, `"readFile"`, "ReadFile", "tools/specs/other.cue:3:8")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// goCommand runs the go command without a network.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
