package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// How days are read, from the words to the trip:
//
//  1. Times of day are taken first, so that no hour is a day (clock.go), then what leaves days open, "any day in May"
//     (open.go), and changes of a known trip by so many days (shift.go).
//  2. findDates goes through the message. At each token the forms of dateAt are tried, in their order: days of the
//     calendar stand in this file, those that count from today or from another day in relative.go.
//  3. A day that was said without its year, its month or its week gets it from the days beside it (giveYears,
//     joinRanges, giveMonths in relative.go), from a time that was said ("in May", within.go), from an event
//     (others.go), or at last from the days of the trip that it stands for (relativeTo, weekdayBeside).
//  4. What is no day of the journey is taken out: days on which nobody flies (daysout.go), of which one is meant
//     (vague.go), and those of somebody or something else (others.go).
//  5. assignDates gives each day that is left its part by the words around it (daterole.go), and timerole.go each time
//     of day its flight.
//
// A mention that is dayOnly is of any month (noYear, "the 8th") or of any week (else, "Friday"); its day is then the
// next such one. A day of 0 is one that the calendar does not have, which is asked about. What is taken out is told.

// dateMention is a day that the message names, at the tokens [from, to).
type dateMention struct {
	from, to int
	day      trip.Date
	dayOnly  bool // only a day of the month was said, or a weekday: the month follows from the rest
	noYear   bool
	weekend  bool
	until    bool // it ends a range that the mention before it starts
	beside   bool // it was counted from the mention before it
	shifted  int  // it is so many days before or after the one that was named
	named    int  // where the weekday ends that it is said to be, 0 where none is
	role     role
}

// findDates takes every day that the message names, in order, and joins ranges.
func (r *reading) findDates() {
	for i := range r.toks {
		if r.text(i) == "/" && r.tok(i-1).ordinal && r.tok(i+1).ordinal {
			if r.toks[i].text = "or"; r.unwanted(i - 1) { // "the 9th/10th", "not the 9th/10th"
				r.toks[i].text = "to"
			}
		}
	}
	for i := 0; i < len(r.toks); {
		d, ok := r.dateAt(i)
		if !ok {
			i++
			continue
		}
		r.take(d.from, d.to, byDay)
		r.noteWeekday(&d)
		if i = d.to; d.day == 0 {
			r.impossible = append(r.impossible, d)
		} else {
			r.dates = append(r.dates, d)
			i = max(d.named, r.dashedEnd(i))
		}
	}
	r.tellBeside()
	r.fractionAsked()
	r.giveYears()
	r.joinRanges()
	r.giveMonths()
	r.besideWeekend()
	r.fillWeekend()
	if r.open.weekend && r.hasRange() { // "the long weekend 4 - 8 December"
		r.open.weekend, r.open.any, r.open.nights = false, false, trip.Nights{}
	}
}

// hasRange reports whether the message has the first and the last day of something.
func (r *reading) hasRange() bool {
	return slices.ContainsFunc(r.dates, func(d dateMention) bool { return d.until && !d.weekend && !r.unwanted(d.from) })
}

// tellBeside tells "the day before" of nothing that was named.
func (r *reading) tellBeside() {
	for i := range r.toks {
		isPart := partsOfDay[r.text(i)] != [2]int{} || r.text(i) == "day"
		if isPart && r.anyOf(i+1, "before", "after") && r.free(i+1) && r.text(i-1) == "the" && r.phraseEnds(i+2) {
			r.tell(i-1, i+2)
		}
	}
}

// noteWeekday claims the weekday that a day of the calendar is said to be: "Monday 7 December", "Friday the 15th",
// "March 12th, a Tuesday".
func (r *reading) noteWeekday(d *dateMention) {
	isWeekday := func(k int) bool { return is("weekday", r.text(k)) }
	at := r.before(d.from-1, "the", ",", "of", "-", "(")
	behind := r.behind(d.to, ",", "(", "a", "which", "is", "thats", "next")
	if at -= boolInt(partsOfDay[r.text(at)] != [2]int{}); r.anyOf(at, "weekend", "date", "dates") {
		r.note(at, at+1, byDay)
	}
	isEnd := cueWords[r.text(behind+1)] == noCue || r.dayFollows(r.behind(behind+2, "on"))
	says := func(k int) bool { return r.anyOf(k, "(", "a", "which", "is", "thats") }
	isStated := behind == d.to || r.some(d.to, behind, says) ||
		weekdays[r.text(behind)] == mondayBased(d.day) // else another day, "on 8 March, Monday in Florence"
	if !isWeekday(at) && isStated && isEnd && r.phraseEnds(behind+1) && !r.anyOf(behind+1, "to", "-", "–") {
		at = behind
	}
	if isWeekday(at) && !d.weekend && !r.some(d.from, d.to, isWeekday) {
		d.named = at + 1
		r.take(r.before(at-1, "next", "a")+1, at+1, byDay)
	}
}

// fractionAsked drops a bare "1/3" if something other than a day is asked for and the departure is known: it may be a
// number.
func (r *reading) fractionAsked() {
	asked := r.known.targets()
	if len(r.dates) != 1 || r.wordCount() > 0 || !r.dates[0].noYear || r.text(r.dates[0].from+1) != "/" ||
		len(asked) == 0 || find(asked, departField, inField, outField) != nil || r.known.leg().DepartDate == 0 {
		return
	}
	r.dates = nil
}

// fillWeekend lets a journey of which only a weekend was said end on its Sunday.
func (r *reading) fillWeekend() {
	staying := slices.ContainsFunc(r.topics, func(m topicMark) bool { return m.topic == hotelTopic && !m.refused })
	if len(r.dates) == 1 && r.has("for", "the", "weekend") && !r.oneWay() && mondayBased(r.dates[0].day) >= 3 {
		d := &r.dates[0]
		r.note(r.indexOf("weekend"), r.indexOf("weekend")+1, byDay)
		sunday := d.day.AddDays(6 - mondayBased(d.day))
		r.dates = append(r.dates, dateMention{from: d.from, to: d.to, day: sunday, until: true, weekend: true})
		return
	}
	if len(r.dates) != 1 || !r.dates[0].weekend || staying && !r.speaksOf(flightTopic) && !r.hasAny("from", "trip") ||
		r.oneWay() || r.known.returnDate() != 0 && r.wordCount() > 4 {
		return
	}
	d := &r.dates[0]
	r.dates = append(r.dates, dateMention{from: d.from, to: d.to, day: d.day.AddDays(1), until: true, weekend: true})
}

func (r *reading) oneWay() bool {
	isOneWay := func(i int) bool { return r.oneWayAt(i) && !r.unwanted(i) }
	return r.some(0, len(r.toks), isOneWay) || r.known.Itinerary.TripType == trip.OneWay
}

// dashedEnd reads the second day of "March 3-8" and "March 3 to 8", and returns where reading goes on.
func (r *reading) dashedEnd(i int) int {
	year := i + 2
	if r.text(year) == "," {
		year++
	}
	hasYear := isYear(r.tok(year))
	first, day := r.dates[len(r.dates)-1], r.dayNumber(i+1)
	isEnd := r.rangeDash(i) || hasYear || r.phraseEnds(i+2) || r.text(i+2) == "instead"
	if !r.joinsDays(i) || !isEnd || day == 0 || first.dayOnly {
		return i
	}
	if _, ok := r.dateAt(i + 1); ok || countNouns[r.text(i+2)] != noCount {
		return i // "on 2 June - 4 nights in Lisbon"
	}
	end := dateMention{from: i + 1, to: i + 2, day: nextDay(first.day.AddDays(1), day), dayOnly: true, noYear: true}
	if hasYear {
		last := trip.NewDate(int(r.toks[year].value), end.day.Month(), day)
		end = dateMention{from: i + 1, to: year + 1, day: last}
	}
	r.take(i, end.to, byDay)
	r.dates = append(r.dates, end)
	return end.to
}

// joinsDays reports whether what stands between the first and the last day of a range stands at token i.
func (r *reading) joinsDays(i int) bool {
	return r.rangeDash(i) || r.anyOf(i, "to", "till", "til", "until", "through", "thru", "bis", "au", "al") ||
		r.text(i) == "and" && r.betweenBefore(i)
}

func (r *reading) rangeDash(i int) bool { return r.anyOf(i, "-", "–", "—") }

func isYear(t *token) bool {
	return t.isNumber() && !t.ordinal && t.value >= 1900 && t.value <= 2200 && len(t.raw) == 4
}

// fullYear is the year that is written as 19 or 2019.
func fullYear(written int64) int {
	if written < 100 {
		written += 2000
	}
	return int(written)
}

// dateAt reads a day from token i on.
func (r *reading) dateAt(i int) (dateMention, bool) {
	if !r.free(i) {
		return dateMention{}, false
	}
	for _, form := range [...]func(*reading, int) (dateMention, bool){
		(*reading).isoDate, (*reading).slashDate, (*reading).monthFirst, (*reading).dayFirst,
		(*reading).rangeStart, (*reading).dayOfList, (*reading).relativeDay, (*reading).dayBehind,
		(*reading).nthWeekday, (*reading).weekday, (*reading).countedDay, (*reading).holiday, (*reading).dayOfMonth,
		(*reading).notThatDay, (*reading).rangeOfTrip,
	} {
		if d, ok := form(r, i); ok {
			return d, true
		}
	}
	return dateMention{}, false
}

// isoDate reads 2019-03-08 and 2019/3/8.
func (r *reading) isoDate(i int) (dateMention, bool) {
	if mark := r.text(i + 1); !isYear(r.tok(i)) || mark != "-" && mark != "/" || r.text(i+3) != mark ||
		!r.tok(i+2).isNumber() || !r.tok(i+4).isNumber() {
		return dateMention{}, false
	}
	return r.calendarDay(i, i+5, int(r.toks[i].value), int(r.tok(i+2).value), int(r.tok(i+4).value))
}

// slashDate reads 3/8, 3/8/2019 and 8.3.2019. Which of the two is the month is the same for all days of a message.
func (r *reading) slashDate(i int) (dateMention, bool) {
	if r.text(i+1) != "/" || !r.toks[i].isNumber() || !r.tok(i+2).isNumber() || r.toks[i].ordinal {
		return r.dottedDate(i)
	}
	month, day, to := int(r.toks[i].value), int(r.tok(i+2).value), i+3
	if r.dayBeforeMonth() {
		month, day = day, month
	}
	year := 0
	if r.text(to) == "/" && r.tok(to+1).isNumber() {
		year, to = fullYear(r.tok(to+1).value), to+2
	}
	return r.calendarDay(i, to, year, month, day)
}

// dayBeforeMonth reports whether the days with slashes have the day first: one of them can be read only so, else the
// locale says. Americans write the month first.
func (r *reading) dayBeforeMonth() bool {
	first, second := r.slashNumbers()
	for k := range first {
		if first[k] > 12 || second[k] > 12 {
			return first[k] > 12
		}
	}
	if len(first) > 1 && len(slices.Compact(second)) == 1 && len(slices.Compact(first)) > 1 {
		return true // 5/6 to 12/6 is a week, and not half a year
	}
	locale := r.known.Request.Locale
	return locale != "" && !slices.Contains([]string{"en", "en-US", "en-PH", "fil", "es-US"}, locale)
}

// inSlashedRange reports whether a clause is one end of "7/5 - 7/12", whose numbers are no options.
func (r *reading) inSlashedRange(c *clause) bool {
	if r.inDayRange(c.from, c.to) {
		return true
	}
	first, _ := r.slashNumbers()
	return len(first) > 1 && slices.ContainsFunc(r.toks[c.from:c.to], func(t token) bool { return t.text == "/" }) &&
		(r.rangeDash(c.to) || r.rangeDash(c.from-1))
}

// inDayRange reports whether the tokens have "13th to 20th", which are days.
func (r *reading) inDayRange(from, to int) bool {
	for i := from; i+2 < to; i++ {
		if isYear(&r.toks[i]) && r.anyOf(i+1, "-", "/") && r.tok(i+2).isNumber() {
			return true // 2026-06-05
		}
		if r.toks[i].kind == number && r.toks[i].ordinal && r.anyOf(i+1, "to", "-", "–", "until", "till") &&
			r.tok(i+2).kind == number && r.tok(i+2).ordinal {
			return true
		}
	}
	return false
}

// slashNumbers returns the first and the second number of every date such as 5/6.
func (r *reading) slashNumbers() (first, second []int64) {
	for i := 0; i+2 < len(r.toks); i++ {
		if r.text(i+1) == "/" && r.toks[i].isNumber() && r.tok(i+2).isNumber() && r.text(i-1) != "/" &&
			!isYear(&r.toks[i]) {
			first, second = append(first, r.toks[i].value), append(second, r.tok(i+2).value)
		}
	}
	return first, second
}

// dottedDate reads 8.3.2019, the ends of "3.4. till 6.4." and of "14.06 - 21.06", which have the day first.
func (r *reading) dottedDate(i int) (dateMention, bool) {
	isDay := func(k int) bool {
		return r.tok(k).decimal && len(r.tok(k).raw) > 2 &&
			r.toks[k].raw[len(r.toks[k].raw)-3] == '.'
	}
	month := r.tok(i + 2)
	if r.alien && r.isDottedNumber(i) && r.isDottedNumber(i+2) && !r.toks[i].decimal && !month.decimal &&
		months[r.text(i+4)] == 0 { // "8. 2.", not "wir sind 2. 5. Mai"
		if year := r.tok(i + 4); isYear(year) {
			return r.calendarDay(i, i+5, fullYear(year.value), int(month.value), int(r.toks[i].value))
		}
		return r.calendarDay(i, i+4, 0, int(month.value), int(r.toks[i].value))
	}
	if t := &r.toks[i]; t.kind != number || !t.decimal {
		return dateMention{}, false
	}
	first, second, _ := strings.Cut(r.text(i), ".")
	day, _ := strconv.Atoi(first)
	inYear, _ := strconv.Atoi(second)
	ends := []string{"to", "till", "til", "until", "-", "–", "bis"}
	isDotted, to := r.text(i+1) == ".", i+1
	if isDotted {
		to++
	}
	switch {
	case isDotted && !r.tok(to).spaced && (isYear(r.tok(to)) || r.tok(to).isNumber() && len(r.toks[to].raw) == 2):
		return r.calendarDay(i, to+1, fullYear(r.toks[to].value), inYear, day) // "12.06.19"
	case isDotted && (r.alien || r.anyOf(i-1, ends...) || r.anyOf(to, ends...) || r.dayStands(i)),
		isDay(i) && r.anyOf(i-1, "on", "am", "vom", "den") &&
			!is("meetings", r.text(r.before(i-2, "is", "starts", "begins"))),
		isDay(i) && (r.anyOf(to, ends...) && isDay(to+1) || r.anyOf(i-1, ends...) && isDay(i-2)):
		return r.calendarDay(i, to, 0, inYear, day)
	}
	return dateMention{}, false // "rated 4.5."
}

// isDottedNumber reads "8." at token i, a number and right behind it a dot.
func (r *reading) isDottedNumber(i int) bool {
	return r.tok(i).kind == number && r.tok(i).value > 0 && r.text(i+1) == "." && !r.tok(i+1).spaced
}

// dayStands reports whether a day is to be expected at token i: behind a word for one end of the journey, a preposition
// of days or a place, as in "Berlin - Rome 12.6.".
func (r *reading) dayStands(i int) bool {
	a, isCode := geo.AirportByCode(r.text(i - 1))
	e, isName := geo.Lookup(r.text(i - 1))
	return r.sameSentence(i-1, i) && (is("weekday", r.text(i-1)) || r.anyOf(i-1, "on", "am", "ab", "vom", "den") ||
		cueWords[r.text(i-1)] > goCue || isCode && a.Size == geo.Large || isName && !e.Word)
}

// calendarDay makes the mention of a month and a day; without a year it is the next such day. A
// day that the calendar does not have (the 31st of April) is a mention without a day.
func (r *reading) calendarDay(from, to, year, month, day int) (dateMention, bool) {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return dateMention{}, false
	}
	k := from - 1
	if r.joinsDays(k) {
		k -= 2 // "next year 3 to 6 Dec"
	}
	if k = r.before(k, ",", "on", "from", "between"); year == 0 && r.at(k-1, "next", "year") {
		year = r.today.Year() + 1
		r.note(k-1, k+1, byDay)
	}
	if year != 0 {
		return dateMention{from: from, to: to, day: trip.NewDate(year, month, day)}, true
	}
	return dateMention{from: from, to: to, day: nextMonthDay(r.today, month, day), noYear: true}, true
}

// nextMonthDay is the first such day of the calendar that is not before start, of any month where that is 0: a 29th of
// February may be years away.
func nextMonthDay(start trip.Date, month, day int) trip.Date {
	for n := start.Month() - 1; n <= 8*12+11; n++ {
		if d := trip.NewDate(start.Year()+n/12, n%12+1, day); d >= max(start, 1) && (month == 0 || month == d.Month()) {
			return d
		}
	}
	return 0
}

// nextDay is the first day with this day of the month that is not before start.
func nextDay(start trip.Date, day int) trip.Date { return nextMonthDay(start, 0, day) }

// monthFirst reads "March 8", "Mar. the 8th", "March 8th, 2019" and "March eighth".
func (r *reading) monthFirst(i int) (dateMention, bool) {
	month, ok := months[r.text(i)]
	if !ok {
		return dateMention{}, false
	}
	at := r.behind(i+1, ".", "the", "on")
	if r.anyOf(at, ",") && r.dayNumber(at+1) != 0 && r.anyOf(at+2, "to", "-", "–", "until", "till") {
		at++ // "October, 24 to 31"
	}
	day := r.dayNumber(at)
	if day == 0 || !r.free(at) || r.countsBehindMonth(i, at) {
		return dateMention{}, false
	}
	to, year := r.yearAfter(at + 1)
	return r.calendarDay(i, to, year, month, day)
}

// countsBehindMonth reports whether the number at token i counts something and is no day of the month before it: "in
// July 2 weeks", "in May 4 adults".
func (r *reading) countsBehindMonth(month, i int) bool {
	kind := countNouns[r.text(i+1)]
	isLabel := r.count(i+2) > 0 || r.anyOf(i+2, ":", "=") // "July 2, adults 2"
	return kind != noCount && !isLabel && !r.toks[i].ordinal && (kind == nightCount || r.text(month-1) == "in")
}

// dayNumber reads a day of the month at token i; 0 when there is none.
func (r *reading) dayNumber(i int) int {
	t := r.tok(i)
	if t.kind == mark || t.decimal || t.value < 1 || t.value > 31 || t.kind == word && !t.ordinal {
		return 0
	}
	return int(t.value)
}

func (r *reading) yearAfter(i int) (to, year int) {
	at := r.behind(i, ",", "of", "in")
	if next := r.behind(i, "of", "in"); r.at(next, "next", "year") { // not "on 5 December, next year Paris"
		return next + 2, r.today.Year() + 1
	}
	isMoney := valueOf("currency", r.text(at+1)) != "" // "3 May, 2000 euros"
	if isYear(r.tok(at)) && r.sameSentence(at, i-1) && !isMoney {
		return at + 1, int(r.toks[at].value)
	}
	return i, 0
}

// dayFirst reads "8 March", "the 8th of March 2019", "the first of March", "the 8th of this month".
func (r *reading) dayFirst(i int) (dateMention, bool) {
	day := r.dayNumber(i)
	if day == 0 {
		return dateMention{}, false
	}
	at := i + 1
	if r.text(at) == "day" {
		if at++; r.dayNumber(at+1) != 0 {
			return dateMention{}, false // "10 day april 5" is how long, and then when
		}
	}
	if r.anyOf(at, ".") && months[r.text(at+1)] != 0 && !r.anyOf(at+1, "may", "march") { // "10. Mai"
		at++
	}
	if r.text(at) == "," && r.dayNumber(at+2) != 0 {
		return dateMention{}, false // "for 2, June 4 to June 8"
	}
	if r.anyOf(at, "of", "-", ",", "de", "di") || r.text(at) == "in" && r.toks[i].ordinal {
		at++
	}
	if month, ok := months[r.text(at)]; ok && r.free(at) {
		to, year := r.yearAfter(at + 1)
		return r.calendarDay(i, to, year, month, day)
	}
	return r.dayOfNamedMonth(i, at, day)
}

// rangeStart reads the 10 of "10 to 17 June" and "10-17 June": its month follows from the other end.
func (r *reading) rangeStart(i int) (dateMention, bool) {
	day, at := r.dayNumber(i), i+1
	if r.text(at) == "." { // "5. bis 12. Mai"
		at++
	}
	if day == 0 || !r.joinsDays(at) {
		return dateMention{}, false
	}
	end, ok := r.dayFirst(r.behind(at+1, "the", "to", "zum"))
	if !ok && at == i+2 && at+1 < len(r.toks) {
		if end, ok = r.dottedDate(at + 1); ok && end.day != 0 { // "12.-19.4."
			return dateMention{from: i, to: at, day: dayBefore(end.day, day, r.today), noYear: true}, true
		}
	}
	if !ok || end.day == 0 {
		return dateMention{}, false
	}
	return dateMention{from: i, to: at, day: nextDay(r.today, day), dayOnly: true, noYear: true}, true
}

// dayOfNamedMonth reads the rest of "the 8th of this month", "… of next month", "… this month".
func (r *reading) dayOfNamedMonth(i, at, day int) (dateMention, bool) {
	isNext := r.anyOf(r.behind(at, "the"), "next", "following")
	to := r.behind(at, "this", "the", "current", "next", "following") + 1
	if to-at < 2 || to-at > 3 || r.text(to-1) != "month" || to-at == 3 && !(isNext && r.text(at) == "the") {
		return dateMention{}, false
	}
	first := monthsLater(trip.NewDate(r.today.Year(), r.today.Month(), 1), boolInt(isNext))
	d := trip.NewDate(first.Year(), first.Month(), day)
	return dateMention{from: i, to: to, day: d}, d != 0
}

// dayOfMonth reads "the 8th" and "8th" where nothing says that it is a street or a floor.
func (r *reading) dayOfMonth(i int) (dateMention, bool) {
	t := &r.toks[i]
	day, noun := r.dayNumber(i), i+1
	if r.anyOf(noun, "and", "or") && r.tok(i+2).ordinal && is("hotel-part", r.text(i+3)) {
		noun = i + 3 // "the first and second hotel"
	}
	switch {
	case day != 0 && t.kind == number && r.phraseEnds(i+1) && (r.text(i-1) == "day" || // "next month day 12"
		r.anyOf(i-1, "the", "il", "le", "am") && r.cueOfDay(i-2)): // "return the 25", "vuelta el 15"
	case day == 0 || !t.ordinal, r.isPosition(i), r.ofSomebody(i - 1):
		return dateMention{}, false
	case r.anyOf(i-2, "take", "hold", "pick", "choose", "select", "book", "reserve") && r.text(i-1) == "the" &&
		!(len(r.dates) > 0 && r.isBeyondOffers(t)):
		return dateMention{}, false // "hold the first", not "cancel the 9th, take the 10th"
	case t.kind == word && (r.text(i-1) != "the" || r.sameSentence(i, i+1) && !r.dayEnds(i+1)),
		t.kind == word && i == 1 && r.known.leg().DepartDate != 0 && !r.known.asksDay(): // "the second, but …" is an option
		return dateMention{}, false
	case r.anyOf(i+1, "week", "weekend", "half"),
		r.anyOf(noun, "street", "st", "avenue", "ave", "floor", "time", "class", "birthday", "row", "option", "one",
			"flight", "hotel", "person", "room", "anniversary", "grade", "road", "century"):
		return dateMention{}, false
	}
	return dateMention{from: i, to: i + 1, day: nextDay(r.today, day), dayOnly: true, noYear: true}, true
}

// asksDay reports whether a day is asked for.
func (k *known) asksDay() bool { return find(k.targets(), departField, inField, outField) != nil }

// ofSomebody reports whether what stands behind token i is somebody's: "my 21st", "my wife's 30th".
func (r *reading) ofSomebody(i int) bool {
	person, isTheirs := strings.CutSuffix(r.text(i), "s")
	return r.anyOf(i, possessive...) || isTheirs && isPerson(person)
}

// notThatDay reads "14 not 13" and "not the 13 but 14" of a trip that begins or ends on a 13th.
func (r *reading) notThatDay(i int) (dateMention, bool) {
	isNot := is("not", r.text(i))
	first := r.behind(i+boolInt(isNot), "the")
	second := r.behind(first+1, "but", ",")
	denied := is("not", r.text(second))
	second = r.behind(second+boolInt(denied), "the")
	day, old := r.dayNumber(first), r.dayNumber(second)
	isSaid := first == i && denied
	if isNot && second > first+1 && !denied {
		day, old, isSaid = old, day, true
	}
	if !isSaid || day == 0 || old == 0 || int64(max(day, old)) <= r.known.listed() || !r.phraseEnds(second+1) {
		return dateMention{}, false
	}
	for n, end := range [...]trip.Date{r.known.leg().DepartDate, r.known.returnDate()} {
		if end != 0 && end.Day() == old {
			d := trip.NewDate(end.Year(), end.Month(), day)
			return dateMention{from: i, to: second + 1, day: d, role: [...]role{departRole, returnRole}[n]}, d != 0
		}
	}
	return dateMention{}, false
}

// dayBehind reads "the next day", "the following day" and "next morning" behind a day of the message.
func (r *reading) dayBehind(i int) (dateMention, bool) {
	isPart := partsOfDay[r.text(i+1)] != [2]int{}
	if len(r.dates) == 0 || !r.anyOf(i, "next", "following") || r.text(i+1) != "day" && !isPart ||
		r.dates[len(r.dates)-1].day == 0 {
		return dateMention{}, false
	}
	d := dateMention{from: i, to: i + 2, day: r.dates[len(r.dates)-1].day.AddDays(1)}
	if isPart {
		d.to-- // the morning is a time
	}
	return d, true
}

// cueOfDay reports whether a word for one end of the journey stands at token i, also with "on" behind it.
func (r *reading) cueOfDay(i int) bool {
	if r.anyOf(i, "on", "is") {
		i--
	}
	c := cue{kind: cueWords[r.text(i)]}
	return c.kind != noCue && c.strong()
}

// dayEnds reports whether a spelled-out day ("the second") ends before token i.
func (r *reading) dayEnds(i int) bool {
	return r.toks[i].kind == mark ||
		r.anyOf(i, "to", "until", "till", "through", "and", "for", "please", "from", "with", "at", "back")
}

// monthsLater is the same day of a month that is later or earlier, or the last one of that; 0 outside of the calendar.
func monthsLater(from trip.Date, n int) trip.Date {
	month := from.Year()*12 + from.Month() - 1 + n
	for day := from.Day(); day > 0; day-- {
		if d := trip.NewDate(month/12, month%12+1, day); d != 0 {
			return d
		}
	}
	return 0
}
