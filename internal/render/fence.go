package render

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// fence puts a body, which has been defanged, between the two lines of a fence.
func (x *scene) fence(u *registry.FenceUse, body string) string {
	f := x.r.Fence(u.Name.Text)
	name := fmt.Sprintf("%s_%016x", f.Label.Text, registry.CaseNonce(f.Nonce))
	head := name
	for _, a := range u.InOrder(f) {
		if v := x.text(&a.Value, "none"); v != "" {
			head += " " + a.Name + `="` + fenceAttr(v) + `"`
		}
	}
	return "<<<" + head + ">>>\n" + body + "\n<<<end_" + name + ">>>"
}

// fenceAttr escapes what could end an attribute, the line that it stands on or the brackets of the line.
func fenceAttr(v string) string {
	v = escaped("xml-attr", v)
	for _, r := range "\n\v\f\r\u0085\u2028\u2029" {
		v = strings.ReplaceAll(v, string(r), fmt.Sprintf("&#%d;", r))
	}
	return v
}

// defang makes harmless what looks like a line of one of the registry's fences.
func (x *scene) defang(s string) string {
	if x.fangs == nil {
		var labels []string
		for _, l := range x.r.FenceLabels() {
			labels = append(labels, regexp.QuoteMeta(l))
		}
		x.fangs = regexp.MustCompile(`(<{3,})([ \t/\\]*(?:[eE][nN][dD]_)?(?:` + asciiFold(strings.Join(labels, "|")) + `))`)
	}
	// The runs are maximal, because those before the run are no part of what the pattern can begin with.
	return x.fangs.ReplaceAllStringFunc(s, func(m string) string {
		rest := strings.TrimLeft(m, "<")
		return strings.Repeat("‹", len(m)-len(rest)) + rest
	})
}

// asciiFold makes a pattern of lower-case letters match those in upper case, and nothing else that folds to them.
func asciiFold(pattern string) string {
	var b strings.Builder
	for _, r := range pattern {
		if 'a' <= r && r <= 'z' {
			fmt.Fprintf(&b, "[%c%c]", r, r-'a'+'A')
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
