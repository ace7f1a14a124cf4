package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// Options of several legs that are sold together, such as a return fare (behaviour 1.5). In the quotes they are the
// options of one name, at most one a leg.

// appendFlights appends the flights of a bundle as they are on offer, nil of one that no search found. Searches may use
// the same ids, so an option is looked for where its place in the bundle says: the legs that are searched.
func appendFlights(in *trip.Intent, out []*trip.FlightOption, ids []string) []*trip.FlightOption {
	w, leg := &in.WorkingMemory, 0
	for _, id := range ids {
		for leg < len(w.FlightQuotes) && !IsSearchedLeg(in, leg) {
			leg++
		}
		o := flightAt(w, leg, id)
		if o == nil {
			o = w.Flight(id)
		}
		out = append(out, o)
		leg++
	}
	return out
}

// flightAt returns the option of a leg with an id, nil when there is none.
func flightAt(w *trip.WorkingMemory, leg int, id string) *trip.FlightOption {
	if leg >= len(w.FlightQuotes) {
		return nil
	}
	for k := range w.FlightQuotes[leg] {
		if o := &w.FlightQuotes[leg][k]; o.OptionID == id {
			return o
		}
	}
	return nil
}

// isNewGroup reports whether the flights of a bundle before another one have none of its group.
func isNewGroup(before []*trip.FlightOption, group string) bool {
	return !slices.ContainsFunc(before, func(o *trip.FlightOption) bool { return o != nil && o.Group == group })
}

// GroupOn lists the options of a group that are on offer, in the order of their legs.
func GroupOn(in *trip.Intent, group string) (out []trip.PickedFlight) {
	for leg, quotes := range in.WorkingMemory.FlightQuotes {
		for k := range quotes {
			if quotes[k].Group == group && IsSearchedLeg(in, leg) {
				out = append(out, trip.PickedFlight{Leg: int64(leg), Option: quotes[k]})
			}
		}
	}
	return out
}

// SplitsGroups reports whether a bundle takes a part of what is sold together only, or the one that is left of it.
//
// Rule: 1.5.group
func SplitsGroups(in *trip.Intent, b *trip.Bundle) bool {
	var room [8]*trip.FlightOption
	flights := appendFlights(in, room[:0], b.FlightOptionIDs)
	for i, o := range flights {
		if o == nil || o.Group == "" || !isNewGroup(flights[:i], o.Group) {
			continue
		}
		taken := 0
		for _, f := range flights {
			if f != nil && f.Group == o.Group {
				taken++
			}
		}
		if taken < 2 || taken != len(GroupOn(in, o.Group)) {
			return true
		}
	}
	return false
}

// HasGroups reports whether an option of a leg is sold together with those of others: such legs are searched together.
func HasGroups(in *trip.Intent, leg int) bool {
	return slices.ContainsFunc(in.WorkingMemory.FlightsAt(int64(leg)),
		func(o trip.FlightOption) bool { return o.Group != "" })
}

// DropBrokenGroups takes out of the quotes, in an intent that is the caller's own, the groups that have two options for
// one leg, or prices that differ or are in another currency, and returns how many options these were.
//
// Rule: 5.1.groups
func DropBrokenGroups(in *trip.Intent) (dropped int) {
	var broken []string
	for _, quotes := range in.WorkingMemory.FlightQuotes {
		for k := range quotes {
			name := quotes[k].Group
			if name != "" && !slices.Contains(broken, name) && isBroken(in.WorkingMemory.FlightQuotes, name) {
				broken = append(broken, name)
			}
		}
	}
	if broken == nil {
		return 0
	}
	isDropped := func(o trip.FlightOption) bool { return slices.Contains(broken, o.Group) }
	all := slices.Clone(in.WorkingMemory.FlightQuotes)
	for leg := range all {
		if all[leg] != nil {
			kept := slices.DeleteFunc(slices.Clone(all[leg]), isDropped)
			dropped += len(all[leg]) - len(kept)
			all[leg] = kept
		}
	}
	in.WorkingMemory.FlightQuotes = all
	return dropped
}

func isBroken(quotes []trip.FlightQuotes, group string) bool {
	var price trip.Money
	var currency trip.Currency
	for _, list := range quotes {
		n := 0
		for k := range list {
			o := &list[k]
			if o.Group != group {
				continue
			}
			n++
			if currency == "" {
				currency = o.TotalPrice.Currency
			}
			if !price.IsSet() {
				price = o.GroupPrice
			}
			if n > 1 || o.TotalPrice.Currency != currency || o.GroupPrice.IsSet() && o.GroupPrice != price {
				return true
			}
		}
	}
	return price.IsSet() && price.Currency != currency
}

// ItemOf returns the option under which a call asked for the one that a hold is of: those of a group are held under the
// first of them.
func ItemOf(p *trip.Pending, option string) string {
	for k := range p.Shown {
		if k < len(p.Items) && slices.ContainsFunc(p.Shown[k].Others,
			func(f trip.PickedFlight) bool { return f.Option.OptionID == option }) {
			return p.Items[k]
		}
	}
	return option
}
