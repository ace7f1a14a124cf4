package reducer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// The bounds of the assistant loop (BEHAVIOUR 3).
const (
	maxGoodRounds   = 10
	maxFailedRounds = 3
	shortText       = 200 // characters; a longer text ends the turn
)

// The choices of tools that are no tool's name.
const (
	chooseAuto     = "auto"
	chooseRequired = "required"
	chooseNone     = "none"
)

// startAssist answers an open request: the model is asked for its next step.
func (s *step) startAssist() {
	s.rule("3")
	s.next.Turn.Assist.Active = true
	s.fire(trip.TriggerAssist)
	s.askModel(false)
}

// askModel queues the next assistant step. A step that may choose no tool must answer, whether
// the turn lands, no tool is left, or the policy says so.
func (s *step) askModel(landing bool) {
	a := &s.next.Turn.Assist
	args := trip.AssistArguments{AllowedTools: s.allowedTools(), Serial: s.policy.SerialToolCalls}
	if landing {
		args.AllowedTools = nil
	}
	args.ToolChoice = s.toolChoice(args.AllowedTools)
	a.Landing, a.Round = args.ToolChoice == chooseNone, nil
	a.Steps++
	s.queue(trip.ToolAssistantStep, args, &trip.Pending{})
}

// toolChoice is the policy's, as far as the tools that are left allow it.
func (s *step) toolChoice(allowed []string) string {
	choice := s.policy.ToolChoice
	switch {
	case len(allowed) == 0:
		return chooseNone
	case choice == chooseAuto || choice == chooseRequired || choice == chooseNone || slices.Contains(allowed, choice):
		return choice
	default:
		return chooseAuto
	}
}

// allowedTools lists the tools that the model may still propose in this turn.
func (s *step) allowedTools() []string {
	var out []string
	for t := range s.catalog.Tools {
		if s.mayPropose(t) {
			out = append(out, t.Name)
		}
	}
	return out
}

func (s *step) mayPropose(t catalog.Tool) bool {
	return t.Proposable && !s.isOff(t.Name) && !s.usedUp(nil, t)
}

// isOff reports whether a tool was switched off for the turn.
func (s *step) isOff(tool string) bool { return slices.Contains(s.next.Turn.Assist.Off, tool) }

// assistantStep goes on with the model's answer: a text that ends the turn, or calls to admit.
func (s *step) assistantStep(p trip.Proposal) {
	s.rule("3")
	a := &s.next.Turn.Assist
	a.Tokens += p.Tokens
	a.TokensTotal += p.Tokens
	text := strings.TrimSpace(p.Text)
	if (text != "" || len(p.Calls) > 0) && hasNoSteps(p.Plan) {
		p.Plan = "" // beside an answer, a plan of nothing is none
	}
	proposes := len(p.Calls) > 0 || p.Plan != ""
	switch {
	case a.Landing || !proposes || s.overTokens() || s.ends(text, p.FinishReason):
		s.land(text)
	default:
		if text != "" {
			s.say(text)
		}
		s.admit(p)
	}
}

func (s *step) overTokens() bool {
	return s.policy.MaxTokens > 0 && s.next.Turn.Assist.Tokens > s.policy.MaxTokens
}

// ends reports whether a text is the answer, so that calls beside it are not run.
func (s *step) ends(text, finishReason string) bool {
	return utf8.RuneCountInString(text) > shortText || finishReason == "stop" && text != ""
}

// land ends the turn with an answer that is never empty.
func (s *step) land(text string) {
	if text == "" {
		text = s.answerFromResults()
	}
	s.say(text)
	a := &s.next.Turn.Assist
	a.Active, a.Landing, a.Round, a.Plan = false, false, nil, nil
	s.next.Turn.OpenRequest = ""
	s.fire(trip.TriggerAnswer)
}

// askPerson ends the turn with a question about what a tool needs. What it is about is remembered,
// so that the next message can be read as the answer.
func (s *step) askPerson(tool string, args object) {
	open := strings.TrimSpace(s.next.Turn.OpenRequest + " " + s.next.Request.UserMessage)
	s.land(s.question(tool, args))
	s.next.Turn.OpenRequest = shorten(open)
}

// answerFromResults tells what the turn found, else plainly what failed.
func (s *step) answerFromResults() string {
	a := &s.next.Turn.Assist
	switch {
	case len(a.Answers) > 0:
		lines := make([]string, len(a.Answers))
		for i, answer := range a.Answers {
			lines[i] = answer.Text
		}
		return "Here is what I found:" + bullets(lines)
	case a.FirstFailure != nil:
		return "I could not find an answer: " + a.FirstFailure.Error + "."
	case s.overTokens():
		return "I had to stop before I had an answer: the request used up what a turn may use."
	case a.GoodRounds > 0:
		return "I looked, but found nothing about that."
	default:
		return "I have no answer to that. Could you put it another way?"
	}
}

// roundResult notes a success of the running round; the last outcome completes the round.
func (s *step) roundResult(p *trip.Pending, res trip.ToolResult) {
	s.rule("3")
	tool, _ := s.catalog.Tool(p.Name)
	class := trip.ClassOK
	switch {
	case tool.Answers && !useful(res.Result):
		class = trip.ClassFailed
	case isEmptyResult(res.Result):
		class = trip.ClassEmpty
	case tool.Produces == "": // ids are a means to the next step, not an answer
		s.keepAnswer(p.Name, digestOfResult(p.Name, res.Result))
	}
	s.keepFound(p.CallID, tool, res.Result)
	s.d.Outcome = class
	s.settleRound(p.CallID, class)
}

// roundError notes a failure of the running round. A search without a usable place gets the
// next one; anything else counts.
func (s *step) roundError(p *trip.Pending, class trip.Class, text string) {
	s.rule("3")
	place, said := asksForPlace(text)
	missing := class == trip.ClassNeedsInput && (place || !said) // a search that lacks anything lacks its place
	switch {
	case p.Name == trip.ToolGetWeather && class == trip.ClassNeedsInput && place && s.askStopsWeather(p.CallID):
		return
	case p.Name == trip.ToolSearchPlaces && (missing || isLocationFailure(text)):
		if s.searchNextPlace(p.CallID) {
			return
		}
		if missing && len(places(&s.next)) > 0 { // all were tried: nobody is asked
			class = trip.ClassFailed
			s.d.Outcome = class
		}
	}
	s.settleRound(p.CallID, class)
}

// blame remembers the first failure, in call order, since the last success.
func (s *step) blame(round []trip.RoundCall) {
	a := &s.next.Turn.Assist
	i := slices.IndexFunc(round, func(c trip.RoundCall) bool { return !succeeded(c.Class) })
	if a.FirstFailure == nil && i >= 0 {
		tool := round[i].Name
		a.FirstFailure = &trip.ToolFailure{ToolName: tool, Error: safeError(tool, round[i].Class), At: s.at}
	}
}

// settleRound writes the class of one call and completes the round with the last.
func (s *step) settleRound(callID string, class trip.Class) {
	a := &s.next.Turn.Assist
	a.Round = slices.Clone(a.Round)
	open := false
	for i := range a.Round {
		if a.Round[i].CallID == callID {
			a.Round[i].Class = class
			a.Prints = tally(a.Prints, a.Round[i].Print, class)
		}
		open = open || a.Round[i].Class == ""
	}
	if !open && !s.stopped() {
		s.completeRound()
	}
}

// tally returns a copy in which the fingerprint has one more success or failure, sorted.
func tally(prints []trip.Fingerprint, hash trip.Hash, class trip.Class) []trip.Fingerprint {
	out := slices.Clone(prints)
	i, found := slices.BinarySearchFunc(out, hash, func(f trip.Fingerprint, h trip.Hash) int {
		return strings.Compare(string(f.Hash), string(h))
	})
	if !found {
		out = slices.Insert(out, i, trip.Fingerprint{Hash: hash})
	}
	if succeeded(class) {
		out[i].Successes++
	} else {
		out[i].Failures++
	}
	return out
}

func succeeded(c trip.Class) bool { return c == trip.ClassOK || c == trip.ClassEmpty }

// isFinal reports whether a failure cannot go away within the turn.
func isFinal(c trip.Class) bool {
	return c == trip.ClassPermanent || c == trip.ClassRateLimited || c == trip.ClassDenied
}

// completeRound decides what follows a round: the plan's next step, the model, or the end.
func (s *step) completeRound() {
	a := &s.next.Turn.Assist
	round := a.Round
	good := slices.ContainsFunc(round, func(c trip.RoundCall) bool { return succeeded(c.Class) })
	if i := slices.IndexFunc(round, func(c trip.RoundCall) bool { return c.Class == trip.ClassNeedsInput }); i >= 0 {
		s.askPerson(round[i].Name, parseObject(round[i].Arguments))
		return
	}
	if good {
		a.GoodRounds++
		a.FailedRounds, a.FirstFailure = 0, nil
		s.switchOff(round)
	} else {
		s.blame(round)
	}
	switch {
	case a.Plan != nil && s.stepSucceeded(round):
		s.goOnWithPlan()
	case a.Plan != nil && !good: // a step that fails is no reason to run the next one
		s.executionError()
	case good:
		s.goOnWithModel()
	default:
		s.roundFailed(slices.ContainsFunc(round, func(c trip.RoundCall) bool { return isFinal(c.Class) }))
	}
}

// goOnWithModel asks for the next step; after the last good round that the turn may have, for
// the answer.
func (s *step) goOnWithModel() {
	a := &s.next.Turn.Assist
	a.Plan = nil
	s.askModel(a.GoodRounds >= maxGoodRounds)
}

// switchOff takes tools that failed for good out of the turn and tells the traveller.
func (s *step) switchOff(round []trip.RoundCall) {
	a := &s.next.Turn.Assist
	for _, c := range round {
		if !isFinal(c.Class) || slices.Contains(a.Off, c.Name) {
			continue
		}
		a.Off = append(slices.Clip(a.Off), c.Name)
		slices.Sort(a.Off)
		s.say(goOnStart + c.Name + ": " + safeError(c.Name, c.Class) + ".")
	}
}

// roundFailed counts a round without a success; a final failure or the third one ends the turn.
func (s *step) roundFailed(final bool) {
	a := &s.next.Turn.Assist
	a.FailedRounds++
	if final || a.FailedRounds >= maxFailedRounds {
		s.executionError()
		return
	}
	s.askModel(false)
}

// executionError ends the turn with the first failure (BEHAVIOUR 3).
func (s *step) executionError() {
	a := &s.next.Turn.Assist
	f := a.FirstFailure
	a.Active, a.Round, a.Plan = false, nil, nil
	s.fail(f.ToolName, f.Error)
	s.note("[tool_execution_error] " + f.ToolName + " failed: " + f.Error + ". " + s.nextStep())
	s.say(toolErrorStart + f.ToolName + " — " + f.Error)
}

// runaway ends a turn that would make too many calls.
func (s *step) runaway() {
	a := &s.next.Turn.Assist
	a.Active, a.Round, a.Plan = false, nil, nil
	text := "the request needed too many steps"
	s.fail(trip.ToolAssistantStep, text)
	s.note("[runaway] " + text + ". " + s.nextStep())
	s.say(toolErrorStart + trip.ToolAssistantStep + " — " + text)
}
