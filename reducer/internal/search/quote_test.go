package search

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Readings of a message, as far as they tell whether there is a reason to search again.
var (
	says    = &trip.Extraction{Acts: []trip.Act{{Kind: trip.ActShow}}, Unread: []string{"hm"}}
	mumbles = &trip.Extraction{Unread: []string{"hm"}}
)

// Quotes are used again while they are young and of the same search; an empty result in its own turn, or after a message
// that brings nothing new.
func TestFresh(t *testing.T) {
	t.Parallel()
	const now, ttl, turn = trip.Instant(1_000_000) * nanosPerSecond, 600, 7
	mark := func(age int64, turn int64) trip.QuoteMark {
		return trip.QuoteMark{Args: "a", At: now - trip.Instant(age*nanosPerSecond), Turn: turn}
	}
	for name, c := range map[string]struct {
		mark    trip.QuoteMark
		empty   bool
		reading *trip.Extraction
		changed bool
		want    bool
	}{
		"young":                           {mark(ttl-1, 6), false, nil, false, true},
		"too old":                         {mark(ttl, 6), false, nil, false, false},
		"of another search":               {trip.QuoteMark{Args: "b", At: now, Turn: 6}, false, nil, false, false},
		"of a time to come":               {mark(-1, 6), false, nil, false, false},
		"of a time to come, in this turn": {mark(-1, turn), false, nil, false, true},
		"without a time":                  {trip.QuoteMark{Args: "a"}, false, nil, false, true},
		"empty":                           {mark(1, 6), true, nil, false, false},
		"empty, in this turn":             {mark(1, turn), true, nil, false, true},
		"empty, after nothing new":        {mark(1, 6), true, says, false, true},
		"empty, after words in vain":      {mark(1, 6), true, mumbles, false, true},
		"empty, after no words":           {mark(1, 6), true, &trip.Extraction{}, false, false},
		"empty, after a change":           {mark(1, 6), true, says, true, false},
	} {
		in := trip.NewIntent()
		in.Turn.Number = turn
		s := deciding(&in)
		s.Policy.QuoteTTLSeconds = ttl
		s.At, s.Reading, s.Changed = now, c.reading, c.changed
		if got := s.fresh([]trip.QuoteMark{{}, c.mark}, 1, "a", c.empty); got != c.want {
			t.Errorf("%s: fresh is %t", name, got)
		}
		if told := slices.Contains(s.D.Rules, "1.4.empty-idle"); told != (c.empty && c.reading != nil && c.want) {
			t.Errorf("%s: by the rules %v", name, s.D.Rules)
		}
		if s.fresh([]trip.QuoteMark{c.mark}, 1, "a", false) {
			t.Errorf("%s: quotes of which no search is known are fresh", name)
		}
	}
}

// Where nothing is found, the limit for a night is named when it is about a stay, and what of a message could not be
// used is told once: here, or by what told the rest of it.
func TestNothingFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flights int
		rooms   trip.HotelQuotes
		nightly any
	}{
		{0, trip.HotelQuotes{{{OptionID: "h"}}}, nil},
		{1, trip.HotelQuotes{{}}, "90.00 EUR"},
	} {
		in := trip.NewIntent()
		in.Status.Node = trip.QuotingHotels
		in.Itinerary.Segments = []trip.Segment{{}}
		in.Itinerary.Lodging.Needed = true
		in.Preferences.Hotel.MaxPricePerNight = money(9000, "EUR")
		in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{make(trip.FlightQuotes, c.flights)}
		if in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{nil}; deciding(&in).allSearched() {
			t.Error("a stay without quotes is searched")
		}
		in.WorkingMemory.HotelQuotes[0] = c.rooms
		if !deciding(&in).allSearched() {
			t.Error("a stay with quotes is not searched")
		}
		for reading, want := range map[*trip.Extraction]int{nil: 1, says: 1, mumbles: 2} {
			now := in
			s := deciding(&now)
			s.Reading = reading
			s.quoted()
			if len(s.D.UI) != want || s.D.UI[want-1].Params.Get("nightly") != c.nightly {
				t.Errorf("%d flights, rooms %v, of %v: %v", c.flights, c.rooms, reading, s.D.UI)
			}
		}
	}
}
