package importer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const many = 10_000

// TestManyValues pins that what is long is read in a time that grows as it does: were each value, part or heading compared
// with each other, this test would take minutes.
func TestManyValues(t *testing.T) {
	list := func(format string) string {
		var out []string
		for i := range many {
			out = append(out, fmt.Sprintf(format, i))
		}
		return strings.Join(out, ",")
	}
	for name, schema := range map[string]string{
		"enum":     `{"type":"string","enum":[` + list(`"v%d"`) + `],"description":"D."}`,
		"integers": `{"type":"integer","enum":[` + list(`%d`) + `],"description":"D."}`,
		"const":    `{"anyOf":[` + list(`{"const":"v%d"}`) + `],"description":"D."}`,
		"required": `{"type":"object","properties":{` + list(`"p%d":{"type":"string","description":"D."}`) + `},"required":[` + list(`"p%d"`) + `],"additionalProperties":false,"description":"D."}`,
		"allOf":    `{"type":"object","allOf":[` + list(`{"properties":{"p%d":{"type":"string","description":"D."}}}`) + `],"description":"D."}`,
	} {
		t.Run(name, func(t *testing.T) {
			tools, report := one(schema)
			if len(tools) != 1 {
				t.Fatalf("%d entries, the last %q", len(report), lines(report[len(report)-1:]))
			}
			p := &tools[0].Params[0]
			if n := len(p.Enum) + len(p.EnumInts) + len(p.Params); n != many {
				t.Errorf("%d of %d", n, many)
			}
		})
	}
}

// TestManyHeadings is TestManyValues for prompts.
func TestManyHeadings(t *testing.T) {
	for _, heading := range []string{"# A", "# 日本", "# A %d"} {
		var text strings.Builder
		for i := range many {
			h := heading
			if strings.Contains(h, "%") {
				h = fmt.Sprintf(h, i)
			}
			fmt.Fprintf(&text, "%s\n\nSee word_%d.\n\n", h, i)
		}
		p, _, broken := ReadPrompt([]byte(text.String()), PromptOptions{File: "a.md"})
		if broken != nil || len(p.Sections) != many {
			t.Fatalf("%s", broken.Text())
		}
		names := map[string]bool{}
		for _, c := range p.Sections {
			names[c.Name] = true
		}
		if len(names) != many {
			t.Errorf("%s: %d names", heading, len(names))
		}
	}
}

// TestLongLine reads a section of one line that names many words.
func TestLongLine(t *testing.T) {
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, "See word_%d. ", i)
	}
	for _, sep := range []string{" ", "\n"} {
		p, report, broken := ReadPrompt([]byte(strings.ReplaceAll(text.String(), ". ", "."+sep)), PromptOptions{File: "a.md"})
		if broken != nil || len(p.Sections) != 1 || len(report) != many {
			t.Errorf("%d entries, %s", len(report), broken.Text())
		}
	}
	doc, _ := json.Marshal(text.String())
	if tools, report := one(`{"type":"string","description":` + string(doc) + `}`); len(tools) != 1 || len(report) != many {
		t.Errorf("%d entries", len(report))
	}
}
