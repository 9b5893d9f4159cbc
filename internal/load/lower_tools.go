package load

import "github.com/promptgen/promptgen/internal/registry"

func lowerTool(n node) registry.Tool {
	n.exactlyOne("description", "fragments")
	effect := n.field("effect")
	return registry.Tool{
		At:        n.at,
		Name:      n.name,
		Wire:      n.field("wire").word(),
		Fragments: lowerFragments(n),
		When:      n.field("when").spelled(),
		Params:    each(n.field("params").items(), lowerParam),
		Effect: registry.Effect{
			ReadOnly:    effect.field("readOnly").bool(),
			Destructive: effect.field("destructive").bool(),
			Idempotent:  effect.field("idempotent").bool(),
			OpenWorld:   effect.field("openWorld").bool(),
			Exclusive:   effect.field("exclusive").bool(),
		},
		Effects: given(effect, "readOnly", "destructive", "idempotent", "openWorld", "exclusive"),
		Strict:  n.field("strict").wordElse("auto"),
		Cache:   n.field("cache").wordElse("static"),
		Reason:  n.field("reason").word(),
		Meta:    n.field("meta").raw(),
	}
}

func lowerParam(n node) registry.Param {
	n.atMostOne("description", "fragments")
	usage := n.field("usage").spelled()
	return registry.Param{
		Type:      lowerType(n),
		Name:      n.field("name").text(),
		Fragments: lowerFragments(n),
		Required:  n.field("required").bool(),
		Default:   n.field("default").raw(),
		DefaultAt: n.field("default").place(),
		Usage:     usage.Text,
		UsageAt:   n.field("usage").at,
		UsageRuns: usage.Runs,
		Raw:       n.field("raw").bool(),
		When:      n.field("when").spelled(),
	}
}

func lowerType(n node) registry.Type {
	kind := registry.TypeKind(n.field("type").text())
	whole := kind == registry.IntegerType
	t := registry.Type{
		At:            n.at,
		Kind:          kind,
		Nullable:      n.field("nullable").bool(),
		Pattern:       n.field("pattern").spelled(),
		MinLength:     n.field("minLength").intPtr(),
		MaxLength:     n.field("maxLength").intPtr(),
		Format:        n.field("format").word(),
		Minimum:       n.field("minimum").number(whole),
		Maximum:       n.field("maximum").number(whole),
		MinItems:      n.field("minItems").intPtr(),
		MaxItems:      n.field("maxItems").intPtr(),
		Items:         maybe(n.field("items"), lowerType),
		Params:        each(n.field("params").items(), lowerParam),
		Values:        maybe(n.field("values"), lowerType),
		Discriminator: n.field("discriminator").word(),
		Variants: each(n.field("variants").items(), func(n node) registry.Variant {
			return registry.Variant{At: n.at, Tag: n.field("tag").word(), Params: each(n.field("params").items(), lowerParam)}
		}),
		Keywords: lowerKeywords(n),
	}
	switch t.Kind {
	case registry.StringType:
		for _, w := range each(n.field("enum").items(), node.spelled) {
			t.Enum, t.EnumAt = append(t.Enum, w.Text), append(t.EnumAt, w.Place())
		}
	case registry.IntegerType:
		t.EnumInts = each(n.field("enum").items(), node.int)
	}
	return t
}

// given lists the fields that the source gives.
func given(n node, fields ...string) []string {
	var out []string
	for _, name := range fields {
		if n.field(name).written() {
			out = append(out, name)
		}
	}
	return out
}

// lowerKeywords notes where the source gives what decides whether a value is valid.
func lowerKeywords(n node) []registry.Word {
	var out []registry.Word
	for _, name := range []string{
		"type", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "required", "nullable", "discriminator", "variants",
	} {
		if f := n.field(name); f.written() {
			out = append(out, registry.Word{Text: name, At: f.at})
		}
	}
	return out
}

func lowerToolset(n node) registry.Toolset {
	return registry.Toolset{
		At:        n.at,
		Name:      n.name,
		Doc:       n.field("doc").text(),
		Reason:    n.field("reason").word(),
		When:      n.field("when").spelled(),
		Wire:      n.field("wire").word(),
		Order:     n.field("order").text(),
		BadName:   n.field("badName").text(),
		BadSchema: n.field("badSchema").text(),
		Limit: maybe(n.field("limit"), func(n node) registry.ToolsetLimit {
			return registry.ToolsetLimit{
				At: n.at, Tools: n.field("tools").int(), Description: n.field("description").int(),
				Schema: n.field("schema").int(), Over: n.field("over").text(),
			}
		}),
		Trust: n.field("trust").word(),
	}
}
