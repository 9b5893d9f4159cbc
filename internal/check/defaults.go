package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt/formats"
)

func paramDefaults(p *pass) {
	p.hiddenDefaults()
	for _, n := range p.docs {
		if n.param == nil || n.param.Default == nil {
			continue
		}
		if n.param.Required {
			p.add(p.errorf(n.param.DefaultAt.At, "%s is required and has a default", n).Note("add required: false, or remove the default"))
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(n.param.Default))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			continue // load writes valid JSON
		}
		if problem := misfit(&n.param.Type, v); problem != "" {
			p.report(n.param.DefaultAt.At, "correct the default or the type", "the default %s of %s is not valid: %s", n.param.Default, n, problem)
		}
	}
}

// misfit says why a value is none of the type, or nothing.
func misfit(t *registry.Type, v any) string {
	if t.Kind == registry.AnyType {
		return misfitAny(v)
	}
	switch v := v.(type) {
	case nil:
		if t.Nullable {
			return ""
		}
		return fmt.Sprintf("want type %s, or nullable: true", t.Kind)
	case string:
		return misfitString(t, v)
	case json.Number:
		return misfitNumber(t, v)
	case bool:
		if t.Kind == registry.BooleanType {
			return ""
		}
		return wrongKind(t)
	case []any:
		return misfitList(t, v)
	case map[string]any:
		return misfitStruct(t, v)
	default:
		return wrongKind(t)
	}
}

func wrongKind(t *registry.Type) string { return fmt.Sprintf("want type %s", t.Kind) }

// misfitAny says which number in a value of any type readers of JSON would not agree on, or nothing.
func misfitAny(v any) string {
	var inner []any
	switch v := v.(type) {
	case json.Number:
		if problem := misfitFloat(v); problem != "" {
			return fmt.Sprintf("with %s, %s", v, problem)
		}
	case []any:
		inner = v
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner = append(inner, v[name])
		}
	}
	for _, x := range inner {
		if problem := misfitAny(x); problem != "" {
			return problem
		}
	}
	return ""
}

func misfitList(t *registry.Type, v []any) string {
	if t.Kind != registry.ArrayType {
		return wrongKind(t)
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
}

func misfitStruct(t *registry.Type, v map[string]any) string {
	switch t.Kind {
	case registry.ObjectType:
		return misfitObject(t.Params, v)
	case registry.MapType:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if problem := misfit(t.Values, v[key]); problem != "" {
				return fmt.Sprintf("entry %q: %s", key, problem)
			}
		}
		return ""
	case registry.UnionType:
		return misfitUnion(t, v)
	}
	return wrongKind(t)
}

// misfitUnion looks at the variant that the discriminator names.
func misfitUnion(t *registry.Type, v map[string]any) string {
	var tags []string
	for i := range t.Variants {
		variant := &t.Variants[i]
		if tags = append(tags, variant.Tag.Text); v[t.Discriminator.Text] != any(variant.Tag.Text) {
			continue
		}
		members := maps.Clone(v)
		delete(members, t.Discriminator.Text)
		return misfitObject(variant.Params, members)
	}
	return fmt.Sprintf("member %q: want %s", t.Discriminator.Text, diag.QuoteAll(tags))
}

func misfitString(t *registry.Type, v string) string {
	if t.Kind != registry.StringType {
		return wrongKind(t)
	}
	if len(t.Enum) > 0 && !slices.Contains(t.Enum, v) {
		return "want " + diag.QuoteAll(t.Enum)
	}
	return misfitText(t, v)
}

// misfitText holds a string to the constraints of a type beside its enum.
func misfitText(t *registry.Type, v string) string {
	n := int64(utf8.RuneCountInString(v))
	switch {
	case t.MinLength != nil && n < *t.MinLength:
		return fmt.Sprintf("want at least %d characters", *t.MinLength)
	case t.MaxLength != nil && n > *t.MaxLength:
		return fmt.Sprintf("want at most %d characters", *t.MaxLength)
	}
	if re, err := regexp.Compile(t.Pattern.Text); err == nil && !re.MatchString(v) {
		return fmt.Sprintf("it does not match %q", t.Pattern.Text)
	}
	if slices.Contains(formats.Names(), t.Format.Text) {
		if want, ok := formats.Check(t.Format.Text, v); !ok {
			return "want " + want
		}
	}
	return ""
}

func misfitNumber(t *registry.Type, v json.Number) string {
	if t.Kind == registry.NumberType {
		if problem := misfitFloat(v); problem != "" {
			return problem
		}
	}
	x := rational(&v)
	switch {
	case t.Kind != registry.IntegerType && t.Kind != registry.NumberType:
		return wrongKind(t)
	case x == nil:
		return "it is no number of this size"
	case t.Kind == registry.IntegerType && !x.IsInt():
		return "want type integer"
	case t.Kind == registry.IntegerType && !x.Num().IsInt64():
		return "it does not fit into 64 bits"
	case len(t.EnumInts) > 0 && !slices.ContainsFunc(t.EnumInts, func(e int64) bool { return x.Cmp(new(big.Rat).SetInt64(e)) == 0 }):
		return fmt.Sprintf("want one of %d", t.EnumInts)
	}
	return misfitBounds(t, x)
}

// misfitBounds holds a number to the bounds of a type.
func misfitBounds(t *registry.Type, x *big.Rat) string {
	if lo := rational(t.Minimum); lo != nil && x.Cmp(lo) < 0 {
		return fmt.Sprintf("want at least %s", *t.Minimum)
	}
	if hi := rational(t.Maximum); hi != nil && x.Cmp(hi) > 0 {
		return fmt.Sprintf("want at most %s", *t.Maximum)
	}
	return ""
}

func misfitObject(params []registry.Param, v map[string]any) string {
	known := 0
	for i := range params {
		q := &params[i]
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
