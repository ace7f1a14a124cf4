package assist

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

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

// askModel queues the next assistant step. One that may choose no tool must answer, whether the turn is to end, no tool
// is left, or the policy says so.
func (s Machine) askModel(mustAnswer bool) {
	s.Rule("3.0.queues-step")
	a := &s.Next.Turn.Assist
	// Rule: 3.0.parallel-calls
	args := trip.AssistArguments{AllowedTools: s.view().allowedTools(), Serial: s.Policy.SerialToolCalls}
	if mustAnswer {
		args.AllowedTools = nil
	}
	args.ToolChoice = s.toolChoice(args.AllowedTools)
	a.MustAnswer, a.Round = args.ToolChoice == chooseNone, nil
	a.Steps++
	s.Queue(trip.ToolAssistantStep, args, &trip.Pending{})
}

// toolChoice is the policy's, as far as the tools that are left allow it.
func (s Machine) toolChoice(allowed []string) string {
	choice := s.Policy.ToolChoice
	switch {
	case len(allowed) == 0:
		s.Rule("3.0.choice-none")
		return chooseNone
	case choice == chooseRequired || choice == chooseNone || slices.Contains(allowed, choice):
		return choice
	default:
		return chooseAuto
	}
}

// Proposed goes on with the model's answer: a text that ends the turn, or calls to admit.
func (s Machine) Proposed(p trip.Proposal) {
	if s.Stopped(trip.ToolAssistantStep) {
		return
	}
	a := &s.Next.Turn.Assist
	a.Tokens += p.Tokens
	a.TokensTotal += p.Tokens // Rule: 3.0.tokens-summed
	p.Text = strings.TrimSpace(p.Text)
	if (p.Text != "" || len(p.Calls) > 0) && hasNoSteps(p.Plan) {
		p.Plan = "" // an empty plan beside an answer is ignored
	}
	if rule := s.endedBy(p); rule != "" {
		s.Rule(rule)
		s.finishWithText(p.Text)
		return
	}
	if p.Text != "" {
		s.Rule("3.0.short-text")
		s.Say(s.Words(p.Text))
	}
	s.propose(p)
}

// endedBy returns the rule by which an answer of the model ends the turn, "" when its calls are to run.
func (s Machine) endedBy(p trip.Proposal) string {
	switch {
	case s.Next.Turn.Assist.MustAnswer:
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

func (s Machine) overTokens() bool {
	return s.Policy.MaxTokens > 0 && s.Next.Turn.Assist.Tokens > s.Policy.MaxTokens
}

// propose admits what may run of a proposal and runs it as one round.
func (s Machine) propose(p trip.Proposal) {
	if len(p.Calls) > trip.MaxCallsPerTurn {
		s.runaway()
		return
	}
	var r round
	if p.Plan != "" {
		s.addCall(&r, s.startPlan(r, s.view().plan(p.Plan)))
	}
	for _, c := range p.Calls {
		if c.Name == trip.ToolRetrieveChunks || c.Name == trip.ToolRetrieveDocs && s.view().hasSelection() {
			s.addCall(&r, s.admitReading(r, c))
			continue
		}
		s.addCall(&r, s.view().admit(r, call{name: c.Name, args: parseObject(c.Arguments)}))
	}
	s.run(r)
}

// run queues a round, in order. One that lacks a place which only the person can name ends in a question; one in
// which nothing was admitted counts as an all-failure round.
func (s Machine) run(r round) {
	a := &s.Next.Turn.Assist
	proposed := len(r.calls) > 0
	r.calls = s.deferWrites(r.calls)
	switch {
	case r.placeUnsaid:
		s.askPerson(trip.ToolSearchPlaces, nil)
	case proposed && len(r.calls) == 0:
		s.finishWithText("")
	case len(r.calls) == 0:
		s.Rule("3.0.none-admitted")
		if a.FirstFailure == nil {
			a.FirstFailure = r.refused
		}
		a.Plan = nil
		s.roundFailed(false)
	case a.Calls+int64(len(r.calls)) > trip.MaxCallsPerTurn:
		s.runaway()
	default:
		s.Rule("3.0.parallel-round")
		a.Round = nil
		for _, c := range r.calls {
			a.Round = append(a.Round, s.runCall(c))
		}
	}
}

// completeRound decides what follows a round: the plan's next step, the model, or the end.
func (s Machine) completeRound() {
	a, r := &s.Next.Turn.Assist, s.running()
	if i := r.first(needsInput); i >= 0 {
		s.Rule("2.1.needs-input-ends")
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
		s.Rule("4.0.step-fails")
		s.executionError(r.any(isFinal))
	case good:
		s.switchOff()
		s.goOnWithModel()
	default:
		s.roundFailed(r.any(isFinal))
	}
}

// roundFailed counts a round without a success; a final failure or the third one ends the turn.
func (s Machine) roundFailed(final bool) {
	a := &s.Next.Turn.Assist
	a.FailedRounds++
	switch {
	case final:
		s.Rule("3.0.permanent-stops")
		s.executionError(true)
	case a.FailedRounds >= maxFailedRounds:
		s.Rule("3.0.failed-rounds")
		s.executionError(false)
	default:
		s.switchOff()
		s.askModel(false)
	}
}

// goOnWithModel asks for the next step; after the last good round that the turn may have, for the answer.
func (s Machine) goOnWithModel() {
	a := &s.Next.Turn.Assist
	a.Plan = nil
	mustAnswer := a.GoodRounds >= maxGoodRounds
	if mustAnswer {
		s.Rule("3.0.good-rounds")
	}
	s.askModel(mustAnswer)
}
