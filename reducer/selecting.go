package reducer

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// selectBundle picks a bundle and has it checked (1.5).
func (s *step) selectBundle(id string) {
	interrupted := s.openTurn()
	bundle := offers.Bundle(s.next, id)
	if bundle == nil {
		s.leaveInterrupted(interrupted)
		s.rule("1.5.select-unknown")
		s.say(s.unknownBundle(id))
		return
	}
	s.pick(bundle, nil)
}

// pick selects a bundle on offer and has it checked. Of what is held afterwards, only the parts that are named are,
// where some are.
func (s *step) pick(bundle *trip.Bundle, parts []string) {
	s.assistant().DropWaiting()
	s.choose(bundle, parts)
}

// choose selects a bundle on offer and has it checked.
func (s *step) choose(bundle *trip.Bundle, parts []string) {
	s.next.Turn.Answered, s.next.Turn.HoldItems = nil, parts
	if s.renews(bundle.FlightOptionIDs, bundle.HotelOptionIDs, s.next.Turn.HoldRequested, nil) {
		return
	}
	w, id := &s.next.WorkingMemory, bundle.BundleID
	if w.Selected.BundleID != id && !s.keepsHolds(bundle) { // Rule: 1.5.select-another
		givesBack := len(s.givable()) > 0
		w.RiskReport = nil
		offers.DropHolds(s.next)
		if givesBack {
			s.sayGivenBack()
		}
	}
	s.rule("1.5.select-copies")
	w.Selected = trip.Selection{
		BundleID: id, FlightOptionIDs: bundle.FlightOptionIDs,
		HotelOptionIDs: bundle.HotelOptionIDs,
	}
	s.sayWholeOfChosen(parts)
	s.next.Status.LastToolError = nil
	s.queueReleases()
	s.checkRisk()
}

// sayGivenBack says that the plan moves on without what was held for it.
func (s *step) sayGivenBack() {
	if decision.BarsWrites(s.next) { // the holds are the original's
		return
	}
	s.rule("7.3.given-back")
	s.say(trip.Say("echo.given_back"))
}

// checkRisk queues the policy and risk check of what is selected.
// Rule: 1.5.select-checks
func (s *step) checkRisk() {
	w := &s.next.WorkingMemory
	var total trip.Money
	if bundle := offers.Bundle(s.next, w.Selected.BundleID); bundle != nil {
		total = bundle.EstimatedTotal
	}
	s.goTo(machine.Select)
	s.queue(trip.ToolRiskCheck, trip.RiskArguments{
		BundleID:       w.Selected.BundleID,
		FlightOptions:  chosenFlights(w),
		HotelOptions:   chosenHotels(w),
		EstimatedTotal: total,
		Constraints:    s.next.Constraints,
		OrgPolicy:      s.next.Policy.Rules,
		Locale:         s.decision().Foreign(),
	}, &trip.Pending{})
}

func chosenFlights(w *trip.WorkingMemory) []trip.FlightOption {
	out := make([]trip.FlightOption, 0, len(w.Selected.FlightOptionIDs))
	for _, id := range w.Selected.FlightOptionIDs {
		if o := w.Flight(id); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

func chosenHotels(w *trip.WorkingMemory) []trip.HotelOption {
	out := make([]trip.HotelOption, 0, len(w.Selected.HotelOptionIDs))
	for _, id := range w.Selected.HotelOptionIDs {
		if o := w.Hotel(id); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

// riskReported shows the report; a hold that was asked for goes on by itself (1.5).
func (s *step) riskReported() {
	if s.stopped(trip.ToolRiskCheck) {
		return
	}
	s.booking().RequireAddition()
	report := s.next.WorkingMemory.RiskReport
	s.booking().KeepAnswers(s.next.Turn.Answered)
	if len(report.BlockingIssues) > 0 {
		s.fire(machine.Block)
		s.rule("1.5.select-blocked")
		s.say(blockedMessage(report))
		return
	}
	s.fire(machine.Done)
	if !s.next.Turn.HoldRequested || len(s.unanswered()) > 0 || s.inDoubt() {
		s.rule("1.5.select-checked")
		s.say(s.riskMessage())
		return
	}
	if len(report.Risks) > 0 || s.hasNightsOff() {
		s.say(trip.Tell(s.chosen(), "risk.notes", "risks", report.Risks))
	}
	s.rule("1.5.hold-goes-on")
	s.holdChecked()
}

// toConfirm returns the texts among the confirmations that nobody gave.
func (s *step) toConfirm() []string {
	open := s.unanswered()
	if s.booking().ConfirmsAddition() {
		return open[:len(open)-1]
	}
	return open
}

// besideBooking adds to the parameters of what is looked through before a hold the booking beside which is bought,
// where that is to be confirmed, and the special requests.
func (s *step) besideBooking(args ...any) []any {
	args = s.besideRequests(args...)
	if b := s.confirmedBooking(); b != nil && s.booking().ConfirmsAddition() {
		args = append(args, "in_addition_to", bookingOf(b))
	}
	return args
}
