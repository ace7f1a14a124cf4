package reducer

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// avoidRepeat replaces the last message of a turn that would end as the turn before did.
// Rule: 7.4.asked-for
func (s *step) avoidRepeat() {
	t := &s.Next.Turn
	n := len(s.D.UI)
	if s.Unmoved {
		t.Repeats++
		t.Said = t.SaidBefore
		s.Say(s.nothingNew(n > 0, nil))
		return
	}
	if n == 0 {
		return
	}
	last := &s.D.UI[n-1]
	isBehind := t.Said != "" || n > 1
	t.Said = trip.Hash(wire.HashOf(func(b []byte) []byte {
		return s.tell().AppendRefs(last.Params.AppendJSON(append(b, last.Key...)), last.Refs)
	}))
	switch ended := len(t.Outstanding) == 0; {
	case !ended:
	case t.Said != t.SaidBefore:
		t.Repeats = 0
	case s.Next.Request.Kind == trip.KindAssist && (t.Assist.Calls > 0 || t.OpenRequest != "" || s.Next.Status.Ask == nil):
		// what tools found, and what the assistant asks, is told as often as it is asked
	case t.Failed || len(t.Unknown) > 0:
	case last.Key == messages.KeyEchoOtherTopic && t.Repeats == 0: // something else that is not done here
		t.Repeats++
		s.Rule("7.4.short")
		*last = messages.ActUnknown{Ask: new(s.tell().WaitsNow())}.Message()
	case t.SuppressRepeat:
		t.Repeats++
		*last = s.nothingNew(isBehind, last)
	case last.Key == messages.KeyShowOption || last.Key == messages.KeyAnswerFact: // it was said right before
		s.Rule("7.4.short")
		*last = messages.ToldAgain(*last)
	case last.Key == messages.KeyPresentOptions: // the list is shown at most twice in a row
		if t.Repeats++; t.Repeats > 1 {
			*last = s.nothingNew(isBehind, last)
		}
	}
}

// nothingNew says that nothing changed and what the trip is waiting for, with examples from the third time on. If
// another message of this turn comes before it, it only says what the trip is waiting for. again is the message that
// would have been repeated, if any: it is summarised, as "nothing was found" or as one line per option.
func (s *step) nothingNew(isBehind bool, again *trip.Message) trip.Message {
	t := &s.Next.Turn
	s.Rule("7.4.nothing-new")
	var unread []string
	if s.Unmoved {
		unread = s.tell().Unread()
	}
	locator := ""
	if s.booking().Booked() {
		locator = s.booking().Confirmed().RecordLocator
	}
	m := messages.RepeatNothingNew{
		Waited: s.waited(), Booking: locator, Unread: unread, Changed: t.Changed, Behind: isBehind,
	}
	switch {
	case again == nil:
	case again.Key == messages.KeyQuoteNothingFound:
		m.Found = *again
	case again.Key == messages.KeyPresentOptions:
		m.Refs.Options = standingOptions(s.Next.Status.Ask)
	}
	return m.Message()
}

// standingOptions are the options that wait for a choice.
func standingOptions(ask *trip.Ask) (out []trip.OptionRef) {
	if ask == nil {
		return nil
	}
	for i := range ask.Choices {
		if refs := ask.Choices[i].Refs; refs != nil && refs.Option != nil {
			out = append(out, *refs.Option)
		}
	}
	return out
}

// waited is what is waited for, and all that examples of an answer are made of.
func (s *step) waited() messages.Waited {
	w := messages.Waited{Times: s.Next.Turn.Repeats}
	ask := s.Next.Status.Ask
	switch {
	case ask != nil:
		w.Ask, w.Kind = ask.Message().Bare(), string(ask.Kind)
	case s.Next.Status.Node == trip.NoResults:
		w.Kind = "change"
	}
	if ask != nil && ask.Kind == trip.AskClarify {
		w.About, w.Choices = append([]string{}, ask.About...), new(int64(len(ask.Choices)))
	}
	return w
}
