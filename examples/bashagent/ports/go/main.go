// Build prints the prompt of a cell: build CELL. It works on bytes; a loop over runes would replace what is not UTF-8.
package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "build: want the folder of a cell")
		os.Exit(2)
	}
	c := cell{FS: os.DirFS(os.Args[1])}
	system := c.prompt()
	if c.err == nil {
		_, c.err = os.Stdout.WriteString(system)
	}
	if c.err != nil {
		fmt.Fprintln(os.Stderr, "build:", c.err)
		os.Exit(1)
	}
}

// cell is the folder that a cell is unpacked to. It keeps the first error, so that what reads it can go on.
type cell struct {
	fs.FS
	err error
}

func (c *cell) read(name string) string {
	data, err := fs.ReadFile(c, name)
	c.err = cmp.Or(c.err, err)
	return string(data)
}

func (c *cell) has(name string) bool {
	_, err := fs.Stat(c, name)
	return err == nil
}

// items are the folders of a list's items, in its order.
func (c *cell) items(list string) []string {
	var dirs []string
	for {
		dir := "inputs/" + list + "/" + strconv.Itoa(len(dirs))
		if !c.has(dir) {
			return dirs
		}
		dirs = append(dirs, dir)
	}
}

func (c *cell) prompt() string {
	var sections []string
	for name := range strings.Lines(c.read("sections")) {
		if s := c.section(strings.TrimSuffix(name, "\n")); s != "" {
			sections = append(sections, s)
		}
	}
	return strings.Join(sections, c.read("separator"))
}

// section returns a section with its tag, or "" where there is nothing in it.
func (c *cell) section(name string) string {
	switch name {
	case "identity":
		return tagged("agent-identity", "", c.text(name))
	case "environment", "rules":
		return tagged(name, "", c.text(name))
	case "using_tools":
		return tagged("using-your-tools", "", c.text(name))
	case "sub_agents":
		return tagged("sub-agent-guidance", "", c.text(name))
	case "todo":
		return tagged("todo-guidance", "", c.text(name))
	case "plan_lifecycle":
		return tagged("plan-lifecycle-guidance", "", c.text(name))
	case "instruction_files":
		return tagged("instruction-files", "", c.instructionFiles())
	case "skill_index":
		return tagged("skill-index", "", c.skillIndex())
	case "selected_skills":
		return tagged("selected-skills", "", c.selectedSkills())
	case "current_plan":
		return tagged("current-plan", c.read("inputs/plan_file"), c.read("inputs/plan"))
	case "context_snapshot":
		return tagged("context-snapshot", "", c.read("inputs/context"))
	case "output_language":
		return tagged("output-language", "", c.text(name))
	}
	c.err = cmp.Or(c.err, fmt.Errorf("unknown section %q", name))
	return ""
}

// text returns a text of the catalog, in the first locale that has it.
func (c *cell) text(name string) string {
	var dir string
	for locale := range strings.Lines(c.read("locales")) {
		if dir = "texts/" + strings.TrimSuffix(locale, "\n") + "/" + name; c.has(dir) {
			break
		}
	}
	var b strings.Builder
	for i := 0; ; i++ {
		switch at := dir + "/" + strconv.Itoa(i); {
		case c.has(at + ".text"):
			b.WriteString(c.read(at + ".text"))
		case c.has(at + ".tool"):
			b.WriteString(c.read(at + ".tool"))
		case c.has(at + ".input"):
			b.WriteString(c.read("inputs/" + c.read(at+".input")))
		default:
			return b.String()
		}
	}
}

func (c *cell) instructionFiles() string {
	var files []string
	for _, name := range []string{"global", "project"} {
		text := strings.TrimRight(c.read("inputs/"+name+"_instructions"), "\n")
		if s := tagged("instruction-file", name, text); s != "" {
			files = append(files, s)
		}
	}
	return strings.Join(files, "\n")
}

func (c *cell) skillIndex() string {
	var lines []string
	for _, dir := range c.items("skills") {
		lines = append(lines, "- "+escaped(c.read(dir+"/name"))+": "+escaped(c.read(dir+"/summary")))
	}
	return strings.Join(lines, "\n")
}

func (c *cell) selectedSkills() string {
	var skills []string
	for _, dir := range c.items("selected_skills") {
		body := "Base directory: " + c.read(dir+"/dir") + "\n\n" + strings.TrimRight(c.read(dir+"/body"), "\n")
		skills = append(skills, tagged("skill", c.read(dir+"/name"), body))
	}
	return strings.Join(skills, "\n")
}

func tagged(tag, name, content string) string {
	if content == "" {
		return ""
	}
	if name != "" {
		name = ` name="` + escaped(name) + `"`
	}
	return "<" + tag + name + ">\n" + content + "\n</" + tag + ">"
}

// escaped goes byte by byte: none of these bytes is part of a longer character.
func escaped(s string) string {
	const from, to = "\"\\\b\f\n\r\t", `"\bfnrt`
	var out []byte
	for i := range len(s) {
		if at := strings.IndexByte(from, s[i]); at >= 0 {
			out = append(out, '\\', to[at])
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}
