package texts

import (
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a person hears again: options in another order, and that nothing is new.

// sortedText says in which order options are listed, and which of them are within an amount.
func sortedText(a Args) string {
	by := a.Text("by")
	switch by {
	case trip.SortLatest:
		by = "departure, the latest first"
	case trip.SortArrival:
		by = "when the first flight lands, the earliest first"
	case trip.SortLayover:
		by = "layover, the shortest first"
	case trip.SortLongestLayover:
		by = "layover, the longest first"
	}
	if times := a.Object("times"); times != nil {
		return atTimes(a, times, by)
	}
	if a.Text("within") == "" {
		return "By " + by
	}
	limit := a.Text("within")
	if a.Is("night") {
		limit += " a night"
	}
	switch n := a.Int("count"); n {
	case 0:
		return "No option costs " + limit + " or less. By " + by
	case 1:
		return "One option costs " + limit + " or less"
	default:
		return strconv.FormatInt(n, 10) + " options cost " + limit + " or less. By " + by
	}
}

// atTimes says how many options have a flight at some time; where there is none, in which order all are listed.
func atTimes(a, times Args, by string) string {
	one, many := "leaves", "leave"
	switch {
	case a.Is("back") && a.Is("lands"):
		one, many = "is back", "are back"
	case a.Is("back"):
		one, many = "flies back", "fly back"
	case a.Is("lands"):
		one, many = "lands", "land"
	}
	when := ""
	if text := hoursText(times); text != "" {
		when = " " + text
	}
	switch n := a.Int("count"); n {
	case 0:
		return "No option " + one + when + ". By " + by
	case 1:
		return "One option " + one + when
	default:
		return strconv.FormatInt(n, 10) + " options " + many + when
	}
}

// nothingNew is said instead of the same again.
// Rule: 7.4.examples
func nothingNew(a Args) string {
	ask := waitedFor(a)
	times := a.Int("times")
	text := "Nothing has changed."
	switch {
	case a.Is("changed"):
		text = "I have noted that."
	case a.Is("behind") && (ask != "" || a.Message("found").Key != ""):
		text = ""
	case times == 2:
		text = "Still nothing new."
	case times > 2:
		text = "I do not get any further with that."
	}
	if booking := a.Text("booking"); booking != "" {
		text += " Your booking " + booking + " stands."
	}
	if unread := a.Texts("unread"); len(unread) > 0 {
		text += " " + notTaken(unread)
	}
	if found := English(a.Message("found")); found != "" {
		text = strings.TrimSpace(text + " " + found)
	}
	if options := a.List("options"); len(options) > 0 {
		text = "The list is as it was:"
		for _, o := range options {
			text += "\n" + shortOption(o)
		}
		ask = "\n" + ask
	}
	if ask != "" {
		text = strings.TrimSpace(strings.ReplaceAll(text+" "+ask, " \n", "\n"))
	}
	if times > 2 {
		text += exampleTexts(a)
	}
	return text
}
