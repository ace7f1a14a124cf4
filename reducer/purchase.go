package reducer

import (
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// approve buys what is held and unexpired, if that is what was shown and approved: all of it or
// nothing (1.5).
func (s *step) approve(a trip.UserApprovedPurchase) {
	s.leaveInterrupted(s.openTurn())
	s.buy(a)
}

// buy buys what an approval is for, in a turn that is open.
func (s *step) buy(a trip.UserApprovedPurchase) {
	s.assistant().DropWaiting()
	rules := &s.next.Policy.Rules
	o := offerOf(s.next, s.at)
	switch {
	case s.inDoubt():
		s.refuseUnknown()
	case !s.mayWrite():
	case rules.RequireUserApprovalToPurchase && a.ApprovalToken == "":
		s.rule("1.5.buy-rule")
		s.say(trip.Say("approve.needed"))
	case len(o.held) == 0 && !rules.HoldsAllowedWithoutApproval && s.readyToHold():
		s.rule("1.5.hold-rule")
		if w := &s.next.WorkingMemory; !s.renews(w.Selected.FlightOptionIDs, w.Selected.HotelOptionIDs, true, nil) {
			s.placeHolds()
		}
	case len(o.held) == 0:
		s.rule("1.5.buy-none")
		s.say(s.nothingHeld())
	default:
		approved := s.approvedAsk(a)
		if id := o.id(s.next); approved == id && s.next.Turn.ShownAsk == id {
			s.purchase(&o, a)
			return
		}
		s.goTo(machine.ReturnToHolds)
		switch {
		case approved == trip.AskNone:
			s.rule("1.5.buy-unshown")
		case approved != "":
			s.rule("1.5.buy-moved")
		}
		s.say(s.notApproved(approved))
		s.askApproval()
	}
}

// approvedAsk returns the ask that an approval is for, "" when it is for none. A recording that does
// not say it means what was shown last.
func (s *step) approvedAsk(a trip.UserApprovedPurchase) string {
	switch {
	case a.AskID != "":
		s.rule("1.5.buy-ask")
	case s.policy.ApprovalBinding == trip.BindStrict:
		s.rule("1.5.buy-strict")
	default:
		s.rule("1.5.buy-last-shown")
		return s.next.Turn.ShownAsk
	}
	return a.AskID
}

// readyToHold reports whether the selected bundle passed its risk check.
func (s *step) readyToHold() bool {
	w := &s.next.WorkingMemory
	return w.Selected.BundleID != "" && w.RiskReport != nil && w.RiskReport.BundleID == w.Selected.BundleID &&
		len(w.RiskReport.BlockingIssues) == 0 && len(s.unanswered()) == 0
}

// purchase queues the purchase of all that is held.
//
// Rule: 1.5.buy-total, 1.5.buy-token, 1.5.buy-supplied
func (s *step) purchase(o *offer, a trip.UserApprovedPurchase) {
	ids := make([]string, len(o.held))
	var items []trip.PurchaseItem
	for i, h := range o.held {
		ids[i] = h.HoldID
		if h.Ext != "" {
			items = append(items, trip.PurchaseItem{HoldID: h.HoldID, ItemType: h.ItemType, OptionID: h.OptionID, Ext: h.Ext})
		}
	}
	s.next.Status.LastToolError = nil
	s.queueReleases()
	s.goTo(machine.Purchase)
	total := o.total
	s.rule("1.5.buy-status")
	s.rule("1.5.buy-all")
	s.queueWrite(trip.ToolPurchase, ids, func(key string) trip.Arguments {
		return trip.PurchaseArguments{
			HoldIDs: ids, ApprovalToken: a.ApprovalToken, PaymentMethodID: a.PaymentMethodID,
			ExpectedTotal: total, IdempotencyKey: key, Items: items,
		}
	})
}

// purchaseAnswered shows the booking; a failed confirmation is no purchase (1.5).
func (s *step) purchaseAnswered(c *trip.Confirmation, late bool) {
	if c.Status == trip.PurchaseFailed {
		s.rule("1.5.confirmation-failed")
		s.refused(trip.ToolPurchase, trip.Say("failure.not_confirmed"),
			trip.Say("purchase.failed", s.orEnded(trip.ToolPurchase, "unsettled", s.inDoubt())...))
		return
	}
	s.rule("1.5.buy-booked")
	s.sayBooked()
	switch {
	case late:
		s.goTo(machine.ReturnToBooked)
	case !s.stopped(trip.ToolPurchase):
		s.fire(machine.Done)
	}
}
