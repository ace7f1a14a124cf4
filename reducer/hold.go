package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// requestHold holds what is selected, after a risk check where there is none yet (1.5).
func (s *step) requestHold(confirmations []string) {
	s.leaveInterrupted(s.openTurn())
	s.next.Turn.HoldItems = nil
	s.hold(confirmations)
}

// hold holds what is selected, in a turn that is open.
func (s *step) hold(confirmations []string) {
	s.assistant().DropWaiting()
	s.holdSelected(confirmations)
}

// holdSelected holds what is selected, after a risk check where there is none yet.
func (s *step) holdSelected(confirmations []string) {
	w, t := &s.next.WorkingMemory, &s.next.Turn
	switch {
	case s.inDoubt():
		s.refuseUnknown()
	case w.Selected.BundleID == "":
		s.rule("1.5.hold-nothing-selected")
		s.say(trip.Say("hold.nothing_selected"))
	case s.renews(w.Selected.FlightOptionIDs, w.Selected.HotelOptionIDs, true, confirmations): // it goes on by itself
	case w.RiskReport == nil || w.RiskReport.BundleID != w.Selected.BundleID:
		s.rule("1.5.hold-checks-first")
		w.RiskReport = nil
		t.HoldRequested, t.Answered = true, confirmations
		s.next.Status.LastToolError = nil
		s.queueReleases()
		s.checkRisk()
	default:
		s.booking().KeepAnswers(append(slices.Clip(t.Answered), confirmations...))
		s.holdChecked()
	}
}

// holdChecked places the holds unless the risk report or the travel policy stands against it.
func (s *step) holdChecked() {
	report := s.next.WorkingMemory.RiskReport
	if len(report.BlockingIssues) > 0 {
		s.goTo(machine.ReturnToBlocked)
		s.rule("1.5.hold-blocked")
		s.say(blockedMessage(report))
		return
	}
	if len(s.unanswered()) > 0 {
		s.rule("1.5.hold-asks")
		what := s.besideBooking("confirmations", s.toConfirm())
		s.say(trip.Tell(s.chosen(), "hold.confirm", s.onlyNamed(what...)...))
		return
	}
	if s.approvalFirst() {
		s.rule("1.5.hold-rule")
		s.say(trip.Say("hold.needs_approval"))
		return
	}
	s.placeHolds()
}

// placeHolds queues a hold of every selected option that is not held yet.
func (s *step) placeHolds() {
	items := s.toHold()
	if len(items) == 0 {
		s.next.Turn.HoldItems = nil
		s.returnToFurthest()
		return
	}
	if !s.mayWrite() {
		s.returnToFurthest()
		return
	}
	s.next.Status.LastToolError = nil
	s.queueReleases()
	s.goTo(machine.PlaceHolds)
	if !s.passes(catalog.BeforeHold) {
		return
	}
	s.booking().Hold(items)
}

// holdsArrived shows what is held and asks for the approval of exactly that (1.5).
func (s *step) holdsArrived(late bool) {
	s.rule("1.5.hold-placed")
	if !late && s.stopped(trip.ToolHold) {
		return
	}
	if !late {
		s.queueReleases() // of what the supplier holds, but not as it was asked for
	}
	ended := s.refusedAsExpired()
	if !late && len(ended) > 0 && s.renewsRefused(ended) {
		return
	}
	if !s.holdsSomething() {
		s.rule("1.5.hold-none")
		s.refused(trip.ToolHold, trip.Say("failure.none_held"),
			trip.Say("hold.none_held", "items", s.notHeld(nil), "expired", len(ended) > 0))
		return
	}
	s.next.Turn.HoldItems = nil
	if late {
		s.goTo(machine.ReturnToHolds)
	} else {
		s.fire(machine.Done)
	}
	s.askApproval()
	s.say(s.holdsMessage())
}

// refused ends a turn whose write was answered and did nothing: a failure in words of its own.
func (s *step) refused(tool string, why, message trip.Message) {
	s.fire(machine.ReturnToStart)
	s.fail(tool, why)
	s.note(s.failureNote("note.tool_error", tool, why))
	s.say(message)
}
