package assist

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// locationArgument is the argument that names a place.
const locationArgument = "location"

// weatherDays is the longest span of a repaired weather call.
const weatherDays = 7

// repair fills in what a model left out and the trip knows (2.2.admission, 2.2.weather, 2.3.food).
func (v view) repair(tool string, args object) object {
	switch tool {
	case trip.ToolSearchPlaces:
		return v.repairPlaces(args)
	case trip.ToolGetWeather:
		return v.repairWeather(args)
	default:
		return args
	}
}

// repairPlaces gives a search the first place of the trip when it has none, or one that could not be found before.
// Without any such place the argument is left out, or stays.
// Rule: 2.2.admission, 2.3.given
func (v view) repairPlaces(args object) object {
	if v.hasFailed(args.text(locationArgument)) {
		if left := v.placesLeft(); len(left) > 0 {
			args = args.with(locationArgument, quoted(left[0]))
		} else if args.text(locationArgument) == "" {
			args = args.without(locationArgument)
		}
	}
	if args.text("category") == "" {
		if v.heard.Message().Food {
			return args.with("category", quoted("food"))
		}
		return args.without("category")
	}
	return args
}

// placesLeft lists where a search may still look in this turn.
func (v view) placesLeft() []string { return slices.DeleteFunc(v.places(), v.hasFailed) }

// hasFailed reports whether a place is none, or could not be found before in this turn.
func (v view) hasFailed(place string) bool {
	return place == "" || slices.Contains(v.in.Turn.Assist.Tried, strings.ToLower(place))
}

// repairWeather gives a call without a place the first stop of the trip that can be found, and
// the trip's dates. Unlike a search it gets no second place.
// Rule: 2.2.weather
func (v view) repairWeather(args object) object {
	if args.text(locationArgument) != "" || args.has("latitude") && args.has("longitude") {
		return args
	}
	left := slices.DeleteFunc(stops(v.in), v.hasFailed)
	if len(left) == 0 {
		return args
	}
	args = args.without("latitude").without("longitude").with(locationArgument, quoted(left[0]))
	from, to := v.tripDates()
	if from != 0 && args.text("start_date") == "" && args.text("end_date") == "" {
		args = args.with("start_date", quoted(from.String())).with("end_date", quoted(to.String()))
	}
	return args
}

// tripDates returns the days of the trip, at most a week of them.
func (v view) tripDates() (from, to trip.Date) {
	it := &v.in.Itinerary
	if len(it.Segments) > 0 {
		from = it.Segments[0].DepartDate
		to = it.Segments[len(it.Segments)-1].DepartDate
	}
	if offers.StayCount(v.in) > 0 {
		stay := offers.StayAt(v.in, 0)
		if from == 0 {
			from = stay.CheckIn
		}
		to = max(to, stay.CheckOut)
	}
	if from == 0 {
		return 0, 0
	}
	return from, min(max(to, from), from.AddDays(weatherDays-1))
}

// searchNextPlace repeats a search whose place failed with the next place of the trip, in the same round. That place
// is never tried again in this turn. It reports false when every place was tried.
func (s Machine) searchNextPlace(callID string) bool {
	a := &s.Next.Turn.Assist
	i := s.running().find(callID)
	args := parseObject(a.Round[i].Arguments)
	if failed := args.text(locationArgument); !s.view().hasFailed(failed) {
		a.Tried = append(slices.Clip(a.Tried), strings.ToLower(failed))
	}
	return slices.ContainsFunc(s.view().placesLeft(), func(place string) bool {
		return s.repeat("2.2.after-failure", i, args.with(locationArgument, quoted(place)))
	})
}

// askStopsWeather repeats a call that lacks a place with the first stop of the trip, in the same round. It reports
// false when it had that place, or when there is none.
func (s Machine) askStopsWeather(callID string) bool {
	i := s.running().find(callID)
	args := parseObject(s.running()[i].Arguments)
	if args.text(locationArgument) == "" {
		return false
	}
	args = s.view().repairWeather(args.without(locationArgument))
	return args.text(locationArgument) != "" && s.repeat("2.2.weather", i, args)
}

// repeat runs call i of the running round again with other arguments, in its place. It reports false when the turn
// may not have that call.
func (s Machine) repeat(rule string, i int, args object) bool {
	a, v := &s.Next.Turn.Assist, s.view()
	c := call{name: a.Round[i].Name, args: args, step: a.Round[i].Step}
	c.fingerprint = v.print(c.name, args.raw())
	tool, _ := s.Catalog.Tool(c.name)
	switch {
	case v.usedUp(tool, nil) || a.Calls >= trip.MaxCallsPerTurn || !s.Awaits(trip.ToolAssistantStep),
		v.spent(c.fingerprint) || s.running().has(c.fingerprint):
		return false
	}
	s.Rule(rule)
	a.Round = slices.Clone(a.Round)
	a.Round[i] = s.runCall(c)
	return true
}
