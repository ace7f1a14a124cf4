package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// Days that a message leaves open (behaviour 5.8): words that say so, and how far from what was said a day may be. They
// are found before the days, and make a range of the days or the month that is found then.

// usualLeeway is by how many days a day may move of which it was only said that one near it will do.
// Rule: 5.8.near
const usualLeeway = 3

// A weekend leaves on a Friday.
// Rule: 5.8.weekend
var weekendNights = trip.Nights{Min: 2, Max: 3}

const weekendDay = "friday"

// openness is what a message leaves open of the days of the trip.
type openness struct {
	said    []dateMention // the words that say so
	any     bool          // any of the days that are meant will do
	same    bool          // which day it is does not matter
	some    bool          // one of them will, which is open where it is said how long
	leeway  int           // by how many days a day may move; 0 when nobody said
	nights  trip.Nights   // how long the trip may be
	weekend bool
}

// isSaid reports whether some day is left open, beside the nights.
func (o *openness) isSaid() bool { return o.any || o.leeway > 0 || o.nights.Min < o.nights.Max }

// findOpen finds what leaves days open.
func (r *reading) findOpen() {
	r.findNightRange()
	r.findLeeway()
	for i := range r.toks {
		to := r.indifferentDay(i)
		r.open.same = r.open.same || to > i
		if to == i && (r.unwanted(i) || r.toks[i].denies || r.otherToken(i) || r.toks[i].acted) {
			continue
		}
		to = max(to, r.openAt(i))
		if _, end := r.clockAt(to + 1); to > i && r.boundsTime(to) && end > to+1 {
			r.note(i, to, byTime) // "any time after 3 pm" is of hours
		} else if to > i {
			r.keepOpen(i, to)
			first := r.behind(to+1, "the")
			first += boolInt(months[r.text(first)] != 0)
			isSpan := r.text(to) == "between" && r.dayNumber(first) != 0
			if r.anyOf(i, "some", "sometime") && !r.open.weekend && !isSpan {
				r.open.some = true
			} else {
				r.open.any = true
			}
		}
	}
}

// keepOpen takes words that leave days open.
func (r *reading) keepOpen(from, to int) {
	r.take(from, to, byDay)
	r.open.said = append(r.open.said, dateMention{from: from, to: to})
}

// openAt reads words that leave a day open at token i: "sometime", "any weekend in", "the cheapest week of". It returns
// where they end, i when there are none.
func (r *reading) openAt(i int) (to int) {
	if !r.free(i) {
		return i
	}
	switch valueOf("open", r.text(i)) {
	case "self":
		isOfFare := r.anyOf(i+1, "ticket", "tickets", "fare", "fares", "rate", "rates", "booking")
		if r.text(i) == "flexible" && (r.text(i-1) == "more" && r.known.offered() || isOfFare) {
			return i
		}
		return i + 1
	case "behind":
	default:
		isFixed := r.anyOf(i-1, "this", "next", "last", "that", "coming", "the", "same") || r.tok(i-1).ordinal
		if !isFixed && r.anyOf(i, "weekend", "weekends") && r.openWeekend(i) {
			return i + 1
		}
		return i
	}
	at := r.behind(i+1, "other", "cheapest", "one", "of", "the", "possible", "long")
	isArticle := r.anyOf(i, "a", "one", "either")
	switch {
	case is("weekday", r.text(at)) && r.text(i) == "any":
		return at // the weekday is read with the days
	case !is("time-noun", r.text(at)) || isArticle && !r.anyOf(at, "weekend", "weekends"):
		return r.cheapestIn(i)
	case r.anyOf(at, "time", "point", "day", "days", "date", "dates", "month"):
	case r.anyOf(at, "weekend", "weekends"):
		if !r.openWeekend(at) {
			return i // the next one
		}
	case r.text(at) == "week" && r.open.nights == (trip.Nights{}):
		r.open.nights = trip.Nights{Min: 7, Max: 7}
	}
	return at + 1
}

// indifferentDay reads "I don't mind which day" and "the exact day doesn't matter" at token i. It returns where they
// end, i where there is none.
func (r *reading) indifferentDay(i int) (to int) {
	isDay := func(i int) bool { return r.anyOf(i, "day", "days", "date", "dates", "weekday") }
	if end := r.phraseAt(i, phrases("all-the-same")); end > i {
		day := r.behind(end, "to", "me", "us", "on", "which", "what", "exact")
		isOfWay := r.anyOf(day+1, "we", "i") && is("moving-verbs", r.text(day+2)) // "which day we fly", not "we check in"
		if isDay(day) && r.hasIn(end, day, "which", "what") && (r.partEnds(day+1) || r.text(day+1) == "exactly" || isOfWay) {
			return day + 1
		}
		return i
	}
	day := r.behind(i, "the", "exact", "precise", "specific", "actual")
	if end := r.phraseAt(day+1, phrases("all-the-same")); isDay(day) && end > day+1 && r.partEnds(end) {
		return end
	}
	return i
}

// openWeekend reads a weekend of the month that the message names, wherever that stands.
func (r *reading) openWeekend(at int) bool {
	isMonth := func(i int) bool { // without a day
		return months[r.text(i)] != 0 && r.dayNumber(i-1) == 0 && r.dayNumber(i+1) == 0 &&
			r.anyOf(i-1, "in", "of", "during", "late", "early", "mid")
	}
	isOne := func(i int) bool { return r.text(i) == "weekend" && (r.tok(i-1).ordinal || r.text(i-1) == "last") }
	if r.some(1, len(r.toks), isOne) || r.isBusy(at) {
		return false
	}
	if !r.monthFollows(at+1) && !r.some(0, len(r.toks), isMonth) || r.text(at+1) == "of" && r.dayNumber(at+3) != 0 {
		return false
	}
	if r.open.weekend, r.open.nights = true, weekendNights; r.text(at-1) == "long" {
		r.open.nights.Min = weekendNights.Max
		r.note(at-1, at, byDay)
	}
	return true
}

// cheapestIn reads "the cheapest flight in October": of a month, the cheapest day.
func (r *reading) cheapestIn(i int) (to int) {
	if r.text(i) != "cheapest" {
		return i
	}
	for at := i + 1; at < i+12 && r.sameSentence(i, at); at++ {
		if r.anyOf(at, "in", "of") && months[r.text(at+1)] != 0 && r.dayNumber(at+2) == 0 {
			return i + 1
		}
	}
	return i
}

// monthFollows reports whether a month, or a time as long, is named from token i on: "in June", "next month".
func (r *reading) monthFollows(i int) bool {
	return r.some(i, i+4, func(at int) bool {
		return months[r.text(at)] != 0 || seasons[r.text(at)] != 0 || r.anyOf(at, "month")
	})
}

// findNightRange reads "3 to 5 nights", "between 3 and 5 nights", "3 or 4 nights", "a week or two".
func (r *reading) findNightRange() {
	for i := range r.toks {
		low, high := r.count(i), r.count(i+2)
		from, to, unit := i, i+4, int64(1)
		switch {
		case !r.free(i):
			continue
		case r.at(i, "a", "week", "or", "two"):
			low, high, unit = 1, 2, 7
		case low == 0 || high <= low || !r.anyOf(i+1, "to", "until", "-", "–", "or", "and") ||
			r.text(i+1) == "and" && r.text(i-1) != "between" ||
			!r.anyOf(i+3, "night", "nights", "day", "days", "week", "weeks"):
			continue
		case r.anyOf(i+3, "week", "weeks"):
			unit = 7
		}
		if r.anyOf(to, "old", "before", "after", "later", "ago", "earlier", "away") || high*unit > maxNights {
			continue
		}
		if r.text(from-1) == "between" {
			from--
		}
		r.open.nights = trip.Nights{Min: low * unit, Max: high * unit}
		r.keepOpen(from, to)
	}
}

// findLeeway reads by how much a day may move: "flexible by a couple of days", "give or take 2 days", "+/- 3 days", "a
// day either way".
func (r *reading) findLeeway() {
	for i := range r.toks {
		n, _, to := r.lengthAt(i)
		if n == 0 || !r.free(i) || r.text(i-1) == "/" && r.tok(i-2).isNumber() { // "11/03 night"
			continue
		}
		if more := int(r.count(to + 1)); r.text(to) == "or" && more > n { // "a day or two"
			n, to = more, to+2
		}
		from := i
		for r.anyOf(from-1, "+", "-", "/", "±", "minus", "plus", "by", "within", "or", "take", "give", "flexible",
			"about") {
			from--
		}
		switch {
		case r.at(to, "either", "way"), r.at(to, "either", "side"), r.at(to, "of", "flexibility"):
			to += 2
		case r.anyOf(to, "flexible", "flexibility"):
			to++
		case !r.hasIn(from, i, "flexible", "±", "/", "+", "plus") && !r.at(i-2, "or", "take"):
			continue
		}
		r.open.leeway = n
		r.keepOpen(from, to)
	}
}

// isNear reports whether a day near one will do: "around the 14th", "the 14th or so".
func (r *reading) isNear(d *dateMention) bool {
	at := r.before(d.from-1, "the", "on", ",")
	isNear := is("near-day", r.text(at)) || r.anyOf(at, "~", "±")
	isAsked := r.anyOf(at-1, "weekend", "week", "what", "how", "think", "thinking", "talking", "asking")
	if isNear && !isAsked {
		r.keepOpen(at, at+1)
		return true
	}
	if to := r.roughlyAt(d.to); to > d.to {
		r.keepOpen(d.to, to)
		return true
	}
	return false
}

// writeOpen writes the days that the message leaves open, instead of a day or a question for one.
func (a *assembly) writeOpen() {
	r, o, k := a.r, &a.r.open, a.r.known
	if !a.scope.flight || len(a.legs) > 0 || k.Itinerary.TripType == trip.MultiCity || k.stayOnly() {
		a.writeAlsoFine()
		a.tellOpen()
		return
	}
	a.writeAlternatives()
	a.writeAlsoFine()
	if v := r.vague; v != nil && v.back && v.either {
		a.segment(1).alternatives().DepartDate = dayTexts(v.days)
		a.patch.TripType = trip.RoundTrip
		r.vague = nil
	}
	isOfBack := func(m dateMention) bool { return r.backBefore(m.from) }
	if k := slices.IndexFunc(r.open.said, isOfBack); k >= 0 && a.back == nil && a.r.known.returnDate() == 0 {
		r.tell(r.open.said[k].from-1, r.open.said[k].to) // "tomorrow, back whenever"
	}
	nights := a.openNights()
	between, days := a.openDays(nights)
	switch {
	case between.IsSet():
		a.segment(0).DepartBetween = &DayRange{
			From: between.From.String(), To: between.To.String(), Weekday: between.Weekday,
		}
		a.forgetDays(nights)
	case len(days) > 0:
		a.segment(0).alternatives().DepartDate = dayTexts(days)
		a.forgetDays(nights)
	case nights.IsSet() && (k.leg().IsOpen() || k.Itinerary.Nights.IsSet()):
		a.forgetNights()
	default:
		a.tellOpen()
		return
	}
	if nights.IsSet() && !r.oneWay() {
		a.patch.Nights = &Nights{nights.Min, nights.Max}
		if k.Itinerary.TripType != trip.RoundTrip {
			a.patch.TripType = trip.RoundTrip
		}
	}
	if o.weekend {
		a.scope.add(messages.AssumeWeekend())
	}
}

// tellOpen tells the words that leave days open of which nothing is made.
func (a *assembly) tellOpen() {
	o := &a.r.open
	for _, m := range o.said {
		if o.leeway > 0 || o.nights.IsSet() || a.depart == nil && a.r.vague == nil {
			a.r.tell(m.from, m.to)
		}
	}
	if a.depart != nil {
		a.scope.drop(messages.KeyAssumeLeeway)
		a.scope.drop(messages.KeyAssumeWeekend)
	}
}

// openNights is how many nights the trip may have, as far as the message says; else as was said before.
func (a *assembly) openNights() trip.Nights {
	k := a.r.known
	depart, back := k.leg().DepartDate, k.returnDate()
	if a.depart != nil {
		depart = a.depart.day
	}
	if a.back != nil {
		back = relativeTo(a.back, depart)
	}
	n := int64(0)
	switch {
	case a.r.open.nights.IsSet():
		return a.r.open.nights
	case a.nights > 0 && !a.some:
		n = a.nights
	case k.Itinerary.Nights.IsSet():
	case depart != 0 && back > depart && !a.betweenDays():
		n = int64(depart.DaysUntil(back))
	default:
		n = k.tripNights()
	}
	return trip.Nights{Min: n, Max: n}
}

// betweenDays reports whether the two days of the message are those between which the trip lies.
func (a *assembly) betweenDays() bool {
	d, e := a.depart, a.back
	isOneWay := a.r.oneWay() && d != nil && a.r.betweenBefore(d.from)
	return d != nil && e != nil && e.until &&
		(a.nights > 0 && !a.some && int(a.nights) != d.day.DaysUntil(relativeTo(e, d.day)) ||
			a.r.open.nights.IsSet() || a.r.open.any || isOneWay)
}

// openDays are the days of departure that the message leaves open. A day that is only near may move by some days, as an
// assumption.
func (a *assembly) openDays(nights trip.Nights) (between trip.DayRange, days []trip.Date) {
	r, o, leg := a.r, &a.r.open, a.r.known.leg()
	v := r.vague
	around := func(from, to trip.Date, n int) trip.DayRange {
		return trip.DayRange{From: max(from.AddDays(-n), r.today), To: to.AddDays(n)}
	}
	near := func(day trip.Date) trip.DayRange {
		a.scope.add(messages.AssumeLeeway{Days: usualLeeway}.Message())
		return around(day, day, usualLeeway)
	}
	isOpen := leg.DepartDate == 0 && leg.IsOpen()
	hasDay := len(r.dates) > 0 || r.some(0, len(r.toks), func(i int) bool { return r.toks[i].ordinal })
	isWhole := v != nil && (v.season || v.month != 0 && v.before == 0) // and no part of a month
	isMonth := isWhole && leg.DepartDate == 0 && !hasDay
	isSaid := o.isSaid() || o.some && nights.IsSet() || isMonth && a.nights > 0 && !a.some
	switch {
	case v != nil && v.back, a.flexibleReturn():
	case v != nil && (v.either || v.weekday != "" && o.any):
		return between, v.days
	case v != nil && a.depart != nil && o.leeway > 0 && v.first <= a.depart.day && a.depart.day <= v.last:
		between = around(a.depart.day, a.depart.day, o.leeway) // "in July, around the 10th, give or take 2 days"
	case v != nil && v.weekday == "" && v.first != 0 && (isSaid || isOpen):
		between = around(v.first, v.last, o.leeway)
	case v != nil:
	case a.betweenDays():
		last := relativeTo(a.back, a.depart.day)
		between = trip.DayRange{From: a.depart.day, To: max(a.depart.day, last.AddDays(-int(nights.Min)))}
		isShort := last.AddDays(1) < a.depart.day.AddDays(int(nights.Min))           // "leaving from 2 to 6 May, for 2 weeks"
		if between.To == between.From && (isShort || r.betweenBefore(a.depart.to)) { // one leaves within it
			between.To = last
		}
	case a.depart != nil && a.depart.day >= r.today && o.leeway > 0:
		between = around(a.depart.day, a.depart.day, o.leeway)
	case a.depart != nil && a.depart.day >= r.today && (r.isNear(a.depart) || r.saysFlexible()):
		between = near(a.depart.day)
	case a.depart != nil || a.back != nil || a.in != nil:
	case o.any && leg.DepartDate == 0, o.nights.Min < o.nights.Max && !isOpen:
		between.From, between.To = r.known.when()
	case leg.DepartDate != 0 && o.leeway > 0:
		between = around(leg.DepartDate, leg.DepartDate, o.leeway)
	case leg.DepartDate != 0 && r.saysFlexible():
		between = near(leg.DepartDate)
	}
	switch {
	case !between.IsSet():
	case o.weekend:
		between.Weekday = weekendDay
	case isOpen && !o.any && between.From.DaysUntil(between.To) > 7: // another month, of the same days
		between.Weekday = leg.DepartBetween.Weekday
	}
	return between, nil
}

// saysFlexible reports whether the person is flexible, and not only about hours.
func (r *reading) saysFlexible() bool {
	return r.open.same || r.open.any && r.hasAny("flexible", "flexibility", "flexibly") &&
		(!r.hasAny("time", "times", "hour", "hours") || r.hasAny("dates", "days"))
}

// flexibleReturn leaves the day of the way back open, by the usual leeway where none is said: "I'm flexible with the
// return", "back June 24 or a day either side".
func (a *assembly) flexibleReturn() bool {
	r, out, back := a.r, a.departure(), a.r.known.returnDate()
	if a.back != nil {
		back = relativeTo(a.back, out)
	}
	isSaid := slices.ContainsFunc(r.open.said, func(m dateMention) bool {
		from, to := r.partAround(m.from)
		isLeaving := func(c cue) bool { return c.kind == leaveCue && c.from >= from && c.to <= to }
		isBack := func(i int) bool { return r.wayAt(i) == returnRole }
		return r.some(from, to, isBack) && !slices.ContainsFunc(r.cues, isLeaving)
	})
	leeway := cmp.Or(r.open.leeway, usualLeeway)
	if back <= out || out == 0 || !isSaid || r.open.leeway == 0 && !r.saysFlexible() {
		return false
	}
	var days []trip.Date
	for d := max(out, back.AddDays(-leeway)); d <= back.AddDays(leeway); d = d.AddDays(1) {
		days = append(days, d)
	}
	if a.segment(1).alternatives().DepartDate = dayTexts(days); a.patch.Dates != nil {
		a.patch.Dates.ReturnDate = ""
	}
	if r.open.leeway == 0 {
		a.scope.add(messages.AssumeLeeway{Days: usualLeeway}.Message())
	}
	r.open.said, r.open.leeway = nil, 0
	return true
}

// forgetDays takes out of the patch what followed from a day of departure that is open now.
func (a *assembly) forgetDays(nights trip.Nights) {
	isRange := a.back != nil && a.back.until && !nights.IsSet()
	if isRange { // "any day from the 10th to the 15th" says nothing of coming back
		a.patch.TripType = ""
	}
	if isRange && a.r.oneWay() {
		a.patch.TripType = trip.OneWay
	}
	if d := a.patch.Dates; d != nil {
		if d.DepartureDate = ""; isRange || nights.IsSet() {
			d.ReturnDate = ""
		}
	}
	a.depart, a.r.vague = nil, nil
	if isRange || nights.IsSet() {
		a.back = nil
	}
	a.forgetNights()
	a.scope.drop(messages.KeyAssumeWhen)
}

// forgetNights takes the nights, and the days that followed from them, out of the patch.
func (a *assembly) forgetNights() {
	a.nights = 0
	a.scope.drop(messages.KeyAssumeNights)
	isInferred := func(field string) bool { return slices.Contains(a.patch.Inferred, field) }
	if l := a.patch.Lodging; l != nil {
		if k := a.r.known; k.assumes(trip.AssumeLodgingUnsaid) && !a.r.namesLodging() { // the nights are the trip's
			l.Needed = nil
			a.scope.add(messages.AssumeLodgingUnsaid())
		}
		l.Nights = 0
		if isInferred(fieldCheckOut) {
			l.CheckOut = ""
		}
		if *l == (Lodging{}) {
			a.patch.Lodging = nil
		}
	}
	if d := a.patch.Dates; d != nil {
		if isInferred(fieldReturnDate) {
			d.ReturnDate = ""
		}
		if *d == (Dates{}) {
			a.patch.Dates = nil
		}
	}
	a.patch.Inferred = slices.DeleteFunc(a.patch.Inferred, func(field string) bool {
		return field == fieldReturnDate || field == fieldCheckOut || field == fieldCheckIn
	})
}

func dayTexts(days []trip.Date) (texts []string) {
	for _, d := range days {
		texts = append(texts, d.String())
	}
	return texts
}

// placesApart are places of which one is to be chosen.
type placesApart struct {
	first  *placeMention
	others []*placeMention
	origin bool
}

// writeAlternatives writes the places that could stand in the first leg instead.
func (a *assembly) writeAlternatives() {
	for _, p := range a.apart {
		var list []Place
		for _, o := range p.others {
			if place := placeOf(o); place.Code != "" && place.Code != placeOf(p.first).Code {
				list = append(list, *place)
			}
		}
		if s := a.segment(0).alternatives(); p.origin {
			s.Origin = list
		} else {
			s.Destination = list
		}
	}
}

// writeAlsoFine writes the places that are fine too, and tells those that could stand nowhere.
func (a *assembly) writeAlsoFine() {
	for k := range a.r.places {
		if p := &a.r.places[k]; a.r.isAlso(p) && p.role == asideRole && !a.r.unwanted(p.from) && !a.writeAlso(p) {
			a.r.tell(p.from, p.to)
		}
	}
}

// opensDay reports whether the day of a leg is left open.
func (s *Segment) opensDay() bool {
	return s.DepartBetween != nil || s.Alternatives != nil && len(s.Alternatives.DepartDate) > 0
}

// listedDay returns the day with this number in its month among the days that were listed, or that the open question
// offers; 0 when there is none.
func (k *known) listedDay(day int) trip.Date {
	days := k.listedDays()
	if k.askKind() == trip.AskClarify {
		for _, c := range k.Status.Ask.Choices {
			choice, _ := trip.ParseDate((&reading{known: &known{}}).dayOfLabel(c.Label))
			days = append(days, choice)
		}
	}
	if at := slices.IndexFunc(days, func(d trip.Date) bool { return d.Day() == day }); at >= 0 {
		return days[at]
	}
	return 0
}

// listedDays returns the days that were listed, each once, in their order.
func (k *known) listedDays() (days []trip.Date) {
	for i := range k.Turn.Days {
		if legs := k.Turn.Days[i].Legs; k.listsDays() && len(legs) > 0 {
			days = append(days, legs[0].Day)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// dayOfList reads a day by its place among those that were listed: "the later day", "the second weekend", "Friday". A
// range of weekdays, "Friday to Monday", is none of them.
func (r *reading) dayOfList(i int) (d dateMention, ok bool) {
	days, t := r.known.listedDays(), &r.toks[i]
	if weekday, isDay := weekdays[t.text]; isDay {
		days = slices.DeleteFunc(days, func(day trip.Date) bool { return mondayBased(day) != weekday })
		at := r.behind(i+1, ",", "the")
		isDated := r.dayNumber(at) != 0 && r.tok(at).ordinal // "Tuesday the 18th" is that day
		isRange := r.joinsWeekday(i+1, i+2) || r.joinsWeekday(i-1, i-2)
		ok = len(days) == 1 && !r.anyOf(i-1, "next", "this", "following") && !isDated && !isRange
		return dateMention{from: i, to: i + 1, day: slices.Concat(days, []trip.Date{0})[0]}, ok
	}
	if r.text(i+1) == "weekend" {
		days = slices.CompactFunc(days, func(day, before trip.Date) bool {
			return before.DaysUntil(day) < 7 && mondayBased(before) < mondayBased(day)
		})
	}
	isPair := len(days) == 2 && r.anyOf(i, "later", "earlier")
	at := int(t.value) - 1
	switch {
	case isPair && t.text == "earlier", r.anyOf(i, "earliest"):
		at = 0
	case isPair, r.anyOf(i, "last", "latest"):
		at = len(days) - 1
	case !t.ordinal:
		at = -1
	}
	isNoun := r.anyOf(i+1, "day", "date", "weekend") || isPair && r.anyOf(i+1, "one")
	if !isNoun || at < 0 || at >= len(days) {
		return d, false
	}
	return dateMention{from: i, to: i + 2, day: days[at]}, true
}
