package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// lost is a line that a report must have: what an import can't bring back, though it sees that something is there.
type lost struct {
	param   string // "" where it is about the tool
	keyword string // "" for any: null has several words
	detail  string // a part of it
}

// words takes off what no native form has a member for: nothing in the input tells that it was there, so nothing can be
// said of it. Nor is there a trace of the key of a tool that has another name on the wire.
func words(t *registry.Tool) []lost {
	t.Effect, t.Effects = registry.Effect{}, nil
	for i := range t.Params {
		t.Params[i].Usage = "" // it stands in the XML documentation alone
	}
	var out []lost
	eachParam(t.Params, "", func(path string, p *registry.Param) {
		if p.Nullable && string(p.Default) == "null" { // which Go tells no more apart from one that is not given
			p.Nullable, p.Default = false, nil
			out = append(out, lost{path, "", "an optional parameter"})
		}
	})
	wire := t.WireName()
	t.Name, t.Wire = strings.ReplaceAll(wire, "-", "_"), registry.Word{}
	if t.Name == wire {
		return out
	}
	t.Wire.Text = wire
	return append(out, lost{"", "the name", `key "` + t.Name + `", wire "` + wire + `"`})
}

// hints keeps the effects, with the protocol's defaults for those that are not given.
func hints(t *registry.Tool) []lost {
	was, given := t.Effect, t.Effects
	out := words(t)
	is := func(name string) bool { return slices.Contains(given, name) }
	t.Effect = was
	if len(given) > 0 {
		t.Effects = []string{"readOnly", "idempotent"} // which are always said where any is
	}
	if is("destructive") || !was.ReadOnly {
		t.Effects = append(t.Effects, "destructive")
	}
	t.Effects = append(t.Effects, "openWorld")
	order := []string{"readOnly", "destructive", "idempotent", "openWorld"}
	slices.SortFunc(t.Effects, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	if !is("destructive") && !was.ReadOnly {
		t.Effect.Destructive = true
		out = append(out, lost{"", "annotations", "destructiveHint"})
	}
	if !is("openWorld") {
		t.Effect.OpenWorld = true
		out = append(out, lost{"", "annotations", "openWorldHint"})
	}
	return out
}

// strictly is what OpenAI's strict forms lose: an optional member and one that may be null look alike where every
// member is required.
func strictly(t *registry.Tool) []lost {
	out := words(t)
	eachParam(t.Params, "", func(path string, p *registry.Param) {
		if p.Nullable {
			p.Required, p.Nullable = false, false
			out = append(out, lost{path, "", "the strict form of an optional parameter"})
		}
	})
	return out
}

// eachParam visits parameters and what is in them, with their paths as reports have them.
func eachParam(params []registry.Param, around string, visit func(string, *registry.Param)) {
	for i := range params {
		path := strings.TrimPrefix(around+"."+params[i].Name, ".")
		visit(path, &params[i])
		inType(&params[i].Type, path, visit)
	}
}

func inType(t *registry.Type, path string, visit func(string, *registry.Param)) {
	eachParam(t.Params, path, visit)
	for i := range t.Variants {
		eachParam(t.Variants[i].Params, path+"."+t.Variants[i].Tag.Text, visit)
	}
	for _, inner := range []*registry.Type{t.Items, t.Values} {
		if inner != nil {
			inType(inner, path, visit)
		}
	}
}

// tells fails where a report has no line of a loss.
func (r Report) tells(t *testing.T, tool string, losses []lost) {
	t.Helper()
	for _, l := range losses {
		if !slices.ContainsFunc(r, func(e Entry) bool {
			return e.Tool == tool && e.Param == l.param && e.Outcome == Rewritten && (l.keyword == "" || e.Keyword == l.keyword) && strings.Contains(e.Detail, l.detail)
		}) {
			t.Fatalf("no line tells of %+v\n%s", l, r.Diagnostics().Text())
		}
	}
}
