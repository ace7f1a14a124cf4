package applier_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// extracted applies an extraction to an intent at 9 o'clock on 1 March 2026.
func extracted(t *testing.T, in trip.Intent, result string) trip.Intent {
	t.Helper()
	in.UpdatedAt = 1_772_355_600_000_000_000
	in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	next, _, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolExtract, Result: trip.Raw(result)})
	if err != nil {
		t.Fatalf("%s: %v", result, err)
	}
	return next
}

// written are all members of an extraction that change the plan, each with where it is written.
var written = []struct{ member, value, path string }{
	{"origin.type", `"airport"`, "itinerary.segments[0].origin.type"},
	{"origin.code", `"EWR"`, "itinerary.segments[0].origin.code"},
	{"origin.city", `"Newark"`, "itinerary.segments[0].origin.city"},
	{"origin.country", `"US"`, "itinerary.segments[0].origin.country"},
	{"origin.region", `"NJ"`, "itinerary.segments[0].origin.region"},
	{"origin.name", `"Newark"`, "itinerary.segments[0].origin.name"},
	{"destination.type", `"airport"`, "itinerary.segments[0].destination.type"},
	{"destination.code", `"FAO"`, "itinerary.segments[0].destination.code"},
	{"destination.city", `"Faro"`, "itinerary.segments[0].destination.city"},
	{"destination.country", `"PT"`, "itinerary.segments[0].destination.country"},
	{"destination.region", `"Algarve"`, "itinerary.segments[0].destination.region"},
	{"destination.name", `"Faro"`, "itinerary.segments[0].destination.name"},
	{"trip_type", `"round_trip"`, "itinerary.trip_type"},
	{"dates.departure_date", `"2026-05-03"`, "itinerary.segments[0].depart_date"},
	{"travelers.adults", `2`, "party.travelers.adults"},
	{"travelers.children", `3`, "party.travelers.children"},
	{"travelers.infants", `1`, "party.travelers.infants"},
	{"travelers.ages", `[7,8,9]`, "party.ages party.births"},
	{"travelers.age_months", `[20]`, ""}, // they say nothing without ages
	{"cabin", `"business"`, "preferences.flight.cabin"},
	{"constraints.budget_total", `{"amount":"900.00","currency":"USD"}`, "constraints.budget_total"},
	{"constraints.currency", `"EUR"`, "constraints.currency"},
	{"constraints.refundable_only", `true`, "constraints.refundable_preference preferences.hotel.refundable_only"},
	{"constraints.max_stops", `0`, "preferences.flight.max_stops"},
	{"constraints.preferred_airlines", `["TP"]`, "preferences.flight.preferred_airlines"},
	{"constraints.excluded_airlines", `["FR"]`, "preferences.flight.excluded_airlines"},
	{"constraints.excluded_connections", `[{"city":"Istanbul","code":"IST","type":"city"}]`, "preferences.flight.excluded_connections"},
	{"constraints.excluded_modes", `["train"]`, "preferences.excluded_modes"},
	{"constraints.avoid_red_eye", `true`, "preferences.flight.avoid_red_eye"},
	{"lodging.needed", `false`, "itinerary.lodging.needed"},
	{"lodging.rooms", `2`, "itinerary.lodging.rooms"},
	{"lodging.hotel_star_min", `4`, "preferences.hotel.star_min"},
	{"lodging.max_price_per_night", `{"amount":"200.00","currency":"USD"}`, "preferences.hotel.max_price_per_night"},
	{"lodging.location_hint", `"near the river"`, "itinerary.lodging.location_hint"},
	{"lodging.check_in", `"2026-05-04"`, "itinerary.lodging.check_in"},
	{"lodging.check_out", `"2026-05-06"`, "itinerary.lodging.check_out"},
	{"segments[0].origin.code", `"EWR"`, "itinerary.segments[0].origin.code"},
	{"segments[0].destination.code", `"FAO"`, "itinerary.segments[0].destination.code"},
	{"segments[0].depart_date", `"2026-05-03"`, "itinerary.segments[0].depart_date"},
	{"segments[0].transport_mode", `"train"`, "itinerary.segments[0].transport_mode"},
	{"segments[0].depart_time_window", `{"end":"12:00","start":"08:00"}`, "itinerary.segments[0].depart_time_window"},
	{"segments[0].arrive_time_window", `{"end":"12:00","start":"08:00"}`, "itinerary.segments[0].arrive_time_window"},
	{"segments[0].via", `[{"city":"Madrid","code":"MAD","type":"city"}]`, "itinerary.segments[0].via"},
	{"segments[0].depart_between", `{"from":"2026-05-01","to":"2026-05-04"}`, "itinerary.segments[0].depart_between itinerary.segments[0].depart_date"},
	{"segments[0].alternatives", `{"destination":[{"city":"Faro","code":"FAO","type":"city"}]}`, "itinerary.segments[0].alternatives"},
	{"nights", `{"max":5,"min":3}`, "itinerary.nights"},
	{"excluded_days", `[{"from":"2026-05-01","to":"2026-05-02"}]`, "itinerary.excluded_days"},
	{"stays[0].location_code", `"FAO"`, "itinerary.lodging.stays[0].location_code"},
	{"stays[0].check_in", `"2026-05-03"`, "itinerary.lodging.stays[0].check_in"},
	{"stays[0].check_out", `"2026-05-05"`, "itinerary.lodging.stays[0].check_out"},
	{"stays[0].rooms", `3`, "itinerary.lodging.stays[0].rooms"},
	{"stays[0].location_hint", `"near the river"`, "itinerary.lodging.stays[0].location_hint"},
	{"contact.email", `"ann@example.org"`, "party.contact.email"},
	{"contact.phone", `"+1"`, "party.contact.phone"},
}

// TestWhatAnExtractionWrites: every member is written to its field, and nothing beside it.
func TestWhatAnExtractionWrites(t *testing.T) {
	for _, w := range written {
		in := intent(t, strings.NewReplacer(openLeg, "", `"origin":"JFK","destination":"LIS"`, `"origin":{"code":"JFK"},"destination":{"code":"LIS"}`).Replace(found))
		member, value := w.member, w.value
		if place, name, ok := strings.Cut(member, "."); ok && (place == "origin" || place == "destination") && name != "code" {
			code := map[string]string{"origin": "JFK", "destination": "LIS"}[place]
			member, value = place, fmt.Sprintf(`{"code":%q,%q:%s}`, code, name, value) // which the same place is called
		}
		next := extracted(t, in, `{"trip_intent":`+nested(member, value)+`}`)
		changed := slices.DeleteFunc(paths(in, next), func(path string) bool { return strings.HasPrefix(path, "working_memory.") })
		want := strings.Fields(w.path)
		for _, path := range changed {
			if !slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(path, w) }) {
				t.Errorf("%s also changes %s", w.member, path)
			}
		}
		for _, path := range want {
			if path == "party.births" || strings.HasPrefix(w.member, "segments[0].depart_between") && path != w.path[:len(path)] {
				continue // which follow from the ages; and the day, which is open then
			}
			if got := next.Value(path); string(got) != w.value {
				t.Errorf("%s leaves %s at %s, want %s", w.member, path, got, w.value)
			}
		}
	}
}

// nested is a value at a path, such as lodging.rooms or segments[0].transport_mode.
func nested(path, value string) string {
	steps := strings.Split(path, ".")
	for _, step := range slices.Backward(steps) {
		if list, isList := strings.CutSuffix(step, "[0]"); isList {
			step, value = list, "["+value+"]"
		}
		value = fmt.Sprintf("{%q:%s}", step, value)
	}
	return value
}

// TestEveryMemberIsThere holds the list of members against the type.
func TestEveryMemberIsThere(t *testing.T) {
	has := func(member string) bool {
		return slices.ContainsFunc(written, func(w struct{ member, value, path string }) bool { return strings.HasPrefix(member, w.member) })
	}
	for _, path := range leaves(reflect.TypeFor[trip.Extraction](), "") {
		member, ok := strings.CutPrefix(path, ".trip_intent.")
		isOther := member == "dates.return_date" || member == "ext" || strings.HasPrefix(member, "requests[0].") ||
			strings.HasPrefix(member, "segments[0].origin.") || strings.HasPrefix(member, "segments[0].destination.")
		if ok && !isOther && !has(member) {
			t.Errorf("%s is missing", member)
		}
	}
}

// TestPlacesAreCompleted: what a message leaves out of a place stays as long as the place is the same.
func TestPlacesAreCompleted(t *testing.T) {
	const old = `{"type":"airport","code":"LIS","city":"Lisbon","country":"PT","region":"Lisboa","name":"Lissabon"}`
	for said, want := range map[string]string{
		`{}`:                                "airport LIS Lisbon PT Lisboa Lissabon",
		`{"country":"FR"}`:                  "airport LIS Lisbon PT Lisboa Lissabon", // no place without a code or a city
		`"LIS"`:                             "airport LIS Lisbon PT Lisboa Lissabon",
		`{"code":"LIS","type":"city"}`:      "city LIS Lisbon PT Lisboa Lissabon",
		`{"city":"Lisbon"}`:                 "airport LIS Lisbon PT Lisboa Lissabon",
		`{"code":"LIS","city":"Lissabon"}`:  "airport LIS Lissabon PT Lisboa Lissabon",
		`{"code":"LIS","region":"Estoril"}`: "airport LIS Lisbon PT Estoril Lissabon",
		`{"code":"LIS","country":"US"}`:     "airport LIS Lisbon US - Lissabon", // the region was of another country
		`{"code":"LIS","name":"home"}`:      "airport LIS Lisbon PT Lisboa home",
		`{"city":"Porto"}`:                  "- - Porto - - -",
		`"OPO"`:                             "- OPO - - - -",
		`{"code":"OPO","city":"Lisbon"}`:    "- OPO Lisbon - - -",
	} {
		in := intent(t, `{"itinerary":{"segments":[{"destination":`+old+`}]}}`)
		next := extracted(t, in, `{"trip_intent":{"destination":`+said+`}}`)
		p := next.Itinerary.Segments[0].Destination
		var got []string
		for _, text := range []string{p.Type, p.Code, p.City, p.Country, p.Region, p.Name} {
			got = append(got, cmp.Or(text, "-"))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s makes %s, want %s", said, text, want)
		}
	}
}

// TestReturnLegs: when a trip gets a way back, what it is, and when it goes again.
func TestReturnLegs(t *testing.T) {
	const (
		out     = `{"segment_id":"seg_0","origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}`
		back    = `{"segment_id":"seg_return","origin":"LIS","destination":"JFK","depart_date":"2026-05-08"}`
		on      = `{"segment_id":"seg_1","origin":"LIS","destination":"OPO","depart_date":"2026-05-06"}`
		home    = `{"segment_id":"seg_2","origin":"OPO","destination":"JFK","depart_date":"2026-05-08"}`
		toHere  = `{"segment_id":"seg_1","origin":"OPO","destination":"JFK","depart_date":"2026-05-06"}`
		later   = `{"dates":{"return_date":"2026-05-09"}}`
		saysOne = `{"trip_type":"one_way"}`
	)
	for _, tc := range []struct{ about, tripType, legs, said, want string }{
		{"one leg", "", out, later, "round_trip seg_0 JFK-LIS 2026-05-04, seg_return LIS-JFK 2026-05-09"},
		{"no leg", "", "", later, "round_trip seg_0 - , seg_return - 2026-05-09"},
		{"there and back", "", out + "," + back, later, "round_trip seg_0 JFK-LIS 2026-05-04, seg_return LIS-JFK 2026-05-09"},
		{"two ways out", "", out + "," + on, later, " seg_0 JFK-LIS 2026-05-04, seg_1 LIS-OPO 2026-05-06"},
		{"home from elsewhere", "", out + "," + toHere, later, " seg_0 JFK-LIS 2026-05-04, seg_1 OPO-JFK 2026-05-06"},
		{"three legs", "", out + "," + on + "," + home, later, " seg_0 JFK-LIS 2026-05-04, seg_1 LIS-OPO 2026-05-06, seg_2 OPO-JFK 2026-05-08"},
		{"there, back and on", "", out + "," + back + "," + on, later, " seg_0 JFK-LIS 2026-05-04, seg_return LIS-JFK 2026-05-08, seg_1 LIS-OPO 2026-05-06"},
		{
			"three legs of a round trip", "round_trip", out + "," + on + "," + home, later,
			"round_trip seg_0 JFK-LIS 2026-05-04, seg_1 LIS-OPO 2026-05-06, seg_2 OPO-JFK 2026-05-08",
		},
		{"one way", "one_way", out, later, "one_way seg_0 JFK-LIS 2026-05-04"},
		{"without a date", "", out, `{"trip_type":"round_trip"}`, "round_trip seg_0 JFK-LIS 2026-05-04"},
		{"a date that is over", "", out, `{"dates":{"return_date":"2026-02-09"}}`, "round_trip seg_0 JFK-LIS 2026-05-04, seg_return LIS-JFK "},
		{"given up", "round_trip", out + "," + back, saysOne, "one_way seg_0 JFK-LIS 2026-05-04"},
		{"given up, with no other leg", "", back, saysOne, "one_way "},
		{"the places move", "round_trip", out + "," + back, `{"destination":"FAO"}`, "round_trip seg_0 JFK-FAO 2026-05-04, seg_return FAO-JFK 2026-05-08"},
		{"the origin moves", "round_trip", out + "," + back, `{"origin":"EWR"}`, "round_trip seg_0 EWR-LIS 2026-05-04, seg_return LIS-EWR 2026-05-08"},
		{"from another place", "round_trip", out + "," + toHere, `{"destination":"FAO"}`, "round_trip seg_0 JFK-FAO 2026-05-04, seg_1 OPO-JFK 2026-05-06"},
		{
			"a place back is said", "round_trip", out + "," + back,
			`{"segments":[{"destination":"FAO"},{"destination":"EWR"}]}`, "round_trip seg_0 JFK-FAO 2026-05-04, seg_return LIS-EWR 2026-05-08",
		},
		{
			"where it begins is said", "round_trip", out + "," + back, `{"segments":[{"origin":"EWR"},{"origin":"OPO"}]}`,
			"round_trip seg_0 EWR-LIS 2026-05-04, seg_return OPO-JFK 2026-05-08",
		},
		{
			"only its date is said", "round_trip", out + "," + back,
			`{"segments":[{"destination":"FAO"},{"depart_date":"2026-05-07"}]}`, "round_trip seg_0 JFK-FAO 2026-05-04, seg_return FAO-JFK 2026-05-07",
		},
	} {
		text := `{"itinerary":{"segments":[` + tc.legs + `]`
		if tc.tripType != "" {
			text += `,"trip_type":"` + tc.tripType + `"`
		}
		next := extracted(t, intent(t, text+`}}`), `{"trip_intent":`+tc.said+`}`)
		var legs []string
		for _, s := range next.Itinerary.Segments {
			legs = append(legs, s.SegmentID+" "+s.Origin.Code+"-"+s.Destination.Code+" "+s.DepartDate.String())
		}
		if got := string(next.Itinerary.TripType) + " " + strings.Join(legs, ", "); got != tc.want {
			t.Errorf("%s\ngot  %s\nwant %s", tc.about, got, tc.want)
		}
	}
}

// TestNightsFollow: nights that nobody gave are those of the flights, and stay when these have no date any more.
func TestNightsFollow(t *testing.T) {
	const trips = `{"trip_intent":{"origin":"JFK","destination":"LIS","dates":{"departure_date":"2026-05-04","return_date":"2026-05-08"}}}`
	nights := func(said ...string) string {
		in := trip.NewIntent()
		for _, s := range said {
			in = extracted(t, in, s)
		}
		l := &in.Itinerary.Lodging
		return l.CheckIn.String() + " to " + l.CheckOut.String()
	}
	for _, tc := range []struct {
		want string
		said []string
	}{
		{"2026-05-04 to 2026-05-08", []string{trips}},
		{"2026-05-05 to 2026-05-08", []string{trips, `{"trip_intent":{"dates":{"departure_date":"2026-05-05"}}}`}},
		{"2026-05-04 to 2026-05-09", []string{trips, `{"trip_intent":{"dates":{"return_date":"2026-05-09"}}}`}},
		{"2026-05-04 to 2026-05-08", []string{trips, `{"clears":["itinerary.segments[0].depart_date"]}`}},
		{
			"2026-05-06 to 2026-05-08",
			[]string{trips, `{"trip_intent":{"lodging":{"check_in":"2026-05-06"}}}`, `{"trip_intent":{"dates":{"departure_date":"2026-05-05"}}}`},
		},
		{
			"2026-05-04 to 2026-05-06",
			[]string{trips, `{"trip_intent":{"lodging":{"check_out":"2026-05-06"}}}`, `{"trip_intent":{"dates":{"return_date":"2026-05-09"}}}`},
		},
		{"2026-05-04 to 2026-05-05", []string{trips, `{"trip_intent":{"lodging":{"check_out":"2026-05-03"}}}`}},
		{"2026-05-04 to 2026-05-05", []string{trips, `{"trip_intent":{"lodging":{"check_out":"2026-05-04"}}}`}},
		{" to 2026-05-03", []string{`{"trip_intent":{"lodging":{"check_out":"2026-05-03"}}}`}},
		{" to ", []string{`{"trip_intent":{"lodging":{"check_in":"2026-02-28","check_out":"2026-02-28"}}}`}},
		{"2026-03-01 to ", []string{`{"trip_intent":{"lodging":{"check_in":"2026-03-01"}}}`}},
	} {
		if got := nights(tc.said...); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.said, got, tc.want)
		}
	}
}
