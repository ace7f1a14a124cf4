package runner

import (
	"log/slog"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// stamp notes the time of an event. Where the clock was set back behind the last event, the log goes on
// one unit after that, and the event says beside it what the clock said, which is what the rules go by.
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
