package extract_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestHowLongItShallBe: "shorten it to three nights" says how long a trip shall be, and not by how much it changes.
// Rule: 6.7.day
func TestHowLongItShallBe(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"shorten", "extend", "cut", "reduce", "lengthen"} {
		for _, what := range []string{"it", "the trip", "our trip", "the stay", "our holiday"} {
			for nights, says := range map[int]string{2: "two nights", 3: "3 nights", 6: "six days", 7: "a week"} {
				message := fmt.Sprintf("could you %s %s to %s instead?", verb, what, says)
				if got := returns(t, message); got != fmt.Sprintf("2026-06-%02d", 4+nights) {
					t.Errorf("%q: back on %s", message, got)
				}
				if got := returns(t, fmt.Sprintf("make the trip %s", says)); got != fmt.Sprintf("2026-06-%02d", 4+nights) {
					t.Errorf("make the trip %s: back on %s", says, got)
				}
			}
		}
	}
	for said, want := range map[string]string{
		"two nights longer": "2026-06-10", "shorten it by two nights": "2026-06-06", "extend the trip by a day": "2026-06-09",
		"cut the trip by a day": "2026-06-07", "make it a day shorter": "2026-06-07",
		"make it shorter, three nights": "2026-06-07", "shorten my reservation to 3 days": "2026-06-07",
	} {
		if got := returns(t, said); got != want {
			t.Errorf("%q: back on %s, want %s", said, got, want)
		}
	}
}

// returns is the day of the way back of a trip from 4 to 8 June, and of its check-out, after a message.
func returns(t *testing.T, message string) string {
	t.Helper()
	in := newIntent(t)
	for _, m := range []string{"Oslo to Rome, 4-8 June, 2 adults, with a hotel", message} {
		_, raw := say(t, in, m)
		in = merge(t, in, raw)
	}
	out := in.Itinerary.Lodging.CheckOut
	if stays := in.Itinerary.Lodging.Stays; len(stays) > 0 {
		out = stays[0].CheckOut
	}
	if back := in.Itinerary.Segments[1].DepartDate; out != 0 && back != out {
		t.Errorf("%q: back on %s, check-out on %s", message, back, out)
	}
	return in.Itinerary.Segments[1].DepartDate.String()
}

// TestWayBackBeside asks for the way back of a journey one way that is known: it is one there and back then.
// Rule: 6.7.cue
func TestWayBackBeside(t *testing.T) {
	t.Parallel()
	for _, opens := range []string{"", "I need ", "okay, I'm going to need ", "also ", "can I get ", "please add "} {
		for _, what := range []string{
			"a return ticket", "return tickets", "return flights", "the way back please", "a flight back", "a return", "a way back too",
		} {
			in := newIntent(t)
			for _, message := range []string{"Oslo to Rome on 4 June, 1 adult", opens + what} {
				_, raw := say(t, in, message)
				in = merge(t, in, raw)
			}
			if in.Itinerary.TripType != trip.RoundTrip || in.Itinerary.Segments[0].Destination.Code != "FCO" {
				t.Errorf("%q: %s", opens+what, in.Itinerary.TripType)
			}
		}
	}
	for _, said := range []string{"I'll be back", "be right back", "get back to me", "no way back", "go back", "when do I get back?", "I will come back"} {
		in := newIntent(t)
		for _, message := range []string{"Oslo to Rome on 4 June, 1 adult", said} {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		if in.Itinerary.TripType == trip.RoundTrip {
			t.Errorf("%q asks for a way back", said)
		}
	}
}

// TestNumberOfADayThatIsAsked: of the days that are asked about one is chosen by its number alone.
// Rule: 6.9.answer
func TestNumberOfADayThatIsAsked(t *testing.T) {
	t.Parallel()
	for weekday, days := range map[string][]int{"Friday": {5, 12, 19, 26}, "Tuesday": {9, 16, 23, 30}} {
		for _, day := range days {
			for _, form := range []string{"the %dth", "%d", "%dth", "on the %dth please", "%s %d June"} {
				in := newIntent(t)
				answer := fmt.Sprintf(form, day)
				if strings.HasPrefix(form, "%s") {
					answer = fmt.Sprintf(form, weekday, day)
				}
				for _, message := range []string{"Oslo to Rome, 2 adults, no hotel", "a " + weekday + " in June"} {
					res, raw := say(t, in, message)
					in = merge(t, in, raw)
					for _, q := range res.Questions {
						in.Status.Ask = &trip.Ask{Kind: trip.AskClarify, Text: q.Text, About: []string{q.About}}
						for k, c := range q.Choices {
							in.Status.Ask.Choices = append(in.Status.Ask.Choices, trip.Choice{ID: strconv.Itoa(k + 1), Label: c.Label})
						}
					}
				}
				_, raw := say(t, in, answer)
				in = merge(t, in, raw)
				if got, want := in.Itinerary.Segments[0].DepartDate.String(), fmt.Sprintf("2026-06-%02d", day); got != want {
					t.Errorf("%s, %q: %s", weekday, answer, got)
				}
			}
		}
	}
}

// TestSupposedInThePast answers what is supposed in the past tense as what is supposed in the present one.
// Rule: 6.7.mood
func TestSupposedInThePast(t *testing.T) {
	t.Parallel()
	for past, want := range map[string]string{
		"what if we left a day earlier?": "2026-06-03 2026-06-08", "what if we returned a day later?": "2026-06-04 2026-06-09",
		"what if we stayed until the 10th?": "2026-06-04 2026-06-10", "and if we flew on the 3rd?": "2026-06-03 2026-06-08",
		"what if I came back on the 9th?": "2026-06-04 2026-06-09", "what if we stayed two nights longer?": "2026-06-04 2026-06-10",
	} {
		in := newIntent(t)
		for _, message := range []string{"Oslo to Rome, 4-8 June, 2 adults, no hotel", past} {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		got := in.Itinerary.Segments[0].DepartDate.String() + " " + in.Itinerary.Segments[1].DepartDate.String()
		if got != want {
			t.Errorf("%q: %s, want %s", past, got, want)
		}
	}
}
