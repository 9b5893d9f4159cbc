package vocabulary

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/promptgen/promptgen/prompt"
)

// compile has the judge read a schema. It asserts formats.
func compile(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for _, f := range formats(t) {
		c.RegisterFormat(f)
	}
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, schema)
	}
	return s
}

// instances is how many are made for each entry; PROMPTGEN_INSTANCES is for experiments.
func instances() int {
	if n, err := strconv.Atoi(os.Getenv("PROMPTGEN_INSTANCES")); err == nil {
		return n
	}
	return 10_000
}

// TestJudge holds decoders and projections of every entry against the judge: a strict schema of OpenAI's accepts fill(x)
// for every x that the canonical schema accepts, every other schema accepts x, and the decoder accepts x if and only if
// the canonical schema accepts strip(x). Half of the instances are valid ones, half such that were changed in one place.
func TestJudge(t *testing.T) {
	for s := range sessions(t, prompt.Native) {
		for _, e := range s.entries(t) {
			t.Run(s.name+"/"+e.name, func(t *testing.T) {
				t.Parallel()
				e.judge(t, instances())
			})
		}
	}
}

func (e *entry) judge(t *testing.T, n int) {
	seed := fnv.New64a()
	seed.Write([]byte(e.name))
	g := generator{rand.New(rand.NewPCG(1, seed.Sum64()))}
	var refused, judged, problems int
	var buf []byte
	for i := range n {
		var x any = g.object(e.shape)
		if i%2 == 1 {
			x = g.mutate(x, e.shape)
		}
		buf = encode(g.Rand, buf[:0], x)
		stripped := e.shape.strip(x)
		verdict := e.canonical.Validate(plain(stripped))
		judged++
		if verdict != nil {
			refused++
		}
		if verdict != nil && i%2 == 0 {
			t.Fatalf("the generator is wrong: %s\n%v", buf, verdict)
		}
		err := e.decode(buf)
		if (err == nil) != (verdict == nil && !beyondFloat(x, e.shape)) {
			t.Errorf("decoder: %v\njudge: %v\n%s", err, verdict, buf)
			problems++
		}
		if verdict == nil {
			problems += e.project(t, stripped)
		}
		if problems > 5 {
			t.FailNow()
		}
	}
	if refused == 0 && e.name != "any" || refused > n/2 {
		t.Errorf("%d of %d instances were refused", refused, n)
	}
	t.Logf("%d instances, %d refused, %d schemas", judged, refused, len(e.forms)+1)
}

// project holds a canonical value against every schema of a request.
func (e *entry) project(t *testing.T, x any) (problems int) {
	as, filled := plain(x), plain(e.shape.fill(x))
	for _, f := range e.forms {
		v := as
		if f.fill {
			v = filled
		}
		if err := f.schema.Validate(v); err != nil {
			text, _ := json.Marshal(v)
			t.Errorf("%s: %v\n%s", f.providers, err, text)
			problems++
		}
	}
	return problems
}

// beyondFloat reports whether a value has a number that no float64 holds, where its tool wants one. The decoder refuses
// it rather than hand on an infinity; no bound of the schema can say so.
func beyondFloat(v any, s *shape) bool {
	if n, ok := v.(json.Number); ok && s.kind() == "number" {
		f, err := n.Float64()
		return err != nil || math.IsInf(f, 0)
	}
	found := false
	s.below(v, func(at *any, in *shape) { found = found || beyondFloat(*at, in) })
	return found
}

// TestStrict pins which entries are strict, so that strict schemas are judged wherever they can be.
func TestStrict(t *testing.T) {
	lax := []string{
		"maybe_text", "maybe_integer", "maybe_boolean", "maybe_list", "maybe_object", "maybe_union", "maybe_map", // null would mean both
		"any", "any_list", "any_default", "map", "map_bounded", "map_null", "map_list", "map_object", "map_map", "map_union",
		"map_any", "map_default", "null_map", "union_map",
	}
	for s := range sessions(t, prompt.Native) {
		for _, e := range s.entries(t) {
			if got := slices.Contains(e.strict, "openai-chat") && slices.Contains(e.strict, "openai-responses"); got == slices.Contains(lax, e.name) {
				t.Errorf("%s is strict for %q", e.name, e.strict)
			}
		}
	}
}
