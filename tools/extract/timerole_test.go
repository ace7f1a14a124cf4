package extract_test

import (
	"strings"
	"testing"
)

// byTimes asks which options leave or land at some time, over three options.
var byTimes = map[string]string{
	"which one leaves after 6pm?":             "sort by=departure times.end=<nil> times.start=18:00",
	"anything before 9?":                      "sort by=departure times.end=09:00 times.start=<nil>",
	"anything after 6?":                       "sort by=departure times.end=<nil> times.start=18:00",
	"is there nothing after 6pm?":             "sort by=departure times.end=<nil> times.start=18:00",
	"are there no flights before 9?":          "sort by=departure times.end=09:00 times.start=<nil>",
	"nothing before 9?":                       "sort by=departure times.end=09:00 times.start=<nil>",
	"which ones don't leave before 9?":        "sort by=departure times.end=<nil> times.start=09:00",
	"is there a morning flight?":              "sort by=departure times.end=12:00 times.start=04:00",
	"which ones land before 3pm":              "sort by=arrival times.end=15:00 times.start=<nil>",
	"which option comes back after 6 pm?":     "sort by=departure times.end=<nil> times.start=18:00 what=back",
	"show me the flights leaving after 17:00": "sort by=departure times.end=<nil> times.start=17:00",
	"any other flights after 6pm?":            "", // of another search
	"I'd prefer something after 10am":         "",
	"any flights on the 8th after 6pm?":       "",
	"could we leave after 6pm?":               "",
}

// TestByTimes lists options by the time of a flight, and changes nothing.
func TestByTimes(t *testing.T) {
	t.Parallel()
	readsActs(t, byTimes)
}

// TestBoundsOfNothing: a time that bounds nothing of a day holds nothing, and is told: "not after midnight" leaves all
// of it.
// Rule: 6.7.accounted
func TestBoundsOfNothing(t *testing.T) {
	t.Parallel()
	for _, denies := range []string{"I'd hate to", "I would hate to", "I don't want to", "we'd rather not"} {
		for _, lands := range []string{"arrive", "land", "leave"} {
			message := denies + " " + lands + " after midnight"
			for _, known := range []string{after(planned, choose, "1. A", "2. B", "3. C"), after(planned, "")} {
				res := extractFrom(t, message, known)
				said := strings.Join(res.Unread, " ")
				if len(res.TripIntent.Segments) > 0 || !strings.Contains(said, "midnight") {
					t.Errorf("%q: %+v, told %q", message, res.TripIntent.Segments, said)
				}
			}
		}
	}
}

// TestFirstOnTheWayBack orders options by the way back where that is what is asked: the best of the way out is no answer.
// Rule: 6.9.asked
func TestFirstOnTheWayBack(t *testing.T) {
	t.Parallel()
	for asked, by := range map[string]string{
		"leaves first": "departure", "leaves last": "latest", "departs first": "departure", "lands first": "arrival",
	} {
		for _, back := range []string{"on the way back", "on the return", "on the flight home", "coming back"} {
			for _, begins := range []string{"which one ", "and ", "which "} {
				message, want := begins+asked+" "+back+"?", "sort by="+by+" what=back"
				if got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))); got != want {
					t.Errorf("%q: %q, want %q", message, got, want)
				}
			}
		}
	}
}

// TestTimesBehindADay reads a half or a part of the day right behind a day, however that is written, and "-ish" behind
// an hour.
// Rule: 6.7.time
func TestTimesBehindADay(t *testing.T) {
	t.Parallel()
	const morning, evening, noon = "1 leaves 04:00-12:00", "1 leaves 17:00-", "1 leaves 11:00-13:00"
	for _, day := range []string{"3/28", "28 March", "March 28", "Mar 28", "the 28th", "Saturday", "tomorrow"} {
		for time, want := range map[string]string{
			"AM": morning, "am": morning, "morning": morning, "PM": "1 leaves 12:00-18:00", "evening": evening,
			"noon-ish": noon, "noon or so": noon, "noon": noon, "9am": "1 leaves 08:00-10:00", "9 am": "1 leaves 08:00-10:00",
			"21:00": "1 leaves 20:00-22:00",
		} {
			for _, before := range []string{"JFK to LAX on ", "fly me from JFK to LAX "} {
				if got := windowsOf(t, before+day+" "+time); got != want {
					t.Errorf("%s%s %s: %s, want %s", before, day, time, got, want)
				}
			}
		}
	}
}

// TestBoundsBeforeADay: what bounds a time stands before the day that it is of.
// Rule: 6.7.time
func TestBoundsBeforeADay(t *testing.T) {
	t.Parallel()
	for _, day := range []string{"28 March", "March 28", "Saturday", "tomorrow"} {
		for form, want := range map[string]string{
			"JFK to LAX, leaving before %s noon": "1 leaves -12:00", "JFK to LAX, leaving after %s 2pm": "1 leaves 14:00-",
			"I must be in LAX by %s noon, from JFK": "1 lands -12:00", "JFK to LAX, landing no later than %s 9pm": "1 lands -21:00",
			"JFK to LAX, leaving not before %s 9 am": "1 leaves 09:00-",
		} {
			message := strings.Replace(form, "%s", day, 1)
			if got := windowsOf(t, message); got != want {
				t.Errorf("%q: %s, want %s", message, got, want)
			}
		}
	}
}

// TestFirstFlightOfADay: no search asks for the first or the last flight of a day, so that it is told.
// Rule: 6.7.accounted
func TestFirstFlightOfADay(t *testing.T) {
	t.Parallel()
	for _, which := range []string{"first", "last"} {
		for _, noun := range []string{"one", "flight", "plane"} {
			for _, said := range []string{
				"London to Rome out Friday 5 June, %s back on Sunday", "London to Rome on 5 June, back on 7 June on the %s",
				"London to Rome on 5 June, the %s home on the 7th",
			} {
				message := strings.Replace(said, "%s", which+" "+noun, 1)
				if got := windowsOf(t, message); got != which+" "+noun {
					t.Errorf("%q: told %q", message, got)
				}
			}
		}
	}
}
