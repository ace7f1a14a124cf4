package assist

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// A turn of the assistant ends with an answer, with a question to the person, or without either in a failure.

// finishWithText ends the turn with the model's answer or, where it gave none, with what the turn found.
func (s Machine) finishWithText(text string) {
	switch {
	case text != "":
		s.endWith(s.Words(text))
	case s.waitsAnew() && len(s.Next.Turn.Assist.Answers) == 0:
		s.endWith()
	default:
		s.endWith(s.answerFromResults())
	}
}

// endWith ends the turn with an answer, and asks for the approval of what it proposed.
func (s Machine) endWith(answer ...trip.Message) {
	for _, m := range answer {
		s.Say(m)
	}
	if s.waitsAnew() {
		s.Say(messages.ApproveCalls{Calls: s.waiting()}.Message())
	}
	a := &s.Next.Turn.Assist
	a.Active, a.MustAnswer, a.Round, a.Plan = false, false, nil, nil
	s.Next.Turn.OpenRequest = ""
	s.Fire(machine.Done)
}

// askPerson ends the turn with a question about what a tool needs. What it is about is remembered, so that the next
// message can be read as the answer.
func (s Machine) askPerson(tool string, args object) {
	s.DropUnasked()
	open := strings.TrimSpace(s.Next.Turn.OpenRequest + " " + s.Next.Request.UserMessage)
	s.endWith(s.question(tool, args))
	s.Next.Turn.OpenRequest = shorten(open)
}

// question asks the person for what a tool needs beyond its arguments, in words of ours alone.
func (s Machine) question(tool string, args object) trip.Message {
	switch {
	case tool == trip.ToolSearchPlaces && s.view().hasFailed(args.text(locationArgument)):
		s.Rule("2.2.question")
		return messages.AssistAskPlace()
	case tool == trip.ToolGetWeather:
		return messages.AssistAskWeather()
	default:
		return messages.AssistAskDetail()
	}
}

// answerFromResults tells what the turn found, else plainly what failed.
func (s Machine) answerFromResults() trip.Message {
	s.Rule("3.0.never-silent")
	a := &s.Next.Turn.Assist
	switch {
	case len(a.Answers) > 0:
		answers := make([]trip.Params, len(a.Answers))
		for i, answer := range a.Answers {
			answers[i] = s.Describe(answer.Name, "text", answer.Text)
		}
		return messages.AssistFound{Answers: answers}.Message()
	case a.FirstFailure != nil:
		return messages.AssistFailed{Error: a.FirstFailure.Message()}.Message()
	case s.overTokens():
		return messages.AssistOutOfTokens()
	case a.GoodRounds > 0:
		return messages.AssistFoundNothing()
	default:
		return messages.AssistNoAnswer()
	}
}

// executionError ends the turn with the first failure. One after which nothing is left to try, be it that it is final
// or that nothing more may run, ends it with what was found before.
func (s Machine) executionError(final bool) {
	f := s.Next.Turn.Assist.FirstFailure
	refused := f.Key == messages.KeyFailureNotAdmitted
	note := messages.NoteToolExecutionError(s.FailureNote(f.ToolName, f.Message())).Message()
	if (final || refused) && s.finishBeside(f.ToolName, f.Message(), refused, note) {
		return
	}
	s.giveUp(f.ToolName, f.Message(), note)
}

// runaway ends a turn that would make too many calls.
func (s Machine) runaway() {
	s.Rule("3.0.runaway")
	why := messages.FailureRunaway()
	note := messages.NoteRunaway(s.FailureNote(trip.ToolAssistantStep, why)).Message()
	if !s.finishBeside(trip.ToolAssistantStep, why, true, note) {
		s.giveUp(trip.ToolAssistantStep, why, note)
	}
}

// StepFailed ends the turn with what it found before the model failed for good; false where the model may be asked
// again, or nothing was found.
func (s Machine) StepFailed(class trip.Class, why trip.Message) bool {
	return isFinal(class) && s.Awaits(trip.ToolAssistantStep) &&
		s.finishBeside(trip.ToolAssistantStep, why, false, s.FailureNote(trip.ToolAssistantStep, why).Message())
}

// finishBeside ends the turn with what it found before something failed for good, or before it had used up what a turn
// may use. It returns false where it found nothing. A retry message takes the request up again.
func (s Machine) finishBeside(tool string, why trip.Message, usedUp bool, note trip.Message) bool {
	a := &s.Next.Turn.Assist
	if !slices.ContainsFunc(a.Answers, func(answer trip.Answer) bool { return answer.Text != "" }) {
		return false
	}
	s.Rule("3.0.lands-beside")
	if a.FirstFailure == nil {
		a.FirstFailure = s.Failed(tool, why)
	}
	s.Note(note)
	rest := messages.AssistRestStopped()
	if !usedUp && tool != trip.ToolAssistantStep {
		rest = messages.AssistRest{Tool: tool, Error: why}.Message()
	}
	s.endWith(s.answerFromResults(), rest)
	return true
}

// giveUp ends the turn without an answer.
func (s Machine) giveUp(tool string, why, note trip.Message) {
	s.DropUnasked()
	a := &s.Next.Turn.Assist
	a.Active, a.Round, a.Plan = false, nil, nil
	s.Fail(tool, why)
	s.Note(note)
	s.Say(s.Trouble(tool, why, false))
}
