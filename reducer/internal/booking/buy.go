package booking

import (
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Verdict is what became of an approval.
type Verdict int

// The verdicts. Only Bought has queued a purchase.
const (
	Bought        Verdict = iota
	Doubtful              // the outcome of an earlier write is unknown
	Barred                // a fork may not write; the person was told
	NeedsApproval         // the travel policy wants an approval with a token
	HoldFirst             // nothing is held yet, and what is selected may be held now that it is approved
	NothingHeld
	Unnamed  // the approval is for nothing that was shown
	TooEarly // it was given before anything was asked
	Moved    // it is for something that was shown before
)

// Buy queues the purchase of all that is held and unexpired, if exactly that was shown and approved, and nothing stands
// against it: all of it or nothing (1.5).
func (s Machine) Buy(a trip.UserApprovedPurchase) Verdict {
	rules := &s.Next.Policy.Rules
	o := OfferOf(s.Next, s.At)
	switch {
	case s.InDoubt():
		return Doubtful
	case !s.MayWrite():
		return Barred
	case rules.RequireUserApprovalToPurchase && a.ApprovalToken == "":
		s.Rule("1.5.buy-rule")
		return NeedsApproval
	case len(o.Held) == 0 && !rules.HoldsAllowedWithoutApproval && s.ReadyToHold():
		s.Rule("1.5.hold-rule")
		return HoldFirst
	case len(o.Held) == 0:
		s.Rule("1.5.buy-none")
		return NothingHeld
	}
	approved := s.approvedAsk(a)
	if id := o.ID(s.Next); approved == id && s.Next.Turn.ShownAsk == id {
		s.purchase(&o, a)
		return Bought
	}
	s.GoTo(machine.ReturnToHolds)
	switch approved {
	case "":
		return Unnamed
	case trip.AskNone:
		s.Rule("1.5.buy-unshown")
		return TooEarly
	}
	s.Rule("1.5.buy-moved")
	return Moved
}

// approvedAsk returns the ask that an approval is for, "" when it is for none. A recording that does
// not say it means what was shown last.
func (s Machine) approvedAsk(a trip.UserApprovedPurchase) string {
	switch {
	case a.AskID != "":
		s.Rule("1.5.buy-ask")
	case s.Policy.ApprovalBinding == trip.BindStrict:
		s.Rule("1.5.buy-strict")
	default:
		s.Rule("1.5.buy-last-shown")
		return s.Next.Turn.ShownAsk
	}
	return a.AskID
}

// purchase queues the purchase of all that is held.
//
// Rule: 1.5.buy-total, 1.5.buy-token, 1.5.buy-supplied
func (s Machine) purchase(o *Offer, a trip.UserApprovedPurchase) {
	ids := make([]string, len(o.Held))
	var items []trip.PurchaseItem
	for i, h := range o.Held {
		ids[i] = h.HoldID
		if h.Ext != "" {
			items = append(items, trip.PurchaseItem{HoldID: h.HoldID, ItemType: h.ItemType, OptionID: h.OptionID, Ext: h.Ext})
		}
	}
	s.Next.Status.LastToolError = nil
	s.QueueReleases()
	s.GoTo(machine.Purchase)
	total := o.Total
	s.Rule("1.5.buy-status")
	s.Rule("1.5.buy-all")
	s.queueWrite(trip.ToolPurchase, ids, func(key string) trip.Arguments {
		return trip.PurchaseArguments{
			HoldIDs: ids, ApprovalToken: a.ApprovalToken, PaymentMethodID: a.PaymentMethodID,
			ExpectedTotal: total, IdempotencyKey: key, Items: items, Requests: s.Next.Passed(),
		}
	})
	s.passOn()
}
