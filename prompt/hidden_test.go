package prompt

import (
	"slices"
	"testing"
)

func TestPrune(t *testing.T) {
	const plain = `{"type":"object","description":"A \"{[,]}\\","properties":{"a":{"type":"string","description":"x"},` +
		`"b":{"type":"array","items":{"type":"object","properties":{"c":{"type":"integer","minimum":-1.5e3},"d":{"type":"string","default":"a,b"}},` +
		`"required":["c","d"],"additionalProperties":false,"propertyOrdering":["c","d"]}},"m":{"type":"object","properties":{},` +
		`"additionalProperties":{"type":"object","properties":{"c":{}},"required":[],"additionalProperties":false}}},"required":["a","b"],"additionalProperties":false}`
	const union = `{"description":"u","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"},"at":{"type":"integer"}},` +
		`"required":["kind","text","at"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","enum":["cut"]},"at":{"type":"integer"}},` +
		`"required":["kind","at"],"additionalProperties":false},{"type":"null"}]}`
	for _, tt := range []struct {
		in     string
		hidden []string
		want   string
	}{
		{plain, nil, plain},
		{plain, []string{"p.x", "p.b.x", "q.a"}, plain},
		{`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`, []string{"p.a"},
			`{"type":"object","properties":{},"required":[],"additionalProperties":false}`},
		{plain, []string{"p.a", "p.b.d", "p.m.c"}, `{"type":"object","description":"A \"{[,]}\\","properties":{` +
			`"b":{"type":"array","items":{"type":"object","properties":{"c":{"type":"integer","minimum":-1.5e3}},` +
			`"required":["c"],"additionalProperties":false,"propertyOrdering":["c"]}},"m":{"type":"object","properties":{},` +
			`"additionalProperties":{"type":"object","properties":{},"required":[],"additionalProperties":false}}},"required":["b"],"additionalProperties":false}`},
		{union, []string{"p.insert.at"}, `{"description":"u","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},` +
			`"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","enum":["cut"]},"at":{"type":"integer"}},` +
			`"required":["kind","at"],"additionalProperties":false},{"type":"null"}]}`},
	} {
		if got := string(pruner{hidden: tt.hidden}.schema(nil, tt.in, "p")); got != tt.want {
			t.Errorf("without %q:\n got %s\nwant %s", tt.hidden, got, tt.want)
		}
	}
}

// Gemini's older form has no empty list of required members.
func TestPruneRequired(t *testing.T) {
	const in, want = `{"type":"OBJECT","properties":{"a":{}},"propertyOrdering":["a"],"required":["a"]}`, `{"type":"OBJECT","properties":{},"propertyOrdering":[]}`
	if got := string(pruner{[]string{"p.a"}, true}.schema(nil, in, "p")); got != want {
		t.Errorf("got %s", got)
	}
}

func TestUnless(t *testing.T) {
	if got := Unless(false, "a", "b").Unless(true, "c").Unless(false, "d"); !slices.Equal(got, []string{"a", "b", "d"}) {
		t.Errorf("got %q", got)
	}
	if Unless(true, "a") != nil {
		t.Error("something is hidden")
	}
}

// TestDefaultsOfWhatIsNotOffered pins that a parameter which a session does not offer has its default all the same, so that
// a handler needs to know nothing of sessions.
func TestDefaultsOfWhatIsNotOffered(t *testing.T) {
	var path, level string
	ts := NewTools(Toolbox{}, []ToolSpec{{Name: "read_file", Params: []ParamSpec{{Name: "path"}}}})
	fields := []ArgField{RequiredArg("path", &path, AsString()), DefaultArg("level", &level, AsString(), "1")}
	if err := ts.DecodeCall(Call{Name: "read_file", Args: []byte(`{"path":"p"}`)}, fields); err != nil || path != "p" || level != "1" {
		t.Errorf("got %q, %q, %v", path, level, err)
	}
}
