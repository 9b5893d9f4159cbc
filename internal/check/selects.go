package check

import (
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// selectRules look at the policy that picks a profile.
func selectRules() []rule {
	return []rule{
		{diag.Rule{ID: "select-task", Doc: "A selection rule picks a task profile, which is a small prompt by itself. Name an agent profile."}, selectTask},
		{diag.Rule{ID: "select-default", Doc: "The selection has rules by model or context, but no default at its end, so some models would get no profile. Add {by: \"default\", profile}."}, selectDefault},
		{diag.Rule{ID: "select-unreachable", Doc: "A selection rule can never decide, because an earlier one always does. Remove it, or move it up."}, selectUnreachable},
		{diag.Rule{ID: "select-empty", Doc: "A selection rule by model names neither equals nor prefix, so it matches nothing. Add one of them."}, selectEmpty},
		{diag.Rule{ID: "select-context", Doc: "A selection rule looks at the context window, but the policy does not say which window to assume where it is not known. Add assumeContext."}, selectContext},
	}
}

func selectTask(p *pass) {
	for _, sr := range p.r.Select.Rules {
		if prof := p.r.Profile(sr.Profile.Text); prof != nil && prof.Kind == "task" {
			p.add(p.errorf(sr.Profile.At, "profile %q is a task, which is never selected", prof.Name).Note("name an agent profile; %q is declared at %s", prof.Name, prof.At))
		}
	}
}

func selectDefault(p *pass) {
	var guess *registry.SelectRule
	for i, sr := range p.r.Select.Rules {
		switch sr.By {
		case "default":
			return
		case "model", "context":
			guess = &p.r.Select.Rules[i]
		}
	}
	if guess != nil {
		p.report(guess.At, "add {by: \"default\", profile: …} at the end", "no rule decides when this one does not match")
	}
}

func selectUnreachable(p *pass) {
	var fallback, explicit *registry.SelectRule
	below := map[int64]*registry.SelectRule{}
	lowest := int64(0)
	for i := range p.r.Select.Rules {
		sr := &p.r.Select.Rules[i]
		earlier := fallback
		switch {
		case earlier != nil:
		case sr.By == "default":
			fallback = sr
		case sr.By == "explicit":
			earlier, explicit = explicit, sr
		case sr.By == "context":
			if lowest >= sr.Below {
				earlier = below[lowest]
			} else {
				lowest = sr.Below
				below[lowest] = sr
			}
		}
		if earlier != nil {
			p.add(p.errorf(sr.At, "this rule by %s can never decide", sr.By).Note("remove it or move it up: the rule by %s at %s decides before it", earlier.By, earlier.At))
		}
	}
}

func selectEmpty(p *pass) {
	for _, sr := range p.r.Select.Rules {
		if sr.By == "model" && len(sr.Equals) == 0 && len(sr.Prefix) == 0 {
			p.report(sr.At, "add equals or prefix, e.g. prefix: [\"small-\"]", "this rule matches no model")
		}
	}
}

func selectContext(p *pass) {
	for _, sr := range p.r.Select.Rules {
		if sr.By == "context" && p.r.Select.AssumeContext == 0 {
			p.add(p.errorf(sr.At, "this rule looks at the context window, and nothing says which one to assume").
				Note("add select.assumeContext, e.g. 128000"))
			return
		}
	}
}
