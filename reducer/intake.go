package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// message opens a turn with exactly one call: the extraction, whatever the message says (1.1). A retry
// message takes the open request up again that the turn before failed at: message and kind stay.
func (s *step) message(text string) {
	s.rule("1.1.one-extract")
	previous, open, again := s.next.Request.UserMessage, s.next.Turn.OpenRequest, s.takesUp(text)
	s.openTurn()
	s.next.Turn.OpenRequest = open
	s.fire(trip.TriggerOpen)
	s.next.Status.LastToolError = nil
	if !again {
		s.remember(previous)
		s.next.Request.UserMessage = text
		s.next.Request.Kind = trip.KindPlan
	}
	s.queue(trip.ToolExtract, trip.ExtractArguments{UserMessage: text, Now: s.at, Current: s.next}, &trip.Pending{})
}

var retryMessages = []string{
	"try again", "again", "retry", "please retry", "one more time", "search again", "continue", "go on",
}

// takesUp reports whether a message takes up again the open request that the last turn failed at. The
// kind is that of the last message, so the turn must have been its own: one that asked the assistant, or
// the extraction of an earlier retry. A snapshot of another system says no more than the kind.
func (s *step) takesUp(text string) bool {
	t, failure := &s.next.Turn, s.next.Status.LastToolError
	own := t.Number == 0 || t.Assist.Steps > 0 || failure != nil && failure.ToolName == trip.ToolExtract
	return own && s.next.Status.Node == trip.ErrorRetryable && s.next.Request.Kind == trip.KindAssist &&
		slices.Contains(retryMessages, phrase(text))
}

// recentMessages is how many earlier messages are remembered (behaviour 2.3).
const recentMessages = 3

func (s *step) remember(message string) {
	if message == "" {
		return
	}
	recent := s.next.Turn.Assist.Recent
	if len(recent) >= recentMessages {
		recent = recent[len(recent)-recentMessages+1:]
	}
	s.next.Turn.Assist.Recent = append(recent[:len(recent):len(recent)], message)
}

// keepUnread remembers the message whose extraction did not succeed: the next extraction reads it
// first, so that nothing that a traveller said is lost. What can never be read is not sent again, and
// of the rest the newest are kept: no message can spoil all that come after it.
func (s *step) keepUnread(class trip.Class) {
	t := &s.next.Turn
	if class == trip.ClassPermanent || class == trip.ClassInvalidArguments {
		t.Unread = nil
		return
	}
	if s.next.Request.Kind == trip.KindAssist { // a retry says nothing, and the message before it was read
		return
	}
	old := t.Unread[max(len(t.Unread)-trip.MaxUnread+1, 0):]
	t.Unread = append(slices.Clip(old), s.next.Request.UserMessage)
}

// intentReady goes on with an intent that another system wrote (1.1): nothing is merged.
func (s *step) intentReady() {
	s.rule("1.1.intent-ready")
	if s.next.Turn.Number > 0 { // what an earlier message asked for belongs to its turn
		s.next.Request.Kind = trip.KindPlan
	}
	s.openTurn()
	s.fire(trip.TriggerOpen)
	s.next.Status.LastToolError = nil
	s.understood(nil)
}

// understood goes on once it is known what the traveller wants (1.3). said is what the
// extraction read, nil after INTENT_READY.
func (s *step) understood(said *trip.Extraction) {
	s.queueReleases()
	if s.next.Request.Kind == trip.KindAssist {
		s.rule("1.3.assist")
		s.startAssist()
		return
	}
	if gaps := missing(s.next); len(gaps) > 0 {
		s.rule("1.3.missing-followup")
		s.fire(trip.TriggerAskMissing)
		s.queue(trip.ToolFollowup, trip.FollowupArguments{Missing: gaps, UserMessage: s.next.Request.UserMessage}, &trip.Pending{})
		return
	}
	if s.policy.ConfirmBeforeQuote && !s.confirmed(said) {
		return
	}
	s.rule("1.3.quotes")
	s.fire(trip.TriggerComplete)
	s.quote()
}

// followup shows the question that asks for what is missing; it ends the turn.
func (s *step) followup(question string) {
	s.rule("1.3.missing-message")
	s.say(trip.Sentence(question))
}
