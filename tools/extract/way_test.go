package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// windowsOf writes when the last message of a talk has each leg leave and land, and what of it was not used.
func windowsOf(t *testing.T, talk ...string) string {
	t.Helper()
	in := newIntent(t)
	var res extract.Result
	for i, message := range talk {
		var raw []byte
		if res, raw = say(t, in, message); i < len(talk)-1 {
			in = merge(t, in, raw)
		}
	}
	var got []string
	for i, s := range res.TripIntent.Segments {
		text := func(end *string) string {
			if end == nil {
				return ""
			}
			return *end
		}
		if w := s.DepartTimeWindow; w != nil {
			got = append(got, fmt.Sprintf("%d leaves %s-%s", i+1, text(w.Start), text(w.End)))
		}
		if w := s.ArriveTimeWindow; w != nil {
			got = append(got, fmt.Sprintf("%d lands %s-%s", i+1, text(w.Start), text(w.End)))
		}
	}
	return strings.Join(append(got, res.Unread...), ", ")
}

// TestATimeForEachWay says a time of day for the way out and another one for the way home, each beside a word for its
// way, in a message of its own and in the one that begins the trip.
// Rule: 6.7.time
func TestATimeForEachWay(t *testing.T) {
	t.Parallel()
	const morning, evening = "1 leaves 04:00-12:00", "2 leaves 17:00-"
	outs := []string{
		"there in the morning", "out in the morning", "morning flight there", "the way out in the morning",
		"outbound in the morning", "fly out in the morning", "going in the morning", "a morning flight out",
	}
	homes := []string{
		"back in the evening", "home in the evening", "evening flight back", "the way back in the evening",
		"return in the evening", "fly home in the evening", "coming back in the evening", "an evening flight home",
	}
	for i, out := range outs {
		for k, home := range homes {
			form := []string{"%s, %s", "%s and %s", "%s but %s"}[(i+k)%3]
			for said, want := range map[string]string{
				fmt.Sprintf(form, out, home): morning + ", " + evening,
				fmt.Sprintf(form, home, out): morning + ", " + evening,
				out:                          morning,
				home:                         evening,
			} {
				if got := windowsOf(t, tripOfTwo, said); got != want {
					t.Errorf("%q: %s, want %s", said, got, want)
				}
				said = tripOfTwo + ", " + said
				if got := windowsOf(t, said); got != want {
					t.Errorf("%q: %s, want %s", said, got, want)
				}
			}
		}
	}
	for said, want := range map[string]string{
		"evening flights there and back": "1 leaves 17:00-, " + evening, "evening both ways": "1 leaves 17:00-, " + evening,
		"no evening flights out, and not in the morning on the way back": "1 leaves -17:00, 2 leaves 12:00-",
		"out after 6pm and back after noon":                              "1 leaves 18:00-, 2 leaves 12:00-",
	} {
		if got := windowsOf(t, tripOfTwo, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
	if got := windowsOf(t, "Leeds to Oslo 8 to 10 May, 2 adults, out Friday morning, back Sunday evening"); got != morning+", "+evening {
		t.Error(got)
	}
}

// TestWhenOneMustBeThere says when one must be there or wants to leave behind the day of the way home: it is of the way
// out unless home is said.
// Rule: 6.7.time
func TestWhenOneMustBeThere(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"need to arrive before noon":              "1 lands -12:00",
		"must arrive before noon":                 "1 lands -12:00",
		"I have to be there before 4pm":           "1 lands -16:00",
		"need to be at the hotel by 15:00":        "1 lands -15:00",
		"must land by 15:00":                      "1 lands -15:00",
		"fly out in the evening":                  "1 leaves 17:00-",
		"I have to be home by 15:00":              "2 lands -15:00",
		"must be back before 15:00":               "2 lands -15:00",
		"we need to get home no later than 15:00": "2 lands -15:00",
	} {
		for _, trip := range []string{
			"Leeds to Oslo 4 May, back 9 May, 2 adults", "2 adults, Leeds to Oslo on 4 May, return on the 9th",
			"2 adults leave 4 May from Leeds to Oslo, returning 9 May", "2 adults, Leeds to Oslo, 4 May back 9 May",
		} {
			if got := windowsOf(t, trip+", "+said); got != want {
				t.Errorf("%s, %s: %s, want %s", trip, said, got, want)
			}
		}
	}
	res, _ := say(t, newIntent(t), "2 adults, Leeds to Oslo 4 May back 9 May leaving in the evening")
	if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-05-04" || d.ReturnDate != "2026-05-09" {
		t.Errorf("%+v", d)
	}
}

// TestNotBeforeATimeOfADay denies a time with a day or more words between the verb and its bound: that time bounds the
// flight of the day, and the day stays, and so does how one travels.
// Rule: 6.7.time
func TestNotBeforeATimeOfADay(t *testing.T) {
	t.Parallel()
	bounds := map[string]string{
		"before 11am": "11:00-", "before noon": "12:00-", "until 6pm": "18:00-", "after 6pm": "-18:00", "before 11": "11:00-",
		"later than 6pm": "-18:00", "earlier than 11am": "11:00-",
	}
	for _, verb := range []string{"I can't fly", "can't leave", "we cannot travel", "I don't want to fly", "we can't depart"} {
		for bound, want := range bounds {
			for _, form := range []string{"%s on the 4th %s", "%s on 4 May %s", "%s %s on the 4th", "%s %s on 4 May"} {
				said := fmt.Sprintf(form, verb, bound)
				if got := windowsOf(t, tripOfTwo, said); got != "1 leaves "+want {
					t.Errorf("%q: %s, want %s", said, got, want)
				}
				if res, _ := say(t, tripPlanned(t), said); strings.Contains(flat(t, res), "mode") || len(res.TripIntent.ExcludedDays) > 0 {
					t.Errorf("%q: %s", said, flat(t, res))
				}
			}
		}
	}
	for said, want := range map[string]string{
		"can't fly before 11":                     "1 leaves 11:00-, 2 leaves 11:00-",
		"I can't get to the airport before 10am":  "I can't get to the airport before 10am",
		"on the way back we can't land after 8pm": "2 lands -20:00",
		"we can't land after 8pm on the way back": "2 lands -20:00",
		"can't leave on the way back until 6pm":   "2 leaves 18:00-",
	} {
		if got := windowsOf(t, tripOfTwo, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

func tripPlanned(t *testing.T) trip.Intent {
	t.Helper()
	_, raw := say(t, newIntent(t), tripOfTwo)
	return merge(t, newIntent(t), raw)
}

// TestLeavingTheGoal: who leaves where a trip there and back goes means the way home, and begins no other trip there.
// Rule: 6.7.time
func TestLeavingTheGoal(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"leave # after 4pm": "2 leaves 16:00-", "from # in the evening": "2 leaves 17:00-", "leaving # in the evening": "2 leaves 17:00-",
		"depart # in the morning": "2 leaves 04:00-12:00", "we want to fly from # after noon": "2 leaves 12:00-",
	} {
		for _, trip := range [][2]string{{"Zurich", "Vienna"}, {"Paris", "Oslo"}} {
			talk := trip[0] + " to " + trip[1] + " 12 May back 15 May, 2 adults"
			if got := windowsOf(t, talk, strings.ReplaceAll(said, "#", trip[1])); got != want {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
		}
	}
}

// TestWishForOneWay wants few stops or a class for one way alone: the trip has one for all its flights, so that it is
// told.
// Rule: 6.7.wish
func TestWishForOneWay(t *testing.T) {
	t.Parallel()
	for _, wish := range []string{"nonstop", "a direct flight", "at most one stop", "business class", "economy", "in business class"} {
		for _, form := range []string{
			"%s on the way out only", "%s on the way back", "only the return %s please", "%s out, anything on the way back", "%s only for the outbound",
			"%s home please",
		} {
			said := fmt.Sprintf(form, wish)
			res, _ := say(t, tripPlanned(t), said)
			if got := flat(t, res); got != "" || !strings.Contains(strings.Join(res.Unread, " "), strings.TrimPrefix(wish, "in ")) {
				t.Errorf("%q: %s, told %q", said, got, res.Unread)
			}
		}
		for _, form := range []string{
			"%s both ways", "%s there and back", "%s please", "a return ticket, %s", "I also need a flight there, %s",
			"two tickets there and back with %s", "a one-way flight there with %s",
		} {
			said := fmt.Sprintf(form, wish)
			if res, _ := say(t, tripPlanned(t), said); flat(t, res) == "" {
				t.Errorf("%q: nothing, told %q", said, res.Unread)
			}
		}
	}
	for _, said := range []string{
		"two Economy tickets there and back", "a one-way flight there in Premium Economy class", "an economy flight there on Delta",
		"please find me a Business flight from Chicago to there", "would there be any flights in premium economy",
	} {
		if res, _ := say(t, tripPlanned(t), said); !strings.Contains(flat(t, res), "cabin") {
			t.Errorf("%q: %s, told %q", said, flat(t, res), res.Unread)
		}
	}
	res, _ := say(t, tripPlanned(t), "out in business, home in economy")
	if asked(res) == "" {
		t.Errorf("not asked: %s", flat(t, res))
	}
}
