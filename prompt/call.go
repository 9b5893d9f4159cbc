package prompt

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Call is a tool call of either transport.
type Call struct {
	ID   string          // the provider's, for the result to name; "" over XML
	Name string          // of the tool, on the wire
	Args json.RawMessage // a JSON object
}

// CallError lists everything wrong with a call, or with an answer; its text can go back to the model as it is.
type CallError struct {
	Tool     string   // "" when it is about the whole answer
	Unknown  bool     // there is no such tool, or it is not offered; Problems say which
	Problems []string // e.g. "edits[1].old: required"
}

// Error says that the call was not run, and what to correct.
func (e *CallError) Error() string {
	if e.Unknown || e.Tool == "" {
		return strings.Join(e.Problems, "; ")
	}
	return e.Tool + " was not run; correct its arguments and call it again:\n- " + strings.Join(e.Problems, "\n- ")
}

// DecodeCall decodes the arguments of c into the destinations of fields, as the whole schema of the tool demands. An
// error is a *CallError with everything that is wrong; the destinations are then half filled.
//
// A member that is given as null is absent, unless it is required or null is one of its values.
func DecodeCall(c Call, fields []ArgField) error { return decodeCall(c, fields, members{}) }

func decodeCall(c Call, fields []ArgField, offered members) error {
	return decodeArgs(c, offered, func(d *argDecoder, v *jsonValue) { d.object(v, fields, "") })
}

// decodeArgs parses the arguments of a call and returns what decode finds wrong with them.
func decodeArgs(c Call, offered members, decode func(*argDecoder, *jsonValue)) error {
	d := argDecoder{members: offered}
	v, problem := parseJSON(string(c.Args))
	if problem != "" {
		d.problem("arguments: " + problem)
	} else {
		decode(&d, &v)
	}
	if len(d.problems) == 0 {
		return nil
	}
	if d.more > 0 {
		d.problems = append(d.problems, "and "+strconv.Itoa(d.more)+" more")
	}
	return &CallError{Tool: c.Name, Problems: d.problems}
}

// DecodeCall decodes the arguments of c, whose tool exists, into the destinations of fields. They are taken as the tool
// is offered here: a parameter that is not offered is neither taken nor required. An error is a *CallError with
// everything that is wrong, or about a tool that is not offered.
func (t *Tools) DecodeCall(c Call, fields []ArgField) error {
	o := t.find(c.Name)
	if o == nil {
		return notOffered(c.Name)
	}
	return decodeCall(c, o.offered(fields), o.members())
}

func notOffered(name string) *CallError {
	problem := "the tool " + shorten(name) + " exists, but is not offered in this session"
	return &CallError{Tool: name, Unknown: true, Problems: []string{problem}}
}

// Unknown returns the *CallError about a tool that does not exist. It says which are offered, or that it was until a Refresh.
func (t *Tools) Unknown(name string) error {
	if t.hadOnce(name) {
		return notOfferedNow(name)
	}
	names := make([]string, 0, len(t.list()))
	for i := range t.list() {
		names = append(names, t.offers[i].spec.Name)
	}
	return UnknownTool(name, names...)
}

// missing returns the *CallError about a tool that is not offered, whether it exists or not.
func (t *Tools) missing(name string) error {
	if t != nil && slices.Contains(t.box.Names, name) && !t.hadOnce(name) {
		return notOffered(name)
	}
	return t.Unknown(name)
}

// UnknownTool returns the *CallError about a tool that is none of names.
func UnknownTool(name string, names ...string) error {
	say := "no tools are offered"
	if len(names) > 0 {
		say = wantOf(name, names)
	}
	return &CallError{Tool: name, Unknown: true, Problems: []string{"there is no tool " + shorten(name), say}}
}

// UndeclaredTool returns the *CallError of a decoder that knows the declared tools, and none that a host has beside them.
func UndeclaredTool(name string, names ...string) error {
	problems := []string{"no tool " + shorten(name) + " is declared"}
	if len(names) > 0 {
		problems = append(problems, wantOf(name, names))
	}
	problems = append(problems, "Decode takes no tools of the host: Dispatch hands their calls to HostTool")
	return &CallError{Tool: name, Unknown: true, Problems: problems}
}

// offered returns the fields of the parameters that the model may give. Those of others get their defaults.
func (o *offer) offered(fields []ArgField) []ArgField {
	var out []ArgField
	for _, f := range fields {
		switch {
		case slices.ContainsFunc(o.spec.Params, func(p ParamSpec) bool { return p.Name == f.name }):
			out = append(out, f)
		case f.fill != nil:
			f.fill()
		}
	}
	return out
}
