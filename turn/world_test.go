package turn_test

import (
	"cmp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// canary stands in every raw error text. It must not appear in any output.
const canary = "canary-7f3a9c"

// headers are the starts of random trips: empty, complete, half-way, and such as only another
// system could have written.
var headers = []string{
	`{}`,
	`{"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"round_trip","segments":[{"origin":"JFK",` +
		`"destination":"LIS","depart_date":"2026-05-04"},{"origin":"LIS","destination":"JFK","depart_date":"2026-05-09"}],` +
		`"lodging":{"check_in":"2026-05-04","check_out":"2026-05-09"}}}`,
	`{"party":{"travelers":{"adults":5,"infants":1}},"itinerary":{"trip_type":"multi_city","segments":[{"origin":"JFK",` +
		`"destination":{"code":"LIS","city":"Lisbon"},"depart_date":"2026-05-04"},{"origin":"LIS","destination":"OPO",` +
		`"depart_date":"2026-05-06","transport_mode":"train"}],"lodging":{"stays":[{"location_code":"LIS",` +
		`"location_hint":"Rua Augusta 6, Lisbon","check_in":"2026-05-04","check_out":"2026-05-06"},{"location_code":"OPO",` +
		`"check_in":"2026-05-06","check_out":"2026-05-08"}]}}}`,
	`{"status":{"state":"holds_placed"},"party":{"travelers":{"adults":1}},"itinerary":{"segments":[{"origin":"JFK",` +
		`"destination":"LIS","depart_date":"2026-05-04"}],"lodging":{"needed":false}},` +
		`"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":610,"currency":"USD"}}]],` +
		`"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"]},{"bundle_id":"b2","flight_option_ids":["f2"]}],` +
		`"selected":{"bundle_id":"b1"},"risk_report":{"required_user_confirmations":["No refund."]},` +
		`"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held",` +
		`"expires_at":"2026-03-01T12:00:00Z"}],"bookings":[{"record_locator":"OLD","status":"confirmed"}]}}`,
	`{"scope":{"document_ids":["d1","d2"]},"request":{"kind":"assist","user_message":"dinner"}}`,
	`{"scope":{"property_id":"villa-7","tenant":"acme"},"itinerary":{"trip_type":"stay_only"}}`,
	`{"status":{"state":"working"},"request":{"kind":"assist","user_message":"Find food in Lisbon"},"turn":{"number":1,` +
		`"ordinal":1,"outstanding":[{"call_id":"a1","name":"assistant_step"}],"assist":{"active":true}}}`,
	`{"status":{"state":"working"},"request":{"kind":"assist","user_message":"Faro"},"scope":{"property_id":"villa-7"},` +
		`"itinerary":{"segments":[{"destination":{"city":"Lisbon"}}],"lodging":{"stays":[{"location_code":"OPO"}]}},` +
		`"turn":{"number":1,"ordinal":1,"outstanding":[{"call_id":"a1","name":"assistant_step"}],"assist":{"active":true}}}`,
	`{"status":{"state":"risk_checked"},"policy":{"rules":{"holds_allowed_without_approval":false,` +
		`"require_user_approval_to_purchase":false}},"working_memory":{"hotel_quotes_by_stay":[[[{"option_id":"h1",` +
		`"total_price":{"amount":9,"currency":"JPY"}}]]],"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],` +
		`"hotel_option_ids":["h1","h1"]}],"selected":{"bundle_id":"b1"},"risk_report":{}}}`,
	`{"turn":{"number":4,"outstanding":[{"call_id":"x1","name":"loyalty_lookup"},{"call_id":"x2","name":"web_search"}]}}`,
	`{"turn":{"unknown":[{"call_id":"x3","name":"booking_confirm_and_purchase","write":true,"key":"k","items":["H1"]}]},` +
		`"working_memory":{"holds":[{"hold_id":"H1","option_id":"f1","status":"held"}]}}`,
	offered(`"status":{"state":"presenting_options"}`, ``),
	offered(`"status":{"state":"risk_checked"}`,
		`,"selected":{"bundle_id":"b2","flight_option_ids":["f2","g2"],"hotel_option_ids":["h2"]},"risk_report":{"bundle_id":"b2"}`),
	offered(`"status":{"state":"blocked"}`,
		`,"selected":{"bundle_id":"b1","flight_option_ids":["f1","g1"],"hotel_option_ids":["h1"]},"risk_report":{"bundle_id":"b1","blocking_issues":["Sold out."]}`),
	offered(`"status":{"state":"holds_placed"}`, held),
	offered(`"status":{"state":"booked"}`,
		`,"selected":{"bundle_id":"b1","flight_option_ids":["f1","g1"],"hotel_option_ids":["h1"]},"risk_report":{"bundle_id":"b1"},
		"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"purchased"}],
		"bookings":[{"record_locator":"QX7PLM","status":"confirmed","hold_ids":["H1"],"total":{"amount":"910","currency":"USD"},"cancellation":"Until noon."}]`),
	`{"working_memory":{"flight_quotes_by_segment":[null,[]],"hotel_quotes_by_stay":[null,[[]]],"ranked_bundles":[{}],` +
		`"selected":{"bundle_id":"b9"},"holds":[{}],"bookings":[{}]}}`,
}

// held is what is held of the first of the offered bundles.
const held = `,"selected":{"bundle_id":"b1","flight_option_ids":["f1","g1"],"hotel_option_ids":["h1"]},"risk_report":{"bundle_id":"b1"},
	"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held","expires_at":"2026-03-01T12:00:00Z","total_price":{"amount":"610",
	"currency":"USD"}},
	{"hold_id":"H2","item_type":"hotel","option_id":"h1","status":"held","total_price":{"amount":"300","currency":"USD"}}]`

// offered is a trip there and back with a hotel, quoted in full.
func offered(status, behind string) string {
	flight := func(id, price, refundable, airline, from, to, day, leaves, lands string) string {
		return `{"option_id":"` + id + `","total_price":{"amount":"` + price + `","currency":"USD"},"refundable":` +
			refundable + `,"fare_rules_summary":"Changes cost 75.",
			"segments":[{"airline":"` + airline + `","flight_number":"7","from":"` + from + `","to":"` + to +
			`","depart_at":"` + day + leaves + `","arrive_at":"` + day + lands + `"}]}`
	}
	return `{` + status + `,"party":{"travelers":{"adults":2,"children":1},"ages":[7],"payment_method_id":"pm"},
	"constraints":{"budget_total":{"amount":2500,"currency":"USD"}},
		"itinerary":{"trip_type":"round_trip","segments":[{"segment_id":"seg_0","origin":"JFK","destination":{"code":"LIS","city":"Lisbon","country":"PT"},
		"depart_date":"2026-05-04"},
		{"segment_id":"seg_return","origin":"LIS","destination":"JFK","depart_date":"2026-05-09"}],"lodging":{"location_code":"LIS",
		"check_in":"2026-05-04","check_out":"2026-05-09"}},
		"working_memory":{"flight_quotes_by_segment":[[` +
		flight("f1", "610", "true", "TAP", "JFK", "LIS", "2026-05-04", "T09:15:00-04:00", "T21:30:00+01:00") + `,` +
		flight("f2", "500", "false", "Iberia", "JFK", "LIS", "2026-05-04", "T19:00", "T23:30") + `],[` +
		flight("g1", "400", "null", "TAP", "LIS", "JFK", "2026-05-09", "T11:00:00+01:00", "T14:00:00-04:00") + `,
		{"option_id":"g2","total_price":{"amount":"350","currency":"USD"},"segments":[
			{"airline":"Iberia","from":"LIS","to":"MAD","depart_at":"2026-05-09T07:00:00+01:00","arrive_at":"2026-05-09T09:30:00+02:00"},
			{"airline":"Iberia","from":"MAD","to":"JFK","depart_at":"2026-05-09T12:00:00+02:00","arrive_at":"2026-05-09T14:40:00-04:00","stops":1}]},
		{"option_id":"g3","total_price":{"amount":"380","currency":"USD"},"segments":[
			{"airline":"TAP","from":"LIS","to":"MAD","depart_at":"2026-05-09T07:00:00+01:00","arrive_at":"2026-05-09T09:30:00+02:00"},
			{"airline":"TAP","from":"MAD","to":"JFK","depart_at":"2026-05-09T11:15:00+02:00","arrive_at":"2026-05-09T14:40:00-04:00"}]},
		{"option_id":"g4","total_price":{"amount":"390","currency":"USD"},"segments":[
			{"airline":"TAP","from":"LIS","to":"MAD","depart_at":"2026-05-09T07:00:00+01:00","arrive_at":"in the morning"},
			{"airline":"TAP","from":"MAD","to":"JFK","depart_at":"2026-05-09T08:15:00+02:00","arrive_at":"2026-05-09T14:40:00-04:00"}]}]],
		"hotel_quotes_by_stay":[[[{"option_id":"h1","hotel_name":"Hazel House","star_rating":3,"nightly_price":{"amount":"60","currency":"USD"},
		"total_price":{"amount":"300","currency":"USD"},"refundable":true},
		{"option_id":"h2","hotel_name":"Oleander Court","star_rating":4.5,"total_price":{"amount":"450","currency":"USD"},"refundable":false}]]],
		"ranked_bundles":[` + bundle("b1", "f1", "g1", "h1", "1310") + `,` + bundle("b2", "f2", "g2", "h2", "1300") + `,` +
		bundle("b3", "f1", "g2", "h2", "1410") + `,` + bundle("b4", "f2", "g1", "h1", "1200") + `,` + bundle("b5", "f1", "g1", "h2", "1460") + `,` +
		bundle("b6", "f2", "g3", "h1", "1180") + `,` + bundle("b7", "f1", "g4", "h1", "1300") + `]` + behind + `}}`
}

func bundle(id, out, back, stay, total string) string {
	return `{"bundle_id":"` + id + `","flight_option_ids":["` + out + `","` + back + `"],"hotel_option_ids":["` + stay +
		`"],"estimated_total":{"amount":"` + total + `","currency":"USD"},"why_this_bundle":"Why ` + id + `.","tradeoffs":["Long."]}`
}

var messages = []string{
	"", "yes", "Yes, please.", "no", "try again", "approve 910", "approve 910 USD if it rains", "drop it",
	"approve 910.00 USD", "approve $910", "approve 910 euros", "EUR 910, approved", "do not approve 910", "910?",
	"approve 9 10", "3 adults", "JFK to Lisbon", "Find dinner", "Lisbon", "What is 5! and 10!?", "book it",
}

// results are results by tool, right and wrong ones.
var results = map[string][]string{
	trip.ToolExtract: {
		`{}`, `{"trip_intent":{}}`, `{"trip_intent":null,"request":{"kind":"assist"}}`, `{"request":{"kind":"assist"}}`,
		`{"trip_intent":{"origin":"JFK","destination":"LIS","trip_type":"round_trip",` +
			`"dates":{"departure_date":"2026-05-04","return_date":"2026-05-09"},"travelers":{"adults":2}}}`,
		`{"trip_intent":{"trip_type":"one_way","lodging":{"needed":false}},"assumptions":["No hotel."]}`,
		`{"trip_intent":{"travelers":{"adults":3}},"clarifying_questions":["All in one row?"]}`,
		`{"trip_intent":{"dates":{"departure_date":"2025-01-01","return_date":"2025-02-01"}}}`,
		`{"trip_intent":{"trip_type":"multi_city","segments":[{},{"origin":"LIS","destination":"OPO","depart_date":"2026-05-06"},{"transport_mode":"train"}]}}`,
		`{"trip_intent":{"trip_type":"stay_only","stays":[{"location_code":"OPO","check_in":"2026-05-06","check_out":"2026-05-01"}]}}`,
		`{"trip_intent":{"constraints":{"budget_total":{"amount":2000,"currency":"EUR"},"refundable_only":true,"preferred_airlines":[]},"cabin":"business"}}`,
		`{"trip_intent":{"contact":{"email":"ann@example.org"},"lodging":{"rooms":3,"hotel_star_min":5}}}`,
		`{"trip_intent":{"travelers":{"adults":"two"}}}`, `{"trip_intent":{"travelers":{"adults":1,"infants":2}}}`,
		`{"trip_intent":{"travelers":{"adults":9,"children":1}}}`, `{"trip_intent":{"dates":{"departure_date":"2026-05-09","return_date":"2026-05-04"}}}`,
	},
	trip.ToolFollowup: {`{"message":"Where to?"}`, `{"message":""}`},
	trip.ToolFlightSearch: {
		`{"options":[{"option_id":"f1","total_price":{"amount":"610.00","currency":"USD"}},{"option_id":"f2","total_price":{"amount":500,"currency":"EUR"}}]}`,
		`{"options":[{"total_price":{"amount":1,"currency":"USD"}}]}`, `{"options":[]}`, `{"options":null}`, `{"options":[{}]}`,
	},
	trip.ToolHotelSearch: {
		`{"options":[{"option_id":"h1","total_price":{"amount":300,"currency":"USD"}}]}`, `{"options":[]}`,
		`{"options_by_room":[[{"total_price":{"amount":300,"currency":"USD"}}],[]]}`, `{"options_by_room":[]}`,
	},
	trip.ToolRank: {
		`{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1","h1"],` +
			`"estimated_total":{"amount":910,"currency":"USD"},"tradeoffs":["a","b","c"]},{"bundle_id":"b2","flight_option_id":"f2"}]}`,
		`{"bundles":[]}`, `{"bundles":null}`, `{"bundles":[{"bundle_id":5}]}`,
	},
	trip.ToolRiskCheck: {
		`{}`, `{"risks":["late"],"required_user_confirmations":["No refund."]}`, `{"blocking_issues":["sold"]}`, `{"risks":[{}]}`,
	},
	trip.ToolHold: {
		`{"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held","expires_at":"2026-03-01T12:00:00Z"}]}`,
		`{"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held","total_price":{"amount":700,` +
			`"currency":"USD"}},{"hold_id":"H2","item_type":"hotel","option_id":"h1","status":"held"},{"hold_id":"H3",` +
			`"item_type":"hotel","option_id":"h1","status":"held"}]}`,
		`{"holds":[{"option_id":"f1","status":"failed"}]}`, `{"holds":[]}`, `{"holds":[{"status":"held"}]}`,
	},
	trip.ToolRelease: {`{}`, `{"released":["H1"]}`, `[]`},
	trip.ToolPurchase: {
		`{"confirmation":{"record_locator":"QX7PLM","status":"confirmed","tickets":["1"]}}`,
		`{"confirmation":{"record_locator":null,"status":"failed"}}`, `{"confirmation":{"status":"pending"}}`, `{}`,
	},
	trip.ToolAssistantStep: {
		`{}`, `{"text":"Done.","finish_reason":"stop","usage":{"input_tokens":400,"output_tokens":90}}`,
		`{"text":"` + strings.Repeat("x", 201) + `","tool_calls":[{"name":"web_search"}]}`,
		`{"text":"Wait","tool_calls":[{"name":"execute_javascript","arguments":{"code":"1+1"}},{"name":"web_search","arguments":{"query":"a"}}]}`,
		`{"tool_calls":[{"name":"search_places","arguments":{"query":"food"}}]}`,
		`{"tool_calls":[{"name":"search_places","arguments":{"location":"Rome","category":""}}]}`,
		`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"cancel"}}]}`,
		`{"tool_calls":[{"name":"retrieve_chunks","arguments":{"query":"refund","document_ids":["d1","<from_step_a>"]}}]}`,
		`{"plan":{"steps":[{"id":"a","tool":"retrieve_docs","args":{"query":"x"}},{"id":"b","tool":"retrieve_chunks",` +
			`"args":{"query":"x","document_ids":["<from_step_a>"]}}]}}`,
		`{"plan":"no plan"}`, `{"plan":{"steps":[{"id":"a","tool":"web_search","args":{"query":"<fill in>"}}]}}`, `{"plan":{"steps":[{},{},{},{},{},{}]}}`,
		`{"tool_calls":[{"name":"get_weather"},{"name":"scrape_web_content","arguments":{"url":"https://example.org"}},` +
			`{"name":"retrieve_docs","arguments":{"query":"y"}},{"name":"search_web","arguments":{"query":"z"}}]}`,
		`{"tool_calls":[{"name":"launch_rockets","arguments":{"target":"` + canary + `"}}]}`,
		`{"tool_calls":[{"name":"get_weather","arguments":{"location":"A"}},{"name":"get_weather",` +
			`"arguments":{"location":"B"}},{"name":"get_weather","arguments":{"location":"C"}},{"name":"get_weather",` +
			`"arguments":{"location":"D"}},{"name":"get_weather","arguments":{"location":"E"}},{"name":"get_weather","arguments":{"location":"F"}}]}`,
		`{"tool_calls":5}`, `{"tool_calls":[` + strings.Repeat(`{"name":"get_weather"},`, 50) + `{"name":"get_weather"}]}`,
	},
	trip.ToolResolveDocs:    {`{"document_ids":["d1","d2"]}`, `{"document_ids":[]}`, `{"document_ids":null}`},
	trip.ToolRetrieveDocs:   {`{"documents":[{"document_id":"d1"},{"document_id":"d3"}]}`, `{"documents":[]}`},
	trip.ToolRetrieveChunks: {`{"chunks":[{"document_id":"d1","text":"Cancel by noon."}]}`, `{"chunks":[]}`},
	trip.ToolSearchPlaces:   {`{"results":[{"name":"Ramiro"}]}`, `{"results":[]}`, `{"results":"x"}`},
	trip.ToolJavaScript:     {`{"result":120}`, `{"result":null}`, `{"result":{}}`, `{"result":" "}`, `{"error":"` + canary + `"}`},
	trip.ToolWebSearch:      {`{"results":[{"title":"News"}]}`, `{"results":[]}`},
	"search_web":            {`{"results":[{"title":"News"}]}`},
	"scrape_web_content":    {`{"text":"A page."}`},
	trip.ToolGetWeather:     {`{"summary":"sun"}`},
	"loyalty_lookup":        {`{"points":1}`},
}

// anyResult are results that may come from any tool.
var anyResult = []string{
	`null`, `[]`, `"text"`, `0`, `{"error":"` + canary + `"}`,
	`{"error":"` + canary + `","code":"denied"}`, `{"a":{"b":[1,2.5,-0,1e300]}}`,
}

var toolNames = []string{
	trip.ToolExtract, trip.ToolFollowup, trip.ToolFlightSearch, trip.ToolHotelSearch, trip.ToolRank, trip.ToolRiskCheck, trip.ToolHold, trip.ToolRelease,
	trip.ToolPurchase, trip.ToolAssistantStep, trip.ToolWebSearch, trip.ToolSearchPlaces, "no_such_tool",
}

// What a reading may say beside the trip itself: acts, clears, questions.
var (
	acts = []string{
		`{"act":"select","position":1}`, `{"act":"select","position":2}`, `{"act":"select","position":9}`, `{"act":"select","bundle_id":"b3"}`,
		`{"act":"select","by":"cheapest"}`, `{"act":"select","by":"fastest"}`, `{"act":"select","by":"fewest_stops"}`, `{"act":"select","by":"earliest"}`,
		`{"act":"select","by":"earliest_arrival"}`, `{"act":"select","by":"latest"}`, `{"act":"select","by":"best_rated"}`, `{"act":"select","by":"luck"}`,
		`{"act":"select","like":{"airline":"TAP"}}`, `{"act":"select","like":{"hotel_name":"Oleander"}}`, `{"act":"select","like":{"refundable":true}}`,
		`{"act":"select","like":{"max_stops":0}}`, `{"act":"select"}`,
		`{"act":"show","what":"options"}`, `{"act":"show","what":"more_options"}`, `{"act":"show","what":"option","position":2}`, `{"act":"show","what":"option"}`,
		`{"act":"show","what":"terms"}`, `{"act":"show","what":"trip"}`, `{"act":"show","what":"holds"}`, `{"act":"show","what":"booking"}`,
		`{"act":"show","what":"payment"}`, `{"act":"show","what":"deadline"}`, `{"act":"show","what":"currency"}`, `{"act":"show","what":"airlines"}`,
		`{"act":"show","what":"budget"}`, `{"act":"show","what":"stars"}`,
		`{"act":"sort","by":"price"}`, `{"act":"sort","by":"duration"}`, `{"act":"sort","by":"departure"}`, `{"act":"sort","by":"latest"}`,
		`{"act":"sort","by":"arrival"}`, `{"act":"sort","by":"layover"}`, `{"act":"sort","by":"longest_layover"}`, `{"act":"sort","by":"stops"}`,
		`{"act":"sort","by":"rating"}`, `{"act":"sort","by":"price","amount":"1300"}`, `{"act":"sort","by":"price","amount":"60","what":"night"}`,
		`{"act":"sort","by":"price","amount":"5"}`, `{"act":"sort","by":"departure","times":{"start":"18:00","end":"23:00"}}`,
		`{"act":"sort","by":"arrival","what":"back","times":{"start":"06:00","end":"15:00"}}`, `{"act":"sort","by":"colour"}`,
		`{"act":"hold"}`, `{"act":"hold"}`, `{"act":"confirm"}`, `{"act":"confirm"}`, `{"act":"decline"}`, `{"act":"approve"}`, `{"act":"approve","amount":"910"}`,
		`{"act":"approve","amount":"9"}`, `{"act":"release"}`, `{"act":"start_over"}`, `{"act":"undo"}`, `{"act":"cancel_booking"}`, `{"act":"change_booking"}`,
		`{"act":"extra","what":"baggage"}`, `{"act":"help"}`, `{"act":"help","what":"hold"}`, `{"act":"help","what":"quark"}`, `{"act":"greet"}`, `{"act":"thank"}`,
		`{"act":"thank","what":"bye"}`, `{"act":"complain"}`, `{"act":"muse"}`, `{"act":"muse","what":"praise"}`, `{"act":"dance"}`,
	}
	cleared = []string{
		`constraints.budget_total`, `itinerary.lodging`, `preferences.flight.cabin`, `itinerary.segments[1].depart_date`, `party.travelers.children`, `no.such.path`,
	}
	asked = []string{
		`{"about":"itinerary.segments[0].destination.code","text":"Which one?","choices":[{"label":"Lisbon","value":"LIS"},{"label":"Porto","value":"OPO"}]}`,
		`{"about":"preferences.flight.cabin","text":"Which cabin?","choices":[{"label":"Economy","value":"economy"},{"label":"Business","value":"business"}]}`,
		`{"about":"party.travelers.children","text":"Are there children?"}`,
		`{"about":"itinerary.lodging.check_out","text":"Until when?","choices":[{"label":"9 May","value":"2026-05-09"}]}`,
		`{"text":"Do you like the sea?"}`,
	}
	patches = []string{
		`{"party":{"travelers":{"adults":3}}}`, `{"party":{"contact":{"email":"ann@example.org"}}}`, `{"constraints":{"budget_total":null}}`,
		`{"itinerary":{"lodging":{"check_out":"2026-05-08"}}}`, `{"policy":{"rules":{"fork_writes":true}}}`, `{}`,
	}
)

// reading draws the reading of a message: what it says of the trip, and what else.
func reading(t *rapid.T) string {
	text := rapid.SampledFrom(results[trip.ToolExtract]).Draw(t, "trip")
	if rapid.IntRange(0, 1).Draw(t, "no trip") == 0 {
		text = `{}`
	}
	add := func(key, value string) {
		if value != "" {
			text = strings.TrimSuffix(text, "}") + `,"` + key + `":` + value + `}`
			text = strings.Replace(text, "{,", "{", 1)
		}
	}
	list := func(key string, of []string, limit int) {
		if drawn := rapid.SliceOfN(rapid.SampledFrom(of), 0, limit).Draw(t, key); len(drawn) > 0 {
			add(key, "["+strings.Join(drawn, ",")+"]")
		}
	}
	list("acts", acts, 3)
	if rapid.IntRange(0, 5).Draw(t, "clears") == 0 {
		add("clears", `["`+rapid.SampledFrom(cleared).Draw(t, "cleared")+`"]`)
	}
	if rapid.IntRange(0, 5).Draw(t, "asks") == 0 {
		list("questions", asked, 2)
	}
	if rapid.IntRange(0, 5).Draw(t, "unread") == 0 {
		add("unread", `["a window seat"]`)
	}
	if rapid.IntRange(0, 9).Draw(t, "other topic") == 0 {
		add("topic", `"other"`)
	}
	return text
}

var errorTexts = []string{
	canary, "could not geocode location " + canary, "location is required",
	canary + " is required", "HTTP 429 " + canary, "payment is required",
}

var codes = []string{
	"", "", "timeout", "failed", "invalid_arguments", "denied", "permanent", "rate_limited",
	"outcome_unknown", "needs_input", "cancelled", "empty", "ok", canary,
}

// start draws the start of a trip.
func start(t *rapid.T) (turn.Config, trip.Intent) {
	policy := rapid.SampledFrom([]string{
		`{}`, `{"confirm_before_quote":true}`, `{"quote_ttl":30,"max_tokens":900}`,
		`{"tool_choice":"none"}`, `{"approval_binding":"strict"}`, `{"approve_in_words":true}`, `{"approve_in_words":true}`,
	}).Draw(t, "policy")
	intent := rapid.SampledFrom(headers).Draw(t, "intent")
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","policy":` + policy + `,"intent":` + intent + `}`)
	if err != nil {
		t.Fatal(err)
	}
	if rapid.IntRange(0, 3).Draw(t, "hostile status") == 0 && len(h.Intent.Turn.Outstanding) == 0 {
		h.Intent.Status.Node = trip.Status(rapid.IntRange(0, int(trip.StatusCount)-1).Draw(t, "status"))
	}
	cfg, err := turn.Configure(turn.Default(), h)
	if err != nil {
		t.Fatal(err)
	}
	in, err := midst.Start(cfg, h)
	if err != nil {
		t.Fatal(err)
	}
	return cfg, in
}

// event draws any event. Most settle a call that is open, so that trips get somewhere.
func event(t *rapid.T, in *trip.Intent) trip.Event {
	const nine, noon = trip.Instant(1_772_355_600_000_000_000), trip.Instant(1_772_366_400_000_000_000)
	ev := trip.Event{At: max(in.LastAt(), nine) + trip.Instant(rapid.SampledFrom([]int64{0, 1, 60, 3000}).Draw(t, "seconds"))*1_000_000_000}
	if rapid.IntRange(0, 15).Draw(t, "noon") == 0 { // when holds end
		ev.At = max(ev.At, noon)
	}
	if rapid.IntRange(0, 15).Draw(t, "set back") == 0 {
		ev.At, ev.Clock = max(ev.At, in.LastAt())+1, nine
	}
	kind := rapid.IntRange(0, 15).Draw(t, "kind")
	if kind >= 8 || kind >= 1 && len(in.Turn.Outstanding) > 0 {
		ev.Data = toolEvent(t, in)
	} else {
		ev.Data = userEvent(t, in)
	}
	if rapid.IntRange(0, 19).Draw(t, "turn given") == 0 {
		ev.Turn = rapid.Int64Range(0, in.Turn.Number+1).Draw(t, "turn")
	}
	return ev
}

func userEvent(t *rapid.T, in *trip.Intent) trip.EventData {
	asks := []string{"", trip.AskNone, "another", cmp.Or(in.Turn.ShownAsk, "another")}
	switch rapid.IntRange(0, 11).Draw(t, "user event") {
	case 0:
		return trip.IntentReady{}
	case 1:
		return trip.TurnCancelled{Reason: "stop"}
	case 2:
		return trip.UserSelectedBundle{BundleID: rapid.SampledFrom([]string{"b1", "b2", "", "b9", "bundle_0"}).Draw(t, "bundle")}
	case 3:
		return trip.UserRequestHold{Confirmations: rapid.SampledFrom([][]string{nil, {"No refund."}, {"x", "No refund."}}).Draw(t, "confirmations")}
	case 4:
		return trip.UserApprovedPurchase{
			ApprovalToken: rapid.SampledFrom([]string{"tok", ""}).Draw(t, "token"), PaymentMethodID: "pm", AskID: rapid.SampledFrom(asks).Draw(t, "ask"),
		}
	case 5:
		return rapid.SampledFrom([]trip.ScopeChanged{{}, {DocumentIDs: []string{"d1"}}, {PropertyID: "villa-8"}}).Draw(t, "scope")
	case 6:
		return trip.IntentPatched{Patch: trip.Raw(rapid.SampledFrom(patches).Draw(t, "patch"))}
	case 7, 8:
		return answered(t, in)
	default:
		return trip.UserMessage{Text: rapid.SampledFrom(messages).Draw(t, "text"), AskID: rapid.SampledFrom(asks).Draw(t, "ask")}
	}
}

// answered draws an answer to what is asked, sometimes to something else.
func answered(t *rapid.T, in *trip.Intent) trip.EventData {
	ask, choices := "another", []string{"yes", "no", "approve", "b1"}
	if in.Status.Ask != nil && rapid.IntRange(0, 5).Draw(t, "another ask") > 0 {
		ask = in.Status.Ask.ID
		for _, c := range in.Status.Ask.Choices {
			choices = append(choices, c.ID, c.ID)
		}
	}
	return trip.UserAnswered{AskID: ask, ChoiceID: rapid.SampledFrom(choices).Draw(t, "choice")}
}

// toolEvent draws an answer of an open call, sometimes of a settled, foreign or misnamed one.
func toolEvent(t *rapid.T, in *trip.Intent) trip.EventData {
	name := rapid.SampledFrom(toolNames).Draw(t, "tool")
	id := rapid.SampledFrom([]string{"", "foreign", calls.ID(in.TripID, in.Turn.Number, 1), calls.ID(in.TripID, in.Turn.Number-1, 2)}).Draw(t, "call")
	open := append(append([]trip.Pending{}, in.Turn.Outstanding...), in.Turn.Unknown...)
	if len(open) > 0 && rapid.IntRange(0, 11).Draw(t, "foreign") > 0 {
		p := rapid.SampledFrom(open).Draw(t, "open call")
		name = p.Name
		id = rapid.SampledFrom([]string{"", p.CallID, p.CallID}).Draw(t, "by id")
	}
	if rapid.IntRange(0, 5).Draw(t, "fails") == 0 {
		return trip.ToolError{
			CallID: id, ToolName: name, Error: rapid.SampledFrom(errorTexts).Draw(t, "error"), Code: rapid.SampledFrom(codes).Draw(t, "code"),
			Retryable: trip.OptBool(rapid.IntRange(0, 2).Draw(t, "retryable")),
		}
	}
	return trip.ToolResult{CallID: id, ToolName: name, Result: trip.Raw(result(t, name))}
}

func result(t *rapid.T, tool string) string {
	known, ok := results[tool]
	if !ok || rapid.IntRange(0, 39).Draw(t, "any result") == 0 {
		return rapid.SampledFrom(anyResult).Draw(t, "result")
	}
	if tool == trip.ToolExtract {
		return reading(t)
	}
	return rapid.SampledFrom(known).Draw(t, "result")
}

// TestWorld holds the lists above against the engine: every known tool has results.
func TestWorld(t *testing.T) {
	for tool := range turn.Default().Catalog.Tools {
		if len(results[tool.Name]) == 0 {
			t.Errorf("no results of %s", tool.Name)
		}
	}
}
