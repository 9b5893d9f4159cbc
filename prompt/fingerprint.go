package prompt

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// Fingerprint is a SHA-256.
type Fingerprint [sha256.Size]byte

const fingerprintPrefix = "sha256:"

// String returns e.g. "sha256:2c26…", in lower-case hex digits.
func (f Fingerprint) String() string { return fingerprintPrefix + hex.EncodeToString(f[:]) }

// MarshalText returns what String does.
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText takes a fingerprint as String returns it.
func (f *Fingerprint) UnmarshalText(text []byte) error {
	digits, ok := strings.CutPrefix(string(text), fingerprintPrefix)
	sum, err := hex.DecodeString(digits)
	if !ok || err != nil || len(sum) != len(f) {
		return errors.New("want a fingerprint, sha256: and 64 hex digits, got " + shorten(string(text)))
	}
	copy(f[:], sum)
	return nil
}

// Fingerprint returns the SHA-256 of System. It reads every byte of it.
func (a *Assembler[S, T]) Fingerprint() Fingerprint {
	h := sha256.New()
	for b := range a.Blocks() {
		io.WriteString(h, b.Text) // a hash returns no error
	}
	return sumOf(h)
}

// DigestSpec is a digest that a registry declares: a fingerprint over inputs of the session, then sections.
type DigestSpec struct {
	Name     string
	Inputs   []any // checked and normalised: strings, int64s, bools and slices of structs of these
	Sections []string
}

// Digest returns a digest that the registry declares: the SHA-256 of its inputs, then of its sections, each with its
// length in 8 bytes, the first the most significant, in front. A section that the session does not show counts as
// empty. It reports false for a name that is not declared. Of a resumed assembler it is the record's.
func (a *Assembler[S, T]) Digest(name string) (Fingerprint, bool) {
	for _, d := range a.allDigests() {
		if d.Name == name {
			return d.Fingerprint, true
		}
	}
	return Fingerprint{}, false
}

func (a *Assembler[S, T]) allDigests() []RecordDigest {
	if a.frozen != nil {
		return a.frozen.Digests
	}
	if a.digests == nil {
		return nil
	}
	var all []RecordDigest
	for _, d := range a.digests() {
		h := sha256.New()
		for _, in := range d.Inputs {
			hashPart(h, appendValue(nil, reflect.ValueOf(in)))
		}
		for _, name := range d.Sections {
			text, _ := a.Section(name)
			hashPart(h, []byte(text))
		}
		all = append(all, RecordDigest{Name: d.Name, Fingerprint: sumOf(h)})
	}
	return all
}

// appendValue appends the bytes of an input for its fingerprint: a string as it is, a number in decimal, true or
// false, and a list as the fields of its items, each with its length in front.
func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		dst = append(dst, v.String()...)
	case reflect.Int64:
		dst = strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint64:
		dst = strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Bool:
		dst = strconv.AppendBool(dst, v.Bool())
	case reflect.Slice:
		for i := range v.Len() {
			dst = appendValue(dst, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := appendValue(nil, v.Field(i))
			dst = append(binary.BigEndian.AppendUint64(dst, uint64(len(field))), field...)
		}
	}
	return dst
}

func hashPart(h hash.Hash, part []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // a hash returns no error
	h.Write(part)
}

func sumOf(h hash.Hash) (f Fingerprint) {
	h.Sum(f[:0])
	return f
}
