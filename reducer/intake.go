package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// message opens a turn with exactly one call: the extraction, whatever the message says (1.1). A retry
// message takes the open request up again that the turn before failed at: message and kind stay.
// Rule: 1.1.status, 1.1.awaiting-stays, 1.1.clears-error, 1.1.saves-message, 1.1.complete-too
// Rule: 1.1.any-text, 1.1.kind-reset, 1.6.next-turn
func (s *step) message(m trip.UserMessage, id string) {
	s.Rule("1.1.one-extract")
	text := m.Text
	previous, open, again := s.Next.Request.UserMessage, s.Next.Turn.OpenRequest, s.takesUp()
	s.openTurn()
	t := &s.Next.Turn
	t.OpenRequest, t.AcceptedAsk, t.SuppressRepeat = open, m.AskID, !s.Heard.Retry()
	if s.Policy.ApproveInWords {
		t.MessageID = id
	}
	s.Fire(machine.Open)
	s.Next.Status.LastToolError = nil
	if !again {
		s.remember(previous)
		s.Next.Request.UserMessage = text
		s.Next.Request.Kind = trip.KindPlan
	}
	s.read(text)
}

// read queues the reading of a message, and remembers the plan as it was before.
// Rule: 1.1.extract-arguments
func (s *step) read(text string) {
	told := s.Next.PlanSnapshot()
	s.Next.Turn.PlanBeforeMessage = &told
	s.Queue(trip.ToolExtract,
		trip.ExtractArguments{
			UserMessage: text, Now: s.At, Current: s.Next, Fields: s.Catalog.Asked(), LodgingUnsaid: s.Policy.LodgingUnsaid,
		}, &trip.Pending{})
}

// takesUp reports whether a message retries the open request at which the last turn failed: the turn ended in a
// failure, or in an answer after everything it tried had failed. The request kind is that of the last message, so the
// last turn must have been about the request: it asked the assistant, or failed at the extraction of an earlier retry.
// A snapshot of another system gives no more than the kind.
// Rule: 1.1.retry, 1.1.retry-only-open
func (s *step) takesUp() bool {
	t, failure := &s.Next.Turn, s.Next.Status.LastToolError
	own := t.Number == 0 || t.Assist.Steps > 0 || failure != nil && failure.ToolName == trip.ToolExtract
	isFailed := s.Next.Status.Node == trip.ErrorRetryable ||
		s.Next.Status.Node == trip.AssistAnswered && t.Assist.FirstFailure != nil
	return own && isFailed && s.Next.Request.Kind == trip.KindAssist && s.Heard.Retry()
}

// recentMessages is how many earlier messages are remembered (behaviour 2.3).
const recentMessages = 3

func (s *step) remember(message string) {
	if message == "" {
		return
	}
	recent := s.Next.Turn.Assist.Recent
	if len(recent) >= recentMessages {
		recent = recent[len(recent)-recentMessages+1:]
	}
	s.Next.Turn.Assist.Recent = append(slices.Clip(recent), message)
}

// keepUnread remembers a message whose extraction did not succeed: the next extraction reads it first, so that nothing
// that a traveller said is lost. A message that can never be read is not sent again, and only the newest of the others
// are kept, so no message can spoil all that follow.
// Rule: 1.1.unread
func (s *step) keepUnread(class trip.Class) {
	t := &s.Next.Turn
	if class == trip.ClassPermanent || class == trip.ClassInvalidArguments {
		t.Unread = nil
		return
	}
	if s.Next.Request.Kind == trip.KindAssist { // a retry says nothing, and the message before it was read
		return
	}
	old := t.Unread[max(len(t.Unread)-trip.MaxUnread+1, 0):]
	t.Unread = append(slices.Clip(old), s.Next.Request.UserMessage)
}

// intentReady goes on with an intent that another system wrote (1.1): nothing is merged.
func (s *step) intentReady() {
	s.Rule("1.1.intent-ready")
	if s.Next.Turn.Number > 0 { // what an earlier message asked for belongs to its turn
		s.Next.Request.Kind = trip.KindPlan
	}
	s.openTurn()
	s.Fire(machine.Open)
	s.Next.Status.LastToolError = nil
	s.assistant().DropWaiting()
	s.understood()
}

// understood goes on once it is known what the traveller wants (1.3), in the order of 6.1: to start over, what
// was understood, acts that queue nothing, an open request, what must be asked, an act that queues something.
func (s *step) understood() {
	givesBack := len(s.Next.Turn.Releases) > 0
	s.booking().QueueReleases()
	if s.asksToStartOver() {
		return
	}
	s.echo()
	if givesBack && s.Changed {
		s.search().SayGivenBack()
	}
	if s.Changed {
		s.assistant().DropWaiting()
	}
	rest := s.tellActs()
	told := len(s.D.UI) > 0
	switch {
	case s.asksToStartOverAgain(rest):
	case s.approved:
		s.runWaiting()
	case s.replied && !s.Changed:
		s.GoTo(s.booking().Furthest())
	case s.Next.Request.Kind == trip.KindAssist:
		s.Rule("1.3.assist")
		s.assistant().Start()
	case s.asksWhatIsOpen(rest):
	case len(rest) > 0:
		s.do(&rest[0])
		s.sayDropped(rest[1:], true)
	case s.declined: // the summary still waits
	case s.Policy.ConfirmBeforeQuote && !offers.IsOpen(s.Next) && !s.confirmed(): // Rule: 1.3.confirm-off, 5.8.confirm
	case s.Changed && s.isBookedAlready():
		s.Rule("6.5.booked-already")
		s.GoTo(s.booking().Furthest())
		s.Say(messages.BookingAlready{Refs: s.teller().AllBookings()}.Message())
	case s.booking().InDoubt() && !s.searchesInDoubt():
		s.restInDoubt()
	case told && !s.Changed && !s.booking().InDoubt() &&
		(s.booking().Furthest() != machine.ReturnToStart || len(s.Next.Turn.Days) > 0):
		// it was answered, and nothing is to be searched
		s.search().Rest()
	default:
		s.Rule("1.3.quotes")
		s.Fire(machine.Complete)
		s.search().Quote()
		if len(s.Next.Turn.Outstanding) > 0 {
			s.teller().SayUnechoed()
		}
	}
}

// followup shows the question that asks for what is missing; it ends the turn.
func (s *step) followup(question string) {
	s.Rule("1.3.missing-message")
	s.Say(trip.Sentence(question))
}
