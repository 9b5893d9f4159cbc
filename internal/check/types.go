package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// typeRules look at the types of parameters.
func typeRules() []rule {
	return []rule{
		{diag.Rule{ID: "enum-values", Doc: "An enum lists a value twice or an empty string, which providers refuse. Remove it."}, enumValues},
		{diag.Rule{ID: "param-depth", Doc: "A parameter nests objects, arrays, maps and unions more than ten levels deep, which providers refuse. Flatten it."}, paramDepth},
		{diag.Rule{ID: "type-bounds", Doc: "A lower bound is above its upper bound, so no value is valid. Correct one of them."}, typeBounds},
		{diag.Rule{ID: "float-range", Doc: "A bound of a number does not fit into a float of 64 bits, which is what decoders and providers compare: it is beyond 1.8e308, or so near zero that it would become zero. Choose another. One that a float rounds, such as 0.1, is fine, because the values that it is compared with are rounded alike."}, floatBounds},
		{diag.Rule{ID: "param-default", Doc: "A default is no valid value of its parameter, or stands at a required one, which never needs it. Correct or remove it."}, paramDefaults},
		{diag.Rule{ID: "param-pattern", Doc: "A pattern is no regular expression that Go and every provider read alike. Use plain RE2 without flags, lookaround, backreferences, named groups, \\A, \\z, \\Q or [[:classes:]]."}, paramPatterns},
		{diag.Rule{ID: "param-format", Doc: "A format is none that providers have in common. Use date-time, date, time, duration, email, uuid, ipv4, ipv6 or hostname, or a pattern."}, paramFormats},
	}
}

// types calls visit for every type of every parameter, items included.
func (p *pass) types(visit func(docNode, *registry.Type)) {
	for _, n := range p.docs {
		if n.param == nil {
			continue
		}
		for t := &n.param.Type; t != nil; t = cmpType(t.Items, t.Values) {
			visit(n, t)
		}
	}
}

func cmpType(a, b *registry.Type) *registry.Type {
	if a != nil {
		return a
	}
	return b
}

func enumValues(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		for i, v := range t.Enum {
			switch {
			case v == "":
				p.report(t.At, "remove it", "the enum of %s holds an empty string", n)
			case slices.Index(t.Enum, v) < i:
				p.report(t.At, "remove one of the two", "the enum of %s holds %q twice", n, v)
			}
		}
		for i, v := range t.EnumInts {
			if slices.Index(t.EnumInts, v) < i {
				p.report(t.At, "remove one of the two", "the enum of %s holds %d twice", n, v)
			}
		}
	})
}

func number(n *json.Number) *big.Rat {
	if n == nil {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// maxDepth is how many objects and arrays may stand in each other: the least that a provider takes.
const maxDepth = 10

func paramDepth(p *pass) {
	for i := range p.r.Tools {
		for j := range p.r.Tools[i].Params {
			param := &p.r.Tools[i].Params[j]
			if at, ok := tooDeep(&param.Type, maxDepth); ok {
				p.add(p.errorf(at, "parameter %q nests more than %d levels deep", param.Name, maxDepth).
					Note("flatten it: providers refuse the whole request for such a schema"))
			}
		}
	}
}

// tooDeep finds the first type in t that stands more than the given number of levels deep. The parameters of a tool
// are the first.
func tooDeep(t *registry.Type, levels int) (diag.Loc, bool) {
	if levels == 0 {
		return t.At, true
	}
	for _, inner := range []*registry.Type{t.Items, t.Values} {
		if inner != nil {
			return tooDeep(inner, levels-1)
		}
	}
	members := t.Params
	for _, v := range t.Variants {
		members = slices.Concat(members, v.Params)
	}
	for i := range members {
		if at, ok := tooDeep(&members[i].Type, levels-1); ok {
			return at, true
		}
	}
	return diag.Loc{}, false
}

func typeBounds(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if lo, hi := number(t.Minimum), number(t.Maximum); lo != nil && hi != nil && lo.Cmp(hi) > 0 {
			p.report(t.At, "no value fits; correct one of them", "%s has minimum %s above maximum %s", n, *t.Minimum, *t.Maximum)
		}
		bounds := func(what string, lo, hi *int64) {
			if lo != nil && hi != nil && *lo > *hi {
				p.report(t.At, "no value fits; correct one of them", "%s has min%s %d above max%s %d", n, what, *lo, what, *hi)
			}
		}
		bounds("Length", t.MinLength, t.MaxLength)
		bounds("Items", t.MinItems, t.MaxItems)
	})
}

// misfitFloat says why a float of 64 bits can't stand for a number, or nothing.
func misfitFloat(n json.Number) string {
	switch f, err := strconv.ParseFloat(n.String(), 64); {
	case err != nil:
		return "it does not fit into a float of 64 bits"
	case f == 0 && nonZero(n):
		return "a float of 64 bits would make it zero"
	}
	return ""
}

// nonZero reports whether a number, as JSON writes it, has a digit that counts.
func nonZero(n json.Number) bool {
	digits, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	return strings.ContainsAny(digits, "123456789")
}

func floatBounds(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if t.Kind != registry.NumberType {
			return
		}
		for _, b := range []struct {
			keyword string
			value   *json.Number
		}{{"minimum", t.Minimum}, {"maximum", t.Maximum}} {
			if b.value == nil {
				continue
			}
			if problem := misfitFloat(*b.value); problem != "" {
				p.report(t.Place(b.keyword), "choose another number", "%s has %s %s: %s", n, b.keyword, *b.value, problem)
			}
		}
	})
}

func paramDefaults(p *pass) {
	for _, n := range p.docs {
		if n.param == nil || n.param.Default == nil {
			continue
		}
		if n.param.Required {
			p.add(p.errorf(n.at, "%s is required and has a default", n).Note("add required: false, or remove the default"))
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(n.param.Default))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			continue // load writes valid JSON
		}
		if problem := misfit(&n.param.Type, v); problem != "" {
			p.report(n.at, "correct the default or the type", "the default %s of %s is not valid: %s", n.param.Default, n, problem)
		}
	}
}

// misfit says why a value is none of the type, or nothing.
func misfit(t *registry.Type, v any) string {
	switch v := v.(type) {
	case string:
		return misfitString(t, v)
	case json.Number:
		return misfitNumber(t, v)
	case bool:
		return unless(t.Kind == registry.BooleanType, t)
	case []any:
		if t.Kind != registry.ArrayType {
			return unless(false, t)
		}
		if t.MinItems != nil && int64(len(v)) < *t.MinItems || t.MaxItems != nil && int64(len(v)) > *t.MaxItems {
			return fmt.Sprintf("it has %d items", len(v))
		}
		for _, item := range v {
			if t.Items != nil {
				if problem := misfit(t.Items, item); problem != "" {
					return problem
				}
			}
		}
		return ""
	case map[string]any:
		return misfitObject(t, v)
	default:
		return unless(false, t)
	}
}

func unless(ok bool, t *registry.Type) string {
	if ok || t.Kind == registry.AnyType || t.Kind == registry.MapType || t.Kind == registry.UnionType {
		return "" // map, union and any are refused elsewhere
	}
	return fmt.Sprintf("want type %s", t.Kind)
}

func misfitString(t *registry.Type, v string) string {
	if t.Kind != registry.StringType {
		return unless(false, t)
	}
	n := int64(utf8.RuneCountInString(v))
	switch {
	case len(t.Enum) > 0 && !slices.Contains(t.Enum, v):
		return "want " + quoteAll(t.Enum)
	case t.MinLength != nil && n < *t.MinLength:
		return fmt.Sprintf("want at least %d characters", *t.MinLength)
	case t.MaxLength != nil && n > *t.MaxLength:
		return fmt.Sprintf("want at most %d characters", *t.MaxLength)
	}
	if re, err := regexp.Compile(t.Pattern.Text); err == nil && !re.MatchString(v) {
		return fmt.Sprintf("it does not match %q", t.Pattern.Text)
	}
	return ""
}

func misfitNumber(t *registry.Type, v json.Number) string {
	if t.Kind == registry.NumberType {
		if problem := misfitFloat(v); problem != "" {
			return problem
		}
	}
	x := number(&v)
	switch {
	case t.Kind != registry.IntegerType && t.Kind != registry.NumberType:
		return unless(false, t)
	case x == nil:
		return "it is no number of this size"
	case t.Kind == registry.IntegerType && !x.IsInt():
		return "want type integer"
	case t.Kind == registry.IntegerType && !x.Num().IsInt64():
		return "it does not fit into 64 bits"
	case len(t.EnumInts) > 0 && !slices.ContainsFunc(t.EnumInts, func(e int64) bool { return x.Cmp(new(big.Rat).SetInt64(e)) == 0 }):
		return fmt.Sprintf("want one of %d", t.EnumInts)
	}
	if lo := number(t.Minimum); lo != nil && x.Cmp(lo) < 0 {
		return fmt.Sprintf("want at least %s", *t.Minimum)
	}
	if hi := number(t.Maximum); hi != nil && x.Cmp(hi) > 0 {
		return fmt.Sprintf("want at most %s", *t.Maximum)
	}
	return ""
}

func misfitObject(t *registry.Type, v map[string]any) string {
	if t.Kind != registry.ObjectType {
		return unless(false, t)
	}
	known := 0
	for i := range t.Params {
		q := &t.Params[i]
		member, ok := v[q.Name]
		if !ok {
			if q.Required {
				return fmt.Sprintf("member %q is missing", q.Name)
			}
			continue
		}
		known++
		if problem := misfit(&q.Type, member); problem != "" {
			return fmt.Sprintf("member %q: %s", q.Name, problem)
		}
	}
	if known < len(v) {
		return "it has unknown members"
	}
	return ""
}

func paramPatterns(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		src := t.Pattern.Text
		if src == "" {
			return
		}
		if _, err := regexp.Compile(src); err != nil {
			p.report(t.Pattern.At, "correct it; lookaround and backreferences are not there in RE2", "the pattern of %s is wrong: %s", n, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			return
		}
		if found := GoOnly(src); found != "" {
			p.report(t.Pattern.At, "write it with plain characters, classes such as [A-Za-z], repeats and (?:…)", "the pattern of %s uses %s, which providers read differently", n, found)
		}
	})
}

// GoOnly finds syntax that Go has and the dialects of JSON Schema have not.
func GoOnly(src string) string {
	class := false
	for i := 0; i < len(src); i++ {
		switch rest := src[i:]; {
		case strings.HasPrefix(rest, `\`):
			if len(rest) > 1 && strings.IndexByte("AzQECapP", rest[1]) >= 0 {
				return rest[:2]
			}
			i++
		case class && strings.HasPrefix(rest, "[:"):
			return "[:"
		case rest[0] == '[':
			class = true
		case rest[0] == ']':
			class = false
		case !class && strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:"):
			return rest[:min(3, len(rest))]
		}
	}
	return ""
}

// Formats lists the formats that providers have in common.
func Formats() []string {
	return []string{"date-time", "date", "time", "email", "duration", "uuid", "ipv4", "ipv6", "hostname"}
}

func paramFormats(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if f := t.Format; f.Text != "" && !slices.Contains(Formats(), f.Text) {
			p.add(p.errorf(f.At, "no common format %q", f.Text).Suggest(f.Text, Formats()).Note("want %s", quoteAll(Formats())))
		}
	})
}
