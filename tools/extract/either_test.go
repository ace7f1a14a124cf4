package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestOneOfSomeDays: days of which one is meant are all kept open, with nothing told, and are never a way back.
func TestOneOfSomeDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ said, days string }{
		{"on 3 or 5 June", "03 05"}, {"on June 3 or 5", "03 05"}, {"on the 3rd or 5th of June", "03 05"}, {"on 3 June or 5 June", "03 05"},
		{"on either 3 June or 5 June", "03 05"}, {"either on 3 or on 5 June", "03 05"}, {"on 3, 4 or 5 June", "03 04 05"},
		{"on 3 June, 4 June or 5 June", "03 04 05"}, {"on the 3rd, 4th, 5th or 8th of June", "03 04 05 08"},
		{"on 3 June, otherwise 5 June", "03 05"}, {"ideally 3 June but 5 June works too", "03 05"}, {"on 3 June, if not 5 June", "03 05"},
		{"3 June would be best but 5 June is fine", "03 05"},
	} {
		for _, frame := range []string{"London to Madrid %s, 1 adult", "1 adult, London to Madrid %s", "I want to fly %s from London to Madrid"} {
			res := read(fmt.Sprintf(frame, c.said), today, &known{Intent: trip.NewIntent()})
			var days []string
			if len(res.TripIntent.Segments) > 0 && res.TripIntent.Segments[0].Alternatives != nil {
				for _, d := range res.TripIntent.Segments[0].Alternatives.DepartDate {
					days = append(days, d[len("2026-06-"):])
				}
			}
			if got := strings.Join(days, " "); got != c.days || res.TripIntent.Dates != nil || len(res.Unread) > 0 {
				t.Errorf("%s of %q: days %s, told %q: %s", frame, c.said, got, res.Unread, planOf(t, res))
			}
		}
	}
	res := read("London to Madrid on Wednesday night and Thursday morning, 1 adult", today, &known{Intent: trip.NewIntent()})
	if got := planOf(t, res); strings.Contains(got, "round_trip") || !strings.Contains(strings.Join(res.Unread, " "), "night") {
		t.Errorf("a night and the morning behind it: %s, told %q", got, res.Unread)
	}
}

// TestDaysBesideADay: a day is counted from one of the calendar as from any other, and how long one stays after a day
// is not counted from it.
func TestDaysBesideADay(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"3 days after 15 May": `"departure_date":"2026-05-18"`, "a week after the 15th of May": `"departure_date":"2026-05-22"`,
		"2 weeks after Easter Monday": `"departure_date":"2026-04-20"`, "for 3 nights after 15 May": "Which day after Fri 15 May 2026",
		"for 3 days after 15 May": "Which day after Fri 15 May 2026", "for a week before 15 May": "Which day before Fri 15 May 2026",
	} {
		res := read("London to Madrid "+said+", 1 adult", today, &known{Intent: trip.NewIntent()})
		if got := planOf(t, res); !strings.Contains(got, want) {
			t.Errorf("%q makes %s, want %s", said, got, want)
		}
	}
}
