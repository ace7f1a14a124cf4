package runner

import (
	"log/slog"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// stamp notes the time of an event. If the clock was set back behind the last event, At is one unit after that event's,
// so that the log stays in order, and Clock holds what the clock said: the rules go by that.
// Rule: 1.0.clock-back
func (t *live) stamp(in *trip.Intent, ev *trip.Event) {
	now := trip.Instant(t.r.config.Now().UnixNano())
	ev.At, ev.Clock = now, 0
	last := in.LastAt()
	if in.Turn.Seq == 0 || now >= last {
		return
	}
	ev.At, ev.Clock = last+1, max(now, 0)
	t.note(Notice{Kind: ClockSetBack, Seq: ev.Seq}, slog.Duration("behind", time.Duration(last-now)))
}
