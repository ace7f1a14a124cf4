package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Answers to what the engine waits for, by a choice or in words (behaviour 6.2, 6.3).

// HoldsForAnswer reports whether the current ask is the one that was current when the message was accepted.
func (s Teller) HoldsForAnswer() bool {
	ask, accepted := s.Next.Status.Ask, s.Next.Turn.AcceptedAsk
	switch {
	case accepted == "": // a recording that does not say it
		return true
	case ask == nil:
		return accepted == trip.AskNone
	}
	return accepted == ask.ID
}

// WaitsNow returns the message of the current ask, to repeat it after a message that changed nothing. It leaves out
// questions about missing or unclear values, which are asked anyway.
func (s Teller) WaitsNow() trip.Message {
	ask := s.Next.Status.Ask
	if s.Changed || ask == nil || ask.Kind == trip.AskMissing || ask.Kind == trip.AskClarify {
		return trip.Message{}
	}
	return ask.Message().Bare()
}

// KeyHold is the key of the ask whether what is selected is held.
const KeyHold = "ask.hold"

// askFor asks for the approval of an offer, whose id it is given.
func askFor(o *booking.Offer, id string) *trip.Ask {
	about := make([]string, len(o.At))
	for i, at := range o.At {
		about[i] = booking.Path(at)
	}
	return &trip.Ask{
		Kind: trip.AskApprove, ID: id, About: about, Key: "approve.ask", Refs: &trip.Refs{Holds: true},
		Choices: []trip.Choice{{ID: trip.ChoiceApprove, Key: "approve.choice"}}, ExpiresAt: firstExpiry(o.Held),
	}
}

// AskApproval returns the ask for the approval of what an intent holds at a time, with what it names described; nil
// when nothing is held.
func AskApproval(in *trip.Intent, at trip.Instant) *trip.Ask {
	o := booking.OfferOf(in, at)
	if len(o.Held) == 0 {
		return nil
	}
	ask := askFor(&o, o.ID(in))
	d := NewDescriber(in)
	d.s.At = at
	ask.Params = d.Describe(ask.Refs, nil)
	return ask
}

// StandingApproval asks for the approval of what was shown, as long as that is what is held.
// Rule: 6.2.ask-approve, 6.2.ask-ends
func (s Teller) StandingApproval() *trip.Ask {
	o := booking.OfferOf(s.Next, s.At)
	if len(o.Held) == 0 || o.ID(s.Next) != s.Next.Turn.ShownAsk {
		return nil
	}
	if ask := s.Next.Status.Ask; ask != nil && ask.ID == s.Next.Turn.ShownAsk && o.IsAsked(ask) {
		return ask
	}
	return askFor(&o, s.Next.Turn.ShownAsk)
}

// TellOtherwise tells what is held anew, and asks for its approval, at the end of a turn in which a search offered
// something of it otherwise than it was shown.
// Rule: 1.5.hold-otherwise
func (s Teller) TellOtherwise() {
	isOtherwise := func(h *trip.Hold) bool { return h.Otherwise.IsSet() }
	o := booking.OfferOf(s.Next, s.At)
	if s.booking().InDoubt() || !slices.ContainsFunc(o.Held, isOtherwise) || o.ID(s.Next) == s.Next.Turn.ShownAsk {
		return
	}
	s.Rule("1.5.hold-otherwise")
	s.SayHolds()
}

// NewAsk makes an ask whose id is the hash of what it shows.
func (s Teller) NewAsk(
	kind trip.AskKind, m trip.Message, about []string, choices []trip.Choice, shown []byte,
) *trip.Ask {
	return newAsk(kind, m, about, choices, func(b []byte) []byte { return append(s.AppendRefs(b, m.Refs), shown...) })
}

// newAsk makes an ask whose id is the hash of what it says and of what is shown beside that, which shown appends.
func newAsk(
	kind trip.AskKind, m trip.Message, about []string, choices []trip.Choice, shown func([]byte) []byte,
) *trip.Ask {
	id := wire.HashOf(func(b []byte) []byte {
		b = append(append(b, kind...), m.Key...)
		b = wire.AppendStrings(shown(m.Params.AppendJSON(b)), about)
		for i := range choices {
			b = wire.AppendString(b, choices[i].ID)
		}
		return b
	})
	return &trip.Ask{Kind: kind, ID: id, About: about, Key: m.Key, Refs: m.Refs, Params: m.Params, Choices: choices}
}

// Choice makes an answer to an ask of what its label says.
func Choice(id string, label trip.Message) trip.Choice {
	return trip.Choice{ID: id, Key: label.Key, Refs: label.Refs, Params: label.Params}
}

// AskYesOrNo makes an ask that is answered by yes or no, of what a message says and what is shown beside it.
// Rule: 6.2.ask-confirm
func (s Teller) AskYesOrNo(m trip.Message, about []string, shown string) *trip.Ask {
	return s.NewAsk(trip.AskConfirm, m, about,
		[]trip.Choice{Choice(trip.ChoiceYes, messages.ChoiceYes()), Choice(trip.ChoiceNo, messages.ChoiceNo())},
		[]byte(shown))
}

// askChoice asks which of the bundles that were listed is taken.
// Rule: 6.2.ask-choose
func (s Teller) askChoice() *trip.Ask {
	shown := s.Next.Turn.Shown
	choices := make([]trip.Choice, 0, len(shown))
	options, refs := make([]trip.OptionRef, len(shown)), make([]trip.Refs, len(shown)) // of all choices at once
	for i, id := range shown {
		at := offers.RankOf(s.Next, id)
		if at < 0 {
			return nil
		}
		if !s.Listed {
			f := s.factsOf(at)
			s.noteMarks(&f)
		}
		options[i] = trip.OptionRef{BundleID: id, Position: int64(i + 1)}
		refs[i].Option = &options[i]
		choices = append(choices, trip.Choice{ID: id, Key: "choice.option", Refs: &refs[i]})
	}
	if len(choices) == 0 {
		return nil
	}
	m := messages.AskChoose{OfferHotel: s.offersLodging()}.Message()
	return newAsk(trip.AskChoose, m, []string{"working_memory.selected"}, choices,
		func(b []byte) []byte { return append(b, s.shownHash()...) })
}

// AskAtPoint asks for what the furthest point waits for: a choice, or a yes to the hold; nil for anything else.
func (s Teller) AskAtPoint() *trip.Ask {
	w := &s.Next.WorkingMemory
	switch at := s.booking().Furthest(); {
	case at == machine.ReturnToRisk:
		report := wire.AppendStrings(wire.AppendStrings([]byte(w.Selected.BundleID), w.Selected.FlightOptionIDs),
			w.RiskReport.Risks)
		about := []string{"working_memory.selected"}
		if s.booking().ApprovalFirst() { // a yes would hold nothing
			m := messages.AskHold{
				Refs: s.Chosen(), NeedsApproval: true, Requests: describe.Requests(s.Next.Requests),
			}.Message()
			return s.NewAsk(trip.AskConfirm, m, about, []trip.Choice{Choice(trip.ChoiceNo, messages.ChoiceNo())}, report)
		}
		q := s.HoldQuestion()
		m := messages.AskHold{
			Refs: q.Refs, Confirmations: q.Confirmations, Only: q.Only, InAdditionTo: q.InAdditionTo, Requests: q.Requests,
		}.Message()
		return s.AskYesOrNo(m, about, string(report))
	case at == machine.ReturnToBundles, at == machine.ReturnToBlocked:
		return s.askChoice()
	}
	return nil
}

// HoldQuestion asks for the confirmations that are open before what is selected is held.
func (s Teller) HoldQuestion() (m messages.HoldConfirm) {
	m.Confirmations, m.Requests, m.InAdditionTo = s.toConfirm(), describe.Requests(s.Next.Requests), s.inAddition()
	if named := s.Next.Turn.HoldItems; len(named) > 0 { // not all is to be held
		m.Only = offers.Whole(s.Next, named)
	}
	m.Refs = s.Chosen()
	return m
}
