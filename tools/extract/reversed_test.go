package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestConnectionsDenied: whoever does not want to change planes in a place is not sent through it, however they say so,
// and the journey beside it stays.
// Rule: 6.7.polarity
func TestConnectionsDenied(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"Doha", "Addis Ababa", "Frankfurt"} {
		for _, form := range []string{
			"I do not want to pass through %s", "we'd rather not travel through %s", "I don't want to transit via %s", "nothing that goes via %s",
			"no flights that stop in %s", "no flight which changes in %s", "keep me off anything that goes through %s",
			"one stop is fine, but not in %s", "a layover is okay, just not in %s", "avoid flights that go via %s",
		} {
			for _, in := range []string{"Oslo to Rome on 5 May. %s.", "%s. Oslo to Rome on 5 May.", "Oslo to Rome on 5 May, %s"} {
				said := fmt.Sprintf(in, fmt.Sprintf(form, place))
				got := flat(t, extractFrom(t, said, "{}"))
				if !strings.Contains(got, "excluded_connections[0]") || strings.Contains(got, "via") || strings.Contains(got, "multi_city") ||
					!strings.Contains(got, "destination.code=FCO") || !strings.Contains(got, "departure_date=") {
					t.Errorf("%q: %s", said, got)
				}
			}
		}
	}
}

// TestStopsDenied: who wants no change of planes flies direct, and "nothing with 2 stops" allows one.
// Rule: 6.7.polarity
func TestStopsDenied(t *testing.T) {
	t.Parallel()
	for form, stops := range map[string]string{
		"no change of planes": "0", "without a change of plane": "0", "I don't want a change of planes": "0", "nothing with 2 stops": "1",
		"nothing with two connections": "1", "we don't want 3 stops": "2", "no more than 2 stops": "2",
	} {
		got := flat(t, extractFrom(t, "Oslo to Rome on 5 May. "+form, "{}"))
		if !strings.Contains(got, "constraints.max_stops="+stops) || strings.Contains(got, "mode") {
			t.Errorf("%q: %s", form, got)
		}
	}
}

// TestListsBehindADash: what is denied before a dash does not take the list behind it along, and a limit behind "nothing
// that" is still one.
// Rule: 6.7.polarity
func TestListsBehindADash(t *testing.T) {
	t.Parallel()
	for _, begins := range []string{"we don't do Gulf carriers", "we don't like that lot", "I don't trust the small ones"} {
		for _, dash := range []string{" - ", " – "} {
			got := flat(t, extractFrom(t, "Oslo to Rome on 5 May. "+begins+dash+"no Emirates, Qatar or Etihad", "{}"))
			if !strings.Contains(got, "excluded_airlines[2]=Etihad Airways") || strings.Contains(got, "preferred") {
				t.Errorf("%q: %s", begins+dash, got)
			}
		}
	}
	readTalks(t, []talkRead{
		{
			[]string{"Oslo to Rome on 5 May, one way", "nothing that costs more than 300"},
			"constraints.budget_total.amount=300.00 constraints.budget_total.currency=USD",
		},
	})
}

// TestNoNeedOfAHotel: a hotel that nobody needs is none.
// Rule: 6.7.polarity
func TestNoNeedOfAHotel(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"hotel? no need", "hotel: no need, we're staying with mates", "none of us wants a hotel", "none of us needs a hotel, the client puts us up",
		"nobody needs a hotel", "no one wants a hotel", "a hotel, no need", "no need for a hotel", "no need of a hotel",
	} {
		got := flat(t, extractFrom(t, "Oslo to Rome on 5 May, back on 9 May. "+form, "{}"))
		if !strings.Contains(got, "lodging.needed=false") || !strings.Contains(got, "destination.code=FCO") {
			t.Errorf("%q: %s", form, got)
		}
	}
}

// TestNobodyWantsToFlyWithIt: an airline that none of those who travel wants to fly with is no wish.
// Rule: 6.7.polarity
func TestNobodyWantsToFlyWithIt(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"none of us wants to", "neither of us wants to", "nobody wants to", "no one wants to", "we never want to"} {
		for _, doing := range []string{"fly with Ryanair", "fly Ryanair", "go with Ryanair", "travel with Ryanair"} {
			got := flat(t, extractFrom(t, "Oslo to Rome on 5 May. "+who+" "+doing, "{}"))
			if !strings.Contains(got, "excluded_airlines[0]=Ryanair") || strings.Contains(got, "preferred") || !strings.Contains(got, "destination.code=FCO") {
				t.Errorf("%q: %s", who+" "+doing, got)
			}
		}
	}
}

// TestWishesBehindADenial: who begins a new sentence without a mark wishes for what stands in it.
// Rule: 6.7.polarity
func TestWishesBehindADenial(t *testing.T) {
	t.Parallel()
	for _, denied := range []string{"no kids", "never mind", "no bags", "without the kids"} {
		for _, wish := range []string{"we want to fly with Ryanair", "I want to fly with Ryanair"} {
			got := flat(t, extractFrom(t, "Oslo to Rome on 5 May. "+denied+" "+wish, "{}"))
			if strings.Contains(got, "excluded") {
				t.Errorf("%q: %s", denied+" "+wish, got)
			}
		}
	}
}

// TestLimitsThatNothingHolds: what "nothing that" bounds and the trip cannot hold is told, and never stored as another
// limit.
// Rule: 6.7.context
func TestLimitsThatNothingHolds(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"nothing that takes all day", "nothing that costs less than 100", "nothing which takes more than 5 hours"} {
		res := extractFrom(t, "Oslo to Rome on 5 May. "+limit, "{}")
		if got := flat(t, res); strings.Contains(got, "budget") || !strings.Contains(strings.Join(res.Unread, " "), limit) {
			t.Errorf("%q: %s, told %q", limit, got, res.Unread)
		}
	}
	got := flat(t, extractFrom(t, "Oslo to Rome 5 May, stop in Paris for 2 nights but not in a hotel", "{}"))
	if !strings.Contains(got, "lodging.needed=false") {
		t.Errorf("not in a hotel: %s", got)
	}
}

// TestNoStopIsNonstop reads a stop that is not wanted, in whatever words, and "stop" of something else as none.
// Rule: 6.7.polarity
func TestNoStopIsNonstop(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"London to Rome, no stop", "no stop please, London to Rome", "London to Rome without a stop", "London to Rome without stop",
		"I don't want a stop, London to Rome", "London to Rome and I don't want to stop", "no stopover, London to Rome",
		"London to Rome without a stop on the way", "we won't have a stop, London to Rome", "von London nach Rom, ohne Halt",
	} {
		if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, "constraints.max_stops=0") {
			t.Errorf("%q: %s", said, got)
		}
	}
	for said, want := range map[string]string{
		"two stops is too many": "max_stops=1", "one stop is too much": "max_stops=0", "one stop too many": "max_stops=0",
		"3 stops are way too many": "max_stops=2", "two stops are fine": "max_stops=2",
	} {
		if got := flat(t, extractFrom(t, "London to Rome 5 May, "+said, "{}")); !strings.Contains(got, "constraints."+want) {
			t.Errorf("%q: %s", said, got)
		}
	}
	for _, said := range []string{"I can't stop thinking of Rome, from London", "please don't stop looking, London to Rome"} {
		if got := flat(t, extractFrom(t, said, "{}")); strings.Contains(got, "constraints.") || !strings.Contains(got, "destination.code=FCO") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestNoBeforeAnOrder takes the "no" before what is wanted for an answer: it denies nothing behind it.
// Rule: 6.7.polarity
func TestNoBeforeAnOrder(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"no just fly", "no just flights", "no just direct flights", "no, just the flights", "no just a flight"} {
		got := flat(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B")))
		if strings.Contains(got, "mode") || strings.Contains(got, "excluded") {
			t.Errorf("%q: %s", said, got)
		}
	}
}
