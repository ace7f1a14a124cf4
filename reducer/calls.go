package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// queueWrite adds a write call with an idempotency key minted from what it is about.
func (s *step) queueWrite(name string, items []string, args func(key string) trip.Arguments) {
	sorted := items
	if !slices.IsSorted(items) {
		sorted = slices.Clone(items)
		slices.Sort(sorted)
	}
	key := calls.Key(s.next.TripID, name, sorted, decision.Count(s.next.Turn.Definite, name))
	s.queue(name, args(key), &trip.Pending{Write: true, Key: key, Items: items, Needs: s.next.Needs()})
}

// queueReleases gives back the holds that a change cleared. It is called before anything else
// is queued, so that releases come first in the decision.
// Rule: 5.4.release
func (s *step) queueReleases() {
	ids := s.next.Turn.Releases
	if len(ids) == 0 {
		return
	}
	s.next.Turn.Releases = nil
	if decision.BarsWrites(s.next) { // the holds are the original's
		return
	}
	s.queueWrite(trip.ToolRelease, ids, func(key string) trip.Arguments {
		return trip.ReleaseArguments{HoldIDs: ids, IdempotencyKey: key}
	})
}

// releaseAgain remembers the holds of a failed release, so that they are released together with the next queued calls.
// A refused release is not repeated: it would be refused again.
func (s *step) releaseAgain(p *trip.Pending, class trip.Class) {
	t := &s.next.Turn
	refused := class.Definite() && class != trip.ClassRateLimited && class != trip.ClassNotSent
	if p.Name != trip.ToolRelease || refused || len(t.Releases)+len(p.Items) > trip.MaxHolds {
		return
	}
	t.Releases = append(slices.Clip(t.Releases), p.Items...)
}

// openTurn starts a turn. What is still outstanding belongs to the superseded turn: reads are
// cancelled, the outcome of writes is unknown from here on.
// Rule: 1.0.opens, 1.1.cancel-reads, 1.7.interrupt, 1.7.settled-bound, 3.0.earlier-turns
func (s *step) openTurn() (interrupted bool) {
	interrupted = len(s.next.Turn.Outstanding) > 0
	if interrupted {
		s.supersede()
	}
	t := &s.next.Turn
	t.Number++
	t.Ordinal, t.Round, t.Failed = 0, 0, false
	t.Settled, t.Superseded = nil, nil
	t.AfterAll = false
	t.HoldRequested, t.Renewal = false, nil
	t.OpenRequest = ""
	t.AcceptedAsk, t.MessageID, t.Before, t.Changed, t.ToldWhole, t.Unprompted = "", "", nil, false, false, false
	t.SaidBefore, t.Said = t.Said, ""
	t.Assist = trip.Assist{Recent: t.Assist.Recent, Known: t.Assist.Known, TokensTotal: t.Assist.TokensTotal}
	return interrupted
}

// supersede takes all outstanding calls out of the running turn.
// Rule: 1.1.cancel-reads, 1.1.cancel-writes, 1.7.superseded
func (s *step) supersede() {
	s.assistant().DropUnasked()
	t := &s.next.Turn
	t.Superseded, t.Unknown = slices.Clip(t.Superseded), slices.Clip(t.Unknown)
	for i := range t.Outstanding {
		p := &t.Outstanding[i]
		if p.Name == trip.ToolExtract {
			s.keepUnread(trip.ClassCancelled)
		}
		if !p.Write {
			t.Superseded = append(t.Superseded, p.CallID)
			continue
		}
		s.keepUnknown(p)
		s.note(trip.Say("note.outcome_unknown", s.about(p.Name)...))
	}
	t.Outstanding = nil
}

// keepUnknown keeps a write call open until it is settled. When too many are open, the oldest one that is neither a
// hold nor a purchase is given up.
func (s *step) keepUnknown(p *trip.Pending) {
	t := &s.next.Turn
	if len(t.Unknown) >= trip.MaxUnknown {
		oldest := max(slices.IndexFunc(t.Unknown,
			func(u trip.Pending) bool { return u.Name != trip.ToolHold && u.Name != trip.ToolPurchase }), 0)
		t.Unknown = slices.Delete(slices.Clone(t.Unknown), oldest, oldest+1)
	}
	t.Unknown = append(slices.Clip(t.Unknown), *p)
}

// settle takes a matched call out of the open ones; its id is remembered for this turn.
// Rule: 1.5.settled-once
func (s *step) settle(m *calls.Match) {
	t := &s.next.Turn
	switch {
	case m.Made:
		t.NotMade = without(t.NotMade, m.Index)
	case m.Late:
		t.Unknown = without(t.Unknown, m.Index)
	default:
		t.Outstanding = without(t.Outstanding, m.Index)
	}
	t.Settled = append(slices.Clip(t.Settled), m.Pending.CallID)
}

// countAnswer counts a tool's own answer to a write call: the next attempt gets a new key.
// Rule: 1.5.key-new, 1.5.key-same
func (s *step) countAnswer(p *trip.Pending) {
	if p.Write {
		s.next.Turn.Definite = decision.Add(s.next.Turn.Definite, p.Name)
	}
}

// without returns the list without element i; the list itself stays as it is.
func without(list []trip.Pending, i int) []trip.Pending {
	switch {
	case len(list) == 1:
		return nil
	case i == 0: // calls are answered in their order as a rule
		return list[1:]
	}
	return slices.Concat(list[:i], list[i+1:])
}
