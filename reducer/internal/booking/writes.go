package booking

import (
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// queueWrite adds a write call with an idempotency key minted from what it is about.
func (s Machine) queueWrite(name string, items []string, args func(key string) trip.Arguments) {
	sorted := items
	if !slices.IsSorted(items) {
		sorted = slices.Clone(items)
		slices.Sort(sorted)
	}
	key := calls.Key(s.Next.TripID, name, sorted, decision.Count(s.Next.Turn.Definite, name))
	s.Queue(name, args(key), &trip.Pending{Write: true, Key: key, Items: items, Needs: s.Next.Needs()})
}

// QueueReleases gives back the holds that a change cleared. It is called before anything else
// is queued, so that releases come first in the decision. In a turn in which a write was made after all they wait for
// the next one.
// Rule: 5.4.release, 1.5.after-all-withholds
func (s Machine) QueueReleases() {
	ids := s.Next.Turn.Releases
	if len(ids) == 0 || s.Next.Turn.AfterAll {
		return
	}
	s.Next.Turn.Releases = nil
	if decision.BarsWrites(s.Next) { // the holds are the original's
		return
	}
	s.Rule("5.4.release")
	s.queueWrite(trip.ToolRelease, ids, func(key string) trip.Arguments {
		return trip.ReleaseArguments{HoldIDs: ids, IdempotencyKey: key}
	})
}

// ReleaseAgain remembers the holds of a failed release, so that they are released together with the next queued calls.
// A refused release is not repeated: it would be refused again.
func (s Machine) ReleaseAgain(p *trip.Pending, class trip.Class) {
	t := &s.Next.Turn
	refused := class.Definite() && class != trip.ClassRateLimited && class != trip.ClassNotSent
	if p.Name != trip.ToolRelease || refused || len(t.Releases)+len(p.Items) > trip.MaxHolds {
		return
	}
	t.Releases = append(slices.Clip(t.Releases), p.Items...)
}

// KeepUnknown keeps a write call open until it is settled. When too many are open, the oldest one that is neither a
// hold nor a purchase is given up.
func (s Machine) KeepUnknown(p *trip.Pending) {
	t := &s.Next.Turn
	if len(t.Unknown) >= trip.MaxUnknown {
		oldest := max(slices.IndexFunc(t.Unknown,
			func(u trip.Pending) bool { return u.Name != trip.ToolHold && u.Name != trip.ToolPurchase }), 0)
		t.Unknown = slices.Delete(slices.Clone(t.Unknown), oldest, oldest+1)
	}
	t.Unknown = append(slices.Clip(t.Unknown), *p)
}

// CountAnswer counts a tool's own answer to a write call: the next attempt gets a new key.
// Rule: 1.5.key-new, 1.5.key-same
func (s Machine) CountAnswer(p *trip.Pending) {
	if p.Write {
		s.Next.Turn.Definite = decision.Add(s.Next.Turn.Definite, p.Name)
	}
}

// Hold queues the hold of options, and keeps what was shown of them.
func (s Machine) Hold(items []offers.Item) {
	ids, asked, shown := make([]string, len(items)), make([]trip.HoldItem, len(items)), make([]trip.Shown, len(items))
	for i := range items {
		ids[i], asked[i], shown[i] = items[i].OptionID, items[i].HoldItem, items[i].Shown
	}
	s.Rule("1.5.hold-items")
	s.queueWrite(trip.ToolHold, ids, func(key string) trip.Arguments {
		return trip.HoldArguments{Items: asked, IdempotencyKey: key, Requests: s.Next.Passed()}
	})
	calls := s.Next.Turn.Outstanding
	calls[len(calls)-1].Shown, calls[len(calls)-1].Ext = shown, trip.SuppliedOf(asked)
	s.passOn()
}

// passOn notes of the write that was queued last which special requests it passes on.
// Rule: 5.7.passed
func (s Machine) passOn() {
	var ids []string
	for i := range s.Next.Requests {
		ids = append(ids, s.Next.Requests[i].ID)
	}
	calls := s.Next.Turn.Outstanding
	calls[len(calls)-1].Requests = ids
}
