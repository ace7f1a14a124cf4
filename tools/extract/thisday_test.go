package extract_test

import (
	"strings"
	"testing"
)

// TestThisEvening: a part of today is a day and a time, however it is said; who cannot fly then cannot fly today.
// Rule: 6.7.time
func TestThisEvening(t *testing.T) {
	t.Parallel()
	const trip = "destination.code=FCO origin.code=VIE "
	for when, window := range map[string]string{
		"tonight": "end=<nil> start=17:00", "this evening": "end=<nil> start=17:00", "this afternoon": "end=18:00 start=12:00",
		"this morning": "end=12:00 start=04:00",
	} {
		start, end, _ := strings.Cut(window, " ")
		window = "segments[0].depart_time_window." + start + " segments[0].depart_time_window." + end
		for _, form := range []string{"Vienna to Rome %", "from Vienna % to Rome", "%, Vienna to Rome"} {
			message := strings.ReplaceAll(form, "%", when)
			readTalks(t, []talkRead{{[]string{message}, "dates.departure_date=2026-03-04 " + trip + window}})
		}
		for _, aside := range []string{
			"I told you so %, Vienna to Rome on 12 April", "% I saw a flight, Vienna to Rome on 12 April",
			"my boss asked me % to go from Vienna to Rome on 12 April", "we talked %, Vienna to Rome on 12 April",
		} {
			res := extractFrom(t, strings.ReplaceAll(aside, "%", when), "{}")
			if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-04-12" || d.ReturnDate != "" || len(res.TripIntent.Segments) > 0 {
				t.Errorf("%q, %s: %s", aside, when, flatPlan(t, res))
			}
			if len(res.Unread) == 0 || !strings.Contains(strings.Join(res.Unread, " "), when) {
				t.Errorf("%q, %s: unread %q", aside, when, res.Unread)
			}
		}
		res := extractFrom(t, "I can't travel "+when+", Vienna to Rome tomorrow", "{}")
		if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-03-05" || len(res.TripIntent.Segments) > 0 {
			t.Errorf("not %s: %s", when, flatPlan(t, res))
		}
		for _, not := range []string{"I can't fly ", "we don't want to fly ", "I don't want to leave "} {
			res := extractFrom(t, not+when, after(planned, ""))
			if when != "this morning" && (len(res.TripIntent.ExcludedDays) != 1 || len(res.Unread) > 0) {
				t.Errorf("%q: %+v, told %q", not+when, res.TripIntent.ExcludedDays, res.Unread)
			}
		}
	}
}

// TestLandingTonight: who is to be there tonight lands then, and an hour that is said of it is the time.
// Rule: 6.7.time
func TestLandingTonight(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"Vienna to Rome arriving tonight": "arrive_time_window", "Vienna to Rome, landing tonight": "arrive_time_window",
		"Vienna to Rome tonight at 11pm": "depart_time_window.start=22:00", "leaving tonight, Vienna to Rome": "depart_time_window.start=17:00",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, want) || strings.Count(got, "window") != 2 {
			t.Errorf("%q: %s, want %s", message, got, want)
		}
	}
}

// TestHoursAsWritten reads an hour in the ways of other countries, and a limit behind it.
// Rule: 6.7.time
func TestHoursAsWritten(t *testing.T) {
	t.Parallel()
	const trip, window = "dates.departure_date=2026-04-12 destination.code=FCO origin.code=VIE", " segments[0].depart_time_window."
	for message, bound := range map[string]string{
		"after 16h00": "start=16:00", "leaving after 14h": "start=14:00", "before 9h30": "end=09:30", "no earlier than 14h": "start=14:00",
		"2pm or later": "start=14:00", "2 pm or after": "start=14:00", "14:00 or later": "start=14:00", "7pm or earlier": "end=19:00",
		"at 6 pm at the latest": "end=18:00",
	} {
		want := window + bound + window + "start=<nil>"
		if strings.HasPrefix(bound, "start") {
			want = window + "end=<nil>" + window + bound
		}
		readTalks(t, []talkRead{{[]string{"Vienna to Rome on 12 April, " + message}, trip + want}})
	}
}
