package sandbox

import (
	"context"
	"slices"
	"time"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// OfferSeconds is how long an offer can be held after its search.
const OfferSeconds = 30 * 60

// DriftSeconds is how long the prices of a trip stand still, counted from its first event. After that each price is
// drawn again within 1.5 percent of its level.
const DriftSeconds = 24 * 60 * 60

// Config shapes the inventory. The zero value is the usual one.
type Config struct {
	Seed       string   // another seed is another world; default "legwork"
	SlowMillis int64    // how long a slow search takes; default 3000
	FirstFails []string // the tools whose first search of every trip times out, wherever it goes

	ReturnFares bool // a trip there and back is offered fares that are sold for both ways together, too
}

const (
	defaultSeed       = "legwork"
	defaultSlowMillis = 3000
)

// shop is the inventory: all of it is a function of the seed.
type shop struct {
	Config
	slow time.Duration
}

// Register adds the flight search and the hotel search to a registry.
func Register(reg tools.Registry, cfg Config) {
	if cfg.Seed == "" {
		cfg.Seed = defaultSeed
	}
	if cfg.SlowMillis == 0 {
		cfg.SlowMillis = defaultSlowMillis
	}
	s := shop{Config: cfg, slow: time.Duration(cfg.SlowMillis) * time.Millisecond}
	reg[trip.ToolFlightSearch] = tools.Tool{Run: s.searchFlights}
	reg[trip.ToolHotelSearch] = tools.Tool{Run: s.searchHotels}
}

// act performs the effects of the places that a search is about; done says that it ended the call.
func (s *shop) act(ctx context.Context, req tools.Request, codes ...string) (out []byte, done bool, err error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, true, err
	}
	if slices.Contains(s.FirstFails, req.Name) && !failedBefore(req) {
		return magic.Timeout.Act(ctx, s.slow)
	}
	for _, code := range codes {
		e, _ := magic.Place(code)
		if !e.OnSearch(req.Name) {
			continue
		}
		if e == magic.FirstFlight || e == magic.FirstHotel {
			if failedBefore(req) {
				continue
			}
			e = magic.Timeout
		}
		if out, done, err = e.Act(ctx, s.slow); done || err != nil {
			return out, true, err
		}
	}
	return nil, false, nil
}

// failedBefore reports whether an earlier turn of the trip met an error of this tool. It reads
// the intent and no memory of its own, so that the answer is the same after a restart, and the
// same again when the call is retried within its turn.
func failedBefore(req tools.Request) bool {
	if f := req.Intent.Status.LastToolError; f != nil && f.ToolName == req.Name {
		return true
	}
	return slices.ContainsFunc(req.Intent.Status.NoteKeys, func(note trip.Message) bool {
		var failed messages.NoteToolError
		return failed.Read(&note) && failed.Tool == req.Name
	})
}

// expiry is when offers of a search end, on the wire.
func expiry(at trip.Instant) string {
	return trip.Instant(int64(at) + OfferSeconds*int64(time.Second)).String()
}

// priceDay is the day of the prices that hold for a request: that on which the trip began, or a whole number of
// DriftSeconds later. So a search that a conversation repeats finds the prices that it has told.
func priceDay(req tools.Request) trip.Date {
	const still = DriftSeconds * int64(time.Second)
	begun := int64(req.Intent.CreatedAt)
	return today(trip.Instant(begun+(int64(req.At)-begun)/still*still), time.UTC)
}
