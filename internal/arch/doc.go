// Package arch holds the tests that keep the rooms of this module apart: which may import which, what each may ask
// of the machine, and how large a file may grow.
package arch
