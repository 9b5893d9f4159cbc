package check

import (
	"bytes"
	"encoding/json"

	"github.com/promptgen/promptgen/internal/registry"
)

// Argument says why no call may have a value for a parameter of the given type, or nothing. Unlike a default, a value may
// have null for a member that need not be given: decoders take it for absent.
func Argument(t *registry.Type, value json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.InputOffset() < int64(len(bytes.TrimRight(value, " \t\r\n"))) {
		return "it is no JSON"
	}
	return misfit(t, withoutNulls(t, v))
}

// withoutNulls takes the members out of a value that stand for absent ones, at every depth.
func withoutNulls(t *registry.Type, v any) any {
	switch v := v.(type) {
	case []any:
		if t.Items != nil {
			for i := range v {
				v[i] = withoutNulls(t.Items, v[i])
			}
		}
	case map[string]any:
		switch t.Kind {
		case registry.MapType:
			for name := range v {
				v[name] = withoutNulls(t.Values, v[name])
			}
		case registry.ObjectType:
			membersWithoutNulls(t.Params, v)
		case registry.UnionType:
			for i := range t.Variants {
				if v[t.Discriminator.Text] == any(t.Variants[i].Tag.Text) {
					membersWithoutNulls(t.Variants[i].Params, v)
				}
			}
		}
	}
	return v
}

func membersWithoutNulls(params []registry.Param, v map[string]any) {
	for i := range params {
		q := &params[i]
		member, given := v[q.Name]
		switch {
		case !given:
		case member == nil && !q.Required && !q.Nullable && q.Kind != registry.AnyType:
			delete(v, q.Name)
		default:
			v[q.Name] = withoutNulls(&q.Type, member)
		}
	}
}
