package vocabulary

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// generator makes instances that are valid.
type generator struct{ *rand.Rand }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

// value makes a value of a shape.
func (g generator) value(s *shape) any {
	if s.isAny() {
		return g.any(3)
	}
	if s.nullable && g.IntN(4) == 0 {
		return nil
	}
	switch s.kind() {
	case "union":
		return g.object(pick(g, s.variants...))
	case "map":
		o := new(object)
		for range g.IntN(4) {
			if name := g.name(); !has(o, name) {
				o.members = append(o.members, member{name, g.value(s.values)})
			}
		}
		return o
	case "object":
		return g.object(s)
	case "array":
		list := []any{}
		for range g.count(s.MinItems, s.MaxItems, 3) {
			list = append(list, g.value(s.Items))
		}
		return list
	case "enum":
		values := slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
		return g.written(pick(g, values...))
	case "const":
		return s.Const
	case "boolean":
		return g.IntN(2) == 0
	case "integer":
		return g.written(g.integer(s))
	case "number":
		return g.number(s)
	}
	return g.text(s)
}

func has(o *object, name string) bool { _, ok := o.get(name); return ok }

func (g generator) object(s *shape) *object {
	o := new(object)
	for _, name := range s.names {
		if slices.Contains(s.Required, name) || g.IntN(3) > 0 {
			o.members = append(o.members, member{name, g.value(s.Properties[name])})
		}
	}
	return o
}

// name makes a key of a map.
func (g generator) name() string {
	return pick(g, "", "a", "key", "must", "a b", "é\n", "\"", "__proto__", "世", "\u2028", strconv.Itoa(g.IntN(1000)), strings.Repeat("k", 70))
}

// any makes a value of any type.
func (g generator) any(depth int) any {
	switch n := g.IntN(9); {
	case n == 0:
		return nil
	case n == 1:
		return true
	case n == 2:
		return g.written(pick(g, edges()...))
	case n == 3:
		return pick(g, json.Number("1e400"), "-0.0", "1e-400", "3.25")
	case n < 6 || depth == 0:
		return g.letters(g.IntN(4))
	case n == 6:
		list := []any{}
		for range g.IntN(4) {
			list = append(list, g.any(depth-1))
		}
		return list
	}
	o := new(object)
	for range g.IntN(4) {
		if name := g.name(); !has(o, name) {
			o.members = append(o.members, member{name, g.any(depth - 1)})
		}
	}
	return o
}

// count picks a length within bounds, most often near one of them.
func (g generator) count(least, most *int, spread int) int {
	low := 0
	if least != nil {
		low = *least
	}
	high := low + spread
	if most != nil {
		high = *most
	}
	return pick(g, low, high, low+g.IntN(high-low+1))
}

// letters makes n runes of one to four bytes.
func (g generator) letters(n int) string {
	var b strings.Builder
	for range n {
		b.WriteRune(pick(g, 'a', 'Z', '0', ' ', '<', '"', '\\', '\n', 'é', '世', '\u2028', '😀'))
	}
	return b.String()
}

// edges are integers where arithmetic is easily wrong.
func edges() []json.Number {
	return []json.Number{
		"0", "1", "-1", "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
		"9223372036854775806", "9223372036854775807", "-9223372036854775807", "-9223372036854775808",
	}
}

// integer picks one within bounds, most often near one of them.
func (g generator) integer(s *shape) json.Number {
	if s.near == nil {
		s.near = edges()
		for range 20 {
			s.near = append(s.near, json.Number(strconv.FormatInt(int64(g.Uint64()), 10)), json.Number(strconv.Itoa(g.IntN(100))))
		}
		for _, bound := range []json.Number{s.Minimum, s.Maximum} {
			for range 5 {
				s.near = append(s.near, bound, bound, shifted(bound, 1), shifted(bound, -1))
			}
		}
		s.near = slices.DeleteFunc(s.near, func(n json.Number) bool { return !within(n, s.Minimum, s.Maximum) })
	}
	return pick(g, s.near...)
}

// shifted adds to an integer without any limit.
func shifted(n json.Number, by int64) json.Number {
	v, ok := new(big.Int).SetString(string(n), 10)
	if !ok {
		return n
	}
	return json.Number(v.Add(v, big.NewInt(by)).String())
}

// within compares numbers exactly; "" is no bound.
func within(n, least, most json.Number) bool {
	at := func(n json.Number) *big.Rat { v, _ := new(big.Rat).SetString(string(n)); return v }
	return (least == "" || at(n).Cmp(at(least)) >= 0) && (most == "" || at(n).Cmp(at(most)) <= 0)
}

// written writes an integer in another way, now and then. Other values stay.
func (g generator) written(v any) any {
	n, ok := v.(json.Number)
	if !ok {
		return v
	}
	switch digits := strings.TrimRight(string(n), "0"); g.IntN(6) {
	case 0:
		return n + ".0"
	case 1:
		return n + pick(g, json.Number("e0"), "E+0", "e-0", ".00e00")
	case 2:
		if strings.Trim(string(n), "-") != "0" {
			return n + "0e-1"
		}
	case 3:
		if zeros := len(n) - len(digits); zeros > 0 && len(strings.Trim(digits, "-")) > 0 {
			return json.Number(fmt.Sprintf("%se%d", digits, zeros))
		}
	}
	return n
}

// number picks one within bounds, most often near one of them.
func (g generator) number(s *shape) json.Number {
	if s.near == nil {
		s.near = []json.Number{"0", "-0", "0.1", "1e-7", "1", "-1", "2.50", "1E2", "1e21", "1.7976931348623157e308", "5e-324"}
		for range 20 {
			s.near = append(s.near, json.Number(strconv.FormatFloat(g.NormFloat64(), 'g', -1, 64)))
		}
		for _, bound := range []json.Number{s.Minimum, s.Maximum} {
			s.near = append(append(s.near, around(bound)...), around(bound)...)
		}
		s.near = slices.DeleteFunc(s.near, func(n json.Number) bool { return !within(n, s.Minimum, s.Maximum) })
	}
	return pick(g, s.near...)
}

// around lists numbers at a bound and so near to it that a float64 can't tell.
func around(bound json.Number) []json.Number {
	v, ok := new(big.Rat).SetString(string(bound))
	if !ok {
		return nil
	}
	out := []json.Number{bound}
	for _, step := range []string{"1e-3", "1e-30", "1e6"} {
		d, _ := new(big.Rat).SetString(step)
		out = append(out, json.Number(new(big.Rat).Add(v, d).FloatString(33)), json.Number(new(big.Rat).Sub(v, d).FloatString(33)))
	}
	return out
}

// text makes a string.
func (g generator) text(s *shape) string {
	switch s.Pattern {
	case "":
	case `\bgo\b`:
		return pick(g, "", "let ", "é", "-", "\n") + "go" + pick(g, "", " on", "!", ".go", "世")
	default:
		return pick(g, "a", "zz", "a_0", "abcdefgh", "x1_2_3_4")
	}
	switch s.Format {
	case "":
		return g.letters(g.count(s.MinLength, s.MaxLength, 6))
	case "date":
		return g.date()
	case "time":
		return g.clock()
	case "date-time":
		return g.date() + pick(g, "T", "t") + g.clock()
	case "duration":
		return pick(g, "P1D", "PT0S", "P1Y2M3DT4H5M6S", "P4W", "P0D", "PT36H", "P1YT1S", "P"+strconv.Itoa(g.IntN(1e6))+"M")
	case "email":
		return pick(g, "a", "a.b", "A+b", "!#$%&'*+-/=?^_`{|}~", strings.Repeat("l", 64), `"a b"`, `"@"`, `""`) + "@" + pick(g, g.host(), "[127.0.0.1]", "[IPv6:::1]")
	case "hostname":
		return g.host()
	case "ipv4":
		return fmt.Sprintf("%d.%d.%d.%d", g.byte(), g.byte(), g.byte(), g.byte())
	case "ipv6":
		return pick(g, "::", "::1", "1::", "::ffff:127.0.0.1", "1:2:3:4:5:6:7:8", "FE80::A", "1:2:3:4:5:6:1.2.3.4", g.addr().String(), g.addr().StringExpanded())
	case "uuid":
		id := fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", g.Uint32(), g.IntN(1<<16), g.IntN(1<<16), g.IntN(1<<16), g.Uint64()>>16)
		return pick(g, id, strings.ToUpper(id))
	}
	return "no example of " + s.Format
}

func (g generator) byte() int { return pick(g, 0, 9, 10, 99, 100, 249, 255, g.IntN(256)) }

// addr makes an address with some zeros in it.
func (g generator) addr() netip.Addr {
	var b [16]byte
	for i := range b {
		if g.IntN(2) == 0 {
			b[i] = byte(g.IntN(256))
		}
	}
	b[0] |= 1 // not one that stands for an IPv4 address
	return netip.AddrFrom16(b)
}

func (g generator) date() string {
	year, month := pick(g, 0, 4, 1900, 2000, 2023, 2024, 9999, g.IntN(10000)), 1+g.IntN(12)
	days := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && (year%4 == 0 && year%100 != 0 || year%400 == 0) {
		days = 29
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, pick(g, 1, days, 1+g.IntN(days)))
}

func (g generator) clock() string {
	if g.IntN(4) == 0 {
		return pick(g, "23:59:60Z", "00:59:60+01:00", "15:59:60-08:00", "23:29:60-00:30", "00:00:60.5+00:01")
	}
	return fmt.Sprintf("%02d:%02d:%02d", pick(g, 0, 23, g.IntN(24)), pick(g, 0, 59, g.IntN(60)), pick(g, 0, 59, g.IntN(60))) +
		pick(g, "", "", ".0", ".123456789012") + pick(g, "Z", "z", "+00:00", "-23:59", "+05:30")
}

// host makes a name of a host, at times as long as one may be.
func (g generator) host() string {
	label := func() string {
		return pick(g, "a", "A1", "0", "a-b", "x--y", "xn--bcher-kva", strings.Repeat("h", 63), "123")
	}
	return pick(g, label(), label()+"."+label(), label()+"."+label()+".org")
}
