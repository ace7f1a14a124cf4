package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// answer takes a choice of the ask that stands. The applier has written the choice of a question.
func (s *step) answer(a trip.UserAnswered) {
	ask := s.Next.Status.Ask
	if !ask.Offers(a) || !s.isStillAsked(ask) || ask.Kind == trip.AskChoose && offers.Bundle(s.Next, a.ChoiceID) == nil {
		s.answerGone()
		return
	}
	before := s.Next.Turn.PlanBeforeMessage
	interrupted := s.openTurn()
	s.Rule("6.2.answer")
	s.Next.Status.LastToolError = nil
	switch {
	case s.isWaiting(ask) && a.ChoiceID == trip.ChoiceApprove:
		s.runWaiting()
	case s.isWaiting(ask):
		s.leaveInterrupted(interrupted)
		s.assistant().DeclineWaiting()
	case ask.Kind == trip.AskChoose:
		s.pick(offers.Bundle(s.Next, a.ChoiceID), nil)
	case ask.Kind == trip.AskApprove && a.ChoiceID != trip.ChoiceNo:
		s.leaveInterrupted(interrupted)
		s.teller().TellApproval("")
	case a.ChoiceID == trip.ChoiceNo && ask.Key == tell.KeyHold:
		s.decline()
		s.GoTo(s.booking().Furthest())
	case a.ChoiceID == trip.ChoiceNo:
		s.leaveInterrupted(interrupted)
		s.decline()
	case ask.Kind == trip.AskConfirm && ask.Key != keyTrip:
		s.leaveInterrupted(interrupted)
		s.doConfirm()
	default: // a question, or the summary of the trip
		s.confirming = ask.Key == keyTrip
		s.Next.Turn.PlanBeforeMessage = before
		s.Next.Request.Kind = trip.KindPlan
		s.Reading = &trip.Extraction{}
		s.Fire(machine.Open)
		s.understood()
	}
}

// answerGone says that the question the person answered is no longer asked. A running turn goes on, and its next
// question is not known yet.
func (s *step) answerGone() {
	s.Rule("6.2.answer-gone")
	if len(s.Next.Turn.Outstanding) > 0 {
		s.Say(messages.AskGone{Ask: trip.Message{}}.Message())
		return
	}
	s.openTurn()
	s.Say(messages.AskGone{Ask: s.teller().WaitsNow()}.Message())
}

// standingAsk returns the ask that the message was an answer to: the one that stood when it was accepted, if
// that still stands.
func (s *step) standingAsk() *trip.Ask {
	if ask := s.Next.Status.Ask; s.teller().HoldsForAnswer() && s.isStillAsked(ask) {
		return ask
	}
	return nil
}

// isStillAsked reports whether the subject of an ask still exists: the last turn's ask stays while a new turn is open,
// and reading the message may have removed its subject.
func (s *step) isStillAsked(ask *trip.Ask) bool {
	switch {
	case ask == nil:
		return false
	case ask.Key == assist.KeyWaiting:
		return s.isWaiting(ask)
	case ask.Key == trip.KeyStartOver:
		return s.Next.Turn.StartOver != ""
	case ask.Key == tell.KeyHold:
		return s.Next.WorkingMemory.RiskReport != nil

	}
	return true
}

// tellsConfirm answers a yes that queues nothing, and reports whether it was one.
func (s *step) tellsConfirm() bool {
	s.Rule("6.2.confirm")
	ask := s.standingAsk()
	switch {
	case s.Changed:
		s.Rule("6.2.confirm-and-change")
	case s.Reading != nil &&
		slices.ContainsFunc(s.Reading.Acts, func(a trip.Act) bool { return a.Kind == trip.ActDecline }):
		s.Rule("6.2.yes-and-no")
	case ask == nil:
		s.sayNoQuestion()
	case s.isWaiting(ask):
		s.approvesWaiting()
	case ask.Key == keyTrip:
		s.confirming = true
	case ask.Kind == trip.AskConfirm:
		return false
	case ask.Kind == trip.AskApprove:
		s.teller().TellApproval("")
	case ask.Kind == trip.AskChoose:
		s.Say(messages.SelectWhich{}.Message())
	}
	return true
}

// sayNoQuestion answers a yes or a no to nothing.
func (s *step) sayNoQuestion() {
	s.Rule("6.2.no-question")
	locator := ""
	if s.booking().Booked() {
		locator = s.booking().Confirmed().RecordLocator
	}
	again, ok := s.search().NothingFound()
	s.Say(messages.ActNoQuestion{
		Ask: s.teller().WaitsNow(), Booking: locator,
		NothingFound: ok && again.Key == messages.KeyQuoteNothingFound && s.search().IsIdle(),
	}.Message())
}

// doConfirm carries out what the person confirmed: it starts over, or holds with all confirmations given.
func (s *step) doConfirm() {
	if s.Next.Turn.StartOver != "" {
		s.startOver()
		return
	}
	s.hold(s.booking().Unanswered())
}

// decline answers a no. A no with a change is the change.
func (s *step) decline() {
	s.Rule("6.2.decline")
	if s.Changed {
		return
	}
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	ask := s.standingAsk()
	switch {
	case ask == nil:
		s.sayNoQuestion()
	case s.isWaiting(ask):
		s.replied = true
		s.assistant().DeclineWaiting()
	case t.StartOver != "":
		t.StartOver = ""
		s.Say(messages.DeclineStartOver())
	case ask.Key == keyTrip:
		s.declined = true
		s.Say(messages.DeclineTrip())
	case ask.Kind == trip.AskConfirm:
		w.Selected, w.RiskReport, t.Answered = trip.Selection{}, nil, nil
		s.Say(messages.DeclineHold{Count: int64(len(t.Shown))}.Message())
	case ask.Kind == trip.AskApprove:
		s.Say(messages.DeclineApprove{Until: s.teller().Until(booking.OfferOf(s.Next, s.At).Held)}.Message())
	case ask.Kind == trip.AskClarify && s.dropSettled():
		s.Rule("6.2.decline-question")
		s.Say(messages.ActQuestionDropped())
	default:
		s.Say(messages.Decline{Key: "decline." + string(ask.Kind)}.Message())
	}
}

// dropSettled drops the first open question if the trip already has a value for it, and reports whether it did.
func (s *step) dropSettled() bool {
	t := &s.Next.Turn
	if len(t.Questions) == 0 {
		return false
	}
	if value := s.Next.Value(t.Questions[0].About); value == "" || value == "null" || value == `""` {
		return false
	}
	t.Questions = slices.Delete(slices.Clone(t.Questions), 0, 1)
	return true
}

// tellsApproval answers an approval in words that buys nothing, and reports whether it was one: by default words never
// buy (6.3).
func (s *step) tellsApproval(a *trip.Act) bool {
	if a.Amount == "" && s.isWaiting(s.standingAsk()) {
		s.approvesWaiting()
		return true
	}
	o := booking.OfferOf(s.Next, s.At)
	if s.wordsBuy(&o, a.Amount) {
		return false
	}
	s.teller().TellApproval(a.Amount)
	return true
}

// wordsBuy reports whether naming an amount approves what is held: the policy allows it, the payment is known,
// the amount is the total that was shown, and it is the person who named it.
// Rule: 6.3.amount
func (s *step) wordsBuy(o *booking.Offer, amount string) bool {
	if !s.Policy.ApproveInWords || s.Next.Party.PaymentMethodID == "" || s.standingAsk() == nil ||
		s.Next.Turn.ShownAsk != o.ID(s.Next) {
		return false
	}
	said, err := trip.ParseMoney(amount, o.Total.Currency)
	if err != nil || said != o.Total {
		return false
	}
	if !s.saysAmount(said) {
		s.Rule("6.3.said")
		return false
	}
	return true
}

// saysAmount reports whether the message itself approves an amount, whatever was read out of it, and no act says the
// opposite.
func (s *step) saysAmount(m trip.Money) bool {
	return s.Heard.Message().Approves(m) &&
		!slices.ContainsFunc(s.Reading.Acts, func(a trip.Act) bool {
			return a.Kind == trip.ActDecline || a.Kind == trip.ActRelease || a.Kind == trip.ActStartOver
		})
}

// approveInWords approves what was shown by naming its total.
func (s *step) approveInWords() {
	s.Rule("6.3.in-words")
	s.buy(trip.UserApprovedPurchase{
		ApprovalToken: "words:" + s.Next.Turn.MessageID, PaymentMethodID: s.Next.Party.PaymentMethodID,
		AskID: s.Next.Turn.ShownAsk,
	})
}

// asksWhatIsOpen asks about questions, conflicts and what is missing, all of which come before a search. Acts
// that would have queued something are dropped.
func (s *step) asksWhatIsOpen(rest []trip.Act) bool {
	t := &s.Next.Turn
	gaps := s.missing(s.Next)
	against := conflicts(s.Next)
	if len(gaps)+len(against)+len(t.Questions) == 0 {
		return false
	}
	if len(gaps) > 0 {
		s.Rule("1.3.missing-followup")
	}
	if len(against) > 0 {
		s.Rule("6.4.asked")
	}
	if len(t.Questions) > 0 {
		s.Rule("6.1.questions")
	}
	s.teller().SayUnechoed()
	s.sayDropped(rest, false)
	s.Fire(machine.AskMissing) // Rule: 1.3.missing-status
	args := trip.FollowupArguments{Conflicts: against, UserMessage: s.Next.Request.UserMessage, Locale: s.Foreign()}
	t.Questions = slices.Clone(t.Questions)
	for i := range t.Questions {
		q := &t.Questions[i]
		labels := make([]string, len(q.Choices))
		for k := range q.Choices {
			labels[k] = q.Choices[k].Label
		}
		args.Questions = append(args.Questions,
			trip.AskedQuestion{About: q.About, Text: q.Text, Choices: labels, Asked: q.Asked})
		q.Asked++
	}
	isAsked := func(path string) bool {
		return slices.ContainsFunc(t.Questions,
			func(q trip.Question) bool { return q.About == path || q.About+".code" == path })
	}
	args.Missing = slices.DeleteFunc(gaps, isAsked)
	args.Fields = s.fieldsOf(args.Missing)
	s.Queue(trip.ToolFollowup, args, &trip.Pending{})
	return true
}
