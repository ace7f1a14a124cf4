package rank

import (
	"cmp"
	"math"
	"slices"
)

// route is a bundle as the pick of every column; while it is searched, open is the pick of a column that is still to be
// chosen.
type route struct {
	picks []int
	taken columnSet // of later columns: those whose pick came with the first of its group
	totals
}

// columnSet has a bit for each column. Only flights are in groups, and a trip has fewer than there are bits.
type columnSet uint64

// open is a pick that is still to be chosen.
const open = -1

// totals are what the picks of a route add up to.
type totals struct{ penalty, price, minutes int64 }

// step is a route one column longer: from which kept route, by which pick.
type step struct {
	from, pick int
	totals
}

// maxThrifty is how many routes within the budget are looked for beside the best ones.
const maxThrifty = 3

// best returns the routes of the lowest penalty, the best first, those that cost more than limit behind the others, and
// the least that any route costs and takes. The cheapest and the quickest route are always among them, and some within
// limit: the last places are theirs when their penalty earns them none. It returns none where no route takes all groups
// whole.
func best(columns []column, limit int64) (list []route, least totals) {
	cheap, quick := search(columns, byPrice), search(columns, byMinutes)
	if len(cheap) == 0 {
		return nil, totals{}
	}
	least = totals{price: cheap[0].price, minutes: quick[0].minutes}
	wanted := []route{cheap[0], quick[0]}
	within := func(r route) bool { return r.price <= limit }
	if limit < math.MaxInt64 {
		thrifty := slices.DeleteFunc(cheap, func(r route) bool { return !within(r) })
		slices.SortStableFunc(thrifty, func(a, b route) int { return cmp.Compare(a.penalty, b.penalty) })
		wanted = append(wanted, thrifty[:min(len(thrifty), maxThrifty)]...)
	}
	list = place(search(columns, byPenalty), wanted)
	slices.SortStableFunc(list, func(a, b route) int {
		switch {
		case within(a) == within(b):
			return 0
		case within(a):
			return -1
		}
		return 1
	})
	return cheapestFirst(list, cheap[0].price), least
}

// shown is how many bundles a person is told of first.
const shown = 3

// cheapestFirst moves the cheapest route up to the last of those that a person is told of first.
func cheapestFirst(list []route, least int64) []route {
	at := slices.IndexFunc(list, func(r route) bool { return r.price == least })
	if at < shown {
		return list
	}
	cheapest := list[at]
	return slices.Insert(slices.Delete(list, at, at+1), shown-1, cheapest)
}

// byPenalty, byPrice and byMinutes say which of two routes comes first.
func byPenalty(a, b totals) int {
	return cmp.Or(cmp.Compare(a.penalty, b.penalty), cmp.Compare(a.price, b.price))
}

func byPrice(a, b totals) int {
	return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(a.penalty, b.penalty))
}

func byMinutes(a, b totals) int {
	return cmp.Or(cmp.Compare(a.minutes, b.minutes), cmp.Compare(a.penalty, b.penalty))
}

// search returns the first routes of an order.
func search(columns []column, order func(a, b totals) int) []route {
	blank := make([]int, len(columns))
	for i := range blank {
		blank[i] = open
	}
	kept := []route{{picks: blank}}
	for i := range columns {
		kept = extend(kept, columns, i, order)
	}
	return kept
}

// extend makes every kept route one pick longer and keeps the first again: the first of all that have the same later
// columns taken already. Of two such routes the one that comes first stays first whatever picks both go on with, which
// makes the search exact.
func extend(kept []route, columns []column, i int, order func(a, b totals) int) []route {
	steps := make([]step, 0, len(kept)*len(columns[i].picks))
	for r := range kept {
		if at := kept[r].picks[i]; at != open { // the first flight of its group brought it
			steps = append(steps, step{r, at, kept[r].totals})
			continue
		}
		for p := range columns[i].picks {
			if columns[i].picks[p].fits(kept[r].picks) {
				steps = append(steps, step{r, p, kept[r].plus(columns, i, p)})
			}
		}
	}
	slices.SortFunc(steps, func(a, b step) int {
		return cmp.Or(order(a.totals, b.totals),
			slices.Compare(kept[a.from].picks, kept[b.from].picks), cmp.Compare(a.pick, b.pick))
	})
	out := make([]route, 0, min(len(steps), MaxBundles))
	alike := map[columnSet]int{}
	for _, s := range steps {
		p := &columns[i].picks[s.pick]
		taken := kept[s.from].taken&^(1<<i) | p.brings()
		if alike[taken] == MaxBundles || alike[taken] == 0 && len(alike) == maxAlike {
			continue
		}
		alike[taken]++
		r := route{slices.Clone(kept[s.from].picks), taken, s.totals}
		r.picks[i] = s.pick
		for later, k := range p.others {
			r.picks[later] = k
		}
		out = append(out, r)
	}
	return out
}

// maxAlike bounds how many sets of later columns are told apart. There are more only where many groups of many legs
// overlap; then those are left out that come last.
const maxAlike = 64

// brings returns the later columns whose pick comes with this one.
func (p *pick) brings() (set columnSet) {
	for later := range p.others {
		set |= 1 << later
	}
	return set
}

// fits reports whether a pick can be taken beside others: it brings its group, and none of it is chosen otherwise.
func (p *pick) fits(picks []int) bool {
	if p.follows {
		return false
	}
	for later := range p.others {
		if picks[later] != open {
			return false
		}
	}
	return true
}

// plus adds a pick, and those that come with it.
func (s totals) plus(columns []column, i, at int) totals {
	p := &columns[i].picks[at]
	s = totals{s.penalty + p.penalty, s.price + p.price, s.minutes + p.minutes}
	for later, k := range p.others {
		o := &columns[later].picks[k]
		s = totals{s.penalty + o.penalty, s.price + o.price, s.minutes + o.minutes}
	}
	return s
}

// place puts the wanted routes that are not kept at the end, in order of penalty, and makes room
// for them by leaving out the worst that nobody wanted.
func place(kept, wanted []route) []route {
	among := func(list []route, r route) bool {
		return slices.ContainsFunc(list, func(o route) bool { return slices.Equal(o.picks, r.picks) })
	}
	var missing []route
	for _, w := range wanted {
		if !among(kept, w) && !among(missing, w) {
			missing = append(missing, w)
		}
	}
	slices.SortStableFunc(missing, func(a, b route) int { return cmp.Compare(a.penalty, b.penalty) })
	for i := len(kept) - 1; i >= 0 && len(kept)+len(missing) > MaxBundles; i-- {
		if !among(wanted, kept[i]) {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return append(kept, missing...)
}
