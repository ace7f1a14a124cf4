package texts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Short answers about what is shown, held or booked (behaviour 6.9). Each fact is told for one option or for several;
// of those in which it is the same it is told once.

// factText answers a question.
func factText(a Args) string {
	options, what := a.List("options"), a.Text("what")
	if what == trip.FactPrice && len(options) > 0 && options[0].Text("part") != "" && options[0].Object("parts") != nil {
		what = trip.FactParts
	}
	switch what {
	case trip.FactBest:
		return bestText(a, options)
	case trip.FactDifference:
		return differenceText(options)
	}
	tell, isMember := factsOf[what]
	if !isMember {
		tell = func(o Args) string { return strings.Join(o.Texts("says"), "; ") }
	}
	if !slices.ContainsFunc(options, func(o Args) bool { return tell(o) != "" }) {
		return notSaid(a, what, len(options))
	}
	if what == trip.FactRefund && len(options) > 1 {
		tell = func(o Args) string { return refundInBrief(o.Text("refundable")) }
	}
	text := eachOption(a, options, tell)
	switch to := a.Text("by"); {
	case what == trip.FactCurrency && !slices.Contains(strings.Fields(text), strings.TrimSuffix(to, ".")):
		text += " I can't convert that to " + to + ": I know no rates of exchange."
	case what == trip.FactArea:
		text += " How far that is from anything I don't know."
	}
	if less := a.Text("less"); less != "" && (what == trip.FactPrice || what == trip.FactEach) {
		text += " Option " + a.Text("cheaper") + " is " + less + " cheaper in all."
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
		text := cmp.Or(tell(o), "not said")
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
			sentences = append(sentences, allOf(len(options))+": "+g.text+".")
		case len(options) == 1:
			sentences = append(sentences, leadOfFact(a, g.of[0])+g.text+".")
		default:
			sentences = append(sentences, capital(numbered(g.of))+": "+g.text+".")
		}
	}
	return strings.Join(sentences, " ")
}

func allOf(n int) string {
	if n == 2 {
		return "Both"
	}
	return "All " + cardinal(n)
}

func cardinal(n int) string {
	if words := [...]string{"", "one", "two", "three", "four", "five", "six"}; n < len(words) {
		return words[n]
	}
	return plural(int64(n), "", "")
}

// leadOfFact says what one answer is about.
func leadOfFact(a, o Args) string {
	switch position := o.Text("position"); {
	case a.Text("of") == trip.OfHold:
		return "What is held: "
	case a.Text("of") == trip.OfBooking:
		return strings.TrimSpace("Your booking "+o.Text("locator")) + ": "
	case position != "" && position != "0":
		return "Option " + position + ": "
	}
	return capital(named(o)) + ": "
}

// numbered names options by their positions: "options 1 and 2".
func numbered(options []Args) string {
	positions := make([]string, len(options))
	for i, o := range options {
		positions[i] = o.Text("position")
	}
	if len(positions) == 1 {
		return "option " + positions[0]
	}
	return "options " + joined(positions)
}

// factsOf tell the facts that offers have members for, "" where one has none.
var factsOf = map[string]func(Args) string{
	trip.FactPrice:    func(o Args) string { return priceOf(o, " in all") },
	trip.FactCurrency: func(o Args) string { return priceOf(o, "") },
	trip.FactEach: func(o Args) string {
		if each := o.Text("per_person"); each != "" {
			return each + " a person"
		}
		return priceOf(o, ", for one person")
	},
	trip.FactNight: func(o Args) string {
		return ofStays(o, func(s StayParts) string { return s.Nightly })
	},
	trip.FactParts:  partsOf,
	trip.FactRefund: refundOf,
	trip.FactDeparts: func(o Args) string {
		return ofFlights(o, func(f Args) string { return f.Text("from") + " at " + timeOf(f.Text("departs")) })
	},
	trip.FactArrives: func(o Args) string {
		return ofFlights(o, func(f Args) string { return f.Text("to") + " at " + timeOf(f.Text("arrives")) })
	},
	trip.FactDuration: func(o Args) string {
		return ofFlights(o, func(f Args) string {
			if m := f.Int("minutes"); m > 0 {
				return durationText(m)
			}
			return ""
		})
	},
	trip.FactStops: func(o Args) string {
		return ofFlights(o, func(f Args) string {
			text := stopsInBrief(f.Int("stops"))
			if via := f.Texts("via"); len(via) > 0 {
				text += " in " + joined(via)
			}
			return text
		})
	},
	trip.FactLayover: layoverOf,
	trip.FactAirline: func(o Args) string {
		return ofFlights(o, func(f Args) string { return strings.Join(f.Texts("airlines"), "/") })
	},
	trip.FactNumber: func(o Args) string {
		return ofFlights(o, func(f Args) string { return strings.Join(f.Texts("numbers"), "/") })
	},
	trip.FactAirport: func(o Args) string {
		return ofFlights(o, func(f Args) string { return f.Text("from") + " to " + f.Text("to") })
	},
	trip.FactCabin: func(o Args) string {
		return ofFlights(o, func(f Args) string { return strings.ReplaceAll(f.Text("cabin"), "_", " ") })
	},
	trip.FactHotel: func(o Args) string {
		return ofStays(o, func(s StayParts) string { return commas(s.Hotel, s.Stars) })
	},
	trip.FactStars:  func(o Args) string { return ofStays(o, func(s StayParts) string { return s.Stars }) },
	trip.FactNights: func(o Args) string { return ofStays(o, func(s StayParts) string { return s.Nights }) },
	trip.FactArea:   func(o Args) string { return strings.Join(o.Texts("addresses"), "; ") },
	trip.FactRoom:   func(o Args) string { return strings.Join(o.Texts("rooms"), "; ") },
}

func priceOf(o Args, behind string) string {
	if price := optionPrice(o); price != "" {
		return price + behind
	}
	return ""
}

// timeOf tells a local time with its day: "19:00 on Wed 3 Jun".
func timeOf(at string) string {
	day := dayText(at)
	if i := strings.LastIndexByte(day, ' '); i > 0 {
		day = day[:i]
	}
	return clockText(at) + " on " + day
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
func ofFlights(o Args, tell func(Args) string) string {
	flights, isBack := flightsAsked(o)
	var texts []string
	for _, f := range flights {
		text := tell(f)
		if text == "" {
			return ""
		}
		texts = append(texts, text)
	}
	switch {
	case len(texts) > 1 && len(slices.Compact(slices.Clone(texts))) == 1:
		if isReturn(flights) {
			return texts[0] + " each way"
		}
		return texts[0] + " on each flight"
	case len(texts) == 2 && isReturn(flights):
		return texts[0] + ", back " + texts[1]
	case isBack:
		return "back " + texts[0]
	}
	return strings.Join(texts, ", then ")
}

func ofStays(o Args, tell func(StayParts) string) string {
	var texts []string
	for _, s := range o.List("stays") {
		if text := tell(Stay(s)); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", then ")
}

// partsOf tells what the flights and the hotel cost.
func partsOf(o Args) string {
	parts := o.Object("parts")
	if parts == nil {
		return priceOf(o, " in all")
	}
	flights, stays := "flights "+sum(parts.Object("flights")), "hotel "+sum(parts.Object("stays"))
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
		case isOne:
			texts = append(texts, "of the flights: "+text)
		default:
			texts = append(texts, flights[i].Text("from")+"–"+flights[i].Text("to")+": "+text)
		}
	}
	if part == trip.PartFlight || part == trip.PartOut || part == trip.PartBack {
		return strings.Join(texts, "; ")
	}
	all := refundInBrief(o.Text("refundable"))
	for _, s := range o.List("stays") {
		if refund := refundInBrief(s.Text("refundable")); refund != "" && (refund != all || part == trip.PartHotel) {
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
			texts = append(texts, "no stop")
		case wait < 0:
			return ""
		default:
			texts = append(texts, durationText(wait)+" in "+joined(f.Texts("via")))
		}
	}
	if len(texts) == 2 && isReturn(flights) && texts[0] != texts[1] {
		return texts[0] + ", back " + texts[1]
	}
	return strings.Join(slices.Compact(texts), ", then ")
}

// superlatives name the one that is the best in some way.
var superlatives = map[string]string{
	trip.ByCheapest: "the cheapest", trip.ByFastest: "the fastest", trip.ByFewestStops: "with the fewest stops",
	trip.ByEarliest: "the first to leave", trip.ByLatest: "the last to leave", trip.ByEarliestArrival: "the first to land",
	trip.ByBestRated: "the best rated", trip.SortLayover: "with the shortest wait between flights",
}

// bestText tells which of several options is the best in some way, and how the others stand to it.
func bestText(a Args, options []Args) string {
	tell, n := factsOf[a.Text("fact")], int(a.Int("best"))
	firstOnly := func(o Args) string { // by which they were compared
		switch a.Text("by") {
		case trip.ByEarliest, trip.ByLatest, trip.ByEarliestArrival:
			o = append(o.without("part"), Args(trip.With("part", trip.PartOut))...)
		}
		return tell(o)
	}
	name := superlatives[a.Text("by")]
	best := options[:min(n, len(options))]
	if len(options) > 1 && len(best) == len(options) {
		return "In that they are all alike: " + firstOnly(best[0]) + "."
	}
	verb := " is "
	if len(best) > 1 {
		verb = " are "
	}
	text := capital(numbered(best)) + verb + name + ": " + firstOnly(best[0]) + "."
	if rest := options[len(best):]; len(rest) > 0 {
		var texts []string
		for _, o := range rest {
			texts = append(texts, numbered([]Args{o})+": "+firstOnly(o))
		}
		text += " " + capital(strings.Join(texts, "; ")) + "."
	}
	if better := a.Object("better"); better != nil {
		text += " One that I have not listed is " + name + " of all: " + firstOnly(better) + "."
	}
	return text
}

// differences are compared in this order.
var differences = []struct{ name, fact string }{
	{"Price", trip.FactCurrency},
	{"Airline", trip.FactAirline},
	{"Leaves", trip.FactDeparts},
	{"Lands", trip.FactArrives},
	{"Takes", trip.FactDuration},
	{"Stops", trip.FactStops},
	{"Hotel", trip.FactHotel},
	{"Refund", trip.FactRefund},
}

// differenceText tells in what options differ, and no more.
func differenceText(options []Args) string {
	var lines []string
	for _, d := range differences {
		var texts []string
		for _, o := range options {
			text := cmp.Or(factsOf[d.fact](o), "not said")
			if d.fact == trip.FactRefund {
				text = cmp.Or(refundInBrief(o.Text("refundable")), "not said")
			}
			texts = append(texts, text)
		}
		if len(slices.Compact(slices.Clone(texts))) == 1 {
			continue
		}
		for i := range texts {
			texts[i] = options[i].Text("position") + " – " + texts[i]
		}
		lines = append(lines, d.name+": "+strings.Join(texts, "; ")+".")
	}
	if len(lines) == 0 {
		return capital(numbered(options)) + " are alike in all that I know."
	}
	return strings.Join(append(lines, "The rest is the same."), "\n")
}

// unsaid are what offers do not say, and who knows it.
var unsaid = map[string][2]string{
	"breakfast":              {"whether breakfast is included", "the hotel"},
	"bags":                   {"which bags are included", "the airline"},
	"meals":                  {"whether there is a meal on board", "the airline"},
	"seats":                  {"anything about seats", "the airline"},
	"wifi":                   {"whether there is Wi-Fi", ""},
	"pool":                   {"whether there is a pool", "the hotel"},
	"parking":                {"whether there is parking", "the hotel"},
	"gym":                    {"whether there is a gym", "the hotel"},
	"air conditioning":       {"whether there is air conditioning", "the hotel"},
	"check-in and check-out": {"when check-in and check-out are", "the hotel"},
	"taxes":                  {"which taxes or fees come on top", ""},
	"terminal":               {"which terminal it is", "the airline"},
	"aircraft":               {"which aircraft flies", "the airline"},
	"changes":                {"what a change costs", "the airline"},
	trip.FactArea:            {"where the hotel is", "the hotel"},
	trip.FactRoom:            {"what the room is like", "the hotel"},
	trip.FactRefund:          {"what you get back", ""},
	trip.FactStars:           {"how many stars the hotel has", "the hotel"},
	trip.FactDuration:        {"how long it takes", "the airline"},
	trip.FactLayover:         {"how long the stop is", "the airline"},
	trip.FactCabin:           {"which class it is", "the airline"},
	trip.FactNumber:          {"the flight number", "the airline"},
	trip.FactAirline:         {"which airline it is", ""},
	trip.FactNight:           {"what a night costs", "the hotel"},
}

// notSaid says that what was asked is not known, and who knows it.
// Rule: 6.9.not-known
func notSaid(a Args, what string, options int) string {
	offers := "The offer does not say "
	if options > 1 {
		offers = "The offers do not say "
	}
	stays, flights := false, false
	for _, o := range a.List("options") {
		stays, flights = stays || len(o.List("stays")) > 0, flights || len(o.List("flights")) > 0
	}
	about := unsaid[what]
	switch {
	case about[1] == "the hotel" && !stays:
		return "There is no hotel in this trip yet. Say “add a hotel” and I look for one."
	case about[1] == "the airline" && !flights:
		return "There is no flight in this trip."
	case about[0] == "":
		about[0] = "anything about " + what
	}
	return offers + about[0] + "; please ask " + cmp.Or(about[1], whoKnows(stays, flights)) + "."
}

func whoKnows(stays, flights bool) string {
	switch {
	case stays && flights:
		return "the airline or the hotel"
	case stays:
		return "the hotel"
	}
	return "the airline"
}
