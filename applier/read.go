package applier

import (
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Read reads the result of an open call, for [Apply] and for the reducer. Unsound offers, holds and totals are left
// out, and the value says so (behaviour 5). The result of a tool that the engine does not know is checked against the
// tool's schema.
//
//   - Errors: ErrResult when the result breaks its tool's schema.
func Read(c catalog.Catalog, in *trip.Intent, res trip.ToolResult) (trip.Result, error) {
	value, err := trip.ReadResult(res.ToolName, res.Result)
	if err != nil {
		value, err = readSound(in, &res, err)
	}
	switch r := value.(type) {
	case *trip.Confirmation:
		if r.Status != trip.PurchaseConfirmed && r.Status != trip.PurchaseFailed {
			err = errStatus
		}
	case trip.Raw:
		err = checkForeign(c, &res)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResult, res.ToolName, err)
	}
	return value, nil
}

var errStatus = &catalog.SchemaError{
	Member: "confirmation.status", Want: "enum", Text: "a confirmation says confirmed or failed",
}

// readSound reads the sound part of a result that cannot be read whole.
// Rule: 5.1.unsound-first
func readSound(in *trip.Intent, res *trip.ToolResult, err error) (trip.Result, error) {
	switch res.ToolName {
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		return readOffers(res, err)
	case trip.ToolRank:
		return readBundles(res)
	case trip.ToolHold:
		return readHolds(in, res)
	default:
		return nil, err
	}
}

// checkForeign checks a result that is not written into the intent against its tool's schema.
func checkForeign(c catalog.Catalog, res *trip.ToolResult) error {
	if _, known := c.Tool(res.ToolName); !known {
		return nil
	}
	return c.CheckResult(res.ToolName, res.Result)
}

// readOffers reads the offers that can be read. Where there are only others, the result is not what its tool's entry
// says: that nothing was found would be untrue.
// Rule: 5.1.unreadable
func readOffers(res *trip.ToolResult, broken error) (trip.Result, error) {
	s := invalidItemFilter{key: "option_id", reads: func(offer string) bool {
		_, err := trip.ReadResult(res.ToolName, trip.Raw(`{"options":[`+offer+`]}`))
		return err == nil
	}}
	readable := s.result(res.Result)
	if s.kept == 0 && s.broken > 0 {
		return nil, broken
	}
	value, err := trip.ReadResult(res.ToolName, readable)
	switch r := value.(type) {
	case *trip.FlightResult:
		r.LeftOut = len(s.dropped)
	case *trip.HotelResult:
		r.LeftOut = len(s.dropped)
	}
	return value, err
}

func readBundles(res *trip.ToolResult) (trip.Result, error) {
	readable, bad := withoutBadTotals(res.Result)
	value, err := trip.ReadResult(res.ToolName, readable)
	if r, ok := value.(*trip.BundleResult); ok {
		r.BadTotals = bad
	}
	return value, err
}

func readHolds(in *trip.Intent, res *trip.ToolResult) (trip.Result, error) {
	p := calls.FindResult(in, res.CallID, res.ToolName, 0).Pending
	if p == nil {
		return nil, ErrNotQueued
	}
	now := *in
	s := invalidItemFilter{key: "hold_id", refuses: func(it *item) bool {
		return isForeign(&now, p, it.kind, it.option, it.currency)
	}}
	value, err := trip.ReadResult(res.ToolName, s.result(res.Result))
	if r, ok := value.(*trip.HoldResult); ok {
		for _, it := range s.dropped {
			r.Lost = append(r.Lost, trip.Hold{HoldID: it.id, OptionID: it.option, Status: it.status})
		}
	}
	return value, err
}

// isForeign reports whether a hold is in another currency than the offer that it was asked for.
// Rule: 5.1.unsound-hold
func isForeign(in *trip.Intent, p *trip.Pending, kind, option string, c trip.Currency) bool {
	offer := offers.AskedPrice(in, p, kind, option)
	return c != "" && offer.IsSet() && offer.Currency != c
}
