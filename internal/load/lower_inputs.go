package load

import "github.com/promptgen/promptgen/internal/registry"

func lowerInput(n node) registry.Input {
	in := registry.Input{Field: lowerField(n), Scope: registry.Scope(n.field("scope").text())}
	if draft := n.field("draft"); draft.bool() {
		in.Draft, in.DraftAt = true, draft.at
	}
	return in
}

func lowerField(n node) registry.Field {
	f := registry.Field{
		At:       n.at,
		Name:     n.name,
		Type:     registry.FieldType(n.field("type").text()),
		Doc:      n.field("doc").text(),
		Trust:    n.field("trust").word(),
		Required: n.field("required").bool(),
		Unread:   n.field("unread").word(),
	}
	switch f.Type {
	case registry.String:
		f.Normalize = []string{"lf"}
		if norm := n.field("normalize"); norm.v.Exists() {
			f.Normalize = norm.texts()
		}
		f.AnyBytes = n.field("bytes").text() == "any"
		f.Blank = n.field("blank").text()
		f.Limit = maybe(n.field("limit"), lowerLimit)
	case registry.List:
		f.Item = each(n.field("item").fields(), lowerField)
		f.Unique = n.field("unique").words()
		f.Distinct = n.field("distinct").words()
		f.ListLimit = maybe(n.field("limit"), lowerListLimit)
	case registry.Bool:
		f.Required = false // false is a value like any other
	}
	return f
}

func lowerLimit(n node) registry.Limit {
	return registry.Limit{At: n.at, Bytes: n.field("bytes").int(), Lines: n.field("lines").int(), Over: n.field("over").text()}
}

func lowerListLimit(n node) registry.ListLimit {
	return registry.ListLimit{At: n.at, Items: n.field("items").int(), Bytes: n.field("bytes").int(), Sum: n.field("sum").word(), Over: n.field("over").text()}
}
