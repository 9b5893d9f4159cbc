package load

import (
	"regexp"

	"github.com/promptgen/promptgen/internal/diag"
)

// apart matches the rule and the path of mistakes on which nothing else depends, so that the checks can say the rest in
// the same run: what is wrong with a reason or a doc; a constraint on a value that can't be read; and what says more than
// its neighbours allow, unless it tells that one of these is what is wrong, e.g. items beside the type of a string.
var apart = regexp.MustCompile(`^(` +
	`reason-\S+ .*` +
	`|(missing-field|` + unread + `) (contract|(gates|fences|commands|profiles|subagents|toolsets|digests)\.\w+|inputs\.\w+(\.item\.\w+)*)\.doc` +
	`|(field-not-here|` + unread + `) tools\.\w+(\.params\[\d+\]|\.variants\[\d+\]|\.items|\.values)+\.(enum|pattern|format|minLength|maxLength|minimum|maximum|minItems|maxItems)` +
	`|field-not-here inputs\.\w+(\.item\.\w+)*\.(normalize|bytes|blank|limit)` +
	`|field-not-here sections\.\w+\.(place|opaque)` +
	`)$`)

// unread are the rules of a value that can't be read.
const unread = `bad-value|wrong-type|number-range|incomplete|conflict`

// spoils reports whether the registry can't be looked at any further.
func spoils(d diag.Diagnostic) bool {
	return d.Severity == diag.Error && !apart.MatchString(d.Rule+" "+d.At.Path)
}
