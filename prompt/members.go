package prompt

import "slices"

// members says which members of arguments are offered, by their places, e.g. "edits.old". The zero value offers all.
type members struct {
	hidden []string        // those that are not offered
	only   map[string]bool // if not nil, all that are offered
}

func (m *members) all() bool { return len(m.hidden) == 0 && m.only == nil }

func (m *members) offers(place string) bool {
	if m.only != nil {
		return m.only[place]
	}
	return !slices.Contains(m.hidden, place)
}

// members are those that the model may give. A tool from a record has those of its schema.
func (o *offer) members() members {
	m := members{only: o.places}
	for _, p := range o.spec.Params {
		m.hidden = append(m.hidden, p.hidden()...)
	}
	return m
}

// placesOf are the places of all members that a canonical schema names.
func placesOf(schema string) map[string]bool {
	places := map[string]bool{}
	if root, problem := parseJSON(schema); problem == "" {
		addPlaces(places, &root, "")
	}
	return places
}

func addPlaces(places map[string]bool, schema *jsonValue, place string) {
	if properties := schema.member("properties"); properties != nil {
		for i := range properties.kids {
			m := &properties.kids[i]
			at := string(appendName([]byte(place), m.name))
			places[at] = true
			addPlaces(places, &m.value, at)
		}
	}
	for _, word := range [...]string{"items", "additionalProperties"} {
		if values := schema.member(word); values != nil {
			addPlaces(places, values, place)
		}
	}
	if variants := schema.member("anyOf"); variants != nil {
		for i := range variants.kids {
			v := &variants.kids[i].value
			addPlaces(places, v, string(appendName([]byte(place), v.tag())))
		}
	}
}

// tag is the only value of the first member of an object in a union, or "" of null.
func (v *jsonValue) tag() string {
	properties := v.member("properties")
	if properties == nil || len(properties.kids) == 0 {
		return ""
	}
	if tag := properties.kids[0].value.member("const"); tag != nil {
		return tag.text
	}
	return ""
}
