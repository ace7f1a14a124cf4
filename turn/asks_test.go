package turn_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

const (
	flightOffer = `{"option_id":"f1","total_price":{"amount":"610.00","currency":"USD"},"refundable":false,"cabin":"economy","fare_rules_summary":"No refund",
		"segments":[{"from":"JFK","to":"LIS","depart_at":"2026-05-04T09:15:00-04:00","arrive_at":"2026-05-04T21:30:00+01:00","airline":"TAP",
		"flight_number":"TP 1","stops":0}]}`
	roomOffer = `{"option_id":"h1","hotel_name":"Ribeira","star_rating":4,"address":"1 Quay","nightly_price":{"amount":"60.00","currency":"USD"},
		"total_price":{"amount":"300.00","currency":"USD"},"refundable":true,"room_description":"double"}`
)

// heldTrip is a trip that holds a flight and a room, all of which was shown.
func heldTrip(t testing.TB) (turn.Config, trip.Intent) {
	t.Helper()
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":{"updated_at":"2026-03-01T09:00:00Z",
		"status":{"phase":"book","state":"holds_placed"},"ext":{"acme":{"cost_center":"C1"}},
		"party":{"travelers":{"adults":2,"children":1,"infants":0},"ages":[7],"traveler_profile_ids":["p1"],"payment_method_id":"pm"},
		"itinerary":{"trip_type":"one_way","segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],
			"lodging":{"needed":true,"check_in":"2026-05-04","check_out":"2026-05-09"}},
		"working_memory":{"flight_quotes_by_segment":[[` + flightOffer + `]],"hotel_quotes_by_stay":[[[` + roomOffer + `]]],
			"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":"910.00","currency":"USD"}}],
			"selected":{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]},"risk_report":{"bundle_id":"b1"},
			"holds":[{"hold_id":"HF","item_type":"flight","option_id":"f1","status":"held","expires_at":"2026-03-02T09:00:00Z",
			"total_price":{"amount":"615.00","currency":"USD"}},
				{"hold_id":"HH","item_type":"hotel","option_id":"h1","status":"held","expires_at":"2026-03-02T10:00:00Z"}]}}}`)
	if err != nil {
		t.Fatal(err)
	}
	cfg := turn.Default()
	in, err := midst.Start(cfg, h)
	if err != nil || in.Status.Ask == nil {
		t.Fatalf("nothing is asked: %v", err)
	}
	return cfg, in
}

// leaves calls with the path of every value below a document that is no object or list, and with what sets it.
func leaves(path string, v any, set func(any), call func(path string, was any, set func(any))) {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			leaves(path+"."+k, v[k], func(x any) { v[k] = x }, call)
		}
	case []any:
		for i := range v {
			leaves(fmt.Sprintf("%s[%d]", path, i), v[i], func(x any) { v[i] = x }, call)
		}
	default:
		call(strings.TrimPrefix(path, "."), v, set)
	}
}

// others returns other values than one of a document.
func others(was any) []any {
	switch was := was.(type) {
	case string:
		return []any{was + "x", strings.NewReplacer("2026-05-04", "2026-05-06", "09", "11", "USD", "EUR", "10.00", "11.00").Replace(was)}
	case bool:
		return []any{!was}
	case float64:
		return []any{was + 1}
	}
	return nil
}

// approves folds the approval of an ask.
func approves(t *testing.T, cfg turn.Config, in trip.Intent, ask string) trip.Decision {
	t.Helper()
	_, d, err := turn.Step(cfg, in, trip.Event{
		At:   in.UpdatedAt + 1,
		Data: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm", AskID: ask},
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func buys(d *trip.Decision) bool {
	return slices.ContainsFunc(d.ToolCalls, func(c trip.Call) bool { return c.Name == trip.ToolPurchase })
}

// TestAskIsOfAllThatIsShown changes every value of a trip, one at a time: where anything that is shown of what is held
// differs then, the ask has another id, and the approval of the ask before buys nothing.
func TestAskIsOfAllThatIsShown(t *testing.T) {
	cfg, in := heldTrip(t)
	was := in.Status.Ask
	if d := approves(t, cfg, in, was.ID); !buys(&d) {
		t.Fatal("what was shown is not bought")
	}
	text := func(in *trip.Intent, a *trip.Ask) string {
		_, d, err := turn.Step(cfg, *in, trip.Event{At: in.UpdatedAt + 1, Data: trip.UserApprovedPurchase{ApprovalToken: "tok", AskID: "another"}})
		if err != nil {
			t.Fatal(err)
		}
		return texts.English(a.Message()) + strings.Join(d.UIMessages(), "\n") + string(a.Params.AppendJSON(nil))
	}
	shown := text(&in, was)
	var doc any
	if err := json.Unmarshal(in.AppendJSON(nil), &doc); err != nil {
		t.Fatal(err)
	}
	changed := map[string]bool{} // the first part of the paths of what is shown
	leaves("", doc, nil, func(path string, value any, set func(any)) {
		if strings.HasPrefix(path, "policy.") || strings.HasPrefix(path, "working_memory.selected") {
			return // how it is asked, and what is not held
		}
		defer set(value)
		for _, other := range others(value) {
			set(other)
			line, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			next, _, err := trip.DecodeIntent(string(line))
			if err != nil {
				continue
			}
			now := reducer.AskApproval(&next, next.UpdatedAt)
			if now == nil { // nothing is held any more
				continue
			}
			if _, err := cfg.Catalog.Zone(next.Request.Timezone); err != nil {
				continue
			}
			isOther := string(now.Params.AppendJSON(nil)) != string(was.Params.AppendJSON(nil)) || now.ExpiresAt != was.ExpiresAt ||
				next.Request == in.Request && text(&next, now) != shown
			if isOther && now.ID == was.ID {
				t.Errorf("%s is %v instead of %v, and the ask is the same", path, other, value)
			}
			d := approves(t, cfg, next, was.ID)
			if isOther && buys(&d) {
				t.Errorf("%s is %v instead of %v, and the approval of before buys it", path, other, value)
			}
			if isOther {
				changed[strings.SplitN(strings.ReplaceAll(path, "[", "."), ".", 3)[0]] = true
			}
			if quotes := strings.HasPrefix(path, "working_memory.flight_quotes") || strings.HasPrefix(path, "working_memory.hotel_quotes"); quotes && now.ID != was.ID {
				t.Errorf("%s of an offer is %v instead of %v, and what is held is asked for anew", path, other, value)
			}
		}
	})
	if len(changed) < 3 {
		t.Errorf("what is shown is only of %v", changed)
	}
}

// TestEveryWordOfAHoldIsInItsAsk changes what was shown of holds, and who travels: each value is part of the ask.
func TestEveryWordOfAHoldIsInItsAsk(t *testing.T) {
	_, in := heldTrip(t)
	was := in.Status.Ask.ID
	var doc map[string]any
	if err := json.Unmarshal(in.AppendJSON(nil), &doc); err != nil {
		t.Fatal(err)
	}
	n := 0
	leaves("", doc, nil, func(path string, value any, set func(any)) {
		isShown := slices.ContainsFunc([]string{"working_memory.holds[", "party.travelers", "party.ages", "party.traveler_profile_ids", "ext."},
			func(p string) bool { return strings.HasPrefix(path, p) }) && !strings.HasSuffix(path, ".status")
		if !isShown {
			return
		}
		defer set(value)
		for _, other := range others(value) {
			if other == value {
				continue
			}
			set(other)
			line, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			next, _, err := trip.DecodeIntent(string(line))
			if err != nil {
				continue
			}
			n++
			if now := reducer.AskApproval(&next, next.UpdatedAt); now != nil && now.ID == was {
				t.Errorf("%s is %v instead of %v, and the ask is the same", path, other, value)
			}
		}
	})
	if n < 30 {
		t.Errorf("only %d values were changed", n)
	}
}
