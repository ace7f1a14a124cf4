package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// openTurn starts a turn. What is still outstanding belongs to the superseded turn: reads are
// cancelled, the outcome of writes is unknown from here on.
// Rule: 1.0.opens, 1.1.cancel-reads, 1.7.interrupt, 1.7.settled-bound, 3.0.earlier-turns
func (s *step) openTurn() (interrupted bool) {
	interrupted = len(s.Next.Turn.Outstanding) > 0
	if interrupted {
		s.supersede()
	}
	t := &s.Next.Turn
	t.Number++
	t.Ordinal, t.Round, t.Failed = 0, 0, false
	t.Settled, t.Superseded = nil, nil
	t.AfterAll, t.AfterAllHold = false, false
	t.HoldRequested, t.Renewal = false, nil
	t.OpenRequest = ""
	t.AcceptedAsk, t.MessageID, t.PlanBeforeMessage, t.Changed, t.ToldWhole, t.SuppressRepeat = "", "", nil, false, false, false
	t.SaidBefore, t.Said = t.Said, ""
	t.Assist = trip.Assist{Recent: t.Assist.Recent, Known: t.Assist.Known, TokensTotal: t.Assist.TokensTotal}
	return interrupted
}

// supersede takes all outstanding calls out of the running turn.
// Rule: 1.1.cancel-reads, 1.1.cancel-writes, 1.7.superseded
func (s *step) supersede() {
	s.assistant().DropUnasked()
	t := &s.Next.Turn
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
		s.booking().KeepUnknown(p)
		s.Note(messages.NoteOutcomeUnknown{OfTool: s.OfTool(p.Name)}.Message())
	}
	t.Outstanding = nil
}

// settle takes a matched call out of the open ones; its id is remembered for this turn.
// Rule: 1.5.settled-once
func (s *step) settle(m *calls.Match) {
	t := &s.Next.Turn
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
