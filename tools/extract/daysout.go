package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// dayOut is days on which the person does not travel: from one to another, where nil is open, or a day of the week.
type dayOut struct {
	from, to *dateMention
	weekday  string
	allowed  bool // it may be again: "Fridays are fine now"
	at       int  // its first token
}

// excludedPath is that of all of them.
const excludedPath = "itinerary.excluded_days"

// weekdayNames are those of the trip, from Monday.
var weekdayNames = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// findDaysOut takes the days on which the person does not travel out of those of the journey: "not on the 14th", "no
// Fridays", "not before the 3rd", "we are busy from the 10th to the 12th".
func (r *reading) findDaysOut() {
	for k := range r.dates { // a day that is listed is meant
		if d := &r.dates[k]; d.dayOnly && d.noYear && r.known.listedDay(d.day.Day()) != 0 {
			d.day, d.dayOnly = r.known.listedDay(d.day.Day()), false
		}
	}
	r.weekdaysOut()
	var kept []dateMention
	for k := 0; k < len(r.dates); k++ {
		d := &r.dates[k]
		isRange := k+1 < len(r.dates) && r.dates[k+1].until
		switch out, bounded := r.boundOut(d); {
		case slices.ContainsFunc(r.daysOut,
			func(o dayOut) bool { return o.weekday != "" && o.at >= d.from-1 && o.at < d.to }): // read of their words
		case bounded:
			r.daysOut = append(r.daysOut, out)
		case r.unwanted(d.from) && d.isBareWeekday() && r.text(d.from-1) == "that":
			r.tell(d.from-1, d.to) // "not that Sunday", of a trip
		case (r.travelsNot(d.from) && !r.isCorrected(k+boolInt(isRange)) || r.isBusy(d.from)) && !d.until &&
			!r.isOfDoing(d.from):
			end := d
			if isRange {
				k++
				end = &r.dates[k]
			}
			from, to := *d, *end
			if isFixed := func(o dateMention) bool { return !o.dayOnly && o.day != 0 }; !isRange && d.isBareWeekday() {
				if n := slices.IndexFunc(r.dates, isFixed); n >= 0 { // "4 May, back 6 May, I work on Monday"
					from.day = onWeekday(mondayBased(d.day), r.dates[n].day)
					to.day = from.day
				}
			}
			out := dayOut{from: &from, to: &to, at: d.from}
			if r.isUntil(r.before(d.from-1, "the")) {
				out.from = nil // "I work until the 8th"
			}
			r.daysOut = append(r.daysOut, out)
		case d.role != asideRole: // told
			kept = append(kept, *d)
		}
	}
	r.dates = kept
}

// weekdaysOut reads "no Fridays", "anything but a Sunday", "not at the weekend", and "Fridays are fine".
func (r *reading) weekdaysOut() {
	for i := range r.toks {
		name := r.text(i)
		day, ok := weekdays[strings.TrimSuffix(name, "s")]
		if full, isFull := weekdays[name]; isFull {
			day, ok = full, true
		}
		isWeekend := r.anyOf(i, "weekend", "weekends")
		isEach := strings.HasSuffix(strings.ToLower(r.toks[i].raw), "s") || r.anyOf(i-1, "a", "an", "any", "every")
		if !ok && !isWeekend || r.dayAheadIsDated(i+1) || r.dayNumber(i+1) != 0 && r.tok(i+1).kind == number {
			continue
		}
		isExcluded := func(d trip.DayRange) bool { return d.Weekday == weekdayNames[day] }
		isAllowed := slices.ContainsFunc(r.known.Itinerary.ExcludedDays, isExcluded) &&
			r.anyOf(i+1, "is", "are", "would", "works", "work") &&
			r.hasIn(i+1, i+5, "fine", "ok", "okay", "good", "possible", "works", "work")
		at := slices.IndexFunc(r.dates, func(d dateMention) bool { return d.from <= i && i < d.to })
		isOne := at >= 0 && (r.dates[at].from < i || r.text(i-1) == "that")
		if isOne || is("feast", r.text(i-1)) || is("holiday", r.text(i-1)) {
			continue // "not this Friday", "not Easter weekend": others are fine
		}
		isOut := r.travelsNot(i) && (isEach || at < 0 || !r.isCorrected(at)) || isEach && r.isBusy(i)
		if !isAllowed && !isOut {
			continue
		}
		r.take(i, i+1, byDay)
		names := []string{"saturday", "sunday"}
		if !isWeekend {
			names = []string{weekdayNames[day]}
		}
		for _, name := range names {
			r.daysOut = append(r.daysOut, dayOut{weekday: name, at: i, allowed: isAllowed})
		}
	}
}

// travelsNot reports whether a day at token i is not wanted for the journey. "No hotel on Wednesday" is about the
// hotel, and "not Friday night" leaves the rest of the Friday.
func (r *reading) travelsNot(i int) bool {
	for k := i; r.unwanted(k); k-- {
		if topicWords[r.text(k)] == hotelTopic && !r.partOfItsDay(k) {
			return false
		}
	}
	return r.unwanted(i) && !r.partOfItsDay(i+1) && r.text(i+1) != "nights" &&
		!r.partOfItsDay(r.before(i-1, "of", "on", "the"))
}

// boundOut reads "not before the 3rd" and "no later than the 10th" up to a day.
func (r *reading) boundOut(d *dateMention) (dayOut, bool) {
	at := r.before(d.from-1, append([]string{"the", "on"}, class("weekday")...)...)
	before := r.anyOf(at, "before") || r.isUntil(at) || r.text(at) == "than" && r.anyOf(at-1, "earlier", "sooner")
	after := r.anyOf(at, "after") || r.text(at) == "than" && r.text(at-1) == "later"
	if !before && !after || d.weekend || r.anyOf(at-1, "day", "days", "night", "nights", "week", "weeks") {
		return dayOut{}, false
	}
	k := r.deniedBefore(at, maxBeforeTime)
	if k < 0 {
		return dayOut{}, false
	}
	isEnd := func(c cue) bool { return c.kind > leaveCue && c.kind != arriveCue && c.from >= k-2 && c.to <= at }
	isCan := func(i int) bool { return is("averse", r.text(i)) || r.anyOf(i, "able", "unable", "free", "available") }
	isMoving := func(i int) bool { return r.cueAt(i) != noCue || topicWords[r.text(i)] != noTopic }
	r.note(k, d.from, byDay)
	switch {
	case r.isUntil(at) && !r.some(max(k-2, 0), at, isCan):
		if isAnswer := at == k+1 && !r.sameSentence(k-1, k); !isAnswer && !r.some(k, at, isMoving) {
			r.tell(k, d.to) // "the meeting is not until the 3rd"
			d.role = asideRole
		}
		return dayOut{}, false // "not leaving until the 3rd", "not until the 3rd"
	case before && (slices.ContainsFunc(r.cues, isEnd) || r.topicOf(at) == hotelTopic):
		if !r.isUntil(at) || !r.some(k, at, isMoving) {
			r.tell(k, at+1)
		}
		return dayOut{}, false // "can't be back before the 10th"
	}
	if before {
		return dayOut{to: d.moved(-1), at: d.from}, true
	}
	return dayOut{from: d.moved(1), at: d.from}, true
}

// moved is a day earlier or later.
func (d dateMention) moved(days int) *dateMention {
	d.shifted = days
	return &d
}

// isBusy reads "we are busy", "I work" before token i, with nothing of a journey between.
func (r *reading) isBusy(i int) bool {
	for k := i - 1; k >= max(0, i-maxDenied) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		switch {
		case r.anyOf(k, "available", "free") && r.anyOf(k-1, class("not")...):
			r.note(k-1, k+1, byDay)
			return true
		case is("busy", r.text(k)):
			if r.text(k-1) == "to" && !r.anyOf(k-2, "have", "has", "need", "needs", "got") ||
				r.text(r.before(k-1, "at", "to", "in", "my")) == "back" ||
				r.anyOf(k-1, "after", "before", "off", "finish", "leave", "for") {
				return false // "from London to work on Monday", "back at work on Monday", "to Lyon for work on Friday"
			}
			isState := r.anyOf(k-1, "is", "are", "am", "im", "be", "were", "hes", "shes", "theyre") &&
				r.text(k-2) != "to" && r.behindPlace(r.behind(k+1, "from")) <= k+2
			if r.anyOf(k-1, class("not")...) || r.anyOf(k, "away") && !isState {
				r.note(k, k+1, byDay)
				return false // "we fly away from Rome on Tuesday", "a weekend away on the 9th"
			}
			r.note(k, k+1, byDay)
			return true
		case cueWords[r.text(k)] != noCue, r.anyOf(k, "but", "so"):
			return false
		}
	}
	return false
}

// isCorrected reports whether another day takes the place of day k, which is not wanted: "not the 8th, the 9th". That
// excludes no day.
func (r *reading) isCorrected(k int) bool {
	d := &r.dates[k]
	if r.correctedBehind(d.to) {
		return true
	}
	if k > 0 && !r.dates[k-1].until && !r.unwanted(r.dates[k-1].from) && d.from-r.dates[k-1].to <= 3 {
		isSame := d.dayOnly == r.dates[k-1].dayOnly && d.noYear == r.dates[k-1].noYear
		if isSame && r.anyOf(r.before(d.from-1, "the"), class("not")...) {
			return true // "on Friday, not Thursday", "the 10th, not the 9th"
		}
	}
	for i := d.from - 1; i >= max(0, d.from-4); i-- {
		if r.at(i, "instead", "of") || r.at(i, "rather", "than") {
			return true
		}
	}
	isKnown := slices.ContainsFunc(r.known.days(), func(day trip.Date) bool { return r.isDay(d, day) })
	return isKnown && slices.ContainsFunc(r.dates, func(o dateMention) bool { return !r.unwanted(o.from) })
}

// correctedBehind reports whether a day that is wanted stands right behind token i: ", the 9th", "but the 9th".
func (r *reading) correctedBehind(i int) bool {
	for at := i; at < i+6 && r.sameSentence(at, i-1); at++ {
		if slices.ContainsFunc(r.dates, func(o dateMention) bool { return o.from == at && !r.unwanted(at) }) {
			return at > i
		}
		if !r.anyOf(at, ",", "but", "rather", "the", "on", "make", "it", "instead", "and", "take", ";") {
			return false
		}
	}
	return false
}

// excludeDays writes the days on which the person does not travel, without those that they want after all.
func (a *assembly) excludeDays() {
	was := a.r.known.Itinerary.ExcludedDays
	out := slices.Clone(was)
	for _, d := range a.r.daysOut {
		if !a.scope.flight {
			a.r.tell(d.at, d.at+1)
			continue
		}
		if d.allowed {
			out = slices.DeleteFunc(out, func(o trip.DayRange) bool { return o.Weekday == d.weekday })
			continue
		}
		o := trip.DayRange{Weekday: d.weekday}
		if d.from != nil {
			o.From = a.dayMeant(d.from)
		}
		if d.to != nil {
			if o.To = a.dayMeant(d.to); d.to.until && o.From != 0 {
				o.To = relativeTo(d.to, o.From)
			}
		}
		if !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	a.r.repeats = a.r.repeats || len(a.r.daysOut) > 0
	for i := range a.r.dates {
		if d := &a.r.dates[i]; d.role != asideRole && !a.r.unwanted(d.from) {
			out = a.allow(out, a.dayMeant(d))
		}
	}
	if slices.Equal(out, was) {
		return
	}
	a.patch.ExcludedDays = make([]DayRange, len(out))
	for i, o := range out {
		a.patch.ExcludedDays[i] = DayRange{From: o.From.String(), To: o.To.String(), Weekday: o.Weekday}
	}
}

// allow takes a day out of those that are excluded, where it was excluded alone, or the person names it again after
// they were asked.
func (a *assembly) allow(out []trip.DayRange, day trip.Date) []trip.DayRange {
	isAsked := slices.ContainsFunc(a.r.known.Status.Conflicts,
		func(c trip.Conflict) bool { return c.Code == trip.ExcludedDay && c.Day == day })
	var kept []trip.DayRange
	for _, o := range out {
		isAlone := o.From == o.To && o.From == day
		if !slices.Contains(a.r.known.Itinerary.ExcludedDays, o) || !o.Has(day) || !isAsked && !isAlone {
			kept = append(kept, o)
			continue
		}
		a.r.repeats = true
		if before := (trip.DayRange{From: o.From, To: day.AddDays(-1), Weekday: o.Weekday}); o.From != day {
			kept = append(kept, before)
		}
		if after := (trip.DayRange{From: day.AddDays(1), To: o.To, Weekday: o.Weekday}); o.To != day {
			kept = append(kept, after)
		}
	}
	return kept
}

// dayMeant is a day that may have been said without its month: in the month that is spoken of, else in that of the
// journey.
func (a *assembly) dayMeant(d *dateMention) trip.Date {
	day := *d
	month := a.r.monthOfAsk()
	if v := a.r.vague; v != nil && v.month != 0 {
		month = v.month
	}
	switch {
	case !d.dayOnly || !d.noYear:
	case month != 0:
		day.day = cmp.Or(nextMonthDay(a.r.today, month, d.day.Day()), d.day)
	default:
		a.inMonthOf(&day, a.departure())
	}
	return day.day.AddDays(d.shifted)
}
