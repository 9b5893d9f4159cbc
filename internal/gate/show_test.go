package gate

import (
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

func TestCanShow(t *testing.T) {
	r := &registry.Registry{
		Gates: []registry.Gate{{Name: "fast"}},
		Tools: []registry.Tool{{Name: "always"}, {Name: "native", When: word("fast && native")}, {Name: "wrong", When: word("gone")}},
		Toolsets: []registry.Toolset{
			{Name: "all", When: word("!fast")}, {Name: "never", When: word("native")}, {Name: "other", When: word("xml && !profile.p")},
		},
		Profiles: []registry.Profile{{
			Name: "p", Transports: []registry.Word{word("native"), word("xml")},
			Tools: []registry.Word{word("always"), word("native"), word("wrong"), word("all"), word("never"), word("other")},
		}},
	}
	for name, want := range map[string]bool{"always": true, "native": false, "wrong": true, "all": true, "never": false, "other": false, "gone": false} {
		if got := CanShow(r, &r.Profiles[0], name, "xml"); got != want {
			t.Errorf("%s over xml: %v", name, got)
		}
	}
	r.Profiles[0].Transports = r.Profiles[0].Transports[:1]
	if CanShow(r, &r.Profiles[0], "always", "xml") || !CanShow(r, &r.Profiles[0], "native", "native") {
		t.Error("the transports of the profile")
	}
}
