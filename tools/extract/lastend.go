package extract

import "github.com/legwork-go/legwork/trip"

// before is the trip as it stood before the last message, where that changed it; nil where it did not.
func (k *known) before() *known {
	n := len(k.UndoStack)
	if n == 0 || k.UndoStack[n-1].Turn != k.Turn.Number-1 {
		return nil
	}
	was := known{Intent: k.Intent}
	k.UndoStack[n-1].PutInto(&was.Intent)
	return &was
}

// lastReturn reports whether the last message changed when one comes back, and not when one leaves.
func (k *known) lastReturn() bool {
	was := k.before()
	isSame := func(leg int) bool {
		var days [2]trip.Segment
		for i, legs := range [...][]trip.Segment{k.Itinerary.Segments, was.Itinerary.Segments} {
			if leg < len(legs) {
				days[i] = legs[leg]
			}
		}
		return days[0].DepartDate == days[1].DepartDate && days[0].Alternatives.Equal(days[1].Alternatives) &&
			days[0].DepartBetween == days[1].DepartBetween
	}
	return was != nil && k.roundTrip() && k.leg().DepartDate != 0 && isSame(0) && !isSame(1)
}

// fitsReturn reports whether a day may be one on which the known trip ends.
func (r *reading) fitsReturn(d *dateMention) bool {
	day, start := d.day, r.known.leg().DepartDate
	if d.dayOnly && d.noYear {
		day = nextDay(start.AddDays(1), day.Day())
	}
	return start < day && start.DaysUntil(day) < maxRangeNights
}

// maxRangeNights is how long after the way out a day may be that is taken for one to come back on.
const maxRangeNights = 25

// goesOnWithReturn reads "Tuesday, to be exact" behind "until Monday": what is said of a day goes on with the end of
// the journey that was spoken of last.
func (a *assembly) goesOnWithReturn(d *dateMention) bool {
	return len(a.r.dates) == 1 && a.r.known.lastReturn() && (d.isBareWeekday() || a.r.fitsReturn(d)) &&
		!a.r.speaksOf(hotelTopic)
}

// movesBothWays reads a day for both flights, "both flights on the 14th", and a later day for a trip that comes back on
// the day on which it leaves. The day is settled then.
func (a *assembly) movesBothWays(d *dateMention) bool {
	r, out, back := a.r, a.r.known.leg().DepartDate, a.r.known.returnDate()
	saysBoth := r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "both" && r.anyOf(i+1, "flights", "legs", "ways", "directions")
	})
	day := *d
	if a.inMonthOf(&day, out); d.isBareWeekday() {
		day.day = nearest(d.day, out, r.today)
	}
	isBoth := saysBoth && d.role != asideRole ||
		out == back && (d.role == noRole || d.role == departRole && day.day > back)
	if !a.scope.flight || out == 0 || len(r.dates) != 1 || !isBoth || r.speaksOf(hotelTopic) {
		return false
	}
	d.day, d.dayOnly, d.noYear = day.day, false, false
	return true
}
