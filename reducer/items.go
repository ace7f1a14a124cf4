package reducer

import (
	"github.com/legwork-go/legwork/trip"
)

// until says when the first of some holds ends, by a clock that the person knows: day, clock and zone; it is empty
// when none ends.
func (s *step) until(held []*trip.Hold) trip.Params {
	at := firstExpiry(held)
	if at == 0 {
		return nil
	}
	s.Rule("7.5.local-times")
	day, clock, zone, err := s.Catalog.Local(s.timezone(held), at)
	if err != nil { // no intent names a zone that is not known
		panic("reducer: " + err.Error())
	}
	return trip.With("date", day.String(), "time", clock, "zone", zone)
}

// timezone returns the person's time zone: where nobody has named it, that of the place of the first hold that has one.
func (s *step) timezone(held []*trip.Hold) string {
	if zone := s.Next.Request.Timezone; zone != trip.DefaultTimezone {
		return zone
	}
	for _, h := range held {
		if _, err := s.Catalog.Zone(h.Timezone); err == nil && h.Timezone != "" {
			return h.Timezone
		}
	}
	return trip.DefaultTimezone
}
