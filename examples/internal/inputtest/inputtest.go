// Package inputtest tells which inputs the tests of an example do not vary.
package inputtest

import (
	"reflect"
	"slices"
)

// Without lists the string fields of structs and of the lists in them, e.g. Session.Skills.Name, that hold a value in no
// element. A list without elements counts as one whose element is empty. Lists of plain strings, which name tools, and
// types of other packages are the host's settings, and no inputs.
func Without(value string, structs ...any) []string {
	holds := map[string]bool{}
	var names []string
	for _, s := range structs {
		v := reflect.ValueOf(s)
		walk(v.Type().Name(), v.Type().PkgPath(), v, func(name, got string) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			holds[name] = holds[name] || got == value
		})
	}
	return slices.DeleteFunc(names, func(n string) bool { return holds[n] })
}

func walk(name, pkg string, v reflect.Value, visit func(name, value string)) {
	for i := range v.NumField() {
		f, name := v.Field(i), name+"."+v.Type().Field(i).Name
		switch {
		case f.Type() == reflect.TypeFor[string]():
			visit(name, f.String())
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct && f.Type().Elem().PkgPath() == pkg:
			if f.Len() == 0 {
				f = reflect.MakeSlice(f.Type(), 1, 1)
			}
			for i := range f.Len() {
				walk(name, pkg, f.Index(i), visit)
			}
		}
	}
}
