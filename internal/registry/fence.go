package registry

// FenceLabels returns the labels of all fences, which content inside a fence must not fake.
func (r *Registry) FenceLabels() []string {
	var out []string
	for i := range r.Fences {
		out = append(out, r.Fences[i].Label.Text)
	}
	return out
}

// InOrder gives what a part puts into the attributes of a fence, in the order that the fence declares.
func (u *FenceUse) InOrder(f *Fence) []Attr {
	var out []Attr
	for _, name := range f.Attrs {
		for _, a := range u.Attrs {
			if a.Name == name.Text {
				out = append(out, a)
			}
		}
	}
	return out
}

// CaseNonce is the nonce of a scope in snapshots, where every run must give the same bytes.
func CaseNonce(s Scope) uint64 {
	if s == SessionScope {
		return 0xfedcba9876543210
	}
	return 0x0123456789abcdef
}
