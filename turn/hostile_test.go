package turn_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// hostile are snapshots whose bookkeeping contradicts itself, each with a tool whose answer
// runs into it.
var hostile = map[string]struct{ intent, tool string }{
	"one of two legs is outstanding": {
		`{"status":{"state":"quoting_flights"},"party":{"travelers":{"adults":1}},"itinerary":{"segments":[{"origin":"JFK","destination":"LIS",
		"depart_date":"2026-05-04"},{"origin":"LIS","destination":"OPO","depart_date":"2026-05-06"}],"lodging":{"needed":false}},
		  "turn":{"number":1,"ordinal":1,"outstanding":[{"call_id":"c","name":"flight_quote_search"}]}}`, trip.ToolFlightSearch,
	},
	"a search of no leg": {`{"status":{"state":"quoting_flights"},"turn":{"number":1,"ordinal":1,` +
		`"outstanding":[{"call_id":"c","name":"flight_quote_search","index":31}]}}`, trip.ToolFlightSearch},
	"a search of no stay": {`{"status":{"state":"quoting_hotels"},"turn":{"number":1,"ordinal":1,` +
		`"outstanding":[{"call_id":"c","name":"hotel_quote_search","index":31}]}}`, trip.ToolHotelSearch},
	"a search far out": {`{"status":{"state":"quoting_flights"},"turn":{"number":1,"outstanding":[{"call_id":"c",` +
		`"name":"flight_quote_search","index":9007199254740991}]}}`, trip.ToolFlightSearch},
	"no calls left": {`{"turn":{"number":1,"ordinal":500,"outstanding":[{"call_id":"c","name":"trip_requirements_extract"}]}}`, trip.ToolExtract},
	"ranking of nothing": {
		`{"status":{"state":"ranking_bundles"},"turn":{"number":1,"outstanding":[{"call_id":"c","name":"trip_option_ranker"}]}}`,
		trip.ToolRank,
	},
	"a check of nothing": {`{"status":{"state":"risk_checking"},"turn":{"number":1,"hold_requested":true,` +
		`"outstanding":[{"call_id":"c","name":"policy_and_risk_check"}]}}`, trip.ToolRiskCheck},
	"a hold of nothing": {`{"status":{"state":"placing_holds"},"turn":{"number":1,"outstanding":[{"call_id":"c",` +
		`"name":"reservation_hold_create","write":true}]}}`, trip.ToolHold},
	"a purchase of nothing": {`{"status":{"state":"purchasing"},"turn":{"number":1,"outstanding":[{"call_id":"c",` +
		`"name":"booking_confirm_and_purchase","write":true}]}}`, trip.ToolPurchase},
	"a plan at no step": {
		`{"status":{"state":"working"},"turn":{"number":1,"outstanding":[{"call_id":"c","name":"web_search"}],` +
			`"assist":{"active":true,"plan":{"next":7,"steps":[]},"round":[{"call_id":"c","name":"web_search","step":8}]}}}`, trip.ToolWebSearch,
	},
	"a round of no plan step": {
		`{"status":{"state":"working"},"turn":{"number":1,"outstanding":[{"call_id":"c","name":"retrieve_docs"}],` +
			`"assist":{"active":true,"plan":{"next":0,"steps":[{"id":"a","tool":"retrieve_docs","args":{}}]},` +
			`"round":[{"call_id":"c","name":"retrieve_docs","step":9}]}}}`, trip.ToolRetrieveDocs,
	},
	"a round of a failed turn": {`{"status":{"state":"booked"},"turn":{"number":1,"failed":true,` +
		`"outstanding":[{"call_id":"c","name":"web_search"}],"assist":{"round":[{"call_id":"c","name":"web_search"}]}}}`, trip.ToolWebSearch},
	"a failed turn in another status": {`{"status":{"state":"booked"},"turn":{"number":1,"failed":true,` +
		`"outstanding":[{"call_id":"c","name":"trip_option_ranker"}]}}`, trip.ToolRank},
	"an unknown release": {`{"status":{"state":"holds_placed"},"turn":{"number":1,"unknown":[{"call_id":"c",` +
		`"name":"reservation_hold_release","write":true}]}}`, trip.ToolRelease},
	"an unknown read": {`{"status":{"state":"holds_placed"},"turn":{"number":1,"unknown":[{"call_id":"c","name":"flight_quote_search"}]}}`, trip.ToolFlightSearch},
}

// TestHostileSnapshots: a snapshot that contradicts itself is refused or gone on from, never a panic.
func TestHostileSnapshots(t *testing.T) {
	for name, tc := range hostile {
		t.Run(name, func(t *testing.T) {
			h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":` + tc.intent + `}`)
			if errors.Is(err, trip.ErrMalformed) {
				return
			}
			in, err := turn.Resume(turn.Default(), h)
			if errors.Is(err, turn.ErrIntent) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			answers := []trip.EventData{trip.ToolError{CallID: "c", ToolName: tc.tool, Error: "no"}, trip.TurnCancelled{}, trip.UserMessage{Text: "hello"}}
			for _, r := range results[tc.tool] {
				answers = append(answers, trip.ToolResult{CallID: "c", ToolName: tc.tool, Result: trip.Raw(r)})
			}
			for _, data := range answers {
				if _, _, err := turn.Step(turn.Default(), in, trip.Event{At: in.UpdatedAt + 1, Data: data}); err != nil {
					t.Errorf("%s: %v", data.Type(), err)
				}
			}
		})
	}
}
