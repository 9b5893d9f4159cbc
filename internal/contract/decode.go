package contract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Read reads the lock of the registry in fsys. There is none before the first run, and none where the list holds an
// error.
func Read(fsys fs.FS) (*Lock, diag.List) {
	data, err := fs.ReadFile(fsys, Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if info, statErr := fs.Stat(fsys, path.Dir(Path)); statErr == nil && !info.IsDir() {
		return nil, nil // what stands in the folder's place is reported when files are written
	}
	at := diag.Loc{File: Path}
	if err != nil {
		if cause, ok := errors.AsType[*fs.PathError](err); ok {
			err = cause.Err
		}
		return nil, diag.List{diag.Errorf(at, lockRule, "the lock of the contract can't be read: %v", err).Note("correct its permissions, or restore it from version control")}
	}
	l, err := parse(data)
	var newer *newerError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &newer):
		return nil, diag.List{diag.Errorf(at, lockRule, "the lock of the contract was written by a newer promptgen: %v", err).Note("use that one")}
	case errors.As(err, &syntax):
		before := data[:min(len(data), max(0, int(syntax.Offset)-1))]
		at.Line = 1 + bytes.Count(before, []byte("\n"))
		at.Col = len(before) - bytes.LastIndexByte(before, '\n')
	}
	if err != nil {
		return nil, diag.List{diag.Errorf(at, lockRule, "the lock of the contract is damaged: %v", err).
			Note("restore it from version control; where two branches changed it, keep either side and generate again")}
	}
	return l, nil
}

// newerError says that a file has a form that is not known yet.
type newerError struct{ format int }

// Error compares the two forms.
func (e *newerError) Error() string {
	return fmt.Sprintf("its format is %d, the one known here %d", e.format, format)
}

func parse(data []byte) (*Lock, error) {
	var head struct {
		Format int `json:"format"`
	}
	// Only the form is asked for, so that a newer file is told from a damaged one.
	if err := json.Unmarshal(data, &head); err == nil && head.Format > format {
		return nil, &newerError{head.Format}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	dec.DisallowUnknownFields()
	var f file
	if err := dec.Decode(&f); err != nil {
		return nil, plainly(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind its end")
	}
	if f.Format < 1 || f.Contract == "" || f.Version < 1 {
		return nil, errors.New("format, contract and version are not all there")
	}
	return f.lock()
}

// plainly rewords what would speak of Go.
func plainly(err error) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return err
	case errors.As(err, &wrong):
		held, _, _ := strings.Cut(wrong.Value, " ") // of a number, what it is stands behind
		return fmt.Errorf("%s holds %s", cmp.Or(wrong.Field, "it"), article(held))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early")
	default:
		return errors.New("it holds a field that no lock has")
	}
}

// article names a kind of JSON value as a sentence does.
func article(kind string) string {
	switch kind {
	case "bool":
		return "a boolean"
	case "array", "object":
		return "an " + kind
	}
	return "a " + kind
}

// lock gives each profile its schemas back.
func (f *file) lock() (*Lock, error) {
	l := &Lock{Contract: f.Contract, Version: f.Version, Projections: f.Projections}
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		p := Profile{Name: name}
		for _, tool := range f.Profiles[name].Tools {
			params, ok := f.params(name, tool)
			if !ok {
				return nil, fmt.Errorf("profile %q has tool %q, whose parameters are not there", name, tool)
			}
			s := &Schema{Type: registry.ObjectType, Params: params}
			if problem := s.problem(); problem != "" {
				return nil, fmt.Errorf("tool %q: %s", tool, problem)
			}
			p.Tools = append(p.Tools, Tool{tool, s})
		}
		l.Profiles = append(l.Profiles, p)
	}
	return l, nil
}

// params returns the parameters of a tool as a profile has them.
func (f *file) params(profile, tool string) (map[string]*Schema, bool) {
	if own, ok := f.Profiles[profile].Own[tool]; ok {
		return own, true
	}
	shared, ok := f.Tools[tool]
	out := map[string]*Schema{}
	for name, q := range shared {
		if q.Profiles == nil || slices.Contains(q.Profiles, profile) {
			out[name] = q.Schema
		}
	}
	return out, ok
}

// problem says why no registry makes a schema, or nothing.
func (s *Schema) problem() string {
	if s == nil {
		return "a schema is null"
	}
	if !slices.Contains(kinds(), s.Type) {
		return "no type " + strconv.Quote(string(s.Type))
	}
	if !slices.Contains([]Presence{Optional, WhenShown, Always}, s.Required) {
		return "required is " + strconv.Quote(string(s.Required))
	}
	for _, n := range []*json.Number{s.Minimum, s.Maximum} {
		if n != nil && rational(*n) == nil {
			return "a bound is no number"
		}
	}
	for _, v := range s.Enum {
		_, word := v.(string)
		_, number := v.(json.Number)
		if !(s.Type == registry.StringType && word || s.Type == registry.IntegerType && number) {
			return "an enum holds a value of another type"
		}
	}
	inner := ""
	switch s.Type {
	case registry.ArrayType:
		inner = s.Items.problem()
	case registry.MapType:
		inner = s.Values.problem()
	case registry.UnionType:
		inner = s.unionProblem()
	}
	if inner != "" {
		return inner
	}
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		if problem := s.Params[name].problem(); problem != "" {
			return name + ": " + problem
		}
	}
	return ""
}

func (s *Schema) unionProblem() string {
	if s.Discriminator == "" || len(s.Variants) == 0 {
		return "discriminator and variants are not all there"
	}
	for _, tag := range slices.Sorted(maps.Keys(s.Variants)) {
		problem := s.Variants[tag].problem()
		if problem == "" && s.Variants[tag].Type != registry.ObjectType {
			problem = "a variant is no object"
		}
		if problem != "" {
			return tag + ": " + problem
		}
	}
	return ""
}

// rational reads a number exactly. It gives nil where there is none.
func rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}
