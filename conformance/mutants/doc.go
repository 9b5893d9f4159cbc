// Package mutants has a test that proves the tests of the decoders: each of their comparisons, turned into another, is
// caught.
package mutants
