package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// sleeplessAt reports whether the night at token i is one for which no place to sleep is needed: "no hotel Wednesday
// night", "the last night we sleep at a friend's", "the first night no hotel".
func (r *reading) sleeplessAt(i int) bool {
	if r.hasIn(max(0, i-2), i, "first", "last", "final") {
		from, to := r.partAround(i)
		return r.some(from, to, func(k int) bool {
			return r.hostAt(k) > k || r.anyOf(k, "hotel", "hotels") && r.refused(k)
		})
	}
	return r.text(i) == "night" && slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.refused && m.at < i && i-m.at <= 5 && r.sameSentence(m.at, i)
	})
}

// sleepless returns the token of such a night, -1 when there is none.
func (r *reading) sleepless() int {
	for i := range r.toks {
		if r.anyOf(i, "night", "nights") && r.sleeplessAt(i) {
			return i
		}
	}
	return -1
}

// dropsNight removes the first or the last night of the stay. A night in the middle is reported as not used, because a
// stay has no gaps.
func (a *assembly) dropsNight() bool {
	r, i := a.r, a.r.sleepless()
	switch {
	case i < 0:
		return false
	case len(r.dates) != 1:
		r.tell(r.partAround(i))
		return !r.known.fresh()
	case !r.refusesStay():
		return false
	}
	stay, l := r.known.stay(), &r.known.Itinerary.Lodging
	if len(l.Stays) > 1 || stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn.AddDays(1) {
		r.tell(0, len(r.toks))
		return true
	}
	d := r.dates[0]
	if d.isBareWeekday() {
		d.day = nearest(d.day, stay.CheckOut.AddDays(-1), r.today)
	}
	var s Stay
	switch d.day {
	case stay.CheckOut.AddDays(-1):
		s.CheckOut = d.day.String()
	case stay.CheckIn:
		s.CheckIn = d.day.AddDays(1).String()
	default:
		r.tell(0, len(r.toks))
		return true
	}
	a.placeStay(s, 0)
	return true
}

// staysNamed returns the stay at a place, -1 when there is none.
func (r *reading) staysNamed(p *placeMention) int {
	return stayAt(r.known.Itinerary.Lodging.Stays, p.slept())
}

// dropsStop takes a place out of a journey of several legs: the leg that went there goes on to where the next one went.
// Who is then there earlier sleeps there as much longer, or longer at the stop before, where the message says that.
func (a *assembly) dropsStop() bool {
	r, legs, stays := a.r, a.r.known.Itinerary.Segments, a.r.known.Itinerary.Lodging.Stays
	at := a.stopLeft()
	if at < 0 {
		return false
	}
	stop, next, arrival := legs[at].Destination, &legs[at+1], legs[at].DepartDate
	a.clears = append(a.clears, legPath(at+1))
	a.segment(at).Destination = placeKnown(next.Destination)
	left := slices.Clone(stays)
	for j := range slices.Backward(stays) {
		if stayAt(stays[j:j+1], stop) == 0 {
			a.clears = append(a.clears, stayPath(j))
			left = slices.Delete(left, j, j+1)
		}
	}
	if len(legs) == 3 && goesHome(legs) {
		a.patch.TripType = trip.RoundTrip
	}
	if a.gainsBefore(at) {
		a.segment(at).DepartDate = next.DepartDate.String()
		if j := stayAt(left, legs[at].Origin); j >= 0 && left[j].CheckOut == arrival {
			a.stayPatch(j).CheckOut = next.DepartDate.String()
		}
		for k := range r.places {
			r.places[k].role = asideRole
		}
		return true
	}
	if len(r.dates) == 1 && r.dates[0].role != asideRole {
		arrival = a.dayOfLeg(&r.dates[0], at)
		a.segment(at).DepartDate = arrival.String()
	}
	if j := stayAt(left, next.Destination); j >= 0 && arrival != 0 && left[j].CheckIn == next.DepartDate {
		a.stayPatch(j).CheckIn = arrival.String()
	}
	return true
}

// gainsBefore reads "skip Florence and stay longer in Rome", where the trip goes from Rome to Florence: its nights go
// to the stop before.
func (a *assembly) gainsBefore(at int) bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	return at > 0 && len(r.dates)+len(r.counts) == 0 && legs[at].DepartDate != 0 && legs[at+1].DepartDate != 0 &&
		r.hasAny("longer", "more", "extra", "instead") && slices.ContainsFunc(r.places, func(p placeMention) bool {
		return a.is(&p, legs[at].Origin)
	})
}

// stopLeft returns the leg that ends at the stop which the message leaves out, -1 when it leaves none out.
func (a *assembly) stopLeft() int {
	r, legs := a.r, a.r.known.Itinerary.Segments
	if len(legs) < 3 || r.hasAny("hotel", "hotels", "room", "rooms") {
		return -1
	}
	for k := range r.places {
		p := &r.places[k]
		before := r.before(p.from-1, "the", "to", "going", "stop", "in", "out")
		if r.leftOutAt(p.from-1, p.to) {
			before = p.from - 1
		}
		if !r.anyOf(before, "leave", "take") && !r.anyOf(before, class("drop-verbs")...) ||
			r.anyOf(before, "leave", "take") && !r.leftOutAt(p.from-1, p.to) && !r.anyOf(before+1, "out") {
			continue
		}
		if at := a.legOf(nil, p); at >= 0 && at < len(legs)-1 && a.spans(at+1, p, nil) {
			return at
		}
	}
	return -1
}

// dayOfLeg reads a day that may have been said without its month: the one of the leg as it is, else behind the leg
// before.
func (a *assembly) dayOfLeg(d *dateMention, at int) trip.Date {
	legs := a.r.known.Itinerary.Segments
	if d.dayOnly && d.noYear && legs[at].DepartDate != 0 && legs[at].DepartDate.Day() == d.day.Day() {
		return legs[at].DepartDate
	}
	if at == 0 {
		return d.day
	}
	return relativeTo(d, legs[at-1].DepartDate)
}
