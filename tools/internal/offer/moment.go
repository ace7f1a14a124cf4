package offer

import (
	"time"

	"github.com/legwork-go/legwork/trip"
)

// Moment is a local time that a tool wrote, with or without its offset from UTC.
type Moment struct {
	wall  time.Time // the local fields, as if they were UTC
	at    time.Time // the instant; meaningful only when zoned
	zoned bool
}

var momentForms = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// ParseMoment reads RFC 3339, or the same without seconds or without an offset.
func ParseMoment(text string) (Moment, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, text); err == nil {
			y, mo, d := t.Date()
			h, mi, s := t.Clock()
			return Moment{wall: time.Date(y, mo, d, h, mi, s, 0, time.UTC), at: t, zoned: true}, true
		}
	}
	for _, form := range momentForms {
		if t, err := time.Parse(form, text); err == nil {
			return Moment{wall: t}, true
		}
	}
	return Moment{}, false
}

// MomentOf returns an instant as a moment in UTC.
func MomentOf(at trip.Instant) Moment {
	t := time.Unix(0, int64(at)).UTC()
	return Moment{wall: t, at: t, zoned: true}
}

// MinutesTo returns the time from m to n. It is known only when both carry their offset.
func (m Moment) MinutesTo(n Moment) (int64, bool) {
	if !m.zoned || !n.zoned {
		return 0, false
	}
	return int64(n.at.Sub(m.at) / time.Minute), true
}

// MinutesAtOnePlace returns the time from m to n for two moments at one place: without offsets
// the clocks on its wall are compared.
func (m Moment) MinutesAtOnePlace(n Moment) int64 {
	if exact, ok := m.MinutesTo(n); ok {
		return exact
	}
	return int64(n.wall.Sub(m.wall) / time.Minute)
}

// MinuteOfDay returns the local time of the day in minutes, 0 to 1439.
func (m Moment) MinuteOfDay() int { return m.wall.Hour()*60 + m.wall.Minute() }

// DaysTo returns how many times the calendar page turns between m and n, in local days.
func (m Moment) DaysTo(n Moment) int64 {
	return int64(midnight(n.wall).Sub(midnight(m.wall)) / (24 * time.Hour))
}

// Clock returns the local time for a person, such as "06:40".
func (m Moment) Clock() string { return m.wall.Format("15:04") }

// Date is the day by the clock of the place.
func (m Moment) Date() string { return m.wall.Format("2006-01-02") }

func midnight(t time.Time) time.Time { return t.Truncate(24 * time.Hour) }
