package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// usageValues finds usages that look like values and that a call over XML can't have. A usage may be a placeholder, which
// is none of the parameter's values and misleads nobody, so only what surely is taken for a value is looked at.
func usageValues(p *pass) {
	for _, n := range p.docs {
		if n.depth != 1 || !p.overXML(n) {
			continue
		}
		look := func(usage string, at diag.Loc) {
			if problem, write := misleading(n.param, usage); problem != "" {
				p.add(diag.Warnf(at, p.rule, "the usage of %s shows a call that is refused over xml: %s", n, problem).Note("%s", write))
			}
		}
		look(n.param.Usage, n.param.UsageAt)
		for _, tt := range p.toolTexts[n.tool.Name] {
			for _, pt := range tt.Params {
				if pt.Usage != nil && pt.Path == n.param.Name {
					look(*pt.Usage, pt.UsageAt)
				}
			}
		}
	}
}

// misleading says why a call with a usage in it is refused although it looks like a value, or nothing, and what to write.
func misleading(q *registry.Param, usage string) (problem, write string) {
	text := strings.TrimSpace(usage)
	isText := q.Kind == registry.StringType && !q.Nullable
	switch {
	case text == "":
	case isText:
		return misquoted(q.Enum, text)
	case json.Valid([]byte(text)):
		if why := Argument(&q.Type, json.RawMessage(text)); why != "" {
			return why, "correct it; " + placeholder
		}
	case (q.Kind == registry.StringType || q.Kind == registry.AnyType) && !strings.ContainsAny(text[:1], "[{\""):
		return fmt.Sprintf("%s stands there as JSON, and %s is none", kindOf(&q.Type), strconv.Quote(usage)), "a string has quotes: write " + asUsage(text)
	case q.Kind == registry.ArrayType && q.Items != nil && q.Items.Enum != nil:
		words := strings.Split(text, ",")
		for i := range words {
			if words[i] = strings.TrimSpace(words[i]); !slices.Contains(q.Items.Enum, words[i]) {
				return "", ""
			}
		}
		return fmt.Sprintf("an array stands there as JSON, and %s is none", strconv.Quote(usage)), "write " + asUsage(words)
	}
	return "", ""
}

const placeholder = "words that are no JSON may stand for a value"

// kindOf names a type that is JSON over XML, though a string could stand for itself.
func kindOf(t *registry.Type) string {
	if t.Kind == registry.AnyType {
		return "type any"
	}
	return "a nullable string"
}

// misquoted finds one of the values of an enum in quotes, which would belong to the value.
func misquoted(enum []string, text string) (problem, write string) {
	var bare string
	if json.Unmarshal([]byte(text), &bare) != nil || !slices.Contains(enum, bare) {
		return "", ""
	}
	return "a string stands there without quotes", "write usage: " + strconv.Quote(bare)
}

// asUsage is a value as a usage is to be written in CUE.
func asUsage(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "it as JSON" // no string or list of strings fails
	}
	return "usage: " + strconv.Quote(string(data))
}
