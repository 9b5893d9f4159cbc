// Command promptgen generates typed Go packages, tool schemas and snapshots from a registry of prompts in CUE.
//
// Run "promptgen help" for the verbs, "promptgen explain" for the rules that a registry must keep.
package main

import (
	"os"

	"github.com/promptgen/promptgen/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
