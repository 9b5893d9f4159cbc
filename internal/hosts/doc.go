// Package hosts has tests alone: what a program does with the generated packages, as docs/freeze.md shows it, and what
// holds for every session of this repository's registry.
package hosts
