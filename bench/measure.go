package main

import (
	"flag"
	"slices"
	"testing"
)

const (
	rounds    = 21
	benchTime = "15ms" // of each side in each round
)

// result is what a comparison found, in medians over the rounds.
type result struct {
	ratio      float64 // work's time over peer's
	work, peer float64 // nanoseconds per operation
	allocs     int64   // of work, per operation
}

// compare measures work and peer in turn, so that whatever else the machine does meets both.
func compare(work, peer func()) (result, error) {
	testing.Init()
	if err := flag.Set("test.benchtime", benchTime); err != nil {
		return result{}, err
	}
	var ratios, works, peers []float64
	var allocs []int64
	for range rounds {
		w, p := testing.Benchmark(loop(work)), testing.Benchmark(loop(peer))
		works, peers = append(works, perOp(w)), append(peers, perOp(p))
		ratios = append(ratios, perOp(w)/perOp(p))
		allocs = append(allocs, w.AllocsPerOp())
	}
	return result{ratio: median(ratios), work: median(works), peer: median(peers), allocs: median(allocs)}, nil
}

func loop(f func()) func(*testing.B) {
	return func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	}
}

// perOp is finer than NsPerOp, which is a whole number.
func perOp(r testing.BenchmarkResult) float64 { return float64(r.T.Nanoseconds()) / float64(r.N) }

func median[T float64 | int64](values []T) T {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}
