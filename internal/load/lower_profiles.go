package load

import "github.com/promptgen/promptgen/internal/registry"

func lowerProfile(n node) registry.Profile {
	excludes := n.field("excludes")
	p := registry.Profile{
		At:          n.at,
		Name:        n.name,
		Doc:         n.field("doc").text(),
		Kind:        n.field("kind").text(),
		Sections:    n.field("sections").words(),
		Tools:       n.field("tools").words(),
		ToolsAt:     n.field("tools").at,
		Commands:    n.field("commands").words(),
		Transports:  n.field("transports").words(),
		Separator:   n.field("separator").orElse("\n\n"),
		SeparatorAt: n.field("separator").place(),
		Final:       n.field("final").text(),
		Order: maybe(n.field("order"), func(n node) registry.Order {
			return registry.Order{At: n.at, Reason: n.field("reason").word()}
		}),
		Pins: each(n.field("pins").fields(), lowerPin),
		Excludes: registry.Excludes{
			Sections: each(excludes.field("sections").fields(), lowerExclusion),
			Tools:    each(excludes.field("tools").fields(), lowerExclusion),
			Params:   each(excludes.field("params").fields(), lowerExclusion),
			Commands: each(excludes.field("commands").fields(), lowerExclusion),
		},
		Limit: maybe(n.field("limit"), lowerLimit),
		Budget: maybe(n.field("budget"), func(n node) registry.Budget {
			tokens, keys := n.field("tokens"), n.field("cacheKeys")
			return registry.Budget{At: n.at, Tokens: tokens.int(), CacheKeys: keys.int(), TokensAt: tokens.at, CacheKeysAt: keys.at}
		}),
		Target:      maybe(n.field("target"), lowerTarget),
		Breakpoints: n.field("breakpoints").wordsElse("tools", "static", "session", "turns"),
		TTL: maybe(n.field("ttl"), func(n node) registry.TTL {
			return registry.TTL{At: n.at, Static: n.field("static").word(), Session: n.field("session").word()}
		}),
		Chain:   n.field("chain").bool(),
		ChainAt: n.field("chain").at,
	}
	return p
}

func lowerPin(n node) registry.Pin {
	return registry.Pin{Gate: n.label(), Value: n.field("value").bool(), Reason: n.field("reason").word()}
}

func lowerSubagent(n node) registry.Subagent {
	return registry.Subagent{
		At:       n.at,
		Name:     n.name,
		Doc:      n.field("doc").text(),
		Profiles: n.field("profiles").words(),
		Tools:    n.field("tools").words(),
		Pins:     each(n.field("pins").fields(), lowerPin),
	}
}

func lowerChain(n node) registry.Chain {
	return registry.Chain{
		At:     n.at,
		Levels: each(n.field("levels").items(), lowerLevel),
		Amend: maybe(n.field("amend"), func(n node) registry.Amend {
			return registry.Amend{At: n.at, Each: n.field("each").word(), Replace: n.field("replace").word(), Append: n.field("append").word(), Over: n.field("over").text()}
		}),
		Tail: n.field("tail").words(),
	}
}

func lowerLevel(n node) registry.ChainLevel {
	level := registry.ChainLevel{At: n.at, Section: n.field("section").word(), Mode: n.field("mode").text(), Tail: n.field("tail").bool()}
	if s := n.field("separator"); s.ok() {
		text := s.text()
		level.Separator, level.SeparatorAt = &text, s.place()
	}
	return level
}

func lowerSelect(n node) registry.Select {
	s := registry.Select{At: n.at, AssumeContext: n.field("assumeContext").int()}
	if rules := n.field("rules"); rules.v.Exists() {
		s.Rules = each(rules.items(), lowerRule)
	} else {
		s.Rules = []registry.SelectRule{{At: rules.at, By: "explicit"}}
	}
	return s
}

func lowerRule(n node) registry.SelectRule {
	return registry.SelectRule{
		At:      n.at,
		By:      n.field("by").text(),
		Equals:  n.field("equals").texts(),
		Prefix:  n.field("prefix").texts(),
		Below:   n.field("below").int(),
		Profile: n.field("profile").word(),
	}
}
