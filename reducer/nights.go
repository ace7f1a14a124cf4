package reducer

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Over the date line, and over a night in the air, one lands on another day than one has left. The nights of a stay are
// compared with the day on which its flight lands, by the clock there (behaviour 7.2).

// earlyMorning is until when who lands still sleeps in the night before.
const earlyMorning = "06:00"

// nightsOff describes the nights of a bundle that have no bed, because its flight lands on an earlier day than its stay
// begins, and those that are paid for nobody, because it lands on a later one.
// Rule: 7.2.nights
func (s *step) nightsOff(f *facts) (out []trip.Params) {
	leg := 0
	for _, o := range f.flights {
		for leg < len(s.next.Itinerary.Segments) && !offers.IsSearchedLeg(s.next, leg) {
			leg++
		}
		if leg >= len(s.next.Itinerary.Segments) {
			break
		}
		if p := s.nightsAfter(leg, o); p != nil {
			out = append(out, p)
		}
		leg++
	}
	return out
}

// nightsAfter compares the landing of a leg's flight with the stay that begins there; nil where they fit, or one of
// them is not known.
func (s *step) nightsAfter(leg int, o *trip.FlightOption) trip.Params {
	stay, ok := s.stayAfter(leg)
	if len(o.Segments) == 0 || !ok {
		return nil
	}
	lands := o.Segments[len(o.Segments)-1].ArriveAt
	day, err := trip.ParseDate(dayOf(lands))
	if err != nil {
		return nil
	}
	slept := day // whose night is the first to sleep in
	if clock := offers.ClockOf(lands); clock != "" && clock < earlyMorning {
		slept = day.AddDays(-1)
	}
	what, from, nights := "missing", day, day.DaysUntil(stay.CheckIn)
	if slept > stay.CheckIn {
		what, from, nights = "unused", stay.CheckIn, stay.CheckIn.DaysUntil(min(slept, stay.CheckOut))
	}
	if nights <= 0 {
		return nil
	}
	s.rule("7.2.nights")
	return trip.With("what", what, "place", placeOf(&s.next.Itinerary.Segments[leg].Destination), "lands", lands,
		"from", from.String(), "nights", nights)
}

// stayAfter returns the first stay at the end of a leg that has a night before the next leg leaves.
func (s *step) stayAfter(leg int) (first trip.Stay, ok bool) {
	legs := s.next.Itinerary.Segments
	for j := range offers.StayCount(s.next) {
		stay := offers.StayAt(s.next, j)
		switch {
		case stay.LocationCode == "" || !offers.SamePlace(stay.LocationCode, legs[leg].Destination.Code):
		case stay.CheckIn == 0 || stay.CheckOut <= legs[leg].DepartDate:
		case leg+1 < len(legs) && legs[leg+1].DepartDate != 0 && stay.CheckIn >= legs[leg+1].DepartDate:
		case !ok || stay.CheckIn < first.CheckIn:
			first, ok = stay, true
		}
	}
	return first, ok
}
