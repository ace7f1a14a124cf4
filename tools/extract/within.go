package extract

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// seasons begin on the first of these months, and have three.
var seasons = map[string]int{"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

// isSeason reports whether a season that is wanted stands at token i, and no word near it says more exactly when.
func (r *reading) isSeason(i int) bool {
	const near = 12 // words
	isTime := func(k int) bool {
		return months[r.text(k)] != 0 || is("weekday", r.text(k)) || r.tok(k).kind == number && len(r.text(k)) == 4 ||
			r.phraseAt(k, phrases("feast")) > k || r.phraseAt(k, phrases("holiday")) > k
	}
	return seasons[r.text(i)] != 0 && !r.unwanted(i) && r.text(i-2) != "but" && r.text(i+1) != "break" &&
		!r.some(max(0, i-near), min(i+near, len(r.toks)), isTime)
}

// season is the first and the last day of the season at token i: of the one that still lasts two weeks, but "this" one
// until it ends. It is 0 where "next" may be that or the one of the year after.
func (r *reading) season(i int) (first, last trip.Date) {
	const ending = 14 // days
	limit := r.today.AddDays(ending * boolInt(r.text(i-1) != "this"))
	for year := r.today.Year() - 1; year <= r.today.Year()+1 && last < limit; year++ {
		first = trip.NewDate(year, seasons[r.text(i)], 1)
		last = monthsLater(first, 3).AddDays(-1)
	}
	if last < limit || r.text(i-1) == "next" && first.Year() == r.today.Year() {
		return 0, 0
	}
	return max(first, r.today), last
}

// calendarTime returns the first and the last day of "this week", "next month" and the like, and 0 for a year.
func (r *reading) calendarTime(name string) (first, last trip.Date) {
	sunday, end := onWeekday(weekdays["sunday"], r.today), lastOfMonth(r.today.Year(), r.today.Month())
	switch name {
	case "this week":
		return r.today, sunday
	case "next week":
		return sunday.AddDays(1), sunday.AddDays(7)
	case "week after next":
		return sunday.AddDays(8), sunday.AddDays(14)
	case "this month":
		return r.today, end
	case "next month":
		return end.AddDays(1), monthsLater(end.AddDays(1), 1).AddDays(-1)
	case "month after next":
		return monthsLater(end.AddDays(1), 1), monthsLater(end.AddDays(1), 2).AddDays(-1)
	}
	return 0, 0
}

func lastOfMonth(year, month int) trip.Date {
	return monthsLater(trip.NewDate(year, month, 1), 1).AddDays(-1)
}

// when returns the time in which the trip begins as it was said before; 0 when none was, or the day is known.
func (k *known) when() (first, last trip.Date) {
	if between := k.leg().DepartBetween; k.leg().DepartDate == 0 && between.IsSet() {
		return between.From, between.To
	}
	var said messages.AssumeWhen
	k.assumed(&said)
	first, _ = trip.ParseDate(said.First)
	last, _ = trip.ParseDate(said.Last)
	return first, last
}

// keepWhen remembers a time that was said without a day ("in May"), so that "the 5th" and "Friday" are read within it,
// and forgets it when the day is known.
func (a *assembly) keepWhen() {
	k := a.r.known
	switch {
	case a.dated(), k.leg().DepartDate != 0, k.stay().CheckIn != 0:
		a.scope.drop(messages.KeyAssumeWhen)
	case a.r.vague != nil && a.r.vague.weekday == "" && !a.r.vague.back && a.r.vague.first != 0:
		a.scope.add(messages.AssumeWhen{First: a.r.vague.first.String(), Last: a.r.vague.last.String()}.Message())
	}
}

// datesWhen reads the days that were said without their month within the time that was said before.
func (r *reading) datesWhen() {
	first, last := r.known.when()
	if first == 0 {
		return
	}
	start := max(first, r.today)
	for k := range r.dates {
		if d := &r.dates[k]; d.dayOnly && d.noYear {
			d.day = nextDay(start, d.day.Day())
			start = d.day
		}
	}
	r.weekdaysWithin(0, start, last)
}

// isBareWeekday reports whether nothing but "Friday" was said.
func (d *dateMention) isBareWeekday() bool { return d.dayOnly && !d.noYear }

// weekdaysWithin reads weekdays within the days of a time that was said at token i. Where that has several of one, it
// is asked which.
func (r *reading) weekdaysWithin(i int, first, last trip.Date) {
	for k := 0; k < len(r.dates); k++ {
		d := &r.dates[k]
		then := k+1 < len(r.dates) && r.dates[k+1].isBareWeekday() // "leave on a Friday, back on a Monday in June"
		isBoth := then && r.dates[k+1].from < i && r.anyOf(d.from-1, "a", "any", "some") ||
			first.DaysUntil(last) < 7 // "Monday out, Thursday back, in the week of 11 January": there is one of each
		if !d.isBareWeekday() || r.unwanted(d.from) ||
			!isBoth && r.hasIn(min(d.from, i), max(d.from, i), "back", "return", "returning", "until") {
			continue
		}
		days := sameWeekdays(d.day, first, last)
		switch {
		case then && r.or(d.to, r.dates[k+1].from): // "on a Tuesday or a Wednesday": any of them will do, one way
			k = r.eitherWeekday(k, append(days, sameWeekdays(r.dates[k+1].day, first, last)...))
		case len(days) == 0:
		case len(days) == 1 || k > 0:
			d.day, d.dayOnly = days[0], false
			first = d.day.AddDays(1)
		default:
			name := r.words(d.from, d.to)
			r.vague = &vague{name: name, weekday: name, month: days[0].Month(), days: days}
			for _, o := range r.dates[k+1:] {
				if nights := int64(d.day.DaysUntil(weekdayAfter(o.day, d.day))); o.isBareWeekday() && !r.open.nights.IsSet() {
					r.open.nights, r.open.any = trip.Nights{Min: nights, Max: nights}, true
				} else {
					r.tell(o.from, o.to)
				}
			}
			r.dates = slices.Delete(r.dates, k, len(r.dates))
		}
	}
}

// eitherWeekday keeps the days of two weekdays, of which day k is the first, as days to leave on. Those of the way
// back, and those before the day on which one leaves, are told. It returns the number of the day before them.
func (r *reading) eitherWeekday(k int, days []trip.Date) int {
	from, to, rest := r.dates[k].from, r.dates[k+1].to, r.dates[k+2:]
	if at := r.before(from-1, "on", "a", "the"); r.text(at) == "either" {
		from = at
	}
	isOf := func(i int, kind cueKind) bool { return cueWords[r.text(i)] == kind }
	leaves := len(rest) > 0 && r.some(to, rest[0].from, func(i int) bool { return isOf(i, leaveCue) })
	if leaves || r.backBefore(r.before(from-1, "a", "the")+1) || isOf(to, backCue) && r.phraseEnds(to+1) {
		r.tell(from, to)
		r.dates = slices.Delete(r.dates, k, k+2)
		return k - 1
	}
	slices.Sort(days)
	r.take(from, to, byDay)
	r.vague = &vague{name: r.words(from, to), weekday: "day", days: days, either: true}
	for _, o := range rest { // "back on a Monday" is another one for each
		r.tell(o.from, o.to)
	}
	r.dates = slices.Delete(r.dates, k, len(r.dates))
	return k
}

// besideTrip moves days of which one will do, and of which d is the first, to the day of the trip that they replace:
// "leave on Friday or Saturday instead" is next to it, and "back on the 9th or 10th" behind the way out.
func (r *reading) besideTrip(d *dateMention, days []trip.Date, isBack bool) {
	start, back := r.known.leg().DepartDate, r.known.returnDate()
	switch {
	case start == 0:
	case d.isBareWeekday() && len(r.places) == 0 && !r.hasIn(d.from-1, d.to+4, "next", "this", "week"):
		days[0] = nearest(days[0], start, r.today)
		if isBack && back != 0 {
			days[0] = nearest(days[0], back, r.today)
		} else if isBack {
			days[0] = onWeekday(mondayBased(days[0]), start.AddDays(1))
		}
		for n := 1; n < len(days); n++ {
			days[n] = onWeekday(mondayBased(days[n]), days[0])
		}
	case d.dayOnly && d.noYear && days[0] < start && (isBack || len(r.places) == 0):
		for n, day := range days {
			if days[n] = nextDay(start, day.Day()); !isBack {
				days[n] = nextDay(max(start.AddDays(-14), r.today), day.Day()) // "leave on the 4th or 6th", of the 8th
			}
		}
	}
}

// sameWeekdays are the days from first to last that have the weekday of day.
func sameWeekdays(day, first, last trip.Date) (days []trip.Date) {
	for day = onWeekday(mondayBased(day), first); day <= last; day = day.AddDays(7) {
		days = append(days, day)
	}
	return days
}

// besideWeekend reads the weekdays that stand beside a weekend next to it: "the last weekend in May, leaving on the
// Friday". The weekend is then the other end of the trip.
func (r *reading) besideWeekend() {
	at := slices.IndexFunc(r.dates, func(d dateMention) bool {
		return d.weekend || r.text(r.before(d.from-1, "of", "the")) == "weekend"
	})
	if at < 0 || len(r.dates) < 2 {
		return
	}
	day, before, after := r.dates[at].day, false, false
	saturday := day.AddDays(weekdays["saturday"] - mondayBased(day))
	if !r.dates[at].weekend {
		r.note(r.before(r.dates[at].from-1, "of", "the"), r.dates[at].to, byDay)
	}
	for k := range r.dates {
		d := &r.dates[k]
		if !d.isBareWeekday() {
			continue
		}
		d.day, d.dayOnly = nearest(d.day, saturday, r.today), false
		before, after = before || d.day <= saturday, after || d.day > saturday
	}
	switch {
	case before && after:
		r.dates = slices.Delete(r.dates, at, at+1)
	case before:
		r.dates[at].day = saturday.AddDays(1)
	}
}

// limitsDay asks which day is meant of those up to day k or from it on, "back on the 21st at the latest", "May 3 or
// later". Of a trip that is known the day is taken, and the limit told.
func (r *reading) limitsDay(k int) bool {
	d := r.dates[k]
	limit, to := r.limitedAt(d.to)
	if to > d.to && !r.known.fresh() {
		r.tell(d.to, to)
		r.take(d.to, to, byDay)
		return false
	}
	if to == d.to || d.until || d.weekend || d.day < r.today || r.vague != nil || r.unwanted(d.from) {
		return false
	}
	v, first := &vague{weekday: "day from " + r.labelOfDay(d.day) + " on"}, d.day
	if limit == "latest" {
		v.weekday, first = "day up to "+r.labelOfDay(d.day), d.day.AddDays(-2)
	}
	for n := range 3 {
		v.days = append(v.days, first.AddDays(n))
	}
	at := r.before(d.from-1, "by", "the", "on") + 1
	v.name, v.back, v.from, v.to = r.words(at, to), r.backBefore(at), at, to
	r.take(d.to, to, byDay)
	r.dates, r.vague = slices.Delete(r.dates, k, k+1), v
	return true
}

// boundedDay reads "after the 15th" and "back before June 10". Neither is a day of travel: the person is asked to
// choose among the three days behind it, or before it. In "in January, after the 5th" it bounds the time that was
// said. In "before Christmas, between 10 and 20 December" the range says as much already, and it adds nothing.
func (r *reading) boundedDay() {
	for k := range slices.Backward(r.dates) {
		d := r.dates[k]
		at := r.before(d.from-1, "the", "on")
		if is("weekday", r.text(at)) {
			at = r.before(at-1, "the", "on", ",") // "before Thursday 21 May"
		}
		if is("event", r.text(at)) {
			at = r.before(at-1, "the", "our", "my") // "before the wedding on 20 June"
		}
		sign := map[string]int{"after": 1, "before": -1}[r.text(at)]
		if r.limitsDay(k) {
			continue
		}
		if d.weekend || sign == 0 || is("weekday", r.text(at-1)) || d.day < r.today ||
			r.deniedBefore(at, maxBeforeTime) >= 0 || r.anyOf(at-1, "day", "days", "night", "nights", "week", "weeks",
			"morning") && r.text(at-3) != "for" && r.text(at-2) != "any" {
			continue // "the day after" is counted
		}
		breaks := func(o dateMention) bool { return sign*d.day.DaysUntil(o.day) <= 0 }
		r.dates = slices.Delete(r.dates, k, k+1)
		if r.hasRange() && !r.backBefore(at) {
			if r.note(at, d.to, byDay); slices.ContainsFunc(r.dates, breaks) {
				r.tell(at, d.to) // "between 10 and 20 December but before the 15th"
			}
			continue
		}
		isEither := r.text(at-1) == "or" || r.text(d.to) == "or" // "before the 10th or after the 20th"
		if v := r.vague; v != nil && v.weekday == "" && !isEither && v.first <= d.day && d.day <= v.last &&
			v.back == r.backBefore(at) {
			if v.name += " " + r.words(at, d.to); sign > 0 {
				v.first = d.day.AddDays(1)
			} else {
				v.last = d.day.AddDays(-1)
			}
			v.days = slices.DeleteFunc(v.days, func(day trip.Date) bool { return day < v.first || day > v.last })
			r.note(at, d.to, byDay)
			continue
		} else if v != nil {
			r.tell(at, d.to)
			continue
		}
		v := &vague{
			name: r.words(at, d.to), weekday: "day " + r.text(at) + " " + r.labelOfDay(d.day), back: r.backBefore(at),
			from: at, to: d.to,
		}
		for n := 1; n <= 3; n++ {
			v.days = append(v.days, d.day.AddDays(sign*n))
		}
		if sign < 0 {
			slices.Reverse(v.days)
		}
		r.vague = v
	}
}

// weekendOf reads "the weekend of the 8th", which lasts from that day to the Sunday.
func (r *reading) weekendOf() {
	if len(r.dates) != 1 {
		return
	}
	d := &r.dates[0]
	at := r.before(d.from-1, "the")
	if old := r.known.leg().DepartDate; old != 0 && d.dayOnly && d.noYear {
		if day := trip.NewDate(old.Year(), old.Month(), d.day.Day()); day != 0 && day >= r.today {
			d.day = day
		}
	}
	if r.anyOf(at, "of", "around") && r.text(at-1) == "weekend" && mondayBased(d.day) != weekdays["sunday"] {
		sunday := onWeekday(weekdays["sunday"], d.day)
		r.dates = append(r.dates, dateMention{from: d.from, to: d.to, day: sunday, until: true})
	}
}

// weekOf reads "the week of 20 May", which names no day: the weekdays of the message are days of that week. The week of
// a Saturday or Sunday begins on it.
func (r *reading) weekOf() {
	for k := range r.dates {
		d := r.dates[k]
		at := r.before(d.from-1, "the")
		if !r.anyOf(at, "of", "beginning", "starting", "commencing") || r.text(at-1) != "week" || d.weekend {
			continue
		}
		first := d.day
		if mondayBased(first) < weekdays["saturday"] {
			first = first.AddDays(-mondayBased(first))
		}
		r.note(at-1, at+1, byDay)
		r.dates = slices.Delete(r.dates, k, k+1)
		r.vague = &vague{
			name: "in the " + r.words(at-1, d.to), back: r.backBefore(at - 1),
			first: max(first, r.today), last: first.AddDays(6),
		}
		for n := range 3 {
			r.vague.days = append(r.vague.days, d.day.AddDays(n))
		}
		r.weekdaysWithin(at, r.vague.first, r.vague.last)
		return
	}
}

// askedWeekday returns the weekday of which the engine asks which one is meant ("Which Thursday do you mean?") and the
// month of the first one that it offers; -1 when it asks for none.
func (r *reading) askedWeekday() (weekday, month int) {
	ask := r.known.Status.Ask
	if r.known.askKind() != trip.AskClarify || len(ask.Choices) == 0 {
		return -1, 0
	}
	for _, t := range tokenize(ask.Choices[0].Label) {
		month = max(month, months[t.text])
	}
	toks := tokenize(ask.Text)
	for i := 1; i < len(toks); i++ {
		if weekday, isDay := weekdays[toks[i].text]; isDay && toks[i-1].text == "which" {
			return weekday, month
		}
	}
	return -1, 0
}

// weekendAsked reads a weekend that answers which Thursday is meant: the Thursday beside it.
func (r *reading) weekendAsked() {
	weekday, _ := r.askedWeekday()
	if weekday < 0 || len(r.dates) == 0 || !r.dates[0].weekend {
		return
	}
	d := &r.dates[0]
	d.day, d.weekend = onWeekday(weekday, d.day.AddDays(-3)), false
	if len(r.dates) > 1 && r.dates[1].day <= d.day {
		r.dates = r.dates[:1]
	}
}

// isWeekday reports whether what is called as a day of the week is one: "sun" and "sat" in small letters are where a
// day stands, behind a word of coming and going or before a part of the day.
func (r *reading) isWeekday(i int) bool {
	if !r.anyOf(i, "sun", "sat") || r.toks[i].title {
		return true
	}
	return r.anyOf(i-1, "on", "next", "until", "till", "by", "home") || cueWords[r.text(i-1)] != noCue ||
		partsOfDay[r.text(i+1)] != [2]int{} || r.dayNumber(i+1) != 0 || r.joinsWeekday(i-1, i-2) || r.joinsWeekday(i+1, i+2)
}

// joinsWeekday reports whether another day of the week stands at token i, joined by the one at token at.
func (r *reading) joinsWeekday(at, i int) bool {
	return is("weekday", r.text(i)) && (r.anyOf(at, "to", "or", "and", "until", "till") || r.rangeDash(at))
}

// weeksBehind counts the weeks behind a day, "tomorrow week", "Saturday in two weeks", and reports whether there are
// any.
func (r *reading) weeksBehind(d *dateMention) bool {
	n, _, to := r.lengthAt(d.to + 1)
	if r.text(d.to) != "in" || n%7 != 0 {
		n, to = map[string]int{"week": 7, "fortnight": 14}[r.text(d.to)], d.to+1
	}
	if n == 0 || !r.phraseEnds(to) {
		return false
	}
	d.day, d.to = d.day.AddDays(n), to
	return true
}

// rangeOfTrip reads the 22 of "22 to 25" and "22-25" beside the days of a trip that is known: bare numbers that count
// nothing, are no options and follow each other. The last day is read by dashedEnd.
func (r *reading) rangeOfTrip(i int) (dateMention, bool) {
	days, start, first, last := r.known.days(), trip.Date(0), r.dayNumber(i), r.dayNumber(i+2)
	if month := r.monthOfAsk(); len(days) > 0 {
		start = days[0].AddDays(-maxBetweenDays)
	} else if month != 0 {
		start = nextMonthDay(r.today, month, 1)
	}
	isNumber := r.toks[i].kind == number && r.tok(i+2).kind == number && !r.toks[i].ordinal
	isOfPlace := r.tok(i-1).kind == word && isPlaceName(r.text(i-1)) && !r.known.goesTo(r.text(i-1))
	if start == 0 || !isNumber || int64(first) <= r.known.listed() || last <= first || !r.joinsDays(i+1) ||
		!r.phraseEnds(i+3) && r.text(i+3) != "instead" && !is("not", r.text(i+3)) || isOfPlace ||
		r.anyOf(i-1, "/", ":", "-", "option", "options", "row", "rows") || r.boundsTime(i-1) || r.inAges(i) {
		return dateMention{}, false
	}
	day := nextDay(max(start, r.today), first)
	return dateMention{from: i, to: i + 1, day: day}, true
}

// nearest is the day with the weekday of one day that is nearest to another, and not in the past.
func nearest(weekday, to, today trip.Date) trip.Date {
	return onWeekday(mondayBased(weekday), max(to.AddDays(-3), today))
}

// weekdayBeside reads weekdays in the light of the days that are known: "leave on the Friday" is the one nearest to the
// day of departure that it replaces, "back on Sunday" the first one behind the way out. No weekday is
// taken for a day before first.
func (a *assembly) weekdayBeside(begin, end *dateMention, knownBegin, knownEnd, first trip.Date) {
	today := max(first, a.r.today)
	start := knownBegin
	if begin != nil {
		switch {
		case !begin.isBareWeekday():
		case knownBegin != 0:
			begin.day = nearest(begin.day, knownBegin, today)
		case end != nil && (end.day == begin.day || // "on Monday, there and back in a day"
			is("weekday", a.r.text(end.to-2)) && a.r.anyOf(end.to-1, "week", "fortnight")): // "Saturday, back Sunday week"
		case end != nil && !end.isBareWeekday():
			begin.day = lastBefore(begin.day, end.day, today)
		case end == nil && knownEnd != 0:
			begin.day = lastBefore(begin.day, knownEnd, today)
		}
		start = begin.day
	}
	if end == nil || !end.isBareWeekday() || start == 0 {
		return
	}
	if knownEnd > start && begin == nil {
		end.day = nearest(end.day, knownEnd, today)
	}
	if end.day <= start || knownEnd == 0 || begin != nil {
		end.day = weekdayAfter(end.day, start)
	}
}

// lastBefore is the last day with a weekday before another day, if that is not in the past; else the next one.
func lastBefore(weekday, end, today trip.Date) trip.Date {
	if day := onWeekday(mondayBased(weekday), end.AddDays(-7)); day >= today {
		return day
	}
	return weekday
}

// yearOfMonth reads the year of the month v at token i, "December 2027", "in December next year", "next year in
// December". It returns the day from which on the month is meant, and where its words end.
func (r *reading) yearOfMonth(v *vague, i int) (start trip.Date, to int) {
	start = r.today
	to, year := r.yearAfter(i + 1)
	if k := r.before(i-1, "in", ","); r.at(k-1, "next", "year") {
		year, v.before = start.Year()+1, max(v.before, i-k+1)
	}
	if year > start.Year() {
		start = trip.NewDate(year, 1, 1)
		v.name += " " + strconv.Itoa(year)
	}
	return start, to
}
