package output

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// A manifest lists the files of its tree, one path a line, relative to the tree and sorted. It holds no digest and
// no version, so that two branches that add files merge without a conflict, or with one that any order resolves.

// parseManifest returns the paths that a manifest lists, below the registry's folder. Lines that are no paths, such
// as the marks of a merge conflict, claim nothing; neither does one that points out of the tree.
func parseManifest(tree string, data []byte) map[string]bool {
	listed := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "." && fs.ValidPath(line) {
			listed[tree+"/"+line] = true
		}
	}
	return listed
}

// formatManifest is the inverse of parseManifest.
func formatManifest(tree string, listed map[string]bool) []byte {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(listed)) {
		b.WriteString(strings.TrimPrefix(p, tree+"/") + "\n")
	}
	return []byte(b.String())
}
