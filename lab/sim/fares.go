package sim

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// fare is what the supplier sells together: an option of each of two legs, for one price.
type fare struct {
	price trip.Money
	legs  map[string]int64 // by option, of all that was ever offered of it
}

// fareLegs is how many legs a fare has.
const fareLegs = 2

// sellsFares reports whether the trip of a search can have fares of two legs.
func (c *conversation) sellsFares(in *trip.Intent) bool {
	legs := 0
	for i := range in.Itinerary.Segments {
		if offers.IsSearchedLeg(in, i) {
			legs++
		}
	}
	return c.fares && legs == fareLegs
}

// legOf returns the leg that a flight search is for.
func legOf(req *tools.Request) (leg int64) {
	var args struct {
		Leg int64 `json:"segment_index"`
	}
	_ = json.Unmarshal(req.Arguments, &args) // the runner's own arguments
	return args.Leg
}

// fareOption writes an option of fare n of a turn, now and then with a price that is not that of the fare.
func (c *conversation) fareOption(req *tools.Request, n int, id string) string {
	s, leg := c.supplier, legOf(req)
	name := fmt.Sprintf("%s-%d-%d", req.Trip, req.Intent.Turn.Number, n)
	f := s.fares[name]
	if f == nil {
		f = &fare{trip.Money{Minor: int64(1+c.rng.below(1800)) * 100, Currency: "USD"}, map[string]int64{}}
		s.fares[name] = f
	}
	price := f.price
	if c.rng.oneIn(20) {
		price.Minor += 100 * (leg + 1)
	}
	f.legs[id], s.fareOf[id] = leg, name
	return fmt.Sprintf(`{"option_id":%q,"total_price":{"amount":"%d.00","currency":"USD"},"group":%q,"group_price":%s,"refundable":%t,"segments":[{"flight_number":"F%d"}]}`,
		id, 1+c.rng.below(900), name, price.AppendJSON(nil), c.rng.oneIn(2), c.rng.below(5))
}

// wholeFare checks that an item takes all of what is sold together, for its price, or nothing of it.
func (s *supplier) wholeFare(item *heldItem, offered trip.Money) {
	if item.Group == "" {
		if name := s.fareOf[item.Option]; name != "" {
			s.c.failf(Together, "%s is held alone, and sold only with the others of %s", item.Option, name)
		}
		return
	}
	s.c.counts.Fares++
	f := s.fares[item.Group]
	if f == nil {
		s.c.failf(Together, "%s is held as of %s, which nobody offered", item.Option, item.Group)
		return
	}
	ids := []string{item.Option}
	for _, o := range item.Others {
		ids = append(ids, o.Option)
	}
	var legs []int64
	for _, id := range ids {
		if leg, ok := f.legs[id]; ok && !slices.Contains(legs, leg) {
			legs = append(legs, leg)
		}
	}
	if len(ids) != fareLegs || len(legs) != fareLegs {
		s.c.failf(Together, "%v is held of %s, which has %v", ids, item.Group, f.legs)
	}
	if offered != f.price {
		s.c.failf(Together, "%v of %s is held for %s, and sold for %s", ids, item.Group, offered, f.price)
	}
}

// rankedFlights draws a flight for each leg, mostly those that are sold together.
func (c *conversation) rankedFlights(in *trip.Intent) (ids []string) {
	group := ""
	for leg, quotes := range in.WorkingMemory.FlightQuotes {
		if len(quotes) == 0 {
			continue
		}
		o := of(c.rng, quotes)
		fits := slices.DeleteFunc(slices.Clone(quotes), func(o trip.FlightOption) bool { return o.Group != group })
		if leg > 0 && len(fits) > 0 && !c.rng.oneIn(10) {
			o = of(c.rng, fits)
		}
		group, ids = o.Group, append(ids, o.OptionID)
	}
	return ids
}
