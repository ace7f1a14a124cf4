package extract

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// parts are the parts of a trip that an act names, with commas between them: acts are compared.
type parts string

// MarshalJSON writes them as a list.
func (p parts) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Split(string(p), ",")) }

// The words for parts of a trip, and those of who gives one back, holds one, or means nothing else.
var (
	flightPart = []string{"flight", "flights", "plane", "planes"}
	hotelPart  = []string{"hotel", "hotels", "room", "rooms", "accommodation", "lodging", "stay"}
	backPart   = []string{
		"return flight", "return", "way back", "way home", "flight back", "flight home", "inbound", "inbound flight",
		"return leg", "flight back home",
	}
	outPart = []string{
		"outbound", "outbound flight", "outward flight", "way out", "way there", "flight out", "flight there",
		"outgoing flight",
	}
	givingPart = []string{
		"release", "give back", "let go of", "let go", "cancel", "drop", "remove", "free", "get rid of", "dont need",
		"dont want", "no longer need", "give up", "return the",
	}
	holdingPart = []string{"hold", "reserve", "put a hold on", "place a hold on", "secure", "block"}
	besidePart  = strings.Fields(`only just too also as well but not no longer of hold holds reservation back keep rest
		else everything other others in addition for`)
)

// partsOf returns the parts that a clause names; none where it names all of the trip.
func partsOf(c *clause) parts {
	var named []string
	back, out := c.has(backPart...), c.has(outPart...)
	if out {
		named = append(named, trip.PartOut)
	}
	if back {
		named = append(named, trip.PartBack)
	}
	if !back && !out && c.has(flightPart...) {
		named = append(named, trip.PartFlight)
	}
	hotel := c.has(hotelPart...)
	if hotel && (out && back || slices.Contains(named, trip.PartFlight)) {
		return ""
	}
	if hotel {
		named = append(named, trip.PartHotel)
	}
	return parts(strings.Join(named, ","))
}

// saysPart reports whether a clause consists of one of some verbs and a part of the trip.
func (c *clause) saysPart(verbs []string) bool {
	if !c.has(verbs...) {
		return false
	}
	words := []string{"flight", "leg", "way"}
	for _, list := range [][]string{verbs, flightPart, hotelPart, backPart, outPart} {
		for _, phrase := range list {
			words = append(words, strings.Fields(phrase)...)
		}
	}
	return c.only(words, restWords, it, besidePart)
}

// part reads an act that names a part of what is held, or is to be held, or is booked: "release the hotel only", "hold
// the way back too", "cancel the return flight". Of a plan that is neither it is a change.
func (r *reading) part(c *clause) (Act, bool) {
	named := partsOf(c)
	if named == "" {
		return Act{}, false
	}
	if c.saysPart(holdingPart) && !c.has("dont", "not") && (r.known.holds() || r.known.asksHold()) && !r.withholds() &&
		(!r.asks(r.toks[c.from].sentence) || c.starts("can", "could", "would", "will")) {
		return Act{Act: trip.ActHold, Items: named}, true
	}
	if c.has("keep") && c.has("only", "just") && c.saysPart([]string{"keep"}) && r.known.holds() {
		return r.meant(Act{Act: trip.ActRelease, Items: named.rest()}, c)
	}
	if !c.saysPart(givingPart) {
		return Act{}, false
	}
	switch {
	case r.known.holds():
		return r.meant(Act{Act: trip.ActRelease, Items: named}, c)
	case r.known.isBooked():
		return r.meant(Act{Act: trip.ActCancelBooking, Items: named}, c)
	}
	return Act{}, false
}

// namesPart reports whether an act of the message names a part of what is held or booked: the plan stays as it is.
func (r *reading) namesPart() bool {
	return slices.ContainsFunc(r.acts, func(a Act) bool { return a.Items != "" })
}

// rest returns the parts that are not among some.
func (p parts) rest() parts {
	switch p {
	case trip.PartFlight:
		return trip.PartHotel
	case trip.PartHotel:
		return trip.PartFlight
	case trip.PartOut:
		return trip.PartBack + "," + trip.PartHotel
	case trip.PartBack:
		return trip.PartOut + "," + trip.PartHotel
	}
	if strings.Contains(string(p), trip.PartOut) {
		return trip.PartBack
	}
	return trip.PartOut
}

// keepsPart reads the "keep the flights" beside "cancel the hotel": what is not given back stays.
func (r *reading) keepsPart(c *clause) bool {
	all := r.clause(0, len(r.toks))
	return c.has("keep") && !c.has("only", "just") && c.saysPart([]string{"keep"}) && all.has(givingPart...) &&
		(r.known.holds() || r.known.isBooked())
}

// holds reports whether something is held, and asked about.
func (k *known) holds() bool {
	return k.askKind() == trip.AskApprove && slices.ContainsFunc(k.Status.Ask.About,
		func(path string) bool { return strings.HasPrefix(path, "working_memory.holds") })
}

// isBooked reports whether the trip is bought as it stands.
func (k *known) isBooked() bool {
	return k.Status.Node == trip.Booked || k.askKind() == "" && k.isCommitted()
}
