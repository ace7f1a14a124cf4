package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// locationArgument is the argument that names a place.
const locationArgument = "location"

// weatherDays is the longest span of a repaired weather call.
const weatherDays = 7

// repair fills in what a model left out and the trip knows (BEHAVIOUR 2.2, 2.3).
func (s *step) repair(name string, args object) object {
	switch name {
	case trip.ToolSearchPlaces:
		return s.repairPlaces(args)
	case trip.ToolGetWeather:
		return s.repairWeather(args)
	default:
		return args
	}
}

// repairPlaces gives a search the first place of the trip when it has none, or one that could
// not be found before. Without any such place the argument is left out, or stays.
func (s *step) repairPlaces(args object) object {
	if s.hasFailed(args.text(locationArgument)) {
		if place := s.nextPlace(always); place != "" {
			args = args.with(locationArgument, quoted(place))
		} else if args.text(locationArgument) == "" {
			args = args.without(locationArgument)
		}
	}
	if args.text("category") == "" {
		if s.asksForFood() {
			return args.with("category", quoted("food"))
		}
		return args.without("category")
	}
	return args
}

// hasFailed reports whether a place is none, or could not be found before in this turn.
func (s *step) hasFailed(place string) bool {
	return place == "" || slices.Contains(s.next.Turn.Assist.Tried, strings.ToLower(place))
}

// placeFailed remembers a place that could not be found: it is never tried again in this turn.
func (s *step) placeFailed(place string) {
	if a := &s.next.Turn.Assist; !s.hasFailed(place) {
		a.Tried = append(slices.Clip(a.Tried), strings.ToLower(place))
	}
}

// question asks the person for what a tool needs beyond its arguments, in words of ours alone.
func (s *step) question(tool string, args object) string {
	switch {
	case tool == trip.ToolSearchPlaces && s.hasFailed(args.text(locationArgument)):
		return "Where should I look? Please name a city or a place."
	case tool == trip.ToolGetWeather:
		return "For which place, and for which days? Please name a city or a place."
	default:
		return "I need one more detail for that. Could you tell me more precisely what you are after?"
	}
}

// searchNextPlace repeats a search whose place failed with the next place of the trip, in the
// same round. It reports false when every place was tried.
func (s *step) searchNextPlace(callID string) bool {
	a := &s.next.Turn.Assist
	i := slices.IndexFunc(a.Round, func(c trip.RoundCall) bool { return c.CallID == callID })
	c := candidate{name: trip.ToolSearchPlaces, args: parseObject(a.Round[i].Arguments), step: a.Round[i].Step}
	s.placeFailed(c.args.text(locationArgument))
	if !s.mayRepeat(c.name) {
		return false
	}
	place := s.nextPlace(func(place string) bool {
		c.args = c.args.with(locationArgument, quoted(place))
		c.print = s.print(c.name, c.args.raw())
		return !s.spent(c.print) && !slices.ContainsFunc(a.Round, func(o trip.RoundCall) bool { return o.Print == c.print })
	})
	if place == "" {
		return false
	}
	a.Round = slices.Clone(a.Round)
	a.Round[i] = s.runCall(c)
	return true
}

// mayRepeat reports whether the running round may have one more call of a tool.
func (s *step) mayRepeat(name string) bool {
	tool, _ := s.catalog.Tool(name)
	return !s.isOff(name) && !s.usedUp(nil, tool) && s.next.Turn.Assist.Calls < trip.MaxCallsPerTurn && !s.next.Turn.Failed
}

var diningWords = []string{
	"restaurant", "restaurants", "dining", "dinner", "lunch", "breakfast", "brunch", "cafe", "cafes", "food",
	"eat", "eating", "cuisine", "meal", "meals", "bistro", "bar", "bars",
}

// otherWords are what else a person may look for on the map.
var otherWords = []string{
	"museum", "museums", "gallery", "galleries", "sight", "sights", "sightseeing", "attraction", "attractions", "monument", "monuments",
	"landmark", "landmarks", "things", "hotel", "hotels", "hostel", "hostels", "shop", "shops", "shopping", "park", "parks", "beach", "beaches",
	"zoo", "concert", "concerts", "cinema", "cinemas", "pharmacy", "pharmacies",
}

// asksForFood reports whether the message has a word of eating, or one of the last messages while this
// one names nothing else to look for.
func (s *step) asksForFood() bool {
	words := wordsOf(s.next.Request.UserMessage)
	if hasWord(words, diningWords) {
		return true
	}
	return !hasWord(words, otherWords) && slices.ContainsFunc(s.next.Turn.Assist.Recent, func(m string) bool {
		return hasWord(wordsOf(m), diningWords)
	})
}

// repairWeather gives a call without a place the first stop of the trip that can be found, and
// the trip's dates. Unlike a search it gets no second place.
func (s *step) repairWeather(args object) object {
	if args.text(locationArgument) != "" || args.has("latitude") && args.has("longitude") {
		return args
	}
	stops := stops(&s.next)
	i := slices.IndexFunc(stops, func(place string) bool { return !s.hasFailed(place) })
	if i < 0 {
		return args
	}
	args = args.without("latitude").without("longitude").with(locationArgument, quoted(stops[i]))
	from, to := s.tripDates()
	if from != 0 && args.text("start_date") == "" && args.text("end_date") == "" {
		args = args.with("start_date", quoted(from.String())).with("end_date", quoted(to.String()))
	}
	return args
}

// askStopsWeather repeats a call that its tool wants a place for with the first stop of the trip, in
// the same round. It reports false when that was the place, or there is none.
func (s *step) askStopsWeather(callID string) bool {
	a := &s.next.Turn.Assist
	i := slices.IndexFunc(a.Round, func(c trip.RoundCall) bool { return c.CallID == callID })
	args := parseObject(a.Round[i].Arguments)
	if args.text(locationArgument) == "" || !s.mayRepeat(trip.ToolGetWeather) {
		return false
	}
	c := candidate{name: trip.ToolGetWeather, args: s.repairWeather(args.without(locationArgument)), step: a.Round[i].Step}
	c.print = s.print(c.name, c.args.raw())
	isSame := func(o trip.RoundCall) bool { return o.Print == c.print }
	if c.args.text(locationArgument) == "" || s.spent(c.print) || slices.ContainsFunc(a.Round, isSame) {
		return false
	}
	a.Round = slices.Clone(a.Round)
	a.Round[i] = s.runCall(c)
	return true
}

// tripDates returns the days of the trip, at most a week of them.
func (s *step) tripDates() (from, to trip.Date) {
	it := &s.next.Itinerary
	if len(it.Segments) > 0 {
		from = it.Segments[0].DepartDate
		to = it.Segments[len(it.Segments)-1].DepartDate
	}
	if s.next.StayCount() > 0 {
		stay := s.next.StayAt(0)
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
