package applier_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/trip"
)

// openLeg is what stands in a leg beside its day and its places.
const openLeg = `,"depart_between":{"from":"2026-05-01","to":"2026-05-09"},
		"alternatives":{"origin":[{"type":"city","code":"BOS"}],"destination":[{"type":"city","code":"OPO"}]}`

// found is a trip of two legs and two stays for which everything was found.
const found = `{"party":{"travelers":{"adults":3,"children":3},"ages":[4,5,6],"births":[{"from":"2021-03-02","to":"2022-03-01"}]},
		"itinerary":{"trip_type":"multi_city",
		"segments":[{"segment_id":"a","origin":"JFK","destination":"LIS","depart_date":"2026-05-04","via":[{"type":"city","code":"MAD"}]` + openLeg +
	`},{"segment_id":"b","origin":"LIS","destination":"OPO","depart_date":"2026-05-06"}],
		"lodging":{"stays":[{"location_code":"LIS","check_in":"2026-05-04","check_out":"2026-05-06"},{"location_code":"OPO","check_in":"2026-05-06",
		"check_out":"2026-05-08","rooms":2}]},"excluded_days":[{"from":"2026-06-01","to":"2026-06-02"}]},
	"preferences":{"flight":{"excluded_connections":[{"type":"city","code":"SAW"}]}},
	"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f0","total_price":{"amount":610,"currency":"USD"}}],[{"option_id":"f1",
	"total_price":{"amount":60,"currency":"USD"}}]],
		"hotel_quotes_by_stay":[[[{"option_id":"h0","total_price":{"amount":300,"currency":"USD"}}]],[[{"option_id":"h1","total_price":{"amount":300,
		"currency":"USD"}}]]],
		"ranked_bundles":[{"bundle_id":"b1"}],"selected":{"bundle_id":"b1"},"risk_report":{"bundle_id":"b1"},
		"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f0","status":"held"}],"bookings":[{"record_locator":"A","status":"confirmed"}]},
	"turn":{"answered":["x"],"flight_marks":[{"at":"2026-03-01T09:00:00Z","turn":1,"args":"0123"},{"at":"2026-03-01T09:00:00Z","turn":1,"args":"0123"}],
		"hotel_marks":[{"at":"2026-03-01T09:00:00Z","turn":1,"args":"0123"},{"at":"2026-03-01T09:00:00Z","turn":1,"args":"0123"}]}}`

// What a change clears, by the rows of the rule book's table. The quotes of a leg or a stay are "f0" or "h0".
const (
	nothing = ""
	risk    = "risk answers"
	plan    = "bundles selection risk answers holds"
	all     = "f0 f1 h0 h1 " + plan + " booking"
	flights = "f0 f1 " + plan + " booking"
	hotels  = "h0 h1 " + plan + " booking"
	leg     = "f0 " + plan + " booking"
	stay    = "h0 " + plan + " booking"
	rest    = plan + " booking" // of the plan, but no search goes by it
)

// fields are all fields that a patch may change, each with another value and what that clears.
var fields = []struct{ path, value, clears string }{
	{"request.user_message", `"hello"`, nothing},
	{"request.locale", `"de-DE"`, nothing},
	{"request.timezone", `"Europe/Lisbon"`, nothing},
	{"request.home_airport_code", `"JFK"`, nothing},
	{"request.kind", `"assist"`, nothing},
	{"request.about", `"documents"`, nothing},
	{"party.travelers.adults", `2`, all},
	{"party.travelers.children", `2`, all},
	{"party.travelers.infants", `1`, all},
	{"party.traveler_profile_ids", `["p"]`, nothing},
	{"party.contact.email", `"ann@example.org"`, nothing},
	{"party.contact.phone", `"1"`, nothing},
	{"party.ages", `[7,8,9]`, nothing},
	{"party.births[0].from", `"2020-03-02"`, rest},
	{"party.births[0].to", `"2021-05-01"`, rest},
	{"party.payment_method_id", `"pm"`, nothing},
	{"itinerary.trip_type", `"round_trip"`, nothing},
	{"itinerary.segments[0].segment_id", `"c"`, nothing},
	{"itinerary.segments[0].origin.type", `"airport"`, nothing},
	{"itinerary.segments[0].origin.code", `"EWR"`, leg},
	{"itinerary.segments[0].origin.city", `"New York"`, nothing},
	{"itinerary.segments[0].origin.country", `"US"`, nothing},
	{"itinerary.segments[0].origin.region", `"NY"`, nothing},
	{"itinerary.segments[0].origin.name", `"Kennedy"`, nothing},
	{"itinerary.segments[0].destination.type", `"airport"`, nothing},
	{"itinerary.segments[0].destination.code", `"FAO"`, leg},
	{"itinerary.segments[0].destination.city", `"Lisboa"`, nothing},
	{"itinerary.segments[0].destination.country", `"PT"`, nothing},
	{"itinerary.segments[0].destination.region", `"Lisboa"`, nothing},
	{"itinerary.segments[0].destination.name", `"Lissabon"`, nothing},
	{"itinerary.segments[0].depart_date", `"2026-05-03"`, leg},
	{"itinerary.segments[0].transport_mode", `"train"`, leg},
	{"itinerary.segments[0].depart_time_window.start", `"08:00"`, rest},
	{"itinerary.segments[0].depart_time_window.end", `"12:00"`, rest},
	{"itinerary.segments[0].arrive_time_window.start", `"08:00"`, rest},
	{"itinerary.segments[0].arrive_time_window.end", `"12:00"`, rest},
	{"itinerary.segments[0].via[0].type", `"airport"`, rest},
	{"itinerary.segments[0].via[0].code", `"BCN"`, rest},
	{"itinerary.segments[0].via[0].city", `"Barcelona"`, rest},
	{"itinerary.segments[0].via[0].country", `"ES"`, rest},
	{"itinerary.segments[0].via[0].region", `"Catalonia"`, rest},
	{"itinerary.segments[0].via[0].name", `"Barna"`, rest},
	{"itinerary.segments[0].depart_between.from", `"2026-05-02"`, rest},
	{"itinerary.segments[0].depart_between.to", `"2026-05-08"`, rest},
	{"itinerary.segments[0].depart_between.weekday", `"friday"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].type", `"airport"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].code", `"PVD"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].city", `"A city"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].country", `"US"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].region", `"A region"`, rest},
	{"itinerary.segments[0].alternatives.origin[0].name", `"A name"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].type", `"airport"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].code", `"FAO"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].city", `"A city"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].country", `"US"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].region", `"A region"`, rest},
	{"itinerary.segments[0].alternatives.destination[0].name", `"A name"`, rest},
	{"itinerary.segments[0].alternatives.depart_date", `["2026-05-05","2026-05-07"]`, rest},
	{"itinerary.lodging.needed", `false`, hotels},
	{"itinerary.lodging.check_in", `"2026-05-04"`, rest},
	{"itinerary.lodging.check_out", `"2026-05-05"`, rest},
	{"itinerary.lodging.rooms", `3`, stay}, // the other stay says its own
	{"itinerary.lodging.location_hint", `"near the river"`, rest},
	{"itinerary.lodging.stays[0].location_code", `"FAO"`, stay},
	{"itinerary.lodging.stays[0].check_in", `"2026-05-03"`, stay},
	{"itinerary.lodging.stays[0].check_out", `"2026-05-05"`, stay},
	{"itinerary.lodging.stays[0].rooms", `4`, stay},
	{"itinerary.lodging.stays[0].location_hint", `"near the river"`, rest},
	{"itinerary.ground.needed", `true`, nothing},
	{"itinerary.excluded_days[0].from", `"2026-05-31"`, rest},
	{"itinerary.excluded_days[0].to", `"2026-06-03"`, rest},
	{"itinerary.excluded_days[0].weekday", `"friday"`, rest},
	{"itinerary.nights.min", `3`, rest},
	{"itinerary.nights.max", `5`, rest},
	{"preferences.flight.cabin", `"business"`, flights},
	{"preferences.flight.max_stops", `0`, flights},
	{"preferences.flight.avoid_red_eye", `true`, flights},
	{"preferences.flight.preferred_airlines", `["TP"]`, flights},
	{"preferences.flight.excluded_airlines", `["FR"]`, rest},
	{"preferences.flight.excluded_connections[0].type", `"airport"`, rest},
	{"preferences.flight.excluded_connections[0].code", `"IST"`, rest},
	{"preferences.flight.excluded_connections[0].city", `"Istanbul"`, rest},
	{"preferences.flight.excluded_connections[0].country", `"TR"`, rest},
	{"preferences.flight.excluded_connections[0].region", `"Marmara"`, rest},
	{"preferences.flight.excluded_connections[0].name", `"Stambul"`, rest},
	{"preferences.hotel.star_min", `4`, hotels},
	{"preferences.hotel.refundable_only", `true`, hotels},
	{"preferences.hotel.max_price_per_night", `{"amount":200,"currency":"USD"}`, hotels},
	{"preferences.excluded_modes", `["train"]`, nothing},
	{"constraints.budget_total", `{"amount":900,"currency":"USD"}`, plan},
	{"constraints.currency", `"EUR"`, risk},
	{"constraints.searched_currency", `"EUR"`, nothing}, // the next search is in it
	{"constraints.refundable_preference", `true`, plan},
	{"policy.rules.require_user_approval_to_purchase", `false`, risk},
	{"policy.rules.holds_allowed_without_approval", `false`, risk},
	{"policy.rules.fork_writes", `true`, risk},
	{"policy.rules.max_fare", `"500"`, risk},
	{"scope.document_ids", `["d"]`, nothing},
	{"scope.property_id", `"villa"`, nothing},
	{"scope.tenant", `"acme"`, nothing},
	{"scope.owner", `"ann"`, nothing},
}

// TestWhatAFieldClears changes every field of the plan, as a patch and, where a person can be asked for it, as an
// answer, and holds what is cleared against the rule book's table.
func TestWhatAFieldClears(t *testing.T) {
	for _, f := range fields {
		in := intent(t, found)
		section, _, _ := strings.Cut(f.path, ".")
		changed := set(document(in), f.path, json.RawMessage(f.value)).(map[string]any)
		patch, err := json.Marshal(map[string]any{section: changed[section]})
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := applier.Patch(in, trip.Raw(patch))
		if err != nil {
			t.Errorf("%s: %v", f.path, err)
			continue
		}
		if got := strings.Join(cleared(&next), " "); got != f.clears {
			t.Errorf("%s clears %q, want %q", f.path, got, f.clears)
		}
		if to := slices.Equal(next.Turn.Releases, []string{"H1"}); to != strings.Contains(f.clears, "holds") {
			t.Errorf("%s: to be released %v", f.path, next.Turn.Releases)
		}
		if in.Write(f.path, trip.Raw(f.value)) != nil { // nobody is asked for it
			continue
		}
		if got := strings.Join(cleared(answered(t, f.path, f.value)), " "); got != f.clears {
			t.Errorf("an answer about %s clears %q, want %q", f.path, got, f.clears)
		}
	}
}

// answered is the trip after the answer to a question about a path.
func answered(t *testing.T, path, value string) *trip.Intent {
	t.Helper()
	in := intent(t, found)
	in.UpdatedAt = 1_772_355_600_000_000_000
	choice := func(id, label string) trip.Choice { return trip.Choice{ID: id, Params: trip.Sentence(label).Params} }
	in.Status.Ask = &trip.Ask{
		Kind: trip.AskClarify, ID: "a", About: []string{path}, Choices: []trip.Choice{choice("1", "None."), choice("2", "This.")},
	}
	in.Turn.Questions = []trip.Question{
		{About: path, Choices: []trip.QuestionChoice{{Label: "None.", Value: `null`}, {Label: "This.", Value: trip.Raw(value)}}}, {Text: "another"},
	}
	next, _, err := applier.Answer(defaults, in, trip.UserAnswered{AskID: "a", ChoiceID: "2"})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if len(next.Turn.Questions) != 1 || next.Turn.Questions[0].Text != "another" || len(in.Turn.Questions) != 2 {
		t.Errorf("%s: open questions %v", path, next.Turn.Questions)
	}
	return &next
}

// cleared names what is gone of what was found.
func cleared(in *trip.Intent) (out []string) {
	w := &in.WorkingMemory
	gone := func(name string, is bool) {
		if is {
			out = append(out, name)
		}
	}
	for i := range 2 {
		gone("f"+strconv.Itoa(i), i >= len(w.FlightQuotes) || w.FlightQuotes[i] == nil && in.Turn.FlightMarks[i] == trip.QuoteMark{})
	}
	for j := range 2 {
		gone("h"+strconv.Itoa(j), j >= len(w.HotelQuotes) || w.HotelQuotes[j] == nil && in.Turn.HotelMarks[j] == trip.QuoteMark{})
	}
	gone("bundles", len(w.RankedBundles) == 0)
	gone("selection", w.Selected.BundleID == "")
	gone("risk", w.RiskReport == nil)
	gone("answers", len(in.Turn.Answered) == 0)
	gone("holds", len(w.Holds) == 0)
	gone("booking", w.Bookings[0].Stale)
	return out
}

// set returns a document with another value at a path.
func set(doc any, path string, value any) any {
	if path == "" {
		return value
	}
	if index, rest, isElement := strings.Cut(strings.TrimPrefix(path, "["), "]"); isElement && path[0] == '[' {
		i, _ := strconv.Atoi(index)
		list := doc.([]any)
		list[i] = set(list[i], strings.TrimPrefix(rest, "."), value)
		return list
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	object, ok := doc.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[path[:end]] = set(object[path[:end]], strings.TrimPrefix(path[end:], "."), value)
	return object
}

// TestEveryFieldIsThere holds the list of fields against the types.
func TestEveryFieldIsThere(t *testing.T) {
	var want []string
	sections := reflect.TypeFor[trip.Intent]()
	for _, name := range []string{"Request", "Party", "Itinerary", "Preferences", "Constraints", "Policy", "Scope"} {
		f, _ := sections.FieldByName(name)
		want = append(want, leaves(f.Type, strings.Split(f.Tag.Get("wire"), ",")[0])...)
	}
	var got []string
	for _, f := range fields {
		if f.path != "policy.rules.max_fare" { // one of those that the engine does not read
			got = append(got, f.path)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// leaves returns the paths of the fields of a type, of a list those of its first element.
func leaves(typ reflect.Type, path string) (out []string) {
	if typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Struct {
		return leaves(typ.Elem(), path+"[0]")
	}
	if typ.Kind() != reflect.Struct || typ == reflect.TypeFor[trip.Money]() {
		return []string{path}
	}
	for field := range typ.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("wire"), ",")
		if name != "" && name != "*" {
			out = append(out, leaves(field.Type, fmt.Sprintf("%s.%s", path, name))...)
		}
	}
	if out == nil { // its text is one value
		return []string{path}
	}
	return out
}
