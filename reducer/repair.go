package reducer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

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

func (s *step) repairPlaces(args object) object {
	location := args.text("location")
	if location == "" {
		location = s.nextPlace()
		args = args.with("location", quoted(location))
	}
	s.tried(location)
	if args.text("category") == "" {
		if s.asksForFood() {
			return args.with("category", quoted("food"))
		}
		return args.without("category")
	}
	return args
}

func (s *step) tried(location string) {
	a := &s.next.Turn.Assist
	if key := strings.ToLower(location); key != "" && !slices.Contains(a.Tried, key) {
		a.Tried = append(slices.Clip(a.Tried), key)
	}
}

// placeQuestion returns the question that a search without a place ends in, when nothing of
// the trip could be tried either.
func (s *step) placeQuestion(call trip.ProposedCall) string {
	if call.Name != trip.ToolSearchPlaces || parseObject(call.Arguments).text("location") != "" || s.nextPlace() != "" {
		return ""
	}
	return s.question(trip.ToolSearchPlaces)
}

// question asks the person for what a tool needs, in words of ours alone.
func (s *step) question(tool string) string {
	switch tool {
	case trip.ToolSearchPlaces, trip.ToolGetWeather:
		return "Where should I look? Please name a city or a place."
	default:
		return "I need one more detail for that. Could you tell me more precisely what you are after?"
	}
}

// searchNextPlace repeats a search whose place failed with the next place of the trip, in the
// same round. It reports false when every place was tried.
func (s *step) searchNextPlace(callID string) bool {
	a := &s.next.Turn.Assist
	place := s.nextPlace()
	i := slices.IndexFunc(a.Round, func(c trip.RoundCall) bool { return c.CallID == callID })
	tool, _ := s.catalog.Tool(trip.ToolSearchPlaces)
	if place == "" || i < 0 || s.usedUp(nil, tool) || a.Calls >= trip.MaxCallsPerTurn || s.next.Turn.Failed {
		return false
	}
	s.tried(place)
	args := parseObject(a.Round[i].Arguments).with("location", quoted(place))
	c := candidate{name: trip.ToolSearchPlaces, args: args, print: fingerprint(trip.ToolSearchPlaces, args.raw()), step: a.Round[i].Step}
	a.Round = slices.Clone(a.Round)
	a.Round[i] = s.runCall(c)
	return true
}

// nextPlace returns the first place of the trip that was not tried in this turn, "" if none.
func (s *step) nextPlace() string {
	for _, p := range places(s.next) {
		if !slices.Contains(s.next.Turn.Assist.Tried, strings.ToLower(p)) {
			return p
		}
	}
	return ""
}

// places lists where a search may look, in the rule book's order: the destination, the stays,
// then the message itself if it looks like a place.
func places(in *trip.Intent) []string {
	var out []string
	take := func(text string) {
		if text = placeText(text); text != "" && !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, text) }) {
			out = append(out, text)
		}
	}
	if legs := in.Itinerary.Segments; len(legs) > 0 {
		take(either(legs[0].Destination.City, legs[0].Destination.Code))
	}
	for _, stay := range in.Itinerary.Lodging.Stays {
		take(either(cityOfAddress(stay.LocationHint), stay.LocationCode))
	}
	if len(in.Itinerary.Lodging.Stays) == 0 {
		take(cityOfAddress(in.Itinerary.Lodging.LocationHint))
	}
	if looksLikePlace(in.Request.UserMessage) {
		take(in.Request.UserMessage)
	}
	return out
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}

// placeText cuts a text before the first ";"; "+2 more" is no place.
func placeText(text string) string {
	text, _, _ = strings.Cut(text, ";")
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "+") && strings.HasSuffix(text, " more") {
		return ""
	}
	return text
}

// cityOfAddress returns the city of "Little Turnstile 6, London": what follows the last comma
// when a house number stands before it.
func cityOfAddress(hint string) string {
	hint = placeText(hint)
	i := strings.LastIndexByte(hint, ',')
	if i < 0 || !strings.ContainsAny(hint[:i], "0123456789") {
		return hint
	}
	return strings.TrimSpace(hint[i+1:])
}

var commandWords = []string{
	"find", "search", "show", "get", "look", "give", "tell", "help", "recommend", "suggest", "list", "fetch",
	"what", "where", "which", "who", "how", "can", "could", "would", "please",
}

const (
	placeChars = 80
	placeWords = 6
)

// looksLikePlace reports whether a message may be nothing but a place.
func looksLikePlace(message string) bool {
	words := strings.Fields(message)
	if len(words) == 0 || len(words) > placeWords || len([]rune(message)) > placeChars || strings.Contains(message, "?") {
		return false
	}
	first := strings.ToLower(strings.Trim(words[0], ".,!:;'\""))
	return strings.ContainsFunc(message, isLetterOrDigit) && !slices.Contains(commandWords, first)
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var diningWords = []string{
	"restaurant", "restaurants", "dining", "dinner", "lunch", "breakfast", "brunch", "cafe", "cafes", "food",
	"eat", "eating", "cuisine", "meal", "meals", "bistro", "bar", "bars",
}

// asksForFood reports whether the current or one of the last messages has a word of eating.
func (s *step) asksForFood() bool {
	messages := append(slices.Clip(s.next.Turn.Assist.Recent), s.next.Request.UserMessage)
	return slices.ContainsFunc(messages, func(m string) bool {
		words := strings.FieldsFunc(strings.ToLower(m), func(r rune) bool { return !isLetterOrDigit(r) && r != '_' })
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(diningWords, w) })
	})
}

// repairWeather gives a call without a place the first stop of the trip and the trip's dates.
func (s *step) repairWeather(args object) object {
	if args.text("location") != "" || args.has("latitude") && args.has("longitude") {
		return args
	}
	stops := places(s.next)
	if len(stops) == 0 {
		return args
	}
	args = args.without("latitude").without("longitude").with("location", quoted(stops[0]))
	from, to := s.tripDates()
	if from != 0 && args.text("start_date") == "" && args.text("end_date") == "" {
		args = args.with("start_date", quoted(from.String())).with("end_date", quoted(to.String()))
	}
	return args
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
