package chat

import (
	"regexp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
)

// distanceNeeds are the words of a question about how far two places are from each other, or about the way.
var distanceNeeds = regexp.MustCompile(`(?i)\b(?:how\s+(?:far|many\s+(?:kilomet(?:er|re)s|km|miles)|to\s+(?:get|travel)|(?:do|can|could|would|should)\s+(?:i|we|you|one)\s+(?:get|go|travel|fly))|distance)\b`)

// distance answers how far two places are from each other, as the crow flies: the gazetteer knows where they are, and
// no tool is needed. Beside one place the trip's destination is meant. It is empty of other messages.
func (t *turn) distance() string {
	at := distanceNeeds.FindStringIndex(t.text)
	if at == nil || t.asksWeb() {
		return ""
	}
	var ends []geo.Place
	for _, m := range geo.Scan(t.text[at[0]:]) {
		name := m.Name
		if m.Beside != "" {
			name += ", " + m.Beside
		}
		if p, ok := geo.ResolveCity(name); ok && !slices.ContainsFunc(ends, p.Same) {
			ends = append(ends, p)
		}
	}
	if legs := t.intent.Itinerary.Segments; len(ends) == 1 && len(legs) > 0 {
		if p, ok := geo.ResolveCity(legs[0].Destination.Code); ok && !p.Same(ends[0]) {
			ends = append(ends, p)
		}
	}
	if len(ends) != 2 {
		return ""
	}
	km := geo.DistanceKM(ends[0].Point(), ends[1].Point())
	return t.say("distance", "from", ends[0].Name, "from_country", ends[0].Country, "to", ends[1].Name,
		"to_country", ends[1].Country, "km", km, "miles", km*1000/metresAMile)
}

const metresAMile = 1609
