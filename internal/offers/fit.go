package offers

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// A Misfit is a way in which a flight that is for what was searched is not as the person asked. The flight is told with
// it.
type Misfit struct {
	What   string
	Is     string
	Asked  string
	Window trip.TimeWindow // the times that were asked for
}

// What of a flight is not as asked.
const (
	// Told beside a flight, which keeps its rank.
	MisfitCabin = "cabin"
	MisfitStops = "stops"

	// Flights with these come after those without.
	MisfitDeparts = "departs" // at a time outside of the window
	MisfitArrives = "arrives" // at a time outside of the window
	MisfitLater   = "later"   // it lands on a later day than the first that is on offer
	MisfitVia     = "via"     // it does not change where the person wants to

	// Flights with these are left out while a leg has others.
	MisfitAirline    = "airline"
	MisfitConnection = "connection"
	MisfitDay        = "day"
)

// IsExcluded reports whether a flight is left out for it while there are others.
func (m Misfit) IsExcluded() bool {
	return m.What == MisfitAirline || m.What == MisfitConnection || m.What == MisfitDay
}

// IsUnfit reports whether a flight comes after those without it.
func (m Misfit) IsUnfit() bool {
	return m.What == MisfitDeparts || m.What == MisfitArrives || m.What == MisfitLater || m.What == MisfitVia
}

// Misfits lists what of a flight on a leg is not as the person asked. What an offer does not say is not compared.
//
// Rule: 5.1.asked-in-part, 7.2.times, 7.2.via, 7.2.excluded
func Misfits(in *trip.Intent, leg int, o *trip.FlightOption) []Misfit {
	return append(less(in, leg, o), Unasked(in, leg, o)...)
}

// less lists in what a flight is less than its search asked for.
func less(in *trip.Intent, leg int, o *trip.FlightOption) (out []Misfit) {
	a := FlightSearch(in, leg)
	if is := cabinRank(o.Cabin); is >= 0 && is < cabinRank(a.Cabin) {
		out = append(out, Misfit{What: MisfitCabin, Is: o.Cabin, Asked: a.Cabin})
	}
	if n := Stops(o); n > a.MaxStops {
		out = append(out,
			Misfit{What: MisfitStops, Is: strconv.FormatInt(n, 10), Asked: strconv.FormatInt(a.MaxStops, 10)})
	}
	return out
}

// Unasked lists what of a flight on a leg no search is for: times, the way, and what the person does not want.
func Unasked(in *trip.Intent, leg int, o *trip.FlightOption) []Misfit {
	n := len(o.Segments)
	if n == 0 {
		return nil
	}
	s, f := &in.Itinerary.Segments[leg], &in.Preferences.Flight
	out := timesUnfit(nil, in, leg, o)
	for i := range s.Via {
		if !changesAt(o, s.Via[i].Code) {
			out = append(out, Misfit{What: MisfitVia, Asked: nameOf(&s.Via[i])})
		}
	}
	for i := range o.Segments {
		name := o.Segments[i].Airline
		isTold := slices.ContainsFunc(out, func(m Misfit) bool { return m.What == MisfitAirline && m.Is == name })
		if slices.Contains(f.ExcludedAirlines, name) && !isTold {
			out = append(out, Misfit{What: MisfitAirline, Is: name})
		}
	}
	for i := range f.ExcludedConnections {
		if at := &f.ExcludedConnections[i]; changesAt(o, at.Code) {
			out = append(out, Misfit{What: MisfitConnection, Is: nameOf(at)})
		}
	}
	if day := dayOf(o.Segments[0].DepartAt); in.Itinerary.Excludes(day) {
		out = append(out, Misfit{What: MisfitDay, Is: day.String()})
	}
	return out
}

// timesUnfit compares when a flight leaves and lands with the windows of its leg.
func timesUnfit(out []Misfit, in *trip.Intent, leg int, o *trip.FlightOption) []Misfit {
	s := &in.Itinerary.Segments[leg]
	if at := ClockOf(o.Segments[0].DepartAt); at != "" && !s.DepartTimeWindow.Has(at) {
		out = append(out, Misfit{What: MisfitDeparts, Is: at, Window: s.DepartTimeWindow})
	}
	if !s.ArriveTimeWindow.IsSet() {
		return out
	}
	lands := o.Segments[len(o.Segments)-1].ArriveAt
	if day, first := dayOf(lands), LandingDay(in, leg); first != 0 && day > first {
		return append(out, Misfit{What: MisfitLater, Is: day.String(), Window: s.ArriveTimeWindow})
	}
	if at := ClockOf(lands); at != "" && !s.ArriveTimeWindow.Has(at) {
		out = append(out, Misfit{What: MisfitArrives, Is: at, Window: s.ArriveTimeWindow})
	}
	return out
}

// LandingDay is the first day on which a flight on offer for a leg lands, which is that of a window of arrival: over an
// ocean it is the day after the flight leaves. It is 0 where no flight says.
func LandingDay(in *trip.Intent, leg int) (first trip.Date) {
	if leg >= len(in.WorkingMemory.FlightQuotes) {
		return 0
	}
	for i := range in.WorkingMemory.FlightQuotes[leg] {
		legs := in.WorkingMemory.FlightQuotes[leg][i].Segments
		if len(legs) == 0 {
			continue
		}
		if day := dayOf(legs[len(legs)-1].ArriveAt); day != 0 && (first == 0 || day < first) {
			first = day
		}
	}
	return first
}

// changesAt reports whether a flight changes in the city of a place.
func changesAt(o *trip.FlightOption, code string) bool {
	for i := 0; i+1 < len(o.Segments); i++ {
		if SamePlace(code, o.Segments[i].To) {
			return true
		}
	}
	return false
}

// ClockOf cuts "06:40" out of a local time; "" where there is none.
func ClockOf(at string) string {
	const from, to = len("2026-04-12T"), len("2026-04-12T06:40")
	if len(at) < to {
		return ""
	}
	return at[from:to]
}

// DateOf cuts the date out of a local time, as text.
func DateOf(at string) string { return at[:min(len(at), len("2026-04-12"))] }

// dayOf cuts the day out of a local time; 0 where there is none.
func dayOf(at string) trip.Date {
	day, err := trip.ParseDate(DateOf(at))
	if err != nil {
		return 0
	}
	return day
}

func nameOf(p *trip.Place) string {
	if p.City != "" {
		return p.City
	}
	return p.Code
}

// IsChoosy reports whether more is asked of the flights of some leg than a search can be for.
func IsChoosy(in *trip.Intent) bool {
	legs := in.Itinerary.Segments
	for i := range legs { // a copy of each would cost more
		if legs[i].IsChoosy() {
			return true
		}
	}
	return false
}

// ExcludesFlights reports whether some flights are not wanted.
func ExcludesFlights(in *trip.Intent) bool {
	f := &in.Preferences.Flight
	return len(f.ExcludedAirlines)+len(f.ExcludedConnections)+len(in.Itinerary.ExcludedDays) > 0
}
