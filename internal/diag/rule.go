package diag

// Rule is a kind of diagnostic: its stable id, and one or two sentences on what is wrong and how to fix it.
type Rule struct {
	ID  string // kebab-case, e.g. "unknown-tool"
	Doc string
}
