package turn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// moment is an event and the state that it comes to.
type moment struct {
	name string
	in   trip.Intent
	ev   trip.Event
}

// story is a trip from a message to a booking: two legs and a stay with five offers each, so that
// the intent has about 4 KB from the bundles on.
func story(tb testing.TB) (turn.Config, []moment) {
	tb.Helper()
	cfg, in := turn.Default(), trip.NewIntent()
	in.TripID = "bench"
	result := func(tool, raw string) trip.EventData { return trip.ToolResult{ToolName: tool, Result: trip.Raw(raw)} }
	flights := func(leg, from, to string) trip.EventData {
		day := map[string]string{"out": "2026-05-04", "back": "2026-05-09"}[leg]
		return result(trip.ToolFlightSearch, strings.ReplaceAll(flightOffers(leg, from, to), "2026-05-04", day))
	}
	var moments []moment
	for i, data := range []trip.EventData{
		trip.UserMessage{Text: "Two adults from JFK to Lisbon on May 4, back on May 9, with a hotel"},
		result(trip.ToolExtract, `{"assumptions":[],"clarifying_questions":[],"missing_required_fields":[],`+
			`"trip_intent":{"dates":{"departure_date":"2026-05-04","return_date":"2026-05-09"},"destination":{"city":"Lisbon",`+
			`"code":"LIS","type":"city"},"origin":{"city":"New York","code":"JFK","type":"airport"},"travelers":{"adults":2},"trip_type":"round_trip"}}`),
		flights("out", "JFK", "LIS"), flights("back", "LIS", "JFK"), result(trip.ToolHotelSearch, hotelOffers()),
		result(trip.ToolRank, bundles()),
		trip.UserSelectedBundle{BundleID: "b0"},
		result(trip.ToolRiskCheck, `{"blocking_issues":[],"required_user_confirmations":["I accept that the fare is not `+
			`refundable."],"risks":["The fare is not refundable."]}`),
		trip.UserRequestHold{Confirmations: []string{"I accept that the fare is not refundable."}},
		result(trip.ToolHold, `{"holds":[{"expires_at":"2026-03-01T12:00:00Z","hold_id":"H1","item_type":"flight",`+
			`"option_id":"out_0","status":"held"},{"expires_at":"2026-03-01T12:00:00Z","hold_id":"H2","item_type":"flight",`+
			`"option_id":"back_0","status":"held"},{"expires_at":"2026-03-01T12:00:00Z","hold_id":"H3","item_type":"hotel","option_id":"htl_0","status":"held"}]}`),
		trip.UserMessage{Text: "Is the hotel near the river?"},
		result(trip.ToolExtract, `{"trip_intent":{}}`),
		trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm"},
		result(trip.ToolPurchase, `{"confirmation":{"record_locator":"QX7PLM","status":"confirmed","tickets":["1","2"]}}`),
	} {
		ev := trip.Event{At: 1_772_355_600_000_000_000 + trip.Instant(i)*1_000_000_000, Seq: int64(i) + 1, Data: data}
		ev, err := trip.DecodeEvent(string(ev.AppendJSON(nil))) // as a log has it
		if err != nil {
			tb.Fatal(err)
		}
		m := moment{name: fmt.Sprintf("%02d-%s", i+1, ev.Type()), in: in, ev: ev}
		next, d, err := turn.Step(cfg, in, ev)
		if err != nil || d.LastToolError != nil || d.Ignored != "" {
			tb.Fatalf("%s: %v, %+v, ignored %q", m.name, err, d.LastToolError, d.Ignored)
		}
		moments, in = append(moments, m), next
	}
	if in.Status.Node != trip.Booked {
		tb.Fatalf("the story ends in %s", in.Status.Node)
	}
	return cfg, moments
}

func offerList(n int, offer string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(offer, "#", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

func flightOffers(leg, from, to string) string {
	return `{"options":[` + offerList(5,
		`{"cabin":"economy","option_id":"`+leg+
			`_#","refundable":true,"segments":[{"airline":"TP","arrive_at":"2026-05-04T21:30","depart_at":"2026-05-04T09:15","flight_number":"TP20#","from":"`+
			from+`","stops":0,"to":"`+to+`"}],"total_price":{"amount":"61#.00","currency":"USD"}}`) + `]}`
}

func hotelOffers() string {
	return `{"options":[` + offerList(5,
		`{"address":"Rua Augusta #, Lisbon","hotel_name":"Hotel #","nightly_price":{"amount":"11#.00","currency":"USD"},`+
			`"option_id":"htl_#","refundable":true,"star_rating":4,"total_price":{"amount":"55#.00","currency":"USD"}}`) + `]}`
}

func bundles() string {
	return `{"bundles":[` + offerList(3,
		`{"bundle_id":"b#","estimated_total":{"amount":"177#.00","currency":"USD"},"flight_option_ids":["out_0","back_#"],`+
			`"hotel_option_ids":["htl_0"],"tradeoffs":["early flight","one stop"],"why_this_bundle":"cheapest"}`) + `]}`
}

// BenchmarkStep folds every event of the story by itself.
func BenchmarkStep(b *testing.B) {
	cfg, moments := story(b)
	last := moments[len(moments)-1].in
	b.Logf("the intent has %d bytes", len(last.AppendJSON(nil)))
	for _, m := range moments {
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := turn.Step(cfg, m.in, m.ev); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFold folds the whole story.
func BenchmarkFold(b *testing.B) {
	cfg, moments := story(b)
	b.ReportAllocs()
	for b.Loop() {
		in := moments[0].in
		for i := range moments {
			var err error
			if in, _, err = turn.Step(cfg, in, moments[i].ev); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moments)), "ns/event")
}

// BenchmarkReduce decides every event of the story by itself, its result applied before.
func BenchmarkReduce(b *testing.B) {
	cfg, moments := story(b)
	for _, m := range moments {
		m.in.UpdatedAt = m.ev.At
		if res, ok := m.ev.Data.(trip.ToolResult); ok {
			var err error
			if res.Value, err = applier.Read(cfg.Catalog, &m.in, res); err != nil {
				b.Fatal(err)
			}
			if m.in, _, err = applier.Apply(cfg.Catalog, m.in, res); err != nil {
				b.Fatal(err)
			}
			m.ev.Data = res
		}
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := new(reducer.Decider).Reduce(&cfg.Policy, cfg.Catalog, &m.ev, new(words.Heard), &trip.Decision{Next: m.in}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestStepAllocations bounds what the event in the middle of the story allocates.
func TestStepAllocations(t *testing.T) {
	cfg, moments := story(t)
	counts := make([]int, len(moments))
	for i, m := range moments {
		counts[i] = int(testing.AllocsPerRun(50, func() {
			if _, _, err := turn.Step(cfg, m.in, m.ev); err != nil {
				t.Fatal(err)
			}
		}))
	}
	t.Log(counts)
	sorted := slices.Sorted(slices.Values(counts))
	if median := sorted[len(sorted)/2]; median > 18 {
		t.Errorf("the median event allocates %d times, want 18 at most: %v", median, counts)
	}
}
