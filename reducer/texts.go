package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// What is said stands here as keys and parameters; package texts makes the sentences.

// ShownBundles is how many bundles are listed at a time.
//
// Rule: 1.4.top-three
const ShownBundles = 3

// mixedTotal sums the options of a bundle that has no total because they have no common currency.
func (s *step) mixedTotal(b *trip.Bundle) trip.Params {
	prices, known := offers.BundlePrices(s.Next, nil, b)
	isMixed := slices.ContainsFunc(prices, func(p trip.Money) bool { return p.Currency != prices[0].Currency })
	if !known || !isMixed {
		return nil
	}
	return describe.Sums(prices)
}

// maxEchoed bounds, in bytes, what a message repeats of a text from outside.
const maxEchoed = 64

// shortened returns a text that is short enough to be repeated in a message. The number of a card is not repeated.
func shortened(text string) string {
	if from, to := trip.CardNumber(text); from < to {
		text = text[:from] + "…" + text[to:]
	}
	if len(text) > maxEchoed {
		return strings.ToValidUTF8(text[:maxEchoed], "") + "…"
	}
	return text
}

func (s *step) unknownBundle(id string) trip.Message {
	id = shortened(id)
	if len(s.Next.WorkingMemory.RankedBundles) == 0 {
		return trip.Say("select.nothing_offered", "bundle_id", id)
	}
	return trip.Say("select.unknown", "bundle_id", id)
}

// riskMessage tells risks and required confirmations of a report without blockers.
// Rule: 1.5.select-message
func (s *step) riskMessage() trip.Message {
	risks := s.Next.WorkingMemory.RiskReport.Risks
	if s.booking().ApprovalFirst() {
		s.Rule("1.5.hold-rule")
		return trip.Tell(s.chosen(), "risk.checked",
			describe.BesideRequests(s.Next, "risks", risks, "needs_approval", true)...)
	}
	if s.booking().InDoubt() { // nothing is held now
		return trip.Tell(s.chosen(), "risk.checked", "risks", risks, "unsettled", true)
	}
	return trip.Tell(s.chosen(), "risk.checked",
		s.besideBooking("risks", risks, "confirmations", s.toConfirm())...)
}

// sayRiskNotes tells what is to be known of what is selected before it is held, where there is something.
func (s *step) sayRiskNotes() {
	if risks := s.Next.WorkingMemory.RiskReport.Risks; len(risks) > 0 || s.hasNightsOff() {
		s.Say(trip.Tell(s.chosen(), "risk.notes", "risks", risks))
	}
}

// chosen names the selected bundle, with its position in the list that was shown last; nothing when it is not on offer
// any more.
func (s *step) chosen() trip.Refs {
	id := s.Next.WorkingMemory.Selected.BundleID
	at := offers.RankOf(s.Next, id)
	if at < 0 {
		return trip.Refs{}
	}
	f := s.factsOf(at)
	return trip.Refs{Option: s.ref(&f, int64(slices.Index(s.Next.Turn.Shown, id)+1), nil)}
}

// picked names the option that waits to be held, by its position in the list that was shown last; nil when none does.
func (s *step) picked() *trip.OptionRef {
	id := s.Next.WorkingMemory.Selected.BundleID
	at := offers.RankOf(s.Next, id)
	if at < 0 || s.booking().Furthest() != machine.ReturnToRisk {
		return nil
	}
	f := s.factsOf(at)
	return s.ref(&f, int64(slices.Index(s.Next.Turn.Shown, id)+1), nil)
}

// besidePicked is a message about other options than the one that waits to be held. It names that one too, because a
// yes is about it.
// Rule: 6.2.picked
func (s *step) besidePicked(refs trip.Refs, key string, args ...any) trip.Message {
	if refs.Picked = s.picked(); refs.Picked != nil {
		s.Rule("6.2.picked")
	}
	return trip.Tell(refs, key, args...)
}

// blockedMessage tells what stands against what is selected.
func (s *step) blockedMessage() trip.Message {
	return trip.Say("risk.blocked", "issues", s.Next.WorkingMemory.RiskReport.BlockingIssues)
}

// noneHeldMessage says that nothing of what is selected is held, because its offers had ended or for other reasons.
func (s *step) noneHeldMessage(expired bool) trip.Message {
	return trip.Say("hold.none_held", "items", s.notHeld(nil), "expired", expired)
}

// notApproved says why an approval buys nothing of what is held now, and what that is.
func (s *step) notApproved(verdict booking.Verdict) trip.Message {
	key := "approve.moved"
	if verdict == booking.Unnamed {
		key = "approve.unnamed"
	} else if verdict == booking.TooEarly {
		key = "approve.too_early"
	}
	return s.heldMessage(key)
}

// holdsMessage names what is held and what is not, total and expiry, and asks for the approval.
// Rule: 1.5.hold-message
func (s *step) holdsMessage() trip.Message { return s.heldMessage("hold.held") }

func (s *step) heldMessage(key string) trip.Message {
	return trip.Tell(trip.Refs{Holds: true, NotHeld: true}, key, "until", s.until(booking.OfferOf(s.Next, s.At).Held),
		"needs_approval", s.Next.Policy.Rules.RequireUserApprovalToPurchase)
}

// holdParams describes what is held and what is not, as far as that is named.
func (s *step) holdParams(refs *trip.Refs) (args []any) {
	if refs.Holds {
		o := booking.OfferOf(s.Next, s.At)
		args = append(describe.Travelling(s.Next), "held", describe.Items(o.Held), "total", describe.Total(o.Held))
		args = append(args, describe.TotalStands(&o, s.Next)...)
	}
	if refs.NotHeld {
		ended := s.ended()
		args = append(args, "ended", describe.Items(ended), "not_held", s.notHeld(ended))
	}
	return args
}

// ended returns the holds that are still marked as held though their time is over.
func (s *step) ended() []*trip.Hold {
	var out []*trip.Hold
	holds := s.Next.WorkingMemory.Holds
	for i := range holds {
		if h := &holds[i]; h.Status == trip.HoldHeld && !booking.IsUsable(h, s.At) {
			out = append(out, h)
		}
	}
	return out
}

// notHeld describes the selected options that no standing hold covers, but for those of some holds.
func (s *step) notHeld(but []*trip.Hold) []trip.Params {
	var out []trip.Params
	for _, open := range s.booking().Unheld() {
		if !slices.ContainsFunc(but, func(h *trip.Hold) bool { return h.OptionID == open.OptionID }) {
			out = append(out, trip.With(describe.Item(open.ItemType, open.OptionID, &open.Shown)...))
		}
	}
	return out
}

func firstExpiry(held []*trip.Hold) trip.Instant {
	var first trip.Instant
	for _, h := range held {
		switch {
		case h.ExpiresAt == 0:
		case first == 0:
			first = h.ExpiresAt
		default:
			first = min(first, h.ExpiresAt)
		}
	}
	return first
}

func (s *step) nothingHeld() trip.Message {
	switch {
	case s.booking().Booked():
		return trip.Say("approve.booked_already")
	case booking.HoldsOfOthers(s.Next):
		s.Rule("1.5.hold-owner")
		return trip.Say("approve.held_elsewhere")
	case len(s.Next.WorkingMemory.Holds) > 0:
		return trip.Say("approve.holds_ended")
	}
	return trip.Tell(trip.Refs{Picked: s.picked()}, "approve.nothing_held")
}

// bookedMessage tells the newest booking.
func (s *step) bookedMessage() trip.Message { return s.tellBooked("purchase.booked") }

func (s *step) tellBooked(key string) trip.Message {
	bookings := s.Next.WorkingMemory.Bookings
	return trip.Tell(trip.Refs{Booking: int64(len(bookings))}, key, "stale", bookings[len(bookings)-1].Stale)
}

// sayBooked tells the newest booking, and where more was charged for it than was approved.
func (s *step) sayBooked() {
	bookings := s.Next.WorkingMemory.Bookings
	b := bookings[len(bookings)-1]
	s.Say(s.bookedMessage())
	if b.ChargedMore() {
		s.Rule("1.5.charged-more")
		s.Say(trip.Say("purchase.charged_more", "charged", b.Charged, "approved", b.Total, "locator", b.RecordLocator))
	}
}

// unknownMessage says what is open: each hold, release and purchase. It never invites to repeat it.
func (s *step) unknownMessage() trip.Message {
	return trip.Say("write.unknown", s.doubted(s.Next.Turn.InDoubt())...)
}
