package prompt

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestProblemsAreBounded(t *testing.T) {
	args := `{"path":"p","grid":[` + strings.Repeat("null,", 5000) + `null],` + strings.Repeat(`"x":1,`, 5000) + `"y":1}`
	var a editArgs
	err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(args)}, a.fields())
	var e *CallError
	if !errors.As(err, &e) || len(e.Problems) != maxProblems+1 || e.Problems[maxProblems] != "and 9902 more" {
		t.Errorf("got %d problems, the last of which is %q", len(e.Problems), e.Problems[len(e.Problems)-1])
	}
}

// TestProblemsAreShort: a long list of choices is not said for each of many mistakes, and costs nothing where it is not.
func TestProblemsAreShort(t *testing.T) {
	const wrong = 2000
	args := Call{Name: "edit", Args: json.RawMessage(`{"list":[1,` + strings.Repeat("1,", wrong) + `1]}`)}
	problems := func(values ...string) []string {
		var list []string
		var e *CallError
		if !errors.As(DecodeCall(args, []ArgField{OptionalArg("list", &list, AsList(AsString().OneOf(values...)))}), &e) {
			t.Fatal("no error")
		}
		return e.Problems
	}
	around := len(`list[0]: want "", got 1`)
	for _, tt := range []struct{ length, listed int }{{maxProblemSize, 1}, {maxProblemSize - 1, 2}} {
		got := problems(strings.Repeat("x", tt.length-around))
		if len(got) != tt.listed+1 || got[tt.listed] != "and "+Int(int64(wrong+2-tt.listed))+" more" {
			t.Errorf("%d bytes: %d problems, the last of which is %q", tt.length, len(got), got[len(got)-1])
		}
	}
	values := make([]string, 1000)
	for i := range values {
		values[i] = Int(int64(i))
	}
	if n := testing.AllocsPerRun(1, func() { problems(values...) }); n > 10*wrong {
		t.Errorf("%v allocations for %d mistakes", n, wrong)
	}
}
