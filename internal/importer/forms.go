package importer

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// Form is a way to write tools down.
type Form string

const (
	OpenAIChat      Form = "openai-chat"
	OpenAIResponses Form = "openai-responses"
	Anthropic       Form = "anthropic"
	Gemini          Form = "gemini" // parametersJsonSchema and parameters
	MCP             Form = "mcp"
	Schema          Form = "json-schema"
)

// Forms lists the forms.
func Forms() []Form { return []Form{OpenAIChat, OpenAIResponses, Anthropic, Gemini, MCP, Schema} }

// source is a tool as the input has it.
type source struct {
	at          *value
	form        Form
	name        string
	nameAt      *value
	description *value // nil where there is none
	title       *value
	schema      *value  // nil: no parameters
	strict      *value  // OpenAI's and Anthropic's
	instead     *member // what has the parameters, it seems, where the form has no schema
	meant       string  // how that is to be called, in quotes
	hints       *value  // MCP's annotations
	file        bool    // the name comes from the file, so it may be changed
}

// sources finds the tools of a document.
func (im *importing) sources(root *value) []source {
	im.owner = -1
	if im.opts.Form == Schema || im.opts.Form == "" && isSchema(root) {
		return []source{im.single(root)}
	}
	list := root
	for _, name := range []string{"result", "tools", "functions"} {
		inner := list.get(name)
		if inner == nil || name == "result" && inner.get("tools") == nil {
			continue
		}
		for _, m := range list.members {
			switch {
			case m.name == name || (m.name == "jsonrpc" || m.name == "id") && list.get("jsonrpc") != nil:
			case m.name == "nextCursor":
				im.note(m.value, nameOf(m.name), LeftOut, "the server has more tools than this page")
			default:
				im.note(m.value, nameOf(m.name), LeftOut, "it is no part of the tools")
			}
		}
		list = inner
		if name == "tools" {
			break
		}
	}
	if list.kind == objectValue {
		return im.entry(list)
	}
	var out []source
	for _, item := range list.items {
		out = append(out, im.entry(item)...)
	}
	return out
}

// isSchema reports whether a document is a JSON Schema by itself.
func isSchema(v *value) bool {
	if v.kind != objectValue {
		return false
	}
	for _, name := range []string{"tools", "functions", "result", "function", "functionDeclarations", "input_schema", "inputSchema", "parameters", "parametersJsonSchema"} {
		if v.get(name) != nil {
			return false
		}
	}
	t := v.get("type")
	return t != nil && t.kind == stringValue && strings.EqualFold(t.text, "object") || v.get("$schema") != nil || v.get("properties") != nil || v.get("$ref") != nil
}

// single is the tool whose arguments a document describes.
func (im *importing) single(root *value) source {
	name, given := im.opts.Name, im.opts.Name != ""
	if !given {
		name = fileName(im.opts.File)
	}
	return source{at: root, form: Schema, name: name, nameAt: root, schema: root, file: !given, description: root.get("description"), title: root.get("title")}
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// fileName makes a tool's name of a file's.
func fileName(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	base = strings.TrimSuffix(strings.TrimSuffix(base, ".json"), ".schema")
	return strings.Trim(notWord.ReplaceAllString(latin(base), "_"), "_")
}

// entry reads an entry of a list: a tool, or several in Gemini's form and in namespaces.
func (im *importing) entry(v *value) []source {
	if v.kind != objectValue {
		im.refuse(v, "an entry", "want a tool", "it is %s", v.kind)
		return nil
	}
	for _, name := range []string{"functionDeclarations", "function_declarations"} {
		if list := v.get(name); list != nil && im.takes(v, Gemini) {
			return im.group(v, list, name, Gemini)
		}
	}
	if v.get("type").word() == "namespace" && v.get("tools") != nil {
		return im.group(v, v.get("tools"), "tools", OpenAIResponses)
	}
	form := formOf(v)
	if im.opts.Form != "" && form == "" && v.get("name") != nil {
		form = im.opts.Form // a declaration without a schema looks alike everywhere
	}
	if form == "" {
		im.foreign(v)
		return nil
	}
	if !im.takes(v, form) {
		return nil
	}
	return []source{im.declared(v, form)}
}

// takes reports whether entries of a form are asked for.
func (im *importing) takes(v *value, form Form) bool {
	if im.opts.Form == "" || im.opts.Form == form {
		return true
	}
	im.refuse(v, "an entry", "leave --from out, or give the form", "it is in the form %s, and %s is asked for", form, im.opts.Form)
	return false
}

// group reads a list inside an entry.
func (im *importing) group(v, list *value, name string, form Form) []source {
	var out []source
	for _, m := range v.members {
		if m.name != name && (m.name != "type" || m.value.word() != "namespace") {
			im.note(m.value, nameOf(m.name), LeftOut, "only the tools of the group are read")
		}
	}
	if list.kind != arrayValue {
		im.refuse(list, name, "want a list of tools", "it is %s", list.kind)
		return nil
	}
	for _, item := range list.items {
		if item.kind != objectValue {
			im.refuse(item, "an entry", "want a tool", "it is %s", item.kind)
			continue
		}
		out = append(out, im.declared(item, form))
	}
	return out
}

// word is the text of a string, or "".
func (v *value) word() string {
	if v == nil || v.kind != stringValue {
		return ""
	}
	return v.text
}

// formOf tells the form of one tool, or "".
func formOf(v *value) Form {
	switch t := v.get("type").word(); {
	case v.get("function") != nil && (t == "function" || t == ""):
		return OpenAIChat
	case t == "function" && v.get("name") != nil:
		return OpenAIResponses
	case v.get("input_schema") != nil:
		return Anthropic
	case v.get("inputSchema") != nil:
		return MCP
	case v.get("parametersJsonSchema") != nil:
		return Gemini
	case v.get("name") != nil && t == "" && v.get("parameters") != nil:
		if kind := v.get("parameters").get("type").word(); kind != "" && kind == strings.ToUpper(kind) {
			return Gemini
		}
		return OpenAIResponses // and the older "functions" of chat completions, which are as flat
	case v.get("name") != nil && t == "" && v.get("description") != nil:
		return Gemini // it has no schema where there are no parameters
	}
	return ""
}

// foreign refuses what no host declares.
func (im *importing) foreign(v *value) {
	if im.opts.Form != "" && isSchema(v) {
		im.refuse(v, "an entry", "leave --from out, or give the form", "it is a JSON Schema, and %s is asked for", im.opts.Form)
		return
	}
	im.who = v.get("name").word()
	if im.who == "" {
		im.who = v.get("type").word()
	}
	m, meant := misnamed(v.members, "", nil)
	switch {
	case m != nil:
		im.refuse(m.value, nameOf(m.name), "did you mean "+meant+"?", "no form has a schema under this name")
	case v.get("type").word() == "custom":
		im.refuse(v, "a tool without a schema", "declare its text as a parameter of type string", "a registry has no tools that take free text")
	default:
		im.refuse(v, "an entry", "leave it to the host: it stands beside the registry's tools in the request", "it is no function with a schema, but something that the provider runs itself, or no tool")
	}
	im.who = ""
}

// declared reads a tool in its form.
func (im *importing) declared(v *value, form Form) source {
	s := source{at: v, form: form}
	body := v
	if form == OpenAIChat {
		body = v.get("function")
		if body == nil || body.kind != objectValue {
			body = v
		}
	}
	s.nameAt = body.get("name")
	if s.nameAt == nil {
		s.nameAt = v
	}
	s.name = body.get("name").word()
	s.description, s.title = body.get("description"), body.get("title")
	im.who = s.name
	known := []string{"name", "description"}
	for _, name := range form.schemaNames() {
		if found := body.get(name); found != nil && s.schema == nil {
			s.schema = found
			known = append(known, name)
		}
	}
	known = append(known, form.members(v)...)
	if slices.Contains(known, "strict") {
		s.strict = body.get("strict")
	}
	if form == MCP {
		s.hints = v.get("annotations")
	}
	if s.schema == nil {
		if s.instead, s.meant = misnamed(body.members, form, known); s.instead == nil && body != v {
			s.instead, s.meant = misnamed(v.members, form, []string{"function", "type"})
			s.meant += ` in "function"`
		}
	}
	im.others(v, &s, body, known)
	im.who = ""
	return s
}

// members lists what a tool has in a form beside its name, its words and its schema.
func (f Form) members(v *value) []string {
	switch t := v.get("type").word(); {
	case f == OpenAIChat && v.get("function") == nil, f == OpenAIResponses && (t == "function" || t == ""):
		return []string{"strict", "type"}
	case f == OpenAIChat:
		return []string{"strict"}
	case f == Anthropic && (t == "custom" || t == ""):
		return []string{"strict", "type"}
	case f == Anthropic:
		return []string{"strict"}
	case f == MCP:
		return []string{"annotations"}
	}
	return nil
}

// misnamed finds the member that has the schema under a name which the form does not know: that of another form, one with
// a slip, or any that holds a schema. Without it the tool would lose all of its parameters. It says, in quotes, what the
// name should be.
func misnamed(members []member, form Form, known []string) (*member, string) {
	own := form.schemaNames()
	names := append(slices.Clone(own), "parameters", "input_schema", "inputSchema", "parametersJsonSchema")
	for i, m := range members {
		meant, near := diag.Nearest(m.name, names)
		other := slices.Contains(names, m.name)
		switch {
		case slices.Contains(known, m.name) || slices.Contains(results(), m.name):
			continue
		case other && form == "":
			meant = m.name
		case other || form != "" && form != Gemini: // which is taken for granted where there is no schema at all
			meant = append(own, "parameters")[0]
		}
		holds := strings.EqualFold(m.value.get("type").word(), "object") || m.value.get("properties") != nil || m.value.get("$ref") != nil
		if other || near || holds {
			return &members[i], strconv.Quote(cmpWord(meant, append(own, "parameters")[0]))
		}
	}
	return nil, ""
}

// results lists the members that hold the schema of a result.
func results() []string {
	return []string{"outputSchema", "output_schema", "response", "responseJsonSchema", "returns", "return"}
}

// schemaNames lists the members that hold the schema of a tool, of which a tool has one.
func (f Form) schemaNames() []string {
	switch f {
	case OpenAIChat, OpenAIResponses:
		return []string{"parameters"}
	case Anthropic:
		return []string{"input_schema"}
	case MCP:
		return []string{"inputSchema"}
	case Gemini:
		return []string{"parametersJsonSchema", "parameters", "parameters_json_schema"}
	}
	return nil
}

// others reports the members of a tool that no registry holds.
func (im *importing) others(v *value, s *source, body *value, known []string) {
	rest := body.members
	var outer []member
	if body != v {
		for _, m := range v.members {
			if m.name != "function" && (m.name != "type" || m.value.word() != "function") {
				outer = append(outer, m)
			}
		}
	}
	for i, m := range append(rest, outer...) {
		inner := i < len(rest) && (slices.Contains(known, m.name) || m.value == s.title)
		if inner || s.instead != nil && s.instead.value == m.value {
			continue
		}
		im.note(m.value, nameOf(m.name), LeftOut, "%s", whyNot(m.name))
		if meant, ok := diag.Nearest(m.name, known); ok && i < len(rest) && whyNot(m.name) == nothingLike {
			im.want("did you mean %q?", meant)
		}
	}
}

const nothingLike = "a registry has nothing like it"

// whyNot says why a member of a tool is left out.
func whyNot(name string) string {
	switch name {
	case "cache_control":
		return "profiles plan cache marks"
	case "outputSchema", "output_schema", "response", "responseJsonSchema", "returns", "return":
		return "a registry says nothing of results"
	case "title", "icons":
		return "models don't see it"
	case "_meta":
		return "it belongs to the server; what your host needs goes under meta"
	}
	return nothingLike
}
