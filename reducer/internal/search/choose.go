package search

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Choose selects a bundle on offer and has it checked.
func (s Machine) Choose(bundle *trip.Bundle, parts []string) {
	s.booking().TakeAnswers(nil)
	s.Next.Turn.HoldItems, s.Next.Turn.Focus = parts, "" // what was asked about before is not "it" any more
	if s.Renews(bundle.FlightOptionIDs, bundle.HotelOptionIDs, s.Next.Turn.HoldRequested, nil) {
		return
	}
	w, id := &s.Next.WorkingMemory, bundle.BundleID
	if w.Selected.BundleID != id && !s.keepsHolds(bundle) { // Rule: 1.5.select-another
		givesBack := len(s.booking().Givable()) > 0
		w.RiskReport = nil
		offers.DropHolds(s.Next)
		s.Next.Turn.HoldItems = parts // DropHolds has cleared them
		if givesBack {
			s.SayGivenBack()
		}
	}
	s.Rule("1.5.select-copies")
	w.Selected = trip.Selection{
		BundleID: id, FlightOptionIDs: bundle.FlightOptionIDs,
		HotelOptionIDs: bundle.HotelOptionIDs,
	}
	s.teller().SayWholeOfChosen(parts)
	s.Next.Status.LastToolError = nil
	s.booking().QueueReleases()
	s.checkRisk()
}

// SayGivenBack says that the plan moves on without what was held for it.
func (s Machine) SayGivenBack() {
	if decision.BarsWrites(s.Next) { // the holds are the original's
		return
	}
	s.Rule("7.3.given-back")
	s.Say(messages.EchoGivenBack())
}

// checkRisk queues the policy and risk check of what is selected.
// Rule: 1.5.select-checks
func (s Machine) checkRisk() {
	w := &s.Next.WorkingMemory
	var total trip.Money
	if bundle := offers.Bundle(s.Next, w.Selected.BundleID); bundle != nil {
		total = bundle.EstimatedTotal
	}
	s.GoTo(machine.Select)
	s.Queue(trip.ToolRiskCheck, trip.RiskArguments{
		BundleID:       w.Selected.BundleID,
		FlightOptions:  chosen(w.Selected.FlightOptionIDs, w.Flight),
		HotelOptions:   chosen(w.Selected.HotelOptionIDs, w.Hotel),
		EstimatedTotal: total,
		Constraints:    s.Next.Constraints,
		OrgPolicy:      s.Next.Policy.Rules,
		Locale:         s.Foreign(),
	}, &trip.Pending{})
}

// chosen returns the options of some ids, as far as they are there.
func chosen[T any](ids []string, find func(id string) *T) []T {
	out := make([]T, 0, len(ids))
	for _, id := range ids {
		if o := find(id); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

// RiskReported shows the report; a hold that was asked for goes on by itself (1.5).
func (s Machine) RiskReported() {
	if s.Stopped(trip.ToolRiskCheck) {
		return
	}
	s.booking().RequireAddition()
	report := s.Next.WorkingMemory.RiskReport
	s.booking().KeepAnswers(s.Next.Turn.Answered)
	if len(report.BlockingIssues) > 0 {
		s.Fire(machine.Block)
		s.Rule("1.5.select-blocked")
		s.Say(s.teller().BlockedMessage())
		return
	}
	s.Fire(machine.Done)
	if !s.Next.Turn.HoldRequested || len(s.booking().Unanswered()) > 0 || s.booking().InDoubt() {
		s.Rule("1.5.select-checked")
		s.Say(s.teller().RiskMessage())
		return
	}
	s.teller().SayRiskNotes()
	s.Rule("1.5.hold-goes-on")
	s.holdChecked()
}
