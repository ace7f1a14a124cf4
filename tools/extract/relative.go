package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Days that are told by other days: "tomorrow", "next Friday", "the day before", "a week later", "in 3 days", "on
// Good Friday"; and what the days of a message tell of each other.
//
// The first part are forms of dateAt (date.go): each reads the mention that begins at a token, or says that none
// does, and takes nothing itself. What is counted from another day counts from the one that the message named before
// it, or else from the first day of the trip (dayBefore). The second part runs once all mentions are found: giveYears
// gives a day the year of one behind it, joinRanges marks the end of a range and settles which month its two days are
// in, and giveMonths gives a day that is told by its number alone the month of one that was told with it.
//
// What always holds: weeks begin on Monday, and "next" is the week after this one; a weekday alone is the next such
// day behind today (dayOnly, so that a range or the trip may still move it by weeks). A day that is over stays what
// was said, "yesterday", and is asked about later; none is moved into the future in silence.

// mondayBased returns the weekday of a date from 0, Monday.
func mondayBased(d trip.Date) int { return (d.Weekday() + 6) % 7 }

// relativeDay reads "today", "later today", "tomorrow", "the day after tomorrow", "this weekend", "this evening".
func (r *reading) relativeDay(i int) (dateMention, bool) {
	m := dateMention{from: i, to: i + 1}
	switch r.text(i) {
	case "today", "tonight", "now":
		if !r.todayCounts(i) {
			return m, false
		}
		m.day = r.today
	case "tomorrow":
		m.day = r.today.AddDays(1)
	case "yesterday":
		m.day = r.today.AddDays(-1)
	case "last":
		return r.lastDay(i)
	case "same", "that", "in":
		return r.sameDay(i)
	case "day":
		if !r.at(i, "day", "after", "tomorrow") {
			return r.dayBeside(i, i+1)
		}
		m.day, m.to = r.today.AddDays(2), i+3
	case "before", "after":
		if partsOfDay[r.text(i-1)] != [2]int{} {
			return r.dayBeside(i-1, i) // "the evening before"
		}
		return m, false
	case "this", "next", "coming", "weekend":
		if r.text(i) == "this" && partsOfDay[r.text(i+1)] != [2]int{} {
			m.day = r.today
			return m, true // "this evening"
		}
		return r.weekend(i)
	default:
		return m, false
	}
	r.weeksBehind(&m)
	return m, true
}

// lastDay reads "last weekend" and "last Friday", which are over: the person is asked. "The last Friday in May" is
// another day.
func (r *reading) lastDay(i int) (dateMention, bool) {
	m := dateMention{from: i, to: i + 2}
	if n := len(r.dates); r.at(i-1, "the", "last", "day") && r.phraseEnds(i+2) && n > 0 { // of what was named
		m.day, m.beside = r.besideBase(false), true
		return m, m.day != 0 && slices.ContainsFunc(r.dates, func(d dateMention) bool { return d.day < m.day })
	}
	weekday, isDay := weekdays[r.text(i+1)]
	if r.text(i+1) == "weekend" {
		weekday, isDay = weekdays["saturday"], true
	}
	if !isDay || r.anyOf(i+2, "in", "of") || r.text(i-1) == "the" {
		return m, false
	}
	m.day = onWeekday(weekday, r.today.AddDays(-7))
	return m, true
}

// sameDay reads "back the same day" and "back that evening": the day that was named before it, or on which the trip
// begins.
func (r *reading) sameDay(i int) (dateMention, bool) {
	at := r.before(i-1, "the", "on", "that", "home", "is", "be", "stays", "remains", "flight", "all", "again")
	d := dateMention{from: i, to: i + 2, day: r.dayBefore()}
	if partsOfDay[r.text(i+1)] != [2]int{} {
		d.to-- // the evening is a time
	} else if r.at(i, "in", "a", "day") || r.at(i, "in", "one", "day") {
		d.to++ // "there and back in a day"
	} else if !r.at(i, "same", "day") {
		return d, false
	} else if r.at(d.to, "as", "before") {
		d.to, d.day = d.to+2, cmp.Or(r.known.before(), r.known).returnDate()
	} else if back := r.known.returnDate(); len(r.dates) == 0 && r.hasIn(at, i, "is", "stays", "remains") && back != 0 {
		d.day = back // "the return is the same day": it does not change
	}
	return d, d.day != 0 && (cueWords[r.text(at)] == backCue || cueWords[r.text(d.to)] == backCue)
}

// dayBeside reads "the wedding is on the 12th, we arrive the day before": the day next to the one named before it, that
// was not counted so itself. The word for the day is token i, "before" or "after" token at.
func (r *reading) dayBeside(i, at int) (dateMention, bool) {
	days := map[string]int{"before": -1, "after": 1}[r.text(at)]
	if days != 0 && r.dayOfEvent(at+1) > at+1 && r.free(i) {
		return r.countedFrom(i, at+1, days)
	}
	base := r.besideBase(days < 0)
	if leg := r.legOfWay(i, at+1); base == 0 && leg >= 0 && leg < len(r.known.Itinerary.Segments) {
		base = r.known.Itinerary.Segments[leg].DepartDate // "we could fly out the evening before"
	}
	if days == 0 || base == 0 || !r.anyOf(i-1, "the", "a", "one") || !r.phraseEnds(at+1) {
		return dateMention{}, false
	}
	from := at
	if r.free(i) {
		from = i
	}
	return dateMention{from: from, to: at + 1, day: base.AddDays(days), beside: true}, true
}

// besideBase is the day from which "the day after" counts, or, for those before, "the day before"; 0 when there is
// none.
func (r *reading) besideBase(before bool) trip.Date {
	n := len(r.dates)
	for n > 0 && r.dates[n-1].beside {
		n--
	}
	dates := r.dates[:n]
	if n == 0 {
		dates = r.thingDays
	}
	switch {
	case len(dates) == 0:
		return 0
	case before:
		return r.startOfRange(dates)
	}
	return dates[len(dates)-1].day
}

// startOfRange returns the 14th where the days end with a range such as "14 to 17 March", else the last of the days.
func (r *reading) startOfRange(days []dateMention) trip.Date {
	n := len(days)
	end := days[n-1].day
	if n < 2 || !days[n-1].until && !(days[n-2].to+1 == days[n-1].from && r.anyOf(days[n-2].to, "to", "-", "–")) {
		return end
	}
	start := days[n-2].day
	if days[n-2].dayOnly && start.Day() <= end.Day() { // its month is that of the end
		start = trip.NewDate(end.Year(), end.Month(), start.Day())
	}
	return start
}

// todayCounts tells "leaving today" from "that is all for today" and "not right now".
func (r *reading) todayCounts(i int) bool {
	if r.text(i) == "now" {
		return r.anyOf(i-1, "leave", "leaving", "starting", "in") ||
			r.text(i-1) == "right" && r.anyOf(i-2, "leave", "leaving")
	}
	from, to := r.span(r.toks[i].sentence)
	isAll := func(k int) bool { return r.anyOf(k, "thats", "is", "be", "was") && r.text(k+1) == "all" }
	return !r.some(from, to, isAll) && !r.has("how", "are", "you") && !r.hasIn(from, to, "thanks", "thank", "thankyou",
		"everything", "assistance", "help", "helping", "question", "helpful", "appreciate")
}

// weekend is the Saturday of this week, the next one or the one after it.
func (r *reading) weekend(i int) (dateMention, bool) {
	days, to := 5, i+2 // from Monday
	switch {
	case r.at(i, "weekend", "after", "next"):
		days, to = 19, i+3
	case r.text(i+1) != "weekend":
		return dateMention{}, false
	case r.text(i) == "next":
		days = 12
	}
	return dateMention{from: i, to: to, day: r.today.AddDays(max(0, days-mondayBased(r.today))), weekend: true}, true
}

// weekday reads "Monday", "this Saturday", "next Monday", "Thursday next week", "Sunday this
// week", "next week on Friday". Next means the week after this one; weeks begin on Monday.
func (r *reading) weekday(i int) (dateMention, bool) {
	at, next, this := i, false, false
	switch r.text(i) {
	case "next", "following":
		next = true
	case "this", "coming":
		this = true
	}
	if next || this {
		if at = r.behind(i+1, "coming"); r.text(at) == "week" {
			at = r.behind(at+1, "on", "'s", ",")
		}
	}
	target, ok := weekdays[r.text(at)]
	if !ok || !r.free(at) || !r.isWeekday(at) || r.at(i-2, "over", "a") {
		return dateMention{}, false
	}
	at++
	ahead := at + boolInt(partsOfDay[r.text(at)] != [2]int{}) // "Friday evening 5 April"
	if d, ok := r.numberedWeekday(i, ahead, target); ok {
		return d, true
	}
	if r.dayAheadIsDated(r.behind(ahead, ",")) {
		return dateMention{}, false // "Monday the 4th", "Friday, March 8": the date says more
	}
	base, skip := r.dayBefore(), r.behind(at, "of", "in", "on", "the")
	d := dateMention{from: i, to: at}
	switch {
	case r.at(at, "after", "next") && base != 0: // of the day before it, else of today
		d.to, d.day = at+2, onWeekday(target, base.AddDays(8))
	case r.at(at, "after", "next"):
		d.to, d.day = at+2, r.weekdayDate(target, false, true).AddDays(7)
	case r.anyOf(at, "before", "after") && r.weekdayFrom(at, target, &d): // "the Tuesday after Easter"
	case base != 0 && r.anyOf(at, "before", "after") && r.phraseEnds(at+1): // "the Friday before"
		d.to, d.day = at+1, onWeekday(target, base.AddDays(map[string]int{"before": -7, "after": 1}[r.text(at)]))
	case base != 0 && r.text(i) == "following" && at == i+2:
		d.day = onWeekday(target, base.AddDays(1))
	case r.at(skip, "next", "week"), r.at(skip, "following", "week"):
		d.to, d.day = skip+2, r.weekdayDate(target, this, true)
	case r.at(skip, "this", "week"):
		d.to, d.day = skip+2, r.weekdayDate(target, true, next)
	default:
		d.day = r.weekdayDate(target, this, next)
		d.dayOnly = !r.weeksBehind(&d) && !next && !this
	}
	return d, true
}

// weekdayFrom reads "the Tuesday after Easter", with the "after" or "before" of a day, feast or event at token at.
func (r *reading) weekdayFrom(at, weekday int, d *dateMention) bool {
	from := r.behind(max(at+1, r.dayOfEvent(at+1)), "the")
	base, ok := dateMention{to: from}, false
	for _, e := range slices.Concat(classOf("feast").entries, classOf("holiday").entries) {
		if words := strings.Fields(e.phrase); !ok && r.at(from, words...) {
			base.to, base.day, ok = from+len(words), r.nextFeast(e.value), true
		}
	}
	if !ok && r.dayAheadIsDated(from) {
		base, ok = r.dateAt(from)
	}
	if !ok || base.day == 0 {
		return false
	}
	d.to, d.day = base.to, onWeekday(weekday, base.day.AddDays(map[string]int{"before": -7, "after": 1}[r.text(at)]))
	return true
}

// numberedWeekday reads "Sat 8" and "Friday the 5th": of the days that are such a Saturday the one that is nearest to
// what was named before, else the next. Near a trip that is known the number counts where no day is both.
func (r *reading) numberedWeekday(i, at, weekday int) (dateMention, bool) {
	at = r.behind(at, "the")
	day := r.dayNumber(at)
	if day == 0 || !r.free(at) || r.toks[at].kind != number || !r.phraseEnds(at+1) || months[r.text(at+1)] != 0 ||
		r.anyOf(at+1, "/", "-", ":", ".") && r.sameSentence(at, at+1) &&
			r.tok(at+2).kind == number {
		return dateMention{}, false
	}
	near, best, within := r.today, trip.Date(0), 183 // days before and after
	if n := len(r.dates); n > 0 {
		near = max(near, r.dates[n-1].day)
	} else if first, _ := r.known.when(); max(first, r.known.leg().DepartDate) != 0 {
		near, within = max(near, first, r.known.leg().DepartDate), 45
	}
	for d := nextDay(max(r.today, near.AddDays(-within)), day); d <= near.AddDays(within); d = nextDay(d.AddDays(1), day) {
		if mondayBased(d) == weekday && (best == 0 || near.DaysUntil(d) <= best.DaysUntil(near)) {
			best = d
		}
		if best >= near {
			break
		}
	}
	if best == 0 && len(r.dates) == 0 && near > r.today {
		return dateMention{from: i, to: at + 1, day: nextDay(r.today, day), dayOnly: true, noYear: true, named: i + 1}, true
	}
	return dateMention{from: i, to: at + 1, day: best, noYear: true}, best != 0
}

// nthWeekday reads "the first Monday in May", "the last Friday of June", "the last weekend of April".
func (r *reading) nthWeekday(i int) (dateMention, bool) {
	t := &r.toks[i]
	weekday, isDay := weekdays[r.text(i+1)]
	weekend := r.text(i+1) == "weekend"
	if weekend {
		weekday, isDay = weekdays["saturday"], true
	}
	month, isMonth := months[r.text(i+3)]
	to := i + 4
	if weekend && !isMonth && r.phraseEnds(i+2) {
		_, month = r.askedWeekday() // "the second weekend", of the month of which a day is asked for
		isMonth, to = month != 0, i+2
	}
	if !isDay || !isMonth || to > i+2 && !r.anyOf(i+2, "in", "of") || !t.ordinal && t.text != "last" || t.value > 4 {
		return dateMention{}, false
	}
	for year := r.today.Year(); year <= r.today.Year()+1; year++ {
		day := nthWeekday(year, month, weekday, int(max(t.value, 1)))
		for t.text == "last" && day.AddDays(7).Month() == month {
			day = day.AddDays(7)
		}
		if day >= r.today {
			return dateMention{from: i, to: to, day: day, weekend: weekend}, true
		}
	}
	return dateMention{}, false
}

func (r *reading) weekdayDate(target int, this, next bool) trip.Date {
	switch {
	case next:
		return r.today.AddDays(7 - mondayBased(r.today) + target)
	case this:
		return onWeekday(target, r.today)
	}
	return onWeekday(target, r.today.AddDays(1))
}

// onWeekday is the first day from another one on that is so called.
func onWeekday(weekday int, from trip.Date) trip.Date {
	return from.AddDays((weekday - mondayBased(from) + 7) % 7)
}

// dayAheadIsDated reports whether a calendar day starts at token i.
func (r *reading) dayAheadIsDated(i int) bool {
	if r.text(i) == "the" {
		i++
	}
	if !r.free(i) {
		return false
	}
	for _, form := range [...]func(*reading, int) (dateMention, bool){
		(*reading).slashDate, (*reading).monthFirst, (*reading).dayFirst, (*reading).dayOfMonth,
	} {
		if _, ok := form(r, i); ok {
			return true
		}
	}
	return false
}

// countedDay reads "in 3 days", "2 weeks from now", "a week from Friday", "a week from tomorrow".
func (r *reading) countedDay(i int) (dateMention, bool) {
	in := r.text(i) == "in"
	n, months, at := r.lengthAt(i + boolInt(in))
	isNights := r.anyOf(at-1, "night", "nights")
	switch {
	case months > 0:
		isFrom := r.at(at, "from", "now") || r.at(at, "from", "today")
		day := monthsLater(r.today, months)
		return dateMention{from: i, to: at + 2*boolInt(isFrom), day: day}, day != 0 && (in || isFrom)
	case n == 0, isNights && (len(r.dates) == 0 || !r.anyOf(at, "before", "after", "later") || !r.phraseEnds(at+1) ||
		r.text(i-1) == "for"):
		return dateMention{}, false
	}
	d, k, isFor, ahead := dateMention{from: i, to: at + 1}, len(r.dates), r.text(i-1) == "for", r.behind(at, "on")
	switch before, last := r.besideBase(true), r.dayBefore(); {
	case before != 0 && r.anyOf(at, "before") && r.phraseEnds(at+1):
		d.day, d.beside = before.AddDays(-n), true
	case k > 0 && r.dates[k-1].beside && r.anyOf(at, "after") && r.phraseEnds(at+1):
		d.day, d.beside = r.besideBase(false).AddDays(n), true
	case last != 0 && !isFor && (r.anyOf(at, "later", "afterwards", "afterward") ||
		r.anyOf(at, "after") && r.phraseEnds(at+1)):
		d.day = last.AddDays(n)
	case !in && n%7 == 0 && !isFor && !r.anyOf(i-1, "once", "twice", "times", "spend", "spending", "stay", "staying") &&
		(is("weekday", r.text(ahead)) || r.anyOf(ahead, "today", "tomorrow")) && !r.joinsDays(ahead+1):
		return r.countedFrom(i, ahead, n) // "a week on Thursday", "a week tomorrow"
	case r.anyOf(at, "from", "after") && !isFor:
		if named, ok := r.countedFrom(i, at+1, n); ok || !in {
			return named, ok
		}
		d.to, d.day = at, r.today.AddDays(n) // "in two weeks from Geneva"
	case r.anyOf(at, "before") && r.dayOfEvent(at+1) > at+1:
		return r.countedFrom(i, at+1, -n)
	default:
		d.to, d.day = at, r.today.AddDays(n)
		return d, in && !r.anyOf(at, "of")
	}
	return d, true
}

// dayBefore is the day that "a week later" counts from: the last one that was named, else the first of the trip.
func (r *reading) dayBefore() trip.Date {
	if n := len(r.dates); n > 0 {
		return r.dates[n-1].day
	}
	if day := r.known.leg().DepartDate; day != 0 {
		return day
	}
	return r.known.stay().CheckIn
}

// countedFrom adds days to the day that is named at token at.
func (r *reading) countedFrom(i, at, days int) (dateMention, bool) {
	if r.anyOf(at, "now", "today") {
		return dateMention{from: i, to: at + 1, day: r.today.AddDays(days)}, true
	}
	if day := r.dayOfEvent(at); day > at {
		base, ok := r.dateAt(day)
		r.thingDays = append(r.thingDays, base) // "back two days after" counts from it too
		return dateMention{from: i, to: base.to, day: base.day.AddDays(days), beside: true}, ok && base.day != 0
	}
	base, ok := r.relativeDay(at)
	if !ok {
		base, ok = r.weekday(at)
	}
	if !ok && r.text(at-1) == "after" { // "14 days from 1 August" is how long
		base, ok = r.dateAt(r.behind(at, "the"))
	}
	if !ok || base.day == 0 {
		return dateMention{}, false
	}
	return dateMention{from: i, to: base.to, day: base.day.AddDays(days)}, true
}

// holiday reads the feasts that are one day, and the day before or after one.
func (r *reading) holiday(i int) (dateMention, bool) {
	for _, e := range classOf("holiday").entries {
		words := strings.Fields(e.phrase)
		next := r.tok(i + len(words)) // "the Christmas markets"
		isThing := r.anyOf(i-1, "the", "a") && next.kind == word && !isKnownWord(next.text)
		if r.aroundFeast(i) || !r.at(i, words...) || isThing && r.sameSentence(i, i+len(words)) {
			continue
		}
		d := dateMention{
			from: i, to: i + len(words), day: r.nextFeast(e.value), noYear: !strings.HasPrefix(e.value, "easter"),
		}
		switch {
		case r.at(i-2, "day", "before") && r.text(i-3) != "any":
			d.from, d.day = i-2, d.day.AddDays(-1)
		case r.at(i-2, "day", "after"):
			d.from, d.day = i-2, d.day.AddDays(1)
		}
		return d, true
	}
	return dateMention{}, false
}

// joinRanges marks the second of "the 3rd to the 8th", "March 3 - March 8", "between the 3rd
// and the 8th" and settles the month of the one that was said without.
func (r *reading) joinRanges() {
	for k := 1; k < len(r.dates); k++ {
		a, b := &r.dates[k-1], &r.dates[k]
		if !r.joined(a, b) {
			continue
		}
		b.until = true
		switch {
		case b.dayOnly && !b.noYear: // a weekday
			b.day = weekdayAfter(b.day, a.day)
		case b.dayOnly && b.noYear && (b.day <= a.day || !a.dayOnly):
			b.day, b.dayOnly = nextDay(a.day.AddDays(1), b.day.Day()), a.dayOnly
		case a.dayOnly && a.noYear && !b.dayOnly:
			a.day, a.dayOnly = dayBefore(b.day, a.day.Day(), r.today), false
		case b.noYear && b.day < a.day:
			if next := nextMonthDay(a.day, b.day.Month(), b.day.Day()); a.day.DaysUntil(next) <= maxRangeDays {
				b.day = next
			}
		}
		if at := r.before(a.from-1, "the"); r.at(at-1, "night", "of") && b.day == a.day.AddDays(1) {
			r.dates = slices.Delete(r.dates, k, k+1) // "the night of the 5th to the 6th"
		}
	}
}

// giveYears gives the days before one that was named with its year theirs: "June 3, back June 10 2028".
func (r *reading) giveYears() {
	given := false
	for k := len(r.dates) - 1; k > 0; k-- {
		a, b := &r.dates[k-1], &r.dates[k]
		given = given || r.at(b.to-2, "next", "year") ||
			slices.ContainsFunc(r.toks[b.from:b.to], func(t token) bool { return isYear(&t) })
		given = given && a.noYear && !a.dayOnly && b.day >= r.today // not of "born on 12 April 2024"
		if given {
			a.day = yearOf(a.day, b.day)
		}
	}
}

// giveMonths gives a day that was said by its number alone the month of a day named with one: "on 15 May … and home
// on the 22nd", "on the 28th, home on 3 June".
func (r *reading) giveMonths() {
	var named *dateMention
	for k := range r.dates {
		d := &r.dates[k]
		switch {
		case d.day == 0:
		case d.dayOnly && r.inSaidRange(k):
		case !d.dayOnly:
			named = d
		case d.noYear && named != nil && d.day < named.day && r.sameSentence(named.from, d.from):
			d.day = nextDay(named.day, d.day.Day())
		case d.noYear && named == nil:
			i := slices.IndexFunc(r.dates[k:], func(m dateMention) bool { return !m.dayOnly && m.day != 0 })
			if i > 0 && d.day.DaysUntil(r.dates[k+i].day) > 31 && r.sameSentence(r.dates[k+i].from, d.from) {
				d.day = dayBefore(r.dates[k+i].day, d.day.Day(), r.today)
			}
		}
	}
}

// nearRange is how many days before or behind a range a day still is of its month.
const nearRange = 3

// inSaidRange gives day k, said by its number alone, the month of the range that the message has before it, or else
// behind it, if it lies in that or next to it: "12 to 19 April, hotel from the 14th to the 17th". So is a weekday one
// of these days: "10 to 12 May, leaving Friday, back Sunday".
func (r *reading) inSaidRange(k int) bool {
	d, found := &r.dates[k], false
	for n := 1; n < len(r.dates) && (n < k || !found); n++ {
		start, end := &r.dates[n-1], &r.dates[n]
		isEvent := is("event", r.text(r.before(start.from-1, "from", "on", "the"))) // see aroundEvent
		isSaid := !start.dayOnly && !end.dayOnly && start.day != 0 && start.day <= end.day && !isEvent
		if isRange := end.until || n < k && start.day.Month() == end.day.Month(); !isSaid || !isRange {
			continue
		}
		in := nextDay(max(start.day.AddDays(-nearRange), r.today), d.day.Day())
		switch of := r.cueAt(r.before(d.from-1, "on", "the")); {
		case d.noYear:
		case !end.until || d.until || r.text(d.from) != r.text(d.to-1): // "next Friday"
			continue
		case of == backCue:
			in = nearest(d.day, end.day, r.today)
		case of == leaveCue:
			in = nearest(d.day, start.day, r.today)
		default:
			in = onWeekday(mondayBased(d.day), start.day)
		}
		if found = in <= end.day.AddDays(nearRange); found {
			d.day, d.dayOnly = in, !r.sameSentence(start.from, d.from)
		}
	}
	return found
}

// yearOf is the day of the calendar that d is in the year of another: in the one before where it is shortly before that
// then, as a 28th of December before the 4th of January.
func yearOf(d, other trip.Date) trip.Date {
	year := other.Year()
	if before := trip.NewDate(year-1, d.Month(), d.Day()); before != 0 && before.DaysUntil(other) <= maxRangeDays {
		return before
	}
	if in := trip.NewDate(year, d.Month(), d.Day()); in != 0 {
		return in
	}
	return d
}

// weekdayAfter is the first day behind start that is the same day of the week as d.
func weekdayAfter(d, start trip.Date) trip.Date { return onWeekday(mondayBased(d), start.AddDays(1)) }

// maxRangeDays is how far a range may reach into the next year: "Dec 28 to Jan 4". "June 7 to June 3" is a slip, and
// asked about.
const maxRangeDays = 180

// dayBefore is the last day with this day of the month before end, if that is not in the past.
func dayBefore(end trip.Date, day int, today trip.Date) trip.Date {
	year, month := end.Year(), end.Month()
	for range 3 {
		if d := trip.NewDate(year, month, day); d != 0 && d < end && d >= today {
			return d
		}
		if month--; month < 1 {
			year, month = year-1, 12
		}
	}
	return nextDay(today, day)
}

// joined reports whether only the word or dash of a range stands between two days.
func (r *reading) joined(a, b *dateMention) bool {
	if !r.sameSentence(a.to-1, b.from) {
		return false
	}
	links, joins := 0, false
	for i := a.to; i < b.from; i++ {
		if !r.closedAt(i, b.from) && !r.anyOf(i, "the", ",", "on", "up") { // "30 March (after 3 pm) until 6 April"
			links, joins = links+1, r.joinsDays(i)
		}
	}
	return links == 1 && joins
}

// betweenBefore reports whether "between" stands before the day that ends before token i.
func (r *reading) betweenBefore(i int) bool { return r.hasIn(max(0, i-5), i, "between") }
