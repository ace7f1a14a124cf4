package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// DayQuoteOf returns where the search with some arguments stands in a list, -1 when it is not there.
func DayQuoteOf(list []trip.DayQuote, args trip.Hash) int {
	return slices.IndexFunc(list, func(q trip.DayQuote) bool { return q.Mark.Args == args })
}

// A DayTotal is what the flights of one of the plans of an open trip cost at least.
type DayTotal struct {
	Prices []trip.Money // of each leg, or of all that is sold together; nil where nothing was found on some leg
	Total  trip.Money   // absent where there are no prices, or they have no common currency
	Unfit  bool         // on some leg nothing is as the person asked: at another time, or with what is not wanted
}

// TotalOn returns what the flights of a plan cost at least: the sum of the cheapest that are as the person asked, else
// of the cheapest, or what is sold together for all of its legs where that is less.
//
// Rule: 5.8.totals
func TotalOn(in *trip.Intent, p *trip.DayPlan) (t DayTotal) {
	on := OnDays(in, p)
	legs := SearchedLegs(in)
	quotes := make([]trip.FlightQuotes, len(on.Itinerary.Segments))
	for k, i := range legs[:min(len(legs), len(p.Legs))] {
		if at := slices.IndexFunc(in.WorkingMemory.DayQuotes,
			func(q trip.DayQuote) bool { return q.Leg == p.Legs[k] }); at >= 0 {
			quotes[i] = in.WorkingMemory.DayQuotes[at].Options
		}
	}
	on.WorkingMemory.FlightQuotes = quotes
	isSum := true
	for _, i := range legs {
		price, unfit := cheapestOn(&on, i)
		if !price.IsSet() {
			t = DayTotal{}
			break
		}
		sum, ok := t.Total.Add(price)
		t.Prices, t.Total, t.Unfit, isSum = append(t.Prices, price), sum, t.Unfit || unfit, isSum && ok
	}
	if !isSum {
		t.Total = trip.Money{}
	}
	if together := cheapestGroup(&on, len(legs)); together.IsSet() &&
		(t.Prices == nil || together.Currency == t.Total.Currency && together.Minor < t.Total.Minor) {
		t = DayTotal{Prices: []trip.Money{together}, Total: together}
	}
	return t
}

// cheapestOn returns the price of the cheapest option of a leg that is sold alone, of those that are as the person
// asked where there are any.
func cheapestOn(in *trip.Intent, leg int) (price trip.Money, unfit bool) {
	unfit = true
	options := in.WorkingMemory.FlightQuotes[leg]
	for i := range options {
		o := &options[i]
		isUnfit := slices.ContainsFunc(Unasked(in, leg, o),
			func(m Misfit) bool { return m.IsExcluded() || m.IsUnfit() })
		switch {
		case o.Group != "" || isUnfit && !unfit:
		case unfit && !isUnfit, !price.IsSet(), o.TotalPrice.Currency == price.Currency && o.TotalPrice.Minor < price.Minor:
			price, unfit = o.TotalPrice, isUnfit
		}
	}
	return price, unfit && price.IsSet()
}

// cheapestGroup returns the least price of flights that are sold together, one on each of some legs.
func cheapestGroup(in *trip.Intent, legs int) (price trip.Money) {
	for _, quotes := range in.WorkingMemory.FlightQuotes {
		for i := range quotes {
			group := quotes[i].Group
			if group == "" || isBroken(in.WorkingMemory.FlightQuotes, group) {
				continue
			}
			var all []*trip.FlightOption
			for _, picked := range GroupOn(in, group) {
				all = append(all, &picked.Option)
			}
			if is := trip.GroupPrice(all, group); len(all) == legs && legs > 1 && is.IsSet() &&
				(!price.IsSet() || is.Currency == price.Currency && is.Minor < price.Minor) {
				price = is
			}
		}
	}
	return price
}

// CheapestPlan returns the plan of a list that costs least, the first of several; nil when their totals cannot be
// compared.
func CheapestPlan(in *trip.Intent, plans []trip.DayPlan) (best *trip.DayPlan) {
	var least trip.Money
	for i := range plans {
		switch is := TotalOn(in, &plans[i]).Total; {
		case !is.IsSet() || best != nil && is.Currency != least.Currency:
			return nil
		case best == nil || is.Minor < least.Minor:
			best, least = &plans[i], is
		}
	}
	return best
}
