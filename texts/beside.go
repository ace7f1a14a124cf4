package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// What is told before and beside options: in what they are not as was asked, and nights that do not fit their flights.

// beyondText tells what of an option is not as the person asked.
func beyondText(o Args) string {
	parts := beyondParts(o)
	if len(parts) == 0 {
		return ""
	}
	return "Not as you asked: " + joined(parts) + "."
}

// beyondParts tells each for itself: "1 stop instead of none".
// Rule: 5.1.asked-in-part, 7.2.marked
func beyondParts(o Args) []string {
	var parts []string
	for _, b := range o.List("beyond") {
		part := beyondPart(b)
		if len(o.List("flights")) > 1 {
			part += " on flight " + b.Text("flight")
		}
		parts = append(parts, part)
	}
	return parts
}

func beyondPart(b Args) string {
	is, asked := strings.ReplaceAll(b.Text("is"), "_", " "), strings.ReplaceAll(b.Text("asked"), "_", " ")
	switch b.Text("what") {
	case "stops":
		most := "at most " + asked
		if asked == "0" {
			most = "none"
		}
		n, _ := optionalInt(is)
		return plural(n, "stop", "stops") + " instead of " + most
	case "departs":
		return "leaves " + is + ", not " + hoursText(b)
	case "arrives":
		return "lands " + is + ", not " + hoursText(b)
	case "later":
		return "lands on " + dayText(is)
	case "via":
		return "not via " + asked
	case "airline":
		return "with " + is
	case "connection":
		return "changes in " + is
	case "day":
		return "leaves on " + dayText(is)
	}
	return is + " instead of " + asked
}

// nightsTexts tells the nights of an option without a bed, and those that are paid and not used.
// Rule: 7.2.nights
func nightsTexts(o Args) (out []string) {
	for _, n := range o.List("nights") {
		out = append(out, "You "+nightsText(n, clockText(whenOf(n))))
	}
	return out
}

// nightsOfEach tells the nights that are the same with each of several options.
func nightsOfEach(options []Args) (out []string) {
	if len(options) < 2 {
		return nil
	}
	for _, n := range options[0].List("nights") {
		text := nightsText(n, "")
		if !slices.ContainsFunc(options[1:], func(o Args) bool { return !hasNights(o, text) }) {
			out = append(out, text)
		}
	}
	return out
}

// onlyNightsOf reports whether all nights that do not fit an option are among those of each.
func onlyNightsOf(o Args, ofEach []string) bool {
	return !slices.ContainsFunc(o.List("nights"), func(n Args) bool { return !slices.Contains(ofEach, nightsText(n, "")) })
}

func hasNights(o Args, text string) bool {
	return slices.ContainsFunc(o.List("nights"), func(n Args) bool { return nightsText(n, "") == text })
}

// nightsText tells when somebody comes or goes, at a time where it is told, and which nights do not fit.
func nightsText(n Args, clock string) string {
	text := "leave "
	if n.Text("lands") != "" {
		text = "land in "
	}
	text += placeText(n.Object("place"), false) + " on " + dayText(whenOf(n))
	if clock != "" {
		text += " at " + clock
	}
	count, from := n.Int("nights"), dayText(n.Text("from"))
	which, has, is := "the night of "+from, "has", "is"
	if count > 1 {
		which, has, is = plural(count, "night", "nights")+" from "+from, "have", "are"
	}
	if n.Text("what") == "missing" {
		return text + ": " + which + " " + has + " no hotel."
	}
	return text + ": " + which + " in the hotel " + is + " paid and not used."
}

func whenOf(n Args) string { return cmp.Or(n.Text("lands"), n.Text("leaves")) }

// unfitText tells which wishes none of the options meets.
// Rule: 7.2.times, 7.2.via, 7.2.lands-later, 7.2.airlines, 7.2.currency
func unfitText(a Args) string {
	text := ""
	for _, w := range a.List("times_unmet") {
		text += "No flight" + ofLeg(w) + " was found " + timesText(w) + ". "
	}
	for _, l := range a.List("lands") {
		text += "All flights" + ofLeg(l) + " land on " + dayText(l.Text("day")) + ", later than they leave. "
	}
	for _, l := range a.List("via_unmet") {
		text += "No flight" + ofLeg(l) + " goes " + viaText(l) + ". "
	}
	if airlines := a.Texts("airlines_unmet"); len(airlines) > 0 {
		text += "None of the options is with " + strings.Join(airlines, " or ") + ". "
	}
	if out := excludedText(a.Object("excluded")); out != "" {
		text += "Without " + out + " nothing was found for some of the way. "
	}
	if budget := a.Text("budget"); budget != "" {
		text += "Your budget is " + budget + " and the prices are in " + a.Text("currency") +
			", which I cannot convert. "
	}
	if nightly := a.Text("nightly"); nightly != "" {
		text += "You want to pay at most " + nightly + " a night and the prices are in " + a.Text("nightly_currency") +
			", which I cannot convert. "
	}
	return text
}

// ofLeg names the leg that something is told of, but for the first.
func ofLeg(a Args) string {
	if n := a.Int("leg"); n > 1 {
		return " of leg " + strconv.FormatInt(n, 10)
	}
	return ""
}
