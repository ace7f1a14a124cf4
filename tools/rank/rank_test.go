package rank

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

func usd(minor int64) offer.Money { return offer.Money{Minor: minor, Currency: "USD"} }

func flight(id string, price offer.Money, refundable bool, legs ...offer.Leg) offer.Flight {
	return offer.Flight{OptionID: id, TotalPrice: price, Refundable: &refundable, Segments: legs}
}

func leg(depart, arrive string) offer.Leg {
	return offer.Leg{From: "AAA", To: "BBB", DepartAt: depart, ArriveAt: arrive, Airline: "Aurora"}
}

func hotel(id, name string, price offer.Money, refundable bool) offer.Hotel {
	return offer.Hotel{OptionID: id, HotelName: name, StarRating: "4", TotalPrice: price, Refundable: &refundable}
}

// call is the arguments of a request in a form that a test can change.
type call struct {
	Flights [][]offer.Flight  `json:"flight_options_by_segment"`
	Hotels  [][][]offer.Hotel `json:"hotel_options_by_stay"`
	Rooms   []int64           `json:"room_counts_per_stay"`
	Beds    []int64           `json:"room_occupancies"`
	Budget  offer.Money       `json:"budget_total,omitzero"`
	Policy  struct {
		Weights weights `json:"weights"`
	} `json:"ranking_policy"`
}

func (c call) request(tb testing.TB) tools.Request {
	tb.Helper()
	weighted := c
	weighted.Policy.Weights = defaultWeights
	data, err := json.Marshal(weighted)
	if err != nil {
		tb.Fatal(err)
	}
	return tools.Request{Name: trip.ToolRank, Arguments: data}
}

func (c call) rank(tb testing.TB) []bundle {
	tb.Helper()
	out, err := Run(context.Background(), c.request(tb))
	if err != nil {
		tb.Fatal(err)
	}
	if err := catalog.Default().CheckResult(trip.ToolRank, trip.Raw(out)); err != nil {
		tb.Fatal(err)
	}
	var result struct{ Bundles []bundle }
	if err := json.Unmarshal(out, &result); err != nil {
		tb.Fatal(err)
	}
	return result.Bundles
}

// TestBudget: what is within it comes first; one in another currency says nothing.
func TestBudget(t *testing.T) {
	c := call{Flights: [][]offer.Flight{{
		flight("dear", usd(90000), true, leg("2026-03-09T10:00:00+00:00", "2026-03-09T13:00:00+00:00")),
		flight("cheap", usd(80000), false, leg("2026-03-09T22:30:00+00:00", "2026-03-10T12:30:00+00:00")),
	}}}
	for budget, want := range map[offer.Money]string{
		{}: "dear", usd(95000): "dear", usd(85000): "cheap", usd(100): "dear", {Minor: 85000, Currency: "EUR"}: "dear",
	} {
		c.Budget = budget
		if got := c.rank(t)[0].FlightOptionIDs[0]; got != want {
			t.Errorf("within %v the first is %s, want %s", budget, got, want)
		}
	}
}

func TestBundlesOfAReturnTrip(t *testing.T) {
	c := call{
		Flights: [][]offer.Flight{
			{
				flight("out_cheap", usd(20000), false, leg("2026-03-09T22:30:00+00:00", "2026-03-10T04:30:00+00:00")),
				flight("out_good", usd(21000), true, leg("2026-03-09T10:00:00+00:00", "2026-03-09T13:00:00+00:00")),
			},
			{flight("back", usd(30000), true, leg("2026-03-12T10:00:00+00:00", "2026-03-12T13:00:00+00:00"))},
		},
		Hotels: [][][]offer.Hotel{{{hotel("h", "Hotel Lumen", usd(45000), true)}}},
		Rooms:  []int64{1},
	}
	got := c.rank(t)
	if len(got) != 2 {
		t.Fatalf("got %d bundles, want 2: %+v", len(got), got)
	}
	first := got[0]
	if first.BundleID != "bundle_1" || !slices.Equal(first.FlightOptionIDs, []string{"out_good", "back"}) ||
		!slices.Equal(first.HotelOptionIDs, []string{"h"}) || first.EstimatedTotal != usd(96000) {
		t.Errorf("first bundle is %+v", first)
	}
	if want := "Best overall: nonstop, 6 h of travel, Hotel Lumen (4 stars), all refundable."; first.WhyThisBundle != want {
		t.Errorf("why %q, want %q", first.WhyThisBundle, want)
	}
	if want := []string{"10.00 USD more than the cheapest"}; !slices.Equal(first.Tradeoffs, want) {
		t.Errorf("trade-offs %q, want %q", first.Tradeoffs, want)
	}
	second := got[1]
	if want := []string{"not refundable: the first flight", "3 h longer than the quickest", "night flight: the first flight"}; !slices.Equal(second.Tradeoffs, want) {
		t.Errorf("trade-offs %q, want %q", second.Tradeoffs, want)
	}
	if !strings.HasPrefix(second.WhyThisBundle, "The lowest total: ") {
		t.Errorf("why %q does not say that it is the cheapest", second.WhyThisBundle)
	}
}

// What a person reads anyway beside an option, that nothing of it comes back, does not stand first where there is
// something else.
func TestNothingRefundableStandsBehindAnother(t *testing.T) {
	const day, early = "2026-03-09T10:00:00+00:00", "2026-03-09T08:00:00+00:00"
	c := call{
		Flights: [][]offer.Flight{{
			flight("a", usd(20000), false, leg(early, "2026-03-09T13:00:00+00:00")),
			flight("b", usd(21000), true, leg(day, "2026-03-09T13:00:00+00:00")),
		}},
	}
	for _, b := range c.rank(t) {
		if b.FlightOptionIDs[0] != "a" {
			continue
		}
		if want := []string{"2 h longer than the quickest", "not refundable"}; !slices.Equal(b.Tradeoffs, want) {
			t.Errorf("trade-offs %q, want %q", b.Tradeoffs, want)
		}
		return
	}
	t.Error("the cheaper one is not there")
}

func TestRoomsShareOneHotelWhenTheyCan(t *testing.T) {
	c := call{
		Hotels: [][][]offer.Hotel{{
			{hotel("a0", "Alpha", usd(100), false), hotel("b0", "Beta", usd(300), true), hotel("b0x", "Beta", usd(250), false)},
			{hotel("c1", "Gamma", usd(50), true), hotel("b1", "Beta", usd(300), true)},
		}},
		Rooms: []int64{2},
	}
	got := c.rank(t)
	want := map[string]int64{"b0x b1": 550, "b0 b1": 600}
	if len(got) != len(want) {
		t.Fatalf("got %+v, want the two ways through Beta", got)
	}
	for _, b := range got {
		if total := want[strings.Join(b.HotelOptionIDs, " ")]; total != b.EstimatedTotal.Minor {
			t.Errorf("%v costs %s, want %d", b.HotelOptionIDs, b.EstimatedTotal, total)
		}
	}
}

func TestRoomsInDifferentHotelsAreTold(t *testing.T) {
	c := call{
		Hotels: [][][]offer.Hotel{{
			{hotel("a0", "Alpha", usd(100), true), hotel("b0", "Beta", usd(90), true)},
			{hotel("c1", "Gamma", usd(50), true)},
		}},
		Rooms: []int64{2},
	}
	got := c.rank(t)
	if len(got) != 1 || !slices.Equal(got[0].HotelOptionIDs, []string{"b0", "c1"}) || got[0].EstimatedTotal.Minor != 140 {
		t.Fatalf("got %+v", got)
	}
	if !slices.Contains(got[0].Tradeoffs, "rooms in different hotels") {
		t.Errorf("trade-offs %q do not tell that the rooms are apart", got[0].Tradeoffs)
	}
}

func TestAnOptionThatServesSeveralRoomsCountsOnceForEach(t *testing.T) {
	c := call{
		Hotels: [][][]offer.Hotel{{{hotel("shared", "Alpha", usd(100), true)}}},
		Rooms:  []int64{3},
	}
	got := c.rank(t)
	if len(got) != 1 || !slices.Equal(got[0].HotelOptionIDs, []string{"shared", "shared", "shared"}) || got[0].EstimatedTotal.Minor != 300 {
		t.Fatalf("got %+v, want the option three times", got)
	}
}

func TestCurrencies(t *testing.T) {
	eur := offer.Money{Minor: 100, Currency: "EUR"}
	c := call{Flights: [][]offer.Flight{
		{flight("e", eur, true), flight("u", usd(200), true)},
		{flight("u2", usd(300), true)},
	}}
	got := c.rank(t)
	if len(got) != 1 || got[0].EstimatedTotal != usd(500) || !slices.Contains(got[0].Tradeoffs, "only offers in USD are compared") {
		t.Errorf("got %+v, want the dollar offers only and a word about it", got)
	}
	c.Flights[1][0].TotalPrice.Currency = "CHF"
	wantClass(t, c.request(t), trip.ClassPermanent)
}

func wantClass(t *testing.T, req tools.Request, class trip.Class) {
	t.Helper()
	out, err := Run(context.Background(), req)
	var failure *tools.Error
	if !errors.As(err, &failure) || failure.Class != class {
		t.Errorf("got %s and error %v, want class %s", out, err, class)
	}
}

func TestNothingToCombineIsEmpty(t *testing.T) {
	for name, c := range map[string]call{
		"nothing":      {},
		"empty leg":    {Flights: [][]offer.Flight{{flight("a", usd(1), true)}, {}}},
		"null leg":     {Flights: [][]offer.Flight{nil}},
		"empty room":   {Hotels: [][][]offer.Hotel{{{}}}},
		"no room list": {Hotels: [][][]offer.Hotel{{}}, Rooms: []int64{1}},
		"no ids":       {Flights: [][]offer.Flight{{flight("", usd(1), true)}}},
	} {
		if got := c.rank(t); got == nil || len(got) != 0 {
			t.Errorf("%s: got %+v, want an empty list", name, got)
		}
	}
}

func TestBadArguments(t *testing.T) {
	for name, text := range map[string]string{
		"not JSON":         `{`,
		"no price":         `{"flight_options_by_segment":[[{"option_id":"a"}]]}`,
		"price out of all": `{"flight_options_by_segment":[[{"option_id":"a","total_price":{"amount":"99999999999999999","currency":"JPY"}}]]}`,
		"negative price":   `{"flight_options_by_segment":[[{"option_id":"a","total_price":{"amount":"-1","currency":"USD"}}]]}`,
		"half a cent":      `{"flight_options_by_segment":[[{"option_id":"a","total_price":{"amount":"1.005","currency":"USD"}}]]}`,
		"weights":          `{"ranking_policy":{"weights":{"price":50,"duration":20,"refundable":20,"convenience":11}}}`,
		"negative weight":  `{"ranking_policy":{"weights":{"price":150,"duration":-50,"refundable":0,"convenience":0}}}`,
		"too many rooms":   `{"hotel_options_by_stay":[[[]]],"room_counts_per_stay":[9000000000]}`,
		"too many legs":    `{"flight_options_by_segment":[` + strings.Repeat("[],", trip.MaxSegments) + `[]]}`,
	} {
		t.Run(name, func(t *testing.T) {
			wantClass(t, tools.Request{Name: trip.ToolRank, Arguments: []byte(text)}, trip.ClassInvalidArguments)
		})
	}
}

func TestAnEndedContextIsAnOutcome(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, call{}.request(t))
	var failure *tools.Error
	if !errors.As(err, &failure) || failure.Class != trip.ClassCancelled {
		t.Errorf("got %v, want class cancelled", err)
	}
}

func drawCall(t *rapid.T) call {
	var c call
	price := rapid.Int64Range(1, 400)
	for i := range rapid.IntRange(0, 3).Draw(t, "legs") {
		var list []offer.Flight
		for n := range rapid.IntRange(1, 4).Draw(t, "options") {
			arrive := fmt.Sprintf("2026-03-09T%02d:00:00Z", rapid.IntRange(8, 23).Draw(t, "hour"))
			list = append(list, flight(fmt.Sprintf("f%d_%d", i, n), usd(price.Draw(t, "price")),
				rapid.Bool().Draw(t, "refundable"), leg("2026-03-09T07:00:00Z", arrive)))
		}
		c.Flights = append(c.Flights, list)
	}
	for j := range rapid.IntRange(1, 2).Draw(t, "stays") {
		var rooms [][]offer.Hotel
		for r := range rapid.IntRange(1, 3).Draw(t, "rooms") {
			var list []offer.Hotel
			for n := range rapid.IntRange(1, 4).Draw(t, "hotels") {
				name := rapid.SampledFrom([]string{"Alpha", "Beta", "Gamma", ""}).Draw(t, "name")
				list = append(list, hotel(fmt.Sprintf("h%d_%d_%d", j, r, n), name, usd(price.Draw(t, "price")), rapid.Bool().Draw(t, "refundable")))
			}
			rooms = append(rooms, list)
		}
		c.Hotels = append(c.Hotels, rooms)
		c.Rooms = append(c.Rooms, int64(len(rooms)))
	}
	return c
}

// TestTotalsAreExact adds up the ids of every bundle again.
func TestTotalsAreExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := drawCall(rt)
		prices := map[string]int64{}
		for _, list := range c.Flights {
			for _, f := range list {
				prices[f.OptionID] = f.TotalPrice.Minor
			}
		}
		rooms := 0
		for _, stay := range c.Hotels {
			rooms += len(stay)
			for _, list := range stay {
				for _, h := range list {
					prices[h.OptionID] = h.TotalPrice.Minor
				}
			}
		}
		for i, b := range c.rank(t) {
			var total int64
			for _, id := range slices.Concat(b.FlightOptionIDs, b.HotelOptionIDs) {
				price, ok := prices[id]
				if !ok {
					rt.Fatalf("bundle %d holds %q, which nobody offered", i, id)
				}
				total += price
			}
			if total != b.EstimatedTotal.Minor {
				rt.Fatalf("bundle %d says %s, its options sum to %d", i, b.EstimatedTotal, total)
			}
			if len(b.FlightOptionIDs) != len(c.Flights) || len(b.HotelOptionIDs) != rooms {
				rt.Fatalf("bundle %d has %d flights and %d rooms, want %d and %d", i, len(b.FlightOptionIDs), len(b.HotelOptionIDs), len(c.Flights), rooms)
			}
		}
	})
}

// TestBeamFindsWhatTryingAllFinds holds the bounded search against the dumb one.
func TestBeamFindsWhatTryingAllFinds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := drawCall(rt)
		args, err := tools.Arguments[arguments](c.request(t))
		if err != nil {
			rt.Fatal(err)
		}
		columns := args.columns("USD")
		measure(columns, "USD", false).score(columns, defaultWeights)
		all := everyRoute(columns)
		slices.SortStableFunc(all, func(a, b route) int {
			return cmp.Or(cmp.Compare(a.penalty, b.penalty), cmp.Compare(a.price, b.price))
		})
		kept := search(columns, byPenalty)
		for i, want := range all[:min(len(all), MaxBundles)] {
			if !slices.Equal(kept[i].picks, want.picks) {
				rt.Fatalf("place %d is %v (%d), trying all says %v (%d)", i, kept[i].picks, kept[i].penalty, want.picks, want.penalty)
			}
		}
		checkFavourites(rt, best(columns, math.MaxInt64), all)
		most := rapid.SampledFrom(all).Draw(rt, "within").price
		checkBudget(rt, best(columns, most), all, most)
	})
}

// checkBudget wants what is within a budget first, and not the cheapest alone where there is more.
func checkBudget(rt *rapid.T, got, all []route, most int64) {
	dear := func(r route) bool { return r.price > most }
	first := slices.IndexFunc(got, dear)
	if first < 0 {
		first = len(got)
	}
	if slices.ContainsFunc(got[first:], func(r route) bool { return !dear(r) }) {
		rt.Fatalf("a bundle within %d stands behind a dearer one", most)
	}
	within := len(slices.DeleteFunc(slices.Clone(all), dear))
	if first < min(within, mostThrifty) {
		rt.Fatalf("%d bundles within %d are shown, and there are %d", first, most, within)
	}
}

func checkFavourites(rt *rapid.T, got, all []route) {
	cheapest := slices.MinFunc(all, func(a, b route) int { return cmp.Compare(a.price, b.price) })
	if !slices.ContainsFunc(got, func(r route) bool { return r.price == cheapest.price }) {
		rt.Fatalf("the cheapest bundle (%d) is not shown", cheapest.price)
	}
	if len(got) != min(len(all), MaxBundles) {
		rt.Fatalf("%d bundles are shown of %d", len(got), len(all))
	}
	if !slices.IsSortedFunc(got, func(a, b route) int { return cmp.Compare(a.penalty, b.penalty) }) {
		rt.Fatal("the bundles are not in order")
	}
}

// everyRoute lists all routes in the order of their picks.
func everyRoute(columns []column) []route {
	all := []route{{}}
	for _, c := range columns {
		var next []route
		for _, r := range all {
			for p := range c.picks {
				next = append(next, route{append(slices.Clone(r.picks), p), r.penalty + c.picks[p].penalty, r.price + c.picks[p].price})
			}
		}
		all = next
	}
	return all
}

// TestRefundsThatAreNotKnown: an offer that does not say whether it is refundable is told as neither.
func TestRefundsThatAreNotKnown(t *testing.T) {
	unsure := hotel("h", "Hotel Sol", usd(10000), false)
	unsure.Refundable = nil
	c := call{
		Flights: [][]offer.Flight{{flight("a", usd(20000), true, leg("2026-03-09T08:00:00+00:00", "2026-03-09T13:00:00+00:00"))}},
		Hotels:  [][][]offer.Hotel{{{unsure}}},
	}
	b := c.rank(t)[0]
	if want := []string{"not known whether it is refundable: the hotel"}; !slices.Equal(b.Tradeoffs, want) {
		t.Errorf("trade-offs %q, want %q", b.Tradeoffs, want)
	}
	if strings.Contains(b.WhyThisBundle, "refundable") {
		t.Errorf("why: %q", b.WhyThisBundle)
	}
}
