// Package applier merges what a tool returned into a trip intent: [Apply] for the result of a
// queued call, [Patch] for a merge patch from outside. Both say what changed, exact to the leaf,
// and clear what the change made invalid (BEHAVIOUR 5). Nothing passed in is ever modified.
package applier

import (
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Apply merges the result of a queued call into in, whose UpdatedAt is the event's time.
//
// Input:   res settles a call of in.Turn.Outstanding or in.Turn.Unknown.
// Output:  the intent after it; status and bookkeeping of the turn are the reducer's.
// Errors:  ErrResult when the result breaks its tool's schema (nothing of it is applied);
//
//	ErrNotQueued when no such call is open.
//
// Source:  BEHAVIOUR 5.
func Apply(c catalog.Catalog, in trip.Intent, res trip.ToolResult) (trip.Intent, Changes, error) {
	m := in.MatchCall(res.CallID, res.ToolName, 0)
	if m.Ignored != "" {
		return in, Changes{}, fmt.Errorf("%w: %s %s", ErrNotQueued, res.ToolName, res.CallID)
	}
	next := in
	notes, _, err := Into(c, &next, res, m.Pending)
	if err != nil {
		return in, Changes{}, err
	}
	for _, note := range notes {
		next.AddNote(note)
	}
	return next, Changes{before: in, after: next}, nil
}

// Into merges the result of the open call p into next, which must be the caller's own copy of
// an intent; what its slices point to is never modified. It is Apply without the copies, and returns
// the notes to add: what of the result was left out or replaced. The reply is what the reducer needs of
// the result beside the intent.
//
// Errors: ErrResult; next may be half written then, and the caller throws it away.
func Into(c catalog.Catalog, next *trip.Intent, res trip.ToolResult, p *trip.Pending) (notes []trip.Message, reply trip.Reply, err error) {
	if reply, err = trip.DecodeReply(res.ToolName, res.Result); err != nil {
		return nil, trip.Reply{}, broken(res.ToolName, err)
	}
	notes, err = write(c, next, &res, &reply, p)
	return notes, reply, err
}

// write merges a result, whose reply was read, into next.
func write(c catalog.Catalog, next *trip.Intent, res *trip.ToolResult, reply *trip.Reply, p *trip.Pending) (notes []trip.Message, err error) {
	switch res.ToolName {
	case trip.ToolFlightSearch:
		return applyFlights(next, res, int(p.Index))
	case trip.ToolHotelSearch:
		return applyHotels(next, res, int(p.Index))
	case trip.ToolRank:
		return applyBundles(next, res)
	case trip.ToolHold:
		return applyHolds(next, res.Result, p)
	case trip.ToolExtract:
		return nil, applyExtraction(c, next, res)
	case trip.ToolRiskCheck:
		return nil, applyRisk(next, res.Result)
	case trip.ToolPurchase:
		return nil, applyPurchase(next, &reply.Confirmation, p)
	case trip.ToolFollowup, trip.ToolAssistantStep:
		return nil, nil
	default:
		return nil, checkForeign(c, res)
	}
}

// checkForeign holds a result that nobody writes against its tool's schema.
func checkForeign(c catalog.Catalog, res *trip.ToolResult) error {
	if _, known := c.Tool(res.ToolName); !known {
		return nil
	}
	return orBroken(res.ToolName, c.CheckResult(res.ToolName, res.Result))
}

func orBroken(tool string, err error) error {
	if err == nil {
		return nil
	}
	return broken(tool, err)
}

func broken(tool string, err error) error { return fmt.Errorf("%w: %s: %w", ErrResult, tool, err) }
