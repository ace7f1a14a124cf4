package turn_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestOpenTrips folds random trips whose days and places are open, with searches that fail or find nothing: at most as
// many searches are queued as the policy says, none twice, nothing but flights; what is listed has been found, and the
// choice of one sets all days.
// Rule: 5.8.searches, 5.8.shared, 5.8.list, 5.8.choose
func TestOpenTrips(t *testing.T) { rapid.Check(t, foldOpen) }

// drawOpen draws a trip whose days, and maybe whose destination, are open.
func drawOpen(t *rapid.T) trip.Intent {
	in := trip.NewIntent()
	in.TripID = "open"
	in.Party.Travelers.Adults, in.Itinerary.Lodging.Needed = 1, false
	from := trip.NewDate(2026, 5, 1).AddDays(rapid.IntRange(0, 40).Draw(t, "from"))
	leg := trip.Segment{
		Origin: trip.Place{Code: "BOS"}, Destination: trip.Place{Code: "LIS"},
		DepartBetween: trip.DayRange{From: from, To: from.AddDays(rapid.IntRange(1, 40).Draw(t, "days"))},
	}
	if rapid.Bool().Draw(t, "routes") {
		leg.Alternatives.Destination = []trip.Place{{Code: "FAO"}}
	}
	in.Itinerary.Segments = []trip.Segment{leg}
	if rapid.Bool().Draw(t, "back") {
		in.Itinerary.TripType = trip.RoundTrip
		least := rapid.Int64Range(1, 9).Draw(t, "least")
		in.Itinerary.Nights = trip.Nights{Min: least, Max: least + rapid.Int64Range(0, 4).Draw(t, "more")}
		in.Itinerary.Segments = append(in.Itinerary.Segments,
			trip.Segment{SegmentID: trip.SegmentReturn, Origin: leg.Destination, Destination: leg.Origin})
	}
	return in
}

func foldOpen(t *rapid.T) {
	cfg := turn.Default()
	cfg.Policy.MaxDateSearches = rapid.Int64Range(0, 14).Draw(t, "most")
	limit := int(cfg.Policy.MaxDateSearches)
	if limit == 0 {
		limit = trip.DefaultDateSearches
	}
	in := drawOpen(t)
	at := trip.Instant(1_772_355_600_000_000_000) // 2026-03-01T09:00:00Z
	step := func(data trip.EventData) trip.Decision {
		at += 1_000_000_000
		next, d, err := turn.Step(cfg, in, trip.Event{Trip: "open", Seq: in.Turn.Seq + 1, At: at, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		in = next
		return d
	}
	calls, asked := step(trip.IntentReady{}).ToolCalls, map[string]bool{}
	if missing := in.Status.MissingRequired; len(missing) > 0 {
		if limit >= len(in.Itinerary.Segments) {
			t.Fatalf("%v are asked for, though %d searches are allowed", missing, limit)
		}
		return
	}
	if len(calls) > limit || len(calls) == 0 {
		t.Fatalf("%d searches, at most %d", len(calls), limit)
	}
	for i, c := range calls {
		args := string(trip.AppendArguments(nil, c.Arguments))
		if c.Name != trip.ToolFlightSearch || asked[args] {
			t.Fatalf("%s %s is searched beside the days, or twice", c.Name, args)
		}
		asked[args] = true
		var data trip.EventData = trip.ToolResult{CallID: c.CallID, ToolName: c.Name, Result: `{"options":[]}`}
		switch rapid.IntRange(0, 5).Draw(t, "outcome") {
		case 0:
			data = trip.ToolError{CallID: c.CallID, ToolName: c.Name, Error: "no", Code: string(trip.ClassTimeout)}
		case 1:
		default:
			price := fmt.Sprintf(`{"options":[{"option_id":"f%d","total_price":{"amount":"%d.00","currency":"USD"}}]}`, i, 100+i)
			data = trip.ToolResult{CallID: c.CallID, ToolName: c.Name, Result: trip.Raw(price)}
		}
		if d := step(data); len(d.ToolCalls) > 0 || d.Ask != nil && i < len(calls)-1 {
			t.Fatalf("search %d of %d is followed by %d calls and %v", i+1, len(calls), len(d.ToolCalls), d.Ask)
		}
	}
	ask := in.Status.Ask
	if ask == nil || ask.Key != trip.KeyDays {
		return
	}
	if len(ask.Choices) != len(in.Turn.Days) || len(ask.Choices) > 8 {
		t.Fatalf("%d choices of %d plans", len(ask.Choices), len(in.Turn.Days))
	}
	choice := rapid.IntRange(0, len(ask.Choices)-1).Draw(t, "choice")
	plan := in.Turn.Days[choice]
	d := step(trip.UserAnswered{AskID: ask.ID, ChoiceID: ask.Choices[choice].ID})
	for i, l := range in.Itinerary.Segments {
		if is := plan.Legs[i]; l.DepartDate != is.Day || l.Destination.Code != is.Destination || l.IsOpen() {
			t.Fatalf("leg %d is %v, not %v", i, l, is)
		}
	}
	if len(d.ToolCalls) != 1 || d.ToolCalls[0].Name != trip.ToolRank {
		t.Fatalf("what was found is not ranked: %v", d.ToolCalls)
	}
}
