package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Short answers about what is shown, held or booked (behaviour 6.9). Each fact is told for one option or for several;
// of those in which it is the same it is told once.

// factText answers a question.
func factText(a Args) string {
	options, what := a.List("options"), a.Text("what")
	if what == trip.FactPrice && len(options) > 0 && options[0].Text("part") != "" && options[0].Has("parts") {
		what = trip.FactParts
	}
	switch what {
	case trip.FactBest:
		return bestText(a, options)
	case trip.FactDifference:
		return differenceText(a, options)
	}
	tell := func(o Args) string { return factOf(o, what) }
	if !slices.ContainsFunc(options, func(o Args) bool { return tell(o) != "" }) {
		return notSaid(a, what)
	}
	if what == trip.FactRefund && len(options) > 1 {
		tell = func(o Args) string { return o.brief("refundable") }
	}
	text := eachOption(a, options, tell)
	switch to := a.Text("by"); {
	case what == trip.FactCurrency && !slices.Contains(strings.Fields(text), strings.TrimSuffix(to, ".")):
		text = a.say("fact.no_rates", "text", text, "to", to)
	case what == trip.FactArea:
		text = a.say("fact.how_far", "text", text)
	}
	if a.Has("less") && (what == trip.FactPrice || what == trip.FactEach) {
		text = a.say("fact.cheaper", "text", text)
	}
	return text
}

// eachOption tells a fact of each option, once of those in which it is the same.
func eachOption(a Args, options []Args, tell func(Args) string) string {
	type group struct {
		text string
		of   []Args
	}
	var groups []group
	for _, o := range options {
		text := cmp.Or(tell(o), a.say("fact.not_said"))
		i := slices.IndexFunc(groups, func(g group) bool { return g.text == text })
		if i < 0 {
			i, groups = len(groups), append(groups, group{text: text})
		}
		groups[i].of = append(groups[i].of, o)
	}
	var sentences []string
	for _, g := range groups {
		switch {
		case len(groups) == 1 && len(options) > 1:
			sentences = append(sentences, a.say("fact.all", "text", g.text, "two", yes(len(options) == 2),
				"number", a.in.cardinal(len(options))))
		case len(options) == 1:
			sentences = append(sentences, aboutOne(a, g.of[0], g.text))
		default:
			sentences = append(sentences, a.say("fact.of_other", "what", a.in.numbered(g.of), "text", g.text))
		}
	}
	return strings.Join(sentences, " ")
}

func (l *language) cardinal(n int) string {
	if n <= len(l.numbers) {
		return l.numbers[n-1]
	}
	return strconv.Itoa(n)
}

// aboutOne says what one answer is about.
func aboutOne(a, o Args, text string) string {
	switch position := o.Text("position"); {
	case a.Text("of") == trip.OfHold:
		return a.say("fact.of_hold", "text", text)
	case a.Text("of") == trip.OfBooking:
		return o.say("fact.of_booking", "text", text)
	case position != "" && position != "0":
		return a.say("fact.of_other", "what", a.in.numbered([]Args{o}), "text", text)
	}
	return a.say("fact.of_other", "what", named(o), "text", text)
}

// numbered names options by their positions: "options 1 and 2".
func (l *language) numbered(options []Args) string {
	positions := make([]string, len(options))
	for i, o := range options {
		positions[i] = o.Text("position")
	}
	return l.say("options", "n", strconv.Itoa(len(options)), "list", l.joined(positions))
}

// factOf tells a fact that offers have a member for, "" where this one has none.
func factOf(o Args, what string) string {
	switch what {
	case trip.FactPrice:
		return o.priced("fact.price")
	case trip.FactCurrency:
		return optionPrice(o)
	case trip.FactEach:
		if each := o.Money("per_person"); each != "" {
			return o.say("fact.each", "each", each)
		}
		return o.priced("fact.for_one")
	case trip.FactParts:
		return partsOf(o)
	case trip.FactRefund:
		return refundOf(o)
	case trip.FactLayover:
		return layoverOf(o)
	case trip.FactNight:
		return ofStays(o, func(s StayParts) string { return s.Nightly })
	case trip.FactHotel:
		return ofStays(o, func(s StayParts) string { return commas(s.Hotel, s.Stars) })
	case trip.FactStars:
		return ofStays(o, func(s StayParts) string { return s.Stars })
	case trip.FactNights:
		return ofStays(o, func(s StayParts) string { return s.Nights })
	case trip.FactArea:
		return strings.Join(o.Texts("addresses"), "; ")
	case trip.FactRoom:
		return strings.Join(o.Texts("rooms"), "; ")
	case trip.FactDeparts, trip.FactArrives, trip.FactDuration, trip.FactStops, trip.FactAirline, trip.FactNumber,
		trip.FactAirport, trip.FactCabin:
		return ofFlights(o, what)
	}
	return strings.Join(o.Texts("says"), "; ")
}

// ofFlight tells a fact of a flight.
func ofFlight(f Args, what string) string {
	switch what {
	case trip.FactDeparts:
		return f.say("fact.at", "place", f.Text("from"), "time", f.timeOf("departs"))
	case trip.FactArrives:
		return f.say("fact.at", "place", f.Text("to"), "time", f.timeOf("arrives"))
	case trip.FactDuration:
		if m := f.Int("minutes"); m > 0 {
			return f.in.duration(m)
		}
		return ""
	case trip.FactStops:
		return f.say("fact.stops", "stops", f.in.stops(f.Int("stops")), "via", f.as("via", "and"))
	case trip.FactAirline:
		return strings.Join(f.Texts("airlines"), "/")
	case trip.FactNumber:
		return strings.Join(f.Texts("numbers"), "/")
	case trip.FactAirport:
		return f.say("way")
	}
	return f.as("cabin", "word")
}

// priced says a phrase of the price of an option.
func (a Args) priced(phrase string) string {
	if price := optionPrice(a); price != "" {
		return a.say(phrase, "price", price)
	}
	return ""
}

// timeOf tells a local time with its day: "19:00 on Wed 3 Jun".
func (a Args) timeOf(name string) string {
	return a.say("time.at", "clock", clockText(a.Text(name)), "day", a.in.dayInYear(a.Text(name)))
}

// flightsAsked are the flights of an option that a question is about, and whether the first is the way back.
func flightsAsked(o Args) (flights []Args, isBack bool) {
	flights = o.List("flights")
	if n := len(flights); n > 1 {
		switch o.Text("part") {
		case trip.PartOut:
			return flights[:1], false
		case trip.PartBack:
			return flights[n-1:], true
		}
	}
	return flights, false
}

// ofFlights tells a fact of each flight, once where it is the same for all.
func ofFlights(o Args, what string) string {
	flights, isBack := flightsAsked(o)
	var texts []string
	for _, f := range flights {
		text := ofFlight(f, what)
		if text == "" {
			return ""
		}
		texts = append(texts, text)
	}
	switch {
	case len(texts) > 1 && len(slices.Compact(slices.Clone(texts))) == 1:
		if isReturn(flights) {
			return o.say("fact.each_way", "text", texts[0])
		}
		return o.say("fact.each_flight", "text", texts[0])
	case len(texts) == 2 && isReturn(flights):
		return o.say("fact.and_back", "text", texts[0], "back", texts[1])
	case isBack:
		return o.say("fact.back", "text", texts[0])
	}
	return o.in.then(texts)
}

// then makes "a, then b" of a list.
func (l *language) then(texts []string) (all string) {
	for i, text := range texts {
		if all += text; i > 0 {
			all = l.say("fact.then", "text", all[:len(all)-len(text)], "next", text)
		}
	}
	return all
}

func ofStays(o Args, tell func(StayParts) string) string {
	var texts []string
	for _, s := range o.List("stays") {
		if text := tell(Stay(s)); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return o.in.then(texts)
}

// partsOf tells what the flights and the hotel cost.
func partsOf(o Args) string {
	parts := o.Object("parts")
	if !o.Has("parts") {
		return o.priced("fact.price")
	}
	flights := o.say("fact.flights", "price", sum(parts.Object("flights")))
	stays := o.say("fact.hotel", "price", sum(parts.Object("stays")))
	switch o.Text("part") {
	case trip.PartHotel:
		return stays
	case trip.PartFlight:
		return flights
	}
	return flights + ", " + stays
}

// refundOf tells what comes back of an option, with the words that its offers have on it: of each flight where these
// differ.
func refundOf(o Args) string {
	flights, isBack := flightsAsked(o)
	part := o.Text("part")
	rules := o.Texts("rules")[:min(len(o.List("flights")), len(o.Texts("rules")))]
	if isBack {
		rules = rules[len(rules)-1:]
	}
	rules = rules[:min(len(flights), len(rules))]
	var texts []string
	isOne := len(slices.Compact(slices.Clone(rules))) == 1
	for i, rule := range rules {
		switch text := strings.TrimRight(rule, "."); {
		case part == trip.PartHotel || text == "" || isOne && i > 0:
		case isOne && part == "" && len(o.List("stays")) == 0:
			return text // there is nothing else
		case isOne:
			texts = append(texts, o.say("fact.of_flights", "text", text))
		default:
			texts = append(texts, flights[i].Text("from")+"–"+flights[i].Text("to")+": "+text)
		}
	}
	if part == trip.PartFlight || part == trip.PartOut || part == trip.PartBack {
		return strings.Join(texts, "; ")
	}
	all := o.brief("refundable")
	for _, s := range o.List("stays") {
		if refund := s.brief("refundable"); refund != "" && (refund != all || part == trip.PartHotel) {
			texts = append(texts, s.Text("hotel")+": "+refund)
		}
	}
	if part == "" && all != "" {
		texts = slices.Insert(texts, 0, all)
	}
	return strings.Join(texts, "; ")
}

// layoverOf tells how long it is between the flights of each way.
func layoverOf(o Args) string {
	flights, _ := flightsAsked(o)
	waits := o.List("waits")
	at := 0
	if o.Text("part") == trip.PartBack {
		at = max(len(waits)-1, 0)
	}
	var texts []string
	for i, f := range flights {
		if at+i >= len(waits) {
			break
		}
		switch wait := waits[at+i].Int("minutes"); {
		case f.Int("stops") == 0:
			texts = append(texts, o.say("fact.no_stop"))
		case wait < 0:
			return ""
		default:
			texts = append(texts, o.say("fact.wait", "time", o.in.duration(wait), "via", f.as("via", "and")))
		}
	}
	if len(texts) == 2 && isReturn(flights) && texts[0] != texts[1] {
		return o.say("fact.and_back", "text", texts[0], "back", texts[1])
	}
	return o.in.then(slices.Compact(texts))
}

// bestText tells which of several options is the best in some way, and how the others stand to it.
func bestText(a Args, options []Args) string {
	n := int(a.Int("best"))
	firstOnly := func(o Args) string { // by which they were compared
		switch a.Text("by") {
		case trip.ByEarliest, trip.ByLatest, trip.ByEarliestArrival:
			o = o.with("part", trip.PartOut)
		}
		return factOf(o, a.Text("fact"))
	}
	best := options[:min(n, len(options))]
	if len(options) > 1 && len(best) == len(options) {
		return a.say("fact.alike", "text", firstOnly(best[0]))
	}
	rest := each(options[len(best):], func(o Args) string { return a.in.numbered([]Args{o}) + ": " + firstOnly(o) })
	better := ""
	if a.Has("better") {
		better = firstOnly(a.Object("better"))
	}
	return a.say("fact.best", "options", a.in.numbered(best), "n", strconv.Itoa(len(best)),
		"best", a.say("best."+a.Text("by")), "text", firstOnly(best[0]), "rest", strings.Join(rest, "; "), "better", better)
}

// differences are compared in this order.
var differences = [...]string{
	trip.FactCurrency, trip.FactAirline, trip.FactDeparts, trip.FactArrives, trip.FactDuration, trip.FactStops,
	trip.FactHotel, trip.FactRefund,
}

// differenceText tells in what options differ, and no more.
func differenceText(a Args, options []Args) string {
	var lines []string
	for _, fact := range differences {
		var texts []string
		for _, o := range options {
			text := factOf(o, fact)
			if fact == trip.FactRefund {
				text = o.brief("refundable")
			}
			texts = append(texts, cmp.Or(text, a.say("fact.not_said")))
		}
		if len(slices.Compact(slices.Clone(texts))) == 1 {
			continue
		}
		for i := range texts {
			texts[i] = options[i].Text("position") + " – " + texts[i]
		}
		lines = append(lines, a.say("differ."+fact)+": "+strings.Join(texts, "; ")+".")
	}
	if len(lines) == 0 {
		return a.say("fact.differ_in_nothing", "options", a.in.numbered(options))
	}
	return strings.Join(append(lines, a.say("fact.rest_is_same")), "\n")
}

// knownTo says who knows what offers do not say, where it is the hotel or the airline alone.
var knownTo = map[string]string{
	"breakfast": "hotel", "pool": "hotel", "parking": "hotel", "gym": "hotel", "spa": "hotel", "air conditioning": "hotel",
	"check-in and check-out": "hotel", trip.FactArea: "hotel", trip.FactRoom: "hotel", trip.FactStars: "hotel",
	trip.FactNight: "hotel",
	"bags":         "airline", "meals": "airline", "seats": "airline", "terminal": "airline", "aircraft": "airline",
	"changes": "airline", trip.FactDuration: "airline", trip.FactLayover: "airline", trip.FactCabin: "airline",
	trip.FactNumber: "airline",
}

// notSaid says that what was asked is not known, and who knows it.
// Rule: 6.9.not-known
func notSaid(a Args, what string) string {
	stays, flights := false, false
	for _, o := range a.List("options") {
		stays, flights = stays || o.Has("stays"), flights || o.Has("flights")
	}
	who := knownTo[what]
	switch {
	case who == "hotel" && !stays:
		return a.say("fact.no_hotel")
	case who == "airline" && !flights:
		return a.say("fact.no_flight")
	case who != "":
	case stays && flights:
		who = "both"
	case stays:
		who = "hotel"
	default:
		who = "airline"
	}
	about := cmp.Or(a.say("unsaid."+what), a.say("unsaid.other", "what", what))
	n := strconv.Itoa(max(len(a.List("options")), 1))
	return a.say("fact.unknown", "n", n, "about", about, "who", a.say("who."+who))
}
