package load

import (
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

func lowerSection(n node) registry.Section {
	s := registry.Section{
		Part:        lowerPart(n),
		Name:        n.name,
		Cache:       n.field("cache").word(),
		Reason:      n.field("reason").word(),
		Opaque:      n.field("opaque").bool(),
		Role:        n.field("role").orElse("system"),
		Turns:       n.field("turns").word(),
		PlaceReason: n.field("placeReason").word(),
		Total:       n.field("total").word(),
		Target:      maybe(n.field("target"), lowerTarget),
	}
	if s.Opaque {
		s.OpaqueAt = n.field("opaque").at
	}
	if place := n.field("place"); place.written() {
		s.Place = place.word()
	}
	return s
}

func lowerCommand(n node) registry.Command {
	return registry.Command{Part: lowerPart(n), Name: n.name, Doc: n.field("doc").text()}
}

func lowerPart(n node) registry.Part {
	n.atMostOne("text", "value", "tools", "parts")
	p := registry.Part{
		At:        n.at,
		Toolset:   n.field("toolset").word(),
		When:      n.field("when").spelled(),
		Each:      n.field("each").word(),
		Between:   n.field("between").orElse("\n"),
		Join:      n.field("join").orElse("\n"),
		BetweenAt: n.field("between").place(),
		JoinAt:    n.field("join").place(),
		Escape:    n.field("escape").text(),
		Blank:     n.field("blank").text(),
		Limit:     maybe(n.field("limit"), lowerLimit),
		Wrap:      maybe(n.field("wrap"), lowerWrap),
		Fence:     maybe(n.field("fence"), lowerFenceUse),
	}
	switch value, tools, parts := n.field("value"), n.field("tools"), n.field("parts"); {
	case value.v.Exists():
		p.Kind, p.Value = registry.ValuePart, maybe(value, node.marked)
	case parts.v.Exists():
		p.Kind, p.Parts = registry.PartsPart, each(parts.items(), lowerPart)
	case tools.text() == "docs":
		p.Kind = registry.DocsPart
	case tools.v.Exists():
		p.Kind = registry.NamesPart
	default:
		p.Kind, p.Key = registry.TextPart, n.field("text").wordElse("text")
	}
	return p
}

func lowerWrap(n node) registry.Wrap {
	if forms := `"tag", "heading" and "before"/"after"`; !n.together(forms, "tag", "heading", "before") {
		n.together(forms, "tag", "heading", "after")
	}
	w := registry.Wrap{
		At:       n.at,
		Tag:      n.field("tag").text(),
		Attrs:    each(n.field("attrs").items(), lowerAttr),
		Closer:   n.field("closer").text(),
		Heading:  maybe(n.field("heading"), lowerHeading),
		Before:   n.field("before").text(),
		After:    n.field("after").text(),
		BeforeAt: n.field("before").place(),
		AfterAt:  n.field("after").place(),
	}
	for _, name := range []string{"attrs", "closer"} {
		if f := n.field(name); f.ok() && !n.field("tag").v.Exists() {
			f.report(diag.Errorf(f.key, "one-of", "%s belongs to a tag, and there is none", quote(name)))
		}
	}
	return w
}

func lowerAttr(n node) registry.Attr {
	return registry.Attr{At: n.at, Name: n.field("name").text(), Value: n.field("value").marked(), Escape: n.field("escape").orElse("xml-attr")}
}

func lowerHeading(n node) registry.Heading {
	n.atMostOne("text", "value")
	h := registry.Heading{At: n.at, Level: 1, Gap: n.field("gap").orElse("\n"), GapAt: n.field("gap").place()}
	if level := n.field("level").intPtr(); level != nil {
		h.Level = *level
	}
	if value := n.field("value"); value.v.Exists() {
		h.Value = maybe(value, node.marked)
	} else {
		h.Key = n.field("text").wordElse("heading")
	}
	return h
}

func lowerFenceUse(n node) registry.FenceUse {
	return registry.FenceUse{At: n.at, Name: n.field("name").word(), Attrs: each(n.field("attrs").items(), lowerAttr)}
}

func lowerTarget(n node) registry.Target {
	return registry.Target{At: n.at, Tokens: n.field("tokens").int(), Bytes: n.field("bytes").int()}
}
