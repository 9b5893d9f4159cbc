package load

import (
	"slices"

	"cuelang.org/go/cue"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// lower walks the evaluated registry and fills the model.
func lower(src *sources, v cue.Value, bad map[string]bool) (*registry.Registry, diag.List) {
	l := &lowering{src: src, bad: bad}
	at := packageLoc(src.files[0])
	n := node{l: l, v: v, w: src.tree.view(), at: at}
	l.marks = markNames(n)
	r := &registry.Registry{
		Package:   src.pkg,
		At:        at,
		Contract:  lowerContract(n.field("contract")),
		Locales:   each(n.field("locales").items(), lowerLocale),
		Inputs:    each(n.field("inputs").fields(), lowerInput),
		Gates:     each(n.field("gates").fields(), lowerGate),
		Fences:    each(n.field("fences").fields(), lowerFence),
		Sections:  each(n.field("sections").fields(), lowerSection),
		Commands:  each(n.field("commands").fields(), lowerCommand),
		Profiles:  each(n.field("profiles").fields(), lowerProfile),
		Chain:     maybe(n.field("chain"), lowerChain),
		Select:    lowerSelect(n.field("select")),
		Tools:     each(n.field("tools").fields(), lowerTool),
		ToolNames: each(n.field("tool").fields(), node.label),
		Toolsets:  each(n.field("toolsets").fields(), lowerToolset),
		Subagents: each(n.field("subagents").fields(), lowerSubagent),
		Digests:   each(n.field("digests").fields(), lowerDigest),
		Forbid:    each(n.field("forbid").fields(), lowerForbid),
		Messages:  lowerMessages(n.field("i18n")),
		ToolTexts: lowerToolTexts(n.field("tooltext")),
		Snapshots: lowerSnapshots(n.field("snapshots")),
		Lint:      lowerLint(n.field("lint")),
	}
	deriveScopes(r)
	return r, l.diags
}

// deriveScopes gives gates that follow from something the scope of their source.
func deriveScopes(r *registry.Registry) {
	for i := range r.Gates {
		g := &r.Gates[i]
		if g.From.Text == "" {
			continue
		}
		g.Scope = registry.SessionScope
		if _, in := r.Field(g.From.Text); in != nil {
			g.Scope = in.Scope
		}
	}
}

func lowerContract(n node) registry.Contract {
	return registry.Contract{
		At:          n.at,
		Name:        n.field("name").word(),
		Version:     n.field("version").int(),
		VersionAt:   n.field("version").at,
		Doc:         n.field("doc").text(),
		Projections: n.field("projections").wordsElse("anthropic", "openai-chat", "gemini"),
	}
}

func lowerLocale(n node) registry.Locale {
	match := n.field("match")
	return registry.Locale{
		At:       n.at,
		Name:     n.field("name").word(),
		Equals:   match.field("equals").texts(),
		Prefix:   match.field("prefix").texts(),
		Fallback: maybe(n.field("fallback"), lowerFallback),
		Differs:  each(n.field("differs").fields(), lowerExclusion),
	}
}

func lowerFallback(n node) registry.Fallback {
	n.exactlyOne("only", "except")
	f := registry.Fallback{At: n.at, Only: n.field("only").words(), Except: n.field("except").words()}
	// An empty list is given all the same: "only" of nothing covers nothing, "except" nothing covers all.
	if n.field("only").ok() && f.Only == nil {
		f.Only = []registry.Word{}
	}
	return f
}

func lowerExclusion(n node) registry.Exclusion {
	return registry.Exclusion{Name: n.label(), Reason: n.field("reason").word()}
}

func lowerGate(n node) registry.Gate {
	return registry.Gate{
		At:       n.at,
		Name:     n.name,
		Doc:      n.field("doc").text(),
		Scope:    registry.Scope(n.field("scope").orElse("session")),
		From:     n.field("from").word(),
		Implies:  n.field("implies").words(),
		Excludes: n.field("excludes").words(),
	}
}

func lowerFence(n node) registry.Fence {
	return registry.Fence{
		At:    n.at,
		Name:  n.name,
		Doc:   n.field("doc").text(),
		Label: n.field("label").word(),
		Nonce: registry.Scope(n.field("nonce").orElse("turn")),
		Attrs: n.field("attrs").words(),
	}
}

func lowerDigest(n node) registry.Digest {
	return registry.Digest{At: n.at, Name: n.name, Doc: n.field("doc").text(), Inputs: n.field("inputs").words(), Sections: n.field("sections").words()}
}

func lowerForbid(n node) registry.Forbid {
	return registry.Forbid{
		At:       n.at,
		Name:     n.name,
		Pattern:  n.field("pattern").spelled(),
		Reason:   n.field("reason").text(),
		In:       n.field("in").texts(),
		Profiles: n.field("profiles").words(),
	}
}

func lowerLint(n node) registry.Lint {
	return registry.Lint{
		Allow: each(n.field("allow").items(), func(n node) registry.Allow {
			return registry.Allow{At: n.at, Rule: n.field("rule").word(), Path: n.field("at").word(), Reason: n.field("reason").word()}
		}),
		BareNames: each(n.field("bareNames").fields(), lowerExclusion),
	}
}

// lowerMessages flattens the catalog: locale, scope, section, key.
func lowerMessages(n node) []registry.Message {
	var out []registry.Message
	for _, locale := range n.fields() {
		for _, scope := range locale.fields() {
			for _, section := range scope.fields() {
				for _, key := range section.fields() {
					out = append(out, registry.Message{
						Locale: locale.name, Scope: scope.name, Section: section.name, Key: key.name,
						LocaleAt: locale.key, ScopeAt: scope.key, SectionAt: section.key, Text: key.marked(),
					})
				}
			}
		}
	}
	return out // sorted, because fields are
}

func lowerToolTexts(n node) []registry.ToolText {
	var out []registry.ToolText
	for _, locale := range n.fields() {
		for _, scope := range locale.fields() {
			for _, tool := range scope.fields() {
				tool.atMostOne("description", "fragments")
				out = append(out, registry.ToolText{
					At: tool.at, Locale: locale.name, Scope: scope.name, Tool: tool.name, LocaleAt: locale.key, ScopeAt: scope.key,
					Fragments: lowerFragments(tool),
					Params:    each(tool.field("params").fields(), lowerParamText),
				})
			}
		}
	}
	return out
}

func lowerParamText(n node) registry.ParamText {
	p := registry.ParamText{At: n.at, Path: n.name, Description: maybe(n.field("description"), node.marked)}
	if u := n.field("usage"); u.ok() {
		w := u.spelled()
		p.Usage, p.UsageAt, p.UsageRuns = &w.Text, w.At, w.Runs
	}
	return p
}

// lowerFragments reads a description: plain, which is one fragment, or in fragments.
func lowerFragments(n node) []registry.Fragment {
	if d := n.field("description"); d.ok() {
		return []registry.Fragment{{At: d.at, Text: d.marked()}}
	}
	return each(n.field("fragments").items(), func(n node) registry.Fragment {
		return registry.Fragment{At: n.at, Text: n.field("value").marked(), When: n.field("when").spelled()}
	})
}

// exactlyOne reports unless exactly one of the fields is there.
func (n node) exactlyOne(names ...string) {
	n.atMostOne(names...)
	if n.ok() && !slices.ContainsFunc(names, func(s string) bool { return n.field(s).v.Exists() }) {
		n.report(diag.Errorf(n.at, "one-of", "none of %s is given", diag.Either(names)).Note("want exactly one of them"))
	}
}

// atMostOne reports the second of the fields that is there, in the order of the source.
func (n node) atMostOne(names ...string) { n.together(diag.Either(names), names...) }

// together reports the second of the fields that is there, as one too many of the given forms, and whether there is one.
func (n node) together(forms string, names ...string) bool {
	if !n.ok() {
		return false
	}
	var given []node
	for _, s := range names {
		if f := n.field(s); f.v.Exists() {
			given = append(given, f)
		}
	}
	if len(given) < 2 {
		return false
	}
	slices.SortStableFunc(given, func(a, b node) int { return a.key.Compare(b.key) })
	second := given[1]
	second.report(diag.Errorf(second.key, "one-of", "%s and %s can't stand together", quote(given[0].name), quote(second.name)).
		Note("want only one of %s", forms))
	return true
}
