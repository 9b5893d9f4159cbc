// Package examples holds what is true of all registries below this folder: each is current, its program runs as its
// README says, a changed byte is noticed, and the generator knows none of them. The tests of one example stand beside it.
package examples
