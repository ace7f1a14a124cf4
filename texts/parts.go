package texts

import (
	"cmp"
	"strings"
)

// Parts of the English sentences, for a front end that lays them out itself. They are made of the parameters of the
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
	return FlightParts{Day: dayText(f.Text("departs")), Times: times.String(), How: how.String(), Who: airlinesText(f)}
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
	p := StayParts{Hotel: cmp.Or(s.Text("hotel"), "name not known")}
	if stars := s.Text("stars"); stars != "" {
		if p.Stars = stars + " stars"; stars == "1" {
			p.Stars = "1 star"
		}
	}
	if n := s.Int("nights"); n > 0 {
		p.Nights = plural(n, "night", "nights") + " from " + dayText(s.Text("check_in"))
	}
	if n := s.Int("rooms"); n > 1 {
		p.Nights = commas(p.Nights, plural(n, "room", "rooms"))
	}
	if price := s.Text("nightly"); price != "" {
		p.Nightly = price + " a night"
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
	p := PriceParts{Total: cmp.Or(optionPrice(option), "price not known")}
	if each := option.Text("per_person"); each != "" {
		p.Each = each + " per person"
	}
	if text := ToBudget(option); text != "" {
		p.Notes = append(p.Notes, text)
	}
	for _, label := range option.Texts("labels") {
		p.Notes = append(p.Notes, "the "+strings.Replace(label, "refundable", "cheapest refundable one", 1))
	}
	return p
}

// belowBudget says how far below the budget a price is: "120.00 USD below your budget".
func belowBudget(d string) string {
	if strings.Trim(d[:strings.IndexByte(d+" ", ' ')], "0.") == "" {
		return "exactly your budget"
	}
	return d + " below your budget"
}

// Refund tells what of the price of an option or an item comes back: "Refundable in part.".
func Refund(of Args) string { return refundText(of.Text("refundable")) }

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
	offered := sum(of.Object("offered"))
	switch {
	case offered == "":
		return ""
	case of.Text("more") != "":
		return offered + ": it costs " + of.Text("more") + " more now"
	case of.Text("less") != "":
		return offered + ": it costs " + of.Text("less") + " less now"
	}
	return offered
}

// ToBudget tells how a total stands to the budget, "" where there is none: "134.00 USD above your budget".
func ToBudget(of Args) string {
	if d := of.Text("above_budget"); d != "" {
		return d + " above your budget"
	}
	if d := of.Text("below_budget"); d != "" {
		return belowBudget(d)
	}
	return ""
}

// Consents lists, each for itself, what is to be accepted before something is bought because it stands worse than it
// was offered or wanted.
func Consents(of Args) []string {
	var out []string
	if d := of.Text("more"); d != "" {
		out = append(out, d+" more than it was offered for")
	}
	if d := of.Text("above_budget"); d != "" {
		out = append(out, d+" above your budget")
	}
	return out
}

// People counts who travels: "2 adults, 1 child".
func People(travelers Args) string { return peopleText(travelers) }
