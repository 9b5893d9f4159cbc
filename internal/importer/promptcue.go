package importer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/load"
)

// Files writes a prompt as files of the registry whose CUE package has the given name: its sections, its texts and a
// profile that shows them.
func (p *Prompt) Files(pkg string) ([]File, error) {
	var out []File
	for _, f := range []struct {
		path  string
		write func(*printer)
	}{
		{p.sectionsFile(), p.sections},
		{"i18n/" + p.Locale + "/" + fileBase(p.Name, "_prompt") + ".cue", p.texts},
		{p.ProfileFile(), p.profile},
	} {
		w := &printer{}
		w.linef("package %s", pkg)
		w.linef("")
		f.write(w)
		data, err := load.Format([]byte(w.String()))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		out = append(out, File{f.path, data})
	}
	return out, nil
}

// sectionsFile stands beside registry.cue and the wiring, and is neither.
func (p *Prompt) sectionsFile() string {
	return fileBase(p.Name, "_prompt", "registry", "promptgen") + ".cue"
}

// ProfileFile is where the profile of the prompt stands.
func (p *Prompt) ProfileFile() string { return "profiles/" + fileBase(p.Name, "_prompt") + ".cue" }

func (p *Prompt) sections(w *printer) {
	w.linef("// What %s consists of, cut at its headings.", strconv.Quote(short(p.Source)))
	w.open("sections: {")
	for _, c := range p.Sections {
		if c.Level == 0 {
			w.linef("%s: cache: \"static\"", label(c.Name))
			continue
		}
		heading := []string{`text: "heading"`}
		if c.Level > 1 {
			heading = append([]string{fmt.Sprintf("level: %d", c.Level)}, heading...)
		}
		if c.Gap != "\n" {
			heading = append(heading, "gap: "+quote(c.Gap))
		}
		if len(heading) == 1 {
			w.linef("%s: {cache: \"static\", wrap: heading: %s}", label(c.Name), heading[0])
			continue
		}
		w.linef("%s: {cache: \"static\", wrap: heading: {%s}}", label(c.Name), strings.Join(heading, ", "))
	}
	w.close("}")
}

func (p *Prompt) texts(w *printer) {
	w.open("i18n: %s: shared: {", localeLabel(p.Locale))
	for _, c := range p.Sections {
		if c.Level == 0 {
			w.linef("%s: text: %s", label(c.Name), w.segments(c.Text.Segs))
			continue
		}
		w.open("%s: {", label(c.Name))
		w.linef("heading: %s", w.segments(c.Heading.Segs))
		w.linef("text: %s", w.segments(c.Text.Segs))
		w.close("}")
	}
	w.close("}")
}

// localeLabel quotes names such as zh-CN.
func localeLabel(name string) string {
	if strings.Contains(name, "-") {
		return strconv.Quote(name)
	}
	return label(name)
}

func (p *Prompt) profile(w *printer) {
	w.open("profiles: %s: {", label(p.Name))
	w.linef("doc: %s", quote("The prompt of "+short(p.Source)+"."))
	if p.Task {
		w.linef("kind: \"task\"")
	}
	w.open("sections: [")
	for _, c := range p.Sections {
		w.linef("%s,", quote(c.Name))
	}
	w.close("]")
	var tools []string
	for _, t := range p.Tools {
		tools = append(tools, quote(t))
	}
	w.linef("tools: [%s]", strings.Join(tools, ", "))
	w.linef("transports: [\"native\"]")
	if p.Newline {
		w.linef("final: \"newline\"")
	}
	w.close("}")
}
