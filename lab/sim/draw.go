package sim

import "math/rand/v2"

// draw is a source of choices that all follow from a seed.
type draw struct{ r *rand.Rand }

func newDraw(seed, stream uint64) *draw {
	return &draw{rand.New(rand.NewPCG(seed,
		stream))}
} //nolint:gosec // repeatable on purpose

// below draws a number from 0 to n-1.
func (d *draw) below(n int) int { return d.r.IntN(n) }

// oneIn draws true once in n times.
func (d *draw) oneIn(n int) bool { return d.r.IntN(n) == 0 }

// permille draws true n times of a thousand.
func (d *draw) permille(n int) bool { return n > 0 && d.r.IntN(1000) < n }

// of draws one of a list.
func of[T any](d *draw, list []T) T { return list[d.below(len(list))] }

// weighted draws an index with the given weights.
func (d *draw) weighted(weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := d.below(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return len(weights) - 1
}
