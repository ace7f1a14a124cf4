package calls

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// staleTurns is how many ended turns are searched to tell a late result from a foreign one.
const staleTurns = 64

// Match says which queued call a tool event settles.
type Match struct {
	Pending *trip.Pending // the call itself, which is never modified
	Index   int           // position in Turn.Outstanding, or in Turn.Unknown when Late
	Late    bool          // it settles a write call whose outcome was unknown
	Made    bool          // it says that a write was made after all: Index is its place in Turn.NotMade, Late is set
	Ignored trip.Ignored  // why it settles nothing; the other fields are zero then, and there is no call
}

// Find finds the queued call that a tool event settles. An empty callID is the oldest
// outstanding call of that tool. eventTurn is the envelope's turn, 0 when it has none.
//
// Rule: 1.0.no-call-id, 1.5.unknown-any-turn, 1.7.no-call-id
func Find(in *trip.Intent, callID, tool string, eventTurn int64) (m Match) {
	t := &in.Turn
	switch {
	case callID == "" && eventTurn != 0 && eventTurn < t.Number:
		m.Ignored = trip.StaleTurn
	case m.find(t.Outstanding, callID, tool):
	case m.find(t.Unknown, callID, tool):
		m.Late = true
	case callID == "":
		m.Ignored = trip.NotOutstanding
	default:
		m.Ignored = whyIgnored(in, callID)
	}
	return m
}

// FindResult finds the queued call that a result settles: as Find does, or a write call that was settled as not made
// although its tool had not said so.
//
// Rule: 1.5.after-all
func FindResult(in *trip.Intent, callID, tool string, eventTurn int64) Match {
	m := Find(in, callID, tool, eventTurn)
	if m.Ignored == "" || callID == "" {
		return m
	}
	var made Match
	if !made.find(in.Turn.NotMade, callID, tool) {
		return m
	}
	made.Late, made.Made = true, true
	return made
}

// find takes the first call of a tool that has the id, or any id when it is empty.
func (m *Match) find(calls []trip.Pending, callID, tool string) bool {
	for i := range calls {
		if p := &calls[i]; p.Name == tool && (callID == "" || p.CallID == callID) {
			m.Pending, m.Index = p, i
			return true
		}
	}
	return false
}

// whyIgnored tells an id of an ended turn from a foreign one by minting the ids of the last
// turns again, so that the state need not keep them.
// Rule: 1.5.settled-once, 1.7.duplicate, 1.7.stale, 1.7.superseded, 1.7.foreign
func whyIgnored(in *trip.Intent, callID string) trip.Ignored {
	t := &in.Turn
	if slices.Contains(t.Settled, callID) {
		return trip.DuplicateResult
	}
	if slices.Contains(t.Superseded, callID) {
		return trip.StaleTurn
	}
	for turn := t.Number - 1; turn > 0 && turn >= t.Number-staleTurns; turn-- {
		if Ordinal(in.TripID, turn, callID) > 0 {
			return trip.StaleTurn
		}
	}
	return trip.NotOutstanding
}

// Measure bounds what can still happen in the running turn: the calls that may yet be queued, those that are out, the
// writes that may yet be settled, and those that may turn out to have been made. A call that is not yet queued weighs
// 4, one that is out 3, one of unknown outcome 2 and one that was settled as not made 1. So every step towards settling
// a call lowers the sum, and every turn ends.
func Measure(t *trip.Turn) int64 {
	return 4*(maxOrdinal-t.Ordinal) + 3*int64(len(t.Outstanding)) + 2*int64(len(t.Unknown)) + int64(len(t.NotMade))
}

// IsNotMade reports whether a write call was settled as not made and may turn out to have been made.
func IsNotMade(in *trip.Intent, callID string) bool {
	return slices.ContainsFunc(in.Turn.NotMade, func(p trip.Pending) bool { return p.CallID == callID })
}

// IsUnknown reports whether the outcome of a write is unknown: it waits for the one event that settles it.
func IsUnknown(in *trip.Intent, callID string) bool {
	return slices.ContainsFunc(in.Turn.Unknown, func(p trip.Pending) bool { return p.CallID == callID })
}
