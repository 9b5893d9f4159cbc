package check

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt/formats"
)

// typeRules look at the types of parameters.
func typeRules() []rule {
	return []rule{
		{diag.Rule{ID: "enum-values", Doc: "An enum lists a value twice or an empty string, which providers refuse, or one that a length, bound, pattern or format beside it refuses. Remove the value, or correct the constraint."}, enumValues},
		{diag.Rule{ID: "param-depth", Doc: "A parameter nests objects, arrays, maps and unions more than ten levels deep, which providers refuse. Flatten it."}, paramDepth},
		{diag.Rule{ID: "type-bounds", Doc: "A lower bound is above its upper bound, so no value is valid. Correct one of them."}, typeBounds},
		{diag.Rule{ID: "float-range", Doc: "A bound of a number does not fit into a float of 64 bits, which is what decoders and providers compare: it is beyond 1.8e308, or so near zero that it would become zero. Choose another. One that a float rounds, such as 0.1 or 9007199254740993, is fine: values are compared with it as it is written."}, floatBounds},
		{diag.Rule{ID: "param-default", Doc: "A default is no valid value of its parameter, its format and what it holds at every depth included, gives a member that a prompt can leave out, or stands at a required one, which never needs it. Correct or remove it."}, paramDefaults},
		{diag.Rule{ID: "param-pattern", Doc: "A pattern is no regular expression that Go and every provider read alike. The error says at which character, and what to write instead. What both read alike is: characters, (…) and (?:…), |, ^ and $ and \\b and \\B, the repeats * + ? {2} {2,} {2,3} up to 1000, classes such as [^a-z-] with [ and ] and inner hyphens escaped, \\d \\D \\w \\W, \\t \\n \\v \\f \\r, \\x41 and a backslash before one of ^$\\.*+?()[]{}|/."}, paramPatterns},
		{diag.Rule{ID: "tag-twice", Doc: "Two variants of a union have tags that are equal but for case, so the discriminator does not tell which is meant. Rename one."}, tagsTwice},
		{diag.Rule{ID: "tag-member", Doc: "A variant of a union has a member with the name of the discriminator, which is there anyway and holds the tag. Remove or rename the member."}, tagMembers},
		{diag.Rule{ID: "nullable-any", Doc: "A parameter of type any is nullable, but null is one of any values already. Remove nullable."}, nullableAny},
		{diag.Rule{ID: "param-format", Doc: "A format is none that providers have in common. Use date-time, date, time, duration, email, uuid, ipv4, ipv6 or hostname, or a pattern."}, paramFormats},
	}
}

// types calls visit for every type of every parameter. Items and values go with the parameter that holds them; members of
// objects and variants are parameters of their own.
func (p *pass) types(visit func(docNode, *registry.Type)) {
	for _, n := range p.docs {
		if n.param == nil {
			continue
		}
		for t := &n.param.Type; t != nil; t = cmp.Or(t.Items, t.Values) {
			visit(n, t)
		}
	}
}

func enumValues(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		for i, v := range t.Enum {
			switch {
			case v == "":
				p.report(t.At, "remove it", "the enum of %s holds an empty string", n)
			case slices.Index(t.Enum, v) < i:
				p.report(t.At, "remove one of the two", "the enum of %s holds %q twice", n, v)
			default:
				p.enumMisfit(n, t, strconv.Quote(v), misfitText(t, v))
			}
		}
		for i, v := range t.EnumInts {
			if slices.Index(t.EnumInts, v) < i {
				p.report(t.At, "remove one of the two", "the enum of %s holds %d twice", n, v)
				continue
			}
			p.enumMisfit(n, t, strconv.FormatInt(v, 10), misfitBounds(t, new(big.Rat).SetInt64(v)))
		}
	})
}

// enumMisfit reports a value that an enum lists and another constraint of the type refuses, so that nobody can give it.
func (p *pass) enumMisfit(n docNode, t *registry.Type, value, problem string) {
	if problem != "" {
		p.report(t.Place("enum"), "remove the value or correct the constraint", "the value %s of the enum of %s is not valid: %s", value, n, problem)
	}
}

func rational(n *json.Number) *big.Rat {
	if n == nil {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// maxDepth is how many objects, arrays, maps and unions may stand in each other: the least that a provider takes.
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
		if lo, hi := rational(t.Minimum), rational(t.Maximum); lo != nil && hi != nil && lo.Cmp(hi) > 0 {
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

func tagsTwice(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		first := map[string]registry.Word{}
		for _, v := range t.Variants {
			key := strings.ToLower(v.Tag.Text)
			other, ok := first[key]
			if !ok {
				first[key] = v.Tag
				continue
			}
			p.add(p.errorf(v.Tag.At, "%s has the tag %q twice", n, v.Tag.Text).Note("rename one of the two; the first is %q at %s", other.Text, other.At))
		}
	})
}

func tagMembers(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		for _, v := range t.Variants {
			for i := range v.Params {
				if q := &v.Params[i]; strings.EqualFold(q.Name, t.Discriminator.Text) {
					p.report(q.At, "remove or rename the member: the discriminator is the first of each variant anyway",
						"member %q of the variant %q of %s has the name of the discriminator", q.Name, v.Tag.Text, n)
				}
			}
		}
	})
}

func nullableAny(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if t.Kind == registry.AnyType && t.Nullable {
			p.report(t.Place("nullable"), "remove nullable", "%s takes any value, null among them, so nullable says nothing", n)
		}
	})
}

func paramPatterns(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if found := Pattern(t.Pattern.Text); found != nil {
			p.report(t.Pattern.Byte(found.Byte), found.Mend, "the pattern of %s has %s at character %d: %s", n, found.Text, found.At, found.Why)
		}
	})
}

func paramFormats(p *pass) {
	p.types(func(n docNode, t *registry.Type) {
		if f := t.Format; f.Text != "" && !slices.Contains(formats.Names(), f.Text) {
			p.add(p.errorf(f.At, "no common format %q", f.Text).Suggest(f.Text, formats.Names()).Note("want %s", diag.QuoteAll(formats.Names())))
		}
	})
}
