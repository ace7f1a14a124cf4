package rank

import (
	"slices"

	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// Flights of several legs that are sold together, such as a return fare, are picked all or none: the first of them
// brings the others with it. What they cost together is divided among them, so that a bundle still costs what its
// columns add up to.

// sellableFlights returns the flights of each leg that can be part of a bundle: those in a currency, without the groups
// that cannot be sold whole. Flights of a group have their share of its price.
func (a *arguments) sellableFlights(c trip.Currency) [][]offer.Flight {
	legs := make([][]offer.Flight, len(a.Flights))
	groups := map[string][]*offer.Flight{}
	isBroken := map[string]bool{}
	for i, list := range a.Flights {
		legs[i] = make([]offer.Flight, 0, len(list))
		for _, f := range list {
			isSellable := f.TotalPrice.Currency == c && f.OptionID != ""
			if f.Group != "" {
				isTwice := slices.ContainsFunc(legs[i], func(o offer.Flight) bool { return o.Group == f.Group })
				isBroken[f.Group] = isBroken[f.Group] || !isSellable || isTwice
			}
			if !isSellable {
				continue
			}
			legs[i] = append(legs[i], f)
			if f.Group != "" {
				groups[f.Group] = append(groups[f.Group], &legs[i][len(legs[i])-1])
			}
		}
	}
	for _, list := range legs {
		for k := range list {
			if name := list[k].Group; name != "" && groups[name] != nil {
				isBroken[name] = isBroken[name] || len(groups[name]) < 2 || !divide(groups[name], c)
				groups[name] = nil // it is divided once
			}
		}
	}
	for i := range legs {
		legs[i] = slices.DeleteFunc(legs[i], func(f offer.Flight) bool { return isBroken[f.Group] })
	}
	return legs
}

// divide divides the price of a group by what its flights cost; it fails where that is no one price in a currency.
func divide(flights []*offer.Flight, c trip.Currency) bool {
	var all, price int64
	for _, f := range flights {
		all += f.TotalPrice.Minor
		if g := f.GroupPrice; g.Present() {
			if g.Currency != c || g.Minor <= 0 || g.Minor > maxPriceMinor || price != 0 && price != g.Minor {
				return false
			}
			price = g.Minor
		}
	}
	if price == 0 { // it costs what they add up to
		return true
	}
	rest := price
	for _, f := range flights {
		if all > 0 {
			f.TotalPrice.Minor = share(price, f.TotalPrice.Minor, all)
		}
		rest -= f.TotalPrice.Minor
	}
	flights[0].TotalPrice.Minor += rest
	return true
}

// tie lets the first pick of each group bring the others with it.
func tie(columns []column, legs [][]offer.Flight) {
	first := map[string]*pick{}
	for i, list := range legs {
		for k := range list {
			name, p := list[k].Group, &columns[i].picks[k]
			switch {
			case name == "":
			case first[name] == nil:
				first[name], p.others = p, map[int]int{}
			default:
				first[name].others[i] = k
				p.follows = true
			}
		}
	}
}
