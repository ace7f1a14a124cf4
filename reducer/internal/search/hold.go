package search

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// HoldSelected holds what is selected, after a risk check where there is none yet.
func (s Machine) HoldSelected(confirmations []string) {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	switch {
	case s.booking().InDoubt():
		s.RefuseUnknown()
	case w.Selected.BundleID == "":
		s.Rule("1.5.hold-nothing-selected")
		s.Say(messages.HoldNothingSelected())
	case s.Renews(w.Selected.FlightOptionIDs, w.Selected.HotelOptionIDs, true, confirmations): // it goes on by itself
	case w.RiskReport == nil || w.RiskReport.BundleID != w.Selected.BundleID:
		s.Rule("1.5.hold-checks-first")
		w.RiskReport = nil
		t.HoldRequested = true
		s.booking().TakeAnswers(confirmations)
		s.Next.Status.LastToolError = nil
		s.booking().QueueReleases()
		s.checkRisk()
	default:
		s.booking().KeepAnswers(append(slices.Clip(t.Answered), confirmations...))
		s.holdChecked()
	}
}

// holdChecked places the holds unless the risk report or the travel policy stands against it.
func (s Machine) holdChecked() {
	report := s.Next.WorkingMemory.RiskReport
	if len(report.BlockingIssues) > 0 {
		s.GoTo(machine.ReturnToBlocked)
		s.Rule("1.5.hold-blocked")
		s.Say(s.teller().BlockedMessage())
		return
	}
	if len(s.booking().Unanswered()) > 0 {
		s.Rule("1.5.hold-asks")
		s.Say(s.teller().HoldQuestion().Message())
		return
	}
	if s.booking().ApprovalFirst() {
		s.Rule("1.5.hold-rule")
		s.Say(messages.HoldNeedsApproval())
		return
	}
	s.PlaceHolds()
}

// PlaceHolds queues a hold of every selected option that is not held yet.
func (s Machine) PlaceHolds() {
	items := s.toHold()
	if len(items) == 0 {
		s.Next.Turn.HoldItems = nil
		s.ReturnToFurthest()
		return
	}
	if !s.MayWrite() {
		s.ReturnToFurthest()
		return
	}
	s.Next.Status.LastToolError = nil
	s.booking().QueueReleases()
	s.GoTo(machine.PlaceHolds)
	if !s.passes(catalog.BeforeHold) {
		return
	}
	s.booking().Hold(items)
}

// HoldsArrived shows what is held and asks for the approval of exactly that (1.5).
func (s Machine) HoldsArrived(late bool) {
	s.Rule("1.5.hold-placed")
	if !late && s.Stopped(trip.ToolHold) {
		return
	}
	if !late {
		s.booking().QueueReleases() // of what the supplier holds, but not as it was asked for
	}
	ended := s.refusedAsExpired()
	if !late && len(ended) > 0 && s.renewsRefused(ended) {
		return
	}
	if !s.booking().HoldsSomething() {
		s.Rule("1.5.hold-none")
		s.EndRefused(trip.ToolHold, messages.FailureNoneHeld(),
			s.teller().NoneHeldMessage(len(ended) > 0))
		return
	}
	s.Next.Turn.HoldItems = nil
	if late {
		s.GoTo(machine.ReturnToHolds)
	} else {
		s.Fire(machine.Done)
	}
	s.booking().NoteShown()
	s.Say(s.teller().HoldsMessage())
}

// toHold returns what is to be held now: what is not held yet, of what was named.
func (s Machine) toHold() []offers.Item {
	named := s.Next.Turn.HoldItems
	return slices.DeleteFunc(s.booking().Unheld(), func(item offers.Item) bool {
		return !offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown)
	})
}
