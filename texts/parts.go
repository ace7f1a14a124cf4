package texts

import (
	"cmp"
	"strings"
)

// Parts of the sentences, for a front end that lays them out itself. They are made of the parameters of the
// messages that offer, hold and book.

// FlightParts is a flight. What is not known is empty.
type FlightParts struct {
	Day   string // of departure: "Wed 3 Jun 2026"
	Times string // by the clocks of both places: "BOS 12:20 → LIS 02:20 (+1)"
	How   string // stops, duration, and a cabin other than economy: "1 stop in MAD, 9 h"
	Who   string // airlines and numbers: "Tamarind Airlines T8 741/T8 742"
}

// Flight returns the parts of a flight.
func Flight(f Args) FlightParts {
	var times, how strings.Builder
	writeTimes(&times, f)
	writeStops(&how, f)
	return FlightParts{Day: f.in.day(f.Text("departs")), Times: times.String(), How: how.String(), Who: airlinesText(f)}
}

// StayParts is a stay in a hotel. What is not known is empty, but for the name.
type StayParts struct {
	Hotel   string // "Hazel House Lisbon"
	Stars   string // "3 stars"
	Nights  string // "7 nights from Wed 3 Jun 2026, 2 rooms"
	Nightly string // "106.54 USD a night"
}

// Stay returns the parts of a stay.
func Stay(s Args) StayParts {
	p := StayParts{Hotel: cmp.Or(s.Text("hotel"), s.say("hotel.name_unknown"))}
	if stars := s.Text("stars"); stars != "" {
		p.Stars = s.say("count.star", "n", stars)
	}
	if s.Int("nights") > 0 {
		p.Nights = s.say("hotel.nights", "n", s.Text("nights"), "day", s.in.day(s.Text("check_in")))
	}
	if n := s.Int("rooms"); n > 1 {
		p.Nights = commas(p.Nights, s.in.plural(n, "room"))
	}
	if s.Has("nightly") {
		p.Nightly = s.say("per_night", "price", s.Money("nightly"))
	}
	return p
}

// PriceParts is what an option costs. What is not known is empty, but for the total.
type PriceParts struct {
	Total string   // "2335.44 USD"
	Each  string   // "1167.72 USD per person"
	Notes []string // how that stands to the budget, and what the option is the best in: "the fastest"
}

// Price returns the parts of what an option costs.
func Price(option Args) PriceParts {
	p := PriceParts{Total: knownPrice(option)}
	if option.Has("per_person") {
		p.Each = option.say("per_person", "price", option.Money("per_person"))
	}
	if text := ToBudget(option); text != "" {
		p.Notes = append(p.Notes, text)
	}
	for _, label := range option.Texts("labels") {
		p.Notes = append(p.Notes, option.say("label.list", "labels", option.say("label."+label)))
	}
	return p
}

// Refund tells what of the price of an option or an item comes back: "Refundable in part.".
func Refund(of Args) string {
	if r := of.Text("refundable"); r != "" {
		return of.say("terms." + r)
	}
	return ""
}

// Because tells in what an option is less than was asked for, why it is offered and what speaks against it, beside what
// Refund says.
func Because(option Args) []string {
	var out []string
	if text := beyondText(option); text != "" {
		out = append(out, text)
	}
	out = append(out, nightsTexts(option)...)
	for _, name := range [...]string{"reason", "tradeoff"} {
		if text := sentenceOf(option.Text(name)); text != "" && text != Refund(option) {
			out = append(out, text)
		}
	}
	return out
}

// Item tells a held item in one line: what it is, its price, and on which terms.
func Item(item Args) string { return heldText(item) }

// Total tells the sums of what is held or bought, one for each currency.
func Total(of Args) string { return total(of) }

// Moved tells what a total was offered for and how much more or less it is, "" where it did not move:
// "2181.00 USD: it costs 153.00 USD more now".
func Moved(of Args) string {
	return of.say("moved")
}

// ToBudget tells how a total stands to the budget, "" where there is none: "134.00 USD above your budget".
func ToBudget(of Args) string {
	below := of.Text("below_budget")
	switch number, _, _ := strings.Cut(below, " "); {
	case of.Has("above_budget"):
		return of.say("budget.above")
	case below == "":
		return ""
	case strings.Trim(number, "0.") == "":
		return of.say("budget.exactly")
	}
	return of.say("budget.below")
}

// Consents lists, each for itself, what is to be accepted before something is bought because it stands worse than it
// was offered or wanted.
func Consents(of Args) []string {
	var out []string
	if of.Has("more") {
		out = append(out, of.say("moved.more"))
	}
	if of.Has("above_budget") {
		out = append(out, of.say("budget.above"))
	}
	return out
}

// People counts who travels: "2 adults, 1 child".
func People(travelers Args) string { return peopleText(travelers) }
