package reducer

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// toolResult goes on after the result of a queued call. The applier has merged it already.
func (s *step) toolResult(res trip.ToolResult) error {
	m := calls.FindResult(s.next, res.CallID, res.ToolName, s.eventTurn)
	switch {
	case m.Ignored != "":
		s.ignore(m.Ignored)
		return nil
	case res.Value == nil:
		return fmt.Errorf("%w: a result of %s that has not been read", ErrMalformed, res.ToolName)
	}
	s.settle(&m)
	s.booking().CountAnswer(m.Pending)
	s.forgetNotMade(m.Pending)
	s.d.Settled, s.d.Outcome = m.Pending.CallID, s.classOf(m.Pending)
	switch {
	case m.Made:
		s.madeAfterAll(m.Pending, res.Value)
	case m.Late:
		s.settledLate(m.Pending, res.Value)
	case assist.IsRoundCall(s.next, m.Pending.CallID):
		s.assistant().RoundResult(m.Pending, res)
	default:
		s.goOn(m.Pending, res.Value)
	}
	return nil
}

// classOf returns the class of a result: empty when it left nothing of what it was asked for.
// Rule: 5.1.unsound-empty
func (s *step) classOf(p *trip.Pending) trip.Class {
	w, i := &s.next.WorkingMemory, int(p.Index)
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
		isEmpty = i < len(w.HotelQuotes) && emptyStay(w.HotelQuotes[i])
	case trip.ToolRank:
		isEmpty = len(w.RankedBundles) == 0
	case trip.ToolHold: // what came for a plan that was left is given back at once
		isEmpty = !offers.Outdated(s.next, p) &&
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
		s.next.Turn.Unread = nil
		if s.next.Request.Kind != trip.KindAssist {
			s.next.Turn.OpenRequest = "" // the message was no answer
		}
		if !s.stopped(trip.ToolExtract) {
			s.reading = as[*trip.Extraction](said)
			s.understood()
		}
	case trip.ToolFollowup:
		s.followup(as[*trip.Followup](said).Message)
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		if p.OfDays {
			s.dayEnded(p, "")
			return
		}
		s.quotesArrived(p)
	case trip.ToolRank:
		s.ranked()
	case trip.ToolRiskCheck:
		s.riskReported()
	case trip.ToolHold:
		s.holdsArrived(false)
	case trip.ToolPurchase:
		c := as[*trip.Confirmation](said)
		if c.Status == trip.PurchaseFailed {
			s.dropOutdated(p)
		}
		s.purchaseAnswered(c, false)
	case trip.ToolRelease:
		s.rule("5.4.release")
	case trip.ToolAssistantStep:
		s.assistant().Proposed(*as[*trip.Proposal](said))
	default:
		if s.pointOf(p) != "" {
			s.pointResult(p, as[trip.Raw](said))
			return
		}
		s.rule("5.1.unknown-tool")
		s.note(trip.Say("note.unknown_tool_result", "tool", p.Name))
	}
}

// ignore says why an event changed nothing (1.7).
func (s *step) ignore(why trip.Ignored) {
	switch why {
	case trip.DuplicateResult:
		s.rule("1.7.duplicate")
	case trip.StaleTurn:
		s.rule("1.7.stale")
	case trip.NotOutstanding:
		s.rule("1.7.foreign")
	}
	s.d.Ignored = why
}

// settledLate goes on after a write call whose outcome was unknown has a result: in any turn,
// queueing nothing (1.5). A running turn keeps its status.
// Rule: 1.5.unknown-any-turn, 1.5.unknown-queues-nothing
func (s *step) settledLate(p *trip.Pending, said trip.Result) {
	s.rule("1.5.unknown-result")
	running := len(s.next.Turn.Outstanding) > 0
	switch {
	case !p.Binds():
		s.settledOwn(p, "settled.done")
	case running || s.inDoubt() || offers.Outdated(s.next, p):
		s.sayLate(p, said)
		if !running {
			s.leaveUnknown()
		}
	case p.Name == trip.ToolHold:
		s.next.Status.LastToolError = nil
		s.holdsArrived(true)
	case p.Name == trip.ToolPurchase:
		s.next.Status.LastToolError = nil
		s.purchaseAnswered(as[*trip.Confirmation](said), true)
	case s.next.Status.Node == trip.ErrorOutcomeUnknown:
		s.next.Status.LastToolError = nil
		s.returnToFurthest()
	default: // the trip has gone on without it
	}
}

// settledOwn tells the outcome of a write that binds nobody, which moves nothing but a trip that waits for it.
// Rule: 1.5.own-settled
func (s *step) settledOwn(p *trip.Pending, key string) {
	s.rule("1.5.own-settled")
	s.rule("7.5.unknown-named")
	s.say(trip.Say(key, s.about(p.Name)...))
	if len(s.next.Turn.Outstanding) == 0 {
		s.leaveUnknown()
	}
}

// leaveUnknown goes on to the furthest point when the trip waited for the outcome that was settled.
func (s *step) leaveUnknown() {
	if s.next.Status.Node != trip.ErrorOutcomeUnknown || s.inDoubt() {
		return
	}
	s.next.Status.LastToolError = nil
	s.goTo(s.furthest())
}

// sayLate tells the outcome of a late call without moving a turn that is about something else.
func (s *step) sayLate(p *trip.Pending, said trip.Result) {
	switch p.Name {
	case trip.ToolPurchase:
		if as[*trip.Confirmation](said).Status == trip.PurchaseFailed {
			s.say(trip.Say("settled.purchase_failed"))
			s.dropOutdated(p)
			return
		}
		s.sayBooked()
	case trip.ToolHold:
		s.say(trip.Say("settled.hold", "outdated", offers.Outdated(s.next, p)))
	default:
	}
}

// toolError handles a failed call (1.6, 2.1).
func (s *step) toolError(e trip.ToolError) {
	m := calls.Find(s.next, e.CallID, e.ToolName, s.eventTurn)
	if m.Ignored != "" {
		s.ignore(m.Ignored)
		return
	}
	class := s.heard.Failure.Class
	s.d.Settled, s.d.Outcome = m.Pending.CallID, class
	switch {
	case !m.Late && assist.IsRoundCall(s.next, m.Pending.CallID) && (!m.Pending.Write || settles(&m, &e, class)):
		s.settle(&m)
		s.countRefusal(m.Pending, &e)
		s.assistant().RoundError(m.Pending)
	case m.Pending.Write:
		s.writeError(&m, &e, class)
	default:
		if m.Pending.Name == trip.ToolExtract {
			s.keepUnread(class)
		}
		s.settle(&m)
		switch {
		case s.pointOf(m.Pending) != "":
			s.pointFailed(m.Pending, class)
			return
		case m.Pending.OfDays:
			s.dayEnded(m.Pending, class)
			return
		case m.Pending.Name == trip.ToolAssistantStep && s.assistant().StepFailed(class, s.failureOf(m.Pending.Name, class)):
			return
		}
		s.failed(m.Pending.Name, class)
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
	if e.SettledBy != trip.SettledByLookup && s.heard.Failure.Class != trip.ClassNotSent {
		s.booking().CountAnswer(p)
	}
}

// writeError handles the failure of a write call (1.5).
func (s *step) writeError(m *calls.Match, e *trip.ToolError, class trip.Class) {
	if !settles(m, e, class) {
		s.loseOutcome(m, e)
		return
	}
	s.settle(m)
	s.countRefusal(m.Pending, e)
	s.keepNotMade(m.Pending, e, class)
	s.booking().ReleaseAgain(m.Pending, class)
	s.dropOutdated(m.Pending)
	switch {
	case !m.Late && s.next.Turn.AfterAll:
		s.withheld(m.Pending, class)
	case !m.Late && class == trip.ClassExpired && m.Pending.Name == trip.ToolHold:
		s.holdExpired(m.Pending)
	case !m.Late && class == trip.ClassExpired && m.Pending.Name == trip.ToolPurchase:
		s.purchaseExpired(m.Pending)
	case !m.Late:
		s.failed(m.Pending.Name, class)
	case !m.Pending.Binds():
		s.settledOwn(m.Pending, "settled.not_done")
	case s.inDoubt() || len(s.next.Turn.Outstanding) > 0:
		s.rule("1.5.unknown-error")
		s.say(trip.Say("settled.not_made"))
	default:
		s.settledFailed(m.Pending)
	}
}

// dropOutdated drops the holds when a write for an abandoned plan turns out not to have been made: holds under such a
// purchase were kept only for its sake.
// Rule: 5.4.release
func (s *step) dropOutdated(p *trip.Pending) {
	if p.Binds() && offers.Outdated(s.next, p) {
		offers.DropHolds(s.next)
	}
}

// settledFailed goes on once it is known that a write did not happen.
func (s *step) settledFailed(p *trip.Pending) {
	s.rule("1.5.unknown-error")
	s.refused(p.Name, trip.Say("failure.not_made", "tool", p.Name),
		trip.Say("settled.failed", s.orEnded(p.Name, "tool", p.Name, "unsettled", s.unsettled())...))
}

// orEnded marks the message about a failed purchase as ended when nothing is left that could be approved again.
func (s *step) orEnded(tool string, args ...any) []any {
	if tool != trip.ToolPurchase || s.askStandingApproval() != nil {
		return args
	}
	return append(args, "ended", true)
}

// loseOutcome leaves a write call open until one event settles it. An import says of one that is open that nobody asks
// what became of it, and somebody that it may be asked.
// Rule: 1.5.unknown-queues-nothing
func (s *step) loseOutcome(m *calls.Match, e *trip.ToolError) {
	s.rule("1.5.write-unknown")
	if m.Late {
		if e.Imported != m.Pending.Imported {
			s.rule("1.5.imported")
			s.next.Turn.Unknown = slices.Clone(s.next.Turn.Unknown)
			s.next.Turn.Unknown[m.Index].Imported = e.Imported
		}
		return
	}
	s.d.Outcome = trip.ClassOutcomeUnknown
	t := &s.next.Turn
	t.Outstanding = without(t.Outstanding, m.Index)
	s.booking().KeepUnknown(m.Pending)
	s.assistant().DropUnasked()
	t.Failed = true
	t.Assist.Active, t.Assist.Plan = false, nil // calls of the round that still run belong to it
	s.rule("7.5.unknown-named")
	s.rule("7.5.only-buying-stops")
	why := s.failureOf(m.Pending.Name, trip.ClassOutcomeUnknown)
	s.next.Status.LastToolError = s.failure(m.Pending.Name, why)
	s.note(trip.Say("note.outcome_unknown", s.about(m.Pending.Name)...))
	s.say(trip.Say("error.outcome_unknown", s.doubted(t.Unknown)...))
	s.fire(machine.LoseOutcome)
}

// failed ends the turn after a failed call that the engine itself had queued: a note, a message, no call (1.6).
// Rule: 1.6.ui, 1.6.no-tool, 1.6.every-tool
func (s *step) failed(tool string, class trip.Class) {
	why := s.failureOf(tool, class)
	if s.next.Turn.AfterAll { // the turn has been stopped: where the trip is was said
		s.rule("1.5.after-all-status")
	} else {
		s.rule("1.6.status")
		s.fail(tool, why)
	}
	s.note(s.failureNote("note.tool_error", tool, why))
	s.say(s.troubleMessage(tool, why))
}

// troubleMessage says that a tool failed: to programs which one and how, to the person what follows. That depends on
// what is unsettled, and of a purchase on whether it can be approved again.
// Rule: 1.5.unknown-no-try-again, 1.6.people
func (s *step) troubleMessage(tool string, why trip.Message) trip.Message {
	return s.decision().Trouble(tool, why, s.orEnded(tool)...)
}

// as returns a result as the type that results of its tool are read as. Any other type is a broken invariant.
func as[R trip.Result](said trip.Result) R {
	r, ok := said.(R)
	if !ok {
		panic(fmt.Sprintf("reducer: a result reads as %T", said))
	}
	return r
}
