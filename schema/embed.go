// Package schema holds the CUE definitions that say what a registry may hold.
package schema

import "embed"

// Files are the CUE files of the schema, for registries whose module does not vendor it.
//
//go:embed *.cue
var Files embed.FS
