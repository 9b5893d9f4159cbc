package diag

// Rule is a mistake that a stage looks for, as "promptgen explain" shows it.
type Rule struct {
	ID  string // stable, in kebab-case, e.g. "unknown-tool"
	Doc string // what is wrong, why it matters and how to repair it; full sentences
}
