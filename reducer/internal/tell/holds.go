package tell

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// TellApproval says what would be bought, for how much, until when, and what buys it.
func (s Teller) TellApproval(amount string) {
	s.Rule("6.3.words-never-buy")
	o := booking.OfferOf(s.Next, s.At)
	switch {
	case s.booking().InDoubt():
		s.Say(s.UnknownMessage())
	case len(o.Held) == 0:
		s.Say(s.NothingHeld())
	default:
		s.Next.Turn.SuppressRepeat = false
		s.booking().NoteShown()
		s.Say(messages.ApproveWords{
			Items: describe.Items(o.Held), Total: describe.Total(o.Held), Until: s.Until(o.Held), Amount: amount,
			InWords: s.Policy.ApproveInWords, PaymentKnown: s.Next.Party.PaymentMethodID != "",
		}.Message())
	}
}

// Doubted names the newest of some writes in doubt, and where there are several each of them, the oldest first.
// Rule: 1.5.unknown-each
func (s Teller) Doubted(open []trip.Pending) messages.InDoubt {
	newest := s.OfTool(open[len(open)-1].Name)
	out := messages.InDoubt{Tool: newest.Tool, Called: newest.Called}
	if len(open) == 1 {
		return out
	}
	s.Rule("1.5.unknown-each")
	var names []string
	counts := map[string]int{}
	for i := range open {
		if counts[open[i].Name] == 0 {
			names = append(names, open[i].Name)
		}
		counts[open[i].Name]++
	}
	out.Each = make([]trip.Params, len(names))
	for i, name := range names {
		out.Each[i] = s.Describe(name, "count", counts[name])
	}
	return out
}

// SayPoint says the message that belongs to a point.
func (s Teller) SayPoint(t machine.Trigger) {
	switch {
	case t == machine.ReturnToUnknown:
		s.Say(s.UnknownMessage())
	case t == machine.ReturnToHolds:
		s.SayHolds()
	case t == machine.ReturnToBooked:
		s.Say(s.bookedMessage())
	case t == machine.ReturnToBlocked:
		s.Say(s.BlockedMessage())
	case t == machine.ReturnToRisk:
		s.Say(s.RiskMessage())
	case t == machine.ReturnToBundles:
		s.SayOptions()
	}
}

// SayHolds tells what is held, and asks for the approval of exactly that.
func (s Teller) SayHolds() {
	s.booking().NoteShown()
	s.Say(s.HoldsMessage())
}

// Until says when the first of some holds ends, by a clock that the person knows: day, clock and zone; it is empty
// when none ends.
func (s Teller) Until(held []*trip.Hold) trip.Params {
	at := firstExpiry(held)
	if at == 0 {
		return nil
	}
	s.Rule("7.5.local-times")
	day, clock, zone, err := s.Catalog.Local(s.timezone(held), at)
	if err != nil { // no intent names a zone that is not known
		panic("reducer: " + err.Error())
	}
	return trip.With("date", day.String(), "time", clock, "zone", zone)
}

// timezone returns the person's time zone: where nobody has named it, that of the place of the first hold that has one.
func (s Teller) timezone(held []*trip.Hold) string {
	if zone := s.Next.Request.Timezone; zone != trip.DefaultTimezone {
		return zone
	}
	for _, h := range held {
		if _, err := s.Catalog.Zone(h.Timezone); err == nil && h.Timezone != "" {
			return h.Timezone
		}
	}
	return trip.DefaultTimezone
}

// toConfirm returns the texts among the confirmations that nobody gave, empty but not nil where there is none.
func (s Teller) toConfirm() []string {
	open := s.booking().Unanswered()
	if s.booking().ConfirmsAddition() {
		open = open[:len(open)-1]
	}
	if open == nil {
		return []string{}
	}
	return open
}

// inAddition describes the booking beside which is bought, where that is to be confirmed.
func (s Teller) inAddition() trip.Params {
	if b := s.booking().Confirmed(); b != nil && s.booking().ConfirmsAddition() {
		return describe.Booking(b)
	}
	return nil
}

// What is said stands here as keys and parameters; package texts makes the sentences.

// ShownBundles is how many bundles are listed at a time.
//
// Rule: 1.4.top-three
const ShownBundles = 3

// mixedTotal sums the options of a bundle that has no total because they have no common currency.
func (s Teller) mixedTotal(b *trip.Bundle) trip.Params {
	prices, known := offers.BundlePrices(s.Next, nil, b)
	isMixed := slices.ContainsFunc(prices, func(p trip.Money) bool { return p.Currency != prices[0].Currency })
	if !known || !isMixed {
		return nil
	}
	return describe.Sums(prices)
}

// maxEchoed bounds, in bytes, what a message repeats of a text from outside.
const maxEchoed = 64

// Shortened returns a text that is short enough to be repeated in a message. The number of a card is not repeated.
func Shortened(text string) string {
	if from, to := trip.CardNumber(text); from < to {
		text = text[:from] + "…" + text[to:]
	}
	if len(text) > maxEchoed {
		return strings.ToValidUTF8(text[:maxEchoed], "") + "…"
	}
	return text
}

// UnknownBundle says that nothing of this id is on offer.
func (s Teller) UnknownBundle(id string) trip.Message {
	id = Shortened(id)
	if len(s.Next.WorkingMemory.RankedBundles) == 0 {
		return messages.SelectNothingOffered{BundleID: id}.Message()
	}
	return messages.SelectUnknown{BundleID: id}.Message()
}

// RiskMessage tells risks and required confirmations of a report without blockers.
// Rule: 1.5.select-message
func (s Teller) RiskMessage() trip.Message {
	m := messages.RiskChecked{Risks: s.Next.WorkingMemory.RiskReport.Risks}
	switch {
	case s.booking().ApprovalFirst():
		s.Rule("1.5.hold-rule")
		m.NeedsApproval, m.Requests = true, describe.Requests(s.Next.Requests)
	case s.booking().InDoubt(): // nothing is held now
		m.Unsettled = true
	default:
		m.Confirmations, m.Requests, m.InAdditionTo = s.toConfirm(), describe.Requests(s.Next.Requests), s.inAddition()
	}
	m.Refs = s.Chosen()
	return m.Message()
}

// SayRiskNotes tells what is to be known of what is selected before it is held, where there is something.
func (s Teller) SayRiskNotes() {
	if risks := s.Next.WorkingMemory.RiskReport.Risks; len(risks) > 0 || s.hasNightsOff() {
		s.Say(messages.RiskNotes{Refs: s.Chosen(), Risks: risks}.Message())
	}
}

// Chosen names the selected bundle, with its position in the list that was shown last; nothing when it is not on offer
// any more.
func (s Teller) Chosen() trip.Refs {
	id := s.Next.WorkingMemory.Selected.BundleID
	at := offers.RankOf(s.Next, id)
	if at < 0 {
		return trip.Refs{}
	}
	f := s.factsOf(at)
	return trip.Refs{Option: s.ref(&f, int64(slices.Index(s.Next.Turn.Shown, id)+1))}
}

// picked names the option that waits to be held, by its position in the list that was shown last; nil when none does.
func (s Teller) picked() *trip.OptionRef {
	id := s.Next.WorkingMemory.Selected.BundleID
	at := offers.RankOf(s.Next, id)
	if at < 0 || s.booking().Furthest() != machine.ReturnToRisk {
		return nil
	}
	f := s.factsOf(at)
	return s.ref(&f, int64(slices.Index(s.Next.Turn.Shown, id)+1))
}

// besidePicked are the references of a message about other options than the one that waits to be held. It names that
// one too, because a yes is about it.
// Rule: 6.2.picked
func (s Teller) besidePicked(refs trip.Refs) trip.Refs {
	if refs.Picked = s.picked(); refs.Picked != nil {
		s.Rule("6.2.picked")
	}
	return refs
}

// BlockedMessage tells what stands against what is selected.
func (s Teller) BlockedMessage() trip.Message {
	return messages.RiskBlocked{Issues: s.Next.WorkingMemory.RiskReport.BlockingIssues}.Message()
}

// NoneHeldMessage says that nothing of what is selected is held, because its offers had ended or for other reasons.
func (s Teller) NoneHeldMessage(expired bool) trip.Message {
	return messages.HoldNoneHeld{Items: s.notHeld(nil), Expired: expired}.Message()
}

// NotApproved says why an approval buys nothing of what is held now, and what that is.
func (s Teller) NotApproved(verdict booking.Verdict) trip.Message {
	m := s.held()
	if verdict == booking.Unnamed {
		return messages.ApproveUnnamed(m).Message()
	}
	if verdict == booking.TooEarly {
		return messages.ApproveTooEarly(m).Message()
	}
	return messages.ApproveMoved(m).Message()
}

// HoldsMessage names what is held and what is not, total and expiry, and asks for the approval.
// Rule: 1.5.hold-message
func (s Teller) HoldsMessage() trip.Message { return s.held().Message() }

// held says what is held and what is not, until when, and whether it takes an approval.
func (s Teller) held() messages.HoldHeld {
	return messages.HoldHeld{
		Refs:  trip.Refs{Holds: true, NotHeld: true},
		Until: s.Until(booking.OfferOf(s.Next, s.At).Held), NeedsApproval: s.Next.Policy.Rules.RequireUserApprovalToPurchase,
	}
}

// holdParams describes what is held and what is not, as far as that is named.
func (s Teller) holdParams(refs *trip.Refs) (args []any) {
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
func (s Teller) ended() []*trip.Hold {
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
func (s Teller) notHeld(but []*trip.Hold) []trip.Params {
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

// NothingHeld says that nothing is held, and why: it is bought, held by another trip, has ended, or was never held.
func (s Teller) NothingHeld() trip.Message {
	switch {
	case s.booking().Booked():
		return messages.ApproveBookedAlready()
	case booking.HoldsOfOthers(s.Next):
		s.Rule("1.5.hold-owner")
		return messages.ApproveHeldElsewhere()
	case len(s.Next.WorkingMemory.Holds) > 0:
		return messages.ApproveHoldsEnded()
	}
	return messages.ApproveNothingHeld{Refs: trip.Refs{Picked: s.picked()}}.Message()
}

func (s Teller) bookedMessage() trip.Message { return s.NewestBooking().Message() }

// NewestBooking tells the newest booking.
func (s Teller) NewestBooking() messages.PurchaseBooked {
	bookings := s.Next.WorkingMemory.Bookings
	return messages.PurchaseBooked{
		Refs: trip.Refs{Booking: int64(len(bookings))}, Stale: bookings[len(bookings)-1].Stale,
	}
}

// SayBooked tells the newest booking, and where more was charged for it than was approved.
func (s Teller) SayBooked() {
	bookings := s.Next.WorkingMemory.Bookings
	b := bookings[len(bookings)-1]
	s.Say(s.bookedMessage())
	if b.ChargedMore() {
		s.Rule("1.5.charged-more")
		s.Say(messages.PurchaseChargedMore{Charged: b.Charged, Approved: b.Total, Locator: b.RecordLocator}.Message())
	}
}

// UnknownMessage says what is open: each hold, release and purchase. It never invites to repeat it.
func (s Teller) UnknownMessage() trip.Message {
	return messages.WriteUnknown{InDoubt: s.Doubted(s.Next.Turn.InDoubt())}.Message()
}
