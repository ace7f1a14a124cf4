package applier_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// TestLegsAreCopiedOnlyWhenTheyChange: a message that says again what is known leaves the list of legs
// where it is, and one that changes a leg leaves the list before it alone.
func TestLegsAreCopiedOnlyWhenTheyChange(t *testing.T) {
	const said = `{"trip_intent":{"dates":{"departure_date":"2026-05-01","return_date":"2026-05-08"},` +
		`"destination":"LHR","origin":"JFK","travelers":{"adults":2},"trip_type":"round_trip"}}`
	extract := func(in trip.Intent, result trip.Raw) trip.Intent {
		in.UpdatedAt = 1_772_355_600_000_000_000
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
		next, _, err := apply(catalog.Default(), in, trip.ToolResult{ToolName: trip.ToolExtract, Result: result})
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	before := extract(trip.NewIntent(), said)
	if len(before.Itinerary.Segments) != 2 {
		t.Fatalf("got %d legs, want 2", len(before.Itinerary.Segments))
	}
	if again := extract(before, said); &again.Itinerary.Segments[0] != &before.Itinerary.Segments[0] {
		t.Error("the legs were copied though none changed")
	}
	text := string(before.AppendJSON(nil))
	for _, result := range []trip.Raw{
		`{"trip_intent":{"origin":"EWR"}}`, `{"trip_intent":{"dates":{"return_date":"2026-05-09"}}}`, `{"trip_intent":{"trip_type":"one_way"}}`,
		`{"trip_intent":{"segments":[{},{},{"origin":"CDG"}]}}`,
	} {
		if after := extract(before, result); string(after.AppendJSON(nil)) == text {
			t.Errorf("%s changes nothing", result)
		}
		if string(before.AppendJSON(nil)) != text {
			t.Fatalf("%s modified the intent that it was applied to", result)
		}
	}
	legs := slices.Grow(slices.Clone(before.Itinerary.Segments[:1]), 4)
	for _, result := range []trip.Raw{`{"trip_intent":{"segments":[{},{"origin":"CDG"}]}}`, `{"trip_intent":{"dates":{"return_date":"2026-05-09"}}}`} {
		one := before
		one.Itinerary.Segments = legs
		if after := extract(one, result); len(after.Itinerary.Segments) != 2 {
			t.Errorf("%s: got %d legs, want 2", result, len(after.Itinerary.Segments))
		}
		if spare := legs[:2][1]; !spare.Equal(trip.Segment{}) {
			t.Errorf("%s wrote behind the legs of the intent that it was applied to", result)
		}
	}
}

// TestReturnLegThatIsTheFirst: a snapshot may have a return leg and none before it, which then follows
// its own places.
func TestReturnLegThatIsTheFirst(t *testing.T) {
	in, _, err := trip.DecodeIntent(`{"itinerary":{"segments":[{"destination":"JFK","origin":"LHR","segment_id":"seg_return"}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	in.UpdatedAt = 1_772_355_600_000_000_000
	in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	text := string(in.AppendJSON(nil))
	const said = `{"trip_intent":{"dates":{"return_date":"2026-05-09"},"destination":"LHR","origin":"JFK","trip_type":"round_trip"}}`
	next, _, err := apply(catalog.Default(), in, trip.ToolResult{ToolName: trip.ToolExtract, Result: said})
	if err != nil {
		t.Fatal(err)
	}
	if s := next.Itinerary.Segments[0]; s.Origin.Code != "LHR" || s.Destination.Code != "LHR" {
		t.Errorf("the leg goes from %q to %q, want from LHR to LHR", s.Origin.Code, s.Destination.Code)
	}
	if string(in.AppendJSON(nil)) != text {
		t.Error("the intent before was modified")
	}
}

// TestLanguageOfTheMessages: a locale of English gives way to the language that the reading of a message tells, and one
// of another language stays.
// Rule: 7.0.first-message
func TestLanguageOfTheMessages(t *testing.T) {
	for locale, want := range map[string]string{"en-US": "de", "en-GB": "de", "en": "de", "de-AT": "de-AT", "fr-FR": "fr-FR"} {
		in := trip.NewIntent()
		in.Request.Locale, in.UpdatedAt = locale, 1_772_355_600_000_000_000
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
		next, _, err := apply(catalog.Default(), in, trip.ToolResult{ToolName: trip.ToolExtract, Result: `{"language":"de"}`})
		if err != nil || next.Request.Locale != want {
			t.Errorf("%s: got %q, want %q; %v", locale, next.Request.Locale, want, err)
		}
	}
}
