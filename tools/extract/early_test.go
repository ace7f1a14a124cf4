package extract_test

import (
	"strings"
	"testing"
)

// TestBeforeOptions answers what is said of options before there are any: no word of it is left out, and what else the
// message says is read. Words of the same kind that are a wish are no such thing.
// Rule: 6.8.early, 6.8.ask-early
func TestBeforeOptions(t *testing.T) {
	t.Parallel()
	const missing = "missing itinerary.segments[0].depart_date"
	for message, want := range map[string]string{
		"hold the best one for us":                     "hold",
		"Thank you. Hold the cheapest one for us":      "select by=cheapest; hold",
		"good, leave it on hold":                       "hold",
		"reserve both please":                          "hold",
		"can you hold it?":                             "hold",
		"OK second hotel":                              "lodging.needed=true select",
		"Please book the first hotel":                  "lodging.needed=true select",
		"The second one is good for Manchester - Oslo": "select position=2",
		"what's it all come to per head?":              "show what=options",
		"How many hours waiting in transit?":           "show what=options",
		"Do any of these have a lift?":                 "show what=options",
		"what is the best option with less stops?":     "show what=options",
		"yes, how much is it per night?":               "show what=options",
		"the second one is my son":                     "unread the second one is my son",
		"direct flights only":                          "constraints.max_stops=0",
		"we need a room with a balcony and a hotel":    "lodging.needed=true requests[0].kind=room requests[0].text=a room with a balcony",
	} {
		res := extractFrom(t, message, after(planned, missing))
		if got := strings.TrimSpace(flat(t, res) + " " + saying(t, res)); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	for _, message := range []string{"hold luggage please", "reserve a table for dinner", "what's the weather like there?", "how much is a taxi there?"} {
		if got := saying(t, extractFrom(t, message, after(planned, missing))); strings.Contains(got, "hold") && !strings.Contains(got, "unread") ||
			strings.Contains(got, "show") {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestChoiceBesideAChange keeps a choice that stands beside a change, and takes none where an option is only spoken of.
// Rule: 6.8.early
func TestChoiceBesideAChange(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"ok the cheapest one and stay until June 12":   "select by=cheapest",
		"Please book the option 1 for three persons":   "select position=1",
		"take the second one and make it three adults": "select position=2",
		"the second one is too late, three adults now": "sort by=departure",
	} {
		res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
		if got := saying(t, res); got != want || flat(t, res) == "" {
			t.Errorf("%q: %q, %q, want %q", message, flat(t, res), got, want)
		}
	}
}

// TestHeldToThink holds what somebody wants to think about, and nothing where the hold itself is in doubt.
func TestHeldToThink(t *testing.T) {
	t.Parallel()
	for message, holds := range map[string]bool{
		"please hold it, I need to ask the parents": true,
		"I have to ask my boss. Can you hold it?":   true,
		"maybe hold it":                                     false,
		"can you hold it? Not yet, but later?":              false,
		"we were going to hold it":                          false,
		"first I need to ask my wife, then you can hold it": false,
		"then hold it":                                      true,
		"hold it if it is refundable":                       false,
		"not sure whether to hold it":                       false,
		"yes = hold?":                                       false,
		"do you hold it for free?":                          false,
		"should I hold it or not?":                          false,
		"don't hold it, let me think":                       false,
		"why would anybody hold that?":                      false,
	} {
		got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C")))
		if strings.HasPrefix(got, "hold") != holds {
			t.Errorf("%q: %s", message, got)
		}
	}
}
