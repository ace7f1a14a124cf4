package scenario

import "github.com/legwork-go/legwork/trip"

// Blocks prints the lines that a scenario has below an event, for tools that show a log to a
// person. One value serves one log: it numbers the idempotency keys and the asks as they appear.
type Blocks struct{ names names }

// NewBlocks returns Blocks for one log.
func NewBlocks() *Blocks { return &Blocks{names: newNames()} }

// Lines returns what the step from before to d.Next changed, queued and said.
func (b *Blocks) Lines(before trip.Intent, d trip.Decision) []string {
	p := play{header: trip.Header{TripID: d.Next.TripID}, intent: d.Next, names: b.names}
	return p.block(before, d)
}
