package load

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/schema"
)

const (
	schemaPath = "github.com/promptgen/promptgen/schema"
	schemaDir  = "schema/" // in positions; no file of a registry lies there
)

// evaluate builds the registry's files as one instance. The schema comes from the embedded files in every case, so
// that a registry needs neither a cue.mod folder nor a module cache.
func evaluate(src *sources, schemaFiles []*ast.File) (cue.Value, error) {
	var importErr error
	ctx := build.NewContext()
	var imports build.LoadFunc
	imports = func(_ token.Pos, path string) *build.Instance {
		if !isSchema(path) {
			return nil // CUE's own packages are part of the evaluator
		}
		inst := ctx.NewInstance("schema", imports)
		inst.PkgName = "schema"
		for _, f := range schemaFiles {
			if err := inst.AddSyntax(f); err != nil {
				importErr = err
			}
		}
		if err := inst.Complete(); err != nil {
			importErr = err
		}
		return inst
	}
	inst := ctx.NewInstance(".", imports)
	for _, f := range src.files {
		if err := inst.AddSyntax(f); err != nil {
			return cue.Value{}, err
		}
	}
	if err := inst.Complete(); err != nil {
		return cue.Value{}, err
	}
	if importErr != nil {
		return cue.Value{}, fmt.Errorf("the embedded schema: %w", importErr)
	}
	// Without these options CUE's environment variables would decide.
	cctx := cuecontext.New(cuecontext.EvaluatorVersion(cuecontext.EvalV3), cuecontext.CUE_DEBUG(""))
	return cctx.BuildInstance(inst), nil
}

func isSchema(path string) bool {
	p := ast.ParseImportPath(path)
	return p.Path == schemaPath && (p.Version == "" || p.Version == "v0")
}

// parseSchema parses the embedded schema.
func parseSchema() ([]*ast.File, error) {
	entries, err := schema.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, e := range entries {
		data, err := schema.Files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(schemaDir+e.Name(), data)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// Wiring is the file promptgen.cue of a registry in the given package: it ties every top-level field to its definition.
func Wiring(pkg string) string {
	return strings.Replace(wiring, "package PACKAGE", "package "+pkg, 1)
}

const wiring = `package PACKAGE

import "github.com/promptgen/promptgen/schema"

// One line a field, by reference: an embedded definition would leave every struct below it open, and stock cue vet
// would pass any misspelt field.
contract:  schema.#Contract
locales:   schema.#Locales
inputs:    schema.#Inputs
gates:     schema.#Gates
fences:    schema.#Fences
sections:  schema.#Sections
commands:  schema.#Commands
profiles:  schema.#Profiles
chain?:    schema.#Chain
select:    schema.#Select
tools:     schema.#Tools
toolsets:  schema.#Toolsets
subagents: schema.#Subagents
digests:   schema.#Digests
forbid:    schema.#Forbid
i18n:      schema.#I18n
tooltext:  schema.#ToolTexts
snapshots: schema.#Snapshots
lint:      schema.#Lint

// What text interpolates: "\(input.cwd)", "\(tool.read_file)".
input: schema.#Marks & {#of: inputs, #at: "input"}
tool: schema.#ToolMarks
`

// ensureWiring adds promptgen.cue where the registry has none.
func (src *sources) ensureWiring() {
	if slices.ContainsFunc(src.files, func(f *ast.File) bool { return f.Filename == wiringFile }) {
		return
	}
	f, err := parser.ParseFile(wiringFile, Wiring(src.pkg))
	if err == nil { // the text is a constant; a test parses it
		src.files = append(src.files, f)
	}
}

// rewire puts our wiring in the place of one that is reported, so that the rest can be looked at.
func (src *sources) rewire() {
	src.files = slices.DeleteFunc(src.files, func(f *ast.File) bool { return f.Filename == wiringFile })
	src.ensureWiring()
	src.tree = newTree(src.files)
}
