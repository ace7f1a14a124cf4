package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestArrival reads when one wants to have landed.
func TestArrival(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"be there by 14:00":                          "1 -14:00",
		"we must be there by 14:00 at the latest":    "1 -14:00",
		"land before noon":                           "1 -12:00",
		"arrive in the evening":                      "1 17:00-",
		"get in no later than 9 pm":                  "1 -21:00",
		"arriving 14:00":                             "1 13:00-15:00",
		"landing between 2pm and 4pm":                "1 14:00-16:00",
		"I don't want to arrive after 10pm":          "1 -22:00",
		"arriving in Rome no earlier than 10:00":     "1 10:00-",
		"I need to be in Rome at 2pm":                "1 -14:00",
		"my meeting starts at 15:30":                 "1 -13:30 15:30",
		"for a 3pm meeting":                          "1 -13:00 15:00",
		"I have to be at the venue at 10am":          "1 -08:00 10:00",
		"I have to be at the venue at 10am on 4 May": "1 -08:00 10:00",
		"be home by 20:00":                           "2 -20:00",
		"home before 20:00":                          "2 -20:00",
		"back by 8 pm":                               "2 -20:00",
		"back home no later than 8 pm":               "2 -20:00",
	} {
		res := read("Oslo to Rome from 4 May to 8 May, 1 adult. "+said, today, &known{Intent: trip.NewIntent()})
		got := ""
		for i, s := range res.TripIntent.Segments {
			if w := s.ArriveTimeWindow; w != nil {
				got += fmt.Sprint(i+1) + " " + end(w.Start) + "-" + end(w.End)
			}
			if s.DepartTimeWindow != nil {
				got += " leaves"
			}
		}
		if res.Assumptions != nil {
			for _, a := range *res.Assumptions {
				if at := a.Params.Get("at"); at != nil {
					got += fmt.Sprint(" ", at)
				}
			}
		}
		if d := res.TripIntent.Dates; got != want || len(res.Unread) > 0 || d.DepartureDate != "2026-05-04" || d.ReturnDate != "2026-05-08" {
			t.Errorf("%q: %q, want %q; unread %q, %v", said, got, want, res.Unread, d)
		}
	}
}

func end(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// TestMeetingOnAnotherDay moves neither the trip nor when it lands.
func TestMeetingOnAnotherDay(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"My meeting is at 10 am on 5 May.", "I have to be at the venue at 10am on the 5th.", "The conference starts on the 5th at 9:00.",
	} {
		res := read("Oslo to Rome on 4 May, 1 adult. "+said, today, &known{Intent: trip.NewIntent()})
		if d := res.TripIntent.Dates; len(res.TripIntent.Segments) > 0 || d.DepartureDate != "2026-05-04" || d.ReturnDate != "" || len(res.Unread) == 0 {
			t.Errorf("%q: %v %v, unread %q", said, res.TripIntent.Segments, d, res.Unread)
		}
	}
}

// TestTheDayOfAMeeting tells when a meeting is, and no other day: one lands on that day, before it.
// Rule: 6.7.time
func TestTheDayOfAMeeting(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"meeting", "conference", "interview"} {
		for _, said := range []string{
			"My X in Rome starts at 15:30 on April 10, I fly from Berlin", "my X starts at 15:30 on April 10. Berlin to Rome",
			"I fly from Berlin to Rome, my X starts on April 10 at 15:30", "Berlin to Rome for a X at 15:30 on April 10",
		} {
			message := strings.Replace(said, "X", what, 1)
			res := read(message, today, &known{Intent: trip.NewIntent()})
			segments, dates := res.TripIntent.Segments, res.TripIntent.Dates
			isLanding := len(segments) == 1 && segments[0].ArriveTimeWindow != nil && end(segments[0].ArriveTimeWindow.End) == "13:30"
			if !isLanding || dates == nil || dates.DepartureDate != "2026-04-10" || len(res.Unread) > 0 {
				t.Errorf("%q: %+v %+v, told %q", message, segments, dates, res.Unread)
			}
		}
	}
}

// TestHoursOfADay names two hours of 24 between which one leaves or lands on a day that is named, and two days of a month.
// Rule: 6.7.time
func TestHoursOfADay(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"on 4 May, arriving between 12 and 15":  "lands 12:00-15:00",
		"on 4 May, landing between 9 and 13":    "lands 09:00-13:00",
		"on 4 May, leaving between 9 and 14":    "leaves 09:00-14:00",
		"on 4 May, departing between 18 and 22": "leaves 18:00-22:00",
		"leaving between 9 and 14 May":          "",
		"in May, leaving between 9 and 14":      "",
		"on 4 May, arriving between 2 and 4":    "",
	} {
		res, got := read("Oslo to Rome one way "+said, today, &known{Intent: trip.NewIntent()}), ""
		for _, s := range res.TripIntent.Segments {
			for name, w := range map[string]*timeWindow{"lands": s.ArriveTimeWindow, "leaves": s.DepartTimeWindow} {
				if w != nil {
					got += name + " " + end(w.Start) + "-" + end(w.End)
				}
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// TestThereByInGerman: where somebody has to be at a time they land before it.
// Rule: 6.7.time
func TestThereByInGerman(t *testing.T) {
	t.Parallel()
	for _, must := range []string{"ich muss", "wir müssen", "wir wollen"} {
		for _, be := range []string{"um 14 Uhr in Rom sein", "vor 14 Uhr in Rom sein", "vor 14 Uhr dort sein", "um 14 Uhr dort sein"} {
			res := readFresh("Von Berlin nach Rom am 4. Juni, " + must + " " + be + ", 2 Erwachsene")
			s := res.TripIntent.Segments
			if len(s) != 1 || s[0].ArriveTimeWindow == nil || s[0].ArriveTimeWindow.End == nil || *s[0].ArriveTimeWindow.End != "14:00" {
				t.Errorf("%s %s: %s", must, be, planOf(t, res))
			}
		}
	}
}
