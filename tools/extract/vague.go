package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// vague is a time of which no day was said: a month, a part of one, a feast of several days.
type vague struct {
	name     string // "May", "the first week of May", "Easter"
	month    int    // 0 of a feast
	until    int    // the last of several months, 0 of one
	from, to int    // days of the month
	feast    trip.Date
	weekday  string // "Friday" of several Fridays, "day after Sun 5 Apr 2026"
	after    bool   // the days behind the feast are meant, not those before
	days     []trip.Date
	before   int  // how many tokens in front of the month belong to it
	back     bool // it is when one comes back
	either   bool // any of the days will do
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

// choices are the days that most leave on; none for a whole month.
func (v *vague) choices(r *reading) []Choice {
	days := v.days
	if v.feast != 0 {
		days = []trip.Date{v.feast.AddDays(-3), v.feast.AddDays(-2), v.feast.AddDays(-1)}
		if v.after {
			days = []trip.Date{v.feast.AddDays(1), v.feast.AddDays(2), v.feast.AddDays(3)}
		}
	} else if v.month != 0 && v.to-v.from <= 10 {
		year := v.year(r.today)
		for day := v.from; day <= v.to && len(days) < 4; day += 2 {
			days = append(days, trip.NewDate(year, v.month, day))
		}
	}
	var out []Choice
	for _, d := range days {
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
	for i := range r.toks {
		if !r.free(i) || is("not", r.text(i-1)) {
			continue
		}
		if v, to := r.vagueAt(i); v != nil {
			from := max(i-v.before, 0)
			if r.thingBefore(from) && r.namesTime(to) {
				r.take(from, to, byDay)
				r.tell(from, to)
				continue
			}
			r.take(from, to, byDay)
			said := r.before(from-1, "in", "at", "after", "before", "during", "over", "around", "sometime", "some", "time") + 1
			if v.back = r.backBefore(said); r.vague != nil {
				if v.back {
					from = said - 1
				}
				r.tell(from, to)
				continue
			}
			r.vague = v
			r.datesInMonth(v)
			if first, last := v.span(r.today); first != 0 {
				r.weekdaysWithin(i, first, last)
			}
		}
	}
	if r.vague != nil {
		return
	}
	r.datesWhen()
	r.bareDay(r.monthOfAsk())
	if month := r.askedMonth(); month != 0 {
		r.datesInMonth(&vague{month: month})
	}
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
		sign := map[string]int{"after": 1, "before": -1}[r.text(at)]
		_, ofWeekday := weekdays[r.text(at-1)]
		if d.weekend || sign == 0 || ofWeekday || d.day < r.today ||
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
	if month == 0 || i < 0 || !r.free(i) || len(r.dates) > 0 || r.wordCount() > 1 || r.dayNumber(i) == 0 ||
		countNouns[r.text(i+1)] != noCount || r.text(i-1) == "for" {
		return // "2 people" are no day
	}
	if day := nextMonthDay(r.today, month, r.dayNumber(i)); day != 0 {
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

// year is the year of the month that is meant: the next one that is not over.
func (v *vague) year(today trip.Date) int {
	if v.month < today.Month() || v.month == today.Month() && v.to < today.Day() {
		return today.Year() + 1
	}
	return today.Year()
}

func (r *reading) datesInMonth(v *vague) {
	start := r.today
	if first, last := v.span(r.today); v.month == 0 && first != 0 && first.DaysUntil(last) > 7 {
		v, start = &vague{month: first.Month()}, first // "next month, the 12th"
	}
	if v.month == 0 {
		return
	}
	for k := range r.dates {
		d := &r.dates[k]
		if !d.dayOnly || !d.noYear {
			continue
		}
		if day := nextMonthDay(start, v.month, d.day.Day()); day != 0 {
			d.day, d.dayOnly, start = day, false, day
		}
	}
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
			to := i + len(words)
			return &vague{
				name: capitalised(r.words(i, to)), feast: r.nextFeast(e.value), after: r.text(i-1) == "after",
			}, to
		}
	}
	if r.anyOf(i, "next", "this", "in") &&
		r.anyOf(i+1, "month", "week", "summer", "spring", "autumn", "fall", "winter", "year") && !r.anyOf(i+2, "end") {
		return &vague{name: r.words(i, i+2), to: 31}, i + 2
	}
	month, ok := months[r.text(i)]
	if ok && r.asksMonth(i) {
		return &vague{month: month, from: 1, to: 31, name: capitalised(r.text(i))}, i + 1
	}
	if !ok || r.text(i) == "may" && !r.toks[i].title && !r.anyOf(i-1, "in", "of", "mid", "early", "late") ||
		r.text(i) == "march" && !r.toks[i].title && r.text(i-1) != "in" && r.text(i-1) != "of" ||
		r.text(i) == "may" && r.anyOf(i+1, "i", "we", "be", "have", "you") {
		return nil, i
	}
	v := &vague{month: month, from: 1, to: 31, name: capitalised(r.toks[i].raw)}
	at := r.before(i-1, "of", "in", "-")
	switch {
	case r.monthsUntil(i, at) != 0: // "between June and August", "in June or July"
		v.until, v.name = r.monthsUntil(i, at), r.words(i, i+3)
		return v, i + 3
	case r.anyOf(at, "week", "weekend") && r.toks[at-1+boolInt(at == 0)].ordinal:
		n := int(r.toks[at-1].value)
		v.from, v.to = 7*n-6, 7*n
	case r.text(at) == "half" && r.anyOf(at-1, "first"):
		v.from, v.to = 1, 15
	case r.text(at) == "half" && r.anyOf(at-1, "second", "last", "latter"):
		v.from, v.to = 16, 31
	case r.text(at) == "week" && r.text(at-1) == "last":
		v.from, v.to = 24, 31
	case r.anyOf(at, "early", "beginning", "start"):
		v.from, v.to = 1, 10
	case r.anyOf(at, "mid", "middle"):
		v.from, v.to = 11, 20
	case r.anyOf(at, "late", "end"):
		v.from, v.to = 21, 31
	case !r.anyOf(i-1, "in", "during", "sometime", "this", "next", "for", "around", "of", "to", "until") &&
		!(r.wordCount() <= 2):
		return nil, i
	}
	if v.to-v.from < 30 {
		for at > 0 && (r.anyOf(at-1, "the", "last") || r.toks[at-1].ordinal) {
			at--
		}
		v.before = i - max(at, 0)
		v.name = r.words(i-v.before, i+1)
	}
	return v, i + 1
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
	first := trip.NewDate(year, month, 1)
	return first.AddDays((weekday-mondayBased(first)+7)%7 + 7*(n-1))
}
