package trip_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

// tools have results of these kinds.
var tools = map[string]string{
	"flights": trip.ToolFlightSearch, "hotels": trip.ToolHotelSearch, "bundles": trip.ToolRank, "risk": trip.ToolRiskCheck, "holds": trip.ToolHold,
	"confirmation": trip.ToolPurchase, "followup": trip.ToolFollowup, "extraction": trip.ToolExtract,
}

// read reads a result of a kind, which is the zero value when it cannot be read.
func read[R any](kind string, raw trip.Raw) (r R, err error) {
	value, err := trip.ReadResult(tools[kind], raw)
	if v, ok := any(value).(*R); ok {
		r = *v
	}
	return r, err
}

func readFlights(raw trip.Raw) ([]trip.FlightOption, error) {
	r, err := read[trip.FlightResult]("flights", raw)
	return r.Options, err
}

func usd(minor int64) trip.Money { return trip.Money{Minor: minor, Currency: "USD"} }

func TestDecodeFlightOptions(t *testing.T) {
	got, err := readFlights(`{"expires": "soon", "options": [
		{"option_id":"o1","total_price":{"amount":1480.5,"currency":"USD"},"refundable":null,"cabin":"business","colour":{"x":[1]},
		 "segments":[{"from":"JFK","to":"LHR","depart_at":"2026-04-10T09:15","arrive_at":null,"airline":"BA","flight_number":"BA178","stops":1},{"from":"LHR"}]},
		{"total_price":{"currency":"JPY","amount":"12e2"},"refundable":false,"segments":null,"fare_rules_summary":"no changes"},
		{"total_price":{"amount":"1","currency":"USD"},"segments":[{"to":"CDG"}]}]}`)
	want := []trip.FlightOption{
		{OptionID: "o1", TotalPrice: usd(148050), Cabin: "business", Segments: []trip.FlightLeg{
			{From: "JFK", To: "LHR", DepartAt: "2026-04-10T09:15", Airline: "BA", FlightNumber: "BA178", Stops: trip.Some(1)}, {From: "LHR"},
		}},
		{TotalPrice: trip.Money{Minor: 1200, Currency: "JPY"}, Refundable: trip.False, FareRulesSummary: "no changes"},
		{TotalPrice: usd(100), Segments: []trip.FlightLeg{{To: "CDG"}}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	// The lists share an array: appending to one must not reach the next.
	_ = append(got[0].Segments, trip.FlightLeg{To: "XXX"})
	if got[2].Segments[0].To != "CDG" {
		t.Error("appending to the legs of one option changed another")
	}
	for _, empty := range []trip.Raw{`{"options":[]}`, `{"options":null}`} {
		if got, err := readFlights(empty); err != nil || got == nil || len(got) != 0 {
			t.Errorf("%s: %v, %v, want an empty list", empty, got, err)
		}
	}
}

func TestDecodeHotelOptions(t *testing.T) {
	one := trip.HotelOption{
		OptionID: "h1", HotelName: "Riverside", StarRating: "4.5", Address: "1 Quay", NightlyPrice: usd(18000), TotalPrice: usd(126000),
		Refundable: trip.True, RoomDescription: "double",
	}
	text := `{"option_id":"h1","hotel_name":"Riverside","star_rating":4.50,"address":"1 Quay","nightly_price":{"amount":"180","currency":"USD"},` +
		`"total_price":{"amount":"1260","currency":"USD"},"refundable":true,"room_description":"double"}`
	for in, want := range map[string]trip.HotelResult{
		`{"options":[` + text + `]}`:                                          {Options: []trip.HotelOption{one}},
		`{"options_by_room":[[` + text + `],[],[` + text + `,` + text + `]]}`: {OptionsByRoom: trip.HotelQuotes{{one}, {}, {one, one}}},
		`{"options":[],"options_by_room":[[` + text + `]]}`:                   {Options: []trip.HotelOption{}, OptionsByRoom: trip.HotelQuotes{{one}}},
		`{"options":[` + text + `],"options_by_room":null}`:                   {Options: []trip.HotelOption{one}},
		`{"options":null}`:       {Options: []trip.HotelOption{}},
		`{"options_by_room":[]}`: {OptionsByRoom: trip.HotelQuotes{}},
	} {
		got, err := read[trip.HotelResult]("hotels", trip.Raw(in))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", in, err, diff)
		}
	}
}

func TestDecodeOtherResults(t *testing.T) {
	for _, c := range []struct {
		tool, in string
		want     any
	}{
		{
			"bundles", `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1","f2"],"hotel_option_ids":[],"estimated_total":{"amount":"10","currency":"USD"},` +
				`"why_this_bundle":"cheap","tradeoffs":["late"],"rank":1},` +
				`{"flight_option_id":"f3","hotel_option_id":"h3"},{"hotel_option_ids":["h1"],"hotel_option_id":"h9","flight_option_id":null}]}`,
			&trip.BundleResult{Bundles: []trip.Bundle{
				{BundleID: "b1", FlightOptionIDs: []string{"f1", "f2"}, EstimatedTotal: usd(1000), WhyThisBundle: "cheap", Tradeoffs: []string{"late"}},
				{FlightOptionIDs: []string{"f3"}, HotelOptionIDs: []string{"h3"}},
				{HotelOptionIDs: []string{"h1"}},
			}},
		},
		{"bundles", `{"bundles":[]}`, &trip.BundleResult{}},
		{"bundles", `{"bundles":null}`, &trip.BundleResult{}},
		{
			"risk", `{"risks":["a",{"message":" ","text":"b","title":"x"},{"description":"c"},{"title":"d","severity":3}],"blocking_issues":null}`,
			&trip.RiskReport{Risks: []string{"a", "b", "c", "d"}},
		},
		{
			"risk", `{"required_user_confirmations":["I accept"],"bundle_id":"b1","score":0.5}`,
			&trip.RiskReport{BundleID: "b1", RequiredUserConfirmations: []string{"I accept"}},
		},
		{
			"holds", `{"holds":[{"hold_id":"x","item_type":"flight","option_id":"f1","expires_at":"2026-03-01T10:00:00+01:00","status":"held",` +
				`"total_price":{"amount":5,"currency":"USD"}},` +
				`{"hold_id":null,"item_type":"hotel","option_id":"h1","expires_at":null,"status":"failed"}]}`,
			&trip.HoldResult{Holds: []trip.Hold{
				{HoldID: "x", ItemType: "flight", OptionID: "f1", ExpiresAt: 1_772_355_600_000_000_000, Status: "held", TotalPrice: usd(500)},
				{ItemType: "hotel", OptionID: "h1", Status: "failed"},
			}},
		},
		{"confirmation", `{"confirmation":{"record_locator":null,"status":"failed"}}`, &trip.Confirmation{Status: "failed"}},
		{
			"confirmation", `{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[{"b":1.0,"a":"x"}, 2]}}`,
			&trip.Confirmation{RecordLocator: "ABC123", Status: "confirmed", Tickets: `[{"a":"x","b":1},2]`},
		},
		{"followup", `{"message":"Where to?"}`, &trip.Followup{Message: "Where to?"}},
	} {
		got, err := trip.ReadResult(tools[c.tool], trip.Raw(c.in))
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s %s: %v\n%s", c.tool, c.in, err, diff)
		}
	}
}

const (
	withPrice = `{"options":[{"total_price":%}]}`
	priced    = `{"total_price":{"amount":"1","currency":"USD"}}`
)

// times is a list of n elements alike.
func times(open, each, end string, n int) string {
	return open + strings.TrimSuffix(strings.Repeat(each+",", n), ",") + end
}

// brokenResults are results that break the schema of their tool, and what is said of them.
var brokenResults = []struct{ tool, in, want string }{
	{"flights", `{}`, "malformed options at byte 0: want a list, got nothing"},
	{"flights", `[]`, "malformed at byte 0: want an object, got a list"},
	{"flights", ``, "want an object, got the end of the input"},
	{"flights", `{"options":{}}`, "malformed options at byte 11: want a list, got an object"},
	{"flights", `{"options":[null]}`, "malformed options[0] at byte 12: want an object, got null"},
	{"flights", `{"options":[{"option_id":"a"}]}`, "malformed options[0].total_price at byte 12: want money, got nothing"},
	{"flights", `{"options":[{"option_id":7,"total_price":1}]}`, "malformed options[0].option_id at byte 25: want a string, got a number"},
	{
		"flights", strings.Replace(withPrice, "%", `5`, 1),
		"malformed options[0].total_price at byte 27: want money as an object of amount and currency, got a number",
	},
	{"flights", strings.Replace(withPrice, "%", `{"amount":"5"}`, 1), "malformed options[0].total_price.currency at byte 27: want an ISO 4217 code, got nothing"},
	{
		"flights", strings.Replace(withPrice, "%", `{"currency":"USD"}`, 1),
		"malformed options[0].total_price.amount at byte 27: want a decimal amount, got nothing",
	},
	{
		"flights", strings.Replace(withPrice, "%", `{"currency":"USD","amount":null}`, 1),
		"options[0].total_price.amount at byte 27: want a decimal amount, got nothing",
	},
	{
		"flights", strings.Replace(withPrice, "%", `{"amount":"5","currency":"usd"}`, 1),
		`malformed options[0].total_price.currency at byte 52: want an active ISO 4217 code, got "usd"`,
	},
	{
		"flights", strings.Replace(withPrice, "%", `{"amount":"5.001","currency":"USD"}`, 1),
		"malformed options[0].total_price.amount at byte 37: want at most 2 decimals in USD, got more",
	},
	{
		"flights", strings.Replace(withPrice, "%", `{"amount":1e30,"currency":"USD"}`, 1),
		"total_price.amount at byte 37: want an amount within int64 minor units, got a larger one",
	},
	{"flights", strings.Replace(withPrice, "%", `{"amount":"5,00","currency":"USD"}`, 1), "want a decimal amount, got another text"},
	{
		"flights", `{"options":[{"total_price":{"amount":"1","currency":"USD"},"segments":[{"stops":-1}]}]}`,
		"options[0].segments[0].stops at byte 80: want an integer from 0 to 999, got -1",
	},
	{"flights", `{"options":[{"refundable":"yes"}]}`, "options[0].refundable at byte 26: want true or false, got a string"},
	{"flights", `{"options":[]} {}`, "malformed at byte 15: want the end of the input, got an object"},
	{"flights", `{"options":[],"options":[]}`, "options at byte 14: want each member once"},
	{"flights", times(`{"options":[`, priced, `]}`, trip.MaxOptions+1), "malformed options at byte 11: want at most 200 elements, got more"},
	{"hotels", `{}`, "malformed options at byte 0: want a list, or options_by_room, got nothing"},
	{"hotels", `{"options_by_room":null}`, "malformed options at byte 0"},
	{"hotels", `{"options_by_room":[{}]}`, "options_by_room[0] at byte 20: want a list, got an object"},
	{"hotels", `{"options":[{"star_rating":"4"}]}`, "options[0].star_rating at byte 27: want a number, got a string"},
	{"hotels", `{"options":[{"star_rating":1e999}]}`, "options[0].star_rating at byte 27: want JSON that has a canonical form"},
	{"bundles", `{}`, "malformed bundles at byte 0: want a list, got nothing"},
	{"bundles", `{"bundles":[{"bundle_id":[]}]}`, "bundles[0].bundle_id at byte 25: want a string, got a list"},
	{"bundles", `{"bundles":[null]}`, "bundles[0] at byte 12: want an element, got null"},
	{"bundles", `{"bundles":[{"tradeoffs":[null]}]}`, "bundles[0].tradeoffs[0] at byte 26: want a string, got null"},
	{"risk", `{"risks":[{"severity":1}]}`, "malformed risks[0].message at byte 10: want a text, got nothing"},
	{"risk", `{"risks":"none"}`, "malformed risks at byte 9: want a list, got a string"},
	{"risk", `{"risks":[5]}`, "malformed risks[0] at byte 10: want an object, got a number"},
	{"risk", `null`, "want an object, got null"},
	{"holds", `{"holds":[{"hold_id":"x","status":"held"}]}`, "malformed holds[0].option_id at byte 10: want a text, got nothing"},
	{"holds", `{"holds":[{"hold_id":"x","option_id":"f1"}]}`, "malformed holds[0].status at byte 10"},
	{"holds", `{"holds":[{"option_id":"f1","status":"held"}]}`, "malformed holds[0].hold_id at byte 10"},
	{"holds", `{"holds":[{"expires_at":"tomorrow"}]}`, "holds[0].expires_at at byte 24: want an RFC 3339 instant from 1970 to 2261, got another text"},
	{"holds", `{}`, "malformed holds at byte 0"},
	{"confirmation", `{}`, "malformed confirmation at byte 0"},
	{"confirmation", `{"confirmation":null}`, "malformed confirmation at byte 16: want an object, got null"},
	{"confirmation", `{"confirmation":{"record_locator":"A"}}`, "malformed confirmation.status at byte 16: want a text, got nothing"},
	{"confirmation", `{"confirmation":{"status":"confirmed","tickets":{}}}`, "confirmation.tickets at byte 48: want a list, got an object"},
	{"followup", `{"message":" "}`, "malformed message at byte 0: want a text that is not blank"},
	{"followup", `{"message":5}`, "malformed message at byte 11: want a string, got a number"},
	{"extraction", `{"answer":1}`, "malformed trip_intent at byte 0: want an object, got nothing"},
	{
		"extraction", `{"trip_intent":{"dates":{"departure_date":"next week"}}}`,
		"trip_intent.dates.departure_date at byte 42: want a calendar day YYYY-MM-DD, got another text",
	},
	{
		"extraction", `{"trip_intent":{"trip_type":"circular"}}`,
		`trip_intent.trip_type at byte 28: want one_way, round_trip, multi_city or stay_only, got "circular"`,
	},
	{"extraction", `{"trip_intent":{"travelers":{"adults":100}}}`, "trip_intent.travelers.adults at byte 38: want an integer from 0 to 99, got 100"},
	{"extraction", `{"trip_intent":{"travelers":{"adults":1.5}}}`, "trip_intent.travelers.adults at byte 38: want an integer, got a fraction"},
	{"extraction", `{"trip_intent":{"origin":5}}`, "trip_intent.origin at byte 25: want a place code or an object, got a number"},
	{
		"extraction", `{"trip_intent":{"constraints":{"budget_total":{"amount":"1.001","currency":"USD"}}}}`,
		"trip_intent.constraints.budget_total.amount at byte 56: want at most 2 decimals in USD",
	},
	{"extraction", times(`{"trip_intent":{"segments":[`, `{}`, `]}}`, trip.MaxSegments+1), "trip_intent.segments at byte 27: want at most 32 elements, got more"},
	{"extraction", `{"trip_intent":{},"request":{"kind":"other"}}`, `request.kind at byte 36: want plan or assist, got "other"`},
}

func TestResultsThatBreakTheirSchema(t *testing.T) {
	for _, c := range brokenResults {
		_, err := trip.ReadResult(tools[c.tool], trip.Raw(c.in))
		var e *trip.MalformedError
		if err == nil || !errors.Is(err, trip.ErrMalformed) || !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.90s\n got %v\nwant %s", c.tool, c.in, err, c.want)
		}
	}
}

func TestDecodeExtraction(t *testing.T) {
	got, err := trip.DecodeExtraction(`{"trip_intent":{
		"origin":"JFK","destination":{"type":"city","code":" LON ","city":"London","lat":1},"trip_type":"round_trip",
		"dates":{"departure_date":"2026-04-10","return_date":"2026-04-17"},"travelers":{"adults":2,"children":null,"infants":0},"cabin":"business",
		"constraints":{"budget_total":{"amount":4000,"currency":"EUR"},"refundable_only":true,"max_stops":0,"preferred_airlines":[],"avoid_red_eye":false},
		"lodging":{"needed":true,"rooms":2,"hotel_star_min":4,"max_price_per_night":"199.5","location_hint":"near the river","check_in":"2026-04-10","check_out":""},
		"segments":[{"origin":"JFK","destination":{"code":"LHR"},"depart_date":"2026-04-10","transport_mode":"flight",
			"depart_time_window":{"start":"06:00","end":null}},{}],
		"stays":[{"location_code":"LON","check_in":"2026-04-10","check_out":"2026-04-12","rooms":1,"location_hint":"Soho"}],
		"contact":{"email":"a@b.example","phone":" "}},
		"missing_required_fields":["x"],"clarifying_questions":["Which airport?"],"assumptions":[],"request":{"kind":"assist"},"confidence":0.9}`)
	want := trip.Extraction{
		Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Type: "city", Code: "LON", City: "London"}, TripType: trip.RoundTrip,
		DepartureDate: 20260410, ReturnDate: 20260417, Travelers: trip.TravelersPatch{Adults: trip.Some(2), Infants: trip.Some(0)}, Cabin: "business",
		Constraints: trip.ConstraintsPatch{
			BudgetTotal: trip.Money{Minor: 400000, Currency: "EUR"}, RefundableOnly: trip.True, MaxStops: trip.Some(0),
			PreferredAirlines: []string{}, AvoidRedEye: trip.False,
		},
		Lodging: trip.LodgingPatch{
			Needed: trip.True, Rooms: trip.Some(2), HotelStarMin: trip.Some(4), MaxPricePerNight: trip.Money{Minor: 19950, Currency: "EUR"},
			LocationHint: "near the river", CheckIn: 20260410,
		},
		Segments: []trip.SegmentPatch{
			{
				Origin:           trip.Place{Code: "JFK"},
				Destination:      trip.Place{Code: "LHR"},
				DepartDate:       20260410,
				TransportMode:    "flight",
				DepartTimeWindow: trip.TimeWindow{Start: "06:00"},
			},
			{},
		},
		Stays:                 []trip.Stay{{LocationCode: "LON", CheckIn: 20260410, CheckOut: 20260412, Rooms: trip.Some(1), LocationHint: "Soho"}},
		Contact:               trip.Contact{Email: "a@b.example"},
		MissingRequiredFields: []string{"x"}, ClarifyingQuestions: []string{"Which airport?"}, HasAssumptions: true, Kind: trip.KindAssist,
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
}

// Null, absent and blank change nothing, wherever they stand.
func TestAnEmptyExtractionChangesNothing(t *testing.T) {
	for _, in := range []string{
		`{}`, `{"trip_intent":null}`, `{"trip_intent":{}}`, `{"request":null,"more":1}`,
		`{"trip_intent":{"origin":null,"destination":"","trip_type":" ","dates":null,"travelers":null,"cabin":"",
		  "constraints":null,"lodging":null,"segments":null,"stays":null,"contact":null},
		  "missing_required_fields":null,"clarifying_questions":null,"assumptions":null,"request":null}`,
		`{"trip_intent":{"origin":{"type":null,"code":"","city":null},"dates":{"departure_date":"","return_date":null},"travelers":{"adults":null},
		  "constraints":{"budget_total":null,"refundable_only":null,"max_stops":null,"preferred_airlines":null,"avoid_red_eye":null},
		  "lodging":{"needed":null,"rooms":null,"hotel_star_min":null,"max_price_per_night":"","location_hint":" ","check_in":null,"check_out":""},
		  "segments":[],"stays":[],"contact":{"email":null,"phone":""}},"request":{"kind":""}}`,
		`{"trip_intent":{"constraints":{"budget_total":{"amount":null,"currency":null}},"lodging":{"max_price_per_night":{"amount":null}}},"request":{"kind":null}}`,
	} {
		got, err := trip.DecodeExtraction(trip.Raw(in))
		if diff := cmp.Diff(trip.Extraction{}, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", in, err, diff)
		}
	}
}

func TestPricesOfAnExtractionFindTheirCurrency(t *testing.T) {
	for _, c := range []struct{ budget, nightly, wantBudget, wantNightly string }{
		{`{"amount":"100","currency":"JPY"}`, `12`, "100 JPY", "12 JPY"},
		{`100`, `{"amount":12.5,"currency":"EUR"}`, "100.00 EUR", "12.50 EUR"},
		{`100`, `"12.5"`, "100.00 USD", "12.50 USD"},
		{`{"amount":"1","currency":"GBP"}`, `{"amount":"2","currency":"EUR"}`, "1.00 GBP", "2.00 EUR"},
		{`null`, `7`, "", "7.00 USD"},
	} {
		got, err := trip.DecodeExtraction(
			trip.Raw(`{"trip_intent":{"lodging":{"max_price_per_night":` + c.nightly + `},"constraints":{"budget_total":` + c.budget + `}}}`),
		)
		if err != nil || got.Constraints.BudgetTotal.String() != c.wantBudget || got.Lodging.MaxPricePerNight.String() != c.wantNightly {
			t.Errorf("%s and %s: %v, %v, %v", c.budget, c.nightly, got.Constraints.BudgetTotal, got.Lodging.MaxPricePerNight, err)
		}
	}
}
