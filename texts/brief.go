package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Options in brief: a line each, as fully as a message of maxWords has room for. All that is known of an option is
// told when it is asked about (optionInFull), and shown on its card.

// maxWords is how many words a message with options has at most.
//
// Rule: 7.2.brief
const maxWords = 120

// detail says how much of an option is told in its line.
type detail struct {
	beside  bool // stars, rooms, the price of a night
	each    bool // the stops of each flight, not of all together
	reason  bool // why it is offered
	name    int  // words of a name
	parts   int  // flights, and as many stays
	remarks int
	terse   bool // that not all is as it was asked for, and not what
}

// details are tried in this order until a message is short enough.
var details = [...]detail{
	{beside: true, each: true, reason: true, name: 12, parts: 12, remarks: 4},
	{each: true, reason: true, name: 12, parts: 12, remarks: 4},
	{reason: true, name: 6, parts: 12, remarks: 3},
	{reason: true, name: 3, parts: 12, remarks: 2},
	{name: 3, parts: 12, remarks: 1},
	{name: 2, parts: 12},
	{name: 2, parts: 5, remarks: 1},
	{name: 2, parts: 2, remarks: 1},
	{name: 1, parts: 1, remarks: 1, terse: true},
}

// listText puts options between what is said before and behind them.
func listText(before string, options []Args, behind string) string {
	if len(options) == 1 { // there is nothing that it could be the best of
		options = []Args{options[0].without("labels")}
	}
	if ofEach := nightsOfEach(options); len(ofEach) > 0 {
		l := options[0].in
		behind = l.say("list.with_each", "nights", l.joined(nightsInBrief(options[0], ofEach))) + "\n" + behind
		options = slices.Clone(options)
		for i, o := range options {
			if onlyNightsOf(o, ofEach) {
				options[i] = o.without("nights")
			}
		}
	}
	text := ""
	for _, d := range details {
		text = before
		for _, o := range options {
			text += "\n" + optionLine(o, d)
		}
		if text += "\n" + behind; isBrief(text) {
			break
		}
	}
	return text
}

func isBrief(text string) bool { return wordCount(text) <= maxWords }

func wordCount(text string) (n int) {
	for range strings.FieldsSeq(text) {
		n++
	}
	return n
}

// optionLine tells an option: price, flights, hotel, why it is offered, and what is to be known of it.
func optionLine(o Args, d detail) string {
	made := strings.Join(append(flightsInBrief(o.List("flights"), d), staysInBrief(o, d)...), ", ")
	line := o.Text("position") + ". " + capital(knownPrice(o))
	if made != "" {
		line += ": " + made
	}
	reason := ""
	if d.reason {
		reason = reasonInBrief(o)
	}
	isSaid := func(remark string) bool { return strings.Contains(strings.ToLower(reason), remark) }
	remarks := slices.DeleteFunc(remarksOf(o, d.terse), isSaid)
	remarks = slices.Insert(remarks[:min(len(remarks), d.remarks)], 0, reason)
	if text := commas(remarks...); text != "" {
		line += ". " + capital(text)
	}
	return line + "."
}

// flightsInBrief tells each flight: airline, local times, stops, class. An airline and a class that the next one has
// too are named once.
func flightsInBrief(flights []Args, d detail) (out []string) {
	stops, airline, cabin := int64(0), "", ""
	for i, f := range flights {
		stops += f.Int("stops")
		if i >= d.parts {
			continue
		}
		var words []string
		if i == 1 && isReturn(flights) {
			words = append(words, f.say("flight.back"))
		}
		if who := airlineInBrief(f, d); who != airline {
			words, airline = append(words, who), who
		}
		words = append(words, clocks(f))
		if d.each {
			words = append(words, f.in.stops(f.Int("stops")))
		}
		if c := f.Text("cabin"); c != cabin {
			cabin = c
			if i > 0 || c != trip.DefaultCabin {
				words = append(words, f.in.word(c))
			}
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		out = append(out, strings.Join(words, " "))
	}
	if n := len(flights) - d.parts; n > 0 {
		out = append(out, flights[0].in.plural(int64(n), "more_flights"))
	}
	if len(flights) > 0 && !d.each {
		out = append(out, flights[0].in.stops(stops))
	}
	return out
}

func airlineInBrief(f Args, d detail) string {
	names := slices.Clone(f.Texts("airlines"))
	for i := range names {
		names[i] = cut(names[i], d.name)
	}
	return cmp.Or(strings.Join(names, "/"), strings.Join(f.Texts("numbers"), "/"))
}

// clocks tells when a flight leaves and lands by the clocks of both places: "17:45–05:20+1".
func clocks(f Args) string {
	departs, arrives := f.Text("departs"), f.Text("arrives")
	text := clockText(departs) + "–" + clockText(arrives)
	if days := daysBetween(departs, arrives); days != 0 {
		text += signed(days)
	}
	return strings.Trim(text, "–")
}

func (l *language) stops(n int64) string {
	if n == 0 {
		return l.say("flight.nonstop")
	}
	return l.plural(n, "stop")
}

func staysInBrief(o Args, d detail) (out []string) {
	stays, nightly := o.List("stays"), ""
	for i, s := range stays {
		if i >= d.parts {
			break
		}
		p := Stay(s)
		text := cut(cmp.Or(s.Text("hotel"), s.say("hotel.unnamed")), d.name)
		var beside []string
		if n := s.Int("rooms"); n > 1 {
			beside = append(beside, s.in.plural(n, "room"))
		}
		if alone := len(o.List("flights")) == 0; alone && s.Int("nights") > 1 && p.Nightly != nightly {
			nightly = p.Nightly // by which places to sleep are compared
			beside = append(beside, nightly)
		}
		if note := commas(append([]string{p.Stars}, beside...)...); d.beside && note != "" {
			text += " (" + note + ")"
		}
		out = append(out, text)
	}
	if n := len(stays) - d.parts; n > 0 {
		out = append(out, o.in.plural(int64(n), "more_hotels"))
	}
	return out
}

// maxReason bounds a reason, in words.
const maxReason = 8

// reasonInBrief says in what an option is the best of all, else what the ranker says before it goes into particulars.
func reasonInBrief(o Args) string {
	if labels := o.Texts("labels"); len(labels) > 0 {
		named := make([]string, len(labels))
		for i, label := range labels {
			named[i] = o.say("label." + label)
		}
		return o.say("label.list", "labels", o.in.joined(named))
	}
	reason, _, _ := strings.Cut(leadOf(o.Text("reason")), ". ")
	if wordCount(reason) > maxReason {
		return ""
	}
	return reason
}

// leadOf returns what a reason says before it goes into particulars, which are told beside it.
func leadOf(reason string) string {
	lead, _, _ := strings.Cut(reason, ":")
	return strings.TrimRight(strings.TrimSpace(lead), ".")
}

// remarksOf tells what is to be known of an option before it is picked, what weighs most first, a few words each.
func remarksOf(o Args, terse bool) []string {
	var out []string
	out = append(out, nightsInBrief(o, nil)...)
	if beyond := beyondParts(o); terse && len(beyond) > 0 {
		out = append(out, o.say("remark.not_all"))
	} else {
		out = append(out, beyond...)
	}
	if o.Has("above_budget") {
		out = append(out, o.say("budget.above"))
	}
	for _, t := range o.List("together") {
		what := t.say("fare.several", "n", strconv.Itoa(len(t.Texts("flights"))))
		if flights := o.List("flights"); len(t.Texts("flights")) == len(flights) && isReturn(flights) {
			what = t.say("fare.return")
		}
		out = append(out, what)
	}
	if text := o.brief("refundable"); text != "" {
		out = append(out, text)
	}
	return out
}

// nightsInBrief counts the nights of an option that do not fit; of some of them alone, where these are told.
func nightsInBrief(o Args, of []string) (out []string) {
	var missing, unused int64
	for _, n := range o.List("nights") {
		switch {
		case of != nil && !slices.Contains(of, nightsText(n, "")):
		case n.Text("what") == "missing":
			missing += n.Int("nights")
		default:
			unused += n.Int("nights")
		}
	}
	if missing > 0 {
		out = append(out, o.say("remark.no_hotel", "n", strconv.FormatInt(missing, 10)))
	}
	if unused > 0 {
		out = append(out, o.say("remark.not_used", "n", strconv.FormatInt(unused, 10)))
	}
	return out
}

// brief tells in few words whether something is refunded.
func (a Args) brief(name string) string {
	if r := a.Text(name); r != "" {
		return a.say("refund." + r)
	}
	return ""
}

// cut leaves the first words of a name.
func cut(name string, limit int) string {
	n := wordCount(name)
	switch isOneLine := !strings.ContainsAny(name, "\n\r\t") && strings.Count(name, " ") == n-1; {
	case n > limit:
		return strings.Join(strings.Fields(name)[:limit], " ") + "…"
	case isOneLine:
		return name
	}
	return strings.Join(strings.Fields(name), " ")
}

// routeText tells a trip in few words: where it goes, from when to when, who travels.
func routeText(plan Args) string {
	legs, stays := plan.List("legs"), plan.List("stays")
	days := each(legs, func(l Args) string { return l.Text("date") })
	if len(legs) == 0 {
		for _, s := range stays {
			days = append(days, s.Text("check_in"), s.Text("check_out"))
		}
	}
	days = slices.DeleteFunc(days, func(d string) bool { return d == "" })
	when := ""
	if len(days) > 0 {
		slices.Sort(days)
		when = plan.in.span(days[0], days[len(days)-1])
	}
	return commas(routeOf(legs, stays), when, peopleText(plan.Object("travelers")))
}

// routeOf names the places of a trip in their order.
func routeOf(legs, stays []Args) string {
	if len(legs) == 2 && samePlaces(legs) {
		return legs[0].say("way.and_back", "from", cityText(legs[0].Object("from")),
			"to", cityText(legs[0].Object("to")))
	}
	var places []string
	add := func(name string) {
		if name != "" && (len(places) == 0 || places[len(places)-1] != name) {
			places = append(places, name)
		}
	}
	for _, l := range legs {
		add(cityText(l.Object("from")))
		add(cityText(l.Object("to")))
	}
	if len(legs) == 0 {
		for _, s := range stays {
			add(stayPlace(s, false))
		}
	}
	if n := len(places); n > maxPlaces {
		places = append(places[:maxPlaces-1:maxPlaces-1], "…", places[n-1])
	}
	return strings.Join(places, " – ")
}

// maxPlaces is how many places of a trip are named.
const maxPlaces = 4

// span tells from which day to which: "Wed 3 Jun to Wed 10 Jun 2026".
func (l *language) span(from, to string) string {
	if from == to {
		return l.day(from)
	}
	a, knownA := dayOf(from)
	b, knownB := dayOf(to)
	first := l.day(from)
	if knownA && knownB && a.Year() == b.Year() {
		first = l.dayInYear(from)
	}
	return l.say("time.span", "from", first, "to", l.day(to))
}
