// Package applier writes into a trip intent what comes from outside of the engine. [Read] reads the result of a tool
// and [Apply] merges it, [Answer] writes the choice of a person, and [Amend] merges a patch. Each of them also
// clears what the change made invalid (behaviour 5). [Diff] lists the leaves in which two intents differ.
//
// Nothing passed in is ever modified: lists are copied before they are changed, because other intents share them.
package applier

import (
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// Apply merges the result of a queued call into in, whose UpdatedAt is the event's time.
//
//   - Input: res settles a call of in.Turn.Outstanding, Unknown or NotMade; [Read] made its Value.
//   - Output: the intent after it, and the notes that it got: what was left out or replaced. Status and bookkeeping
//     of the turn are the reducer's.
//   - Errors: ErrNotQueued when no such call is open, ErrUnread when its Value is missing, ErrResult when it cannot
//     be applied; in stands.
//   - Source: behaviour 5.
func Apply(c catalog.Catalog, in trip.Intent, res trip.ToolResult) (next trip.Intent, notes []trip.Message, err error) {
	m := calls.FindResult(&in, res.CallID, res.ToolName, 0)
	if m.Ignored != "" {
		return in, nil, fmt.Errorf("%w: %s %s", ErrNotQueued, res.ToolName, res.CallID)
	}
	next = in
	if notes, err = Merge(&c, &next, res.Value, m.Pending); err != nil {
		return in, nil, err
	}
	return next, notes, nil
}

// Merge does what [Apply] does to next itself, and not to a copy. After an error next may be half written.
func Merge(
	c *catalog.Catalog, next *trip.Intent, result trip.Result, p *trip.Pending,
) (notes []trip.Message, err error) {
	if notes, err = write(c, next, result, p); err != nil {
		return nil, err
	}
	for _, note := range notes {
		next.AddNote(note)
	}
	return notes, nil
}

// write merges a result that was read into next, which may be half written on an error, and returns the notes to add.
func write(
	c *catalog.Catalog, next *trip.Intent, result trip.Result, p *trip.Pending,
) (notes []trip.Message, err error) {
	switch r := result.(type) {
	case nil:
		return nil, fmt.Errorf("%w: %s %s", ErrUnread, p.Name, p.CallID)
	case *trip.FlightResult:
		if p.OfDays {
			return applyDay(next, r, p), nil
		}
		return applyFlights(next, r, int(p.Index)), nil
	case *trip.HotelResult:
		return applyHotels(next, r, int(p.Index)), nil
	case *trip.BundleResult:
		return applyBundles(next, r), nil
	case *trip.HoldResult:
		return applyHolds(next, r, p), nil
	case *trip.Extraction:
		return applyExtraction(c, next, r)
	case *trip.RiskReport:
		applyRisk(next, r)
	case *trip.Confirmation:
		applyPurchase(next, r, p)
	case trip.Raw:
		return applyPoint(c, next, p.Name, r), nil
	default: // nothing of it stands in the intent
	}
	return nil, nil
}
