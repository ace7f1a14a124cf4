package booking

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// RequireAddition adds to the confirmations that a hold beside a booking is bought in addition to it (6.5).
func (s Machine) RequireAddition() {
	b := s.Confirmed()
	if b == nil || s.Booked() { // or it is the rest of what is bought in part
		return
	}
	s.Rule("6.5.in-addition")
	report := *s.Next.WorkingMemory.RiskReport
	report.InAddition = true
	s.Next.WorkingMemory.RiskReport = &report
}

// TakeAnswers takes confirmations that are given before there is a report that asks for them; nil forgets all.
func (s Machine) TakeAnswers(given []string) { s.Next.Turn.Answered = given }

// KeepAnswers keeps those of the given confirmations that the report asks for.
// Rule: 1.5.hold-confirmed
func (s Machine) KeepAnswers(given []string) {
	var kept []string
	for _, required := range s.Next.WorkingMemory.RiskReport.Required() {
		if slices.Contains(given, required) {
			kept = append(kept, required)
		}
	}
	s.Next.Turn.Answered = kept
}

// Unanswered returns the confirmations that the report requires and nobody gave.
func (s Machine) Unanswered() []string {
	var out []string
	for _, required := range s.Next.WorkingMemory.RiskReport.Required() {
		if !slices.Contains(s.Next.Turn.Answered, required) {
			out = append(out, required)
		}
	}
	return out
}

// ConfirmsAddition reports whether it is still to be confirmed that a hold is bought in addition to a booking.
func (s Machine) ConfirmsAddition() bool {
	return s.Next.WorkingMemory.RiskReport.InAddition && !slices.Contains(s.Next.Turn.Answered, trip.ConfirmInAddition)
}

// ApprovalFirst reports whether the hold lacks nothing but an approval, which the travel policy requires first.
func (s Machine) ApprovalFirst() bool {
	return !s.Next.Policy.Rules.HoldsAllowedWithoutApproval && len(s.Unanswered()) == 0
}

// ReadyToHold reports whether the selected bundle passed its risk check.
func (s Machine) ReadyToHold() bool {
	w := &s.Next.WorkingMemory
	return w.Selected.BundleID != "" && w.RiskReport != nil && w.RiskReport.BundleID == w.Selected.BundleID &&
		len(w.RiskReport.BlockingIssues) == 0 && len(s.Unanswered()) == 0
}

// Confirmed returns the last confirmed booking, nil when there is none.
func (s Machine) Confirmed() *trip.Booking {
	bookings := s.Next.WorkingMemory.Bookings
	for i := len(bookings) - 1; i >= 0; i-- {
		if bookings[i].Status == trip.PurchaseConfirmed {
			return &bookings[i]
		}
	}
	return nil
}
