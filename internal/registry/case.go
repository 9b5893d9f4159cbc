package registry

import (
	"slices"
	"strings"
)

// In reports whether a case says that it is rendered in a profile: it names it, or none at all.
func (c *Case) In(profile string) bool { return len(c.Profiles) == 0 || Lists(c.Profiles, profile) }

// ValueOf returns the value with a name, the zero Value where there is none.
func ValueOf(values []InputValue, name string) Value {
	i := slices.IndexFunc(values, func(v InputValue) bool { return v.Name.Text == name })
	if i < 0 {
		return Value{}
	}
	return values[i].Value
}

// UniqueKey is what makes an item of a list unique, as the run time compares it: fields that are not given are zero or
// empty, and texts are in their normal form and within their limits. It is "" where the list does not ask for that.
func (f *Field) UniqueKey(item []InputValue) string {
	var key strings.Builder
	for _, u := range f.Unique {
		if i := slices.IndexFunc(f.Item, func(g Field) bool { return g.Name == u.Text }); i >= 0 {
			key.WriteString(f.Item[i].Key(ValueOf(item, u.Text)))
		}
	}
	return key.String()
}
