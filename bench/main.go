// Command bench prints how fast promptgen and the code that it generates are, as ratios to a peer that does the same
// work in the same run. Nothing here fails for being slow: machines differ, ratios tell.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// row is one line of the table.
type row struct {
	work, peer string
	ratio      string // e.g. "1.05x"
	target     string // e.g. "at most 1.3x"
	ok         bool
}

// run measures group by group and prints the table.
func run(w io.Writer) error {
	groups := []func() ([]row, error){appendRows, templateRows, volatileRows, toolRows, xmlRows, keyRows, processRows, largeRows}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "WORK\tPEER\tRATIO\tTARGET\t")
	for _, group := range groups {
		rows, err := group()
		if err != nil {
			return err
		}
		for _, r := range rows {
			verdict := "miss"
			if r.ok {
				verdict = "ok"
			}
			fmt.Fprintln(table, strings.Join([]string{r.work, r.peer, r.ratio, r.target, verdict}, "\t"))
		}
	}
	return table.Flush()
}

// atMost is a row whose work may take limit times as long as its peer's.
func atMost(work, peer string, ratio, limit float64) row {
	return row{work, peer, fmt.Sprintf("%.2fx", ratio), fmt.Sprintf("at most %gx", limit), ratio <= limit}
}

// faster is a row whose work should be done factor times as fast as its peer's.
func faster(work, peer string, ratio, factor float64) row {
	return row{work, peer, fmt.Sprintf("%.0fx faster", 1/ratio), fmt.Sprintf("at least %gx faster", factor), 1/ratio >= factor}
}

// size writes a number of bytes, e.g. "24.1 KB".
func size(n int) string { return fmt.Sprintf("%.1f KB", float64(n)/1024) }
