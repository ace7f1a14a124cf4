package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

type flightQuery struct {
	Origin      string `json:"origin"`
	Destination string `json:"destination"`
	Date        string `json:"departure_date"`
	Travelers   struct {
		Adults   int64 `json:"adults"`
		Children int64 `json:"children"`
		Infants  int64 `json:"infants"`
	} `json:"travelers"`
	Cabin       string        `json:"cabin"`
	MaxStops    *int64        `json:"max_stops"`
	AvoidRedEye bool          `json:"avoid_red_eye"`
	Preferred   []string      `json:"preferred_airlines"`
	Currency    trip.Currency `json:"currency"`
	Limit       *int64        `json:"result_limit"`
	Segment     int64         `json:"segment_index"`

	day    trip.Date
	prices trip.Date // the day whose prices hold
	locale string    // of the words
}

// checkInMinutes is how long before departure the sale of a flight ends.
const checkInMinutes = 60

func (s *shop) searchFlights(ctx context.Context, req tools.Request) ([]byte, error) {
	q, err := tools.Arguments[flightQuery](req)
	if err != nil {
		return nil, err
	}
	if out, done, err := s.act(ctx, req, q.Origin, q.Destination); done {
		return out, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	q.prices, q.locale = priceDay(req), req.Intent.Request.Locale
	return json.Marshal(struct {
		Options []offer.Flight `json:"options"`
	}{s.withReturnFares(&q, req, s.flights(&q, req.At))})
}

func (q *flightQuery) check() error {
	day, err := trip.ParseDate(q.Date)
	if err != nil {
		return tools.Invalid("sandbox: departure_date: %v", err)
	}
	q.day = day
	q.Cabin = cmp.Or(q.Cabin, trip.DefaultCabin)
	if _, ok := cabins[q.Cabin]; !ok {
		return tools.Invalid("sandbox: cabin %q is not sold", q.Cabin)
	}
	t := &q.Travelers
	if outside(t.Adults) || outside(t.Children) || outside(t.Infants) || t.Adults+t.Children == 0 {
		return tools.Invalid("sandbox: travelers must be 0 to %d each, and somebody must have a seat", trip.MaxTravelers)
	}
	if q.MaxStops == nil {
		q.MaxStops = new(int64(trip.DefaultMaxStops))
	}
	if *q.MaxStops < 0 {
		return tools.Invalid("sandbox: max_stops is negative")
	}
	if err := checkCurrency(&q.Currency); err != nil {
		return err
	}
	q.Limit, err = limited(q.Limit)
	return err
}

func outside(n int64) bool { return n < 0 || n > trip.MaxTravelers }

// limited fills in and checks a result_limit.
func limited(limit *int64) (*int64, error) {
	switch {
	case limit == nil:
		return new(int64(trip.DefaultResultLimit)), nil
	case *limit < 1:
		return nil, tools.Invalid("sandbox: result_limit is below 1")
	}
	return new(min(*limit, trip.MaxOptions)), nil
}

// flights lists the offers of a query: the airlines that the traveller prefers first, then the
// cheapest. It is an empty list, never nil, when nothing is sold.
func (s *shop) flights(q *flightQuery, at trip.Instant) []offer.Flight {
	options := []offer.Flight{}
	origin, ok := findPlace(q.Origin)
	if !ok || origin.code == "" {
		return options
	}
	destination, ok := findPlace(q.Destination)
	if !ok || destination.code == "" {
		return options
	}
	closes := trip.Instant(int64(at) + checkInMinutes*int64(time.Minute))
	for _, r := range s.routes(origin, destination) {
		if r.stops() > *q.MaxStops {
			continue
		}
		f, leaves := s.sell(q, &r, at)
		if leaves.UnixNano() < int64(closes) || s.soldOut(&r, q.day) || q.AvoidRedEye && f.RedEye() {
			continue
		}
		options = append(options, f)
	}
	q.order(options)
	return options[:min(int64(len(options)), *q.Limit)]
}

func (q *flightQuery) order(options []offer.Flight) {
	place := func(f offer.Flight) int {
		if slices.ContainsFunc(q.Preferred, f.Segments[0].FliesAs) {
			return 0
		}
		return 1
	}
	slices.SortFunc(options, func(a, b offer.Flight) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.TotalPrice.Minor, b.TotalPrice.Minor),
			strings.Compare(a.Segments[0].DepartAt, b.Segments[0].DepartAt), strings.Compare(a.OptionID, b.OptionID))
	})
}

// sell turns a route on a day into an offer.
func (s *shop) sell(q *flightQuery, r *route, at trip.Instant) (offer.Flight, time.Time) {
	legs, leaves := r.fly(q.day)
	fare := s.fare(q, r)
	offered := s.about("offer", r.name(), q.day, q.Cabin, q.Travelers)
	return offer.Flight{
		OptionID:   "flt_" + strconv.FormatInt(q.Segment, 10) + "_" + q.tag() + offered.Name(),
		TotalPrice: fare.total, Refundable: &fare.refundable, Cabin: q.Cabin, Segments: legs,
		FareRulesSummary: fare.rules, ExpiresAt: expiry(at),
	}, leaves
}

// tag marks the ids of offers to or from a place with an effect on holds.
func (q *flightQuery) tag() string {
	return cmp.Or(magic.OptionTag(q.Origin), magic.OptionTag(q.Destination))
}
