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
	if want := []string{
		"not refundable: the first flight", "3 h longer than the quickest",
		"night flight: the first flight",
	}; !slices.Equal(second.Tradeoffs, want) {
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
	fares := map[string]offer.Money{"a": usd(price.Draw(t, "fare")), "b": usd(price.Draw(t, "fare"))}
	for i := range rapid.IntRange(0, 3).Draw(t, "legs") {
		var list []offer.Flight
		for n := range rapid.IntRange(1, 4).Draw(t, "options") {
			arrive := fmt.Sprintf("2026-03-09T%02d:00:00Z", rapid.IntRange(8, 23).Draw(t, "hour"))
			list = append(list, flight(fmt.Sprintf("f%d_%d", i, n), usd(price.Draw(t, "price")),
				rapid.Bool().Draw(t, "refundable"), leg("2026-03-09T07:00:00Z", arrive)))
			f := &list[n]
			f.Group = rapid.SampledFrom([]string{"", "", "", "a", "b"}).Draw(t, "group")
			switch {
			case f.Group == "":
			case rapid.IntRange(0, 9).Draw(t, "odd") == 0:
				f.GroupPrice = usd(price.Draw(t, "price"))
			case rapid.Bool().Draw(t, "says"):
				f.GroupPrice = fares[f.Group]
			}
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
		groups := groupsOf(&c)
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
			for name, g := range groups {
				taken := slices.DeleteFunc(slices.Clone(g.ids), func(id string) bool { return !slices.Contains(b.FlightOptionIDs, id) })
				if len(taken) > 0 && (g.isBroken || len(g.ids) < 2 || len(taken) != len(g.ids)) {
					rt.Fatalf("bundle %d takes %q of group %s: %q", i, taken, name, g.ids)
				}
				if len(taken) > 0 && g.price != 0 {
					total += g.price - g.sum
				}
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
		if slices.ContainsFunc(columns, func(c column) bool { return len(c.picks) == 0 }) {
			return // all of a leg was sold together with what is not there
		}
		measure(columns, "USD", false).score(columns, defaultWeights)
		all := everyRoute(columns)
		slices.SortStableFunc(all, func(a, b route) int {
			return cmp.Or(cmp.Compare(a.penalty, b.penalty), cmp.Compare(a.price, b.price))
		})
		kept := search(columns, byPenalty)
		if len(all) == 0 {
			if len(kept) > 0 {
				rt.Fatalf("%d bundles split groups", len(kept))
			}
			return
		}
		for i, want := range all[:min(len(all), MaxBundles)] {
			if !slices.Equal(kept[i].picks, want.picks) {
				rt.Fatalf("place %d is %v (%d), trying all says %v (%d)", i, kept[i].picks, kept[i].penalty, want.picks, want.penalty)
			}
		}
		list, least := best(columns, math.MaxInt64)
		checkFavourites(rt, list, all)
		cheapest := slices.MinFunc(all, func(a, b route) int { return cmp.Compare(a.price, b.price) })
		quickest := slices.MinFunc(all, func(a, b route) int { return cmp.Compare(a.minutes, b.minutes) })
		if least.price != cheapest.price || least.minutes != quickest.minutes {
			rt.Fatalf("the least is %+v, trying all says %d and %d", least, cheapest.price, quickest.minutes)
		}
		limit := rapid.SampledFrom(all).Draw(rt, "within").price
		list, _ = best(columns, limit)
		checkBudget(rt, list, all, limit)
	})
}

// checkBudget wants what is within a budget first, and not the cheapest alone where there is more.
func checkBudget(rt *rapid.T, got, all []route, limit int64) {
	dear := func(r route) bool { return r.price > limit }
	first := slices.IndexFunc(got, dear)
	if first < 0 {
		first = len(got)
	}
	if slices.ContainsFunc(got[first:], func(r route) bool { return !dear(r) }) {
		rt.Fatalf("a bundle within %d stands behind a dearer one", limit)
	}
	within := len(slices.DeleteFunc(slices.Clone(all), dear))
	if first < min(within, maxThrifty) {
		rt.Fatalf("%d bundles within %d are shown, and there are %d", first, limit, within)
	}
}

func checkFavourites(rt *rapid.T, got, all []route) {
	cheapest := slices.MinFunc(all, func(a, b route) int { return cmp.Compare(a.price, b.price) })
	if !slices.ContainsFunc(got[:min(len(got), shown)], func(r route) bool { return r.price == cheapest.price }) {
		rt.Fatalf("the cheapest bundle (%d) is not among the first", cheapest.price)
	}
	if len(got) != min(len(all), MaxBundles) {
		rt.Fatalf("%d bundles are shown of %d", len(got), len(all))
	}
	if len(got) > shown && got[shown-1].price == cheapest.price { // it may have been moved up
		got = slices.Delete(slices.Clone(got), shown-1, shown)
	}
	if !slices.IsSortedFunc(got, func(a, b route) int { return cmp.Compare(a.penalty, b.penalty) }) {
		rt.Fatal("the bundles are not in order")
	}
}

// everyRoute lists all routes that take groups whole, in the order of their picks.
func everyRoute(columns []column) []route {
	all := []route{{}}
	for _, c := range columns {
		var next []route
		for _, r := range all {
			for p := range c.picks {
				o := &c.picks[p]
				next = append(next, route{
					picks:  append(slices.Clone(r.picks), p),
					totals: totals{r.penalty + o.penalty, r.price + o.price, r.minutes + o.minutes},
				})
			}
		}
		all = next
	}
	return slices.DeleteFunc(all, func(r route) bool { return !isWhole(columns, r) })
}

// isWhole reports whether a route takes all of each group or none.
func isWhole(columns []column, r route) bool {
	for i := range columns {
		for k := range columns[i].picks {
			for later, p := range columns[i].picks[k].others {
				if (r.picks[i] == k) != (r.picks[later] == p) {
					return false
				}
			}
		}
	}
	return true
}

// group is what a fare of several legs is made of.
type group struct {
	legs     []int
	ids      []string
	sum      int64
	price    int64 // 0 where nobody says one
	isBroken bool
}

// groupsOf reads the groups of a call.
func groupsOf(c *call) map[string]*group {
	groups := map[string]*group{}
	for i, list := range c.Flights {
		for _, f := range list {
			if f.Group == "" {
				continue
			}
			g := groups[f.Group]
			if g == nil {
				g = &group{}
				groups[f.Group] = g
			}
			g.isBroken = g.isBroken || slices.Contains(g.legs, i) || f.GroupPrice.Present() && g.price != 0 && g.price != f.GroupPrice.Minor
			g.legs, g.ids, g.sum = append(g.legs, i), append(g.ids, f.OptionID), g.sum+f.TotalPrice.Minor
			if f.GroupPrice.Present() {
				g.price = f.GroupPrice.Minor
			}
		}
	}
	return groups
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

// TestTheOnlyFareIsFound: flights that lead nowhere are cheaper than the return fare, and more than are kept.
func TestTheOnlyFareIsFound(t *testing.T) {
	flies := leg("2026-03-09T07:00:00Z", "2026-03-09T09:00:00Z")
	fare := func(id string) offer.Flight {
		f := flight(id, usd(40000), true, flies)
		f.Group, f.GroupPrice = "return", usd(70001)
		return f
	}
	var c call
	c.Flights = [][]offer.Flight{{fare("out")}, {fare("back")}}
	for i := range 2 * MaxBundles {
		c.Flights[0] = append(c.Flights[0], flight(fmt.Sprint("single", i), usd(100), true, flies))
	}
	bundles := c.rank(t)
	if len(bundles) != 1 || !slices.Equal(bundles[0].FlightOptionIDs, []string{"out", "back"}) || bundles[0].EstimatedTotal.Minor != 70001 {
		t.Fatalf("bundles %+v, want the return fare alone", bundles)
	}
	if want := "Best overall and the lowest total"; !strings.HasPrefix(bundles[0].WhyThisBundle, want) {
		t.Errorf("why: %q, want %q", bundles[0].WhyThisBundle, want)
	}
	c.Flights[1] = append(c.Flights[1], flight("home", usd(100), true, flies))
	if got := len(c.rank(t)); got != MaxBundles {
		t.Errorf("%d bundles, want %d", got, MaxBundles)
	}
	c.Flights[1][0].GroupPrice = usd(70002) // two prices are none
	for _, b := range c.rank(t) {
		if slices.Contains(b.FlightOptionIDs, "out") || slices.Contains(b.FlightOptionIDs, "back") {
			t.Errorf("a bundle takes a fare without a price: %q", b.FlightOptionIDs)
		}
	}
}
