package risk_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/trip"
)

type object = map[string]any

type report struct {
	Risks         []string `json:"risks"`
	Blockers      []string `json:"blocking_issues"`
	Confirmations []string `json:"required_user_confirmations"`
}

var now = trip.Instant(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).UnixNano())

func run(t *testing.T, args object) (report, error) {
	t.Helper()
	data, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := risk.Run(context.Background(), tools.Request{Name: trip.ToolRiskCheck, Arguments: data, At: now})
	var r report
	if err == nil {
		if err := catalog.Default().CheckResult(trip.ToolRiskCheck, trip.Raw(out)); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatal(err)
		}
	}
	return r, err
}

func leg(from, to, depart, arrive string) object {
	return object{"from": from, "to": to, "depart_at": depart, "arrive_at": arrive, "airline": "Aurora Air", "flight_number": "QA 12"}
}

func flight(change object, legs ...object) object {
	f := object{"option_id": "f1", "total_price": usd("400.00"), "refundable": true, "cabin": "economy", "segments": legs}
	maps.Copy(f, change)
	return f
}

func hotel(change object) object {
	h := object{"option_id": "h1", "hotel_name": "Hotel Lumen", "nightly_price": usd("150.00"), "total_price": usd("300.00"), "refundable": true}
	maps.Copy(h, change)
	return h
}

func usd(amount string) object { return object{"amount": amount, "currency": "USD"} }

func day(from, to string) object {
	return leg(from, to, "2026-03-09T10:00:00-05:00", "2026-03-09T18:00:00+00:00")
}

func bundle(flights, hotels []object, constraints, policy object) object {
	if constraints == nil {
		constraints = object{}
	}
	if policy == nil {
		policy = object{}
	}
	return object{"bundle_id": "bundle_1", "flight_options": flights, "hotel_options": hotels, "constraints": constraints, "org_policy": policy}
}

// row is a bundle and the whole report on it. The tests below have a row for every line of the
// table in the package's documentation.
type row struct {
	args object
	want report
}

func checkRows(t *testing.T, rows map[string]row) {
	t.Helper()
	for label, r := range rows {
		t.Run(label, func(t *testing.T) {
			got, err := run(t, r.args)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "risks", got.Risks, r.want.Risks)
			same(t, "blocking_issues", got.Blockers, r.want.Blockers)
			same(t, "required_user_confirmations", got.Confirmations, r.want.Confirmations)
		})
	}
}

func plainFlight() []object { return []object{flight(nil, day("JFK", "LHR"))} }

func TestMoneyAndPolicy(t *testing.T) {
	plain := plainFlight()
	checkRows(t, map[string]row{
		"nothing to say": {bundle(plain, []object{hotel(nil)}, nil, nil), report{}},
		"not refundable": {
			bundle([]object{flight(object{"refundable": false}, day("JFK", "LHR"))},
				[]object{hotel(object{"refundable": false}), hotel(object{"refundable": false})}, nil, nil),
			report{Confirmations: []string{"Not refundable: the flight JFK to LHR on Mon 9 Mar 2026; Hotel Lumen."}},
		},
		"not refundable against the wish": {
			bundle(nil, []object{hotel(object{"refundable": false})}, object{"refundable_preference": true}, nil),
			report{Confirmations: []string{"Not refundable: Hotel Lumen. You asked for what can be refunded."}},
		},
		"refundability not known": {
			bundle(nil, []object{hotel(object{"refundable": nil})}, nil, nil),
			report{Risks: []string{"It is not known whether this can be refunded: Hotel Lumen."}},
		},
		"over budget": {
			bundle(plain, []object{hotel(nil)}, object{"budget_total": usd("650.00")}, nil),
			report{Confirmations: []string{"The total of 700.00 USD is 50.00 USD over your budget of 650.00 USD."}},
		},
		"exactly the budget": {bundle(plain, []object{hotel(nil)}, object{"budget_total": usd("700.00")}, nil), report{}},
		"budget in another currency": {
			bundle(plain, nil, object{"budget_total": object{"amount": 500, "currency": "EUR"}}, nil),
			report{Risks: []string{"The price cannot be compared with your budget of 500.00 EUR, because it is in another currency."}},
		},
		"rule that is not checked": {
			bundle(plain, nil, nil, object{
				"cost_center": 7, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1,
				"require_user_approval_to_purchase": true, "holds_allowed_without_approval": false, "fork_writes": true,
			}),
			report{Risks: []string{"Rules of your organisation that are not checked here: a, b, c, cost_center, d and 1 more."}},
		},
	})
}

func TestFlights(t *testing.T) {
	const name = "The flight JFK to LHR on Mon 9 Mar 2026"
	checkRows(t, map[string]row{
		"tight change": {
			bundle([]object{flight(nil, leg("JFK", "BOS", "2026-03-09T10:00:00Z", "2026-03-09T11:00:00Z"),
				leg("BOS", "LHR", "2026-03-09T11:44:00Z", "2026-03-09T18:00:00Z"))}, nil, nil, nil),
			report{Confirmations: []string{"There are only 44 min to change planes at BOS."}},
		},
		"short change": {
			bundle([]object{flight(nil, leg("JFK", "BOS", "2026-03-09T10:00:00Z", "2026-03-09T11:00:00Z"),
				leg("BOS", "LHR", "2026-03-09T11:45:00Z", "2026-03-09T18:00:00Z"))}, nil, nil, nil),
			report{Risks: []string{"The change of planes at BOS is short: 45 min."}},
		},
		"long layover and two stops": {
			bundle([]object{flight(nil, leg("JFK", "BOS", "2026-03-09T08:00:00Z", "2026-03-09T09:00:00Z"),
				leg("BOS", "DUB", "2026-03-09T13:01:00Z", "2026-03-09T15:00:00Z"), leg("DUB", "LHR", "2026-03-09T17:00:00Z", "2026-03-09T18:00:00Z"))}, nil, nil, nil),
			report{Risks: []string{"There is a long wait at BOS: 4 h 1 min.", name + " has 2 stops."}},
		},
		"change of airport": {
			bundle([]object{flight(nil, leg("JFK", "LGW", "2026-03-09T08:00:00Z", "2026-03-09T12:00:00Z"),
				leg("LHR", "LHR", "2026-03-09T15:00:00Z", "2026-03-09T18:00:00Z"))}, nil, nil, nil),
			report{Confirmations: []string{"You have to get from LGW to LHR to change planes."}},
		},
		"connection backwards": {
			bundle([]object{flight(nil, leg("JFK", "BOS", "2026-03-09T08:00:00Z", "2026-03-09T12:00:00Z"),
				leg("BOS", "LHR", "2026-03-09T11:00:00Z", "2026-03-09T18:00:00Z"))}, nil, nil, nil),
			report{Blockers: []string{"The flight from BOS leaves before the one to BOS lands."}},
		},
		"lands at night on the next day": {
			bundle([]object{flight(nil, leg("JFK", "LHR", "2026-03-09T19:00:00-05:00", "2026-03-10T05:59:00Z"))}, nil, nil, nil),
			report{Risks: []string{name + " lands during the night, at 05:59 on Tue 10 Mar 2026."}},
		},
		"lands late": {
			bundle([]object{flight(nil, leg("JFK", "LHR", "2026-03-09T12:00:00Z", "2026-03-09T23:00:00Z"))}, nil, nil, nil),
			report{Risks: []string{name + " lands during the night, at 23:00."}},
		},
		"lands on the next day": {
			bundle([]object{flight(nil, leg("JFK", "LHR", "2026-03-09T19:00:00-05:00", "2026-03-10T07:00:00Z"))}, nil, nil, nil),
			report{Risks: []string{name + " lands on a later day, Tue 10 Mar 2026."}},
		},
		"short between offers": {
			bundle([]object{flight(nil, day("JFK", "LHR")), flight(nil, leg("LHR", "OSL", "2026-03-09T20:59:00Z", "2026-03-09T22:00:00Z"))}, nil, nil, nil),
			report{Risks: []string{"There are 2 h 59 min between the flight JFK to LHR on Mon 9 Mar 2026 and the flight LHR " +
				"to OSL on Mon 9 Mar 2026, and nobody waits."}},
		},
		"offers in the wrong order": {
			bundle([]object{flight(nil, day("JFK", "LHR")), flight(nil, leg("LHR", "OSL", "2026-03-09T17:00:00Z", "2026-03-09T19:00:00Z"))}, nil, nil, nil),
			report{Blockers: []string{"The flight LHR to OSL on Mon 9 Mar 2026 leaves before the flight JFK to LHR on Mon 9 Mar 2026 lands."}},
		},
		"has left": {
			bundle([]object{flight(nil, leg("JFK", "LHR", "2026-03-01T04:00:00-05:00", "2026-03-01T18:00:00Z"))}, nil, nil, nil),
			report{Blockers: []string{"The flight JFK to LHR on Sun 1 Mar 2026 has left already."}},
		},
		"times not known": {
			bundle([]object{flight(object{"segments": nil})}, nil, nil, nil),
			report{Risks: []string{"The departure time is not known for the flight f1."}},
		},
	})
}

func same(t *testing.T, member string, got, want []string) {
	t.Helper()
	if got == nil {
		t.Errorf("%s is null, want a list", member)
	}
	if len(got)+len(want) > 0 && !slices.Equal(got, want) {
		t.Errorf("%s is %q, want %q", member, got, want)
	}
}

// TestOrgRules has for every rule one bundle that keeps it and one that breaks it.
func TestOrgRules(t *testing.T) {
	plain := bundle([]object{flight(nil, day("JFK", "LHR"))}, []object{hotel(nil)}, nil, nil)
	for label, c := range map[string]struct {
		rule  string
		value any
		want  string // the blocking issue; empty when the rule is kept
	}{
		"total kept":      {"max_total", usd("700.00"), ""},
		"total broken":    {"max_total", "699.99", "Your organisation allows at most 699.99 USD for a trip; this one costs 700.00 USD."},
		"total as number": {"max_total", 699, "Your organisation allows at most 699.00 USD for a trip; this one costs 700.00 USD."},
		"total in another currency": {
			"max_total",
			object{"amount": "900", "currency": "EUR"},
			"Your organisation allows at most 900.00 EUR for a trip, and the price of this one cannot be compared with it.",
		},
		"total not readable": {"max_total", "much", "Your organisation's rule max_total cannot be read, so nothing can be booked until it is corrected."},
		"null is no rule":    {"max_total", nil, ""},
		"night kept":         {"max_hotel_price_per_night", usd("150.00"), ""},
		"night broken": {
			"max_hotel_price_per_night", usd("149.00"),
			"Your organisation allows at most 149.00 USD a night; Hotel Lumen costs 150.00 USD.",
		},
		"night in another currency": {
			"max_hotel_price_per_night",
			object{"amount": "149", "currency": "EUR"},
			"Your organisation allows at most 149.00 EUR a night, and the price of Hotel Lumen cannot be compared with it.",
		},
		"cabin kept": {"allowed_cabins", []string{"business", "Economy"}, ""},
		"cabin broken": {
			"allowed_cabins",
			[]string{"premium_economy"},
			"Your organisation does not allow economy on the flight JFK to LHR on Mon 9 Mar 2026.",
		},
		"cabin not readable": {
			"allowed_cabins", "economy",
			"Your organisation's rule allowed_cabins cannot be read, so nothing can be booked until it is corrected.",
		},
		"airline kept":           {"blocked_airlines", []string{"QB", "Borealis"}, ""},
		"airline broken by name": {"blocked_airlines", []string{"aurora air"}, "Your organisation does not book Aurora Air, which flies from JFK to LHR."},
		"airline broken by code": {"blocked_airlines", []string{"qa"}, "Your organisation does not book Aurora Air, which flies from JFK to LHR."},
		"refundable kept":        {"require_refundable", true, ""},
		"refundable off":         {"require_refundable", false, ""},
		"stops kept":             {"max_stops", 0, ""},
		"no red-eye kept":        {"no_red_eye", true, ""},
		"advance kept":           {"advance_booking_days", 8, ""},
		"advance broken": {
			"advance_booking_days", 9,
			"Your organisation does not book later than 9 days before departure; the flight JFK to LHR on Mon 9 Mar 2026 leaves in 8.",
		},
		"advance not readable": {
			"advance_booking_days", -1,
			"Your organisation's rule advance_booking_days cannot be read, so nothing can be booked until it is corrected.",
		},
		"advance given as a text": {
			"advance_booking_days", "9",
			"Your organisation's rule advance_booking_days cannot be read, so nothing can be booked until it is corrected.",
		},
		"refundable given as a text": {
			"require_refundable", "yes",
			"Your organisation's rule require_refundable cannot be read, so nothing can be booked until it is corrected.",
		},
	} {
		t.Run(label, func(t *testing.T) {
			plain["org_policy"] = object{c.rule: c.value}
			blocks(t, plain, c.want)
		})
	}
}

// TestOrgRulesAskForFacts gives offers that break a rule by what they are or by saying nothing.
func TestOrgRulesAskForFacts(t *testing.T) {
	locked := object{"refundable": false}
	night := flight(nil, leg("JFK", "LHR", "2026-03-09T22:00:00-05:00", "2026-03-10T10:00:00Z"))
	change := flight(nil, leg("JFK", "BOS", "2026-03-09T08:00:00Z", "2026-03-09T09:00:00Z"), leg("BOS", "LHR", "2026-03-09T11:00:00Z", "2026-03-09T17:00:00Z"))
	silent := flight(object{"segments": nil, "cabin": nil})
	for label, c := range map[string]struct {
		flights, hotels []object
		policy          object
		want            string
	}{
		"flight not refundable": {
			[]object{flight(locked, day("JFK", "LHR"))},
			nil,
			object{"require_refundable": true},
			"Your organisation books only what can be refunded, and the flight JFK to LHR on Mon 9 Mar 2026 cannot.",
		},
		"hotel not refundable": {
			nil,
			[]object{hotel(locked)},
			object{"require_refundable": true},
			"Your organisation books only what can be refunded, and Hotel Lumen cannot.",
		},
		"red-eye": {
			[]object{night},
			nil,
			object{"no_red_eye": true},
			"Your organisation does not book night flights, and the flight JFK to LHR on Mon 9 Mar 2026 is one.",
		},
		"stops broken": {
			[]object{change},
			nil,
			object{"max_stops": 0},
			"Your organisation books nothing with more stops than 0; the flight JFK to LHR on Mon 9 Mar 2026 has 1.",
		},
		"times not known": {
			[]object{silent},
			nil,
			object{"no_red_eye": true},
			"Your organisation does not book night flights, and the times of the flight f1 are not known.",
		},
		"stops not known": {[]object{silent}, nil, object{"max_stops": 1}, "Your organisation limits the stops, and it is not known how many the flight f1 has."},
		"airline not known": {
			[]object{silent},
			nil,
			object{"blocked_airlines": []string{"QA"}},
			"Your organisation does not book every airline, and it is not known which one flies the flight f1.",
		},
		"cabin not known": {
			[]object{silent},
			nil,
			object{"allowed_cabins": []string{"economy"}},
			"Your organisation allows only some cabins, and it is not known which the flight f1 is in.",
		},
		"day not known": {
			[]object{silent},
			nil,
			object{"advance_booking_days": 1},
			"Your organisation does not book later than 1 day before departure, and the day of the flight f1 is not known.",
		},
	} {
		t.Run(label, func(t *testing.T) {
			blocks(t, bundle(c.flights, c.hotels, nil, c.policy), c.want)
		})
	}
}

func blocks(t *testing.T, args object, want string) {
	t.Helper()
	got, err := run(t, args)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if want != "" {
		list = []string{want}
	}
	same(t, "blocking_issues", got.Blockers, list)
}

func TestBadArguments(t *testing.T) {
	for label, args := range map[string]object{
		"no bundle id": {"flight_options": []object{flight(nil, day("JFK", "LHR"))}},
		"no offers":    bundle(nil, nil, nil, nil),
		"bad budget":   bundle([]object{flight(nil)}, nil, object{"budget_total": "much"}, nil),
	} {
		_, err := run(t, args)
		var failure *tools.Error
		if !errors.As(err, &failure) || failure.Class != trip.ClassInvalidArguments {
			t.Errorf("%s: got %v, want class invalid_arguments", label, err)
		}
	}
}
