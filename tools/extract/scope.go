package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// The assumptions that the rules make. They are kept in the intent, so that the person can read
// and turn them round, and so that a later message is understood in their light.
const (
	assumeFlightOnly = "Only a flight is wanted, no place to stay."
	assumeStayOnly   = "Only a place to stay is wanted, no flight."
	assumeStayFocus  = "Dates and numbers without a word of their own are about the stay."
	assumeNights     = "The stay is for %d nights from the day of check-in."
	assumeHome       = "The trip starts at the home airport %s."
	assumeOther      = "Days and places without a word of the trip are about what is not planned here."
	assumeAsked      = "Days and places without a word of the trip are about what you asked last."
	assumeFamilyOf   = "Two of the family are adults and the others children."
	assumeThere      = "\"There\" means %s."
)

const (
	nightsPrefix = "The stay is for "
	homePrefix   = "The trip starts at the home airport "
	therePrefix  = "\"There\" means "
)

// scope is which of flight and stay the trip consists of after the message.
type scope struct {
	flight, stay bool
	focus        topic
	assumptions  []string
}

// settleScope decides what the trip consists of: who asks only for a flight gets no lodging, who
// asks only for a place to sleep gets no flight, and a later "and a hotel" turns it round.
func (r *reading) settleScope(t *TripPatch) scope {
	k := r.known
	s := scope{flight: !k.stayOnly(), stay: k.needsLodging() || k.stayOnly(), focus: k.topic(), assumptions: slices.Clone(k.Status.Assumptions)}
	wantsFlight, wantsStay := r.wants(flightTopic), r.wants(hotelTopic)
	switch {
	case r.refusesStay(), !wantsStay && r.wantsOnly("flight", "flights"):
		s.set(t, k, true, false)
	case wantsStay && r.refusesFlight(), !wantsFlight && r.wantsOnly("hotel", "hotels"):
		s.set(t, k, false, true)
	case k.fresh() && wantsFlight && !wantsStay:
		s.set(t, k, true, false)
	case k.fresh() && wantsStay && !wantsFlight && !r.journey():
		s.set(t, k, false, true)
	case wantsStay && !s.stay, wantsFlight && !s.flight:
		s.set(t, k, true, true)
	}
	s.refocus(r)
	return s
}

// set writes the new scope and the assumption that goes with it.
func (s *scope) set(t *TripPatch, k *known, flight, stay bool) {
	s.drop(assumeFlightOnly)
	s.drop(assumeStayOnly)
	if stay != k.needsLodging() {
		t.lodging().Needed = &stay
	}
	switch {
	case !flight:
		t.TripType = trip.StayOnly
		s.add(assumeStayOnly)
	case !stay:
		s.add(assumeFlightOnly)
	}
	if flight && k.stayOnly() {
		t.TripType = trip.OneWay
	}
	s.flight, s.stay = flight, stay
}

// refocus keeps what a bare date is about where the trip has both a flight and a stay.
func (s *scope) refocus(r *reading) {
	switch n := len(r.topics); {
	case n == 0:
	case len(r.dates) == 0 && len(r.counts) == 0 && r.speaksOf(flightTopic) && r.speaksOf(hotelTopic):
		s.focus = noTopic // "a flight and a hotel, please": what comes next is about the trip
	case r.setsOutBefore(len(r.toks)-1) && r.speaksOf(hotelTopic):
		s.focus = noTopic // "from Madrid to Lisbon on 3 June, with a hotel"
	default:
		s.focus = r.topics[n-1].topic
	}
	if s.flight && s.stay && s.focus == hotelTopic {
		s.add(assumeStayFocus)
		return
	}
	s.drop(assumeStayFocus)
}

func (s *scope) drop(text string) {
	s.assumptions = slices.DeleteFunc(s.assumptions, func(a string) bool { return a == text })
}

func (s *scope) dropPrefix(prefix string) {
	s.assumptions = slices.DeleteFunc(s.assumptions, func(a string) bool { return strings.HasPrefix(a, prefix) })
}

func (s *scope) add(text string) {
	if !slices.Contains(s.assumptions, text) {
		s.assumptions = append(s.assumptions, text)
	}
}

// changed returns the list of assumptions that holds now, nil when it is what it was.
func (s *scope) changed(k *known) *[]string {
	if slices.Equal(s.assumptions, k.Status.Assumptions) {
		return nil
	}
	list := append([]string{}, s.assumptions...)
	return &list
}

// pointAt remembers the place that a question was about, so that "a hotel there" is understood.
func (s *scope) pointAt(place string) {
	if place != "" {
		s.dropPrefix(therePrefix)
		s.add(fmt.Sprintf(assumeThere, place))
	}
}

// there returns the place that an earlier question was about.
func (k *known) there() (geo.Place, bool) {
	for _, a := range k.Status.Assumptions {
		if name, ok := strings.CutPrefix(a, therePrefix); ok {
			return geo.ResolveCity(strings.TrimSuffix(name, "."))
		}
	}
	return geo.Place{}, false
}

// nights returns the length of the stay that was said before its first day was known; 0 if none.
func (k *known) nights() int64 {
	for _, a := range k.Status.Assumptions {
		text, _, _ := strings.Cut(strings.TrimPrefix(a, nightsPrefix), " ")
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 && n <= mostNights && a == fmt.Sprintf(assumeNights, n) {
			return n
		}
	}
	return 0
}

// wants reports whether the message speaks of a flight or a stay in a sentence that is no mere
// question.
func (r *reading) wants(t topic) bool {
	for _, m := range r.topics {
		if m.topic != t {
			continue
		}
		if !r.aside(m.at) {
			return true
		}
	}
	return false
}

// journey reports whether the message speaks of a whole trip: a trip, a vacation, or a place to
// set out from.
func (r *reading) journey() bool {
	for _, p := range r.places {
		if p.role == originRole {
			return true
		}
	}
	return r.hasAny("trip", "vacation", "holiday", "getaway", "honeymoon", "itinerary") && !r.hasAny("hotel", "hotels", "house", "houses", "room", "rooms", "apartment", "accommodation")
}

func (r *reading) refusesStay() bool {
	for i := range r.topics {
		at := r.topics[i].at
		if r.topics[i].topic == hotelTopic && r.anyOf(at, "hotel", "hotels", "lodging", "accommodation", "accommodations") && r.refused(at) {
			return true
		}
	}
	for i := range r.toks {
		if r.anyOf(i, "place", "anywhere", "somewhere", "nowhere") && r.text(i+1) == "to" && r.anyOf(i+2, "stay", "sleep") && r.refused(i) {
			return true
		}
	}
	return r.has("staying", "with", "friends") || r.has("staying", "with", "family") || r.has("stay", "with", "friends") || r.has("stay", "with", "family")
}

func (r *reading) refusesFlight() bool {
	for i := range r.topics {
		if at := r.topics[i].at; r.topics[i].topic == flightTopic && r.anyOf(at, "flight", "flights") && r.refused(at) {
			return true
		}
	}
	return false
}

// wantsOnly reads that nothing but one of these is wanted: "flight only", "I only need the flight". What
// "direct flights only", "just the flight number" and "not just a flight" say is something else: a
// part of the message that says more than that counts for nothing.
func (r *reading) wantsOnly(names ...string) bool {
	for i := range r.toks {
		if r.anyOf(i, names...) && !r.aside(i) && r.isOnly(i, names) {
			return true
		}
	}
	return false
}

// isOnly looks at the part of the message, between marks, in which the name at i stands.
func (r *reading) isOnly(i int, names []string) bool {
	from, to := i, i+1
	for from > 0 && r.samePart(from-1, i) {
		from--
	}
	for to < len(r.toks) && r.samePart(to, i) {
		to++
	}
	only := false
	for k := from; k < to; k++ {
		switch {
		case r.anyOf(k, "only", "just"):
			only = only || k != i-1 || !r.anyOf(k-1, "the", "my")
		case !r.anyOf(k, names...) && !r.anyOf(k, besideOnly...):
			return false
		}
	}
	return only
}

// besideOnly are the words that may stand beside "only a flight" and change nothing.
var besideOnly = []string{
	"a", "the", "my", "i", "we", "id", "im", "need", "want", "like", "would", "will", "to", "book", "looking", "for", "please", "thanks", "thank", "you",
	"now", "yes", "no", "ok", "okay", "actually", "so", "and", "it", "is", "its", "sorry",
}

// samePart reports whether a token stands in the part of the message in which the one at i does.
func (r *reading) samePart(k, i int) bool {
	return r.toks[k].kind != mark && r.toks[k].sentence == r.toks[i].sentence
}

// refused reads "no hotel", "without a hotel", "don't need any hotel".
func (r *reading) refused(at int) bool {
	k := at - 1
	for r.anyOf(k, "a", "any", "the") {
		k--
	}
	switch {
	case r.anyOf(k, "no", "without", "drop", "skip", "forget", "ditch", "scrap", "remove", "minus", "cancel", "lose"):
		return true
	case r.anyOf(k, "about", "out", "off") && r.anyOf(k-1, "forget", "leave", "take", "drop"):
		return true
	case r.anyOf(k, "need", "want", "require", "book"):
		return r.anyOf(k-1, "dont", "not", "doesnt", "wont", "didnt", "neednt") || r.text(k-1) == "longer" && r.text(k-2) == "no" || r.text(k-1) == "to" && r.anyOf(k-2, "dont", "not")
	case r.text(at+1) == "no", r.text(at+1) == ":" && r.text(at+2) == "no":
		return true
	}
	return r.at(at+1, "is", "not", "needed") || r.at(at+1, "isnt", "needed") || r.at(at+1, "not", "needed") || r.at(at+1, "not", "required")
}
