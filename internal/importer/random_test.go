package importer

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// random makes tools of the whole vocabulary, or of a part of it.
type random struct {
	*rand.Rand
	kinds []registry.TypeKind
	least int // members of an object
	tags  int
}

func everyKind() []registry.TypeKind {
	return []registry.TypeKind{
		registry.StringType, registry.IntegerType, registry.NumberType, registry.BooleanType, registry.ArrayType, registry.ObjectType,
		registry.MapType, registry.UnionType, registry.AnyType,
	}
}

func newRandom(seed uint64, kinds []registry.TypeKind) *random {
	return &random{Rand: rand.New(rand.NewPCG(seed, 1)), kinds: kinds}
}

func (r *random) one(of ...string) string { return of[r.IntN(len(of))] }

func (r *random) text() string {
	words := []string{
		"Read", "the", "file", "\"quoted\"", "`ticks`", `back\slash`, `\(x)`, "<b>", "&amp;", "äöü", "日本", "😀", "a\tb", "x  y", "\u2028", "\"\"\"", "#", "//", "\u00ad",
		"Constraints:", "minimum 1.", "{{x}}", "\\n", "%s", "\u00a0", "\u200b", "\n", "\n\n", "\n\t indented", "\n    code", "</p>",
	}
	out := []string{r.one("Where", "Ünder", "A")}
	for range r.IntN(8) {
		out = append(out, words[r.IntN(len(words))])
	}
	return strings.Join(out, " ") + r.one("", ".", " ", "\n", " end")
}

func (r *random) tool(i int) registry.Tool {
	t := registry.Tool{Name: fmt.Sprintf("tool%d", i), Strict: registry.Word{Text: "auto"}, Cache: registry.Word{Text: "static"}}
	if r.IntN(3) == 0 {
		t.Wire = registry.Word{Text: fmt.Sprintf("tool-%d", i)}
		t.Name = fmt.Sprintf("tool_%d", i)
	}
	t.Fragments = fragments(r.text(), diag.Loc{})
	t.Effect = registry.Effect{ReadOnly: r.IntN(2) == 0, Idempotent: r.IntN(2) == 0, OpenWorld: r.IntN(2) == 0}
	t.Effect.Destructive = !t.Effect.ReadOnly && r.IntN(2) == 0
	t.Effects = []string{"readOnly", "destructive", "idempotent", "openWorld"}
	t.Params = r.params(r.IntN(5), 0)
	for i := range t.Params {
		t.Params[i].Usage = r.one("", "x", "a\nb", "\"")
	}
	r.sparsely(&t)
	if r.IntN(4) == 0 {
		t.Name, t.Wire = fmt.Sprintf("other_%d", i), registry.Word{Text: t.WireName()}
	}
	return t
}

// sparsely leaves effects out. What is not given is false here, whatever a protocol makes of it.
func (r *random) sparsely(t *registry.Tool) {
	given := map[string]*bool{
		"readOnly": &t.Effect.ReadOnly, "destructive": &t.Effect.Destructive, "idempotent": &t.Effect.Idempotent, "openWorld": &t.Effect.OpenWorld,
	}
	none := r.IntN(8) == 0
	t.Effects = slices.DeleteFunc(t.Effects, func(name string) bool {
		out := r.IntN(4) == 0 || none
		*given[name] = *given[name] && !out
		return out
	})
}

func (r *random) params(n, depth int) []registry.Param {
	var out []registry.Param
	for i := range n {
		p := registry.Param{Name: r.one("p", "Q", "_r", "name", "type", "properties", "items") + strconv.Itoa(i), Type: r.typ(depth), Required: r.IntN(2) == 0}
		p.Fragments = fragments(r.text(), diag.Loc{})
		if !p.Required && r.IntN(2) == 0 {
			p.Default = r.fallback(&p.Type)
		}
		out = append(out, p)
	}
	return out
}

// fallback is a default of a type, or nil.
func (r *random) fallback(t *registry.Type) json.RawMessage {
	switch {
	case t.Nullable && t.Kind != registry.AnyType && r.IntN(2) == 0:
		return json.RawMessage("null")
	case t.Enum != nil:
		data, _ := json.Marshal(t.Enum[0])
		return data
	case t.EnumInts != nil:
		return json.RawMessage(strconv.FormatInt(t.EnumInts[0], 10))
	case t.Minimum != nil:
		return json.RawMessage(t.Minimum.String())
	case t.Kind == registry.BooleanType:
		return json.RawMessage(r.one("true", "false"))
	case t.Kind == registry.StringType && t.Pattern.Text == "" && t.MinLength == nil && t.MaxLength == nil && t.Format.Text == "":
		return json.RawMessage(r.one(`""`, `"a<b"`, `"x; format y"`, `"ä\n\"q\""`))
	case t.Kind == registry.ArrayType && t.MinItems == nil:
		return json.RawMessage("[]")
	case t.Kind == registry.AnyType:
		return json.RawMessage(r.one(`{"a":[1,null,"x"]}`, `"x"`, "1.5"))
	}
	return nil
}

func (r *random) typ(depth int) registry.Type {
	kinds := r.kinds
	if depth > 2 {
		kinds = everyKind()[:4]
	}
	t := registry.Type{Kind: kinds[r.IntN(len(kinds))]}
	t.Nullable = t.Kind != registry.AnyType && r.IntN(4) == 0
	switch t.Kind {
	case registry.StringType:
		r.str(&t)
	case registry.IntegerType:
		r.integer(&t)
	case registry.NumberType:
		if r.IntN(2) == 0 {
			n := json.Number(r.one("-1", "0.5", "-0.25", "100"))
			t.Minimum = &n
		}
		if r.IntN(2) == 0 {
			n := json.Number(r.one("100", "100.5", "12345678901"))
			t.Maximum = &n
		}
	case registry.ArrayType:
		items := r.typ(depth + 1)
		t.Items, t.MinItems, t.MaxItems = &items, r.count(), r.count()
		r.order(&t.MinItems, &t.MaxItems)
	case registry.ObjectType:
		t.Params = r.params(r.least+r.IntN(3), depth+1)
	case registry.MapType:
		values := r.typ(depth + 1)
		t.Values = &values
	case registry.UnionType:
		t.Discriminator = registry.Word{Text: r.one("kind", "type", "op")}
		for range 1 + r.IntN(3) {
			r.tags++
			tag := registry.Word{Text: fmt.Sprintf("tag-%d", r.tags)}
			t.Variants = append(t.Variants, registry.Variant{Tag: tag, Params: r.params(r.IntN(3), depth+1)})
		}
	}
	return t
}

func (r *random) str(t *registry.Type) {
	if r.IntN(4) == 0 {
		t.Enum = [][]string{{"a"}, {"a", "B b", "<c>"}, {"x\"y", "ü", "null"}}[r.IntN(3)]
		return
	}
	t.MinLength, t.MaxLength = r.count(), r.count()
	r.order(&t.MinLength, &t.MaxLength)
	if r.IntN(3) == 0 {
		t.Pattern = registry.Word{Text: r.one(`^[a-z]+$`, `\w&<>`, `a; format b`, `"\\d{2}"`, `x; maxLength 3\.`)}
	}
	if r.IntN(4) == 0 {
		t.Format = registry.Word{Text: r.one("date", "date-time", "email", "uuid", "hostname")}
	}
}

func (r *random) integer(t *registry.Type) {
	if r.IntN(4) == 0 {
		t.EnumInts = slices.Clone([]int64{3, -1, 9007199254740993}[:1+r.IntN(3)])
		return
	}
	if r.IntN(2) == 0 {
		n := json.Number(r.one("0", "1", "-9007199254740993"))
		t.Minimum = &n
	}
	if r.IntN(2) == 0 {
		n := json.Number(r.one("1", "100", "9223372036854775806"))
		t.Maximum = &n
	}
}

func (r *random) count() *int64 {
	if r.IntN(2) == 0 {
		return nil
	}
	n := int64(r.IntN(9))
	return &n
}

func (r *random) order(lo, hi **int64) {
	if *lo != nil && *hi != nil && **lo > **hi {
		*lo, *hi = *hi, *lo
	}
}
