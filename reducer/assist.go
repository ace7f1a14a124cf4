package reducer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
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
//	completeRound  after the last outcome: the plan's next step (plans.go), askModel again, or the end
//
// Each iteration uses up a good round, a failed round or one of the calls of the turn, and each of these is bounded. So
// every turn ends: in land with an answer or a question, or in giveUp with a failure.
//
// What a model says is not trusted. Admission reads the catalog and the intent and changes neither (view), it returns a
// value (admission), and only what it admitted is ever queued.

// The bounds of the loop.
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
	case choice == chooseAuto || choice == chooseRequired || choice == chooseNone || slices.Contains(allowed, choice):
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
		s.say(trip.Sentence(p.Text))
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

// call is what a model or a plan wants to run.
type call struct {
	name        string
	args        object
	fingerprint trip.Hash // the tool's budget and the canonical arguments
	step        int64     // 1 + index of the plan step, 0 for none
}

// admission is what became of a call: as it will run, or why it will not. An unknown tool and a whole plan that are
// refused leave the call empty: their names are a model's free text and not repeated.
type admission struct {
	call    call
	refused refusal // zero: admitted
}

// refusal is a reason against a call, as the key of a message, and the rule that it comes from.
type refusal struct{ rule, key string }

// The reasons against a call.
var (
	unknownTool      = refusal{"3.0.admission-known", "refusal.unknown_tool"}
	barredInFork     = refusal{"1.5.fork-writes", "refusal.fork"}
	usedUp           = refusal{"3.0.admission-budget", "refusal.used_up"}
	noArguments      = refusal{"3.0.admission-schema", "refusal.no_arguments"}
	unfitArguments   = refusal{"3.0.admission-schema", "refusal.unfit_arguments"}
	unknownID        = refusal{"4.0.sources", "refusal.unknown_id"}
	placeholderLeft  = refusal{"4.0.no-placeholder", "refusal.placeholder"}
	placeNotFound    = refusal{"2.2.once", "refusal.place_not_found"}
	placeUnsaid      = refusal{"2.2.question", ""} // only the person can name the place: a question, no failure
	madeBefore       = refusal{"3.0.same-success", "refusal.made_before"}
	documentsUnfound = refusal{"4.0.no-placeholder", "refusal.documents_unfound"}
)

// round is what may run together, and what did not get in.
type round struct {
	calls       []call
	placeUnsaid bool
	refused     *trip.ToolFailure // the first call that was refused
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

// take adds an admitted call to the round, or notes why it is refused.
func (s *step) take(r *round, a admission) {
	switch a.refused {
	case refusal{}:
		r.calls = append(r.calls, a.call)
		return
	case placeUnsaid:
		r.placeUnsaid = true
		return
	}
	s.rule(a.refused.rule)
	why := a.refused.message()
	s.note(trip.Say("note.not_admitted", "tool", a.call.name, "why", why))
	if r.refused == nil {
		tool := cmp.Or(a.call.name, trip.ToolAssistantStep)
		r.refused = s.failure(tool, trip.Say("failure.not_admitted", "why", why))
	}
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

func (s *step) runCall(c call) trip.RoundCall {
	a := &s.next.Turn.Assist
	var pending trip.Pending
	if tool, _ := s.catalog.Tool(c.name); tool.Effect == catalog.Write {
		items := []string{string(c.fingerprint)}
		key := trip.MintKey(s.next.TripID, c.name, items, count(s.next.Turn.Definite, c.name))
		pending = trip.Pending{Write: true, Key: key, Items: items, Needs: s.next.Needs()}
		if tool.Idempotency != "" {
			c.args = c.args.with(tool.Idempotency, quoted(key))
		}
	}
	args := c.args.raw()
	id := s.queue(c.name, trip.RawArguments(args), &pending)
	s.d.ToolCalls[len(s.d.ToolCalls)-1].Proposed = true
	a.Calls++
	a.Used = add(a.Used, c.name)
	return trip.RoundCall{CallID: id, Name: c.name, Print: c.fingerprint, Arguments: args, Step: c.step}
}

// running is the round that runs: its calls in order, each with its class once it is settled.
type running []trip.RoundCall

func (s *step) running() running { return s.next.Turn.Assist.Round }

// find returns the position of a call, -1 when it is none of the round.
func (r running) find(callID string) int {
	return slices.IndexFunc(r, func(c trip.RoundCall) bool { return c.CallID == callID })
}

// has reports whether a call of this fingerprint is in the round.
func (r running) has(hash trip.Hash) bool {
	return slices.ContainsFunc(r, func(c trip.RoundCall) bool { return c.Print == hash })
}

// any reports whether the class of a call is one of these.
func (r running) any(is func(trip.Class) bool) bool { return r.first(is) >= 0 }

// first returns the position of the first call of such a class, -1 when there is none.
func (r running) first(is func(trip.Class) bool) int {
	return slices.IndexFunc(r, func(c trip.RoundCall) bool { return is(c.Class) })
}

func isOpen(c trip.Class) bool     { return c == "" }
func succeeded(c trip.Class) bool  { return c == trip.ClassOK || c == trip.ClassEmpty }
func needsInput(c trip.Class) bool { return c == trip.ClassNeedsInput }

// isFinal reports whether repeating the call within the turn would be of no use.
func isFinal(c trip.Class) bool {
	return c == trip.ClassPermanent || c == trip.ClassRateLimited || c == trip.ClassDenied
}

// roundResult notes a success of the running round; the last outcome completes the round.
func (s *step) roundResult(p *trip.Pending, res trip.ToolResult) {
	s.rule("3.0.parallel-round")
	tool, _ := s.catalog.Tool(p.Name)
	class := trip.ClassOK
	switch {
	case tool.CheckAnswer(res.Result) != nil: // Rule: 3.0.retry-useless
		s.rule("3.0.useful")
		class = trip.ClassFailed
	case IsEmpty(res.Result):
		class = trip.ClassEmpty
	case tool.Produces == "": // ids serve the next step and are no answer
		s.keepAnswer(p.Name, digestOfResult(&tool, res.Result))
	}
	s.keepFound(p.CallID, tool, res.Result)
	s.d.Outcome = class
	s.settleRound(p.CallID, class)
}

// roundError notes a failure of the running round. A search without a usable place gets the next one; anything else
// counts.
func (s *step) roundError(p *trip.Pending, class trip.Class, text string) {
	s.rule("3.0.parallel-round")
	place, said := asksForPlace(text)
	missing := class == trip.ClassNeedsInput && (place || !said) // whatever a search lacks counts as its place
	switch {
	case p.Name == trip.ToolGetWeather && class == trip.ClassNeedsInput && place && s.askStopsWeather(p.CallID):
		return
	case p.Name == trip.ToolSearchPlaces && (missing || isLocationFailure(text)):
		if s.searchNextPlace(p.CallID) {
			return
		}
		if missing && len(places(s.next)) > 0 { // all were tried: nobody is asked
			s.rule("2.2.exhausted")
			class = trip.ClassFailed
			s.d.Outcome = class
		}
	}
	s.settleRound(p.CallID, class)
}

// settleRound writes the class of one call and completes the round with the last.
func (s *step) settleRound(callID string, class trip.Class) {
	a := &s.next.Turn.Assist
	a.Round = slices.Clone(a.Round)
	c := &a.Round[s.running().find(callID)]
	c.Class = class
	a.Prints = tally(a.Prints, c.Print, class)
	if !s.running().any(isOpen) && !s.stopped(trip.ToolAssistantStep) {
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
		s.executionError()
	case good:
		s.switchOff()
		s.goOnWithModel()
	default:
		s.roundFailed(r.any(isFinal))
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

// blame remembers the first failure since the last success. The round has none.
func (s *step) blame(r running) {
	if a := &s.next.Turn.Assist; a.FirstFailure == nil {
		a.FirstFailure = s.failure(r[0].Name, s.failureOf(r[0].Name, r[0].Class))
	}
}

// roundFailed counts a round without a success; a final failure or the third one ends the turn.
func (s *step) roundFailed(final bool) {
	a := &s.next.Turn.Assist
	a.FailedRounds++
	switch {
	case final:
		s.rule("3.0.permanent-stops")
		s.executionError()
	case a.FailedRounds >= maxFailedRounds:
		s.rule("3.0.failed-rounds")
		s.executionError()
	default:
		s.switchOff()
		s.askModel(false)
	}
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

// executionError ends the turn with the first failure.
func (s *step) executionError() {
	f := s.next.Turn.Assist.FirstFailure
	s.giveUp(f.ToolName, f.Message(), "note.tool_execution_error")
}

// runaway ends a turn that would make too many calls.
func (s *step) runaway() {
	s.rule("3.0.runaway")
	s.giveUp(trip.ToolAssistantStep, trip.Say("failure.runaway"), "note.runaway")
}

// giveUp ends the turn without an answer.
func (s *step) giveUp(tool string, why trip.Message, note string) {
	s.dropUnasked()
	a := &s.next.Turn.Assist
	a.Active, a.Round, a.Plan = false, nil, nil
	s.fail(tool, why)
	s.note(s.failureNote(note, tool, why))
	s.say(trip.Say("error.tool", "tool", tool, "error", why))
}

// view is what admission and plans go by: the tools, and the trip as it stands. They only read.
type view struct {
	catalog catalog.Catalog
	in      *trip.Intent
}

func (s *step) view() view { return view{s.catalog, s.next} }

// admit decides on one call beside those that the round has. What a model left out and the trip knows is filled in
// before the arguments are checked.
func (v view) admit(r round, c call) admission {
	tool, known := v.catalog.Tool(c.name)
	switch {
	case !known || !tool.Proposable && c.step == 0:
		return admission{refused: unknownTool}
	case v.isOff(c.name) || v.usedUp(tool, r.calls):
		return admission{c, usedUp}
	case tool.Effect == catalog.Write && barsWrites(v.in):
		return admission{c, barredInFork}
	case c.args == nil:
		return admission{c, noArguments}
	case c.step == 0 && !v.namesKnown(tool, c.args):
		return admission{c, unknownID}
	}
	c.args = v.repair(c.name, c.args)
	raw := c.args.raw()
	c.fingerprint = v.print(c.name, raw)
	switch noPlace := c.name == trip.ToolSearchPlaces && v.hasFailed(c.args.text(locationArgument)); {
	case noPlace && !c.args.has(locationArgument) && len(places(v.in)) == 0:
		return admission{c, placeUnsaid}
	case noPlace:
		return admission{c, placeNotFound}
	case hasPlaceholder(raw):
		return admission{c, placeholderLeft}
	case v.catalog.CheckArguments(c.name, raw) != nil:
		return admission{c, unfitArguments}
	case v.spent(c.fingerprint) ||
		slices.ContainsFunc(r.calls, func(o call) bool { return o.fingerprint == c.fingerprint }):
		return admission{c, madeBefore}
	}
	return admission{call: c}
}

// allowedTools lists the tools that the model may still propose in this turn.
// Rule: 3.0.used-up
func (v view) allowedTools() []string {
	var out []string
	for t := range v.catalog.Tools {
		barred := t.Effect == catalog.Write && barsWrites(v.in)
		if t.Proposable && !barred && !v.isOff(t.Name) && !v.usedUp(t, nil) {
			out = append(out, t.Name)
		}
	}
	return out
}

// isOff reports whether a tool was switched off for the turn.
func (v view) isOff(tool string) bool { return slices.Contains(v.in.Turn.Assist.Off, tool) }

// usedUp reports whether the turn, with these calls, has used up the tool's budget. Tools may share one.
func (v view) usedUp(t catalog.Tool, calls []call) bool {
	if t.CallsPerTurn == 0 {
		return false
	}
	var used int64
	for _, name := range v.catalog.Sharers(t.Name) { // Rule: 3.0.shared-budget
		used += count(v.in.Turn.Assist.Used, name)
		for i := range calls {
			if calls[i].name == name {
				used++
			}
		}
	}
	return used >= t.CallsPerTurn // Rule: 3.0.tool-limits
}

// spent reports whether a call with this fingerprint may not run again: it succeeded, or it failed twice.
func (v view) spent(hash trip.Hash) bool {
	for _, f := range v.in.Turn.Assist.Prints {
		if f.Hash == hash {
			return f.Successes > 0 || f.Failures > 1 // Rule: 3.0.same-success, 3.0.same-failure
		}
	}
	return false
}

// print returns the fingerprint of a call.
func (v view) print(name string, args trip.Raw) trip.Hash {
	if tool, known := v.catalog.Tool(name); known {
		name = tool.BudgetName() // Rule: 3.0.answers
	}
	return fingerprint(name, args)
}
