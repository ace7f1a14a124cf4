package rank

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// MaxBundles is how many bundles one answer has at most.
const MaxBundles = 10

// The largest arguments that are ranked: with them no sum of prices leaves int64.
const (
	maxPriceMinor = 1_000_000_000_000_000
	maxRooms      = 64
)

// Register adds the ranker to a registry.
func Register(reg tools.Registry) { reg[trip.ToolRank] = tools.Tool{Run: Run} }

type arguments struct {
	Flights [][]offer.Flight  `json:"flight_options_by_segment"`
	Hotels  [][][]offer.Hotel `json:"hotel_options_by_stay"`
	Rooms   []int64           `json:"room_counts_per_stay"`
	Budget  offer.Money       `json:"budget_total"`
	Unfit   []string          `json:"unfit_flights"`
	Locale  string            `json:"locale"`
	Policy  struct {
		Weights *weights `json:"weights"`
	} `json:"ranking_policy"`
}

// weights are percents.
type weights struct {
	Price       int64 `json:"price"`
	Duration    int64 `json:"duration"`
	Refundable  int64 `json:"refundable"`
	Convenience int64 `json:"convenience"`
}

var defaultWeights = weights{Price: 50, Duration: 20, Refundable: 20, Convenience: 10}

type bundle struct {
	BundleID        string      `json:"bundle_id"`
	FlightOptionIDs []string    `json:"flight_option_ids"`
	HotelOptionIDs  []string    `json:"hotel_option_ids"`
	EstimatedTotal  offer.Money `json:"estimated_total"`
	WhyThisBundle   string      `json:"why_this_bundle"`
	Tradeoffs       []string    `json:"tradeoffs"`
}

// Run ranks the options of one call. No bundle is possible when a leg or a room has no option:
// that is an empty result.
//
//   - Errors: invalid_arguments, permanent when the currencies do not agree, and ctx's end.
func Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[arguments](req)
	if err != nil {
		return nil, err
	}
	if err := args.check(); err != nil {
		return nil, err
	}
	bundles, err := args.bundles()
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Bundles []bundle `json:"bundles"`
	}{bundles})
}

func (a *arguments) check() error {
	if a.Policy.Weights == nil {
		a.Policy.Weights = &defaultWeights
	}
	w := a.Policy.Weights
	if w.Price < 0 || w.Duration < 0 || w.Refundable < 0 || w.Convenience < 0 {
		return tools.Invalid("rank: a weight is negative")
	}
	if sum := w.Price + w.Duration + w.Refundable + w.Convenience; sum != 100 {
		return tools.Invalid("rank: the weights sum to %d percent, want 100", sum)
	}
	if len(a.Flights) > trip.MaxSegments || len(a.Hotels) > trip.MaxStays {
		return tools.Invalid("rank: %d legs and %d stays are more than %d and %d",
			len(a.Flights), len(a.Hotels), trip.MaxSegments, trip.MaxStays)
	}
	for j := range a.Hotels {
		if n := a.roomCount(j); n > maxRooms {
			return tools.Invalid("rank: stay %d has %d rooms, at most %d are ranked", j+1, n, maxRooms)
		}
	}
	return a.checkPrices()
}

func (a *arguments) checkPrices() error {
	for _, list := range a.Flights {
		for i := range list {
			if err := checkPrice(list[i].OptionID, list[i].TotalPrice); err != nil {
				return err
			}
		}
	}
	for _, stay := range a.Hotels {
		for _, list := range stay {
			for i := range list {
				if err := checkPrice(list[i].OptionID, list[i].TotalPrice); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func checkPrice(id string, m offer.Money) error {
	switch {
	case !m.Present():
		return tools.Invalid("rank: option %q has no total_price", id)
	case m.Minor < 0 || m.Minor > maxPriceMinor:
		return tools.Invalid("rank: option %q has a total_price out of range", id)
	}
	return nil
}

// roomCount is how many rooms stay j needs: never fewer than it has lists.
func (a *arguments) roomCount(j int) int64 {
	n := int64(len(a.Hotels[j]))
	if j < len(a.Rooms) {
		n = max(n, a.Rooms[j])
	}
	return n
}

// roomLists returns a list for every room of stay j. A room without a list of its own is served
// by the first one, which is that of the fullest room.
func (a *arguments) roomLists(j int) [][]offer.Hotel {
	lists := make([][]offer.Hotel, a.roomCount(j))
	for r := range lists {
		switch {
		case r < len(a.Hotels[j]):
			lists[r] = a.Hotels[j][r]
		case len(a.Hotels[j]) > 0:
			lists[r] = a.Hotels[j][0]
		}
	}
	return lists
}

// limit is what all may cost together; a budget in another currency is not converted and is none.
func (a *arguments) limit(currency trip.Currency) int64 {
	if !a.Budget.Present() || a.Budget.Currency != currency {
		return math.MaxInt64
	}
	return a.Budget.Minor
}

func (a *arguments) bundles() ([]bundle, error) {
	if len(a.Flights)+len(a.Hotels) == 0 || a.hasEmpty() {
		return []bundle{}, nil
	}
	currency, mixed, err := a.currency()
	if err != nil {
		return nil, err
	}
	columns := a.columns(currency)
	if slices.ContainsFunc(columns, func(c column) bool { return len(c.picks) == 0 }) {
		return []bundle{}, nil
	}
	field := measure(columns, currency, mixed)
	field.locale = a.Locale
	field.score(columns, *a.Policy.Weights)
	routes, least := best(columns, a.limit(currency))
	field.least = least
	out := make([]bundle, len(routes))
	for i, r := range routes {
		out[i] = describe(columns, routes, i, field)
		out[i].BundleID = "bundle_" + strconv.Itoa(i+1)
		out[i].EstimatedTotal = offer.Money{Minor: r.price, Currency: currency}
	}
	return out, nil
}
