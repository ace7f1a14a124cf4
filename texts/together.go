package texts

import "strings"

// Flights that are sold together, such as a return fare (behaviour 1.5).

// Together says of an option which of its flights are sold together, and for how much: "Return fare for both flights:
// 640.00 EUR.".
func Together(option Args) []string {
	var out []string
	flights := option.List("flights")
	for _, t := range option.List("together") {
		what := "Flights " + joined(t.Texts("flights")) + " at one fare"
		if len(t.Texts("flights")) == len(flights) && isReturn(flights) {
			what = "Return fare for both flights"
		}
		if price := t.Money("price"); price != "" {
			what += ": " + price
		}
		out = append(out, what+".")
	}
	return out
}

// togetherText tells flights that are sold together, each as it is.
func togetherText(flights []Args) string {
	lines := make([]string, len(flights))
	for i, f := range flights {
		lines[i] = flightText(f)
	}
	return oneFare(flights) + " (" + strings.Join(lines, "; ") + ")"
}

// oneFare names flights that are sold together in a few words.
func oneFare(flights []Args) string {
	if isReturn(flights) {
		return "return fare " + flights[0].Text("from") + " to " + flights[0].Text("to") + " and back"
	}
	return plural(int64(len(flights)), "flight", "flights") + " at one fare"
}

// isReturn reports whether flights go there and come back.
func isReturn(flights []Args) bool {
	return len(flights) == 2 && flights[0].Text("from") == flights[1].Text("to") &&
		flights[0].Text("to") == flights[1].Text("from")
}

// birthday says that somebody is another kind of traveller on the day of a flight than today, or may be.
// Rule: 5.6.crossing
func birthday(a Args) string {
	who := "The child aged " + a.Text("age")
	if a.Text("age") == "0" {
		who = "The baby"
	}
	on := " on " + dayText(a.Text("date"))
	if !a.Is("open") {
		return who + " flies as " + article(a.Text("kind")) + on + ", by the age on that day."
	}
	turns := "2"
	if a.Text("other") == "adult" {
		turns = "12"
	}
	return who + " may be " + turns + on + ", and would fly as " + article(a.Text("other")) + ": I search for " +
		article(a.Text("kind")) + ". The age in months would tell."
}

func article(noun string) string {
	if noun == "adult" || noun == "infant" {
		return "an " + noun
	}
	return "a " + noun
}

// group says that what is sold together changes together.
// Rule: 1.5.group-whole
func group(key string, a Args) string {
	if key == "group.whole" {
		return "The " + oneFare(a.List("flights")) + " is sold together: all of it or nothing."
	}
	var legs []string
	for _, l := range a.List("legs") {
		legs = append(legs, legText(l, false))
	}
	return "Some fares are for several flights together, so I search again for " + joined(legs) +
		" too: that may change as well."
}
