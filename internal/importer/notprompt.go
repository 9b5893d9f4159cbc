package importer

import (
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
)

// notPrompt refuses a document of JSON: no prompt is one, and cut at its headings it would become a section.
func notPrompt(opts PromptOptions, data []byte) diag.List {
	root, broken := parse(opts.File, data)
	if broken != nil || root.kind != objectValue && root.kind != arrayValue {
		return nil
	}
	im := &importing{opts: Options{File: opts.File}, broken: map[int]bool{}}
	if slices.ContainsFunc(im.sources(root), func(s source) bool { return s.schema != nil || s.name != "" && s.description != nil }) {
		return diag.List{diag.Errorf(root.loc(), "", "the file is JSON and looks like tools, not like the text of a prompt").Note("want %s", toolsCommand(opts))}
	}
	return diag.List{diag.Errorf(root.loc(), "", "the file is JSON, not the text of a prompt").Note("want the text itself, as the file would hold it without quotes")}
}

// toolsCommand is how the file is imported as what it is.
func toolsCommand(opts PromptOptions) string {
	command, file := "promptgen", opts.File
	if opts.Dir != "" && opts.Dir != "." {
		command += " -C " + opts.Dir
	}
	if file == "stdin" {
		file = "-"
	}
	return command + " import tools " + file
}
