package rank

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// column is one choice that a bundle has to make: a flight leg, or a stay with all its rooms.
type column struct {
	picks []pick
	stay  bool
	name  string // for a person: "the first flight"; "the flight" where it is the only one
	alone bool   // it is the only one
}

// pick is one way to make a choice, and what speaks for and against it.
type pick struct {
	ids     []string
	name    string // airline or hotel
	price   int64
	minutes int64 // travel time; 0 for a stay
	locked  int64 // flights or rooms whose money does not come back, or of which that is not known
	unsure  int64 // those of which it is not known
	bother  int64 // points of inconvenience
	stops   int64
	stars   int64 // tenths of a star, 0 when not known
	unfit   bool  // it is not as the person asked: at another time, or by another way
	redEye  bool
	split   bool // rooms are in different hotels
	known   bool // minutes are known
	routed  bool // the offer says which flights it is made of
	penalty int64

	others  map[int]int // of the first flight of a group: the picks of later columns that come with it
	follows bool        // it is another flight of a group, and comes with the first
}

// Points of inconvenience.
const (
	botherStop   = 30
	botherRedEye = 20
	botherSplit  = 30
	fullStars    = 50
	unknownStars = 30
)

// currency chooses the currency that every list offers, and reports whether others were left out.
// No list is empty here.
func (a *arguments) currency() (trip.Currency, bool, error) {
	offers, lists, total := map[trip.Currency]int{}, map[trip.Currency]int{}, 0
	count := func(prices []trip.Currency) {
		total++
		for _, c := range prices {
			offers[c]++
		}
		slices.Sort(prices)
		for _, c := range slices.Compact(prices) {
			lists[c]++
		}
	}
	for _, list := range a.Flights {
		count(currencies(list, func(f offer.Flight) offer.Money { return f.TotalPrice }))
	}
	for _, stay := range a.Hotels {
		for _, list := range stay {
			count(currencies(list, func(h offer.Hotel) offer.Money { return h.TotalPrice }))
		}
	}
	var shared []trip.Currency
	for c, n := range lists {
		if n == total {
			shared = append(shared, c)
		}
	}
	if len(shared) == 0 {
		return "", false, errCurrencies()
	}
	slices.SortFunc(shared, func(x, y trip.Currency) int {
		return cmp.Or(cmp.Compare(offers[y], offers[x]), cmp.Compare(x, y))
	})
	return shared[0], len(offers) > 1, nil
}

// hasEmpty reports whether a leg or a room has no option, so that no bundle is possible.
func (a *arguments) hasEmpty() bool {
	if slices.ContainsFunc(a.Flights, func(list []offer.Flight) bool { return len(list) == 0 }) {
		return true
	}
	return slices.ContainsFunc(a.Hotels, func(stay [][]offer.Hotel) bool {
		return len(stay) == 0 || slices.ContainsFunc(stay, func(list []offer.Hotel) bool { return len(list) == 0 })
	})
}

func currencies[T any](list []T, price func(T) offer.Money) []trip.Currency {
	out := make([]trip.Currency, 0, len(list))
	for _, o := range list {
		out = append(out, price(o).Currency)
	}
	return out
}

func (a *arguments) columns(c trip.Currency) []column {
	columns := make([]column, 0, len(a.Flights)+len(a.Hotels))
	legs := a.sellableFlights(c)
	for i, list := range legs {
		columns = append(columns, column{
			picks: flightPicks(list, a.Unfit), name: a.nameOf("flight", i+1, len(legs)), alone: len(legs) == 1,
		})
	}
	tie(columns, legs)
	for j := range a.Hotels {
		name := a.nameOf("stay", j+1, len(a.Hotels))
		if len(a.Hotels) == 1 {
			name = texts.Say(a.Locale, "who.hotel")
		}
		columns = append(columns, column{
			picks: stayPicks(a.roomLists(j), c), stay: true, name: name, alone: len(a.Hotels) == 1,
		})
	}
	return columns
}

func flightPicks(list []offer.Flight, unfit []string) []pick {
	picks := make([]pick, 0, len(list))
	for i := range list {
		f := &list[i]
		p := pick{ids: []string{f.OptionID}, price: f.TotalPrice.Minor, stops: max(0, f.Stops()), redEye: f.RedEye()}
		p.minutes, p.known = f.Minutes()
		p.unfit = slices.Contains(unfit, f.OptionID)
		if p.routed = len(f.Segments) > 0; p.routed {
			p.name = f.Segments[0].Airline
		}
		if !f.IsRefundable() {
			p.locked = 1
		}
		if f.Refundable == nil {
			p.unsure = 1
		}
		p.bother = min(p.stops, 10) * botherStop
		if p.redEye {
			p.bother += botherRedEye
		}
		picks = append(picks, p)
	}
	return withWorstMinutes(picks)
}

// withWorstMinutes gives flights of unknown length the longest known one, so that saying nothing
// is no advantage.
func withWorstMinutes(picks []pick) []pick {
	var worst int64
	for i := range picks {
		if picks[i].known {
			worst = max(worst, picks[i].minutes)
		}
	}
	for i := range picks {
		if !picks[i].known {
			picks[i].minutes = worst
		}
	}
	return picks
}
