package applier_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

var defaults = catalog.Default()

// held is a trip with everything that a change can clear.
const held = `{"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"one_way","segments":[{"origin":"JFK","destination":"LIS",
		"depart_date":"2026-05-04"}],
	"lodging":{"check_in":"2026-05-04","check_out":"2026-05-06","stays":[]}},"preferences":{"flight":{"preferred_airlines":["TP","UA"]}},
	"policy":{"rules":{"max_fare":"500"}},
	"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":610,"currency":"USD"}}]],
	"hotel_quotes_by_stay":[[[{"option_id":"h1","total_price":{"amount":300,"currency":"USD"}}]]],
	"ranked_bundles":[{"bundle_id":"b1"}],"selected":{"bundle_id":"b1"},"risk_report":{"bundle_id":"b1"},"holds":[{"hold_id":"H1","item_type":"flight",
	"option_id":"f1","status":"held"}]}}`

func intent(t *testing.T, doc string) trip.Intent {
	t.Helper()
	in, warnings, err := trip.DecodeIntent(doc)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v, warnings %v", err, warnings)
	}
	return in
}

// left names what a patch has left of the working memory.
func left(in *trip.Intent) []string {
	var out []string
	w := &in.WorkingMemory
	for name, there := range map[string]bool{
		"flights": len(w.FlightQuotes) > 0 && w.FlightQuotes[0] != nil, "hotels": len(w.HotelQuotes) > 0 && w.HotelQuotes[0] != nil,
		"bundles": len(w.RankedBundles) > 0, "selection": w.Selected.BundleID != "", "risk": w.RiskReport != nil, "holds": len(w.Holds) > 0,
	} {
		if there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// TestPatchClears holds every row of the rule book's table of what a change clears.
func TestPatchClears(t *testing.T) {
	all := []string{"bundles", "flights", "holds", "hotels", "risk", "selection"}
	quotes := []string{"flights", "hotels"}
	for patch, want := range map[string][]string{
		`{"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-05"}]}}`:                            {"hotels"},
		`{"itinerary":{"segments":[{"origin":"JFK","destination":"OPO","depart_date":"2026-05-04"}]}}`:                            nil,
		`{"itinerary":{"segments":[{"origin":{"code":"JFK","city":"New York"},"destination":"LIS","depart_date":"2026-05-04"}]}}`: all,
		`{"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04",` +
			`"transport_mode":"train"}]}}`: {"hotels"},
		`{"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04","depart_time_window":{"start":"08:00","end":"12:00"}}]}}`: quotes,
		`{"preferences":{"flight":{"cabin":"business"}}}`:                         {"hotels"},
		`{"preferences":{"flight":{"preferred_airlines":["TP","UA"]}}}`:           all,
		`{"itinerary":{"lodging":{"check_out":"2026-05-07"}}}`:                    {"flights"},
		`{"itinerary":{"lodging":{"location_hint":"near the river"}}}`:            quotes,
		`{"itinerary":{"lodging":{"needed":false}}}`:                              {"flights"},
		`{"preferences":{"hotel":{"star_min":4}}}`:                                {"flights"},
		`{"party":{"travelers":{"adults":3}}}`:                                    nil,
		`{"party":{"travelers":{"infants":1}}}`:                                   nil,
		`{"policy":{"rules":{"max_fare":"600"}}}`:                                 {"bundles", "flights", "holds", "hotels", "selection"},
		`{"policy":{"rules":{"require_user_approval_to_purchase":false}}}`:        {"bundles", "flights", "holds", "hotels", "selection"},
		`{"constraints":{"currency":"EUR"}}`:                                      {"bundles", "flights", "holds", "hotels", "selection"},
		`{"constraints":{"budget_total":{"amount":"900.00","currency":"USD"}}}`:   quotes,
		`{"constraints":{"refundable_preference":true}}`:                          quotes,
		`{"party":{"contact":{"email":"ann@example.org"}}}`:                       all,
		`{"itinerary":{"trip_type":"multi_city"}}`:                                all,
		`{"itinerary":{"trip_type":"stay_only"}}`:                                 {"hotels"},
		`{"request":{"user_message":"hello","timezone":"Europe/Lisbon"}}`:         all,
		`{"party":{"travelers":{"adults":2,"children":null}},"constraints":null}`: all,
		`{"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],` +
			`"lodging":{"check_in":"2026-05-04"}},"status":{"notes":["seen"]}}`: all,
	} {
		in := intent(t, held)
		before := in.AppendJSON(nil)
		next, warnings, err := applier.Patch(in, trip.Raw(patch))
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v, warnings %v", patch, err, warnings)
			continue
		}
		if got := left(&next); !slices.Equal(got, want) {
			t.Errorf("%s\nleaves %v\nwant   %v", patch, got, want)
		}
		if !bytes.Equal(before, in.AppendJSON(nil)) {
			t.Errorf("%s modified its input", patch)
		}
		released := slices.Equal(next.Turn.Releases, []string{"H1"})
		if released != !slices.Contains(want, "holds") {
			t.Errorf("%s: to be released %v, holds left %v", patch, next.Turn.Releases, want)
		}
		if list := paths(in, next); !slices.IsSorted(list) {
			t.Errorf("%s: %v is not sorted", patch, list)
		}
	}
}

// paths are those of the leaves in which two intents differ.
func paths(before, after trip.Intent) []string {
	list := []string{}
	for _, c := range applier.Diff(before, after) {
		list = append(list, c.Path)
	}
	return list
}

// TestPatchPaths checks that changed paths are exact to the leaf.
func TestPatchPaths(t *testing.T) {
	for patch, want := range map[string][]string{
		`{}`:                                   {},
		`{"party":{"travelers":{"adults":1}}}`: {"party.travelers.adults"},
		`{"constraints":{"budget_total":{"amount":5,"currency":"USD"}}}`: {"constraints.budget_total.amount", "constraints.budget_total.currency"},
		`{"itinerary":{"segments":[{"segment_id":"s","origin":{"code":"JFK","city":"New York"},"depart_date":"2026-05-04"}]}}`: {
			"itinerary.segments[0].depart_date", "itinerary.segments[0].origin.city", "itinerary.segments[0].origin.code", "itinerary.segments[0].segment_id",
		},
		`{"scope":{"document_ids":["a","b"]},"policy":{"rules":{"zones":{"a":[1,{"b":2}]}}}}`: {
			"policy.rules.zones.a[0]", "policy.rules.zones.a[1].b", "scope.document_ids[0]", "scope.document_ids[1]",
		},
	} {
		next, _, err := applier.Patch(trip.NewIntent(), trip.Raw(patch))
		if err != nil {
			t.Errorf("%s: %v", patch, err)
			continue
		}
		if got := paths(trip.NewIntent(), next); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %v\nwant %v", patch, got, want)
		}
		back := applier.Diff(next, trip.NewIntent())
		for i, c := range applier.Diff(trip.NewIntent(), next) {
			if back[i].Path != c.Path || back[i].Before != c.After || back[i].After != c.Before {
				t.Errorf("%s: the difference back is %+v, there %+v", patch, back[i], c)
			}
		}
	}
}

// TestPatchReplacesLists shortens a list: the paths are those of its elements.
func TestPatchReplacesLists(t *testing.T) {
	in := intent(t, `{"scope":{"document_ids":["a","b","c"]},"status":{"missing_required":["x"]}}`)
	next, _, err := applier.Patch(in, `{"scope":{"document_ids":["a","d"]},"status":{"missing_required":[]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"scope.document_ids[1]", "scope.document_ids[2]", "status.missing_required[0]"}; !slices.Equal(paths(in, next), want) {
		t.Errorf("got %v, want %v", paths(in, next), want)
	}
	if !slices.Equal(next.Scope.DocumentIDs, []string{"a", "d"}) || !slices.Equal(in.Scope.DocumentIDs, []string{"a", "b", "c"}) {
		t.Errorf("next %v, in %v", next.Scope.DocumentIDs, in.Scope.DocumentIDs)
	}
}

func TestPatchRefusals(t *testing.T) {
	in := intent(t, held)
	for _, patch := range []trip.Raw{``, `[]`, `{"party":5}`, `{"party":{"travelers":{"adults":"two"}}}`, `{"status":{"phase":"lost"}}`} {
		next, _, err := applier.Patch(in, patch)
		if !errors.Is(err, applier.ErrPatch) || !bytes.Equal(next.AppendJSON(nil), in.AppendJSON(nil)) {
			t.Errorf("%s: error %v", patch, err)
		}
	}
	if _, warnings, err := applier.Patch(in, `{"colour":"blue","party":{"mood":"good"}}`); err != nil || len(warnings) != 2 {
		t.Errorf("%v, warnings %v, want two", err, warnings)
	}
}

func TestApplyRefusals(t *testing.T) {
	in := trip.NewIntent()
	_, _, err := applier.Apply(defaults, in, trip.ToolResult{ToolName: trip.ToolRank, Value: &trip.BundleResult{}})
	if !errors.Is(err, applier.ErrNotQueued) {
		t.Errorf("a result of no call: %v", err)
	}
	in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: trip.ToolRank}, {CallID: "d", Name: trip.ToolSearchPlaces}}
	_, _, err = apply(defaults, in, trip.ToolResult{ToolName: trip.ToolRank, Result: `{}`})
	if !errors.Is(err, applier.ErrResult) {
		t.Errorf("a broken result: %v", err)
	}
	_, _, err = apply(defaults, in, trip.ToolResult{ToolName: trip.ToolSearchPlaces, Result: `{"results":5}`})
	if !errors.Is(err, applier.ErrResult) {
		t.Errorf("a broken result that nobody writes: %v", err)
	}
	next, _, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolRank, Result: `{"bundles":[{"bundle_id":"b1"}]}`})
	if err != nil || len(next.WorkingMemory.RankedBundles) != 1 || !slices.Contains(paths(in, next), "working_memory.ranked_bundles[0].bundle_id") {
		t.Errorf("%v: %v, %v", err, next.WorkingMemory.RankedBundles, paths(in, next))
	}
}

// TestNullBehindAValue: a null takes its value back, whatever stands before it in the patch.
func TestNullBehindAValue(t *testing.T) {
	in := intent(t, `{"party":{"travelers":{"adults":2},"contact":{"email":"ann@example.org","phone":"1"}}}`)
	next, err := applier.Amend(defaults, in, `{"party":{"travelers":{"children":1},"contact":{"email":"bob@example.org","phone":null}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if c := next.Party.Contact; c.Email != "bob@example.org" || c.Phone != "" || next.Party.Travelers.Children != 1 {
		t.Errorf("the party is %+v", next.Party)
	}
}
