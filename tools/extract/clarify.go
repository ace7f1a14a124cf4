package extract

import (
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// clarify lists what the message left open: a city of several, a town without an airport, a day
// that has passed, a way back before the way out, a round trip without its second day.
func (a *assembly) clarify() []string {
	questions := []string{}
	ask := func(format string, args ...any) { questions = append(questions, fmt.Sprintf(format, args...)) }
	if len(a.r.toks) == maxTokens {
		ask("Your message is very long and I read only its beginning. Where, when and for whom is the trip?")
	}
	for _, p := range a.named() {
		if question := p.question(); question != "" {
			ask("%s", question)
		}
	}
	for _, d := range a.r.dates {
		if d.day < a.r.today && d.role != viaRole {
			ask("%s has already passed. Which day do you mean?", d.day)
		}
	}
	for _, d := range a.r.impossible {
		ask("The calendar has no %s. Which day do you mean?", a.r.words(d.from, d.to))
	}
	start, end := a.departure(), a.r.known.returnDate()
	if a.back != nil {
		end = relativeTo(a.back, start)
	}
	kind := a.r.known.Itinerary.TripType
	if a.patch.TripType != "" {
		kind = a.patch.TripType
	}
	switch {
	case end != 0 && end < start:
		ask("You would fly back on %s, before you leave on %s. Which days do you mean?", end, start)
	case end == 0 && kind == trip.RoundTrip && a.patch.Dates.returns() == "":
		ask("When would you like to come back?")
	}
	return questions
}

// returns is the day of the way back; empty when there is none.
func (d *Dates) returns() string {
	if d == nil {
		return ""
	}
	return d.ReturnDate
}
