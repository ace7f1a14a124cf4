package tally_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/tally"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// count tallies one recording.
func count(t *testing.T, lines ...string) *tally.Tally {
	t.Helper()
	all := tally.New()
	w := all.Trip()
	for s, err := range replay.New("t.jsonl", turn.Default(), replay.Options{}).Lines(strings.NewReader(
		strings.Join(lines, "\n") + "\n")) {
		if err != nil {
			t.Fatal(err)
		}
		w.Step(s)
	}
	w.End()
	return all
}

const (
	ready = `{"recording":"legwork/1","intent":{"party":{"travelers":{"adults":1}},"itinerary":{"segments":[` +
		`{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],"lodging":{"needed":false}}}}`
	start   = `{"type":"INTENT_READY"}`
	timeout = `{"type":"TOOL_ERROR","data":{"tool_name":"flight_quote_search","code":"timeout","error":"slow"}}`
	denied  = `{"type":"TOOL_ERROR","data":{"tool_name":"flight_quote_search","code":"denied","error":"no"}}`
	late    = `{"type":"TOOL_RESULT","data":{"call_id":"nobody","tool_name":"flight_quote_search","result":{"options":[]}}}`
)

func TestCounts(t *testing.T) {
	got := count(t, ready, start, timeout, start, denied, late, start)
	if got.Trips != 1 || got.Events != 6 || got.Turns != 3 || got.Bookings != 0 {
		t.Errorf("got %d trips, %d events, %d turns, %d bookings", got.Trips, got.Events, got.Turns, got.Bookings)
	}
	if got.Calls != 3 || got.Retried != 2 || got.Repeated != 0 || got.Open != 1 || got.Wasted.Unused != 1 {
		t.Errorf("got %d calls, %d retried, %d repeated, %d open, %+v", got.Calls, got.Retried, got.Repeated, got.Open,
			got.Wasted)
	}
	search := got.Tools[trip.ToolFlightSearch]
	if search.Classes[trip.ClassTimeout] != 1 || search.Classes[trip.ClassDenied] != 1 || got.States["quote/quoting_flights"] != 1 {
		t.Errorf("got %v, %v", search.Classes, got.States)
	}
	if got.Rules["1.1.intent-ready"] != 3 {
		t.Errorf("got %v", got.Rules)
	}
	twice := tally.New()
	twice.Add(got)
	twice.Add(got)
	if twice.Trips != 2 || twice.Calls != 6 || twice.Tools[trip.ToolFlightSearch].Open != 2 {
		t.Errorf("added twice: %+v", twice)
	}
}

func TestSpread(t *testing.T) {
	var s tally.Spread
	for v := range int64(1000) {
		s.Add(v)
	}
	for p, want := range map[int64]int64{1: 9, 50: 499, 90: 899, 100: 999} {
		if got := s.Percentile(p); got < want || got > want+want/16 {
			t.Errorf("percentile %d of 0 to 999 is %d, want %d and at most a sixteenth more", p, got, want)
		}
	}
	if s.N() != 1000 || s.Max() != 999 {
		t.Errorf("got %d numbers, the greatest %d", s.N(), s.Max())
	}
}
