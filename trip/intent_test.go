package trip_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
)

// fullIntent has every member of the intent document under its name of formats 3.
const fullIntent = `{
 "schema":"legwork.trip_intent.v1","trip_id":"t1","created_at":"2026-03-01T09:00:00Z","updated_at":"2026-03-01T09:00:04.5Z",
 "request":{"user_message":"to London","locale":"en-GB","timezone":"Europe/London","home_airport_code":"JFK","kind":"assist","about":"documents"},
 "status":{"phase":"error","state":"retryable","missing_required":["itinerary.segments"],"assumptions":["one adult"],
 "assumption_keys":[{"key":"assume.adults","params":{"count":1}}],"notes":["n"],"note_keys":[{"key":"note.n","params":{}}],
  "conflicts":[{"code":"same_place","about":["itinerary.segments[0].destination.code"]}],
  "last_tool_error":{"tool_name":"hotel_quote_search","error":"the search took too long","at":"2026-03-01T09:00:04Z"},
  "ask":{"kind":"approve","id":"c","about":["working_memory.holds[0]"],"text":"Do you approve?","choices":[{"id":"approve","label":"Approve"}],
  "expires_at":"2026-03-01T10:00:00Z"}},
 "party":{"travelers":{"adults":2,"children":1,"infants":0},"ages":[7],"payment_method_id":"pm_1","traveler_profile_ids":["p1"],
 "contact":{"email":"a@b.example","phone":"+1"}},
 "itinerary":{"trip_type":"multi_city",
  "segments":[{"segment_id":"seg_0","origin":{"type":"airport","code":"JFK"},"destination":{"type":"city","code":"LON","city":"London",
  "country":"GB","region":"England","name":"the capital"},
   "depart_date":"2026-04-10","transport_mode":"flight","depart_time_window":{"start":"06:00","end":null}},
   {"segment_id":"seg_1","origin":{"type":null,"code":null},"destination":{"type":null,"code":null},"depart_date":null,"transport_mode":null,
   "depart_time_window":null}],
  "lodging":{"needed":true,"check_in":"2026-04-10","check_out":"2026-04-17","rooms":2,"location_hint":"near the river",
   "stays":[{"location_code":"LON","check_in":"2026-04-10","check_out":"2026-04-17","rooms":1,"location_hint":"Soho"},{"location_code":null,
   "check_in":null,"check_out":null}]},
  "ground":{"needed":true}},
 "preferences":{"flight":{"cabin":"business","max_stops":0,"avoid_red_eye":true,"preferred_airlines":["BA"]},
  "hotel":{"star_min":4,"refundable_only":false,"max_price_per_night":{"amount":"200.00","currency":"EUR"}}},
 "constraints":{"budget_total":{"amount":"4000","currency":"JPY"},"currency":"EUR","refundable_preference":true},
 "policy":{"rules":{"require_user_approval_to_purchase":false,"holds_allowed_without_approval":false,"max_nightly":{"b":2,"a":1}}},
 "scope":{"document_ids":["d1"],"owner":"ann","property_id":"p","tenant":"acme"},
 "working_memory":{
  "flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"1480.00","currency":"USD"},"refundable":true,"cabin":"economy",
   "segments":[{"from":"JFK","to":"LHR","depart_at":"2026-04-10T09:15","arrive_at":"2026-04-10T21:30","airline":"BA","flight_number":"BA178",
   "stops":0}],"fare_rules_summary":"none"}],null,[]],
  "hotel_quotes_by_stay":[[[{"option_id":"h1","hotel_name":"Riverside","star_rating":4.5,"address":"1 Quay","nightly_price":{"amount":"180.00",
  "currency":"USD"},
   "total_price":{"amount":"1260.00","currency":"USD"},"refundable":null,"room_description":"double"}],[]],null],
  "ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":"2740.00","currency":"USD"},
  "why_this_bundle":"cheap","tradeoffs":["late"]}],
  "risk_report":{"bundle_id":"b1","risks":["r"],"blocking_issues":[],"required_user_confirmations":["I accept"]},
  "selected":{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]},
  "holds":[{"hold_id":"x","item_type":"flight","option_id":"f1","expires_at":"2026-03-01T10:00:00Z","status":"held",
  "total_price":{"amount":"1500.00","currency":"USD"},"trip_id":"t0","otherwise":{"flight":{"option_id":"f1","total_price":{"amount":"1490.00",
  "currency":"USD"},"refundable":null,"cabin":null,"segments":[]}},"shown":{"stay":{"option":{"option_id":"h1","hotel_name":"Riverside",
  "star_rating":4,"nightly_price":null,"total_price":{"amount":"1260.00","currency":"USD"},"refundable":null},"check_in":"2026-04-10",
  "check_out":null},"index":2}}],
  "bookings":[{"record_locator":null,"status":"confirmed","tickets":[{"number":"1"}],"hold_ids":["x"],"booked_at":"2026-03-01T09:00:00Z","stale":true}]},
 "turn":{"number":3,"seq":17,"ordinal":2,"round":1,"failed":true,
  "outstanding":[{"call_id":"c1","name":"reservation_hold_create","write":true,"index":1,"mark":"m","key":"k","items":["f1"],"needs":"n",
  "shown":[{"flight":{"option_id":"f1","total_price":{"amount":"1480.00","currency":"USD"},"refundable":null,"cabin":null,"segments":[]},"index":1}]}],
  "settled":["c0"],"superseded":["c2"],"unknown":[{"call_id":"c3","name":"booking_confirm_and_purchase"}],
  "flight_marks":[{"at":"2026-03-01T09:00:00Z","turn":2,"args":"h"},{}],"hotel_marks":[{"turn":1}],"seeded_check_in":true,"seeded_check_out":true,
  "shown_requirements":"a","confirmed_requirements":"b","shown_ask":"c","answered":["I accept"],"hold_requested":true,"open_request":"museums?",
  "releases":["y"],
  "definite":[{"name":"reservation_hold_create","n":2}],
  "assist":{"active":true,"steps":1,"good_rounds":2,"failed_rounds":3,"calls":4,"tokens":5,"tokens_total":6,"replans":1,"used":[{"name":"search_web",
  "n":1}],"off":["search_web"],
   "prints":[{"hash":"h","successes":1,"failures":2}],"round":[{"call_id":"c","name":"search_web","print":"h","class":"ok","arguments":{"query":"x"}}],
   "answers":[{"name":"search_web","text":"t"}],"first_failure":{"tool_name":"x","error":"y","at":null},"tried":["london"],
   "plan":{"next":1,"steps":[{"id":"s","tool":"retrieve_docs","args":{"query":"q"},"done":true,"found":["d1"]}]},"plan_hashes":["p"],"recent":["m"],
   "known":["d1"]}}}`

// compact brings JSON into canonical form by other means than the package under test.
func compact(t *testing.T, text string) string {
	t.Helper()
	out, err := jcs.Transform([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTheFullDocumentIsReadAndWrittenUnderItsNames(t *testing.T) {
	in, warnings, err := trip.DecodeIntent(fullIntent)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	want := compact(t, fullIntent)
	if diff := cmp.Diff(want, string(in.AppendJSON(nil))); diff != "" {
		t.Fatal(diff)
	}
}

// An empty document has the defaults, and says so in full.
func TestTheEmptyDocumentHasTheDefaults(t *testing.T) {
	const empty = `{"schema":"legwork.trip_intent.v1","trip_id":"","created_at":null,"updated_at":null,
	 "request":{"user_message":"","locale":"en-US","timezone":"UTC","kind":"plan"},
	 "status":{"phase":"intake","state":"collecting_requirements","missing_required":[],"assumptions":[],"conflicts":[],"notes":[]},
	 "party":{"travelers":{"adults":0,"children":0,"infants":0},"traveler_profile_ids":[],"contact":{}},
	 "itinerary":{"trip_type":null,"segments":[],"lodging":{"needed":true,"check_in":null,"check_out":null,"stays":[]},"ground":{"needed":false}},
	 "preferences":{"flight":{},"hotel":{}},"constraints":{"currency":"USD","refundable_preference":false},
	 "policy":{"rules":{"require_user_approval_to_purchase":true,"holds_allowed_without_approval":true}},"scope":{"document_ids":[]},
	 "working_memory":{"flight_quotes_by_segment":[],"hotel_quotes_by_stay":[],"ranked_bundles":[],"selected":{"flight_option_ids":[],
	 "hotel_option_ids":[]},"holds":[],"bookings":[]},
	 "turn":{"outstanding":[]}}`
	nulls := strings.NewReplacer(`true`, `null`, `false`, `null`, `[]`, `null`, `""`, `null`).Replace(empty)
	for _, doc := range []string{
		`{}`, empty, nulls,
		`{"party":null,"itinerary":null,"status":{"phase":null},"turn":null,"working_memory":{"selected":null,"risk_report":null}}`,
	} {
		in, warnings, err := trip.DecodeIntent(doc)
		if err != nil || len(warnings) > 0 || !reflect.DeepEqual(in, trip.NewIntent()) {
			t.Errorf("%s: %v, %v\n%s", doc, err, warnings, cmp.Diff(trip.NewIntent(), in))
		}
		if diff := cmp.Diff(compact(t, empty), string(in.AppendJSON(nil))); diff != "" {
			t.Error(diff)
		}
	}
}

func TestUnknownFieldsAreListed(t *testing.T) {
	_, warnings, err := trip.DecodeIntent(`{"mood":"good","itinerary":{"segments":[{},{"seat":1}],"x y":{"deep":[1]}},` +
		`"policy":{"rules":{"kept":1},"other":2},"turn":{"z\u0065d":null}}`)
	want := []trip.Warning{{Path: "mood"}, {Path: "itinerary.segments[1].seat"}, {Path: `itinerary."x y"`}, {Path: "policy.other"}, {Path: "turn.zed"}}
	if diff := cmp.Diff(want, warnings); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
}

func TestShortFormsOfAnIntent(t *testing.T) {
	in, _, err := trip.DecodeIntent(`{"preferences":{"hotel":{"max_price_per_night":120.5}},"constraints":{"currency":"KWD"},
	 "itinerary":{"segments":[{"origin":"JFK","destination":{"city":"London","code":"LON"}}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := in.Preferences.Hotel.MaxPricePerNight.String(); got != "120.500 KWD" {
		t.Errorf("nightly price %s", got)
	}
	if s := in.Itinerary.Segments[0]; s.Origin != (trip.Place{Code: "JFK"}) || s.Destination != (trip.Place{Code: "LON", City: "London"}) {
		t.Errorf("places %+v", s)
	}
	in, _, err = trip.DecodeIntent(`{"preferences":{"hotel":{"max_price_per_night":"120.5"}},"constraints":{"currency":null}}`)
	if got := in.Preferences.Hotel.MaxPricePerNight.String(); err != nil || got != "120.50 USD" {
		t.Errorf("nightly price %s, %v", got, err)
	}
}

func TestIntentsThatAreMalformed(t *testing.T) {
	notes := `["` + strings.Repeat(`n","`, trip.MaxNotes) + `n"]`
	for _, c := range []struct{ in, want string }{
		{``, "malformed at byte 0: want an object, got the end of the input"},
		{`null`, "malformed at byte 0: want an object, got null"},
		{
			`{"schema":"legwork.trip_intent.v2"}`,
			`malformed schema at byte 10: want "legwork.trip_intent.v1", the schema that this version reads, got "legwork.trip_intent.v2"`,
		},
		{`{"trip_id":5}`, "malformed trip_id at byte 11: want a string, got a number"},
		{`{"created_at":"yesterday"}`, "malformed created_at at byte 14: want an RFC 3339 instant"},
		{`{"status":{"phase":"quote"}}`, `malformed status at byte 10: want a phase and a state that belong together, got "quote/"`},
		{`{"request":{"kind":""}}`, `malformed request.kind at byte 19: want plan or assist, got ""`},
		{`{"party":{"travelers":{"adults":-1}}}`, "malformed party.travelers.adults at byte 32: want an integer from 0 to 99, got -1"},
		{`{"party":{"travelers":{"adults":"2"}}}`, "malformed party.travelers.adults at byte 32: want an integer, got a string"},
		{`{"party":{"travelers":{"adults":1e99}}}`, "malformed party.travelers.adults at byte 32: want an integer of at most 2^53-1"},
		{`{"itinerary":{"trip_type":"round"}}`, `malformed itinerary.trip_type at byte 26: want one_way, round_trip, multi_city or stay_only, got "round"`},
		{`{"itinerary":{"segments":[{"depart_date":"2026-02-30"}]}}`, "malformed itinerary.segments[0].depart_date at byte 41: want a calendar day"},
		{`{"itinerary":{"segments":[null]}}`, "malformed itinerary.segments[0] at byte 26: want an element, got null"},
		{
			`{"itinerary":{"segments":[` + strings.Repeat(`{},`, trip.MaxSegments) + `{}]}}`,
			"malformed itinerary.segments at byte 25: want at most 32 elements, got more",
		},
		{
			`{"itinerary":{"lodging":{"stays":[` + strings.Repeat(`{},`, trip.MaxStays) + `{}]}}}`,
			"malformed itinerary.lodging.stays at byte 33: want at most 32 elements",
		},
		{`{"itinerary":{"lodging":{"needed":1}}}`, "malformed itinerary.lodging.needed at byte 34: want true or false, got a number"},
		{`{"constraints":{"currency":"EURO"}}`, `malformed constraints.currency at byte 27: want an active ISO 4217 code, got "EURO"`},
		{`{"constraints":{"budget_total":100}}`, "malformed constraints.budget_total at byte 31: want money as an object"},
		{
			`{"preferences":{"hotel":{"max_price_per_night":0.5}},"constraints":{"currency":"JPY"}}`,
			"malformed preferences.hotel.max_price_per_night at byte 47: want at most 0 decimals in JPY, got more",
		},
		{`{"policy":{"rules":{"a":1e999}}}`, "malformed policy.rules.a at byte 24: want JSON that has a canonical form"},
		{`{"status":{"notes":` + notes + `}}`, "malformed status.notes at byte 19: want at most 50 elements, got more"},
		{
			`{"request":{"user_message":"` + strings.Repeat("x", trip.MaxTextBytes+1) + `"}}`,
			"malformed request.user_message at byte 27: want at most 65536 bytes, got 65537",
		},
		{
			`{"working_memory":{"flight_quotes_by_segment":[[{}]]}}`,
			"malformed working_memory.flight_quotes_by_segment[0][0].total_price at byte 48: want money, got nothing",
		},
		{`{"working_memory":{"bookings":[{"tickets":{}}]}}`, "malformed working_memory.bookings[0].tickets at byte 42: want a list"},
		{`{"turn":{"assist":{"round":[{"class":"fine"}]}}}`, `malformed turn.assist.round[0].class at byte 37: want an outcome class, got "fine"`},
		{`{"turn":{"number":-1}}`, "malformed turn.number at byte 18: want an integer from 0 to"},
		{`{"x":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`, "want less nesting"},
		{`{"party":{},"party":{}}`, `malformed party at byte 12: want each member once, got a second "party"`},
	} {
		_, _, err := trip.DecodeIntent(c.in)
		var e *trip.MalformedError
		if !errors.As(err, &e) || !errors.Is(err, trip.ErrMalformed) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.90s\n got %v\nwant %s", c.in, err, c.want)
		}
	}
}

func TestMergeIntent(t *testing.T) {
	base, _, err := trip.DecodeIntent(fullIntent)
	if err != nil {
		t.Fatal(err)
	}
	before := string(base.AppendJSON(nil))
	got, warnings, err := trip.MergeIntent(base, `{"party":{"travelers":{"adults":3,"children":null},"contact":{"email":"new@b.example"}},"x":1,
	 "itinerary":{"segments":[{"segment_id":"only"}],"lodging":{"stays":[],"check_in":null}},"policy":{"rules":{"max_nightly":null,"zeta":true,"alpha":"x"}},
	 "preferences":{"flight":{"preferred_airlines":[]}},"scope":null,"status":{"state":"outcome_unknown"}}`)
	if err != nil || len(warnings) != 1 {
		t.Fatal(err, warnings)
	}
	want := base
	want.Party.Travelers.Adults, want.Party.Contact.Email = 3, "new@b.example"
	want.Itinerary.Segments, want.Itinerary.Lodging.Stays = []trip.Segment{{SegmentID: "only"}}, nil
	want.Policy.Rules.Extra = []trip.Member{{Key: "alpha", Value: `"x"`}, {Key: "max_nightly", Value: `{"a":1,"b":2}`}, {Key: "zeta", Value: `true`}}
	want.Preferences.Flight.PreferredAirlines, want.Status.Node = []string{}, trip.ErrorOutcomeUnknown
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if after := string(base.AppendJSON(nil)); after != before {
		t.Error("the base was modified")
	}
	same, _, err := trip.MergeIntent(base, `{"party":5}`)
	if err == nil || !reflect.DeepEqual(same, base) {
		t.Errorf("after error %v the intent is not the base", err)
	}
}

// A patch never modifies what the base points to, and a document is its own fixed point.
func TestMergeKeepsTheBase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, patch := drawIntent(t), drawIntent(t)
		before, doc := string(base.AppendJSON(nil)), string(patch.AppendJSON(nil))
		merged, _, err := trip.MergeIntent(base, doc)
		if err != nil {
			t.Fatal(err)
		}
		if string(base.AppendJSON(nil)) != before {
			t.Fatal("the base was modified")
		}
		again, _, err := trip.MergeIntent(merged, doc)
		if err != nil || !reflect.DeepEqual(again, merged) {
			t.Fatalf("merging twice differs from once: %v\n%s", err, cmp.Diff(merged, again))
		}
	})
}

// What a tool is shown is the document without the engine's own members.
func TestCurrentIntentOfTheExtractor(t *testing.T) {
	in, _, err := trip.DecodeIntent(fullIntent)
	if err != nil {
		t.Fatal(err)
	}
	args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: "hi", Now: in.UpdatedAt, Current: &in})
	var got struct {
		Context struct {
			Current  map[string]any `json:"current_intent"`
			Home     string         `json:"home_airport_code"`
			Now      string         `json:"now"`
			Timezone string         `json:"timezone"`
		} `json:"context"`
	}
	if err := json.Unmarshal(args, &got); err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(in.AppendJSON(nil), &want); err != nil {
		t.Fatal(err)
	}
	delete(want, "turn")
	delete(want, "working_memory")
	if diff := cmp.Diff(want, got.Context.Current); diff != "" {
		t.Error(diff)
	}
	if c := got.Context; c.Home != "JFK" || c.Now != "2026-03-01T09:00:04.5Z" || c.Timezone != "Europe/London" {
		t.Errorf("context %+v", c)
	}
}
