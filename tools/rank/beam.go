package rank

import (
	"cmp"
	"math"
	"slices"
)

// route is a bundle as the pick of every column.
type route struct {
	picks   []int
	penalty int64
	price   int64
}

// step is a route one column longer: from which kept route, by which pick.
type step struct {
	from, pick     int
	penalty, price int64
}

// mostThrifty is how many routes within the budget are looked for beside the best ones.
const mostThrifty = 3

// best returns the routes of the lowest penalty, the best first, those that cost more than most behind the others.
// The cheapest and the quickest route are always among them, and some within most: the last places are theirs when
// their penalty earns them none.
func best(columns []column, most int64) []route {
	wanted := []route{
		favourite(columns, func(p *pick) int64 { return p.price }),
		favourite(columns, func(p *pick) int64 { return p.minutes }),
	}
	within := func(r route) bool { return r.price <= most }
	if most < math.MaxInt64 {
		thrifty := search(columns, byPrice)
		thrifty = slices.DeleteFunc(thrifty, func(r route) bool { return !within(r) })
		slices.SortStableFunc(thrifty, func(a, b route) int { return cmp.Compare(a.penalty, b.penalty) })
		wanted = append(wanted, thrifty[:min(len(thrifty), mostThrifty)]...)
	}
	list := place(search(columns, byPenalty), wanted)
	slices.SortStableFunc(list, func(a, b route) int {
		switch {
		case within(a) == within(b):
			return 0
		case within(a):
			return -1
		}
		return 1
	})
	return list
}

// byPenalty and byPrice say which of two steps comes first.
func byPenalty(a, b step) int {
	return cmp.Or(cmp.Compare(a.penalty, b.penalty), cmp.Compare(a.price, b.price))
}

func byPrice(a, b step) int {
	return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(a.penalty, b.penalty))
}

// search returns the first routes of an order.
func search(columns []column, order func(a, b step) int) []route {
	kept := []route{{}}
	for i := range columns {
		kept = extend(kept, columns[i].picks, order)
	}
	return kept
}

// extend makes every kept route one pick longer and keeps the first again. Of two routes the one
// that comes first stays first whatever pick both go on with, which makes the search exact.
func extend(kept []route, picks []pick, order func(a, b step) int) []route {
	steps := make([]step, 0, len(kept)*len(picks))
	for r := range kept {
		for p := range picks {
			steps = append(steps, step{r, p, kept[r].penalty + picks[p].penalty, kept[r].price + picks[p].price})
		}
	}
	slices.SortFunc(steps, func(a, b step) int {
		return cmp.Or(order(a, b),
			slices.Compare(kept[a.from].picks, kept[b.from].picks), cmp.Compare(a.pick, b.pick))
	})
	steps = steps[:min(len(steps), MaxBundles)]
	out := make([]route, len(steps))
	for i, s := range steps {
		path := make([]int, 0, len(kept[s.from].picks)+1)
		out[i] = route{append(append(path, kept[s.from].picks...), s.pick), s.penalty, s.price}
	}
	return out
}

// favourite is the route that is best by one criterion; equal ones are told apart by penalty.
func favourite(columns []column, value func(*pick) int64) route {
	var r route
	for i := range columns {
		picks, at := columns[i].picks, 0
		for p := range picks {
			if cmp.Or(cmp.Compare(value(&picks[p]), value(&picks[at])), cmp.Compare(picks[p].penalty, picks[at].penalty)) < 0 {
				at = p
			}
		}
		r.picks = append(r.picks, at)
		r.penalty += picks[at].penalty
		r.price += picks[at].price
	}
	return r
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
