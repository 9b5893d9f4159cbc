package load

import "github.com/promptgen/promptgen/internal/diag"

// Rules lists what this stage may report. It also finds a few mistakes whose rules belong to package check, because
// CUE would trip over them first: unknown-input and unknown-tool in texts, and reason-blank for an empty reason.
func Rules() []diag.Rule {
	return []diag.Rule{
		// Files.
		{ID: "no-registry", Doc: "The folder holds no registry, or an empty one. Put a file registry.cue with a package clause there, or choose another folder with -C."},
		{ID: "unreadable-file", Doc: "A file or folder of the registry can't be read. Correct its permissions, or remove it."},
		{ID: "not-utf8", Doc: "A file holds bytes that are not UTF-8, which CUE would replace silently. Save it as UTF-8."},
		{ID: "cue-file-name", Doc: "CUE ignores a file, or reads it differently by another route: its name ends in _tool.cue or _test.cue, a name starts with \"_\", it has no package clause, or it lies in a folder that is not read. Rename it, add the clause, or move it where the message says."},
		{ID: "cue-syntax", Doc: "A file is not valid CUE. The message says what stands where something else was expected; cue fmt and cue lsp show the same."},
		{ID: "cue-import", Doc: "A registry imports a package that would have to be fetched, that does not exist, or that it does not use. Only CUE's own packages and the schema can be imported; remove the import."},
		{ID: "cue-attribute", Doc: "An attribute makes CUE read files or options that a registry does not have, or leave the file out. Write the value itself."},
		{ID: "package-name-taken", Doc: "A folder above the registry uses the same CUE package name, so CUE would merge the files of both. Give every registry a package name of its own."},
		{ID: "other-package", Doc: "A file that was meant for the registry belongs to another package: it lies in profiles, i18n or tools/specs, its package is nearly the registry's, or it holds fields of a registry. Correct the package clause, or move the file away."},
		{ID: "wiring", Doc: "The file promptgen.cue does not tie a field of the registry to its definition, so nothing would check the field. Remove the file: without it, promptgen uses its own."},

		// Shapes.
		{ID: "unknown-field", Doc: "A field has a name that the registry language does not know, most often a misspelt one. Correct it; fields for your own use stand at the top and start with \"_\" or \"#\"."},
		{ID: "field-not-here", Doc: "A field has no meaning beside another one, e.g. place in a section that is not volatile. Remove it, or change what it depends on."},
		{ID: "missing-field", Doc: "A field that is required is not there. Add it where the message points."},
		{ID: "reason-missing", Doc: "What is not static, or stands in an unusual place, owes a reason. Say in a sentence why it has to change, or make it static."},
		{ID: "reason-forbidden", Doc: "A static section or tool gives a reason, or a section that is not volatile in the system text a placeReason. Remove the reason."},
		{ID: "bad-name", Doc: "A name has characters that are not allowed for its kind, or is one of the words that are kept. Choose another name."},
		{ID: "bad-value", Doc: "A value has the right type, but is none of those that are allowed. The line below the message says which are."},
		{ID: "cache-level", Doc: "A section's cache level is none of \"static\", \"session\" and \"volatile\". Choose by how often its text changes: never, once a session, or within one."},
		{ID: "wrong-type", Doc: "A value has another type than its field wants, e.g. a string where a list is wanted. Write the value that the message asks for."},
		{ID: "number-range", Doc: "A number does not fit into a signed integer of 64 bits, or has an exponent beyond 100,000. Choose a smaller one."},
		{ID: "conflict", Doc: "A field is given two different values, in one file or in two. Remove one of them."},
		{ID: "incomplete", Doc: "A field is given a type, or a choice, where a value is wanted. Write the value."},
		{ID: "one-of", Doc: "Fields that exclude each other stand together, or none of a group is there: the content of a part, the forms of a wrap, the text of a heading, description and fragments, only and except. Keep exactly one."},

		// Expressions.
		{ID: "cue-value", Doc: "An expression can't be computed, e.g. because an operator meets operands that it does not take. Correct the expression, or write the value itself."},
		{ID: "unknown-reference", Doc: "An expression names a field, a function or a value that is not there. Correct the name, or declare it."},

		// Marks.
		{ID: "mark-misuse", Doc: "A mark of an input or a tool is used in another way than directly inside a string. It stands for text that is known at run time only, so nothing can be computed from it: write \\(input.NAME) or \\(tool.NAME) in the text."},
		{ID: "mark-misplaced", Doc: "A mark stands in a string that is no text, e.g. a reason, a separator or a value of a snapshot case. Write such strings without marks."},
		{ID: "mark-character", Doc: "A text holds one of the private-use characters U+E000 and U+E001, which are kept for marks. Remove the character."},
		{ID: "mark-in-raw-string", Doc: "A text holds \\(input. or \\(tool. as plain characters, because the string is raw or the backslash is escaped. Use a plain string and a single backslash."},
		{ID: "mark-name", Doc: "Something of your own is called input or tool, so texts beside it would read that instead of the marks. Choose another name, or put a key of free data in quotes."},
		{ID: "list-in-text", Doc: "A text inserts a whole list. Repeat a part over it with each, and insert the fields of its items."},
	}
}
