package reducer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// The bounds of plans (BEHAVIOUR 4).
const (
	maxPlanSteps = 5
	maxReplans   = 3
	maxKnown     = 200 // document ids remembered of results
)

// The ids of the steps that the engine itself writes.
const (
	stepSearch  = "search_docs"
	stepResolve = "resolve_property"
	stepChunks  = "retrieve_chunks"
)

const (
	referenceStart = "<from_step_"
	referenceEnd   = ">"
)

// The arguments of searching and reading documents.
const (
	documentsArgument = "document_ids"
	queryArgument     = "query"
)

func reference(step string) string { return referenceStart + step + referenceEnd }

// referenced returns the step that a reference names.
func referenced(text string) (step string, ok bool) {
	step, ok = strings.CutPrefix(text, referenceStart)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(step, referenceEnd)
}

// modelPlan is the plan as a model writes it.
type modelPlan struct {
	Steps []struct {
		ID   string          `json:"id"`
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	} `json:"steps"`
}

// isPlan reports whether there are steps, each with a tool.
func (m *modelPlan) isPlan() bool {
	for _, st := range m.Steps {
		if strings.TrimSpace(st.Tool) == "" {
			return false
		}
	}
	return len(m.Steps) > 0
}

// reading returns the arguments of one step that reads documents in place of the plan: what the plan
// asks of documents, and all ids that it names.
func (m *modelPlan) reading() object {
	var read, searched string
	ids := []json.RawMessage{}
	for _, st := range m.Steps {
		args := parseObject(trip.Raw(st.Args))
		switch strings.TrimSpace(st.Tool) {
		case trip.ToolRetrieveChunks:
			read = cmp.Or(read, args.text(queryArgument))
		case trip.ToolRetrieveDocs:
			searched = cmp.Or(searched, args.text(queryArgument))
		}
		var list []json.RawMessage
		if args.has(documentsArgument) && json.Unmarshal(args[documentsArgument], &list) != nil {
			list = []json.RawMessage{args[documentsArgument]}
		}
		ids = append(ids, list...)
	}
	named, err := json.Marshal(ids)
	if err != nil {
		panic("reducer: parts of a plan do not write JSON: " + err.Error())
	}
	return object{queryArgument: quoted(cmp.Or(read, searched)), documentsArgument: named}
}

// hasNoSteps reports whether a plan is blank or says that there is nothing to do.
func hasNoSteps(raw trip.Raw) bool {
	var text string
	if json.Unmarshal([]byte(raw), &text) == nil {
		return strings.TrimSpace(text) == ""
	}
	var m modelPlan
	return raw == "[]" || json.Unmarshal([]byte(raw), &m) == nil && len(m.Steps) == 0
}

// admitPlan normalises a model's plan and adds its first step to the round. One that cannot be
// read becomes the fixed plan, and any becomes one step where the person selected documents.
func (s *step) admitPlan(round []candidate, raw trip.Raw) []candidate {
	b := planner{}
	var m modelPlan
	if json.Unmarshal([]byte(raw), &m) != nil || !m.isPlan() {
		return s.admitSteps(round, &b, b.add(s, 0, stepChunks, trip.ToolRetrieveChunks, object{}))
	}
	if s.hasSelection() {
		return s.admitSteps(round, &b, b.add(s, 0, stepChunks, trip.ToolRetrieveChunks, m.reading()))
	}
	for i, st := range m.Steps {
		if why := b.add(s, i, st.ID, st.Tool, parseObject(trip.Raw(st.Args))); why != "" {
			return s.admitSteps(round, &b, why)
		}
	}
	return s.admitSteps(round, &b, "")
}

// admitChunks makes a one-step plan of a proposed retrieve_chunks, or of a search where the person selected
// what to read: it keeps its query, only the ids are settled by the rules. What else does not fit is left out, so that the model is not
// asked again for the shape. Beside a plan it can run only with ids that are there.
func (s *step) admitChunks(round []candidate, call trip.ProposedCall) []candidate {
	args := parseObject(call.Arguments)
	if s.catalog.CheckArguments(trip.ToolRetrieveChunks, args.without(documentsArgument).raw()) != nil {
		args = args.only(queryArgument, documentsArgument).with(queryArgument, quoted(args.text(queryArgument)))
	}
	b := planner{}
	why := b.add(s, 0, stepChunks, trip.ToolRetrieveChunks, args)
	switch {
	case why != "" || s.next.Turn.Assist.Plan == nil:
		return s.admitSteps(round, &b, why)
	case len(b.steps) > 1:
		return s.refuse(round, call.Name, "its documents must be found first")
	default:
		b.noteDropped(s)
		return s.admitCall(round, candidate{name: trip.ToolRetrieveChunks, args: parseObject(b.steps[0].Args)})
	}
}

// admitSteps starts a normalised plan, unless there is a reason against it.
func (s *step) admitSteps(round []candidate, b *planner, why string) []candidate {
	if why == "" && len(b.steps) > maxPlanSteps {
		why = "a plan may have at most " + strconv.Itoa(maxPlanSteps) + " steps"
	}
	if why != "" {
		return s.refuse(round, "", why)
	}
	b.noteDropped(s)
	return s.startPlan(round, b.steps)
}

// startPlan makes a plan the running one and adds its first step to the round.
func (s *step) startPlan(round []candidate, steps []trip.PlanStep) []candidate {
	a := &s.next.Turn.Assist
	hash := planHash(steps)
	switch {
	case slices.Contains(a.PlanHashes, hash):
		return s.refuse(round, "", "the same plan was made before")
	case len(a.PlanHashes) > maxReplans:
		return s.refuse(round, "", "there were too many plans")
	}
	a.PlanHashes = append(slices.Clip(a.PlanHashes), hash)
	a.Replans = int64(len(a.PlanHashes)) - 1
	a.Plan = &trip.Plan{Steps: steps}
	next := s.admitCall(round, s.stepCall(0))
	if len(next) == len(round) {
		a.Plan = nil
	}
	return next
}

func planHash(steps []trip.PlanStep) trip.Hash {
	var text strings.Builder
	for _, st := range steps {
		text.WriteString(st.ID + "\n" + st.Tool + "\n" + string(st.Args) + "\n")
	}
	return fingerprint("plan", trip.Raw(text.String()))
}

// stepCall returns the call of plan step i with its references resolved to all ids found.
func (s *step) stepCall(i int) candidate {
	plan := s.next.Turn.Assist.Plan
	st := plan.Steps[i]
	args := parseObject(st.Args)
	tool, _ := s.catalog.Tool(st.Tool)
	for _, source := range tool.Sources {
		if args.has(source.Argument) {
			names, _ := args.names(source.Argument)
			args = args.with(source.Argument, quotedList(resolve(plan, names)))
		}
	}
	return candidate{name: st.Tool, args: args, step: int64(i) + 1}
}

// resolve unites the ids of all references and literal ids, in order and without duplicates.
func resolve(plan *trip.Plan, values []string) []string {
	var out []string
	take := func(id string) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for _, v := range values {
		from, ok := referenced(v)
		if !ok {
			take(v)
			continue
		}
		for _, st := range plan.Steps {
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
func (s *step) stepSucceeded(round []trip.RoundCall) bool {
	current := s.next.Turn.Assist.Plan.Next + 1
	return slices.ContainsFunc(round, func(c trip.RoundCall) bool { return c.Step == current && succeeded(c.Class) })
}

// goOnWithPlan runs the step after one that succeeded, or asks the model once the plan or the
// turn's number of rounds is done. A search that found nothing is made broader once.
func (s *step) goOnWithPlan() {
	a := &s.next.Turn.Assist
	done, last := a.Plan.Steps[a.Plan.Next], a.Plan.Next == int64(len(a.Plan.Steps))-1
	switch {
	case last || a.GoodRounds >= maxGoodRounds:
		s.goOnWithModel()
	case len(done.Found) == 0 && isAwaited(a.Plan, done.ID) && done.Tool == trip.ToolResolveDocs:
		s.leaveProperty(done)
	case len(done.Found) == 0 && isAwaited(a.Plan, done.ID):
		s.searchBroader(done)
	default:
		s.movePlan(func(p *trip.Plan) { p.Next++ })
		s.runStep()
	}
}

// isAwaited reports whether a later step of the plan refers to this one.
func isAwaited(plan *trip.Plan, id string) bool {
	ref := string(quoted(reference(id)))
	return slices.ContainsFunc(plan.Steps[plan.Next+1:], func(st trip.PlanStep) bool { return strings.Contains(string(st.Args), ref) })
}

// runStep queues the plan's current step as a round of its own.
func (s *step) runStep() {
	s.begin(s.admitCall(nil, s.stepCall(int(s.next.Turn.Assist.Plan.Next))))
}

// leaveProperty goes on with the fixed plan where a property has no documents, and says so.
func (s *step) leaveProperty(st trip.PlanStep) {
	plan := s.next.Turn.Assist.Plan
	search := s.searchFor(parseObject(plan.Steps[plan.Next+1].Args)).raw()
	if s.spent(s.print(trip.ToolRetrieveDocs, search)) {
		s.land("This property has no documents. " + nothingInDocuments)
		return
	}
	s.say(trip.Sentence("This property has no documents, so I search all of yours."))
	id := (&planner{steps: plan.Steps}).free(stepSearch)
	old, now := string(quoted(reference(st.ID))), string(quoted(reference(id)))
	s.movePlan(func(p *trip.Plan) {
		p.Steps[p.Next] = trip.PlanStep{ID: id, Tool: trip.ToolRetrieveDocs, Args: search}
		for i := range p.Steps[p.Next+1:] {
			later := &p.Steps[p.Next+1+int64(i)]
			later.Args = trip.Raw(strings.ReplaceAll(string(later.Args), old, now))
		}
	})
	s.runStep()
}

const nothingInDocuments = "I searched your documents: nothing found about that."

// searchBroader repeats a search that found nothing with the person's own message, once. Where
// that was done, or nothing is searched but looked up, nothing was found.
func (s *step) searchBroader(st trip.PlanStep) {
	a := &s.next.Turn.Assist
	args := object{queryArgument: quoted(s.next.Request.UserMessage)}.raw()
	switch {
	case a.Plan.Broad:
		s.land("I searched your documents, also in your own words: nothing found about that.")
		return
	case st.Tool != trip.ToolRetrieveDocs || s.spent(s.print(st.Tool, args)):
		s.land(nothingInDocuments)
		return
	}
	s.movePlan(func(p *trip.Plan) {
		p.Broad = true
		p.Steps[p.Next].Args = args
	})
	s.runStep()
}

// movePlan changes a copy of the running plan.
func (s *step) movePlan(change func(*trip.Plan)) {
	p := *s.next.Turn.Assist.Plan
	p.Steps = slices.Clone(p.Steps)
	change(&p)
	s.next.Turn.Assist.Plan = &p
}

// keepFound remembers the ids that a result returned, for the plan and as known to the trip.
func (s *step) keepFound(callID string, tool catalog.Tool, result trip.Raw) {
	if tool.Name == trip.ToolRetrieveChunks {
		s.learn(produced("chunks[].document_id", result))
	}
	if tool.Produces == "" {
		return
	}
	ids := produced(tool.Produces, result)
	s.learn(ids)
	a := &s.next.Turn.Assist
	i := slices.IndexFunc(a.Round, func(c trip.RoundCall) bool { return c.CallID == callID })
	if a.Plan == nil || i < 0 || a.Round[i].Step == 0 {
		return
	}
	s.movePlan(func(p *trip.Plan) {
		st := &p.Steps[a.Round[i].Step-1]
		st.Found, st.Done = ids, true
	})
}

// learn remembers ids that a result of the trip returned, the newest of them.
func (s *step) learn(ids []string) {
	a := &s.next.Turn.Assist
	for _, id := range ids {
		if !slices.Contains(a.Known, id) {
			a.Known = append(slices.Clip(a.Known), id)
		}
	}
	if len(a.Known) > maxKnown {
		a.Known = slices.Clone(a.Known[len(a.Known)-maxKnown:])
	}
}

// produced reads the ids of a result: "documents[].document_id" or "document_ids[]".
func produced(path string, result trip.Raw) []string {
	list, member, _ := strings.Cut(path, "[]")
	member = strings.TrimPrefix(member, ".")
	doc := parseObject(result)
	if member == "" {
		names, _ := doc.names(list)
		return names
	}
	var items []json.RawMessage
	if json.Unmarshal(doc[list], &items) != nil {
		return nil
	}
	var out []string
	for _, item := range items {
		if id := parseObject(trip.Raw(item)).text(member); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
