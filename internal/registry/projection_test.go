package registry_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt"
	"github.com/promptgen/promptgen/schema"
)

// The language, the generator and the run time each name the projections for themselves.
func TestProjections(t *testing.T) {
	text, err := schema.Files.ReadFile("registry.cue")
	if err != nil {
		t.Fatal(err)
	}
	names, _, _ := strings.Cut(regexp.MustCompile(`(?m)^#Projection: .*$`).FindString(string(text)), " | error(")
	var language []string
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(names, -1) {
		language = append(language, m[1])
	}

	var table, written, constants, requests, runTime []string
	for _, p := range registry.Projections() {
		table = append(table, p.Name)
		if _, err := project.Request(p.Name, nil, project.Mark{}); err == nil {
			written = append(written, p.Name)
		}
		if p.Constant != "" {
			requests = append(requests, p.Name)
			constants = append(constants, strings.ToLower(p.Constant))
			runTime = append(runTime, prompt.Provider(len(requests)).String())
		}
	}
	if diff := cmp.Diff(table, language); diff != "" {
		t.Errorf("schema/registry.cue lists others (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(table, written); diff != "" {
		t.Errorf("internal/project writes others (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(requests, runTime); diff != "" {
		t.Errorf("package prompt names others (-want +got):\n%s", diff)
	}
	if beyond := prompt.Provider(len(requests) + 1).String(); !strings.HasPrefix(beyond, "Provider(") {
		t.Errorf("package prompt has %s, too", beyond)
	}
	for i, name := range requests {
		if want := strings.ReplaceAll(name, "-", ""); constants[i] != want {
			t.Errorf("projection %q has the constant %q", name, constants[i])
		}
	}
}
