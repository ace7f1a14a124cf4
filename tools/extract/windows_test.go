package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestEachTimeIsOfItsWay says times of the way out and of the way home in one sentence, in every order of the
// day and its time.
func TestEachTimeIsOfItsWay(t *testing.T) {
	t.Parallel()
	type way struct{ said, want string }
	outs := []way{
		{"on 12 May", ""},
		{"on 12 May leaving after 10am", "leaves 10:00-"},
		{"leaving after 10am on 12 May", "leaves 10:00-"},
		{"on 12 May after 10am", "leaves 10:00-"},
		{"on the morning of 12 May", "leaves 04:00-12:00"},
		{"on 12 May, not before 9am", "leaves 09:00-"},
		{"on 12 May, nothing before 9am", "leaves 09:00-"},
		{"on 12 May, nothing after 9am", "leaves -09:00"},
		{"on 12 May, I would rather not leave before 9am", "leaves 09:00-"},
		{"on 12 May, I must be there by 2pm", "lands -14:00"},
		{"on 12 May leaving after 9 at night", "leaves 21:00-"},
		{"on 12 May leaving after half past 9 in the night", "leaves 21:30-"},
		{"on 12 May leaving after 2 in the night", "leaves 02:00-"},
		{"on 12 May to land before noon", "lands -12:00"},
	}
	homes := []way{
		{"back 14 May", ""},
		{"back after 5pm on 14 May", "leaves 17:00-"},
		{"back on 14 May after 5pm", "leaves 17:00-"},
		{"returning 14 May in the evening", "leaves 17:00-"},
		{"and the return after 5pm on 14 May", "leaves 17:00-"},
		{"coming home in the evening of 14 May", "leaves 17:00-"},
		{"the flight back on 14 May not before 11am", "leaves 11:00-"},
		{"flying home on 14 May, leaving before 11am", "leaves -11:00"},
		{"back home by 8pm on 14 May", "lands -20:00"},
		{"back on 14 May by 8pm", "lands -20:00"},
	}
	for _, out := range outs {
		for _, home := range homes {
			said := "Dublin to Madrid " + out.said + ", " + home.said + ", 1 adult"
			res := read(said, today, &known{Intent: trip.NewIntent()})
			var got [2]string
			for i, s := range res.TripIntent.Segments {
				if w := s.DepartTimeWindow; w != nil {
					got[i] += "leaves " + end(w.Start) + "-" + end(w.End)
				}
				if w := s.ArriveTimeWindow; w != nil {
					got[i] += "lands " + end(w.Start) + "-" + end(w.End)
				}
			}
			d := res.TripIntent.Dates
			if got != [2]string{out.want, home.want} || d.DepartureDate != "2026-05-12" || d.ReturnDate != "2026-05-14" || len(res.Unread) > 0 {
				t.Errorf("%q: %q, want %q and %q; days %+v, unread %v", said, got, out.want, home.want, d, res.Unread)
			}
		}
	}
}

// TestTimesOfSomethingElse tells when something else is, which bounds no flight.
// Rule: 6.7.time
func TestTimesOfSomethingElse(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"my shift ends at 3pm", "I finish work at 5pm", "the kids finish school at half past three", "we get off work at 4pm",
		"our tenants move out at noon", "my tutor finishes at 4 pm",
	} {
		for _, form := range []string{"Dublin to Madrid on 12 May, %s", "Dublin to Madrid on 12 May after %s", "Dublin to Madrid on 12 May. %s"} {
			message := fmt.Sprintf(form, said)
			res := read(message, today, &known{Intent: trip.NewIntent()})
			_, clock, _ := strings.Cut(said, " ")
			isTold := strings.Contains(strings.Join(res.Unread, " "), clock[strings.LastIndex(clock[:len(clock)-3], " ")+1:])
			if len(res.TripIntent.Segments) > 0 || !isTold || res.TripIntent.Dates.DepartureDate != "2026-05-12" {
				t.Errorf("%q: %+v, told %q", message, res.TripIntent.Segments, res.Unread)
			}
		}
	}
}

// TestPartBeforeHour reads the part of the day before the hour, and o'clock however it is written.
// Rule: 6.7.time
func TestPartBeforeHour(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"evening 5": "16:00-18:00", "morning 9:15": "08:15-10:15", "afternoon 2:30": "13:30-15:30", "night 8:45": "19:45-21:45",
		"morning 9": "08:00-10:00", "afternoon 4": "15:00-17:00", "evening 7 o'clock": "18:00-20:00", "evening 6 pm": "17:00-19:00",
		"1 o\"clock in the afternoon": "12:00-14:00", "1 o clock in the afternoon": "12:00-14:00", "9 o”clock in the morning": "08:00-10:00",
		"in the morning at 7:15": "06:15-08:15", "in the evening at 6": "17:00-19:00",
	} {
		for _, form := range []string{
			"Dublin to Madrid on 12 May, leaving at %s", "Dublin to Madrid on 12 May, make that departing at %s please", "Dublin to Madrid on 12 May leaving %s",
			"I'd like to leave Dublin for Madrid on 12 May at %s",
		} {
			form = strings.Replace(form, "at %s", map[bool]string{true: "%s", false: "at %s"}[strings.HasPrefix(said, "in the")], 1)
			res := read(fmt.Sprintf(form, said), today, &known{Intent: trip.NewIntent()})
			got := ""
			for _, s := range res.TripIntent.Segments {
				if w := s.DepartTimeWindow; w != nil {
					got += end(w.Start) + "-" + end(w.End)
				}
			}
			if got != want || len(res.Unread) > 0 {
				t.Errorf(form+": %s, want %s; unread %q", said, got, want, res.Unread)
			}
		}
	}
	for _, said := range []string{"tomorrow evening 5 people", "in the evening 5 May", "good morning 3 adults", "next morning 2 nights"} {
		r := reading{toks: tokenize(said), today: today, known: &known{Intent: trip.NewIntent()}}
		if r.joinHours(); len(r.toks) != len(tokenize(said)) {
			t.Errorf("%q is an hour", said)
		}
	}
}

// TestClausesBesideADay says more of a day in brackets behind it, or before the route: the range goes on behind the
// brackets, and what is said of the way back or of the rooms takes none of the days of the journey.
// Rule: 6.7.day
func TestClausesBesideADay(t *testing.T) {
	t.Parallel()
	const days = "2026-06-04 to 2026-06-09"
	window := func(w *timeWindow) string {
		if w == nil {
			return ""
		}
		text := ""
		for _, end := range []*string{w.Start, w.End} {
			if text += "-"; end != nil {
				text += *end
			}
		}
		return text
	}
	for clause, want := range map[string]string{
		"(I can leave any time after 3 pm)": "-15:00-", "(not before 10 am)": "-10:00-", "(must leave before noon)": "--12:00",
		"(in the morning)": "-04:00-12:00", "(leaving after 6pm)": "-18:00-",
	} {
		for _, link := range []string{"to", "until", "-", "till"} {
			message := fmt.Sprintf("Oslo to Rome on June 4 %s %s June 9, 2 adults", clause, link)
			p := afterMessages(t, message).TripIntent
			if p.Dates == nil || p.Dates.DepartureDate+" to "+p.Dates.ReturnDate != days || len(p.Segments) != 1 ||
				p.Segments[0].DepartTimeWindow == nil || window(p.Segments[0].DepartTimeWindow) != want {
				t.Errorf("%q: %+v, %+v", message, p.Dates, p.Segments)
			}
		}
	}
	for _, before := range []string{
		"Anything but Sunday for the return: ", "For the return anything but Sunday: ", "we want 2 rooms, ", "2 rooms needed, ", "hotel with 3 stars please, ",
	} {
		for _, route := range []string{"Oslo to Rome, out Thursday 4 June, back 9 June", "Oslo to Rome, out on 4 June, back on 9 June", "Oslo to Rome, 4-9 June"} {
			p := afterMessages(t, before+route+", 2 adults").TripIntent
			if p.Dates == nil || p.Dates.DepartureDate+" to "+p.Dates.ReturnDate != days {
				t.Errorf("%q: %+v, %+v", before+route, p.Dates, p.Lodging)
			}
		}
	}
	for _, all := range []string{"in the morning", "in the morning please"} {
		message := "direct and " + all + ", Oslo to Rome 4 June and back 9 June afternoon, one person"
		p := afterMessages(t, message).TripIntent
		if len(p.Segments) != 2 || window(p.Segments[0].DepartTimeWindow) != "-04:00-12:00" || window(p.Segments[1].DepartTimeWindow) != "-12:00-18:00" {
			t.Errorf("%q: %+v", message, p.Segments)
		}
	}
}
