package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// Options, trips and what changed of them, in the words of a person (behaviour 7).

// optionsText presents what is on offer.
// Rule: 7.2.brief
func optionsText(a Args) string {
	options, before := a.List("options"), unfitText(a)
	if gap := a.Text("above_budget"); gap != "" {
		before += "Nothing is within your budget: the cheapest is " + gap + " above it. "
		for i, o := range options { // which is not said again
			if o.Text("above_budget") == gap {
				options[i] = o.without("above_budget")
			}
		}
	}
	behind := whichOne(a) + " Say “more about 1” for the rest of it."
	if a.Is("offer_hotel") {
		behind += "\nSay “add a hotel” if you need one too."
	}
	if plan := a.Object("trip"); plan != nil {
		if text := listText(before+"Here are your best options for "+routeText(plan)+":", options, behind); isBrief(text) {
			return text
		}
	}
	return listText(before+"Here are your best options:", options, behind)
}

// whichOne asks which option of a list is taken.
func whichOne(a Args) string {
	if a.Int("asked") > 0 {
		return sayNumber
	}
	return "Which one shall I take?"
}

// optionText tells one option on lines of its own.
func optionText(o Args) string {
	b := []string{o.Text("position") + ". " + priceText(o)}
	for _, f := range o.List("flights") {
		b = append(b, "Flight "+flightText(f))
	}
	for _, s := range o.List("stays") {
		b = append(b, "Hotel: "+stayText(s))
	}
	b = append(b, Together(o)...)
	if beyond := beyondText(o); beyond != "" {
		b = append(b, beyond)
	}
	b = append(b, nightsTexts(o)...)
	last := refundText(o.Text("refundable"))
	for _, text := range [...]string{leadOf(o.Text("reason")), o.Text("tradeoff")} {
		if text = sentenceOf(text); text != "" && !strings.Contains(last, text) {
			last = strings.TrimSpace(last + " " + text)
		}
	}
	if last != "" {
		b = append(b, last)
	}
	return strings.Join(b, "\n   ")
}

func priceText(o Args) string {
	p := Price(o)
	if p.Each != "" {
		p.Total += " (" + p.Each + ")"
	}
	return strings.Join(append([]string{p.Total}, p.Notes...), ", ")
}

func refundText(r string) string {
	switch r {
	case "all":
		return "Refundable."
	case "part":
		return "Refundable in part."
	case "none":
		return "Not refundable."
	case "part_unknown":
		return "Refundable in part; of the rest it is not known."
	case "none_unknown":
		return "Not refundable in part; of the rest it is not known."
	case "unknown":
		return "Not known whether it is refundable."
	}
	return ""
}

// sentenceOf begins a text with a capital and ends it with a full stop.
func sentenceOf(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), ".")
	if text == "" {
		return ""
	}
	return capital(text) + "."
}

// capital writes the first letter of a text as a capital.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// usualLine is room for the line of a flight, in bytes.
const usualLine = 96

// flightText tells a flight: airline, number, local times, stops, duration.
func flightText(f Args) string {
	var b strings.Builder
	b.Grow(usualLine)
	b.WriteString(dayText(f.Text("departs")))
	b.WriteString(": ")
	if who := airlinesText(f); who != "" {
		b.WriteString(who)
		b.WriteString(", ")
	}
	writeTimes(&b, f)
	b.WriteString(", ")
	writeStops(&b, f)
	return b.String()
}

// airlinesText tells the airlines and the numbers of a flight.
func airlinesText(f Args) string {
	return strings.TrimSpace(strings.Join(f.Texts("airlines"), "/") + " " + strings.Join(f.Texts("numbers"), "/"))
}

// writeTimes writes from where to where a flight goes, by the clocks of both places.
func writeTimes(b *strings.Builder, f Args) {
	departs, arrives := f.Text("departs"), f.Text("arrives")
	for _, text := range [...]string{
		f.Text("from"), " ", clockText(departs), " → ", f.Text("to"), " ",
		clockText(arrives),
	} {
		b.WriteString(text)
	}
	if days := daysBetween(departs, arrives); days != 0 {
		b.WriteString(" (" + signed(days) + ")")
	}
}

// writeStops writes the stops and the duration of a flight, and a cabin that is not the usual one.
func writeStops(b *strings.Builder, f Args) {
	if n := f.Int("stops"); n == 0 {
		b.WriteString("nonstop")
	} else {
		b.WriteString(plural(n, "stop", "stops"))
		if via := f.Texts("via"); len(via) > 0 {
			b.WriteString(" in " + strings.Join(via, ", "))
		}
	}
	if m := f.Int("minutes"); m > 0 {
		b.WriteString(", ")
		b.WriteString(durationText(m))
	}
	if c := f.Text("cabin"); c != "" && c != trip.DefaultCabin {
		b.WriteString(", " + strings.ReplaceAll(c, "_", " "))
	}
}

func signed(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

func durationText(minutes int64) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return strconv.FormatInt(m, 10) + " min"
	case m == 0:
		return strconv.FormatInt(h, 10) + " h"
	}
	return strconv.FormatInt(h, 10) + " h " + strconv.FormatInt(m, 10) + " min"
}

// stayText tells a hotel: name, stars, nights, nightly price.
func stayText(s Args) string {
	p := Stay(s)
	return commas(p.Hotel, p.Stars, p.Nights, p.Nightly)
}

// soldStayText tells a hotel without the nightly price of its offer, which is none of a hold or a booking that costs
// something else.
func soldStayText(s Args) string {
	p := Stay(s)
	return commas(p.Hotel, p.Stars, p.Nights)
}

// commas joins the parts that are not empty.
func commas(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}

// shortOption names an option in a few words, for a button.
func shortOption(o Args) string {
	return o.Text("position") + ". " + briefly(o)
}

// briefly tells the price of an option and what it is made of.
func briefly(o Args) string {
	return strings.Join(append([]string{cmp.Or(optionPrice(o), "price not known")}, madeOf(o)...), ", ")
}

func optionPrice(o Args) string { return cmp.Or(o.Money("price"), total(o)) }

// madeOf names the flights and the hotels of an option.
func madeOf(o Args) (parts []string) {
	for _, f := range o.List("flights") {
		parts = append(parts, strings.TrimSpace(strings.Join(f.Texts("airlines"), "/")+" "+clockText(f.Text("departs"))))
	}
	for _, s := range o.List("stays") {
		parts = append(parts, s.Text("hotel"))
	}
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}

// chosen names the option that was picked.
func chosen(a Args) string { return named(a.Object("option")) }

// named names an option by its position, its price and what it is made of.
func named(option Args) string {
	if option == nil || optionPrice(option) == "" && len(madeOf(option)) == 0 {
		return "what you picked"
	}
	position := option.Text("position")
	if position == "0" { // it is not in the list that was shown last
		return "the option for " + briefly(option)
	}
	return "option " + position + " (" + briefly(option) + ")"
}

// optionInFull tells all that is known of one option.
func optionInFull(a Args) string {
	o := a.Object("option")
	if a.Is("again") {
		return "As I said, option " + optionLine(o, details[2])
	}
	text := "Option " + optionText(o)
	if parts := a.Object("parts"); parts != nil {
		text += "\n   Flights " + sum(parts.Object("flights")) + ", hotel " + sum(parts.Object("stays")) + "."
	}
	text += economyText(o.List("flights"))
	for i, t := range a.Texts("tradeoffs") {
		if i > 0 {
			text += "\n   " + sentenceOf(t)
		}
	}
	text += fareRules(a.Texts("fare_rules"))
	if m := a.Message("ask"); m.Key == "ask.hold" { // what waits is about this very option
		if a.Int("asked") > 0 {
			return text + "\n" + waitedFor(a)
		}
		text += "\n" + English(m)
	} else if m.Key != "" {
		text += "\n" + waitedFor(a)
	}
	return text
}

// economyText tells which flights are in economy class. Another class is told with the flight.
func economyText(flights []Args) string {
	var economy []string
	for _, f := range flights {
		if f.Text("cabin") == trip.DefaultCabin {
			economy = append(economy, f.Text("from")+" to "+f.Text("to"))
		}
	}
	switch len(economy) {
	case 0:
		return ""
	case len(flights):
		return "\n   Economy class."
	}
	return "\n   " + joined(economy) + ": economy class."
}

// termsTexts tells what is refunded of options, each on lines of its own.
func termsTexts(a Args) string {
	text, whole := "", false
	for _, l := range a.List("options") {
		o := l.Object("option")
		whole = whole || o.Text("refundable") == "all"
		text += "\n" + o.Text("position") + ". " + cmp.Or(o.Money("price"), total(o), "price not known") + ". " +
			refundText(o.Text("refundable"))
		for _, t := range l.List("terms") {
			part := cmp.Or(t.Text("hotel"), t.Text("from")+" to "+t.Text("to"))
			text += "\n   " + part + ": " + cmp.Or(sentenceOf(t.Text("rules")), refundText(t.Text("refundable")))
		}
	}
	text = "What you get back when you cancel:" + text + "\n" + whichOne(a)
	if whole {
		return text
	}
	return "None of these options is refundable as a whole. " + text
}

// fareRules tells the rules of each flight, or of all at once where they are the same.
func fareRules(rules []string) string {
	if len(slices.Compact(slices.Clone(rules))) == 1 {
		rules = rules[:1]
	}
	text := ""
	for i, t := range rules {
		of := ""
		if len(rules) > 1 {
			of = " of flight " + strconv.Itoa(i+1)
		}
		if t != "" {
			text += "\n   Fare conditions" + of + ": " + sentenceOf(t)
		}
	}
	return text
}

// itemTexts names what is held or bought.
func itemTexts(items []Args) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = itemText(item)
	}
	return out
}

func itemText(item Args) string {
	switch f, s := item.Object("flight"), item.Object("stay"); {
	case len(item.List("flights")) > 0:
		return togetherText(item.List("flights"))
	case f != nil:
		return flightText(f)
	case s != nil && item.Money("offered") != "":
		return soldStayText(s)
	case s != nil:
		return stayText(s)
	}
	return item.Text("item_type") + " " + item.Text("option_id")
}

// changedText tells what a message changed, from what to what.
func changedText(a Args) string {
	var parts []string
	for _, c := range a.List("changes") {
		if text := changeText(c); text != "" {
			parts = append(parts, text)
		}
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		return "Noted; the rest stays."
	}
	return capital(text) + "; the rest stays."
}

func changeText(c Args) string {
	leg := ""
	if n := c.Int("leg"); n > 1 {
		leg = " for leg " + strconv.FormatInt(n, 10)
	}
	from, to := c.Text("from"), c.Text("to")
	switch c.Text("what") {
	case "origin":
		if placeText(c.Object("to"), true) == "" {
			return "no place of departure yet" + leg
		}
		return "from " + placeInstead(c.Object("to"), c.Object("from")) + leg
	case "destination":
		if placeText(c.Object("to"), true) == "" {
			return "no destination yet" + leg
		}
		return placeInstead(c.Object("to"), c.Object("from")) + leg
	case "date":
		if to == "" {
			return "no day yet" + leg
		}
		return instead(dayText(to), dayText(from)) + leg
	case "open_days":
		return instead(openDaysText(c.Object("to")), openDaysText(c.Object("from"))) + leg
	case "or_from":
		return "from " + orText(c.Object("from"), c.List("to"), true) + leg
	case "or_to":
		return orText(c.Object("from"), c.List("to"), true) + leg
	case "nights":
		return instead(nightsRange(c.Object("to")), nightsRange(c.Object("from")))
	case "mode":
		return instead(strings.TrimSpace(byMode("", to)), from) + leg
	case "window":
		return orAny(timesText(c.Object("to")), timesText(c.Object("from")), "time of departure") + leg
	case "arrival":
		return orAny(timesText(c.Object("to")), timesText(c.Object("from")), "time of arrival") + leg
	case "via":
		if to := c.List("to"); len(to) > 0 {
			return "via " + placesText(to) + leg
		}
		return "not via " + placesText(c.List("from")) + " any more" + leg
	case "excluded_days":
		if days := daysText(c.List("to")); days != "" {
			return "not " + days
		}
		return "any day"
	case "leg_added":
		return "also " + legText(c.Object("to"), true)
	case "leg_dropped":
		return "without " + legText(c.Object("from"), true)
	case "stay_added":
		return stayPlanText(c.Object("to"), true, true)
	case "stay_dropped":
		return stayDropped(c.Object("from"))
	case "stay":
		return stayChanged(stayPlanText(c.Object("from"), false, true), stayPlanText(c.Object("to"), false, true))
	case "travelers":
		return instead(peopleText(c.Object("to")), peopleText(c.Object("from")))
	case "ages":
		return agesText(c.Texts("to"))
	case "contact":
		return "your contact"
	case "own":
		if to == "" {
			return "without " + fieldName(c.Text("path"))
		}
		return instead(fieldName(c.Text("path"))+" "+to, from)
	}
	return wishText(c, from, to)
}

// agesText tells how old the children are.
func agesText(ages []string) string {
	switch len(ages) {
	case 0:
		return "children of any age"
	case 1:
		return "a child aged " + ages[0]
	}
	return "children aged " + joined(ages)
}

// placeInstead tells one place instead of another; of two airports of a city it names the codes.
func placeInstead(to, from Args) string {
	is, was := placeText(to, true), placeText(from, true)
	if is == was && to.Text("code") != from.Text("code") {
		is, was = is+" "+to.Text("code"), was+" "+from.Text("code")
	}
	return instead(is, was)
}

func stayDropped(was Args) string {
	if place := stayPlace(was, false); place != "" {
		return "no hotel in " + place
	}
	return "no hotel"
}

// stayChanged tells a stay that differs in what a person sees: to say "1 room" where one was meant is no news. What
// was only completed is not said twice.
func stayChanged(was, is string) string {
	switch {
	case was == is:
		return ""
	case strings.HasPrefix(is, was+" "):
		return is
	}
	return instead(is, strings.TrimPrefix(was, "hotel "))
}

func wishText(c Args, from, to string) string {
	flag := func(yes, no string) string {
		if c.Is("to") {
			return yes
		}
		return no
	}
	switch c.Text("what") {
	case "cabin":
		return orAny(strings.ReplaceAll(to, "_", " "), strings.ReplaceAll(from, "_", " "), "cabin")
	case "airlines":
		return orAny(strings.Join(c.Texts("to"), ", "), strings.Join(c.Texts("from"), ", "), "airline")
	case "excluded":
		if out := excludedText(c.Object("to")); out != "" {
			return "without " + out
		}
		return excludedText(c.Object("from")) + " too"
	case "max_stops":
		if to == "0" {
			return "nonstop"
		}
		return orAny(stopsWord(to), stopsWord(from), "number of stops")
	case "stars":
		return orAny(starsWord(to), starsWord(from), "number of stars")
	case "nightly":
		return orAny(limit(to, " a night"), limit(from, " a night"), "nightly price")
	case "budget":
		return orAny(limit(to, " in all"), limit(from, ""), "price")
	case "refundable":
		return flag("refundable", "refundable or not")
	case "avoid_red_eye":
		return flag("no overnight flights", "overnight flights too")
	}
	return ""
}

func limit(amount, behind string) string {
	if amount == "" {
		return ""
	}
	return "at most " + amount + behind
}

func stopsWord(n string) string {
	if v, ok := optionalInt(n); ok {
		return "at most " + plural(v, "stop", "stops")
	}
	return ""
}

func starsWord(n string) string {
	if v, ok := optionalInt(n); ok {
		return "at least " + plural(v, "star", "stars")
	}
	return ""
}

// orAny tells a wish, or that it was given up.
func orAny(to, from, what string) string {
	if to == "" {
		return instead("any "+what, from)
	}
	return instead(to, from)
}

func instead(to, from string) string {
	if from == "" {
		return to
	}
	return to + " instead of " + from
}

// Days and times of a place, as its clock and calendar say.

var (
	weekdays = [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
	months   = [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
)

// dayText writes the day of a date or of a local time: "Sun 12 Apr 2026".
func dayText(text string) string {
	day, ok := dayOf(text)
	if !ok {
		return text
	}
	b := append(make([]byte, 0, len("Wed 10 Sep 2026")), weekdays[day.Weekday()]...)
	b = strconv.AppendInt(append(b, ' '), int64(day.Day()), 10)
	b = append(append(b, ' '), months[day.Month()-1]...)
	return string(strconv.AppendInt(append(b, ' '), int64(day.Year()), 10))
}

func dayOf(text string) (trip.Date, bool) {
	const length = len("2026-04-12")
	if len(text) < length {
		return 0, false
	}
	day, err := trip.ParseDate(text[:length])
	return day, err == nil
}

// clockText returns the clock reading of a local time: "21:40".
func clockText(text string) string {
	_, clock, ok := strings.Cut(text, "T")
	if !ok || len(clock) < len("21:40") {
		return ""
	}
	return clock[:len("21:40")]
}

func daysBetween(from, to string) int {
	a, ok := dayOf(from)
	b, known := dayOf(to)
	if !ok || !known {
		return 0
	}
	return a.DaysUntil(b)
}
