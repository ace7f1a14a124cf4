package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestDaysOut reads on which days one does not travel.
func TestDaysOut(t *testing.T) {
	t.Parallel()
	const day = `[{"from":"2026-06-14","to":"2026-06-14"}]`
	for said, want := range map[string]string{
		"not on the 14th":                      day,
		"I can't fly on the 14th":              day,
		"I don't want to leave on June 14":     day,
		"the 14th doesn't work for us":         day,
		"any day but the 14th":                 day,
		"anything but a Sunday":                `[{"weekday":"sunday"}]`,
		"I can't fly on Fridays":               `[{"weekday":"friday"}]`,
		"no Fridays please":                    `[{"weekday":"friday"}]`,
		"I work on Mondays":                    `[{"weekday":"monday"}]`,
		"not at the weekend":                   `[{"weekday":"saturday"},{"weekday":"sunday"}]`,
		"not before the 3rd":                   `[{"to":"2026-06-02"}]`,
		"no earlier than 3 June":               `[{"to":"2026-06-02"}]`,
		"we can't leave before the 3rd":        `[{"to":"2026-06-02"}]`,
		"no later than the 10th":               `[{"from":"2026-06-11"}]`,
		"we're busy from the 10th to the 12th": `[{"from":"2026-06-10","to":"2026-06-12"}]`,
		"I am not available on the 14th":       day,
		"we're unavailable on 14 June":         day,
		"no hotel on the 14th":                 `null`,
	} {
		res := read("Oslo to Rome 4-8 June, 1 adult. "+said, today, &known{Intent: trip.NewIntent()})
		got, err := json.Marshal(res.TripIntent.ExcludedDays)
		if err != nil {
			t.Fatal(err)
		}
		if d := res.TripIntent.Dates; string(got) != want || d.DepartureDate != "2026-06-04" || d.ReturnDate != "2026-06-08" {
			t.Errorf("%q: %s %v, want %s", said, got, d, want)
		}
	}
}

// TestDaysAllowed takes back that one does not travel on a day, and corrections exclude none.
func TestDaysAllowed(t *testing.T) {
	t.Parallel()
	base := func() *known {
		in := trip.NewIntent()
		in.Party.Travelers.Adults = 1
		in.Itinerary.Segments = []trip.Segment{
			{Origin: trip.Place{Code: "OSL", City: "Oslo"}, Destination: trip.Place{Code: "FCO", City: "Rome"}, DepartDate: 20260604},
			{Origin: trip.Place{Code: "FCO", City: "Rome"}, Destination: trip.Place{Code: "OSL", City: "Oslo"}, DepartDate: 20260608},
		}
		in.Itinerary.TripType = trip.RoundTrip
		in.Itinerary.ExcludedDays = []trip.DayRange{{From: 20260614, To: 20260614}, {Weekday: "friday"}}
		return &known{Intent: in}
	}
	for said, want := range map[string]string{
		"the 14th then":                     `[{"weekday":"friday"}]`,
		"Fridays are fine now":              `[{"from":"2026-06-14","to":"2026-06-14"}]`,
		"not the 8th, the 9th":              `null`,
		"come back on the 9th, not the 8th": `null`,
		"any day is fine":                   `clears`,
	} {
		res := read(said, today, base())
		got, err := json.Marshal(res.TripIntent.ExcludedDays)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(fmt.Sprint(res.Clears), excludedPath) {
			got = []byte("clears")
		}
		if string(got) != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
	k := base()
	k.Itinerary.Segments[1].DepartDate = 20260612
	k.Status.Conflicts = []trip.Conflict{{Code: trip.ExcludedDay, Day: 20260612}}
	res := read("no, Friday the 12th it is", today, k)
	if got := fmt.Sprint(res.TripIntent.ExcludedDays); got != "[{2026-06-14 2026-06-14 } { 2026-06-11 friday} {2026-06-13  friday}]" {
		t.Errorf("the day that is named again after the question stays excluded: %s", got)
	}
}

// TestVia tells where one changes from where one stays.
func TestVia(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"via Istanbul":                         "via IST, via IST",
		"changing in Istanbul":                 "via IST, via IST",
		"with a layover in Doha":               "via DOH, via DOH",
		"I'd like to connect through Istanbul": "via IST, via IST",
		"via Istanbul on the way back":         ", via IST",
		"via Dubai for two nights":             "OSL DXB, DXB BKK",
	} {
		res := read("Oslo to Bangkok 4 June to 18 June, 1 adult, "+said, today, &known{Intent: trip.NewIntent()})
		var legs []string
		for _, s := range res.TripIntent.Segments {
			text := ""
			if s.Origin != nil {
				text = s.Origin.Code + " " + s.Destination.Code
			}
			for _, at := range s.Via {
				text += "via " + at.Code
			}
			legs = append(legs, text)
		}
		if got := strings.Join(legs, ", "); !strings.HasPrefix(got, want) || len(res.Unread) > 0 {
			t.Errorf("%q: %q, want %q; unread %q", said, got, want, res.Unread)
		}
	}
}

// TestNightsOfAStopover: nights at a stop on the way to a place from which one comes back on a known day do not fit the
// two days; they are told, and no bed is booked for the days between.
// Rule: 6.7.context
func TestNightsOfAStopover(t *testing.T) {
	t.Parallel()
	const message = "Oslo to Bangkok 4 June to 18 June, 1 adult, with a stopover in Dubai for two nights"
	res := read(message, today, &known{Intent: trip.NewIntent()})
	if !slices.Equal(res.Unread, []string{"two nights"}) || len(res.TripIntent.Stays) > 0 {
		t.Errorf("%+v; told %q", res.TripIntent.Stays, res.Unread)
	}
}

// TestPartOfADayOut: a part of one day that is not wanted wishes for no time of day, leaves out none of the rest of that
// day, and is told; the whole day beside it is left out.
// Rule: 6.7.polarity
func TestPartOfADayOut(t *testing.T) {
	t.Parallel()
	parts := []string{"Friday night", "Friday evening", "Friday afternoon", "Friday morning"}
	for _, denies := range []string{"not on %s", "not %s", "I can't fly on %s", "but not %s", "please not on %s"} {
		for _, part := range parts {
			for _, also := range []string{"", " or Saturday"} {
				said := fmt.Sprintf(denies, part) + also
				for _, message := range []string{"Oslo to Rome on 4 June, 1 adult. " + said, "Oslo to Rome, 1 adult, " + said} {
					res := read(message, today, &known{Intent: trip.NewIntent()})
					isLeft := func(d DayRange) bool { return d.Weekday == "friday" }
					got := strings.Join(res.Unread, " ")
					if len(res.TripIntent.Segments) > 0 || slices.ContainsFunc(res.TripIntent.ExcludedDays, isLeft) ||
						!strings.Contains(got, part) {
						t.Errorf("%q: %v %v, told %q", message, res.TripIntent.Segments, res.TripIntent.ExcludedDays, got)
					}
				}
			}
		}
	}
}

// TestNotUntilADay: "not leaving until the 3rd" leaves on the 3rd; "we can't leave until the 3rd" rules out the days before.
// Rule: 6.7.day
func TestNotUntilADay(t *testing.T) {
	t.Parallel()
	for does, want := range map[string][2]string{
		"leaving": {"2026-06-03", ""}, "flying": {"2026-06-03", ""}, "going": {"2026-06-03", ""}, "departing": {"2026-06-03", ""},
		"coming back": {"2026-06-01", "2026-06-03"}, "returning": {"2026-06-01", "2026-06-03"}, "back": {"2026-06-01", "2026-06-03"},
	} {
		base := "Oslo to Rome, 2 adults"
		if want[1] != "" {
			base += " on 1 June"
		}
		for _, form := range []string{"We're not %s until %s", "We aren't %s till %s", "We won't be %s until %s"} {
			for _, day := range []string{"June 3rd", "the 3rd of June", "Wednesday 3 June"} {
				message := base + ". " + fmt.Sprintf(form, does, day)
				res := readFresh(message)
				if d := res.TripIntent.Dates; d == nil || [2]string{d.DepartureDate, d.ReturnDate} != want ||
					len(res.TripIntent.ExcludedDays)+len(res.Unread) > 0 {
					t.Errorf("%q: %+v %v, told %q", message, d, res.TripIntent.ExcludedDays, res.Unread)
				}
			}
		}
	}
	for _, cannot := range []string{"can't leave", "cannot go", "are unable to fly", "are not free", "aren't available"} {
		for _, bound := range []string{"until", "till", "before"} {
			message := "Oslo to Rome, 2 adults. We " + cannot + " " + bound + " 3 June"
			if got := readFresh(message).TripIntent; got.Dates != nil || fmt.Sprint(got.ExcludedDays) != "[{ 2026-06-02 }]" {
				t.Errorf("%q: %+v %v", message, got.Dates, got.ExcludedDays)
			}
		}
	}
	for _, said := range []string{"I don't get paid until 3 June", "we're not married until 3 June"} {
		if res := readFresh("Oslo to Rome, 2 adults. " + said); len(res.Unread) == 0 {
			t.Errorf("%q is not told", said)
		}
	}
	for _, message := range []string{"we can't be back before the 10th", "we don't return before the 10th", "back no earlier than the 10th"} {
		res := readFresh("Oslo to Rome on 5 June, 2 adults, " + message)
		if d := res.TripIntent.Dates; d == nil || d.ReturnDate != "2026-06-10" || len(res.TripIntent.ExcludedDays) > 0 || len(res.Unread) == 0 {
			t.Errorf("%q: %+v %v, told %q", message, d, res.TripIntent.ExcludedDays, res.Unread)
		}
	}
}

// TestAwayIsNoDenial: who goes away on a day travels on it; who is away does not, nor who works until then.
// Rule: 6.7.day
func TestAwayIsNoDenial(t *testing.T) {
	t.Parallel()
	for _, goes := range []string{
		"we fly away from Oslo to Rome on %s", "heading away from Oslo to Rome on %s", "I'm travelling away from Oslo to Rome %s",
		"Oslo to Rome, a week away from %s", "Oslo to Rome, get us away on %s", "Oslo to Rome, we're off on %s",
		"Oslo to Rome, I get off work on %s", "Oslo to Rome when we finish work on %s",
	} {
		for _, day := range []string{"the 12th of June", "Friday 12 June"} {
			got := readFresh(fmt.Sprintf(goes, day)).TripIntent
			if d := got.Dates; d == nil || d.DepartureDate != "2026-06-12" || len(got.ExcludedDays) > 0 {
				t.Errorf("%q %s: %+v %v", goes, day, d, got.ExcludedDays)
			}
		}
	}
	for is, want := range map[string]string{
		"I'm away on 12 June": "[{2026-06-12 2026-06-12 }]", "we are away until 12 June": "[{ 2026-06-12 }]",
		"I work until 12 June": "[{ 2026-06-12 }]", "12 June is no good": "[{2026-06-12 2026-06-12 }]",
		"12 June is out of the question": "[{2026-06-12 2026-06-12 }]", "12 June is impossible": "[{2026-06-12 2026-06-12 }]",
	} {
		got := readFresh("Oslo to Rome, 2 adults. " + is).TripIntent
		if got.Dates != nil || fmt.Sprint(got.ExcludedDays) != want {
			t.Errorf("%q: %+v %v", is, got.Dates, got.ExcludedDays)
		}
	}
}

// TestNoAndADay: "no" before nothing but a day of the calendar answers; before Fridays, flights or behind "not" it does not.
// Rule: 6.7.polarity
func TestNoAndADay(t *testing.T) {
	t.Parallel()
	for _, day := range []string{"June 4th", "4 June", "the 4th of June", "6/4"} {
		for _, base := range []string{"Oslo to Rome, 2 adults", "Oslo to Rome on 5 June, 2 adults"} {
			got := afterMessages(t, base, "no "+day+".").TripIntent
			if d := got.Dates; d == nil || d.DepartureDate != "2026-06-04" || len(got.ExcludedDays) > 0 {
				t.Errorf("%s // no %s: %+v %v", base, day, d, got.ExcludedDays)
			}
			for _, said := range []string{"not " + day, "no flights on " + day, "no " + day + " please"} {
				if got := afterMessages(t, base, said).TripIntent; got.Dates != nil || len(got.ExcludedDays) != 1 {
					t.Errorf("%s // %s: %+v %v", base, said, got.Dates, got.ExcludedDays)
				}
			}
		}
	}
}
