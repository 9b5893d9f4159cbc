package contract

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// format is the highest version of the file's form that is known. A file of a higher one can't be read.
const format = 2

// form is the lowest version that has words for all that l holds, so that a lock changes with its registry alone.
func (l *Lock) form() int {
	for _, p := range l.Profiles {
		for _, t := range p.Tools {
			if t.Schema.isNew() {
				return format
			}
		}
	}
	return 1
}

// isNew reports whether the schema holds what came with the second version: null, maps, unions and any value.
func (s *Schema) isNew() bool {
	switch {
	case s == nil:
		return false
	case s.Nullable, s.Type == registry.MapType, s.Type == registry.UnionType, s.Type == registry.AnyType, s.Items.isNew():
		return true
	}
	for _, p := range s.Params {
		if p.isNew() {
			return true
		}
	}
	return false
}

// file is a lock as it lies on the disk. A tool stands there once, with the parameters of all profiles; a profile in
// which a parameter is different has the whole tool as its own.
type file struct {
	Format      int                            `json:"format"`
	Contract    string                         `json:"contract"`
	Version     int64                          `json:"version"`
	Projections []string                       `json:"projections"`
	Profiles    map[string]fileProfile         `json:"profiles"`
	Tools       map[string]map[string]oneParam `json:"tools"`
}

type fileProfile struct {
	Tools []string                      `json:"tools"`
	Own   map[string]map[string]*Schema `json:"own"`
}

// oneParam is a parameter that means the same wherever it is.
type oneParam struct {
	*Schema
	Profiles []string `json:"profiles"` // that show it; nil: all that share the tool
}

// Bytes writes the lock for its readers: everything sorted, a line for each parameter.
func (l *Lock) Bytes() []byte {
	profiles, tools := &block{}, &block{}
	own := map[string]*block{} // by profile
	for _, name := range l.toolNames() {
		shared, deviant := l.share(name)
		for profile, s := range deviant {
			if own[profile] == nil {
				own[profile] = &block{}
			}
			own[profile].add(name, paramBlock(s.Params))
		}
		if shared != nil {
			tools.add(name, shared)
		}
	}
	for i := range l.Profiles {
		p := &l.Profiles[i]
		names := &block{list: true}
		for _, t := range p.Tools {
			names.lines = append(names.lines, text(t.Name))
		}
		b := &block{}
		b.add("tools", names)
		if own[p.Name] != nil {
			b.add("own", own[p.Name])
		}
		profiles.add(p.Name, b)
	}
	root := &block{}
	root.line("format", strconv.Itoa(l.form()))
	root.line("contract", text(l.Contract))
	root.line("version", strconv.FormatInt(l.Version, 10))
	root.line("projections", spaced(l.Projections))
	root.add("profiles", profiles)
	root.add("tools", tools)
	return []byte(root.String() + "\n")
}

// toolNames lists the tools of all profiles, sorted.
func (l *Lock) toolNames() []string {
	var names []string
	for i := range l.Profiles {
		for _, t := range l.Profiles[i].Tools {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// share writes the parameters of a tool as most profiles have them, and gives the tool as it is in the profiles where
// one of them is different.
func (l *Lock) share(tool string) (shared *block, deviant map[string]*Schema) {
	var all []Profile // that have the tool, with it alone
	for _, p := range l.Profiles {
		if i := slices.IndexFunc(p.Tools, func(t Tool) bool { return t.Name == tool }); i >= 0 {
			all = append(all, Profile{Name: p.Name, Tools: p.Tools[i : i+1]})
		}
	}
	common := map[string]string{} // what most profiles have, by parameter
	for _, p := range all {
		for name := range p.Tools[0].Schema.Params {
			if common[name] == "" {
				common[name] = mostCommon(all, name)
			}
		}
	}
	deviant = map[string]*Schema{}
	all = slices.DeleteFunc(all, func(p Profile) bool {
		s := p.Tools[0].Schema
		for name, q := range s.Params {
			if q.String() != common[name] {
				deviant[p.Name] = s
				return true
			}
		}
		return false
	})
	if len(all) == 0 {
		return nil, deviant
	}
	return sharedBlock(all, common), deviant
}

// mostCommon is the form of a parameter that most profiles have, the first of them where it is a draw.
func mostCommon(all []Profile, param string) string {
	count := map[string]int{}
	best := ""
	for _, p := range all {
		if q := p.Tools[0].Schema.Params[param]; q != nil {
			count[q.String()]++
		}
	}
	for _, p := range all {
		if q := p.Tools[0].Schema.Params[param]; q != nil && count[q.String()] > count[best] {
			best = q.String()
		}
	}
	return best
}

// sharedBlock writes the parameters of the profiles' only tool, in which all of them agree.
func sharedBlock(all []Profile, common map[string]string) *block {
	b := &block{}
	for _, name := range slices.Sorted(maps.Keys(common)) {
		var one *Schema
		var shown []string
		for _, p := range all {
			if q := p.Tools[0].Schema.Params[name]; q != nil {
				one, shown = q, append(shown, p.Name)
			}
		}
		if one == nil {
			continue // only deviant profiles have it
		}
		lines := one.block()
		if len(shown) < len(all) {
			lines.line("profiles", spaced(shown))
		}
		b.line(name, lines.short())
	}
	return b
}

// block is an object or a list with a line for each member.
type block struct {
	lines []string // without commas; those of inner blocks are indented already
	list  bool
}

// line adds a member whose value is written already.
func (b *block) line(name, value string) { b.lines = append(b.lines, text(name)+": "+value) }

// add adds a member that is a block.
func (b *block) add(name string, inner *block) { b.line(name, inner.String()) }

// String writes the block without a final newline.
func (b *block) String() string {
	left, right := "{", "}"
	if b.list {
		left, right = "[", "]"
	}
	if len(b.lines) == 0 {
		return left + right
	}
	lines := strings.Join(b.lines, ",\n")
	return left + "\n  " + strings.ReplaceAll(lines, "\n", "\n  ") + "\n" + right
}

// short writes the block on one line, unless it holds blocks.
func (b *block) short() string {
	if slices.ContainsFunc(b.lines, func(s string) bool { return strings.Contains(s, "\n") }) {
		return b.String()
	}
	return "{" + strings.Join(b.lines, ", ") + "}"
}

// paramBlock writes parameters or members, on a line each where they hold no others.
func paramBlock(params map[string]*Schema) *block {
	b := &block{}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		b.line(name, params[name].String())
	}
	return b
}

// String writes the schema, on one line unless it holds members.
func (s *Schema) String() string {
	if s.text == "" {
		s.text = s.block().short()
	}
	return s.text
}

func (s *Schema) block() *block {
	b := &block{}
	for _, k := range keywords() {
		if v := k.show(s); v != "" {
			b.line(k.name, v)
		}
	}
	if s.Items != nil {
		b.line("items", s.Items.String())
	}
	if s.Values != nil {
		b.line("values", s.Values.String())
	}
	if len(s.Variants) > 0 {
		b.add("variants", paramBlock(s.Variants))
	}
	if len(s.Params) > 0 {
		b.add("params", paramBlock(s.Params))
	}
	return b
}

// text writes a string or a number as JSON.
func text(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // patterns are to be read
	_ = enc.Encode(v)        // strings and numbers can always be written
	return strings.TrimSuffix(b.String(), "\n")
}

// spaced writes a list on one line.
func spaced[T any](list []T) string {
	var out []string
	for _, v := range list {
		out = append(out, text(v))
	}
	return "[" + strings.Join(out, ", ") + "]"
}
