package reducer

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/reducer/internal/search"
	"github.com/legwork-go/legwork/trip"
)

// toolResult goes on after the result of a queued call. The applier has merged it already.
func (s *step) toolResult(res trip.ToolResult) error {
	m := calls.FindResult(s.Next, res.CallID, res.ToolName, s.eventTurn)
	switch {
	case m.Ignored != "":
		s.ignore(m.Ignored)
		return nil
	case res.Value == nil:
		return fmt.Errorf("%w: a result of %s that has not been read", ErrMalformed, res.ToolName)
	}
	s.closeCall(&m)
	s.booking().CountAnswer(m.Pending)
	s.forgetNotMade(m.Pending)
	s.D.Settled, s.D.Outcome = m.Pending.CallID, s.classOf(m.Pending)
	switch {
	case m.Made:
		s.madeAfterAll(m.Pending, res.Value)
	case m.Late:
		s.settledLate(m.Pending, res.Value)
	case assist.IsRoundCall(s.Next, m.Pending.CallID):
		s.assistant().RoundResult(m.Pending, res)
	default:
		s.goOn(m.Pending, res.Value)
	}
	return nil
}

// classOf returns the class of a result: empty when it left nothing of what it was asked for.
// Rule: 5.1.unsound-empty
func (s *step) classOf(p *trip.Pending) trip.Class {
	w, i := &s.Next.WorkingMemory, int(p.Index)
	isEmpty := false
	switch p.Name {
	case trip.ToolFlightSearch:
		if p.OfDays {
			at := offers.DayQuoteOf(w.DayQuotes, p.Mark)
			isEmpty = at >= 0 && len(w.DayQuotes[at].Options) == 0
			break
		}
		isEmpty = i < len(w.FlightQuotes) && len(w.FlightQuotes[i]) == 0
	case trip.ToolHotelSearch:
		isEmpty = i < len(w.HotelQuotes) && search.EmptyStay(w.HotelQuotes[i])
	case trip.ToolRank:
		isEmpty = len(w.RankedBundles) == 0
	case trip.ToolHold: // what came for a plan that was left is given back at once
		isEmpty = !offers.Outdated(s.Next, p) &&
			!slices.ContainsFunc(w.Holds, func(h trip.Hold) bool { return slices.Contains(p.Items, h.OptionID) })
	}
	if isEmpty {
		return trip.ClassEmpty
	}
	return trip.ClassOK
}

// goOn goes on with the result of a call that the engine itself had queued. In which status the tool may be
// outstanding, and where that status leads, stands in the lifecycle table.
func (s *step) goOn(p *trip.Pending, said trip.Result) {
	switch p.Name {
	case trip.ToolExtract:
		s.Next.Turn.Unread = nil
		if s.Next.Request.Kind != trip.KindAssist {
			s.Next.Turn.OpenRequest = "" // the message was no answer
		}
		if !s.Stopped(trip.ToolExtract) {
			s.Reading = as[*trip.Extraction](said)
			s.understood()
		}
	case trip.ToolFollowup:
		s.followup(as[*trip.Followup](said).Message)
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		if p.OfDays {
			s.search().DayEnded(p, "")
			return
		}
		s.search().QuotesArrived(p)
	case trip.ToolRank:
		s.search().Ranked()
	case trip.ToolRiskCheck:
		s.search().RiskReported()
	case trip.ToolHold:
		s.search().HoldsArrived(false)
	case trip.ToolPurchase:
		c := as[*trip.Confirmation](said)
		if c.Status == trip.PurchaseFailed {
			s.dropOutdated(p)
		}
		s.purchaseAnswered(c, false)
	case trip.ToolRelease:
		s.Rule("5.4.release")
	case trip.ToolAssistantStep:
		s.assistant().Proposed(*as[*trip.Proposal](said))
	default:
		if s.search().PointOf(p) != "" {
			s.search().PointResult(p, as[trip.Raw](said))
			return
		}
		s.Rule("5.1.unknown-tool")
		s.Note(messages.NoteUnknownToolResult{Tool: p.Name}.Message())
	}
}

// ignore says why an event changed nothing (1.7).
func (s *step) ignore(why trip.Ignored) {
	switch why {
	case trip.DuplicateResult:
		s.Rule("1.7.duplicate")
	case trip.StaleTurn:
		s.Rule("1.7.stale")
	case trip.NotOutstanding:
		s.Rule("1.7.foreign")
	}
	s.D.Ignored = why
}

// settledLate goes on after a write call whose outcome was unknown has a result: in any turn,
// queueing nothing (1.5). A running turn keeps its status.
// Rule: 1.5.unknown-any-turn, 1.5.unknown-queues-nothing
func (s *step) settledLate(p *trip.Pending, said trip.Result) {
	s.Rule("1.5.unknown-result")
	running := len(s.Next.Turn.Outstanding) > 0
	switch {
	case !p.Binds():
		s.settledOwn(messages.SettledDone{OfTool: s.OfTool(p.Name)}.Message())
	case running || s.booking().InDoubt() || offers.Outdated(s.Next, p):
		s.sayLate(p, said)
		if !running {
			s.leaveUnknown()
		}
	case p.Name == trip.ToolHold:
		s.Next.Status.LastToolError = nil
		s.search().HoldsArrived(true)
	case p.Name == trip.ToolPurchase:
		s.Next.Status.LastToolError = nil
		s.purchaseAnswered(as[*trip.Confirmation](said), true)
	case s.Next.Status.Node == trip.ErrorOutcomeUnknown:
		s.Next.Status.LastToolError = nil
		s.search().ReturnToFurthest()
	default: // the trip has gone on without it
	}
}

// settledOwn tells the outcome of a write that binds nobody, which moves nothing but a trip that waits for it.
// Rule: 1.5.own-settled
func (s *step) settledOwn(m trip.Message) {
	s.Rule("1.5.own-settled")
	s.Rule("7.5.unknown-named")
	s.Say(m)
	if len(s.Next.Turn.Outstanding) == 0 {
		s.leaveUnknown()
	}
}

// leaveUnknown goes on to the furthest point when the trip waited for the outcome that was settled.
func (s *step) leaveUnknown() {
	if s.Next.Status.Node != trip.ErrorOutcomeUnknown || s.booking().InDoubt() {
		return
	}
	s.Next.Status.LastToolError = nil
	s.GoTo(s.booking().Furthest())
}

// sayLate tells the outcome of a late call without moving a turn that is about something else.
func (s *step) sayLate(p *trip.Pending, said trip.Result) {
	switch p.Name {
	case trip.ToolPurchase:
		if as[*trip.Confirmation](said).Status == trip.PurchaseFailed {
			s.Say(messages.SettledPurchaseFailed())
			s.dropOutdated(p)
			return
		}
		s.teller().SayBooked()
	case trip.ToolHold:
		s.Say(messages.SettledHold{Outdated: offers.Outdated(s.Next, p)}.Message())
	default:
	}
}

// toolError handles a failed call (1.6, 2.1).
func (s *step) toolError(e trip.ToolError) {
	m := calls.Find(s.Next, e.CallID, e.ToolName, s.eventTurn)
	if m.Ignored != "" {
		s.ignore(m.Ignored)
		return
	}
	class := s.Heard.Failure.Class
	s.D.Settled, s.D.Outcome = m.Pending.CallID, class
	switch {
	case !m.Late && assist.IsRoundCall(s.Next, m.Pending.CallID) && (!m.Pending.Write || settles(&m, &e, class)):
		s.closeCall(&m)
		s.countRefusal(m.Pending, &e)
		s.assistant().RoundError(m.Pending)
	case m.Pending.Write:
		s.writeError(&m, &e, class)
	default:
		if m.Pending.Name == trip.ToolExtract {
			s.keepUnread(class)
		}
		s.closeCall(&m)
		switch {
		case s.search().PointOf(m.Pending) != "":
			s.search().PointFailed(m.Pending, class)
			return
		case m.Pending.OfDays:
			s.search().DayEnded(m.Pending, class)
			return
		case m.Pending.Name == trip.ToolAssistantStep && s.assistant().StepFailed(class, s.FailureOf(m.Pending.Name, class)):
			return
		}
		s.search().EndFailed(m.Pending.Name, class)
	}
}

// settles reports whether an error means that a write was not made (1.5). A definite class does. So does any class but
// outcome_unknown if the error is about a call whose outcome was unknown, or was made out by a lookup. After any other
// error nobody knows.
// Rule: 1.5.write-refused, 1.5.lookup-settles
func settles(m *calls.Match, e *trip.ToolError, class trip.Class) bool {
	said := m.Late || e.SettledBy == trip.SettledByLookup
	return class.Definite() || said && class != trip.ClassOutcomeUnknown
}

// countRefusal counts a refusal by the tool itself: the next attempt then gets a new key. An error that a lookup made
// out is not an answer of the tool, and one that was never sent has none. The next attempt keeps the key, so that the
// supplier recognises it as a repetition if the first call arrives after all.
// Rule: 1.5.key-new, 1.5.key-same, 1.5.not-sent
func (s *step) countRefusal(p *trip.Pending, e *trip.ToolError) {
	if e.SettledBy != trip.SettledByLookup && s.Heard.Failure.Class != trip.ClassNotSent {
		s.booking().CountAnswer(p)
	}
}

// writeError handles the failure of a write call (1.5).
func (s *step) writeError(m *calls.Match, e *trip.ToolError, class trip.Class) {
	if !settles(m, e, class) {
		s.loseOutcome(m, e)
		return
	}
	s.closeCall(m)
	s.countRefusal(m.Pending, e)
	s.keepNotMade(m.Pending, e, class)
	s.booking().ReleaseAgain(m.Pending, class)
	s.dropOutdated(m.Pending)
	switch {
	case !m.Late && s.Next.Turn.AfterAll:
		s.withheld(m.Pending, class)
	case !m.Late && class == trip.ClassExpired && m.Pending.Name == trip.ToolHold:
		s.search().HoldExpired(m.Pending)
	case !m.Late && class == trip.ClassExpired && m.Pending.Name == trip.ToolPurchase:
		s.search().PurchaseExpired(m.Pending)
	case !m.Late:
		s.search().EndFailed(m.Pending.Name, class)
	case !m.Pending.Binds():
		s.settledOwn(messages.SettledNotDone{OfTool: s.OfTool(m.Pending.Name)}.Message())
	case s.booking().InDoubt() || len(s.Next.Turn.Outstanding) > 0:
		s.Rule("1.5.unknown-error")
		s.Say(messages.SettledNotMade())
	default:
		s.settledFailed(m.Pending)
	}
}

// dropOutdated drops the holds when a write for an abandoned plan turns out not to have been made: holds under such a
// purchase were kept only for its sake.
// Rule: 5.4.release
func (s *step) dropOutdated(p *trip.Pending) {
	if p.Binds() && offers.Outdated(s.Next, p) {
		offers.DropHolds(s.Next)
	}
}

// settledFailed goes on once it is known that a write did not happen.
func (s *step) settledFailed(p *trip.Pending) {
	s.Rule("1.5.unknown-error")
	s.search().EndRefused(p.Name, messages.FailureNotMade{Tool: p.Name}.Message(), messages.SettledFailed{
		Tool: p.Name, Ended: s.search().EndsPurchase(p.Name), Unsettled: s.Unsettled(),
	}.Message())
}

// loseOutcome leaves a write call open until one event settles it. An import says of one that is open that nobody asks
// what became of it, and somebody that it may be asked.
// Rule: 1.5.unknown-queues-nothing
func (s *step) loseOutcome(m *calls.Match, e *trip.ToolError) {
	s.Rule("1.5.write-unknown")
	if m.Late {
		if e.Imported != m.Pending.Imported {
			s.Rule("1.5.imported")
			s.Next.Turn.Unknown = slices.Clone(s.Next.Turn.Unknown)
			s.Next.Turn.Unknown[m.Index].Imported = e.Imported
		}
		return
	}
	s.D.Outcome = trip.ClassOutcomeUnknown
	t := &s.Next.Turn
	t.Outstanding = without(t.Outstanding, m.Index)
	s.booking().KeepUnknown(m.Pending)
	s.assistant().DropUnasked()
	t.Failed = true
	t.Assist.Active, t.Assist.Plan = false, nil // calls of the round that still run belong to it
	s.Rule("7.5.unknown-named")
	s.Rule("7.5.only-buying-stops")
	why := s.FailureOf(m.Pending.Name, trip.ClassOutcomeUnknown)
	s.Next.Status.LastToolError = s.Failed(m.Pending.Name, why)
	s.Note(messages.NoteOutcomeUnknown{OfTool: s.OfTool(m.Pending.Name)}.Message())
	s.Say(messages.ErrorOutcomeUnknown{InDoubt: s.teller().Doubted(t.Unknown)}.Message())
	s.Fire(machine.LoseOutcome)
}

// as returns a result as the type that results of its tool are read as. Any other type is a broken invariant.
func as[R trip.Result](said trip.Result) R {
	r, ok := said.(R)
	if !ok {
		panic(fmt.Sprintf("reducer: a result reads as %T", said))
	}
	return r
}
