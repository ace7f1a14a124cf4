package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Times that name no day: a month or a part of it, "next week", a feast of several days, "after the 15th", and days
// of which one is meant, "the 4th or the 5th".
//
// The model: findVague makes of the first such time r.vague, which knows the first and the last of its days and up to
// a few of them to choose from. Days that were told by their number alone get its month ("in May, the 4th to the
// 8th"), and then none is asked for. boundedDay and eitherDay run last, over the days that were found: those that are
// not certain are taken out of r.dates and become r.vague. open.go makes a span of days of it where any of them will
// do, within.go reads days within it, and ask.go asks for the day with question and choices otherwise.
//
// What always holds: a message has one such time; a second one is told, but days of which one is meant take the place
// of the month that they are in. It is for the way back where the words before it say so (back), else for the way
// out. No choice lies in the past, and a day that is named beside it goes before it.

// vague is a time of which no day was said: a month, a part of one, a feast of several days.
type vague struct {
	name    string    // "May", "the first week of May", "Easter"
	month   int       // 0 of a feast
	first   trip.Date // of its days, 0 where it is not known when they are
	last    trip.Date
	feast   trip.Date
	weekday string      // "Friday" of several Fridays, "day after Sun 5 Apr 2026"
	days    []trip.Date // those that most leave on; none for a whole month
	from    int         // with to, its tokens, where it is no choice of days
	to      int
	before  int  // how many tokens in front of the month belong to it
	back    bool // it is when one comes back
	either  bool // any of the days will do
	season  bool // it is a season, which is long
}

// question asks for the day.
func (v *vague) question(r *reading) string {
	switch {
	case v.weekday != "" && v.from < v.to && !trip.IsEnglish(r.locale()): // whose bound is said in English
		return r.say("which_day", "name", v.name)
	case v.weekday != "":
		name := texts.Say(r.locale(), "weekday."+strings.ToLower(v.weekday))
		return r.say("which_weekday", "weekday", cmp.Or(name, v.weekday))
	case v.feast != 0 && v.back:
		return r.say("feast_back", "name", v.name, "day", r.labelOfDay(v.feast))
	case v.feast != 0:
		return r.say("feast", "name", v.name, "day", r.labelOfDay(v.feast))
	case v.month == 0:
		return r.say("which_day", "name", v.name)
	}
	return r.say("month", "name", v.name)
}

// capitalised writes the name of a month or a feast as it is written.
func capitalised(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// choices are the days of which one is to be chosen.
func (v *vague) choices(r *reading) []Choice {
	var out []Choice
	for _, d := range v.days {
		if d != 0 && d >= r.today {
			out = append(out, Choice{r.labelOfDay(d), d.String()})
		}
	}
	return out
}

// findVague reads a month without a day, and gives it to the days that were said without their month: "in May, the 4th
// to the 8th".
func (r *reading) findVague() {
	defer r.eitherDay()
	defer r.boundedDay()
	r.weekOf()
	for i := range r.toks {
		if !r.free(i) || is("not", r.text(i-1)) || r.toks[i].halts {
			continue
		}
		if v, to := r.vagueAt(i); v != nil {
			from := max(i-v.before, 0)
			of, _ := r.governorOf(from)
			isEvent := is("event", r.text(r.before(from-1, "in", "is", "was", "last", "this")))
			if (of == ofThing || isEvent) && (r.namesTime(to) || r.hasDays()) {
				r.take(from, to, byDay)
				r.tell(from, to)
				continue
			}
			r.take(from, to, byDay)
			said := r.before(from-1, "in", "at", "after", "before", "during", "over", "around", "sometime", "some",
				"time") + 1
			if v.back = r.backBefore(said); r.vague != nil {
				if v.back {
					from = said - 1
				}
				r.tell(from, to)
				continue
			}
			r.vague, v.from, v.to = v, from, to
			month, start := v.month, r.today
			if v.first != 0 && v.first.DaysUntil(v.last) > 7 && !v.season {
				month, start = v.first.Month(), v.first // "next month, the 12th", "in December 2028, the 12th"
			}
			r.datesInMonth(month, start)
			if v.first != 0 && !v.season {
				r.weekdaysWithin(i, v.first, v.last)
			}
		}
	}
	if r.vague != nil {
		return
	}
	r.datesWhen()
	r.bareDay(r.monthOfAsk())
	r.datesInMonth(r.askedMonth(), r.today)
}

// namesTime reports whether the message names a day, or a month from token i on.
func (r *reading) namesTime(i int) bool {
	return len(r.dates) > 0 || slices.ContainsFunc(r.toks[i:], func(t token) bool { return months[t.text] != 0 })
}

// bareDay reads "20" as the day of the month of which one is asked for.
func (r *reading) bareDay(month int) {
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.isNumber() })
	if !r.free(i) || len(r.dates) > 0 || r.wordCount() > 1 || r.dayNumber(i) == 0 ||
		countNouns[r.text(i+1)] != noCount || r.text(i-1) == "for" {
		return // "2 people" are no day
	}
	day := r.known.listedDay(r.dayNumber(i))
	if day == 0 && month != 0 {
		day = nextMonthDay(r.today, month, r.dayNumber(i))
	}
	if day != 0 {
		r.take(i, i+1, byDay)
		r.dates = append(r.dates, dateMention{from: i, to: i + 1, day: day, noYear: true})
	}
}

// askedMonth is the month of which the open question asks for a day; 0 when it asks for none.
func (r *reading) askedMonth() int {
	if r.known.assumes(messages.KeyAssumeWhen) {
		return 0
	}
	return r.monthOfAsk()
}

// monthOfAsk is that month, also where the time was said before and days are read within it.
func (r *reading) monthOfAsk() int {
	if r.known.askKind() != trip.AskClarify || find(r.known.targets(), departField, inField, outField) == nil {
		return 0
	}
	for _, t := range tokenize(r.known.Status.Ask.Text) {
		if month := months[t.text]; month != 0 {
			return month
		}
	}
	return 0
}

// datesInMonth gives the days that were said without their month one, from a day on.
func (r *reading) datesInMonth(month int, start trip.Date) {
	for k := range r.dates {
		if d := &r.dates[k]; month != 0 && d.dayOnly && d.noYear {
			if day := nextMonthDay(start, month, d.day.Day()); day != 0 {
				d.day, d.dayOnly, start = day, false, day
			}
		}
	}
}

// inMonth makes a time of the days of a month from one to another: the next ones that are not over.
func (v *vague) inMonth(month, from, to int, today trip.Date) *vague {
	year := today.Year() + boolInt(month < today.Month() || month == today.Month() && to < today.Day())
	last := lastOfMonth(year, month)
	v.month, v.first, v.last = month, max(today, trip.NewDate(year, month, from)), last.AddDays(min(to-last.Day(), 0))
	for day := from; day <= to && to-from <= 10 && len(v.days) < 4; day += 2 {
		v.days = append(v.days, trip.NewDate(year, month, day))
	}
	return v
}

// partsOfMonth are the first and the last day of a part of a month, by the words before "of".
var partsOfMonth = map[string][2]int{
	"first half": {1, 15}, "second half": {16, 31}, "last half": {16, 31}, "latter half": {16, 31},
	"last week": {24, 31}, "early": {1, 10}, "beginning": {1, 10}, "start": {1, 10}, "mid": {11, 20},
	"middle": {11, 20},
	"late":   {21, 31}, "end": {21, 31},
}

// aroundFeast reads "over Christmas", which is no day.
func (r *reading) aroundFeast(i int) bool { return r.anyOf(i-1, "over", "during") }

func (r *reading) vagueAt(i int) (*vague, int) {
	feasts := classOf("feast").entries
	if r.aroundFeast(i) {
		feasts = slices.Concat(feasts, classOf("holiday").entries)
	}
	for _, e := range feasts {
		if words := strings.Fields(e.phrase); r.at(i, words...) {
			to, day := i+len(words), r.nextFeast(e.value)
			name := r.words(i, to)
			if _, feast, isBoth := strings.Cut(name, " "); isBoth && i > 0 && r.toks[i-1].start == r.toks[i-1].end {
				name = feast // a word for both: "über Ostern"
			}
			v := &vague{name: capitalised(name), feast: day, first: day.AddDays(-4), last: day.AddDays(2)}
			start := day.AddDays(-3)
			if r.text(i-1) == "after" {
				v.first, v.last, start = day.AddDays(1), day.AddDays(10), day.AddDays(1)
			}
			v.days = []trip.Date{start, start.AddDays(1), start.AddDays(2)}
			return v, to
		}
	}
	if at := r.behind(i+1, "the"); r.isSeason(at) && r.anyOf(i, "next", "this", "in", "over", "during") {
		first, last := r.season(at)
		return &vague{name: r.words(i, at+1), first: first, last: last, season: true}, at + 1
	}
	if r.anyOf(i, "next", "this", "in") && r.anyOf(i+1, "month", "week", "year") && !r.anyOf(i+2, "end") &&
		!(r.text(i+1) == "year" && months[r.text(r.behind(i+2, "in", ","))] != 0) {
		first, last := r.calendarTime(r.words(i, i+2))
		return &vague{name: r.words(i, i+2), first: first, last: last}, i + 2
	}
	if r.anyOf(i, "week", "month") && r.at(i+1, "after", "next") {
		first, last := r.calendarTime(r.text(i) + " after next")
		return &vague{name: "in the " + r.words(i, i+3), first: first, last: last}, i + 3
	}
	month, ok := months[r.text(i)]
	if !ok {
		return r.partOfAsked(i)
	}
	if r.asksMonth(i) {
		return (&vague{name: capitalised(r.text(i))}).inMonth(month, 1, 31, r.today), i + 1
	}
	if r.isVerb(i) {
		return nil, i
	}
	v, at := &vague{name: capitalised(r.toks[i].raw)}, r.before(i-1, "of", "in", "-")
	if until := r.monthsUntil(i, at); until != 0 { // "between June and August", "in June or July"
		v.name = r.words(i, i+3)
		v.inMonth(month, 1, 31, r.today).last = lastOfMonth(v.last.Year()+boolInt(until < month), until)
		return v, i + 3
	}
	part, k, to := r.partEnding(at)
	switch {
	case to > at:
		at = k
		for at > 0 && (r.anyOf(at-1, "the", "last", "latter") || r.tok(at-1).ordinal) {
			at--
		}
		v.before = i - max(at, 0)
		v.name = r.words(i-v.before, i+1)
	case r.wordCount() > 2 && !r.monthAlone(i) &&
		!r.anyOf(i-1, "in", "during", "sometime", "this", "next", "for", "around", "of", "to", "until"):
		return nil, i
	default:
		part = [2]int{1, 31}
	}
	start, to := r.yearOfMonth(v, i)
	return v.inMonth(month, part[0], part[1], start), to
}

// monthAlone reports whether only small words stand before the month at token i, up to a mark, and only its year behind
// it: "Oslo to Rome, October, 2 adults". Beside another month, or a day of one, it is something else. One that is a
// name too stands behind a place: "Oslo to Rome, May, 2 adults", not "Thanks, May", and not beside a relative: "our
// girls, June and April".
func (r *reading) monthAlone(i int) bool {
	from, _ := r.phraseAround(i)
	begin, end := r.span(r.toks[i].sentence)
	to, _ := r.yearAfter(i + 1)
	isOther := func(k int) bool { return !r.toks[k].isFiller() }
	isMonth := func(k int) bool { return k != i && months[r.text(k)] != 0 }
	isRelative := func(k int) bool {
		return companionNouns[r.text(k)] > 0 || is("child-nouns", r.text(k)) || countNouns[r.text(k)] == childCount
	}
	isPlace := func(k int) bool { _, is := r.placeAt(k); return is }
	isDated := func(d dateMention) bool { return !d.dayOnly }
	mayBeName := is("given-name", r.text(i)) && (r.text(from-1) != "," || !r.some(begin, i, isPlace) ||
		r.some(begin, end, isRelative) || r.hasIn(begin, end, "me", "myself"))
	return r.phraseEnds(to) && !r.some(from, i, isOther) && !slices.ContainsFunc(r.dates, isDated) && !mayBeName &&
		!r.some(0, len(r.toks), isMonth)
}

// isVerb reports whether the "may" or "march" at token i is no month.
func (r *reading) isVerb(i int) bool {
	return r.text(i) == "may" && !r.toks[i].title && !r.anyOf(i-1, "in", "of", "mid", "early", "late") ||
		r.text(i) == "march" && !r.toks[i].title && r.text(i-1) != "in" && r.text(i-1) != "of" ||
		r.text(i) == "may" && r.anyOf(i+1, "i", "we", "be", "have", "you")
}

// partOfAsked reads a part of the month of which a day is asked for: "the first week", "mid", "the second half". What
// else stands before it says nothing.
func (r *reading) partOfAsked(i int) (*vague, int) {
	month := r.monthOfAsk()
	part, to := r.partOfMonth(i)
	from, _ := r.span(r.toks[i].sentence)
	isOther := func(k int) bool { return r.toks[k].kind == word && !is("filler", r.text(k)) } // "I work late"
	if month == 0 || to == i || r.text(to-1) == "weekend" || !r.phraseEnds(to) || r.some(from, i, isOther) ||
		r.anyOf(i-1, "im", "am", "be") {
		return nil, i
	}
	name := r.words(i, to) + " " + time.Month(month).String()
	if !r.anyOf(i, "early", "mid", "late") {
		name = "the " + r.words(i, to) + " of " + time.Month(month).String()
	}
	return (&vague{name: name}).inMonth(month, part[0], part[1], r.today), to
}

// partOfMonth reads "early", "first half" or "second week" at token i: its days, and where it ends; i where there is
// none.
func (r *reading) partOfMonth(i int) (days [2]int, to int) {
	if two, ok := partsOfMonth[r.text(i)+" "+r.text(i+1)]; ok {
		return two, i + 2
	}
	if n := int(r.tok(i).value); r.tok(i).ordinal && r.anyOf(i+1, "week", "weekend") {
		return [2]int{7*n - 6, 7 * n}, i + 2
	}
	if r.text(r.before(i-1, "the")) == "for" {
		return days, i // "for the first two weeks of May" says how long
	}
	if n := int(r.count(i + 1)); n > 1 && n < 4 && r.text(i+2) == "weeks" && r.text(i) == "last" {
		return [2]int{32 - 7*n, 31}, i + 3
	} else if n > 1 && n < 4 && r.text(i+2) == "weeks" && r.tok(i).ordinal && r.tok(i).value == 1 {
		return [2]int{1, 7 * n}, i + 3 // "the first two weeks"
	}
	if one, ok := partsOfMonth[r.text(i)]; ok {
		return one, i + 1
	}
	return days, i
}

// partEnding reads the part of a month that ends with token i: its days, and its tokens; to is i or less where there is
// none.
func (r *reading) partEnding(i int) (days [2]int, from, to int) {
	for from = i - 2; ; from++ {
		if days, to = r.partOfMonth(from); to > i || from == i {
			return days, from, to
		}
	}
}

// monthsUntil returns the last of the months that begin at token i, with what stands before them at token at; 0 when it
// is one month.
func (r *reading) monthsUntil(i, at int) int {
	if !r.anyOf(i+1, "and", "or", "to", "-", "–", "until", "through") || r.dayNumber(i+3) != 0 ||
		i > 0 && r.dayNumber(i-1) != 0 ||
		!r.anyOf(i-1, "in", "between", "from", "during", "sometime", "either") && at == i-1 {
		return 0
	}
	return months[r.text(i+2)]
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// nextFeast is the next day of a feast of the lexicon.
func (r *reading) nextFeast(when string) (day trip.Date) {
	for year := r.today.Year(); day < r.today; year++ {
		var month, of int
		if behind, isEaster := strings.CutPrefix(when, "easter"); isEaster {
			days, _ := strconv.Atoi(behind)
			day = easter(year).AddDays(days)
		} else if _, err := fmt.Sscanf(when, "%d-%d", &month, &of); err == nil {
			day = trip.NewDate(year, month, of)
		} else {
			day = nthWeekday(year, 11, weekdays["thursday"], 4) // Thanksgiving
		}
	}
	return day
}

// easter is Easter Sunday of the Gregorian calendar, by the anonymous algorithm.
func easter(year int) trip.Date {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	j, k := c/4, c%4
	m := (a + 11*h) / 319
	r := (2*e + 2*j - k - h + m + 32) % 7
	month := (h - m + r + 90) / 25
	return trip.NewDate(year, month, (h-m+r+month+19)%32)
}

// nthWeekday is the n-th such weekday of a month; weekdays count from Monday.
func nthWeekday(year, month, weekday, n int) trip.Date {
	return onWeekday(weekday, trip.NewDate(year, month, 1)).AddDays(7 * (n - 1))
}

// eitherDay leaves open which of some days is meant: "on May 4 or May 5", "the 4th or 5th of May", "3, 4 or 5 June",
// "Friday or Saturday". All are taken from the days of the message: one of them is to be chosen.
func (r *reading) eitherDay() {
	for k := range r.dates {
		d := &r.dates[k]
		or := r.before(d.from-1, "on", "the")
		from, to, days := d.from, d.to, []trip.Date{d.day}
		switch {
		case k+1 < len(r.dates) && (r.or(d.to, r.dates[k+1].from) || r.maybe(d, &r.dates[k+1]) ||
			r.overNight(d, &r.dates[k+1])):
			end := &r.dates[k+1]
			if d.dayOnly && d.noYear && !end.dayOnly { // "the 3rd or the 5th of May"
				days[0] = dayBefore(end.day, d.day.Day(), r.today)
			}
			if end.dayOnly && end.noYear && !d.dayOnly { // "the 1st of May? If not, the 2nd"
				end.day = nextDay(d.day, end.day.Day())
			}
			if d.until || k+2 < len(r.dates) && r.dates[k+2].until {
				r.eitherRange(k)
				return
			}
			to, days = end.to, append(days, end.day)
		case k+1 < len(r.dates) && r.liesBetween(d, &r.dates[k+1]):
			for to = r.dates[k+1].to; days[len(days)-1] < r.dates[k+1].day; {
				days = append(days, days[len(days)-1].AddDays(1))
			}
		case r.dayNumberAt(d.to+1, d.day) && r.text(d.to) == "or" && r.phraseEnds(d.to+2):
			to, days = d.to+2, append(days, trip.NewDate(d.day.Year(), d.day.Month(), r.dayNumber(d.to+1)))
		case r.dayNumberAt(or-1, d.day) && r.text(or) == "or":
			from = or - 1
			days = append(days, trip.NewDate(d.day.Year(), d.day.Month(), r.dayNumber(from)))
			r.orLater(d, from, days)
		case or == 0 && r.text(or) == "or" && r.nearest(d) != 0: // "or tomorrow" of a trip today
			from, days = or, []trip.Date{r.nearest(d), d.day}
		default:
			continue
		}
		from, days = r.daysListed(from, days)
		isBack := from == or && days[0] == r.known.returnDate() || r.backBefore(from) ||
			len(r.dates) == 2 && r.known.lastReturn() && r.fitsReturn(d) ||
			cueWords[r.text(to)] == backCue && r.phraseEnds(to+1)
		if isBack && d.isBareWeekday() && len(r.dates) == 2 && r.known.leg().DepartDate == 0 {
			r.tell(from, to) // "in June, returning on a Sunday or Monday": of which week is not known
			r.dates = nil
			return
		}
		r.besideTrip(d, days, isBack)
		slices.Sort(days)
		if days = slices.Compact(days); d.weekend || days[0] == 0 || len(days) < 2 {
			continue
		}
		if at := r.before(from-1, "on", "the"); r.text(at) == "either" {
			r.note(at, at+1, byDay)
		}
		r.dates = slices.DeleteFunc(r.dates, func(d dateMention) bool { return d.from >= from && d.to <= to })
		if r.vague != nil && r.vague.either { // days are kept of one end of the journey
			r.tell(from, to)
			return
		}
		r.take(from, to, byDay)
		if !isBack {
			r.lastsFrom(days[len(days)-1], to)
		}
		r.vague = &vague{
			name: r.words(from, to), weekday: "day", days: days, back: isBack, either: true,
		}
		r.eitherDay()
		return
	}
}

// orLater counts a length behind "or" and the number at token i, which is of its unit, "3 or 4 days later", or the day
// from which it counts, "on 4 or a week later".
func (r *reading) orLater(d *dateMention, i int, days []trip.Date) {
	n, _, to := r.lengthAt(d.from)
	switch one, other := int(r.count(i)), int(r.count(d.from)); {
	case n == 0 || to > d.to:
	case one > 0 && one < other:
		days[1] = d.day.AddDays(n / other * (one - other))
	default:
		days[0] = days[1].AddDays(n)
	}
}

// lastsFrom reads "a week later" behind several days of departure, the last of which ends at token i, as the length of
// the trip: it is the same for each of these days.
func (r *reading) lastsFrom(last trip.Date, i int) {
	k := slices.IndexFunc(r.dates, func(d dateMention) bool { return d.from >= i && r.anyOf(d.to-1, "later", "after") })
	if k >= 0 && r.dates[k].day > last {
		nights := int64(last.DaysUntil(r.dates[k].day))
		r.open.nights = trip.Nights{Min: nights, Max: nights}
		r.dates = slices.Delete(r.dates, k, k+1)
	}
}

// nearest is the day of the trip, of the way out or back, that is nearest to another, whose month is that of the trip
// where none was said; 0 when none is known.
func (r *reading) nearest(d *dateMention) trip.Date {
	out, back := r.known.leg().DepartDate, r.known.returnDate()
	if d.dayOnly && out != 0 {
		d.day, d.dayOnly = nextDay(out.AddDays(-14), d.day.Day()), false
	}
	away := func(known trip.Date) int { return max(d.day.DaysUntil(known), known.DaysUntil(d.day)) }
	if back == 0 || away(out) <= away(back) {
		return out
	}
	return back
}

// eitherRange leaves open which of two ranges is meant that are as long, "4 to 8 May or 11 to 15 May", around the "or"
// behind day k. Of others the first counts, and the second is told.
func (r *reading) eitherRange(k int) {
	last := k + 1
	if last+1 < len(r.dates) && r.dates[last+1].until {
		last++
	}
	first, other := &r.dates[max(k-1, 0)], &r.dates[k+1]
	from, to := first.from, r.dates[last].to
	nights := int64(first.day.DaysUntil(r.dates[k].day))
	if !r.dates[k].until || nights != int64(other.day.DaysUntil(r.dates[last].day)) {
		r.tell(r.dates[k].to, to)
		r.dates = slices.Delete(r.dates, k+1, last+1)
		return
	}
	r.vague = &vague{name: r.words(from, to), weekday: "day", days: []trip.Date{first.day, other.day}, either: true}
	r.open.nights = trip.Nights{Min: nights, Max: nights}
	if at := r.before(from-1, "on", "the", "from"); r.text(at) == "either" {
		r.note(at, at+1, byDay)
	}
	r.dates = slices.Delete(r.dates, max(k-1, 0), last+1)
}

// daysListed adds the days that stand with commas before token from to those behind them: "3, 4 or 5 June".
func (r *reading) daysListed(from int, days []trip.Date) (int, []trip.Date) {
	for last := days[len(days)-1]; r.text(from-1) == ","; {
		if n := slices.IndexFunc(r.dates, func(o dateMention) bool { return o.to == from-1 }); n >= 0 {
			from, days = r.dates[n].from, append(days, r.dates[n].day)
		} else if r.dayNumberAt(from-2, last) {
			from -= 2
			days = append(days, trip.NewDate(last.Year(), last.Month(), r.dayNumber(from)))
		} else {
			break
		}
	}
	return from, days
}

// maybe reads "on the 17th? It's a holiday, so maybe the 18th is cheaper", of a day for one end of the journey.
func (r *reading) maybe(d, other *dateMention) bool {
	isCue := func(i int) bool { return cueWords[r.text(i)] != noCue }
	return r.anyOf(r.before(other.from-1, "on", "the"), "maybe", "perhaps", "possibly") && !r.some(d.to, other.from, isCue)
}

// liesBetween reads "leaving between 3 and 6 May" and "leaving anywhere from 3 to 6 May": days from which one is to be
// chosen, and no way out and back.
func (r *reading) liesBetween(d, last *dateMention) bool {
	at := r.before(d.from-1, "the", "on")
	isAnywhere := r.text(at) == "from" && r.anyOf(at-1, "anywhere", "anytime", "sometime")
	if !last.until || r.text(at) != "between" && !isAnywhere || d.day.DaysUntil(last.day) >= maxBetweenDays {
		return false
	}
	c := cue{kind: cueWords[r.text(r.before(at-1, anyDay...))]}
	return c.kind != noCue && c.strong() || r.oneWay() && !r.open.any && !r.hasAny("night", "nights")
}

// anyDay may stand between the word for an end of the journey and the days on which it may be.
var anyDay = []string{"whenever", "anywhere", "is", "cheapest", "its", "any", "time", "day", "anytime", "sometime"}

// maxBetweenDays is between how many days one end of the journey may lie.
const maxBetweenDays = 12

// overNight reads "Wednesday night and Thursday morning", which is one time to leave at and no way back. No search
// takes times of two days: they are told.
func (r *reading) overNight(d, next *dateMention) bool {
	if !r.anyOf(d.to, "night", "evening") || !r.anyOf(d.to+1, "and") || r.before(next.from-1, "on") != d.to+1 ||
		!r.anyOf(next.to, "morning") || next.day != d.day.AddDays(1) {
		return false
	}
	r.times = slices.DeleteFunc(r.times, func(m clockMention) bool { return m.from == d.to || m.from == next.to })
	r.tell(d.to, d.to+1)
	r.tell(next.to, next.to+1)
	return true
}

// dayNumberAt reports whether token i is the number of a day in the month of another day.
func (r *reading) dayNumberAt(i int, day trip.Date) bool {
	return day != 0 && i >= 0 && r.free(i) && r.dayNumber(i) != 0
}

// backBefore reports whether the days at token i are for the way back.
func (r *reading) backBefore(i int) bool {
	at := r.before(r.before(i-1, "on", "a", "the", "either", "between"), anyDay...)
	if is("weekday", r.text(at)) {
		at = r.before(at-1, "on", "the", "by") // "back on Thursday 21 May"
	}
	return cueWords[r.text(at)] == backCue ||
		slices.ContainsFunc(r.cues, func(c cue) bool { return c.kind == backCue && c.to == at+1 })
}
