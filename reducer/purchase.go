package reducer

import (
	"github.com/legwork-go/legwork/trip"
)

// approve buys exactly what is held, unexpired and was shown (1.5).
func (s *step) approve(a trip.UserApprovedPurchase) {
	s.rule("1.5")
	interrupted := s.openTurn()
	rules := &s.next.Policy.Rules
	var room [8]*trip.Hold // for the holds of most plans
	held := s.usable(room[:0])
	switch {
	case len(s.next.Turn.Unknown) > 0:
		s.refuseUnknown(interrupted)
	case rules.RequireUserApprovalToPurchase && a.ApprovalToken == "":
		s.leaveInterrupted(interrupted)
		s.say("This purchase needs your approval: approve it, and I will buy what is held.")
	case len(held) == 0 && !rules.HoldsAllowedWithoutApproval && s.readyToHold():
		s.placeHolds()
	case len(held) == 0:
		s.leaveInterrupted(interrupted)
		s.say(s.nothingHeldText())
	case rules.RequireUserApprovalToPurchase && !s.shown():
		s.fire(trip.TriggerReturnToHolds)
		s.next.Turn.ShownApproval = s.approvalHash()
		s.say("What is held has changed since you last saw it. " + s.holdsText())
	default:
		s.purchase(held, a)
	}
}

// readyToHold reports whether the selected bundle passed its risk check.
func (s *step) readyToHold() bool {
	w := &s.next.WorkingMemory
	return w.Selected.BundleID != "" && w.RiskReport != nil && w.RiskReport.BundleID == w.Selected.BundleID &&
		len(w.RiskReport.BlockingIssues) == 0 && len(s.unanswered()) == 0
}

func (s *step) purchase(held []*trip.Hold, a trip.UserApprovedPurchase) {
	ids := make([]string, len(held))
	for i, h := range held {
		ids[i] = h.HoldID
	}
	if ended := s.endedText(); ended != "" {
		s.say("I buy what is still held. The hold has ended for: " + ended + ".")
	}
	s.next.Status.LastToolError = nil
	s.queueReleases()
	s.fire(trip.TriggerPurchase)
	s.queueWrite(trip.ToolPurchase, ids, func(key string) trip.Arguments {
		return trip.PurchaseArguments{
			HoldIDs: ids, ApprovalToken: a.ApprovalToken, PaymentMethodID: a.PaymentMethodID, IdempotencyKey: key,
		}
	})
}

// purchaseAnswered shows the booking; a failed confirmation is no purchase (1.5).
func (s *step) purchaseAnswered(res trip.ToolResult, late bool) {
	s.rule("1.5")
	c, err := trip.DecodeConfirmation(res.Result)
	if err != nil {
		panic("reducer: the applier let a confirmation pass that cannot be read: " + err.Error())
	}
	if c.Status == trip.PurchaseFailed {
		onwards := "Approve it again, or send a new message."
		if len(s.next.Turn.Unknown) > 0 {
			onwards = untilSettled
		}
		s.refused(trip.ToolPurchase, "the purchase was not confirmed", "The purchase did not go through and nothing was bought. "+onwards)
		return
	}
	bookings := s.next.WorkingMemory.Bookings
	s.say(bookedText(bookings[len(bookings)-1]))
	if s.next.Turn.Failed && !late {
		s.rule("1.6")
		return
	}
	s.fire(trip.TriggerBook)
}

// shown reports whether the traveller has seen exactly what would be bought now.
func (s *step) shown() bool {
	shown := s.next.Turn.ShownApproval
	return shown == trip.AdoptedApproval || shown == s.approvalHash()
}
