package extract

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// followDays moves the days of stays on a trip of several legs along with the legs around them, if they matched before
// or were not set. A stop whose length has just become known gets a stay, if other stops have one.
func (a *assembly) followDays() {
	k := a.r.known
	legs := k.Itinerary.Segments
	if k.Itinerary.TripType != trip.MultiCity || len(a.legs) > 0 || len(a.clears) > 0 || !a.scope.stay ||
		len(a.patch.Segments) > len(legs) || a.r.shift != nil || len(legs) < 2 {
		return
	}
	for i := range legs {
		old, now := legs[i].DepartDate, a.dayAfter(i)
		if now == 0 || now == old {
			continue
		}
		if i > 0 {
			a.leavesOn(i, old, now)
		}
		a.arrivesOn(i, old, now)
	}
}

// leavesOn lets the stay at the stop from which leg i sets out end on its day.
func (a *assembly) leavesOn(i int, old, now trip.Date) {
	k := a.r.known
	from, stays := k.Itinerary.Segments[i].Origin, k.Itinerary.Lodging.Stays
	if j := stayAt(stays, from); j < 0 && old == 0 {
		a.sleepAtStop(i-1, a.dayAfter(i-1), now)
	} else if j >= 0 && stays[j].CheckOut == old {
		if s := a.stayPatch(j); s.CheckOut == "" {
			s.CheckOut = now.String()
		}
	}
}

// arrivesOn lets the stay where leg i ends begin on its day.
func (a *assembly) arrivesOn(i int, old, now trip.Date) {
	k := a.r.known
	to, stays := k.Itinerary.Segments[i].Destination, k.Itinerary.Lodging.Stays
	j := stayAt(stays, to)
	if j < 0 || stays[j].CheckIn != old && !(old == 0 && stays[j].CheckIn < now && now < stays[j].CheckOut) {
		return
	}
	if at := slices.IndexFunc(a.patch.Stays, func(s Stay) bool { return s.LocationCode == to.Code }); at >= 0 {
		a.patch.Stays[at].CheckIn = now.String() // the list has grown
		return
	}
	if s := a.stayPatch(j); s.CheckIn == "" {
		s.CheckIn = now.String()
	}
}

func (a *assembly) stayPatch(j int) *Stay {
	for len(a.patch.Stays) <= j {
		a.patch.Stays = append(a.patch.Stays, Stay{})
	}
	return &a.patch.Stays[j]
}

// asksMonth reports whether the month at token i is another time for a trip that is known: "what about March?", "let's
// do October".
func (r *reading) asksMonth(i int) bool {
	if len(r.known.days()) == 0 && !r.known.assumes(messages.KeyAssumeWhen) || r.count(i+1) > 0 || r.count(i-1) > 0 {
		return false
	}
	return r.anyOf(i-1, "about", "do", "try", "prefer", "rather", "it", "or", "make", "then") ||
		is("not", r.text(i-1)) || r.wordCount() <= 5 && !slices.Contains([]string{"may", "march", "mar", "jan"},
		r.text(i))
}

// sleepAtStop adds the stay of the stop where leg i ends, where the trip is slept elsewhere too.
func (a *assembly) sleepAtStop(i int, in, out trip.Date) {
	k := a.r.known
	legs, l := k.Itinerary.Segments, &k.Itinerary.Lodging
	if in == 0 || out <= in || len(a.patch.Stays) > 0 || len(l.Stays) == 0 && (i == 0 || l.CheckIn == 0) {
		return
	}
	a.insertStay(stayIn(legs[i].Destination, in, out), legs[:i], 0)
}

// nightsAnew returns by how many days a stop gets longer or shorter when its nights are restated: "just the one night
// on Mykonos". It is nil if the message says something else, or if the stay has other days than the stop.
func (a *assembly) nightsAnew(at int) *shift {
	r, legs := a.r, a.r.known.Itinerary.Segments
	if len(r.counts) != 1 || r.counts[0].kind != nightCount || r.counts[0].more || legs[at].DepartDate == 0 ||
		legs[at+1].DepartDate == 0 || r.hasAny("hotel", "hotels", "room", "rooms", "first", "last", "extra") {
		return nil
	}
	if j := stayAt(r.known.Itinerary.Lodging.Stays, legs[at].Destination); j >= 0 {
		s := r.known.Itinerary.Lodging.Stays[j]
		if s.CheckIn != legs[at].DepartDate || s.CheckOut != legs[at+1].DepartDate {
			return nil
		}
	}
	days := int(r.counts[0].n) - legs[at].DepartDate.DaysUntil(legs[at+1].DepartDate)
	if days == 0 {
		return nil
	}
	return &shift{days: days, length: true}
}
