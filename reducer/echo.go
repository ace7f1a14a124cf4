package reducer

import (
	"bytes"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// echo tells what was understood of a message: the whole trip the first time, later what changed; then what
// was taken for granted and what could not be used (behaviour 7.1). When days become open, or are set, the whole is
// told.
// Rule: 5.8.echo
func (s *step) echo() {
	before := s.Next.Turn.PlanBeforeMessage
	if s.Reading == nil || before == nil {
		return
	}
	s.Next.Turn.PlanBeforeMessage = nil
	s.search().ChooseCurrency()
	old := s.old
	*old = *s.Next
	before.PutInto(old)
	changes := describe.Compare(old, s.Next)
	s.Changed = len(changes.List) > 0
	s.Next.Turn.Changed = s.Changed
	s.Requested = !sameRequests(before.Requests, s.Next.Requests)
	s.pushUndo(before, old)
	if s.Changed && !isBlank(s.Next) { // an emptied trip is told by what emptied it
		if len(s.missing(old)) > 0 && !changes.Replaces || s.asksFor(trip.ActStartOver) ||
			offers.IsOpen(old) != offers.IsOpen(s.Next) {
			s.Rule("7.1.whole")
			s.Next.Turn.ToldWhole = true
			s.Say(messages.EchoTrip{Refs: trip.Refs{Trip: true}}.Message())
		} else {
			s.Rule("7.1.changed")
			s.Say(messages.EchoChanged{Changes: changes.List}.Message())
		}
	}
	s.echoCurrency(old)
	s.echoUnsearched(old)
	s.echoBooking()
	s.echoRequests(before.Requests)
	for _, m := range s.Next.Turn.Unwritten {
		s.Rule("5.9.dropped")
		s.Say(m)
	}
	s.Next.Turn.Unwritten = nil
	for _, m := range s.Next.Status.AssumptionKeys {
		isOld := func(o trip.Message) bool { return saysSame(&o, &m) }
		if !slices.ContainsFunc(before.Assumptions, isOld) && !tell.IsContext(m.Key) {
			s.Rule("7.1.assumptions")
			s.Say(messages.EchoAssumed{What: m}.Message())
		}
	}
	if tell.HasCard(s.Next.Request.UserMessage) {
		s.Rule("7.1.card")
		s.Say(messages.EchoCard())
	}
	s.teller().EchoUnread()
	if s.Reading.Topic == trip.TopicOther && s.Next.Request.Kind != trip.KindAssist {
		s.Rule("6.1.other-topic")
		s.Say(messages.EchoOtherTopic{Changed: s.Changed}.Message())
	}
}

// echoCurrency says that prices are not to be had in a currency that was named. For a limit the options say it.
// Rule: 7.2.currency
func (s *step) echoCurrency(old *trip.Intent) {
	wanted, limit := s.Next.Constraints.Currency, s.Next.Constraints.BudgetTotal.Currency
	nightly := s.Next.Preferences.Hotel.MaxPricePerNight.Currency
	if wanted == old.Constraints.Currency || wanted == limit || wanted == nightly {
		return
	}
	if _, ok := s.teller().HasCurrency(wanted); !ok {
		s.Rule("7.2.currency")
		s.Say(messages.EchoCurrency{Currency: string(wanted)}.Message())
	}
}

// echoUnsearched says at once what is not searched of how the person wants to travel, and what can be done.
// Rule: 7.1.unsearched
func (s *step) echoUnsearched(old *trip.Intent) {
	modes := unsearched(s.Next)
	if len(modes) == 0 || slices.Equal(modes, unsearched(old)) {
		return
	}
	s.Rule("7.1.unsearched")
	flies := slices.ContainsFunc(offers.Legs(s.Next), func(l trip.Segment) bool { return l.IsFlight() })
	s.Say(messages.EchoUnsearched{Modes: modes, Flights: flies, Lodging: offers.NeedsLodging(s.Next)}.Message())
}

// unsearched lists the means of travel of a trip that nothing searches.
func unsearched(in *trip.Intent) (modes []string) {
	for _, l := range offers.Legs(in) {
		if !l.IsFlight() && !slices.Contains(modes, l.TransportMode) {
			modes = append(modes, l.TransportMode)
		}
	}
	return modes
}

// pushUndo remembers the plan that this message changed, so that it can be gone back to.
// Rule: 6.1.undo
func (s *step) pushUndo(before *trip.PlanSnapshot, old *trip.Intent) {
	if !s.Changed && !s.Requested || isBlank(old) || s.asksFor(trip.ActUndo) {
		return
	}
	earlier := s.Next.UndoStack
	was := *before
	was.Turn = s.Next.Turn.Number
	s.Next.UndoStack = slices.Concat(earlier[max(len(earlier)-trip.MaxUndo+1, 0):], []trip.PlanSnapshot{was})
}

// asksFor reports whether the message asks for an act of a kind.
func (s *step) asksFor(kind string) bool {
	return s.Reading != nil && slices.ContainsFunc(s.Reading.Acts, func(a trip.Act) bool { return a.Kind == kind })
}

// saysSame reports whether two messages say the same, whatever their texts are.
func saysSame(a, b *trip.Message) bool {
	return a.Key == b.Key && bytes.Equal(a.Params.AppendJSON(nil), b.Params.AppendJSON(nil))
}
