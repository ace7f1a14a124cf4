package extract

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// The paths that a question is for.
const (
	originPath   = "itinerary.segments[0].origin.code"
	goalPath     = "itinerary.segments[0].destination.code"
	departPath   = "itinerary.segments[0].depart_date"
	returnPath   = "itinerary.segments[1].depart_date"
	adultsPath   = "party.travelers.adults"
	childrenPath = "party.travelers.children"
	checkInPath  = "itinerary.lodging.check_in"
	checkOutPath = "itinerary.lodging.check_out"
)

// legPath and stayPath are where a leg and a stay stand.
func legPath(leg int) string   { return "itinerary.segments[" + strconv.Itoa(leg) + "]" }
func stayPath(stay int) string { return "itinerary.lodging.stays[" + strconv.Itoa(stay) + "]" }

// clarify lists what the message left open: a city of several, a town without an airport, a day
// that has passed or that the calendar does not have, a month without a day, friends without a number.
func (a *assembly) clarify() []Question {
	questions := a.questions
	ask := func(about, key string, params ...any) {
		questions = append(questions, Question{About: about, Text: a.r.say(key, params...)})
	}
	if len(a.r.toks) == maxTokens {
		ask("", "long")
	}
	for _, p := range a.named() {
		if q, open := p.place.question(a.r, p.path); open {
			questions = append(questions, q)
		}
	}
	for _, d := range a.r.dates {
		if d.day < a.r.today && d.role != asideRole {
			ask(a.pathOf(d.role), "passed", "day", a.r.labelOfDay(d.day))
		}
	}
	for _, d := range a.r.impossible {
		ask(a.pathOf(a.nextRole()), "no_such_day", "text", a.r.words(d.from, d.to))
	}
	if v := a.r.vague; v != nil && v.back {
		questions = append(questions, Question{About: returnPath, Text: v.question(a.r), Choices: v.choices(a.r)})
	} else if v != nil && !a.dated() {
		questions = append(questions,
			Question{About: a.pathOf(a.nextRole()), Text: v.question(a.r), Choices: v.choices(a.r)})
	}
	if a.lacksReturn() {
		ask(returnPath, "return")
	}
	if a.minor {
		ask("party.travelers.adults", "minor")
	}
	if a.left {
		ask("party.travelers.adults", "left")
	}
	if a.uncounted != "" {
		ask(adultsPath, "uncounted", "text", a.uncounted)
	}
	if a.kids {
		ask(childrenPath, "kids")
	}
	if a.r.nobody {
		ask(adultsPath, "nobody")
	}
	return questions
}

// lacksReturn reports whether a round trip has a departure date but no return date.
func (a *assembly) lacksReturn() bool {
	k, t := a.r.known, cmp.Or(a.patch.TripType, a.r.known.Itinerary.TripType)
	isBack := a.back != nil || a.r.vague != nil && a.r.vague.back || k.returnDate() != 0 ||
		a.patch.Dates != nil && a.patch.Dates.ReturnDate != ""
	opens := func(leg int) bool { return leg < len(a.patch.Segments) && a.patch.Segments[leg].opensDay() }
	return a.scope.flight && t == trip.RoundTrip && !isBack && (a.departure() != 0 || opens(0)) && !opens(1) &&
		a.nights == 0 && a.patch.Nights == nil && !k.Itinerary.Nights.IsSet()
}

// dated reports whether the message names the day of departure or check-in.
func (a *assembly) dated() bool {
	return a.depart != nil || a.in != nil || len(a.legs) > 0 && a.legs[0].depart != nil
}

// nextRole is the part that a day without an explicit part would get.
func (a *assembly) nextRole() role {
	k := a.r.known
	switch {
	case !a.scope.flight && a.in == nil && (k.stay().CheckIn == 0 || k.stay().CheckOut != 0 && !a.r.speaksOfEnd()):
		return checkInRole
	case !a.scope.flight:
		return checkOutRole
	case a.depart == nil && (k.leg().DepartDate == 0 || k.dated() && !a.r.speaksOfEnd() ||
		a.r.hasAny("move", "shift", "change", "postpone", "push", "reschedule", "switch")):
		return departRole
	}
	return returnRole
}

// dated reports whether the days of the whole journey are known.
func (k *known) dated() bool {
	return k.leg().DepartDate != 0 && (k.returnDate() != 0 || k.Itinerary.TripType == trip.OneWay)
}

// speaksOfEnd reports whether the message mentions the way back or the check-out.
func (r *reading) speaksOfEnd() bool {
	return r.hasAny("until", "till") || slices.ContainsFunc(r.cues,
		func(c cue) bool { return c.kind == backCue || c.kind == checkOutCue })
}

// pathOf is where a day with this part stands.
func (a *assembly) pathOf(role role) string {
	stays := len(a.r.known.Itinerary.Lodging.Stays) > 0 || !a.scope.flight
	switch {
	case role == checkOutRole && stays:
		return "itinerary.lodging.stays[0].check_out"
	case role == checkInRole && stays, role != returnRole && !a.scope.flight:
		return "itinerary.lodging.stays[0].check_in"
	case role == checkInRole:
		return checkInPath
	case role == checkOutRole:
		return checkOutPath
	case role == returnRole &&
		(len(a.r.known.Itinerary.Segments) > 1 || a.r.known.Itinerary.TripType == trip.RoundTrip || a.back != nil):
		return returnPath
	}
	return departPath
}

// say words a question in the language of the person.
func (r *reading) say(key string, params ...any) string {
	return texts.Of(r.locale(), trip.With(params...)).Say("question." + key)
}

// locale is that of the trip, or the language of a first message.
func (r *reading) locale() string {
	if locale := r.known.Request.Locale; r.language == "" || !trip.IsEnglish(locale) {
		return locale
	}
	return r.language
}

// labelOfDay is how a person reads a day: "Fri 3 Apr 2026".
func (r *reading) labelOfDay(d trip.Date) string { return r.say("day", "date", d.String()) }
