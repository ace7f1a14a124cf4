package sim

import "maps"

// shrink takes kinds of faults and operations away as long as play breaks the same invariant, and
// returns what was broken with the least.
func shrink(p plan, f *Failure, play func(plan) *Failure) *Failure {
	try := func(smaller plan) bool {
		again := play(smaller)
		if again == nil || again.Invariant != f.Invariant {
			return false
		}
		p, f = smaller, again
		return true
	}
	for _, kind := range []faults{crashes, storeFaults, toolFaults, overlaps, clockFaults, standstills} {
		smaller := p
		smaller.faults &^= kind
		try(smaller)
	}
	for again := true; again; {
		again = false
		for i := maxOps - 1; i >= 0; i-- {
			again = !p.skip[i] && try(p.without(i)) || again
		}
	}
	return f
}

// without returns the plan with one operation less.
func (p plan) without(i int) plan {
	p.skip = maps.Clone(p.skip)
	if p.skip == nil {
		p.skip = map[int]bool{}
	}
	p.skip[i] = true
	return p
}
