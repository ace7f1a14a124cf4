package texts

import "strings"

// What is told beside an option: in what it is less than was asked for, and nights that do not fit its flights.

// beyondText tells what of an option is less than was asked for.
// Rule: 5.1.asked-in-part
func beyondText(o Args) string {
	var parts []string
	for _, b := range o.List("beyond") {
		is, asked := strings.ReplaceAll(b.Text("is"), "_", " "), strings.ReplaceAll(b.Text("asked"), "_", " ")
		part := is + " instead of " + asked
		if b.Text("what") == "stops" {
			most := "at most " + asked
			if asked == "0" {
				most = "none"
			}
			n, _ := optionalInt(is)
			part = plural(n, "stop", "stops") + " instead of " + most
		}
		if len(o.List("flights")) > 1 {
			part += " on flight " + b.Text("flight")
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not all that was asked for: " + joined(parts) + "."
}

// nightsTexts tells the nights of an option without a bed, and those that are paid and not used.
// Rule: 7.2.nights
func nightsTexts(o Args) (out []string) {
	for _, n := range o.List("nights") {
		count, from := n.Int("nights"), dayText(n.Text("from"))
		which, verb := "the night of "+from, "has"
		if count > 1 {
			which, verb = plural(count, "night", "nights")+" from "+from, "have"
		}
		text := "You land in " + placeText(n.Object("place"), false) + " on " + dayText(n.Text("lands")) + " at " +
			clockText(n.Text("lands")) + ": " + which
		if n.Text("what") == "missing" {
			out = append(out, text+" "+verb+" no hotel.")
		} else {
			out = append(out, text+" in the hotel is paid and not used.")
		}
	}
	return out
}
