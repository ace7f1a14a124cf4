package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// eitherDay leaves open which of two days is meant: "on May 4 or May 5", "the 4th or 5th of May", "Friday or Saturday".
// Both are taken from the days of the message: one of them is to be chosen.
func (r *reading) eitherDay() {
	for k := range r.dates {
		d := &r.dates[k]
		from, to, days := d.from, 0, []trip.Date{d.day}
		switch {
		case k+1 < len(r.dates) && r.or(d.to, r.dates[k+1].from):
			end := &r.dates[k+1]
			if d.dayOnly && d.noYear && !end.dayOnly { // "the 3rd or the 5th of May"
				days[0] = dayBefore(end.day, d.day.Day(), r.today)
			}
			to, days = end.to, append(days, end.day)
		case r.dayNumberAt(d.to+1, d.day) && r.text(d.to) == "or" && r.phraseEnds(d.to+2):
			to, days = d.to+2, append(days, trip.NewDate(d.day.Year(), d.day.Month(), r.dayNumber(d.to+1)))
		case r.dayNumberAt(d.from-2, d.day) && r.text(d.from-1) == "or":
			from = d.from - 2
			days = []trip.Date{trip.NewDate(d.day.Year(), d.day.Month(), r.dayNumber(from)), d.day}
		default:
			continue
		}
		if d.weekend || slices.Contains(days, 0) || days[0] == days[1] {
			continue
		}
		r.take(from, to, byDay)
		slices.Sort(days)
		r.vague = &vague{
			name: r.words(from, to), weekday: "day", days: days, back: r.backBefore(from), either: true,
		}
		r.dates = slices.DeleteFunc(r.dates, func(d dateMention) bool { return d.from >= from && d.to <= to })
		return
	}
}

// dayNumberAt reports whether token i is the number of a day in the month of another day.
func (r *reading) dayNumberAt(i int, day trip.Date) bool {
	return day != 0 && i >= 0 && r.free(i) && r.dayNumber(i) != 0
}

// backBefore reports whether the days at token i are for the way back.
func (r *reading) backBefore(i int) bool {
	for r.anyOf(i-1, "on", "the", "either") {
		i--
	}
	return cueWords[r.text(i-1)] == backCue
}
