package applier_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// waiting is an intent with a call of every tool that writes offers, totals or holds.
const waiting = `{"party":{"travelers":{"adults":5}},"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],
	"lodging":{"stays":[{"location_code":"LIS","check_in":"2026-05-04","check_out":"2026-05-06"}]}},
	"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":10,"currency":"USD"}}]],
		"hotel_quotes_by_stay":[[[{"option_id":"h1","total_price":{"amount":20,"currency":"USD"}}],[{"option_id":"h1","total_price":{"amount":30,"currency":"EUR"}}]]]},
	"turn":{"number":1,"outstanding":[{"call_id":"a","name":"flight_quote_search"},{"call_id":"b","name":"hotel_quote_search"},
		{"call_id":"c","name":"trip_option_ranker"},{"call_id":"d","name":"reservation_hold_create","write":true,"items":["f1"]}]}}`

func after(t *testing.T, tool, result string) (trip.Intent, error) {
	t.Helper()
	next, _, err := apply(defaults, intent(t, waiting), trip.ToolResult{ToolName: tool, Result: trip.Raw(result)})
	return next, err
}

// TestUnsoundOffers drops what the rule names, and leaves what it does not name to the schema.
func TestUnsoundOffers(t *testing.T) {
	const good = `{"option_id":"f2","total_price":{"amount":"5.00","currency":"USD"}}`
	for offer, want := range map[string]string{
		`{"total_price":{"amount":"-0.01","currency":"USD"}}`:                                                                      "f2",
		`{"total_price":{"amount":0.0e5,"currency":"USD"}}`:                                                                        "f2",
		`{"total_price":{"amount":"-1e-9","currency":"USD"}}`:                                                                      "f2",
		`{"total_price":{"amount":"5","currency":""}}`:                                                                             "f2",
		`{"total_price":{"amount":"5","currency":840}}`:                                                                            "f2",
		`{"total_price":{"amount":"5","currency":"XXX"},"segments":7}`:                                                             "f2",
		`{"total_price":{"amount":"","currency":"???"}}`:                                                                           "f2",
		`{"option_id":"f1","total_price":{"amount":"1","currency":"JPY"}}`:                                                         "f1 f2",
		`{"option_id":"f1","total_price":{"amount":"1","currency":"JPY"}},{"option_id":"f1","segments":false}`:                     "f1 f2",
		`{"option_id":"flt_seg0_1","total_price":{"amount":"1","currency":"JPY"}},{"total_price":{"amount":"1","currency":"JPY"}}`: "flt_seg0_1 f2",
		`{"total_price":{"amount":"5"}}`:                                                                                           "refused",
		`{"total_price":{"amount":"5","currency":null}}`:                                                                           "refused",
		`{"total_price":{"amount":"0.001","currency":"USD"}}`:                                                                      "refused",
		`{"total_price":{"amount":"five","currency":"USD"}}`:                                                                       "refused",
		`{"total_price":null}`: "refused",
		`{}`:                   "refused",
		`7`:                    "refused",
		`{"total_price":{"amount":1,"amount":-1,"currency":"USD"}}`:   "refused",
		`{"option_id":7,"total_price":{"amount":1,"currency":"USD"}}`: "refused",
	} {
		next, err := after(t, trip.ToolFlightSearch, `{"options":[`+offer+`,`+good+`]}`)
		got := "refused"
		if err == nil {
			var ids []string
			for _, o := range next.WorkingMemory.FlightQuotes[0] {
				ids = append(ids, o.OptionID)
			}
			got = strings.Join(ids, " ")
			if dropped := strings.Count(offer, "total_price") + strings.Count(offer, "false") + 1 - len(ids); dropped > 0 != (len(next.Status.NoteKeys) == 1) {
				t.Errorf("%s: notes %v", offer, next.Status.NoteKeys)
			}
		}
		if got != want {
			t.Errorf("%s leaves %q, want %q", offer, got, want)
		}
	}
}

// TestUnsoundRooms drops within the list of a room.
func TestUnsoundRooms(t *testing.T) {
	next, err := after(t, trip.ToolHotelSearch, `{"x":"\"","options_by_room":[[{"option_id":"a","total_price":{"amount":1,"currency":"EURO"}}],
		[{"option_id":"a","total_price":{"amount":1,"currency":"EUR"}},{"option_id":"a","total_price":{"amount":2,"currency":"EUR"}},
		 {"option_id":"b","nightly_price":{"amount":0,"currency":"EUR"},"total_price":{"amount":2,"currency":"EUR"}}]]}`)
	if err != nil {
		t.Fatal(err)
	}
	rooms := next.WorkingMemory.HotelQuotes[0]
	if len(rooms) != 2 || rooms[0] == nil || len(rooms[0]) != 0 || len(rooms[1]) != 1 {
		t.Errorf("rooms %+v", rooms)
	}
	want := []trip.Message{trip.Say("note.left_out", "tool", trip.ToolHotelSearch, "what", "offer", "count", 3)}
	if diff := cmp.Diff(want, next.Status.NoteKeys); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// TestTotals sums the options where their place in the bundle says: ids of two lists may be the same.
func TestTotals(t *testing.T) {
	for bundle, want := range map[string]string{
		`"flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":30,"currency":"USD"}`: "30.00 USD",
		`"flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":31,"currency":"USD"}`: "30.00 USD",
		`"hotel_option_ids":["h1","h1"],"estimated_total":{"amount":40,"currency":"USD"}`:                       "", // USD and EUR
		`"hotel_option_ids":["h1"],"estimated_total":7`:                                                         "20.00 USD",
		`"hotel_option_ids":["h1"],"estimated_total":{"amount":20,"currency":"$"}`:                              "20.00 USD",
		`"hotel_option_ids":["h1"]`:                                                    "",
		`"estimated_total":{"amount":20,"currency":"USD"}`:                             "",
		`"flight_option_ids":["h1"],"estimated_total":{"amount":20,"currency":"USD"}`:  "",
		`"hotel_option_ids":[7],"estimated_total":{"amount":-1,"currency":"USD"}`:      "refused",
		`"estimated_total":{"amount":1,"amount":2,"currency":"USD"},"tradeoffs":"all"`: "refused",
	} {
		next, err := after(t, trip.ToolRank, `{"bundles":[{"bundle_id":"b1",`+bundle+`}]}`)
		got := "refused"
		if err == nil {
			got = next.WorkingMemory.RankedBundles[0].EstimatedTotal.String()
		}
		if got != want {
			t.Errorf("%s has the total %q, want %q", bundle, got, want)
		}
	}
}

// offer is an offer or hold that a random supplier makes.
type offer struct {
	id, option, status, amount, currency string
}

func (o offer) sound() bool {
	n := json.Number(o.amount)
	f, err := n.Float64()
	return err == nil && f > 0 && trip.Currency(o.currency).Known()
}

func drawOffers(t *rapid.T) []offer {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) offer {
		pick := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
		return offer{
			id: pick("id", "A", "B", "C", "D", "E"), option: pick("option", "f1", "h1", "x"), status: pick("status", "held", "held", "failed"),
			amount: pick("amount", "1", "10.50", "1e1", "-1", "0", "-0.0", "0e3", "-1e9"), currency: pick("currency", "USD", "USD", "EUR", "JPY2", "usd", ""),
		}
	}), 0, 8).Draw(t, "offers")
}

// TestSoundOffersOfAnySupplier holds the offers that are kept against the words of the rule.
func TestSoundOffersOfAnySupplier(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		drawn := drawOffers(r)
		var list, want []string
		seen := map[string]bool{}
		for _, o := range drawn {
			list = append(list, fmt.Sprintf(`{"option_id":%q,"total_price":{"amount":%q,"currency":%q}}`, o.id, o.amount, o.currency))
			if o.sound() && !seen[o.id] {
				want = append(want, o.id)
			}
			seen[o.id] = true
		}
		next, err := after(t, trip.ToolFlightSearch, `{"options":[`+strings.Join(list, ",")+`]}`)
		if err != nil {
			r.Fatal(err)
		}
		var got []string
		for _, o := range next.WorkingMemory.FlightQuotes[0] {
			got = append(got, o.OptionID)
		}
		if !slices.Equal(got, want) {
			r.Fatalf("%v leave %v, want %v", drawn, got, want)
		}
	})
}

// TestNoHoldIsLost keeps or releases every hold that a supplier says is held.
func TestNoHoldIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		drawn := drawOffers(r)
		var list []string
		for _, o := range drawn {
			list = append(list, fmt.Sprintf(`{"hold_id":%q,"option_id":%q,"status":%q,"total_price":{"amount":%q,"currency":%q}}`, o.id, o.option, o.status, o.amount, o.currency))
		}
		in := intent(t, waiting)
		in.Turn.Outstanding[3].Needs = in.Needs()
		next, _, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolHold, Result: trip.Raw(`{"holds":[` + strings.Join(list, ",") + `]}`)})
		if err != nil {
			r.Fatal(err)
		}
		for _, o := range drawn {
			kept := slices.ContainsFunc(next.WorkingMemory.Holds, func(h trip.Hold) bool { return h.HoldID == o.id })
			released := slices.Contains(next.Turn.Releases, o.id)
			if kept && released || o.status == trip.HoldHeld && !kept && !released {
				r.Fatalf("hold %s is kept: %v, released: %v", o.id, kept, released)
			}
		}
		for _, h := range next.WorkingMemory.Holds {
			offer := offers.OfferPrice(&next.WorkingMemory, h.ItemType, h.OptionID)
			if h.TotalPrice.Minor <= 0 || offer.IsSet() && offer.Currency != h.TotalPrice.Currency {
				r.Fatalf("hold %+v is kept", h)
			}
		}
	})
}

// FuzzUnsoundResults gives the applier any JSON: what it keeps has prices and ids of its own.
func FuzzUnsoundResults(f *testing.F) {
	for _, seed := range []string{
		`{"options":[{"option_id":"a","total_price":{"amount":-1,"currency":"USD"}},{"option_id":"\u0061","total_price":{"amount":1,"currency":"USD"}}]}`,
		`{"options_by_room":[[{"total_price":{"amount":1,"currency":"XX"}}],null,7],"options":null}`,
		`{"bundles":[{"estimated_total":"x"},{"bundle_id":"b","flight_option_ids":["f1"],"estimated_total":{"amount":1,"currency":"USD"}}],"\"":0}`,
		`{"holds":[{"hold_id":"H","option_id":"f1","status":"held","total_price":{"amount":"5","currency":"EUR"}},{"hold_id":"H","option_id":"h1","status":"held"}]}`,
		`[]`, `{"options":[[]]}`, `{"holds":[{}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, tool := range []string{trip.ToolFlightSearch, trip.ToolHotelSearch, trip.ToolRank, trip.ToolHold} {
			next, err := after(t, tool, text)
			if err != nil {
				continue
			}
			w := &next.WorkingMemory
			ids := map[string]bool{}
			take := func(list, id string, p trip.Money, required bool) {
				if id != "" && ids[list+" "+id] || required && p.Minor <= 0 || p.IsSet() && p.Minor <= 0 {
					t.Fatalf("%s %s: %q for %s is kept", tool, text, id, p)
				}
				ids[list+" "+id] = true
			}
			for _, o := range w.FlightQuotes[0] {
				take("flights", o.OptionID, o.TotalPrice, true)
			}
			for r, room := range w.HotelQuotes[0] {
				for _, o := range room {
					take(fmt.Sprint("room ", r), o.OptionID, o.TotalPrice, true)
				}
			}
			for _, b := range w.RankedBundles {
				take("bundles", b.BundleID, b.EstimatedTotal, false)
			}
			for _, h := range w.Holds {
				take("holds", h.HoldID, h.TotalPrice, false)
			}
			if _, _, err := trip.DecodeIntent(string(next.AppendJSON(nil))); err != nil {
				t.Fatalf("the state cannot be read back: %v", err)
			}
		}
	})
}
