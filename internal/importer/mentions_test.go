package importer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

// listed is a registry with a tool that is only listed and one that is called otherwise on the wire.
func listed() *registry.Registry {
	return &registry.Registry{
		Locales:   []registry.Locale{{Name: registry.Word{Text: "en"}}},
		ToolNames: []registry.Word{{Text: "read_file"}, {Text: "get_weather"}},
		Tools:     []registry.Tool{{Name: "get_weather", Wire: registry.Word{Text: "get-weather"}, Params: []registry.Param{{Name: "for_city"}}}},
		Inputs:    []registry.Input{{Field: registry.Field{Name: "home_dir"}}},
	}
}

// TestPromptMentions pins that each mark is told, with what it changes, and each word that may become one.
func TestPromptMentions(t *testing.T) {
	const fence = "```"
	text := "Use read_file.\n\n# With get_weather\n\n" + fence + "\nget_weather new_word\n" + fence + "\n  `get-weather`, a_b: send_mail, send_mail; for_city, home_dir, my_file.go, /tmp/x_y, $a_b, x_y/z, A_B, in_\n"
	_, report, found := ReadPrompt([]byte(text), PromptOptions{File: "in.md", Registry: listed()})
	want := `in.md:1:5: warning: the word "read_file" is rewritten: the mark \(tool.read_file)
in.md:3:8: warning: the word "get_weather" is rewritten: the mark \(tool.get_weather), which models read as "get-weather"
in.md:6:1: warning: the word "get_weather" is rewritten: the mark \(tool.get_weather), which models read as "get-weather"
in.md:8:4: warning: the word "get-weather" is rewritten: the mark \(tool.get_weather)
in.md:8:18: warning: the word "a_b" is left as it is: it looks like a tool, and the registry has none of that name
	if it is one, import and list the tool first; "promptgen check" then names every place
in.md:8:23: warning: the word "send_mail" is left as it is: it looks like a tool, and the registry has none of that name
	if it is one, import and list the tool first; "promptgen check" then names every place
`
	if diff := cmp.Diff(want, found.Text()+report.Diagnostics().Text()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestToolMentions pins the same of descriptions.
func TestToolMentions(t *testing.T) {
	doc := `[{"name":"t","description":"See get_weather and send_mail, not the_param or the_value.","input_schema":{"type":"object","properties":{
"the_param":{"type":"string","enum":["the_value"],"description":"As send_mail or web-find; web_find."}},"additionalProperties":false}},
{"name":"web-find","description":"W.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}]`
	_, report, broken := Tools([]byte(doc), Options{File: "in.json", Registry: listed()})
	want := `in.json:1:28: warning: [0].description: "t": the word "get_weather" is rewritten: the mark \(tool.get_weather), which models read as "get-weather"
in.json:1:28: warning: [0].description: "t": the word "send_mail" is left as it is: it looks like a tool, and the registry has none of that name
	if it is one, import and list the tool first; "promptgen check" then names every place
in.json:2:65: warning: [0].input_schema.properties.the_param.description: "t", "the_param": the word "web_find" is rewritten: the mark \(tool.web_find), which models read as "web-find"
in.json:3:9: warning: [1].name: "web-find": the name is rewritten: key "web_find", wire "web-find"
`
	if diff := cmp.Diff(want, broken.Text()+report.Diagnostics().Text()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
