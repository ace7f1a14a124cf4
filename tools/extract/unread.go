package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// readAll reads messages that were said one after the other, each in the light of those before,
// and returns what they change together.
func readAll(messages []string, today trip.Date, k *known) Result {
	res := read(messages[0], today, k)
	for _, message := range messages[1:] {
		k = k.with(&res.TripIntent, res.Assumptions)
		res = res.then(read(message, today, k))
	}
	return res
}

// then returns what two messages change together; where they differ the later one counts. A later
// message that changes nothing ("try again") leaves the questions and the kind of the one before.
func (r Result) then(later Result) Result {
	if later.TripIntent.isZero() && later.Request.Kind == trip.KindPlan {
		later.ClarifyingQuestions, later.Request = r.ClarifyingQuestions, r.Request
	}
	if later.Assumptions == nil {
		later.Assumptions = r.Assumptions
	}
	later.TripIntent = r.TripIntent.then(&later.TripIntent)
	return later
}

func (t *TripPatch) isZero() bool {
	return t.Origin == nil && t.Destination == nil && t.TripType == "" && t.Dates == nil && t.Travelers == nil && t.Cabin == "" &&
		t.Constraints == nil && t.Lodging == nil && t.Segments == nil && t.Stays == nil && t.Contact == nil && t.NoPreference == nil
}

// then lays a later patch over this one.
func (t TripPatch) then(p *TripPatch) TripPatch {
	t.Segments = layList(t.Segments, p.Segments, (*Segment).lay)
	t.giveFirstLeg(p)
	lay(&t.Origin, p.Origin)
	lay(&t.Destination, p.Destination)
	t.TripType = cmp.Or(p.TripType, t.TripType)
	layMembers(&t.Dates, p.Dates, func(d, p *Dates) {
		d.DepartureDate, d.ReturnDate = cmp.Or(p.DepartureDate, d.DepartureDate), cmp.Or(p.ReturnDate, d.ReturnDate)
	})
	layMembers(&t.Travelers, p.Travelers, func(n, p *Travelers) {
		lay(&n.Adults, p.Adults)
		lay(&n.Children, p.Children)
		lay(&n.Infants, p.Infants)
	})
	t.Cabin = cmp.Or(p.Cabin, t.Cabin)
	layMembers(&t.Constraints, p.Constraints, (*Constraints).lay)
	layMembers(&t.Lodging, p.Lodging, (*Lodging).lay)
	t.Stays = layList(t.Stays, p.Stays, (*Stay).lay)
	layMembers(&t.Contact, p.Contact, func(c, p *contact) {
		c.Email, c.Phone = cmp.Or(p.Email, c.Email), cmp.Or(p.Phone, c.Phone)
	})
	t.Airline = cmp.Or(p.Airline, t.Airline)
	t.NoPreference = slices.Concat(t.NoPreference, p.NoPreference)
	t.Inferred = slices.Concat(t.Inferred, p.Inferred)
	return t
}

// giveFirstLeg moves what a later message says of the first leg into the list of legs, where there
// is one: the engine reads the list last.
func (t *TripPatch) giveFirstLeg(p *TripPatch) {
	if len(t.Segments) == 0 {
		return
	}
	first := &t.Segments[0]
	lay(&first.Origin, p.Origin)
	lay(&first.Destination, p.Destination)
	if p.Dates != nil {
		first.DepartDate = cmp.Or(p.Dates.DepartureDate, first.DepartDate)
	}
}

// lay replaces what is there unless the later message says nothing of it.
func lay[T any](at **T, p *T) {
	if p != nil {
		*at = p
	}
}

// layMembers lays the members of p over a copy of what is there.
func layMembers[T any](at **T, p *T, members func(*T, *T)) {
	switch {
	case p == nil:
	case *at == nil:
		*at = p
	default:
		both := **at
		members(&both, p)
		*at = &both
	}
}

func layList[T any](list, p []T, members func(*T, *T)) []T {
	out := make([]T, max(len(list), len(p)))
	copy(out, list)
	for i := range p {
		members(&out[i], &p[i])
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (s *Segment) lay(p *Segment) {
	lay(&s.Origin, p.Origin)
	lay(&s.Destination, p.Destination)
	s.DepartDate, s.TransportMode = cmp.Or(p.DepartDate, s.DepartDate), cmp.Or(p.TransportMode, s.TransportMode)
}

func (s *Stay) lay(p *Stay) {
	s.LocationCode, s.LocationHint = cmp.Or(p.LocationCode, s.LocationCode), cmp.Or(p.LocationHint, s.LocationHint)
	s.CheckIn, s.CheckOut, s.Nights = cmp.Or(p.CheckIn, s.CheckIn), cmp.Or(p.CheckOut, s.CheckOut), cmp.Or(p.Nights, s.Nights)
	lay(&s.Rooms, p.Rooms)
}

func (l *Lodging) lay(p *Lodging) {
	lay(&l.Needed, p.Needed)
	lay(&l.Rooms, p.Rooms)
	lay(&l.HotelStarMin, p.HotelStarMin)
	lay(&l.MaxPricePerNight, p.MaxPricePerNight)
	l.LocationHint, l.Nights = cmp.Or(p.LocationHint, l.LocationHint), cmp.Or(p.Nights, l.Nights)
	l.CheckIn, l.CheckOut = cmp.Or(p.CheckIn, l.CheckIn), cmp.Or(p.CheckOut, l.CheckOut)
}

func (c *Constraints) lay(p *Constraints) {
	lay(&c.BudgetTotal, p.BudgetTotal)
	lay(&c.RefundableOnly, p.RefundableOnly)
	lay(&c.MaxStops, p.MaxStops)
	lay(&c.AvoidRedEye, p.AvoidRedEye)
	if p.PreferredAirlines != nil {
		c.PreferredAirlines = p.PreferredAirlines
	}
}
