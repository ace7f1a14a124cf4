package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

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
		if start := r.known.leg().DepartDate; d.dayOnly && d.noYear && days[0] < start && isBack {
			for n, day := range days {
				days[n] = nextDay(start, day.Day()) // "back on the 9th or 10th"
			}
		}
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

// liesBetween reads "leaving between 3 and 6 May": days from which one is to be chosen, and no way out and back.
func (r *reading) liesBetween(d, last *dateMention) bool {
	at := r.before(d.from-1, "the", "on")
	c := cue{kind: cueWords[r.text(r.before(at-1, anyDay...))]}
	isOneWay := r.oneWay() && !r.open.any && !r.hasAny("night", "nights")
	return last.until && r.text(at) == "between" && (c.kind != noCue && c.strong() || isOneWay) &&
		d.day.DaysUntil(last.day) < maxBetweenDays
}

// anyDay may stand between the word for an end of the journey and the days on which it may be.
var anyDay = []string{"whenever", "is", "cheapest", "its", "any", "time", "day", "anytime", "sometime"}

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
	at := r.before(r.before(i-1, "on", "the", "either", "between"), anyDay...)
	return cueWords[r.text(at)] == backCue ||
		slices.ContainsFunc(r.cues, func(c cue) bool { return c.kind == backCue && c.to == at+1 })
}
