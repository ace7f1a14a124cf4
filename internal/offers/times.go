package offers

import (
	"github.com/legwork-go/legwork/trip"
)

// nanosPerMinute is the unit of travel times in that of an Instant.
const nanosPerMinute = 60 * 1_000_000_000

// Worst is more than any count of minutes or stops.
const Worst = 1 << 40

// Minutes returns how long a flight takes from door to door.
func Minutes(o *trip.FlightOption) int64 {
	n := len(o.Segments)
	if n == 0 {
		return Worst
	}
	if minutes, ok := minutesBetween(o.Segments[0].DepartAt, o.Segments[n-1].ArriveAt); ok && minutes > 0 {
		return minutes
	}
	return Worst
}

// minutesBetween returns how long it is from one time to a later one; ok is false where that is not known.
func minutesBetween(from, to string) (minutes int64, ok bool) {
	a, errA := trip.ParseInstant(from)
	b, errB := trip.ParseInstant(to)
	if errA != nil || errB != nil || b < a {
		return 0, false
	}
	return int64(b-a) / nanosPerMinute, true
}

// Waits returns the minutes between the flights of an option.
func Waits(o *trip.FlightOption) int64 {
	if Stops(o) >= int64(max(len(o.Segments), 1)) {
		return Worst // a stop within a segment, whose length is not known
	}
	all := int64(0)
	for i := 1; i < len(o.Segments); i++ {
		minutes, ok := minutesBetween(o.Segments[i-1].ArriveAt, o.Segments[i].DepartAt)
		if !ok {
			return Worst
		}
		all += minutes
	}
	return all
}
