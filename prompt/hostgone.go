package prompt

import "slices"

// goneTool is a tool of the host that a session offered before a Refresh: its server is gone, or Session.Allow leaves it out by
// now. The model has seen it in the history, so a call of it is a mistake to tell, and no text.
type goneTool struct {
	name   string
	params []string
}

// after returns t with what old offers of the host's, or offered, and t does not.
func (t *Tools) after(old *Tools) *Tools {
	var gone []goneTool
	for i := range old.list() {
		if o := &old.offers[i]; o.host != nil && t.find(o.spec.Name) == nil {
			g := goneTool{name: o.spec.Name}
			for _, p := range o.spec.Params {
				g.params = append(g.params, p.Name)
			}
			gone = append(gone, g)
		}
	}
	if old != nil {
		for _, g := range old.gone {
			if t.find(g.name) == nil {
				gone = append(gone, g)
			}
		}
	}
	if gone == nil {
		return t
	}
	var out Tools
	if t != nil {
		out = *t
	}
	out.gone = gone
	return &out
}

// hadOnce reports whether a name is that of a tool of the host that is gone.
func (t *Tools) hadOnce(name string) bool {
	return t != nil && slices.ContainsFunc(t.gone, func(g goneTool) bool { return g.name == name })
}

// notOffered returns what is wrong with a call of a tool that is registered, or was offered, and is not.
func (t *Tools) notOffered(name string) *CallError {
	if t.hadOnce(name) {
		return notOfferedNow(name)
	}
	return notOffered(name)
}

func notOfferedNow(name string) *CallError {
	problem := "the tool " + shorten(name) + " was offered earlier in this session, and is not any more"
	return &CallError{Tool: name, Unknown: true, Problems: []string{problem}}
}
