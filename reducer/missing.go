package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// missing lists what is required for quoting and absent: what the rule book requires, then what the policy does.
// Rule: 1.2.own
func (s *step) missing(in *trip.Intent) []string {
	out := missing(in, s.search().HasDayPlans(in))
	for _, path := range s.Policy.Required {
		if !slices.Contains(out, path) && saysNoValue(in.Value(path)) {
			out = append(out, path)
		}
	}
	return out
}

// saysNoValue reports whether there is no value at a path.
func saysNoValue(value trip.Raw) bool {
	return slices.Contains([]trip.Raw{"", "null", `""`, "[]", "{}"}, value)
}

// fieldsOf returns the questions that required fields bring with them, in the order of the paths.
func (s *step) fieldsOf(paths []string) (out []trip.Field) {
	asked := s.Catalog.Asked()
	for _, path := range paths {
		i := slices.IndexFunc(asked, func(f trip.Field) bool { return f.Path == path && f.Question != "" })
		if i >= 0 {
			out = append(out, asked[i])
		}
	}
	return out
}

// missing lists what is required for quoting and absent, in the rule book's order (behaviour 1.2). With isOpen there
// are days to choose from, which the nights follow.
// Rule: 1.2.order, 1.2.adults, 1.2.adults-null, 1.2.no-lodging, 1.2.stay-only, 5.8.open
func missing(in *trip.Intent, isOpen bool) []string {
	var out []string
	if in.Itinerary.TripType != trip.StayOnly {
		out = missingLegs(out, in, isOpen)
	}
	if in.Party.Travelers.Adults < 1 {
		out = append(out, "party.travelers.adults")
	}
	if offers.NeedsLodging(in) {
		out = missingLodging(out, in)
	}
	if isOpen {
		isNight := func(path string) bool {
			return strings.HasSuffix(path, ".check_in") || strings.HasSuffix(path, ".check_out")
		}
		out = slices.DeleteFunc(out, isNight)
	}
	return out
}

// missingLegs appends what legs lack. A leg that has days to choose from lacks its day where none of them fits the
// others, and these have theirs. One that is neither first nor last and is not flown, and on which no place to sleep
// hangs, needs none: nothing is searched for it.
// Rule: 1.2.segments, 1.2.origin, 1.2.destination, 1.2.depart-date
func missingLegs(out []string, in *trip.Intent, isOpen bool) []string {
	segments := in.Itinerary.Segments
	lacksDay := func(i int) bool {
		isBetween := i > 0 && i < len(segments)-1 && !segments[i].IsFlight() && !in.Itinerary.Lodging.Needed
		return segments[i].DepartDate == 0 && !isBetween && !offers.HasDays(in, i)
	}
	isNoneOpen := !isOpen
	for i := range segments {
		isNoneOpen = isNoneOpen && !lacksDay(i)
	}
	if len(segments) == 0 {
		return append(out, "itinerary.segments")
	}
	for i := range segments {
		leg := &segments[i]
		if leg.Origin.Code == "" {
			out = append(out, decision.Indexed("itinerary.segments", i, ".origin.code"))
		}
		if leg.Destination.Code == "" {
			out = append(out, decision.Indexed("itinerary.segments", i, ".destination.code"))
		}
		if lacksDay(i) || leg.DepartDate == 0 && offers.HasDays(in, i) && isNoneOpen {
			out = append(out, decision.Indexed("itinerary.segments", i, ".depart_date"))
		}
	}
	return out
}

// Rule: 1.2.stays, 1.2.lodging-dates, 1.2.stay-only
func missingLodging(out []string, in *trip.Intent) []string {
	l := &in.Itinerary.Lodging
	stays := l.Stays
	if len(stays) == 0 && in.Itinerary.TripType == trip.StayOnly {
		if only := offers.StayAt(in, 0); only.LocationCode == "" { // no leg tells the place either
			stays = []trip.Stay{only}
		}
	}
	for j := range stays {
		if stays[j].LocationCode == "" {
			out = append(out, decision.Indexed("itinerary.lodging.stays", j, ".location_code"))
		}
		if stays[j].CheckIn == 0 {
			out = append(out, decision.Indexed("itinerary.lodging.stays", j, ".check_in"))
		}
		if stays[j].CheckOut == 0 {
			out = append(out, decision.Indexed("itinerary.lodging.stays", j, ".check_out"))
		}
	}
	if len(stays) > 0 {
		return out
	}
	if l.CheckIn == 0 {
		out = append(out, "itinerary.lodging.check_in")
	}
	if l.CheckOut == 0 {
		out = append(out, "itinerary.lodging.check_out")
	}
	return out
}
