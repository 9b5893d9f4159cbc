// Command promptgen generates typed Go packages, tool schemas and snapshots from a registry of prompts in CUE.
//
// Run "promptgen help" for the verbs, "promptgen explain" for the rules that a registry must keep.
package main

import (
	"os"
	"runtime/debug"

	"github.com/promptgen/promptgen/internal/cli"
)

func main() {
	debug.SetGCPercent(400)     // a run is short and ends with all of its memory,
	debug.SetMemoryLimit(768e6) // unless the registry is huge
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
