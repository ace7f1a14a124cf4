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
	next, err := write(c, in, res, m.Pending)
	if err != nil {
		return in, Changes{}, err
	}
	return next, Changes{before: in, after: next}, nil
}

func write(c catalog.Catalog, in trip.Intent, res trip.ToolResult, p trip.Pending) (trip.Intent, error) {
	switch res.ToolName {
	case trip.ToolExtract:
		return applyExtraction(c, in, res.Result)
	case trip.ToolFlightSearch:
		return applyFlights(in, res.Result, int(p.Index))
	case trip.ToolHotelSearch:
		return applyHotels(in, res.Result, int(p.Index))
	case trip.ToolRank:
		return applyBundles(in, res.Result)
	case trip.ToolRiskCheck:
		return applyRisk(in, res.Result)
	case trip.ToolHold:
		return applyHolds(in, res.Result, p)
	case trip.ToolPurchase:
		return applyPurchase(in, res.Result, p)
	case trip.ToolFollowup:
		_, err := trip.DecodeFollowup(res.Result)
		return in, orBroken(res.ToolName, err)
	case trip.ToolAssistantStep:
		_, err := trip.DecodeProposal(res.Result)
		return in, orBroken(res.ToolName, err)
	default:
		if _, known := c.Tool(res.ToolName); !known {
			return in, nil
		}
		if err := c.CheckResult(res.ToolName, res.Result); err != nil {
			return in, fmt.Errorf("%w: %s: %w", ErrResult, res.ToolName, err)
		}
		return in, nil
	}
}

func orBroken(tool string, err error) error {
	if err == nil {
		return nil
	}
	return broken(tool, err)
}

func broken(tool string, err error) error { return fmt.Errorf("%w: %s: %w", ErrResult, tool, err) }
