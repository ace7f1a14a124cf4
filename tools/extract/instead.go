package extract

import (
	"strings"
)

// changeable is what a person may want to change without saying to what, in the order in which the words decide.
var changeable = []struct {
	nouns []string
	what  string // what is asked for
}{
	{[]string{"return date", "return day", "date of return", "return flight date", "day of return"}, "return"},
	{[]string{
		"number of people", "number of travellers", "number of travelers", "number of passengers", "number of persons",
		"passengers", "travellers", "travelers", "party",
	}, "people"},
	{[]string{
		"departure city", "departure airport", "origin", "starting point", "where i leave from",
		"where we leave from",
	}, "origin"},
	{[]string{"destination", "where i go", "where we go", "where im going", "the place", "the city"}, "destination"},
	{[]string{"date", "dates", "day", "days", "departure"}, "depart"},
}

// asksInstead asks for the new value of something that shall be changed: "I need to change the date".
func (a *assembly) asksInstead() {
	r, k := a.r, a.r.known
	c := r.whole()
	if k.fresh() || k.askKind() == "" || len(r.acts)+len(a.questions)+len(r.dates)+len(r.places)+len(r.counts) > 0 ||
		r.shift != nil ||
		r.vague != nil || !a.patch.isZero() ||
		!c.has("change", "changing", "modify", "update", "adjust", "switch", "edit", "alter", "different", "another",
			"new", "wrong") {
		return
	}
	for _, o := range changeable {
		var words []string
		for _, n := range o.nouns {
			words = append(words, strings.Fields(n)...)
		}
		if !c.has(o.nouns...) || !c.only(words, class("change"), class("rest")) {
			continue
		}
		if about, text := a.newValue(o.what); about != "" {
			a.questions = append(a.questions, Question{About: about, Text: text})
		}
		return
	}
}

// newValue is where the new value stands, and the question for it.
func (a *assembly) newValue(what string) (about, text string) {
	k := a.r.known
	leg := k.leg()
	switch {
	case what == "people":
		return adultsPath, a.r.say("people")
	case !a.scope.flight && what == "depart" && k.stay().CheckIn != 0:
		return a.pathOf(checkInRole),
			a.r.say("check_in_instead", "day", a.r.labelOfDay(k.stay().CheckIn))
	case what == "depart" && leg.DepartDate != 0:
		return departPath, a.r.say("depart_instead", "day", a.r.labelOfDay(leg.DepartDate))
	case what == "return" && k.returnDate() != 0:
		return returnPath, a.r.say("return_instead", "day", a.r.labelOfDay(k.returnDate()))
	case what == "origin" && leg.Origin.City != "":
		return originPath, a.r.say("origin_instead", "city", leg.Origin.City)
	case what == "destination" && leg.Destination.City != "":
		return goalPath, a.r.say("destination_instead", "city", leg.Destination.City)
	}
	return "", ""
}
