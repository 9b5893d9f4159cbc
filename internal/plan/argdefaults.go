package plan

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// constant plans a default value, which fits its type: a check has looked at it.
func (w *argWriter) constant(t *registry.Type, value json.RawMessage, goType string) GoValue {
	if t.Kind == registry.AnyType {
		return strValue(project.Compact(value))
	}
	if string(value) == "null" {
		return litValue("nil")
	}
	if bare, ok := strings.CutPrefix(goType, "*"); ok {
		return w.pointer(t, value, bare)
	}
	switch t.Kind {
	case registry.StringType:
		var s string
		_ = json.Unmarshal(value, &s)
		return strValue(s)
	case registry.ArrayType:
		var elems []json.RawMessage
		_ = json.Unmarshal(value, &elems)
		v := GoValue{Type: goType}
		for _, e := range elems {
			v.Elems = append(v.Elems, w.constant(t.Items, e, strings.TrimPrefix(goType, "[]")))
		}
		return v
	case registry.MapType:
		entries := members(value)
		v := GoValue{Type: goType}
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			entry := w.constant(t.Values, entries[key], strings.TrimPrefix(goType, "map[string]"))
			v.Fields = append(v.Fields, FieldValue{strconv.Quote(key), entry})
		}
		return v
	case registry.ObjectType:
		return w.objectConstant(t.Params, value, goType)
	case registry.UnionType:
		return w.variantConstant(t, value, goType)
	default:
		return litValue(string(value))
	}
}

// pointer plans the address of a value.
func (w *argWriter) pointer(t *registry.Type, value json.RawMessage, goType string) GoValue {
	v := w.constant(t, value, goType)
	switch {
	case v.Type != "":
		v.Type = "&" + v.Type
		return v
	case v.Str == nil && goType != "bool": // the type of a bare number is not ours
		v = GoValue{Call: goType, Elems: []GoValue{v}}
	}
	return GoValue{Call: "new", Elems: []GoValue{v}}
}

// objectConstant plans what the decoder makes of an object: members that are absent have their own defaults.
func (w *argWriter) objectConstant(params []registry.Param, value json.RawMessage, goType string) GoValue {
	given := members(value)
	v := GoValue{Type: goType}
	s := w.structNamed(goType)
	for i := range params {
		p, f := &params[i], s.Fields[i]
		member, ok := given[p.Name]
		if ok && string(member) == "null" && !p.Required && !p.Nullable && p.Kind != registry.AnyType {
			ok = false
		}
		if !ok && p.Default != nil {
			member, ok = p.Default, true
		}
		if ok {
			v.Fields = append(v.Fields, FieldValue{f.Name, w.memberConstant(p, member, f.Type)})
		}
	}
	return v
}

func (w *argWriter) memberConstant(p *registry.Param, value json.RawMessage, goType string) GoValue {
	bare, ok := strings.CutPrefix(goType, "prompt.Maybe[")
	if !ok {
		return w.constant(&p.Type, value, goType)
	}
	v := GoValue{Type: goType, Fields: []FieldValue{{"Given", boolValue(true)}}}
	if string(value) == "null" {
		v.Fields = append(v.Fields, FieldValue{"Null", boolValue(true)})
	} else {
		v.Fields = append(v.Fields, FieldValue{"Value", w.constant(&p.Type, value, strings.TrimSuffix(bare, "]"))})
	}
	return v
}

func (w *argWriter) variantConstant(t *registry.Type, value json.RawMessage, goType string) GoValue {
	var tag string
	_ = json.Unmarshal(members(value)[t.Discriminator.Text], &tag)
	for _, u := range w.tool.Unions {
		if u.Name != goType {
			continue
		}
		for i, c := range u.Cases {
			if c.Tag == tag {
				v := w.objectConstant(t.Variants[i].Params, value, c.Struct)
				v.Type = "&" + v.Type
				return v
			}
		}
	}
	return litValue("nil")
}

func members(value json.RawMessage) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	_ = json.Unmarshal(value, &out)
	return out
}
