package reducer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// The assistant loop answers an open request, one that plans no trip (docs/behaviour.md 3.0). It goes round like this:
//
//	askModel       queues assistant_step: the tools that are left, and whether one may be chosen
//	assistantStep  reads the answer: a text ends the turn (land), a proposal goes on
//	propose        admits each proposed call or refuses it with a reason; a plan stands for its first step
//	run            queues what was admitted as one round; nothing admitted is a failed round
//	roundResult,
//	roundError     note one outcome; a search without a usable place gets the next place instead (repair.go)
//	completeRound  after the last outcome: the plan's next step (runplan.go), askModel again, or the end
//
// This file has the loop itself. What may run is decided in admission.go and known.go, one round of calls is kept in
// round.go, plans are made in plans.go and run in runplan.go, and a turn ends in landing.go.
//
// Each iteration uses up a good round, a failed round or one of the calls of the turn, and each of these is bounded. So
// every turn ends: in land with an answer or a question, or in giveUp with a failure.

// The bounds of the loop.
const (
	maxGoodRounds   = 10
	maxFailedRounds = 3
	shortText       = 200 // characters; a longer text ends the turn
)

// The tool choices that do not name a tool.
const (
	chooseAuto     = "auto"
	chooseRequired = "required"
	chooseNone     = "none"
)

// askModel queues the next assistant step. One that may choose no tool must answer, whether the turn lands, no tool
// is left, or the policy says so.
func (s *step) askModel(landing bool) {
	s.rule("3.0.queues-step")
	a := &s.next.Turn.Assist
	// Rule: 3.0.parallel-calls
	args := trip.AssistArguments{AllowedTools: s.view().allowedTools(), Serial: s.policy.SerialToolCalls}
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
		s.rule("3.0.choice-none")
		return chooseNone
	case choice == chooseRequired || choice == chooseNone || slices.Contains(allowed, choice):
		return choice
	default:
		return chooseAuto
	}
}

// assistantStep goes on with the model's answer: a text that ends the turn, or calls to admit.
func (s *step) assistantStep(p trip.Proposal) {
	if s.stopped(trip.ToolAssistantStep) {
		return
	}
	a := &s.next.Turn.Assist
	a.Tokens += p.Tokens
	a.TokensTotal += p.Tokens // Rule: 3.0.tokens-summed
	p.Text = strings.TrimSpace(p.Text)
	if (p.Text != "" || len(p.Calls) > 0) && hasNoSteps(p.Plan) {
		p.Plan = "" // an empty plan beside an answer is ignored
	}
	if rule := s.endedBy(p); rule != "" {
		s.rule(rule)
		s.landWith(p.Text)
		return
	}
	if p.Text != "" {
		s.rule("3.0.short-text")
		s.say(s.words(p.Text))
	}
	s.propose(p)
}

// endedBy returns the rule by which an answer of the model ends the turn, "" when its calls are to run.
func (s *step) endedBy(p trip.Proposal) string {
	switch {
	case s.next.Turn.Assist.Landing:
		return "3.0.choice-none"
	case len(p.Calls) == 0 && p.Plan == "":
		return "3.0.working"
	case s.overTokens():
		return "3.0.tokens-limit"
	case utf8.RuneCountInString(p.Text) > shortText:
		return "3.0.long-text"
	case p.FinishReason == "stop" && p.Text != "":
		return "3.0.stop"
	default:
		return ""
	}
}

func (s *step) overTokens() bool {
	return s.policy.MaxTokens > 0 && s.next.Turn.Assist.Tokens > s.policy.MaxTokens
}

// propose admits what may run of a proposal and runs it as one round.
func (s *step) propose(p trip.Proposal) {
	if len(p.Calls) > trip.MaxCallsPerTurn {
		s.runaway()
		return
	}
	var r round
	if p.Plan != "" {
		s.take(&r, s.startPlan(r, s.view().plan(p.Plan)))
	}
	for _, c := range p.Calls {
		if c.Name == trip.ToolRetrieveChunks || c.Name == trip.ToolRetrieveDocs && s.view().hasSelection() {
			s.take(&r, s.admitReading(r, c))
			continue
		}
		s.take(&r, s.view().admit(r, call{name: c.Name, args: parseObject(c.Arguments)}))
	}
	s.run(r)
}

// run queues a round, in order. One that lacks a place which only the person can name ends in a question; one in
// which nothing was admitted counts as an all-failure round.
func (s *step) run(r round) {
	a := &s.next.Turn.Assist
	proposed := len(r.calls) > 0
	r.calls = s.setAside(r.calls)
	switch {
	case r.placeUnsaid:
		s.askPerson(trip.ToolSearchPlaces, nil)
	case proposed && len(r.calls) == 0:
		s.landWith("")
	case len(r.calls) == 0:
		s.rule("3.0.none-admitted")
		if a.FirstFailure == nil {
			a.FirstFailure = r.refused
		}
		a.Plan = nil
		s.roundFailed(false)
	case a.Calls+int64(len(r.calls)) > trip.MaxCallsPerTurn:
		s.runaway()
	default:
		s.rule("3.0.parallel-round")
		a.Round = nil
		for _, c := range r.calls {
			a.Round = append(a.Round, s.runCall(c))
		}
	}
}

// completeRound decides what follows a round: the plan's next step, the model, or the end.
func (s *step) completeRound() {
	a, r := &s.next.Turn.Assist, s.running()
	if i := r.first(needsInput); i >= 0 {
		s.rule("2.1.needs-input-ends")
		s.askPerson(r[i].Name, parseObject(r[i].Arguments))
		return
	}
	good := r.any(succeeded)
	if good {
		a.GoodRounds++
		a.FailedRounds, a.FirstFailure = 0, nil // Rule: 3.0.success-resets
	} else {
		s.blame(r)
	}
	s.countFailures(r)
	switch {
	case a.Plan != nil && s.stepSucceeded(r):
		s.switchOff()
		s.goOnWithPlan()
	case a.Plan != nil && !good: // a step that fails is no reason to run the next one
		s.rule("4.0.step-fails")
		s.executionError(r.any(isFinal))
	case good:
		s.switchOff()
		s.goOnWithModel()
	default:
		s.roundFailed(r.any(isFinal))
	}
}

// roundFailed counts a round without a success; a final failure or the third one ends the turn.
func (s *step) roundFailed(final bool) {
	a := &s.next.Turn.Assist
	a.FailedRounds++
	switch {
	case final:
		s.rule("3.0.permanent-stops")
		s.executionError(true)
	case a.FailedRounds >= maxFailedRounds:
		s.rule("3.0.failed-rounds")
		s.executionError(false)
	default:
		s.switchOff()
		s.askModel(false)
	}
}

// goOnWithModel asks for the next step; after the last good round that the turn may have, for the answer.
func (s *step) goOnWithModel() {
	a := &s.next.Turn.Assist
	a.Plan = nil
	landing := a.GoodRounds >= maxGoodRounds
	if landing {
		s.rule("3.0.good-rounds")
	}
	s.askModel(landing)
}
