package extract_test

import "testing"

// byTimes asks which options leave or land at some time, over three options.
var byTimes = map[string]string{
	"which one leaves after 6pm?":             "sort by=departure times.end=<nil> times.start=18:00",
	"anything before 9?":                      "sort by=departure times.end=09:00 times.start=<nil>",
	"anything after 6?":                       "sort by=departure times.end=<nil> times.start=18:00",
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
