package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// A turn of the assistant ends with an answer, with a question to the person, or without either in a failure.

// landWith ends the turn with the model's answer or, where it gave none, with what the turn found.
func (s *step) landWith(text string) {
	switch {
	case text != "":
		s.land(s.words(text))
	case s.waitsAnew() && len(s.next.Turn.Assist.Answers) == 0:
		s.land()
	default:
		s.land(s.answerFromResults())
	}
}

// land ends the turn with an answer, and asks for the approval of what it proposed.
func (s *step) land(answer ...trip.Message) {
	for _, m := range answer {
		s.say(m)
	}
	if s.waitsAnew() {
		s.say(s.waiting())
	}
	a := &s.next.Turn.Assist
	a.Active, a.Landing, a.Round, a.Plan = false, false, nil, nil
	s.next.Turn.OpenRequest = ""
	s.fire(machine.Done)
}

// askPerson ends the turn with a question about what a tool needs. What it is about is remembered, so that the next
// message can be read as the answer.
func (s *step) askPerson(tool string, args object) {
	s.dropUnasked()
	open := strings.TrimSpace(s.next.Turn.OpenRequest + " " + s.next.Request.UserMessage)
	s.land(s.question(tool, args))
	s.next.Turn.OpenRequest = shorten(open)
}

// question asks the person for what a tool needs beyond its arguments, in words of ours alone.
func (s *step) question(tool string, args object) trip.Message {
	switch {
	case tool == trip.ToolSearchPlaces && s.view().hasFailed(args.text(locationArgument)):
		s.rule("2.2.question")
		return trip.Say("assist.ask_place")
	case tool == trip.ToolGetWeather:
		return trip.Say("assist.ask_weather")
	default:
		return trip.Say("assist.ask_detail")
	}
}

// answerFromResults tells what the turn found, else plainly what failed.
func (s *step) answerFromResults() trip.Message {
	s.rule("3.0.never-silent")
	a := &s.next.Turn.Assist
	switch {
	case len(a.Answers) > 0:
		answers := make([]trip.Params, len(a.Answers))
		for i, answer := range a.Answers {
			answers[i] = trip.With(s.about(answer.Name, "text", answer.Text)...)
		}
		return trip.Say("assist.found", "answers", answers)
	case a.FirstFailure != nil:
		return trip.Say("assist.failed", "error", a.FirstFailure.Message())
	case s.overTokens():
		return trip.Say("assist.out_of_tokens")
	case a.GoodRounds > 0:
		return trip.Say("assist.found_nothing")
	default:
		return trip.Say("assist.no_answer")
	}
}

// executionError ends the turn with the first failure. One after which nothing is left to try, be it that it is final
// or that nothing more may run, ends it with what was found before.
func (s *step) executionError(final bool) {
	f := s.next.Turn.Assist.FirstFailure
	refused := f.Key == notAdmitted
	if (final || refused) && s.landBeside(f.ToolName, f.Message(), refused, executionNote) {
		return
	}
	s.giveUp(f.ToolName, f.Message(), executionNote)
}

// runaway ends a turn that would make too many calls.
func (s *step) runaway() {
	s.rule("3.0.runaway")
	why := trip.Say("failure.runaway")
	if !s.landBeside(trip.ToolAssistantStep, why, true, "note.runaway") {
		s.giveUp(trip.ToolAssistantStep, why, "note.runaway")
	}
}

// The keys of a call that was refused, and of the note that a turn of the assistant failed.
const (
	notAdmitted   = "failure.not_admitted"
	executionNote = "note.tool_execution_error"
)

// landBeside ends the turn with what it found before something failed for good, or before it had used up what a turn
// may use. It returns false where it found nothing. A retry message takes the request up again.
func (s *step) landBeside(tool string, why trip.Message, usedUp bool, note string) bool {
	a := &s.next.Turn.Assist
	if !slices.ContainsFunc(a.Answers, func(answer trip.Answer) bool { return answer.Text != "" }) {
		return false
	}
	s.rule("3.0.lands-beside")
	if a.FirstFailure == nil {
		a.FirstFailure = s.failure(tool, why)
	}
	s.note(s.failureNote(note, tool, why))
	rest := trip.Say("assist.rest_stopped")
	if !usedUp && tool != trip.ToolAssistantStep {
		rest = trip.Say("assist.rest", "tool", tool, "error", why)
	}
	s.land(s.answerFromResults(), rest)
	return true
}

// giveUp ends the turn without an answer.
func (s *step) giveUp(tool string, why trip.Message, note string) {
	s.dropUnasked()
	a := &s.next.Turn.Assist
	a.Active, a.Round, a.Plan = false, nil, nil
	s.fail(tool, why)
	s.note(s.failureNote(note, tool, why))
	s.say(s.troubleMessage(tool, why))
}
