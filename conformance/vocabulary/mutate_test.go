package vocabulary

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// place is a value inside of an instance.
type place struct {
	at *any
	in *shape // nil where no shape has it
}

// places lists every value of an instance.
func places(root *any, s *shape) []place {
	out := []place{{root, s}}
	for i := 0; i < len(out); i++ {
		out[i].in.below(*out[i].at, func(at *any, in *shape) { out = append(out, place{at, in}) })
	}
	return out
}

// mutate changes an instance in one place, which mostly makes it invalid.
func (g generator) mutate(root any, s *shape) any {
	p := pick(g, places(&root, s)...)
	switch g.IntN(8) {
	case 0:
		*p.at = nil
	case 1:
		*p.at = pick[any](g, "", "a", "1", "null", json.Number("0"), json.Number("1.5"), true, []any{}, new(object), []any{nil})
	default:
		*p.at = g.near(*p.at, p.in)
	}
	return root
}

// near returns a neighbour of a value.
func (g generator) near(v any, in *shape) any {
	if in == nil {
		in = new(shape)
	}
	switch v := v.(type) {
	case nil:
		return pick[any](g, false, json.Number("0"), "", []any{}, new(object))
	case bool:
		return pick[any](g, strconv.FormatBool(v), json.Number("1"), !v)
	case json.Number:
		return g.nearNumber(v, in)
	case string:
		return g.nearText(v, in)
	case []any:
		return g.nearList(v, in)
	case *object:
		return g.nearObject(v, in)
	}
	return v
}

func (g generator) nearNumber(v json.Number, in *shape) any {
	out := []json.Number{v + "1", "-" + v, "1.5", "1e-1", "1e400", "-1e400", "1e-400", "9223372036854775808", "-9223372036854775809", "18446744073709551617", "1e19"}
	if strings.HasPrefix(string(v), "-") {
		out[1] = v[1:]
	}
	for _, bound := range []json.Number{in.Minimum, in.Maximum} {
		if bound != "" {
			out = append(out, around(bound)...)
			out = append(out, shifted(bound, 1), shifted(bound, -1), bound+".0")
		}
	}
	for _, e := range in.Enum {
		if n, ok := e.(json.Number); ok {
			out = append(out, n, shifted(n, 1), shifted(n, -1))
		}
	}
	n := pick(g, slices.DeleteFunc(out, func(n json.Number) bool { return !json.Valid([]byte(n)) })...)
	if g.IntN(12) == 0 {
		return string(n)
	}
	return n
}

func (g generator) nearText(v string, in *shape) string {
	runes := []rune(v)
	at := g.IntN(len(runes) + 1)
	odd := pick(g, '0', '1', '9', '6', '3', 'a', 'g', 'Z', 'T', 'P', 'W', '-', '+', ':', '.', '@', ' ', '\n', '_', '\\', '"', 'é', '世', '٣', '\x00')
	switch n := g.IntN(9); {
	case n == 0 && in.MaxLength != nil:
		return v + strings.Repeat(pick(g, "x", "é", "😀"), max(0, *in.MaxLength+g.IntN(2)-utf8.RuneCountInString(v)))
	case n == 1 && in.MinLength != nil:
		return string(runes[:min(len(runes), max(0, *in.MinLength-g.IntN(2)))])
	case n == 2:
		return pick(g, "", " "+v, v+" ", v+"\n", strings.ToUpper(v), v+v)
	case n == 3 && in.Format != "":
		return pick(g, misses(in.Format)...)
	case n < 6 && at < len(runes): // replace
		runes[at] = odd
	case n < 7 && at < len(runes): // remove
		runes = slices.Delete(runes, at, at+1)
	default:
		runes = slices.Insert(runes, at, odd)
	}
	return string(runes)
}

// misses lists texts that are nearly of a format.
func misses(format string) []string {
	switch format {
	case "date":
		return []string{"2023-02-29", "1900-02-29", "2024-00-01", "2024-13-01", "2024-04-31", "2024-1-01", "2024-01-1", "24-01-01", "2024/01/01", "2024-01-00", "+2024-1-1"}
	case "time":
		return []string{"24:00:00Z", "12:60:00Z", "12:00:61Z", "12:00:60Z", "12:00Z", "12:00:00", "12:00:00.Z", "12:00:00+24:00", "12:00:00+01:60", "12:00:00+0100", "12:00:00,5Z", "1:00:00Z", "+1:00:00Z", "-1:00:00Z", "22:59:60Z", "23:58:60Z", "23:59:60+01:00"}
	case "date-time":
		return []string{"2024-01-01", "2024-01-01 00:00:00Z", "2024-01-01T24:00:00Z", "2024-02-30T00:00:00Z", "2024-01-01T00:00:00", "2024-01-01T12:00:60Z", "2024-01-01TZ"}
	case "duration":
		return []string{"P", "PT", "P1", "1D", "P1DT", "P1S", "PT1D", "P1H", "P1W1D", "P1D1W", "P1M1Y", "P-1D", "P1.5D", "p1d", "PTW", "PW", "P1WT", "PT1HT1M", "PT1S1M", "P1D1D"}
	case "email":
		return []string{"a", "@a", "a@", "a@@b", "a.@b", ".a@b", "a..b@c", "a b@c", "a@b_c", "a@-b", "a@b.", `"a@b`, `a"@b`, `"a"b@c`, `"a"."b"@c`, `"a\"b"@c`, `"a\"@c`, `"é"@c`, "\"a\x7f\"@c", "a@[1.2.3]", "a@[::1]", "a@[IPv6:::g]", "a@[IPv6:1.2.3.4]", "a@[127.0.0.1", strings.Repeat("l", 65) + "@a", strings.Repeat("l", 62) + "@" + strings.Repeat(strings.Repeat("h", 63)+".", 3) + "a", "a@" + strings.Repeat("h", 64), "é@a", "a@é", "a@b@c"}
	case "hostname":
		return []string{"-a", "a-", "a..b", ".a", "a.", "a_b", "a b", "é", strings.Repeat("h", 64), strings.Repeat("abcdefg.", 31) + "abcdef", strings.Repeat("abcdefg.", 31) + "abcde", strings.Repeat("abcdefg.", 31) + "abcdef.", "a.-b", "ａ"}
	case "ipv4":
		return []string{"256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.", "+1.2.3.4", "-0.1.2.3", "0x1.2.3.4", "1.2.3.4/8", "::ffff:1.2.3.4", "1..2.3"}
	case "ipv6":
		return []string{":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "fe80::1%eth0", "fe80::1%", "1.2.3.4", "::1.2.3", "::1.2.3.256", "::1.2.3.4:5", "[::1]", "::1/64", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:1.2.3.4"}
	case "uuid":
		return []string{"123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a456-4266141740000", "123e4567-e89b-12d3-a4564-26614174000", "{123e4567-e89b-12d3-a456-426614174000}", "g23e4567-e89b-12d3-a456-426614174000", "123e4567_e89b-12d3-a456-426614174000"}
	}
	return []string{""}
}

func (g generator) nearList(v []any, in *shape) []any {
	v = slices.Clone(v)
	switch g.IntN(4) {
	case 0:
		return v[:len(v)/2]
	case 1:
		if in.MaxItems != nil && in.Items != nil {
			for len(v) <= *in.MaxItems {
				v = append(v, g.value(in.Items))
			}
			return v
		}
	case 2:
		if in.MinItems != nil && *in.MinItems > 0 {
			return v[:min(len(v), *in.MinItems-1)]
		}
	}
	return append(v, nil)
}

func (g generator) nearObject(v *object, in *shape) *object {
	o := &object{slices.Clone(v.members)}
	name := pick(g, "x", "", "Must", "may ", "kind", "must", "line", "key")
	if in.variants != nil {
		name = pick(g, in.tag, "line", "text", "n", "x")
	} else if len(in.names) > 0 && g.IntN(2) == 0 {
		name = pick(g, in.names...)
	}
	at := slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
	switch n := g.IntN(4); {
	case at < 0:
		o.members = append(o.members, member{name, pick[any](g, nil, nil, "a", json.Number("1"))})
	case n == 0:
		o.members[at].value = nil
	case n == 1:
		o.members[at].name = strings.ToUpper(name)
	default:
		o.members = slices.Delete(o.members, at, at+1)
	}
	if tag, ok := o.get(in.tag); ok && in.variants != nil && g.IntN(2) == 0 {
		other := pick(g, in.variants...).Properties[in.tag].Const
		for i := range o.members {
			if o.members[i].name == in.tag && tag != nil {
				o.members[i].value = pick[any](g, other, other, strings.ToUpper(other), other+" ", json.Number("1"))
			}
		}
	}
	return o
}
