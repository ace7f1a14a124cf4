package booking

import (
	"context"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

type releaseArguments struct {
	Holds []string `json:"hold_ids"`
	Key   string   `json:"idempotency_key"`
}

type releasedHold struct {
	ID     string `json:"hold_id"`
	Status string `json:"status"`
}

func (d *desk) release(ctx context.Context, req tools.Request) ([]byte, error) {
	args, err := tools.Arguments[releaseArguments](req)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(req, args.Key)
	if err != nil {
		return nil, err
	}
	if n := len(args.Holds); n == 0 || n > trip.MaxHolds {
		return nil, tools.Invalid("booking: %d holds, want 1 to %d", n, trip.MaxHolds)
	}
	result, _, err := d.once(ctx, req, key, args, func(p Page) (any, error) { return giveBack(p, req, args.Holds) })
	return result, err
}

func giveBack(p Page, req tools.Request, ids []string) (any, error) {
	out := make([]releasedHold, len(ids))
	for i, id := range ids {
		h, err := loadHold(p, req.Trip, id)
		if err != nil {
			return nil, err
		}
		status, err := h.statusAt(req.At)
		if err != nil {
			return nil, err
		}
		if status == trip.HoldHeld {
			status = StatusReleased
			h.Status = status
			if err := put(p, shelfHolds, scoped(req.Trip, id), h); err != nil {
				return nil, err
			}
		}
		out[i] = releasedHold{ID: id, Status: status}
	}
	return map[string]any{"holds": out}, nil
}
