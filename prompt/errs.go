package prompt

import (
	"slices"
	"strconv"
	"strings"
)

// InputError is one thing that is wrong with what the host gave, e.g. {"Session.Cwd", "is required"}.
type InputError struct {
	Field   string // the Go path of the value, e.g. "Session.Skills[2].Name"
	Problem string // what is wrong with it, to be read behind the field
}

// Error returns e.g. "Session.Cwd is required".
func (e InputError) Error() string { return e.Field + " " + e.Problem }

// InputErrors is everything that is wrong at once; errors.As finds it.
type InputErrors []InputError

// Error returns one line per error.
func (e InputErrors) Error() string {
	lines := make([]string, len(e))
	for i := range e {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// Errs collects what is wrong with inputs, and what limits did to them. The zero Errs is ready. It is used by one goroutine.
type Errs struct {
	all    InputErrors
	inside []listItem
	notes  []Note
	skips  []listItem // items that limits leave out; their lists are whole paths
}

// listItem is an item of a list whose fields are being checked.
type listItem struct {
	list string
	i    int
}

// Err returns an InputErrors, or nil when nothing is wrong.
func (e *Errs) Err() error {
	if len(e.all) == 0 {
		return nil
	}
	return e.all
}

// Enter says that what follows, until Leave, names fields of an item of a list: inside Enter("Session.Skills", 2) the
// field "Name" is "Session.Skills[2].Name". Lists within lists nest.
func (e *Errs) Enter(list string, i int) { e.inside = append(e.inside, listItem{list, i}) }

// Leave ends what Enter began.
func (e *Errs) Leave() { e.inside = e.inside[:max(0, len(e.inside)-1)] }

// Add notes a problem with a field.
func (e *Errs) Add(field, problem string) {
	e.all = append(e.all, InputError{Field: e.path(field), Problem: problem})
}

// path is the whole path of a field, from the outermost list on.
func (e *Errs) path(field string) string {
	for _, in := range slices.Backward(e.inside) {
		field = itemPath(in.list, in.i, field)
	}
	return field
}

// Required notes that a field is missing, unless ok.
func (e *Errs) Required(field string, ok bool) {
	if !ok {
		e.Add(field, "is required")
	}
}

// RequiredCount notes that a count is missing, unless ok: one of 0 is none.
func (e *Errs) RequiredCount(field string, ok bool) {
	if !ok {
		e.Add(field, "is required: want at least 1")
	}
}

// Left notes, unless ok, that a limit has left nothing of a field that is required. One that is wrong already is not
// noted again.
func (e *Errs) Left(field string, ok bool) {
	path := e.path(field)
	if !ok && !slices.ContainsFunc(e.all, func(o InputError) bool { return o.Field == path }) {
		e.Add(field, "has nothing left within its limit")
	}
}

// Choice notes, unless ok, that a field holds none of its values, e.g. "ProfileStandard".
func (e *Errs) Choice(field string, ok bool, values ...string) {
	if !ok {
		e.Add(field, "must be "+choices(values))
	}
}

// Count notes a count below zero.
func (e *Errs) Count(field string, n int64) {
	if n < 0 {
		e.Add(field, "must not be negative, got "+Int(n))
	}
}

// NotBlank notes a value that holds white space only. An empty one is Required's concern.
func (e *Errs) NotBlank(field, value string) {
	if value != "" && strings.TrimSpace(value) == "" {
		e.Add(field, "must not be blank")
	}
}

// Unique notes each item of a list that has the key of an earlier one. key tells that of an item, from 0 to n-1.
func (e *Errs) Unique(field string, n int, key func(int) string) {
	first := make(map[string]int, n)
	for i := range n {
		k := key(i)
		if at, ok := first[k]; ok {
			e.Add(itemPath(field, i, ""), "is "+shorten(k)+", as "+itemPath(field, at, "")+" is already")
			continue
		}
		first[k] = i
	}
}

// Distinct leaves out each item of a list that has the key of an earlier one that stays, by Kept. key tells that of an
// item, from 0 to n-1.
func (e *Errs) Distinct(field string, n int, key func(int) string) {
	path, first := e.path(field), make(map[string]int, n)
	for i := range n {
		if slices.Contains(e.skips, listItem{path, i}) {
			continue
		}
		k := key(i)
		at, repeated := first[k]
		if !repeated {
			first[k] = i
			continue
		}
		e.skips = append(e.skips, listItem{path, i})
		e.notes = append(e.notes, Note{Section: itemPath(path, i, ""), Verb: Skip.String(), Problem: "repeats " + itemPath(path, at, "")})
	}
}

// Closer notes a value that holds the closing tag of what it is put into, e.g. </rules>, as lenient readers take it: in
// any case, with blanks in front of the name, and with anything behind it that does not go on with the name.
func (e *Errs) Closer(field, value, tag string) {
	for at := 0; ; {
		i := strings.Index(value[at:], "</")
		if i < 0 {
			return
		}
		at += i + len("</")
		rest := strings.TrimLeft(value[at:], " \t\n")
		if !hasPrefixFold(rest, tag) {
			continue
		}
		if rest = rest[len(tag):]; rest == "" || !inName(rest[0]) {
			e.Add(field, "must not hold </"+tag+">, got it at byte "+strconv.Itoa(at-len("</")))
			return
		}
	}
}

// itemPath is the Go path of an item of a list, or of a field of it: itemPath("Session.Skills", 2, "Name") is
// "Session.Skills[2].Name".
func itemPath(list string, i int, field string) string {
	path := list + "[" + strconv.Itoa(i) + "]"
	if field != "" {
		path += "." + field
	}
	return path
}
