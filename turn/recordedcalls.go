package turn

import (
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// WithRecordedCalls returns the intent from which a turn goes on when the fold of its log is not what was recorded, as
// after an upgrade: the folded intent, in which exactly the recorded calls are outstanding and in doubt. Their results
// are then applied and decided on as usual.
//
//   - Errors: ErrIntent when the calls contradict each other.
func WithRecordedCalls(cfg Config, in trip.Intent, outstanding, unknown []trip.Recorded) (trip.Intent, error) {
	out := reducer.WithRecordedCalls(cfg.Catalog, in, outstanding, unknown)
	return out, consistent(&out)
}

// Pass returns the intent after an event that this engine cannot fold, because another version did. Time, seq and turn
// go on, and nothing is decided.
func Pass(in trip.Intent, ev trip.Event) trip.Intent {
	var next trip.Intent
	startStep(&next, &in, &ev)
	if ev.Turn > in.Turn.Number {
		return reducer.Open(next, ev.Turn)
	}
	return next
}
