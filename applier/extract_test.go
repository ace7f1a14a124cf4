package applier_test

import (
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// TestLegsAreCopiedOnlyWhenTheyChange: a message that says again what is known leaves the list of legs
// where it is, and one that changes a leg leaves the list before it alone.
func TestLegsAreCopiedOnlyWhenTheyChange(t *testing.T) {
	const said = `{"trip_intent":{"dates":{"departure_date":"2026-05-01","return_date":"2026-05-08"},"destination":"LHR","origin":"JFK","travelers":{"adults":2},"trip_type":"round_trip"}}`
	extract := func(in trip.Intent, result trip.Raw) trip.Intent {
		in.UpdatedAt = 1_772_355_600_000_000_000
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
		next, _, err := applier.Apply(catalog.Default(), in, trip.ToolResult{ToolName: trip.ToolExtract, Result: result})
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
}
