package check_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/registry"
)

// TestBroken changes one string of a valid registry at a time: check must always come to an end, and say the same when
// asked again.
func TestBroken(t *testing.T) {
	r := loaded(t, archive(t, "../corpus/testdata/base.txtar"))
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		broken := new(registry.Registry)
		if err := json.Unmarshal(data, broken); err != nil {
			t.Fatal(err)
		}
		all := words(reflect.ValueOf(broken).Elem(), nil)
		w := all[rng.IntN(len(all))]
		was := *w
		*w = []string{"", "none", "Read_File", "skills.name", "!", *all[rng.IntN(len(all))]}[rng.IntN(6)]
		first := check.Check(broken).Text()
		if again := check.Check(broken).Text(); again != first {
			t.Errorf("%q to %q: two runs differ:\n%s\n%s", was, *w, first, again)
		}
	}
}

// words finds the names, conditions and keys of a registry.
func words(v reflect.Value, out []*string) []*string {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out = words(v.Elem(), out)
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = words(v.Index(i), out)
		}
	case reflect.Struct:
		if w, ok := v.Addr().Interface().(*registry.Word); ok {
			return append(out, &w.Text)
		}
		for i := range v.NumField() {
			out = words(v.Field(i), out)
		}
	}
	return out
}
