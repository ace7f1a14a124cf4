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
		{"on 3 or 5 June", "03 05"},
		{"on June 3 or 5", "03 05"},
		{"on the 3rd or 5th of June", "03 05"},
		{"on 3 June or 5 June", "03 05"},
		{"on either 3 June or 5 June", "03 05"},
		{"either on 3 or on 5 June", "03 05"},
		{"on 3, 4 or 5 June", "03 04 05"},
		{"on 3 June, 4 June or 5 June", "03 04 05"},
		{"on the 3rd, 4th, 5th or 8th of June", "03 04 05 08"},
		{"on 3 June, otherwise 5 June", "03 05"},
		{"ideally 3 June but 5 June works too", "03 05"},
		{"on 3 June, if not 5 June", "03 05"},
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

// TestOneMoreDay: a day behind "or" is one more that will do, beside the nearest of the trip, and no way back.
func TestOneMoreDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ trip, said, out, back string }{
		{"on 10 June", "or 11 June", "[2026-06-10 2026-06-11]", "[]"},
		{"on 10 June", "Or the 11th", "[2026-06-10 2026-06-11]", "[]"},
		{"on 10 June", "or on the 9th please", "[2026-06-09 2026-06-10]", "[]"},
		{"today", "or tomorrow morning", "[2026-03-01 2026-03-02]", "[]"},
		{"on 10 June, back on 17 June", "or 18 June", "[]", "[2026-06-17 2026-06-18]"},
		{"on 10 June, back on 17 June", "or the 9th", "[2026-06-09 2026-06-10]", "[]"},
	} {
		got := afterMessages(t, "Lisbon to Porto "+c.trip+", 1 adult", c.said).TripIntent
		days := [2][]string{}
		for leg, s := range got.Segments {
			if s.Alternatives != nil {
				days[leg] = s.Alternatives.DepartDate
			}
		}
		if out, back := fmt.Sprint(days[0]), fmt.Sprint(days[1]); out != c.out || back != c.back || got.Dates != nil {
			t.Errorf("%q after %q: out %s, back %s, %+v", c.said, c.trip, out, back, got.Dates)
		}
	}
}

// TestWeekdayWithItsNumber: a weekday and a number are a day that is both, the nearest to another day that is named.
func TestWeekdayWithItsNumber(t *testing.T) {
	t.Parallel()
	for _, day := range []string{"Friday 5th", "Friday the 5th", "Fri 5", "Friday the 5th of June"} {
		for _, form := range []string{
			"Oslo to Rome on %s", "Oslo to Rome, out %s, back Sunday 7 June", "Oslo to Rome, back on Sunday 7 June, going out %s",
			"Oslo to Rome, 1 June, back %s",
		} {
			message := fmt.Sprintf(form, day)
			got := read(message, today, &known{Intent: trip.NewIntent()}).TripIntent.Dates
			if got == nil || got.DepartureDate != "2026-06-05" && got.ReturnDate != "2026-06-05" {
				t.Errorf("%q: %+v", message, got)
			}
		}
	}
	if got := afterMessages(t, "Oslo to Rome 10 June", "make it Mon 8").TripIntent.Dates; got == nil || got.DepartureDate != "2026-06-08" {
		t.Errorf("a day before that of the trip: %+v", got)
	}
	if got := afterMessages(t, "Oslo to Rome 10 June", "Friday the 13th").TripIntent.Dates; got == nil || got.ReturnDate != "2026-06-13" {
		t.Errorf("another weekday than that of the number: %+v", got)
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

// TestDaysOfStrangers: days as people say them of whom none had seen the rules; nothing becomes a way back by itself.
func TestDaysOfStrangers(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"We need to be in Chicago by noon on Monday June 8, leaving Boston the evening before", `"departure_date":"2026-06-07"`},
		{"Boston to Chicago, I have to be there on 8 June, leaving the day before", `"departure_date":"2026-06-07"`},
		{
			"a wedding in Bari on Saturday 13 June, two nights before and one night after, from Stuttgart",
			`"departure_date":"2026-06-11","return_date":"2026-06-14"`,
		},
		{"a wedding in Bari on 13 June, 2 days before and a day after, from Stuttgart", `"departure_date":"2026-06-11","return_date":"2026-06-14"`},
		{"Paris to Rome on the night of the 5th to the 6th of June", `"departure_date":"2026-06-05"`},
		{"Paris to Rome, out Sat 4 July or Sat 11 July", `"depart_date":["2026-07-04","2026-07-11"]`},
		{"Paris to Rome on Tuesday 7 July or Thursday 9 July", `"depart_date":["2026-07-07","2026-07-09"]`},
		{"Paris to Rome leaving between 3 and 5 May, back on 20 May", `"depart_date":["2026-05-03","2026-05-04","2026-05-05"]`},
		{
			"round trip Paris-Rome, depart between May 3 and May 5, return between May 17 and May 20",
			`"depart_date":["2026-05-03","2026-05-04","2026-05-05"]`,
		},
		{"Can I get from Bristol to Nice on the 1st of May? If not then the 2nd", `"depart_date":["2026-05-01","2026-05-02"]`},
		{"I think 3 June, no 4 June, London to Rome", `"departure_date":"2026-06-04"`},
		{"I think 3 June, hmm, let's say the 5th, London to Rome", `"departure_date":"2026-06-05"`},
		{"my flight to Rome was cancelled on 3 June so I need one on 4 June from London", `"departure_date":"2026-06-04"`},
		{"Zurich to Palma, Thursday evening to Sunday evening, the weekend of 20 June", `"departure_date":"2026-06-18","return_date":"2026-06-21"`},
		{
			"is there anything from Bergen to London on the 17th of May? It's a holiday so maybe the 18th is cheaper",
			`"depart_date":["2026-05-17","2026-05-18"]`,
		},
		{"either 4-8 May or 11-15 May, Vienna to Rome", `"depart_date":["2026-05-04","2026-05-11"]}}],"nights":{"min":4,"max":4}`},
		{"Vienna to Rome from 4 to 8 May or from 11 to 15 May", `"depart_date":["2026-05-04","2026-05-11"]`},
		{"Vienna to Rome, 4 May to 8 May or 11 May to 20 May", `"departure_date":"2026-05-04","return_date":"2026-05-08"`},
		{"Dublin to Rome, out on 1 November, back whenever is cheapest between the 8th and the 12th", `"departure_date":"2026-11-01"`},
		{"Leeds to Prague, stag weekend, first weekend of June", `"departure_date":"2026-06-06","return_date":"2026-06-07"`},
		{"Leeds to Prague on 5 June, 10 nights instead of two weeks", `"return_date":"2026-06-15"`},
		{"Vom 3. bis zum 7. Juni von Hamburg nach Rom", `"departure_date":"2026-06-03","return_date":"2026-06-07"`},
	} {
		message, want := c[0], c[1]
		res := read(message, today, &known{Intent: trip.NewIntent()})
		got := planOf(t, res)
		if isBack := strings.Contains(got, "return_date"); !strings.Contains(got, want) ||
			isBack && !strings.Contains(want, "return_date") && !strings.Contains(message, "back") {
			t.Errorf("%q makes %s, want %s; told %q", message, got, want, res.Unread)
		}
	}
	for _, may := range []string{"my mother might come too", "my wife may join us", "our son might come along, not sure yet", "she might join"} {
		res := read("Leeds to Prague on 5 June, 2 adults. "+may, today, &known{Intent: trip.NewIntent()})
		if got := planOf(t, res); strings.Contains(got, `"adults":3`) || strings.Contains(got, "children") || len(res.Unread) == 0 {
			t.Errorf("%q makes %s, told %q", may, got, res.Unread)
		}
	}
}
