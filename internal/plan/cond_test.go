package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJoin(t *testing.T) {
	a, b := Flag{Ref{"x", "a"}}, Flag{Ref{"x", "b"}}
	for _, tt := range []struct {
		name      string
		got, want Cond
	}{
		{"nothing holds always", all(nil, nil), nil},
		{"one stands alone", all(nil, a), a},
		{"a thing said twice", all(a, all(b, a)), All{a, b}},
		{"an alternative said twice", anyOf(a, b, a), Any{a, b}},
		{"no alternative", anyOf(False{}), False{}},
		{"what never holds", all(a, False{}), False{}},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
