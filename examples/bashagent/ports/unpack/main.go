// Unpack writes the cells of the vectors on standard input to a folder each: unpack DIR < vectors.json.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/promptgen/promptgen/examples/bashagent/ports"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "unpack: want a folder")
		os.Exit(2)
	}
	if err := unpack(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "unpack:", err)
		os.Exit(1)
	}
}

func unpack(dir string) error {
	v, err := ports.Read(os.Stdin)
	if err != nil {
		return err
	}
	for _, c := range v.Cells {
		if err := v.Unpack(c, filepath.Join(dir, c.Name)); err != nil {
			return err
		}
	}
	return nil
}
