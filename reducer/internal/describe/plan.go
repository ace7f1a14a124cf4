package describe

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/trip"
)

// Plan describes the whole trip.
func Plan(in *trip.Intent) trip.Params {
	var legs, stays []trip.Params
	if in.Itinerary.TripType != trip.StayOnly {
		legs = each(in.Itinerary.Segments, Leg)
	}
	for j := range offers.StayCount(in) {
		stay := Stay(in, j)
		if slices.Contains(offers.VaryingPlaces(in), offers.StayAt(in, j).LocationCode) { // it follows the route
			stay[slices.IndexFunc(stay, func(p trip.Param) bool { return p.Name == "place" })].Value = trip.Params(nil)
		}
		stays = append(stays, stay)
	}
	args := []any{
		"legs", legs, "stays", stays, "travelers", People(in.Party.Travelers),
		"cabin", in.Preferences.Flight.Cabin, "budget", in.Constraints.BudgetTotal.String(),
	}
	if n := in.Itinerary.Nights; n.IsSet() {
		args = append(args, "nights", nightsOf(n))
	}
	if offers.IsLodgingUnsaid(in) {
		args = append(args, "lodging_unsaid", true)
	}
	return trip.With(append(args, wishesOf(in)...)...)
}

// wishesOf describes what else was asked for, as far as something was.
func wishesOf(in *trip.Intent) (args []any) {
	add := func(name string, value any, isSaid bool) {
		if isSaid {
			args = append(args, name, value)
		}
	}
	f, h := &in.Preferences.Flight, &in.Preferences.Hotel
	add("ages", booking.Ages(in), len(in.Party.Ages) > 0 && in.Party.Travelers.Infants == 0) // theirs are in months too
	add("airlines", f.PreferredAirlines, len(f.PreferredAirlines) > 0)
	add("avoid_red_eye", true, f.AvoidRedEye == trip.True)
	add("contact", true, in.Party.Contact != trip.Contact{})
	add("excluded_days", daysOf(in.Itinerary.ExcludedDays), len(in.Itinerary.ExcludedDays) > 0)
	add("excluded", Excluded(&in.Preferences), excludes(&in.Preferences))
	add("max_stops", numberText(f.MaxStops), f.MaxStops.Set)
	add("stars", numberText(h.StarMin), h.StarMin.Set)
	add("nightly", h.MaxPricePerNight.String(), h.MaxPricePerNight.IsSet())
	add("refundable", true, in.Constraints.RefundablePreference)
	return args
}

// Place describes a place as far as it is known. Of an airport of a city it tells which one it is.
func Place(p *trip.Place) trip.Params {
	args := []any{"city", p.City, "code", p.Code, "country", p.Country, "name", p.Name}
	if p.Type == "airport" && p.City != "" {
		args = append(args, "airport", p.Code)
	}
	return trip.With(args...)
}

// Leg describes a leg: its places, its day or the days that it may have, and what was asked of it.
func Leg(l *trip.Segment) trip.Params {
	args := []any{
		"date", l.DepartDate.String(), "from", Place(&l.Origin), "mode", modeOf(l), "to", Place(&l.Destination),
	}
	if between := l.DepartBetween; between.IsSet() {
		args = append(args, "between", rangeOf(between))
	}
	if days := l.Alternatives.DepartDate; len(days) > 0 {
		args = append(args, "days", dayTexts(days))
	}
	if others := l.Alternatives.Origin; len(others) > 0 {
		args = append(args, "or_from", Places(others))
	}
	if others := l.Alternatives.Destination; len(others) > 0 {
		args = append(args, "or_to", Places(others))
	}
	if l.DepartTimeWindow.IsSet() {
		args = append(args, "leaves", Window(l.DepartTimeWindow))
	}
	if l.ArriveTimeWindow.IsSet() {
		args = append(args, "lands", Window(l.ArriveTimeWindow, "lands", true))
	}
	if len(l.Via) > 0 {
		args = append(args, "via", Places(l.Via))
	}
	return trip.With(args...)
}

func modeOf(l *trip.Segment) string {
	if l.IsFlight() {
		return trip.ModeFlight
	}
	return l.TransportMode
}

// Stay describes a stay. Its place is named as in the leg that goes there or, failing that, starts there. If the
// stay has no code yet, its place is the destination of the leg to the city of its hint, or of the first leg if it has
// no hint.
func Stay(in *trip.Intent, j int) trip.Params {
	stay := offers.StayAt(in, j)
	place := trip.Place{Code: stay.LocationCode}
	for i := range in.Itinerary.Segments {
		l := &in.Itinerary.Segments[i]
		goesThere := l.Destination.Code == stay.LocationCode
		if stay.LocationCode == "" {
			goesThere = stay.LocationHint == "" || stay.LocationHint == l.Destination.City
		}
		if goesThere {
			place = l.Destination
			break
		}
		if stay.LocationCode != "" && l.Origin.Code == stay.LocationCode && place.City == "" {
			place = l.Origin
		}
	}
	rooms := offers.StayRooms(in, stay)
	if in.Party.Travelers == (trip.Travelers{}) {
		rooms = max(offers.WishedRooms(in, stay).Value, 1) // as long as nobody said who travels
	}
	return trip.With("place", Place(&place), "check_in", stay.CheckIn.String(), "check_out", stay.CheckOut.String(),
		"rooms", rooms, "hint", stay.LocationHint)
}

// People counts who travels.
func People(t trip.Travelers) trip.Params {
	return trip.With("adults", t.Adults, "children", t.Children, "infants", t.Infants)
}

// Excluded describes what is not wanted: airlines, places where one will not change, means of travel.
func Excluded(p *trip.Preferences) trip.Params {
	return trip.With("airlines", p.Flight.ExcludedAirlines, "at", Places(p.Flight.ExcludedConnections),
		"modes", p.ExcludedModes)
}

// Places describes places as far as they are known.
func Places(list []trip.Place) []trip.Params {
	return each(list, Place)
}

// daysOf describes days on which the person does not travel. Where one day was taken out of days of the week, it is
// told as an exception of these.
func daysOf(list []trip.DayRange) []trip.Params {
	out := make([]trip.Params, 0, len(list))
	for i := 0; i < len(list); i++ {
		d, but := list[i], trip.Date(0)
		if i+1 < len(list) && d.Weekday != "" && d.Weekday == list[i+1].Weekday && d.To.AddDays(2) == list[i+1].From &&
			d.To != 0 {
			i++
			d.To, but = list[i].To, d.To.AddDays(1)
		}
		args := rangeArgs(d)
		if but != 0 {
			args = append(args, "but", but.String())
		}
		out = append(out, trip.With(args...))
	}
	return out
}

func rangeArgs(d trip.DayRange) []any {
	return []any{"from", d.From.String(), "to", d.To.String(), "weekday", d.Weekday}
}

// rangeOf describes a range of days, nil when there is none.
func rangeOf(d trip.DayRange) trip.Params {
	if !d.IsSet() {
		return nil
	}
	return trip.With(rangeArgs(d)...)
}

func dayTexts(days []trip.Date) []string {
	out := make([]string, len(days))
	for i, d := range days {
		out[i] = d.String()
	}
	return out
}

// nightsOf describes how many nights a trip may have, nil when nobody said.
func nightsOf(n trip.Nights) trip.Params {
	if !n.IsSet() {
		return nil
	}
	return trip.With("min", n.Min, "max", n.Max)
}

// excludes reports whether anything is not wanted.
func excludes(p *trip.Preferences) bool {
	return len(p.Flight.ExcludedAirlines)+len(p.Flight.ExcludedConnections)+len(p.ExcludedModes) > 0
}

// numberText writes a number, "" when nobody said one.
func numberText(n trip.OptInt) string {
	if !n.Set {
		return ""
	}
	return strconv.FormatInt(n.Value, 10)
}

// Window describes when a leg shall leave or land.
func Window(w trip.TimeWindow, beside ...any) trip.Params {
	return trip.With(append(beside, "start", w.Start, "end", w.End)...)
}
