package assist

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// A plan runs one step a round. Each step goes through admission like any call.

// startPlan makes a plan the running one and admits its first step.
func (s Machine) startPlan(r round, p *plan) admission {
	if p.refused != (refusal{}) {
		return admission{refused: p.refused}
	}
	s.noteDropped(p)
	a := &s.Next.Turn.Assist
	hash := p.hash()
	switch {
	case slices.Contains(a.PlanHashes, hash):
		return admission{refused: samePlan}
	case len(a.PlanHashes) > maxReplans:
		return admission{refused: tooManyPlans}
	}
	a.PlanHashes = append(slices.Clip(a.PlanHashes), hash)
	a.Replans = int64(len(a.PlanHashes)) - 1
	a.Plan = &trip.Plan{Steps: p.steps}
	first := s.view().admit(r, s.planCall())
	if first.refused != (refusal{}) {
		a.Plan = nil
	}
	return first
}

// admitReading makes a one-step plan of a proposed retrieve_chunks, or of a search where the person selected what to
// read: it keeps its query, only the ids are settled by the rules. What else does not fit is left out, so that the
// model is not asked again for the shape. Beside a plan it can run only with ids that are there.
func (s Machine) admitReading(r round, proposed trip.ProposedCall) admission {
	s.Rule("4.0.one-step")
	args := parseObject(proposed.Arguments)
	if s.Catalog.CheckArguments(trip.ToolRetrieveChunks, args.without(documentsArgument).raw()) != nil {
		args = args.only(queryArgument, documentsArgument).with(queryArgument, quoted(args.text(queryArgument)))
	}
	p := s.view().readingPlan(args)
	switch {
	case p.refused != (refusal{}) || s.Next.Turn.Assist.Plan == nil:
		return s.startPlan(r, p)
	case len(p.steps) > 1:
		return admission{call{name: proposed.Name}, documentsUnfound}
	default:
		s.noteDropped(p)
		return s.view().admit(r, call{name: trip.ToolRetrieveChunks, args: parseObject(p.steps[0].Args)})
	}
}

// noteDropped notes how many ids were dropped, never which.
func (s Machine) noteDropped(p *plan) {
	if p.dropped == 0 {
		return
	}
	s.Rule("4.0.sources")
	s.Rule("4.0.known-ids")
	s.Note(messages.NoteIDsDropped{Count: int64(p.dropped), Selected: p.hasSelection()}.Message())
}

// planCall returns the call of the running plan's current step, with its references resolved to all ids found.
func (s Machine) planCall() call {
	running := s.Next.Turn.Assist.Plan
	st := running.Steps[running.Next]
	args := parseObject(st.Args)
	tool, _ := s.Catalog.Tool(st.Tool)
	for _, source := range tool.Sources {
		if args.has(source.Argument) {
			names, _ := args.names(source.Argument)
			args = args.with(source.Argument, quotedList(resolve(running, names))) // Rule: 4.0.all-ids
		}
	}
	return call{name: st.Tool, args: args, step: running.Next + 1}
}

// resolve unites the ids of all references and literal ids, in order and without duplicates.
func resolve(running *trip.Plan, values []string) []string {
	var out []string
	take := func(id string) {
		if !slices.Contains(out, id) { // Rule: 4.0.united
			out = append(out, id)
		}
	}
	for _, v := range values {
		from, ok := referenced(v)
		if !ok {
			take(v)
			continue
		}
		for _, st := range running.Steps {
			if st.ID == from {
				for _, id := range st.Found {
					take(id)
				}
			}
		}
	}
	return out
}

// stepSucceeded reports whether the plan's current step was in the round and succeeded.
func (s Machine) stepSucceeded(r running) bool {
	current := s.Next.Turn.Assist.Plan.Next + 1
	return slices.ContainsFunc(r, func(c trip.RoundCall) bool { return c.Step == current && succeeded(c.Class) })
}

// goOnWithPlan runs the step after one that succeeded, or asks the model when the plan is done or the turn has had
// its rounds. A search that found nothing is made broader once.
func (s Machine) goOnWithPlan() {
	a := &s.Next.Turn.Assist
	done, last := a.Plan.Steps[a.Plan.Next], a.Plan.Next == int64(len(a.Plan.Steps))-1
	switch {
	case last || a.GoodRounds >= maxGoodRounds:
		s.goOnWithModel()
	case len(done.Found) == 0 && isAwaited(a.Plan, done.ID) && done.Tool == trip.ToolResolveDocs:
		s.leaveProperty(done)
	case len(done.Found) == 0 && isAwaited(a.Plan, done.ID):
		s.searchBroader(done)
	default:
		s.changePlan(func(p *trip.Plan) { p.Next++ })
		s.runStep()
	}
}

// runStep runs the plan's current step as a round of its own.
func (s Machine) runStep() {
	var r round
	s.take(&r, s.view().admit(r, s.planCall()))
	s.run(r)
}

// isAwaited reports whether a later step of the plan refers to this one.
func isAwaited(running *trip.Plan, id string) bool {
	ref := string(quoted(reference(id)))
	return slices.ContainsFunc(running.Steps[running.Next+1:], func(st trip.PlanStep) bool {
		return strings.Contains(string(st.Args), ref)
	})
}

// leaveProperty goes on with the fixed plan where a property has no documents, and says so.
func (s Machine) leaveProperty(st trip.PlanStep) {
	s.Rule("4.0.property-empty")
	running := s.Next.Turn.Assist.Plan
	v := s.view()
	search := v.searchFor(parseObject(running.Steps[running.Next+1].Args)).raw()
	if v.spent(v.print(trip.ToolRetrieveDocs, search)) {
		s.endWith(messages.DocumentsNoneProperty())
		return
	}
	s.Say(messages.DocumentsSearchAll())
	id := (&plan{steps: running.Steps}).free(stepSearch)
	old, now := string(quoted(reference(st.ID))), string(quoted(reference(id)))
	s.changePlan(func(p *trip.Plan) {
		p.Steps[p.Next] = trip.PlanStep{ID: id, Tool: trip.ToolRetrieveDocs, Args: search}
		for i := range p.Steps[p.Next+1:] {
			later := &p.Steps[p.Next+1+int64(i)]
			later.Args = trip.Raw(strings.ReplaceAll(string(later.Args), old, now))
		}
	})
	s.runStep()
}

// searchBroader repeats a search that found nothing with the person's own message, once. Where that was done, or
// nothing is searched but looked up, nothing was found.
func (s Machine) searchBroader(st trip.PlanStep) {
	s.Rule("4.0.finds-nothing")
	v := s.view()
	args := object{queryArgument: quoted(s.Next.Request.UserMessage)}.raw()
	switch {
	case s.Next.Turn.Assist.Plan.Broad:
		s.endWith(messages.DocumentsNoneBroader())
		return
	case st.Tool != trip.ToolRetrieveDocs || v.spent(v.print(st.Tool, args)):
		s.endWith(messages.DocumentsNoneFound())
		return
	}
	s.changePlan(func(p *trip.Plan) {
		p.Broad = true
		p.Steps[p.Next].Args = args
	})
	s.runStep()
}

// changePlan changes a copy of the running plan.
func (s Machine) changePlan(change func(*trip.Plan)) {
	p := *s.Next.Turn.Assist.Plan
	p.Steps = slices.Clone(p.Steps)
	change(&p)
	s.Next.Turn.Assist.Plan = &p
}
