package assist

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

// places lists where a search may look, in the rule book's order: the stops of the trip, then the message itself if it
// looks like a place, or like the answer to the question for one.
func (v view) places() []string {
	named := v.heard.Message().Place
	if v.in.Turn.OpenRequest != "" {
		named = v.heard.Message().Answer
	}
	return withPlace(stops(v.in), named)
}

// stops lists the places of the trip: the destination, then the stays in order.
// Rule: 2.2.destination, 2.2.stops
func stops(in *trip.Intent) []string {
	var out []string
	take := func(text string) { out = withPlace(out, text) }
	if legs := in.Itinerary.Segments; len(legs) > 0 {
		take(either(words.PlaceText(legs[0].Destination.City), legs[0].Destination.Code))
	}
	for _, stay := range in.Itinerary.Lodging.Stays {
		take(either(cityOfAddress(stay.LocationHint), stay.LocationCode))
	}
	if len(in.Itinerary.Lodging.Stays) == 0 {
		take(cityOfAddress(in.Itinerary.Lodging.LocationHint))
	}
	return out
}

// withPlace appends a place, unless it is none or is in the list already, in upper or lower case.
func withPlace(list []string, text string) []string {
	text = words.PlaceText(text)
	if text == "" || slices.ContainsFunc(list, func(o string) bool { return strings.EqualFold(o, text) }) {
		return list
	}
	return append(list, text)
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}

// cityOfAddress returns the city of "Little Turnstile 6, London" or "350 5th Ave, New York, NY":
// what follows the last part with a house number, as far as anything does.
// Rule: 2.2.stop-city
func cityOfAddress(hint string) string {
	hint = words.PlaceText(hint)
	parts := strings.Split(hint, ",")
	for i := len(parts) - 2; i >= 0; i-- {
		if strings.ContainsAny(parts[i], "0123456789") {
			return strings.TrimSpace(strings.Join(parts[i+1:], ","))
		}
	}
	return hint
}
