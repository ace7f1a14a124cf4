package applier_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// waiting is an intent with a call of every tool that writes offers, totals or holds.
const waiting = `{"party":{"travelers":{"adults":5}},"itinerary":{"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"}],
	"lodging":{"stays":[{"location_code":"LIS","check_in":"2026-05-04","check_out":"2026-05-06"}]}},
	"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":10,"currency":"USD"}}]],
		"hotel_quotes_by_stay":[[[{"option_id":"h1","total_price":{"amount":20,"currency":"USD"}}],[{"option_id":"h1","total_price":{"amount":30,
		"currency":"EUR"}}]]]},
	"turn":{"number":1,"outstanding":[{"call_id":"a","name":"flight_quote_search"},{"call_id":"b","name":"hotel_quote_search"},
		{"call_id":"c","name":"trip_option_ranker"},{"call_id":"d","name":"reservation_hold_create","write":true,"items":["f1"]}]}}`

func after(t *testing.T, tool, result string) (trip.Intent, error) {
	t.Helper()
	next, _, err := apply(defaults, intent(t, waiting), trip.ToolResult{ToolName: tool, Result: trip.Raw(result)})
	return next, err
}

// TestUnsoundOffers drops what the rule names and what cannot be read, and keeps the others.
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
		`{"total_price":{"amount":null,"currency":"XXX"}}`:                                                                         "f2",
		`{"total_price":{"note":7,"amount":"5","currency":"XXX"}}`:                                                                 "f2",
		`{"total_price":{"amount":0,"currency":"USD"},"segments":7}`:                                                               "f2",
		`{"total_price":{"amount":"-0","currency":"USD"},"segments":7}`:                                                            "f2",
		`{"option_id":"f1","total_price":{"amount":"5","currency":"USD","note":"now"}},{"option_id":"f1","segments":false}`:        "f1 f2",
		`{"total_price":{"amount":"5"}}`:                                                                                           "f2",
		`{"total_price":{"amount":"5","currency":null}}`:                                                                           "f2",
		`{"total_price":{"amount":"0.001","currency":"USD"}}`:                                                                      "f2",
		`{"total_price":{"amount":"five","currency":"USD"}}`:                                                                       "f2",
		`{"total_price":null}`: "f2",
		`{}`:                   "f2",
		`7`:                    "f2",
		`{"total_price":{"amount":1,"amount":-1,"currency":"USD"}}`:   "refused",
		`{"option_id":7,"total_price":{"amount":1,"currency":"USD"}}`: "f2",
	} {
		next, err := after(t, trip.ToolFlightSearch, `{"options":[`+offer+`,`+good+`]}`)
		got := "refused"
		if err == nil {
			var ids []string
			for _, o := range next.WorkingMemory.FlightQuotes[0] {
				ids = append(ids, o.OptionID)
			}
			got = strings.Join(ids, " ")
			if dropped := max(strings.Count(offer, "total_price"), 1) + strings.Count(offer, "false") + 1 - len(ids); dropped > 0 != (len(next.Status.NoteKeys) == 1) {
				t.Errorf("%s: notes %v", offer, next.Status.NoteKeys)
			}
		}
		if got != want {
			t.Errorf("%s leaves %q, want %q", offer, got, want)
		}
	}
}

// TestNothingSoundIsNothingFound: a leg all of whose offers are left out was searched, and is not searched once more.
func TestNothingSoundIsNothingFound(t *testing.T) {
	next, err := after(t, trip.ToolFlightSearch, `{"options":[{"option_id":"f1","total_price":{"amount":"-1","currency":"USD"}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if list := next.WorkingMemory.FlightQuotes[0]; list == nil || len(list) > 0 {
		t.Errorf("got %#v, want a list of none", list)
	}
}

// TestUnsoundHotels: the rooms of a stay keep what is sound of them, however much of the rest cannot be read.
func TestUnsoundHotels(t *testing.T) {
	const (
		good   = `{"option_id":"g","total_price":{"amount":"5.00","currency":"EUR"}}`
		bad    = `{"option_id":"b","total_price":{"amount":"5.00","currency":"XXX"}}`
		nights = `{"option_id":"n","nightly_price":{"amount":%s,"currency":%q},"total_price":{"amount":"5.00","currency":"EUR"}}`
	)
	for result, want := range map[string]string{
		`{"options":null,"options_by_room":[[` + bad + `,` + good + `],[` + good +
			`]]}`: "g / g, 1 left out",
		`{"options_by_room":null,"options":[` + bad + `,` + good +
			`]}`: "g / g, 1 left out",
		`{"options_by_room":[[` + bad + `,` + good + `,` + good +
			`]]}`: "g / , 2 left out",
		`{"others":[[` + bad + `]],"options":[` + bad + `,` + good +
			`]}`: "g / g, 1 left out",
		`{"options":[` + good + `,` + fmt.Sprintf(nights, "0", "EUR") + `]}`:    "g / g, 1 left out",
		`{"options":[` + good + `,` + fmt.Sprintf(nights, "0.01", "EUR") + `]}`: "g n / g n, 0 left out",
		`{"options":[` + good + `,` + fmt.Sprintf(nights, "1", "XXX") + `]}`:    "g / g, 1 left out",
		`{"options_by_room":[[` + bad + `,` + good + `],7]}`:                    "refused",
		`{"options_by_room":[` + bad + `]}`:                                     "refused",
		`{"options":[{"option_id":"htl_stay0_1","total_price":{"amount":1,"currency":"EUR"}},{"total_price":{"amount":1,"currency":"EUR"}},` + bad +
			`]}`: "htl_stay0_1 / htl_stay0_1, 2 left out",
	} {
		next, err := after(t, trip.ToolHotelSearch, result)
		got := "refused"
		if err == nil {
			var rooms []string
			for _, room := range next.WorkingMemory.HotelQuotes[0] {
				var ids []string
				for _, o := range room {
					ids = append(ids, o.OptionID)
				}
				rooms = append(rooms, strings.Join(ids, " "))
			}
			got = fmt.Sprintf("%s, %d left out", strings.Join(rooms, " / "), noted(&next))
		}
		if got != want {
			t.Errorf("%s leaves %q, want %q", result, got, want)
		}
	}
}

// noted is the count of the only note, 0 when there is none.
func noted(in *trip.Intent) any {
	if len(in.Status.NoteKeys) == 0 {
		return 0
	}
	return in.Status.NoteKeys[0].Params.Get("count")
}

// TestHoldsOfOffers: which holds are kept, by what they cost and what their offers do, and which holds before they
// replace.
func TestHoldsOfOffers(t *testing.T) {
	const before = `{"hold_id":"H0","item_type":"flight","option_id":"f1","status":"failed"},{"hold_id":"","item_type":"hotel","option_id":"h9","status":"failed"}`
	hold := func(id, item, option, price string) string {
		if price != "" {
			amount, currency, _ := strings.Cut(price, " ")
			price = fmt.Sprintf(`,"total_price":{"amount":%q,"currency":%q}`, amount, currency)
		}
		return fmt.Sprintf(`{"hold_id":%q,"item_type":%q,"option_id":%q,"status":"held"%s}`, id, item, option, price)
	}
	for _, tc := range []struct{ holds, want string }{
		{hold("H1", "flight", "f2", "5 USD"), "H0 f1,  h9, H1 f2"},
		{hold("H1", "flight", "f1", "5 USD"), " h9, H1 f1"}, // of the same option
		{hold("H0", "flight", "f2", "5 USD"), " h9, H0 f2"}, // of the same id
		{hold("H1", "flight", "f1", "5 EUR"), "H0 f1,  h9"},
		{hold("H1", "flight", "f1", ""), " h9, H1 f1"},
		{hold("H1", "hotel", "h1", "5 EUR"), "H0 f1,  h9"}, // in the first room it is in dollars
		{hold("H1", "flight", "f2", "0 USD"), "H0 f1,  h9"},
		{hold("H1", "hotel", "f1", "5 EUR"), "H0 f1,  h9"},            // what was asked for is in dollars
		{hold("H1", "hotel", "both", "5 EUR"), "H0 f1,  h9, H1 both"}, // the flight of that id is in dollars
		{hold("H1", "flight", "both", "5 EUR"), "H0 f1,  h9"},
		{hold("H1", "", "both", "5 USD"), "H0 f1,  h9, H1 both"},
		{hold("H1", "flight", "f3", "5 USD"), "H0 f1,  h9"},                                                    // that was not asked for
		{hold("H1", "flight", "f2", "5 USD") + "," + hold("H2", "flight", "f2", "5 USD"), "H0 f1,  h9, H1 f2"}, // once
	} {
		for _, unreadable := range []string{"", `,{"hold_id":"X","option_id":"x","total_price":{"amount":"1","currency":"XXX"},"status":7}`} {
			in := intent(t, strings.Replace(waiting, `"working_memory":{`, `"working_memory":{"holds":[`+before+`],`, 1))
			w := &in.WorkingMemory
			w.FlightQuotes[0] = append(w.FlightQuotes[0], trip.FlightOption{OptionID: "both", TotalPrice: trip.Money{Minor: 1, Currency: "USD"}})
			w.HotelQuotes[0][0] = append(w.HotelQuotes[0][0], trip.HotelOption{OptionID: "both", TotalPrice: trip.Money{Minor: 1, Currency: "EUR"}})
			in.Turn.Outstanding[3].Shown = []trip.Shown{{Flight: &trip.FlightOption{TotalPrice: trip.Money{Minor: 1000, Currency: "USD"}}}}
			in.Turn.Outstanding[3].Items = []string{"f1", "f2", "h1", "both"}
			in.Turn.Outstanding[3].Needs = in.Needs()
			next, _, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolHold, Result: trip.Raw(`{"holds":[` + tc.holds + unreadable + `]}`)})
			if err != nil {
				t.Fatal(err)
			}
			var kept []string
			for _, h := range next.WorkingMemory.Holds {
				kept = append(kept, h.HoldID+" "+h.OptionID)
			}
			if got := strings.Join(kept, ", "); got != tc.want {
				t.Errorf("%s%s\nleaves %q, want %q", tc.holds, unreadable, got, tc.want)
			}
		}
	}
}

// TestResultsOfWhatIsGone: a search of a leg or a stay that the plan has no more writes nothing.
func TestResultsOfWhatIsGone(t *testing.T) {
	for index, want := range map[int64]int{0: 1, 1: 0, 2: 0} {
		in := intent(t, waiting)
		in.WorkingMemory = trip.WorkingMemory{}
		in.Turn.Outstanding[0].Index, in.Turn.Outstanding[1].Index = index, index
		for _, tool := range []string{trip.ToolFlightSearch, trip.ToolHotelSearch} {
			var err error
			if in, _, err = apply(defaults, in,
				trip.ToolResult{ToolName: tool, Result: `{"options":[{"option_id":"o","total_price":{"amount":1,"currency":"EUR"}}]}`}); err != nil {
				t.Fatal(err)
			}
		}
		if w := &in.WorkingMemory; len(w.FlightQuotes) != want || len(w.HotelQuotes) != want {
			t.Errorf("%d: quotes of %d legs and %d stays, want %d", index, len(w.FlightQuotes), len(w.HotelQuotes), want)
		}
	}
}

// TestWhatABookingTells: it keeps the offers that its holds are about, as they were shown, at what they were bought for.
func TestWhatABookingTells(t *testing.T) {
	in := intent(t, waiting)
	w := &in.WorkingMemory
	usd := func(minor int64) trip.Money { return trip.Money{Minor: minor, Currency: "USD"} }
	w.FlightQuotes[0] = append(w.FlightQuotes[0], trip.FlightOption{OptionID: "both", TotalPrice: usd(100)})
	w.HotelQuotes[0][0] = append(w.HotelQuotes[0][0], trip.HotelOption{OptionID: "both", TotalPrice: usd(200)})
	w.HotelQuotes = append(w.HotelQuotes, trip.HotelQuotes{{{OptionID: "gone", TotalPrice: usd(300)}}}) // of a stay that is no more
	w.Holds = []trip.Hold{
		{HoldID: "H1", ItemType: trip.ItemFlight, OptionID: "f1", Status: trip.HoldHeld, TotalPrice: usd(1100)},
		{HoldID: "H2", ItemType: trip.ItemHotel, OptionID: "both", Status: trip.HoldHeld, TotalPrice: usd(210)},
		{HoldID: "H3", ItemType: trip.ItemHotel, OptionID: "gone", Status: trip.HoldHeld},
		{HoldID: "H4", ItemType: trip.ItemFlight, OptionID: "both", Status: trip.HoldHeld},
		{HoldID: "H5", ItemType: trip.ItemFlight, OptionID: "f1", Status: trip.HoldHeld},
	}
	for i := range w.Holds[:4] {
		w.Holds[i].Shown = offers.ShownOf(&in, w.Holds[i].ItemType, w.Holds[i].OptionID)
	}
	in.Turn.Outstanding = []trip.Pending{{CallID: "p", Name: trip.ToolPurchase, Write: true, Items: []string{"H1", "H2", "H3"}, Needs: in.Needs()}}
	next, _, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolPurchase, Result: `{"confirmation":{"status":"confirmed"}}`})
	if err != nil {
		t.Fatal(err)
	}
	b := next.WorkingMemory.Bookings[0]
	if len(b.Flights) != 1 || b.Flights[0].OptionID != "f1" || b.Flights[0].TotalPrice != usd(1100) {
		t.Errorf("flights %+v", b.Flights)
	}
	if len(b.Stays) != 2 || b.Stays[1].Option.OptionID != "gone" || b.Stays[0].Option.OptionID != "both" ||
		b.Stays[0].Option.TotalPrice != usd(210) || b.Stays[0].CheckIn != offers.StayAt(&in, 0).CheckIn {
		t.Errorf("stays %+v", b.Stays)
	}
	if b.Total != usd(1610) || b.Stale {
		t.Errorf("total %s, stale %v", b.Total, b.Stale)
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
	want := []trip.Message{messages.NoteLeftOut{Tool: trip.ToolHotelSearch, What: "offer", Count: 3}.Message()}
	if diff := cmp.Diff(want, next.Status.NoteKeys); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// TestTotals sums the options where their place in the bundle says: ids of two lists may be the same. Behind the total
// stands whether a note says that it was replaced.
func TestTotals(t *testing.T) {
	for bundle, want := range map[string]string{
		`"flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":30,"currency":"USD"}`: "30.00 USD 0",
		`"flight_option_ids":["f1"],"hotel_option_ids":["h1"],"estimated_total":{"amount":31,"currency":"USD"}`: "30.00 USD 1",
		`"hotel_option_ids":["h1","h1"],"estimated_total":{"amount":40,"currency":"USD"}`:                       " 1", // USD and EUR
		`"hotel_option_ids":["h1"],"estimated_total":7`:                                                         "20.00 USD 1",
		`"hotel_option_ids":["none"],"estimated_total":7`:                                                       " 1",
		`"hotel_option_ids":["h1"],"estimated_total":{"amount":20,"currency":"$"}`:                              "20.00 USD 1",
		`"hotel_option_ids":["h1"]`:                                                    " 0",
		`"estimated_total":{"amount":20,"currency":"USD"}`:                             " 1",
		`"flight_option_ids":["h1"],"estimated_total":{"amount":20,"currency":"USD"}`:  " 1",
		`"hotel_option_ids":[7],"estimated_total":{"amount":-1,"currency":"USD"}`:      "refused",
		`"estimated_total":{"amount":1,"amount":2,"currency":"USD"},"tradeoffs":"all"`: "refused",
	} {
		for _, others := range []string{"", `"bundle":7,"ids":["b1"],`} { // which nobody reads
			next, err := after(t, trip.ToolRank, `{`+others+`"bundles":[{"bundle_id":"b1",`+bundle+`}]}`)
			got := "refused"
			if err == nil {
				got = fmt.Sprint(next.WorkingMemory.RankedBundles[0].EstimatedTotal, " ", noted(&next))
			}
			if got != want {
				t.Errorf("%s%s has the total %q, want %q", others, bundle, got, want)
			}
		}
	}
	for _, result := range []string{`{"bundles":null}`, `{"bundles":[]}`, `{"bundles":7}`} {
		next, err := after(t, trip.ToolRank, result)
		if refused := result == `{"bundles":7}`; (err != nil) != refused || len(next.WorkingMemory.RankedBundles) > 0 {
			t.Errorf("%s: %v, %v", result, err, next.WorkingMemory.RankedBundles)
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
			list = append(list, fmt.Sprintf(`{"hold_id":%q,"option_id":%q,"status":%q,"total_price":{"amount":%q,"currency":%q}}`, o.id, o.option, o.status,
				o.amount, o.currency))
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
