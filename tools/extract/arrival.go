package extract

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// timeKind is what a time of day is said of.
type timeKind uint8

const (
	ofLeaving timeKind = iota
	ofLanding          // "be there by 14:00"
	ofMeeting          // "my meeting starts at 15:30": who is on time has landed before
	ofElse             // of the hotel
)

// arrivalMargin is how long before a meeting one lands, in minutes. The person is told.
const arrivalMargin = 120

// timeKindOf returns what the time at the tokens [from, to) is said of: the nearest word before it that says so, else
// one right behind it.
func (r *reading) timeKindOf(from, to int) timeKind {
	least := max(0, from-maxTimeReach)
	if begins, ends := r.partAround(from); r.hasWay(begins, ends) {
		least = max(least, begins)
	}
	for k := from; k >= least && r.sameSentence(k, from); k-- {
		if kind, ok := r.timeKindAt(k, from); ok {
			return kind
		}
	}
	for k := to; k < min(len(r.toks), to+3) && r.sameSentence(k, from); k++ {
		if kind, ok := r.timeKindAt(k, from); ok && kind != ofLeaving {
			return kind
		}
	}
	if begins, ends := r.partAround(from); r.alien && r.text(ends-1) == "be" && r.hasIn(begins, ends, "in",
		"at", "there") {
		return ofLanding // "um 14 Uhr in Rom sein"
	}
	return ofLeaving
}

// maxTimeReach is how far before a time a word may stand that says what it is of.
const maxTimeReach = 10

func (r *reading) timeKindAt(k, at int) (timeKind, bool) {
	switch {
	case r.anyOf(k, "check", "checking", "checkin", "checkout"),
		r.unwanted(k) && is("mode", r.text(k)) && valueOf("mode", r.text(k)) != byFlight: // "no trains before 9 am"
		return ofElse, true
	case is("meetings", r.text(k)):
		return ofMeeting, true
	case r.arrivesAt(k) && cueWords[r.text(k)] != arriveCue && r.text(r.behind(k+1, "the", "to")) == "airport":
		return ofElse, true // "I can't get to the airport before 10" says nothing of when the flight lands
	case r.arrivesAt(k):
		if r.isVenue(k + 1) {
			r.note(k+1, k+3, byTime)
			return ofMeeting, true
		}
		return ofLanding, true
	case cueWords[r.text(k)] == leaveCue:
		return ofLeaving, true
	case r.anyOf(k, "back", "home") && cueWords[r.text(k-1)] != leaveCue &&
		r.hasIn(k+1, at+2, "by", "before", "than") && !r.hasIn(k+1, at, ",") &&
		(r.deniedBefore(at+1, at-k) < 0 || r.at(at, "later", "than")):
		return ofLanding, true // "back on Sunday by 8 pm" is at home
	}
	return ofLeaving, false
}

// arrivesAt reads "arrive", "be there", "get in", "be in Rome", "get to Rome", "be at the venue" up to token k.
func (r *reading) arrivesAt(k int) bool {
	isBeing := r.anyOf(k-1, "be", "being", "get", "getting", "am", "im")
	switch {
	case cueWords[r.text(k)] == arriveCue, r.anyOf(k, "reach", "reaching"):
		return true
	case r.anyOf(k, "in", "at", "there", "back", "home", "into"):
		return isBeing && !r.anyOf(k-1, "am", "im") || r.text(k) == "there" && r.text(k-1) == "make"
	case r.text(k) == "to":
		return r.anyOf(k-1, "get", "getting") || r.at(k-2, "make", "it")
	}
	return false
}

// isVenue reads "the venue", "my office" at token k: a place within a town, which is behind the airport.
func (r *reading) isVenue(k int) bool {
	return r.anyOf(k-1, "in", "at", "to") && r.anyOf(k, "the", "my", "our", "a", "work", "court") &&
		!r.anyOf(k+1, "airport", "city", "country", "area", "gate", "terminal", "hotel")
}

// arrive turns a time of departure into one of landing. It reports whether it is one.
func (m *clockMention) arrive(kind timeKind) bool {
	m.kind = kind
	if kind == ofLanding {
		return true
	}
	if m.at == open || m.at <= arrivalMargin {
		return false
	}
	m.start, m.end = open, m.at-arrivalMargin
	return true
}

// writeArrival gives a time of landing to its leg.
func (a *assembly) writeArrival(m *clockMention, leg int) {
	if m.kind == ofMeeting && !a.isDayOf(m, leg) {
		a.r.tell(m.from, m.to)
		return
	}
	if place := a.placeOfLanding(m); place >= 0 && place < a.legCount() && a.r.legSaid == 0 {
		leg = place
	}
	a.segment(leg).ArriveTimeWindow = m.window()
	a.scope.drop(messages.KeyAssumeArrivalMargin)
	if m.kind == ofMeeting {
		a.scope.add(messages.AssumeArrivalMargin{At: clockText(m.at), By: clockText(m.end)}.Message())
	}
}

// placeOfLanding returns the leg to the place that is named before a time of landing: "be in Rome by 2 pm". It is -1
// where none is.
func (a *assembly) placeOfLanding(m *clockMention) int {
	for i := range a.r.places {
		p := &a.r.places[i]
		if p.names || p.to > m.from || m.from-p.to > 2 || !a.r.sameSentence(p.from, m.from) {
			continue
		}
		if leg := a.legOf(nil, p); leg >= 0 {
			return leg
		}
		if a.destination != nil && sameCity(a.destination, p) {
			return 0
		}
	}
	return -1
}

// isDayOf reports whether a meeting is on the day of a leg, as far as is said.
func (a *assembly) isDayOf(m *clockMention, leg int) bool {
	day := a.dayAfter(leg)
	for i := range a.r.othersDays {
		if d := &a.r.othersDays[i]; a.r.sameSentence(d.from, m.from) {
			isSame := day != 0 && (d.day == day || d.dayOnly && d.day.Day() == day.Day())
			if start := a.r.toks[d.from].start; isSame {
				a.r.left = slices.DeleteFunc(a.r.left, func(l Left) bool { return l.Start <= start && start < l.End })
			}
			return isSame
		}
	}
	return true
}

// dayAfter is the day of a leg after this message, 0 where it is not known.
func (a *assembly) dayAfter(leg int) trip.Date {
	said := ""
	switch d := a.patch.Dates; {
	case leg < len(a.patch.Segments) && a.patch.Segments[leg].DepartDate != "":
		said = a.patch.Segments[leg].DepartDate
	case d != nil && leg == 0:
		said = d.DepartureDate
	case d != nil && leg == 1:
		said = d.ReturnDate
	}
	if day, err := trip.ParseDate(said); err == nil {
		return day
	}
	if legs := a.r.known.Itinerary.Segments; leg < len(legs) {
		return legs[leg].DepartDate
	}
	return 0
}
