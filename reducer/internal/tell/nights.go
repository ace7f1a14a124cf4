package tell

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// Over the date line, and over a night in the air, one lands on another day than one has left; and a stay may end on
// another day than the flight from there leaves. Both ends of a stay are compared with its flights, by the clock there
// (behaviour 7.2).

// Before these hours a flight may be counted to the night before: who lands then still sleeps in it, who leaves then
// may have gone without a bed.
const (
	landsEarly  = "06:00"
	leavesEarly = "03:00"
)

// hasNightsOff reports whether a night of the selected bundle is missing or not used.
func (s Teller) hasNightsOff() bool {
	at := offers.RankOf(s.Next, s.Next.WorkingMemory.Selected.BundleID)
	if at < 0 {
		return false
	}
	f := s.factsOf(at)
	return len(s.nightsOff(&f)) > 0
}

// nightsOff describes the nights of a bundle that have no bed, because its flight lands before its stay begins or
// leaves after it has ended, and those that are paid for nobody.
// Rule: 7.2.nights
func (s Teller) nightsOff(f *facts) (out []trip.Params) {
	leg := 0
	for _, o := range f.flights {
		for leg < len(s.Next.Itinerary.Segments) && !offers.IsSearchedLeg(s.Next, leg) {
			leg++
		}
		if leg >= len(s.Next.Itinerary.Segments) {
			break
		}
		for _, p := range [...]trip.Params{s.nightsBefore(leg, o), s.nightsAfter(leg, o)} {
			if p != nil {
				out = append(out, p)
			}
		}
		leg++
	}
	return out
}

// nightsBefore compares when a leg's flight leaves with the end of the stay before it; nil where they fit, or one of
// them is not known.
func (s Teller) nightsBefore(leg int, o *trip.FlightOption) trip.Params {
	from := &s.Next.Itinerary.Segments[leg]
	stay, ok := s.stayBefore(leg)
	if !ok || s.comesBack(&stay, leg) {
		return nil
	}
	var leaves string
	if len(o.Segments) > 0 {
		leaves = o.Segments[0].DepartAt
	} else {
		leaves = from.DepartDate.String() // a flight that does not say when it leaves was found for this day
	}
	earliest, latest := borderDays(leaves, leavesEarly)
	if stay.CheckOut < earliest {
		return s.nights("missing", stay.CheckOut, earliest, &from.Origin, "leaves", leaves)
	}
	return s.nights("unused", latest, stay.CheckOut, &from.Origin, "leaves", leaves)
}

// nightsAfter compares the landing of a leg's flight with the beginning of the stay after it.
func (s Teller) nightsAfter(leg int, o *trip.FlightOption) trip.Params {
	stay, ok := s.stayAfter(leg)
	if len(o.Segments) == 0 || !ok || s.cameFrom(&stay, leg) {
		return nil
	}
	to, lands := &s.Next.Itinerary.Segments[leg].Destination, o.Segments[len(o.Segments)-1].ArriveAt
	earliest, latest := borderDays(lands, landsEarly)
	if stay.CheckIn < earliest {
		return s.nights("unused", stay.CheckIn, min(earliest, stay.CheckOut), to, "lands", lands)
	}
	return s.nights("missing", latest, stay.CheckIn, to, "lands", lands)
}

// comesBack reports whether a later leg ends at the place of a stay before that is over: its room is kept meanwhile,
// and the leg that leaves is not its end.
func (s Teller) comesBack(stay *trip.Stay, leg int) bool {
	legs := s.Next.Itinerary.Segments
	for i := leg + 1; i < len(legs); i++ {
		if offers.SamePlace(stay.LocationCode, legs[i].Destination.Code) && legs[i].DepartDate < stay.CheckOut {
			return true
		}
	}
	return false
}

// cameFrom reports whether an earlier leg left the place of a stay after that had begun: its room was kept, and the leg
// that lands is not its beginning.
func (s Teller) cameFrom(stay *trip.Stay, leg int) bool {
	legs := s.Next.Itinerary.Segments
	for i := range leg {
		if offers.SamePlace(stay.LocationCode, legs[i].Origin.Code) && legs[i].DepartDate > stay.CheckIn {
			return true
		}
	}
	return false
}

// borderDays returns the days to which the beginning or end of a stay may be set for a flight at some time: the day of
// its clock and, before an hour, the one before. They are zero when the time cannot be read.
func borderDays(at, early string) (earliest, latest trip.Date) {
	day, err := trip.ParseDate(offers.DateOf(at))
	if err != nil {
		return 0, 0
	}
	if clock := offers.ClockOf(at); clock != "" && clock < early {
		return day.AddDays(-1), day
	}
	return day, day
}

// nights describes the nights from one day to another, nil when there are none or a day is not known. when is how the
// flight touches the place, and at its time.
func (s Teller) nights(what string, from, to trip.Date, place *trip.Place, when, at string) trip.Params {
	if from == 0 || to <= from {
		return nil
	}
	s.Rule("7.2.nights")
	return trip.With("what", what, "place", describe.Place(place), when, at,
		"from", from.String(), "nights", from.DaysUntil(to))
}

// stayBefore returns the last stay at the beginning of a leg that has a night since the leg before left.
func (s Teller) stayBefore(leg int) (last trip.Stay, ok bool) {
	legs := s.Next.Itinerary.Segments
	for j := range offers.StayCount(s.Next) {
		stay := offers.StayAt(s.Next, j)
		switch {
		case stay.LocationCode == "" || !offers.SamePlace(stay.LocationCode, legs[leg].Origin.Code):
		case stay.CheckIn == 0 || stay.CheckIn >= legs[leg].DepartDate:
		case leg > 0 && stay.CheckOut <= legs[leg-1].DepartDate:
		case !ok || stay.CheckOut > last.CheckOut:
			last, ok = stay, true
		}
	}
	return last, ok
}

// stayAfter returns the first stay at the end of a leg that has a night before the next leg leaves.
func (s Teller) stayAfter(leg int) (first trip.Stay, ok bool) {
	legs := s.Next.Itinerary.Segments
	for j := range offers.StayCount(s.Next) {
		stay := offers.StayAt(s.Next, j)
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
