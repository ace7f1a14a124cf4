package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Options, and what is known of them, in the words of a person (behaviour 7).

// optionsText presents what is on offer.
// Rule: 7.2.brief
func optionsText(a Args) string {
	options, before := a.List("options"), unfitText(a)
	if before != "" {
		before += " "
	}
	if gap := a.Text("above_budget"); gap != "" {
		for i, o := range options { // which is not said again
			if o.Text("above_budget") == gap {
				options[i] = o.without("above_budget")
			}
		}
	}
	behind := whichOne(a) + " " + a.say("list.more_about")
	if a.Is("offer_hotel") {
		behind += "\n" + a.say("list.offer_hotel")
	}
	if by := a.Text("by"); by != "" {
		return listText(before+a.say("sort."+by)+":", options, behind)
	}
	if a.Has("trip") {
		best := a.say("list.best_for", "route", routeText(a.Object("trip")))
		if text := listText(before+best, options, behind); isBrief(text) {
			return text
		}
	}
	return listText(before+a.say("list.best"), options, behind)
}

// whichOne asks which option of a list is taken.
func whichOne(a Args) string {
	if a.Int("asked") > 0 {
		return a.say("waiting.choose")
	}
	return a.say("select.take")
}

// optionText tells one option on lines of its own.
func optionText(o Args) string {
	b := []string{o.Text("position") + ". " + priceText(o)}
	b = append(b, each(o.List("flights"), func(f Args) string {
		return f.say("flight.line", "flight", flightText(f))
	})...)
	b = append(b, each(o.List("stays"), func(s Args) string { return s.say("hotel.line", "stay", stayText(s)) })...)
	b = append(b, Together(o)...)
	if beyond := beyondText(o); beyond != "" {
		b = append(b, beyond)
	}
	b = append(b, nightsTexts(o)...)
	last := Refund(o)
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

// usualLine is room for the line of a flight, in bytes.
const usualLine = 96

// flightText tells a flight: airline, number, local times, stops, duration.
func flightText(f Args) string {
	var b strings.Builder
	b.Grow(usualLine)
	b.WriteString(f.in.day(f.Text("departs")))
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
	n := f.Int("stops")
	b.WriteString(f.in.stops(n))
	if via := f.Texts("via"); n > 0 && len(via) > 0 {
		b.WriteString(" in " + strings.Join(via, ", "))
	}
	if m := f.Int("minutes"); m > 0 {
		b.WriteString(", ")
		b.WriteString(f.in.duration(m))
	}
	if c := f.Text("cabin"); c != "" && c != trip.DefaultCabin {
		b.WriteString(", " + f.in.word(c))
	}
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

// shortOption names an option in a few words, for a button.
func shortOption(o Args) string {
	return o.Text("position") + ". " + briefly(o)
}

// briefly tells the price of an option and what it is made of.
func briefly(o Args) string {
	return strings.Join(append([]string{knownPrice(o)}, madeOf(o)...), ", ")
}

func optionPrice(o Args) string { return cmp.Or(o.Money("price"), total(o)) }

func knownPrice(o Args) string { return cmp.Or(optionPrice(o), o.say("price.unknown")) }

// madeOf names the flights and the hotels of an option.
func madeOf(o Args) []string {
	return append(each(o.List("flights"), func(f Args) string {
		return strings.TrimSpace(strings.Join(f.Texts("airlines"), "/") + " " + clockText(f.Text("departs")))
	}), each(o.List("stays"), func(s Args) string { return s.Text("hotel") })...)
}

// named names an option by its position, its price and what it is made of.
func named(option Args) string {
	if optionPrice(option) == "" && len(madeOf(option)) == 0 {
		return option.say("option.picked")
	}
	if option.Text("position") == "0" { // it is not in the list that was shown last
		return option.say("option.for", "what", briefly(option))
	}
	return option.say("option.at", "what", briefly(option))
}

// optionInFull tells all that is known of one option.
func optionInFull(a Args) string {
	o := a.Object("option")
	if a.Is("again") {
		return a.say("show.option_again", "option", optionLine(o, details[2]))
	}
	text := a.say("show.option", "option", optionText(o))
	if a.Has("parts") {
		text += "\n   " + a.Object("parts").say("show.parts")
	}
	text += economyText(o)
	for i, t := range a.Texts("tradeoffs") {
		if i > 0 {
			text += "\n   " + sentenceOf(t)
		}
	}
	text += fareRules(a)
	if m := a.Message("ask"); m.Key == "ask.hold" && a.Int("asked") == 0 { // what waits is about this very option
		text += "\n" + a.in.text(m)
	} else if m.Key != "" {
		text += "\n" + waitedFor(a)
	}
	return text
}

// economyText tells which flights are in economy class. Another class is told with the flight.
func economyText(o Args) string {
	flights := o.List("flights")
	economy := each(flights, func(f Args) string {
		if f.Text("cabin") != trip.DefaultCabin {
			return ""
		}
		return f.say("way")
	})
	switch len(economy) {
	case 0:
		return ""
	case len(flights):
		return "\n   " + o.say("flight.economy")
	}
	return "\n   " + o.say("flight.economy_of", "which", o.in.joined(economy))
}

// termsTexts tells what is refunded of options, each on lines of its own.
func termsTexts(a Args) string {
	text, whole := "", false
	for _, l := range a.List("options") {
		o := l.Object("option")
		whole = whole || o.Text("refundable") == "all"
		text += "\n" + o.Text("position") + ". " + knownPrice(o) + ". " + Refund(o)
		var lines []string // rooms of a stay have the same
		for _, t := range l.List("terms") {
			part := t.Text("hotel")
			if part == "" {
				part = t.say("way")
			}
			lines = append(lines, "\n   "+part+": "+cmp.Or(sentenceOf(t.Text("rules")), Refund(t)))
		}
		text += strings.Join(slices.Compact(lines), "")
	}
	return a.say("show.terms", "whole", yes(whole), "lines", text) + "\n" + whichOne(a)
}

// fareRules tells the rules of each flight, or of all at once where they are the same.
func fareRules(a Args) string {
	rules := a.Texts("fare_rules")
	if len(slices.Compact(slices.Clone(rules))) == 1 {
		rules = rules[:1]
	}
	text := ""
	for i, t := range rules {
		of := ""
		if len(rules) > 1 {
			of = strconv.Itoa(i + 1)
		}
		if t != "" {
			text += "\n   " + a.say("fare.conditions", "flight", of, "rules", sentenceOf(t))
		}
	}
	return text
}

// items names holds or what was to be held.
func items(list []Args) string {
	if len(list) == 0 {
		return ""
	}
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = itemText(item)
	}
	return list[0].in.joined(out)
}

func itemText(item Args) string {
	switch f, s := item.Object("flight"), item.Object("stay"); {
	case item.Has("flights"):
		return togetherText(item.List("flights"))
	case item.Has("flight"):
		return flightText(f)
	case item.Has("stay") && item.Money("offered") != "":
		return soldStayText(s)
	case item.Has("stay"):
		return stayText(s)
	}
	return item.as("item_type", "word") + " " + item.Text("option_id")
}

// shortItem names what is held in a few words.
func shortItem(item Args) string {
	switch f := item.Object("flight"); {
	case item.Has("flights"):
		return oneFare(item.List("flights"))
	case item.Has("flight"):
		return f.say("item.flight", "airlines", strings.Join(f.Texts("airlines"), "/"))
	case item.Has("stay"):
		return item.Object("stay").Text("hotel")
	}
	return itemText(item)
}
