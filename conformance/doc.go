// Package conformance sends the prompts and tools of this repository's registry through the official SDKs of the
// providers. Its programs are the code of docs/providers.md, docs/tools.md and README.md; its tests run them against
// servers on loopback and hold every projection of every cell against the types of the SDKs.
//
// It is a module of its own, so that nobody who imports promptgen gets an SDK.
package conformance
