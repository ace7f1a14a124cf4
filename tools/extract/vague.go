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

// vague is a time of which no day was said: a month, a part of one, a feast of several days.
type vague struct {
	name    string    // "May", "the first week of May", "Easter"
	month   int       // 0 of a feast
	first   trip.Date // of its days, 0 where it is not known when they are
	last    trip.Date
	feast   trip.Date
	weekday string      // "Friday" of several Fridays, "day after Sun 5 Apr 2026"
	days    []trip.Date // those that most leave on; none for a whole month
	before  int         // how many tokens in front of the month belong to it
	back    bool        // it is when one comes back
	either  bool        // any of the days will do
}

// question asks for the day.
func (v *vague) question(r *reading) string {
	switch {
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
		if !r.free(i) || is("not", r.text(i-1)) {
			continue
		}
		if v, to := r.vagueAt(i); v != nil {
			from := max(i-v.before, 0)
			if of, _ := r.governorOf(from); of == ofThing && r.namesTime(to) {
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
			r.vague = v
			month, start := v.month, r.today
			if month == 0 && v.first != 0 && v.first.DaysUntil(v.last) > 7 {
				month, start = v.first.Month(), v.first // "next month, the 12th"
			}
			r.datesInMonth(month, start)
			if v.first != 0 {
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

// boundedDay reads "after the 15th" and "back before June 10". Neither is a day of travel: the person is asked which of
// the next ones, or of the last ones before it, they mean.
func (r *reading) boundedDay() {
	for k := range slices.Backward(r.dates) {
		d := r.dates[k]
		at := r.before(d.from-1, "the", "on")
		if is("event", r.text(at)) {
			at = r.before(at-1, "the", "our", "my") // "before the wedding on 20 June"
		}
		sign := map[string]int{"after": 1, "before": -1}[r.text(at)]
		if d.weekend || sign == 0 || is("weekday", r.text(at-1)) || d.day < r.today ||
			r.anyOf(at-1, "day", "days", "night", "nights", "week", "weeks", "morning") && r.text(at-3) != "for" {
			continue // "the day after" is counted
		}
		r.dates = slices.Delete(r.dates, k, k+1)
		if r.vague != nil {
			r.tell(at, d.to)
			continue
		}
		v := &vague{
			name: r.words(at, d.to), weekday: "day " + r.text(at) + " " + r.labelOfDay(d.day), back: r.backBefore(at),
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
		if n := r.dayNumber(i + 2); n != 0 && (r.rangeDash(i+1) || r.anyOf(i+1, "to", "until")) {
			r.take(i+1, i+3, byDay)
			r.dates = append(r.dates,
				dateMention{from: i + 2, to: i + 3, day: nextMonthDay(day, day.Month(), n), noYear: true, until: true})
		}
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
			v := &vague{name: capitalised(r.words(i, to)), feast: day, first: day.AddDays(-4), last: day.AddDays(2)}
			start := day.AddDays(-3)
			if r.text(i-1) == "after" {
				v.first, v.last, start = day.AddDays(1), day.AddDays(10), day.AddDays(1)
			}
			v.days = []trip.Date{start, start.AddDays(1), start.AddDays(2)}
			return v, to
		}
	}
	if r.anyOf(i, "next", "this", "in") &&
		r.anyOf(i+1, "month", "week", "summer", "spring", "autumn", "fall", "winter", "year") && !r.anyOf(i+2, "end") {
		v := &vague{name: r.words(i, i+2)}
		v.first, v.last = r.calendarTime(v.name)
		return v, i + 2
	}
	if r.anyOf(i, "week", "month") && r.at(i+1, "after", "next") {
		v := &vague{name: "in the " + r.words(i, i+3)}
		first, last := r.calendarTime("next " + r.text(i))
		if v.first, v.last = first.AddDays(7), last.AddDays(7); r.text(i) == "month" {
			v.first, v.last = last.AddDays(1), monthsLater(last.AddDays(1), 1).AddDays(-1)
		}
		return v, i + 3
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
	v := &vague{name: capitalised(r.toks[i].raw)}
	at := r.before(i-1, "of", "in", "-")
	if until := r.monthsUntil(i, at); until != 0 { // "between June and August", "in June or July"
		v.name = r.words(i, i+3)
		v.inMonth(month, 1, 31, r.today).last = lastOfMonth(v.last.Year()+boolInt(until < month), until)
		return v, i + 3
	}
	part, isPart := partsOfMonth[r.text(at-1)+" "+r.text(at)]
	if !isPart {
		part, isPart = partsOfMonth[r.text(at)]
	}
	if n := int(r.tok(at - 1).value); r.anyOf(at, "week", "weekend") && r.tok(at-1).ordinal {
		part, isPart = [2]int{7*n - 6, 7 * n}, true
	}
	switch {
	case isPart:
		for at > 0 && (r.anyOf(at-1, "the", "last", "latter") || r.tok(at-1).ordinal) {
			at--
		}
		v.before = i - max(at, 0)
		v.name = r.words(i-v.before, i+1)
	case r.wordCount() > 2 &&
		!r.anyOf(i-1, "in", "during", "sometime", "this", "next", "for", "around", "of", "to", "until"):
		return nil, i
	default:
		part = [2]int{1, 31}
	}
	return v.inMonth(month, part[0], part[1], r.today), i + 1
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
	part, isPart := partsOfMonth[r.text(i)]
	to := i + 1
	if two, isTwo := partsOfMonth[r.text(i)+" "+r.text(i+1)]; isTwo {
		part, isPart, to = two, true, i+2
	} else if n := int(r.tok(i).value); r.tok(i).ordinal && n <= 4 && r.text(i+1) == "week" {
		part, isPart, to = [2]int{7*n - 6, 7 * n}, true, i+2
	}
	from, _ := r.span(r.toks[i].sentence)
	isOther := func(k int) bool { return r.toks[k].kind == word && !is("filler", r.text(k)) } // "I work late"
	if month == 0 || !isPart || !r.phraseEnds(to) || r.some(from, i, isOther) || r.anyOf(i-1, "im", "am", "be") {
		return nil, i
	}
	name := r.words(i, to) + " " + time.Month(month).String()
	if !r.anyOf(i, "early", "mid", "late") {
		name = "the " + r.words(i, to) + " of " + time.Month(month).String()
	}
	return (&vague{name: name}).inMonth(month, part[0], part[1], r.today), to
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
