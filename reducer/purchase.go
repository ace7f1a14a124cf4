package reducer

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// approve buys what is held and unexpired, if that is what was shown and approved: all of it or
// nothing (1.5).
func (s *step) approve(a trip.UserApprovedPurchase) {
	s.leaveInterrupted(s.openTurn())
	s.buy(a)
}

// buy buys what an approval is for, in a turn that is open, or says why it does not.
func (s *step) buy(a trip.UserApprovedPurchase) {
	s.assistant().DropWaiting()
	switch verdict := s.booking().Buy(a); verdict {
	case booking.Doubtful:
		s.search().RefuseUnknown()
	case booking.NeedsApproval:
		s.Say(messages.ApproveNeeded())
	case booking.HoldFirst:
		if w := &s.Next.WorkingMemory; !s.search().Renews(w.Selected.FlightOptionIDs, w.Selected.HotelOptionIDs, true, nil) {
			s.search().PlaceHolds()
		}
	case booking.NothingHeld:
		s.Say(s.teller().NothingHeld())
	case booking.Unnamed, booking.TooEarly, booking.Moved:
		s.Say(s.teller().NotApproved(verdict))
		s.booking().NoteShown()
	case booking.Bought, booking.Barred: // there is nothing to say, or it is said
	}
}

// purchaseAnswered shows the booking; a failed confirmation is no purchase (1.5).
func (s *step) purchaseAnswered(c *trip.Confirmation, late bool) {
	if c.Status == trip.PurchaseFailed {
		s.Rule("1.5.confirmation-failed")
		s.search().EndRefused(trip.ToolPurchase, messages.FailureNotConfirmed(),
			messages.PurchaseFailed{
				Unsettled: s.booking().InDoubt(), Ended: s.search().EndsPurchase(trip.ToolPurchase),
			}.Message())
		return
	}
	s.Rule("1.5.buy-booked")
	s.teller().SayBooked()
	switch {
	case late:
		s.GoTo(machine.ReturnToBooked)
	case !s.Stopped(trip.ToolPurchase):
		s.Fire(machine.Done)
	}
}
