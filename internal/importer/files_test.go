package importer

import (
	"fmt"
	"strings"
	"testing"
)

// TestFileNames pins that every name has a file of its own, on Windows too, which CUE reads.
func TestFileNames(t *testing.T) {
	tests := []struct{ name, tool, prompt string }{
		{"read_file", "read_file", "read_file"},
		{"con", "con_spec", "con_prompt"},
		{"NUL", "NUL_spec", "NUL_prompt"},
		{"Aux", "Aux_spec", "Aux_prompt"},
		{"prn", "prn_spec", "prn_prompt"},
		{"com1", "com1_spec", "com1_prompt"},
		{"LPT9", "LPT9_spec", "LPT9_prompt"},
		{"com", "com", "com"},
		{"com10", "com10", "com10"},
		{"console", "console", "console"},
		{"con_spec", "con_spec_spec", "con_spec"},
		{"con_prompt", "con_prompt", "con_prompt_prompt"},
		{"run_test", "run_test_spec", "run_test_prompt"},
		{"run_Tool", "run_Tool_spec", "run_Tool_prompt"},
		{"run_tool_spec", "run_tool_spec_spec", "run_tool_spec"},
		{"spec", "spec", "spec"},
		{"a_spec", "a_spec", "a_spec"},
		{"registry", "registry", "registry"},
	}
	files := map[string]string{}
	for _, test := range tests {
		tool, prompt := specPath(test.name), (&Prompt{Name: test.name}).ProfileFile()
		if tool != "tools/specs/"+test.tool+".cue" || prompt != "profiles/"+test.prompt+".cue" {
			t.Errorf("%s: %s, %s", test.name, tool, prompt)
		}
		for _, f := range []string{tool, prompt} {
			if other := files[strings.ToLower(f)]; other != "" {
				t.Errorf("%s and %s have the file %s", other, test.name, f)
			}
			files[strings.ToLower(f)] = test.name
		}
	}
	for name, want := range map[string]string{"registry": "registry_prompt.cue", "promptgen": "promptgen_prompt.cue", "registry_prompt": "registry_prompt_prompt.cue", "x": "x.cue"} {
		if got := (&Prompt{Name: name}).sectionsFile(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestReservedNamesLoad pins that tools and prompts with such names come back from their files.
func TestReservedNamesLoad(t *testing.T) {
	var entries []string
	for _, name := range []string{"con", "con_spec", "NUL", "aux", "run_tool", "run_test", "run_tool_spec", "for", "x_amd64", "x_windows"} {
		entries = append(entries, fmt.Sprintf(`{"name":%q,"description":"D.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}`, name))
	}
	tools, report, broken := Tools([]byte("["+strings.Join(entries, ",")+"]"), Options{File: "in.json"})
	if broken != nil || len(report) > 0 || len(tools) != len(entries) {
		t.Fatal(broken.Text(), report.Diagnostics().Text())
	}
	files, err := Specs("sample", tools)
	if err != nil {
		t.Fatal(err)
	}
	r := loaded(t, files, tools)
	for i := range tools {
		if got := r.Tool(tools[i].Name); got == nil || len(got.Fragments) == 0 {
			t.Errorf("%s did not come back", tools[i].Name)
		}
	}
}
