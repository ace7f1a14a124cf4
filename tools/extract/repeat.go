package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// dropRepeats takes out what stands in the intent already: a result says what a message changes.
// Dates stay: one that the engine only copied from the other becomes the person's own when it is said.
func (a *assembly) dropRepeats() {
	k, t := a.r.known, &a.patch
	leg := k.leg()
	isSame := func(p *Place, is trip.Place, others []trip.Place) bool {
		return p != nil && len(others) == 0 && p.Code != "" && p.Code == is.Code && (p.Type == is.Type ||
			is.Type == "airport")
	}
	if isSame(t.Origin, leg.Origin, leg.Alternatives.Origin) {
		t.Origin = nil
	}
	if isSame(t.Destination, leg.Destination, leg.Alternatives.Destination) {
		t.Destination = nil
	}
	if p := t.Travelers; p != nil {
		known := k.Party.Travelers
		drop(&p.Adults, trip.Some(known.Adults))
		drop(&p.Children, trip.Some(known.Children))
		drop(&p.Infants, trip.Some(known.Infants))
		if p.Adults == nil && p.Children == nil && p.Infants == nil && p.Ages == nil {
			t.Travelers = nil
		}
	}
	if t.Cabin == k.Preferences.Flight.Cabin {
		t.Cabin = ""
	}
	if c := t.Constraints; c != nil && c.PreferredAirlines != nil &&
		slices.Equal(c.PreferredAirlines, k.Preferences.Flight.PreferredAirlines) {
		c.PreferredAirlines, t.Airline = nil, ""
	}
	a.dropKnownStay()
}

// dropKnownStay does the same for the place to sleep.
func (a *assembly) dropKnownStay() {
	k, t := a.r.known, &a.patch
	old := k.stay()
	if l := t.Lodging; l != nil {
		drop(&l.HotelStarMin, k.Preferences.Hotel.StarMin)
		drop(&l.Rooms, old.Rooms)
		if l.LocationHint == old.LocationHint || l.LocationHint == k.leg().Destination.City {
			l.LocationHint = ""
		}
		if *l == (Lodging{}) {
			t.Lodging = nil
		}
	}
	if len(t.Stays) == 1 && len(k.Itinerary.Lodging.Stays) > 0 && !slices.Contains(a.clears, stayPath(0)) {
		s := &t.Stays[0]
		drop(&s.Rooms, old.Rooms)
		if s.LocationCode == old.LocationCode && s.LocationHint == old.LocationHint {
			s.LocationCode, s.LocationHint = "", ""
		}
		if *s == (Stay{}) {
			t.Stays = nil
		}
	}
}

// drop takes out a number that is the known one.
func drop(n **int64, known trip.OptInt) {
	if *n != nil && known.Set && **n == known.Value {
		*n = nil
	}
}

// keepsDay reads "keep it at the 12th", where the trip begins or ends on that day: all stays as it is.
func (r *reading) keepsDay() bool {
	all := r.whole()
	if !all.has("keep", "leave it", "stick to", "stick with", "stay with", "stay on") {
		return false
	}
	var day, month int64
	for i := range r.toks {
		t := &r.toks[i]
		switch {
		case months[t.text] != 0:
			month = int64(months[t.text])
		case t.kind == number && day == 0 && !t.decimal:
			day = t.value
		case t.kind == mark || is("keep", t.text):
		default:
			return false
		}
	}
	return slices.ContainsFunc(r.known.days(), func(d trip.Date) bool {
		return int64(d.Day()) == day && (month == 0 || int64(d.Month()) == month)
	})
}
