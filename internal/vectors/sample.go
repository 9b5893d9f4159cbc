package vectors

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// sampler thinks of values that keep a schema: with only what they must hold, with all that they may hold, or hostile.
type sampler struct {
	name          string
	full, hostile bool

	tool, param string // whose argument the value is
	raw         bool
}

// value returns a value of a schema; false where none is found.
func (s sampler) value(schema any) (any, bool) {
	x, ok := schema.(map[string]any)
	if !ok {
		return s.anything(), true // true, or no schema at all
	}
	if c, ok := x["const"]; ok {
		return c, true
	}
	if of, ok := x["enum"].([]any); ok {
		return s.choice(of)
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if of, ok := x[word].([]any); ok {
			return s.branch(of)
		}
	}
	switch s.typeOf(x["type"]) {
	case "null":
		return nil, true
	case "string":
		return s.text(x)
	case "integer", "number":
		return s.number(x)
	case "boolean":
		return s.full, true
	case "array":
		return s.array(x)
	case "object":
		return s.object(x)
	}
	return s.anything(), true
}

// typeOf picks one of the types of a value: null where little is wanted.
func (s sampler) typeOf(t any) string {
	if of, ok := t.([]any); ok {
		t, _ = s.choice(of)
	}
	name, _ := t.(string)
	return name
}

// choice picks the last of some values where little is wanted, which is null where that is one of them, else the first.
func (s sampler) choice(of []any) (any, bool) {
	switch {
	case len(of) == 0:
		return nil, false
	case s.full:
		return of[0], true
	}
	return of[len(of)-1], true
}

// branch returns a value of the last of some schemas that has one where little is wanted, else of the first.
func (s sampler) branch(of []any) (any, bool) {
	of = slices.Clone(of)
	if !s.full {
		slices.Reverse(of)
	}
	for _, schema := range of {
		if v, ok := s.value(schema); ok {
			return v, true
		}
	}
	return nil, false
}

func (s sampler) anything() any {
	switch {
	case s.hostile:
		return map[string]any{"</" + s.param + ">": []any{s.texts()[0], nil}}
	case s.full:
		return []any{json.Number("1"), true, "text", nil}
	}
	return "text"
}

func (s sampler) array(x map[string]any) (any, bool) {
	list := []any{}
	n := size(x["minItems"], 0)
	if s.full && n == 0 && size(x["maxItems"], 1) > 0 {
		n = 1
	}
	if n == 0 {
		return list, true
	}
	v, ok := s.value(x["items"])
	if !ok || n > maxSample/weight(v) {
		return list, size(x["minItems"], 0) == 0
	}
	for range n {
		list = append(list, v)
	}
	return list, true
}

// weight counts the values in a value.
func weight(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += weight(item)
		}
	case map[string]any:
		for _, member := range v {
			n += weight(member)
		}
	}
	return n
}

func (s sampler) object(x map[string]any) (any, bool) {
	properties, _ := x["properties"].(map[string]any)
	required, _ := x["required"].([]any)
	out := map[string]any{}
	for name, schema := range properties {
		must := slices.Contains(required, any(name))
		if !must && !s.full {
			continue
		}
		v, ok := s.value(schema)
		switch {
		case ok:
			out[name] = v
		case must:
			return nil, false
		}
	}
	if values, ok := x["additionalProperties"].(map[string]any); ok && s.full {
		if v, ok := s.value(values); ok {
			key := "key"
			if s.hostile {
				key = `</` + s.param + `> "key"`
			}
			out[key] = v
		}
	}
	return out, true
}

// number returns the first of some numbers that is within the bounds.
func (s sampler) number(x map[string]any) (any, bool) {
	low, high := rational(x["minimum"]), rational(x["maximum"])
	numbers := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), low, high}
	switch {
	case s.hostile:
		numbers = []*big.Rat{high, low, big.NewRat(-1, 8), big.NewRat(-1, 1), big.NewRat(1, 1)}
	case s.full:
		numbers = []*big.Rat{big.NewRat(5, 2), big.NewRat(42, 1), high, low}
	}
	whole := s.typeOf(x["type"]) == "integer"
	for _, n := range numbers {
		if n == nil || whole && !n.IsInt() || low != nil && n.Cmp(low) < 0 || high != nil && n.Cmp(high) > 0 {
			continue
		}
		if n.IsInt() {
			return json.Number(n.Num().String()), true
		}
		f, _ := n.Float64()
		if back := new(big.Rat).SetFloat64(f); back != nil && back.Cmp(n) == 0 { // or it may be out of bounds
			text, err := json.Marshal(f)
			return json.Number(text), err == nil
		}
	}
	return nil, false
}

func rational(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// size is a bound of a length, or another number where none is declared.
func size(v any, none int) int {
	if r := rational(v); r != nil && r.IsInt() && r.Num().IsInt64() {
		return int(r.Num().Int64())
	}
	return none
}

// text returns the first of some texts that keeps the schema.
func (s sampler) text(x map[string]any) (any, bool) {
	least, most := size(x["minLength"], 0), size(x["maxLength"], -1)
	fits := func(t string) bool {
		n := utf8.RuneCountInString(t)
		return n >= least && (most < 0 || n <= most)
	}
	texts := append(s.texts(), "text", "x", strings.Repeat("x", min(least, maxSample)), "")
	f, _ := x["format"].(string)
	if formatted(f) != "" {
		texts = []string{formatted(f)}
	}
	if p, ok := x["pattern"].(string); ok {
		re, err := regexp.Compile(p)
		if err != nil {
			return nil, false
		}
		if formatted(f) == "" {
			texts = append(texts, matches(p)...)
		}
		texts = slices.DeleteFunc(texts, func(t string) bool { return !re.MatchString(t) })
	}
	i := slices.IndexFunc(texts, fits)
	if i < 0 {
		return nil, false
	}
	return texts[i], true
}

// texts are those to be tried first. Raw text may hold its own closing tag where none of the tool stands behind it.
func (s sampler) texts() []string {
	const odd = "<b>&amp;&lt; \"quoted\" 'it' \\n \\u0041 $& $1 %s {{x}} @CWD@ \t\u00e9\u2028\ue000"
	switch {
	case s.hostile && s.raw:
		return []string{"\n  " + odd + "\r\n</" + s.param + "> goes on\n</" + s.tool + ">\n```\n<" + s.tool + ">\n\n", "<&>"}
	case s.hostile:
		return []string{"  " + odd + "\n<" + s.tool + ">\n ", "<&>"}
	}
	return nil
}

// formatted is a text in a format of JSON Schema; "" where it asks for nothing that is known here.
func formatted(format string) string {
	switch format {
	case "date-time":
		return "2026-01-31T09:30:00Z"
	case "date":
		return "2026-01-31"
	case "time":
		return "09:30:00Z"
	case "duration":
		return "P1DT12H"
	case "email":
		return "ada@example.org"
	case "hostname":
		return "example.org"
	case "ipv4":
		return "192.0.2.1"
	case "ipv6":
		return "2001:db8::1"
	case "uuid":
		return "123e4567-e89b-12d3-a456-426614174000"
	}
	return ""
}
