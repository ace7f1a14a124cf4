package cli

import (
	"context"
	"log/slog"
	"time"

	"github.com/legwork-go/legwork/server/ops"
)

// retention removes the trips of a server that were idle for long, again and again.
type retention struct {
	desk    ops.Desk
	after   time.Duration
	archive ops.Archive // nil: they are not kept anywhere
	log     *slog.Logger
}

// mostBetween is the most time between two looks.
const maxBetween = time.Hour

// run goes on until ctx ends.
func (r *retention) run(ctx context.Context) {
	every := time.NewTicker(max(min(r.after/4, maxBetween), time.Second))
	defer every.Stop()
	for {
		done, err := ops.Prune(ctx, r.desk, ops.Retention{IdleAfter: r.after}, r.archive)
		for _, id := range done.Trips {
			r.log.Info("serve: a trip was removed", slog.String("event", "audit"), slog.String("act", "retention"),
				slog.String("trip", string(id)), slog.Bool("archived", r.archive != nil), slog.Bool("done", true))
		}
		if err != nil && ctx.Err() == nil {
			r.log.Warn("serve: idle trips cannot be removed now", slog.String("event", "retention"), slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}
