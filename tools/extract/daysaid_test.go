package extract

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestDayOfSomethingElse: a day of a sentence that is about no journey moves no trip, and is told with its sentence.
// Rule: 6.7.day
func TestDayOfSomethingElse(t *testing.T) {
	t.Parallel()
	const base = "London to Madrid on 4 May, back on 9 May, 2 adults"
	var said []string
	for _, who := range []string{"the bank", "our landlord", "I", "my new phone"} {
		for _, does := range []string{"renews the contract", "gets the salary", "repairs the roof"} {
			said = append(said, who+" "+does+" on 7 May", who+" "+does+" until Friday")
		}
	}
	for _, waits := range []string{"give me", "give us", "can you wait", "please wait"} {
		for _, until := range []string{"until 7 May", "till Friday", "until the 7th"} {
			said = append(said, waits+" "+until)
		}
	}
	for _, was := range []string{"I was there", "my parents were there", "we have been here", "my wife is back"} {
		said = append(said, was+" on 7 May")
	}
	for _, message := range said {
		res := afterMessages(t, base, message)
		if told := strings.Join(res.Unread, " "); !res.TripIntent.isZero() || !strings.HasSuffix(told, message[len(message)-3:]) {
			t.Errorf("%q: %s, told %q", message, planOf(t, res), res.Unread)
		}
	}
}

// TestDayBehindAPlaceToSleep: what a hotel is near does nothing: the days behind it are those of the stay.
// Rule: 6.7.day
func TestDayBehindAPlaceToSleep(t *testing.T) {
	t.Parallel()
	for _, near := range []string{"near the Gran Via", "at the Plaza Mayor", "close to the Prado", "in the Letras quarter"} {
		res := afterMessages(t, "London to Madrid on 4 May, back on 9 May, 2 adults", "a hotel "+near+" from 5 May to 8 May")
		if got := planOf(t, res); !strings.Contains(got, "2026-05-05") || !strings.Contains(got, "2026-05-08") {
			t.Errorf("%s: %s, told %q", near, got, res.Unread)
		}
	}
}

// TestWeekdayPartAndDate: a weekday, a part of the day and a date beside each other are one day, however it is written.
// Rule: 6.7.day
func TestWeekdayPartAndDate(t *testing.T) {
	t.Parallel()
	fresh := func() *known { return &known{Intent: trip.NewIntent()} }
	for part, plain := range map[string]string{
		"morning": "London to Madrid on 5 June in the morning", "evening": "London to Madrid on 5 June in the evening",
		"afternoon": "London to Madrid on 5 June in the afternoon",
	} {
		want := planOf(t, read(plain, today, fresh()))
		for _, form := range []string{
			"London to Madrid Friday ~ 5 June", "London to Madrid on Friday ~, 5 June", "London to Madrid, Friday ~ the 5th of June",
			"London to Madrid, Friday ~, June 5", "London to Madrid leaving Friday ~ June 5th", "London to Madrid Friday 5 June ~",
		} {
			message := strings.Replace(form, "~", part, 1)
			res := read(message, today, fresh())
			if got := planOf(t, res); got != want || len(res.Unread) > 0 {
				t.Errorf("%q makes\n     %s, told %q\nwant %s", message, got, res.Unread, want)
			}
		}
	}
}

// TestLengthOfLife: how old somebody is, how far in something, or for how long something has been, is no length of a trip.
// Rule: 6.7.count
func TestLengthOfLife(t *testing.T) {
	t.Parallel()
	const base = "London to Madrid on 5 June"
	fresh := func() *known { return &known{Intent: trip.NewIntent()} }
	plain := read(base, today, fresh())
	for _, n := range []string{"3 months", "8 and a half months", "2 weeks", "11 months"} {
		for _, of := range []string{
			"she is ~ along", "I'm ~ into a contract", "my wife is ~ pregnant", "I've had this job for ~", "we have been married for ~",
			"he has worked there for ~",
		} {
			message := base + ". " + strings.Replace(of, "~", n, 1)
			if got := read(message, today, fresh()); got.TripIntent.Dates == nil || *got.TripIntent.Dates != *plain.TripIntent.Dates {
				t.Errorf("%q: %s", message, planOf(t, got))
			}
		}
	}
	for _, baby := range []string{"a 5 month baby", "a 5-month baby", "a 6 week baby", "a 5 month girl", "a baby, she's 5 months"} {
		got := read("2 adults and "+baby+" from London to Madrid on 5 June, back on 9 June", today, fresh()).TripIntent
		if got.Dates == nil || got.Dates.ReturnDate != "2026-06-09" || *got.Travelers.Infants != 1 {
			t.Errorf("%s: %+v %+v", baby, got.Dates, got.Travelers)
		}
	}
}

// TestWeekdaysCountFromTheirAnchor: weekdays beside the day of an event, or within a week that is named, are those around it.
// Rule: 6.7.day
func TestWeekdaysCountFromTheirAnchor(t *testing.T) {
	t.Parallel()
	for message, want := range map[string][2]string{
		"London to Madrid for a ~ on 20 June, fly Thursday, back Monday":                   {"2026-06-18", "2026-06-22"},
		"London to Madrid for a ~ on Saturday 20 June, arrive Friday, leave Sunday":        {"2026-06-19", "2026-06-21"},
		"London to Madrid, fly in on Thursday and back on Sunday, the ~ is on 20 June":     {"2026-06-18", "2026-06-21"},
		"London to Madrid the week of 18 May, Tuesday to Thursday":                         {"2026-05-19", "2026-05-21"},
		"London to Madrid in the week beginning 18 May, leaving Monday, back Friday":       {"2026-05-18", "2026-05-22"},
		"London to Madrid the week of June 6, Saturday to Saturday":                        {"2026-06-06", "2026-06-13"},
		"London to Madrid leaving Thursday evening 18 June, arriving Friday, back 22 June": {"2026-06-18", "2026-06-22"},
	} {
		for _, event := range []string{"wedding", "conference", "fair"} {
			said := strings.Replace(message, "~", event, 1)
			d := read(said, today, &known{Intent: trip.NewIntent()}).TripIntent.Dates
			if d == nil || d.DepartureDate != want[0] || d.ReturnDate != want[1] {
				t.Errorf("%q: %+v, want %v", said, d, want)
			}
		}
	}
}

// TestTalksToSomebodyToday: the day on which somebody asks or calls another begins no trip.
// Rule: 6.7.day
func TestTalksToSomebodyToday(t *testing.T) {
	t.Parallel()
	for _, day := range []string{"today", "this evening", "tonight"} {
		for _, does := range []string{"I ask my boss", "we decide", "I call my wife", "I talk to my boss", "I tell my wife"} {
			res := afterMessages(t, keptTrip, day+" "+does)
			if d := res.TripIntent.Dates; d != nil || len(res.TripIntent.Segments) > 0 {
				t.Errorf("%s %s: %s", day, does, planOf(t, res))
			}
		}
	}
}
