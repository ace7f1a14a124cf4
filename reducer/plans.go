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

// A plan is a few tool calls that a model wants one after another (docs/behaviour.md 4.0). view.plan makes it fit to
// run as a pure function of the catalog and of what the trip knows: ids that a model made up are dropped, documents
// are taken from the selection, the property or a search, and a later step refers to what an earlier one finds. The
// loop then runs it a step a round: startPlan, and after each good round goOnWithPlan.

// The bounds of plans.
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

// The arguments of searching and reading documents.
const (
	documentsArgument = "document_ids"
	queryArgument     = "query"
)

// The reasons against a plan.
var (
	sameStepNames   = refusal{"4.0.step-names", "refusal.plan_same_names"}
	unknownPlanTool = refusal{"3.0.admission-known", "refusal.plan_unknown_tool"}
	writingPlan     = refusal{"4.0.plan-reads", "refusal.plan_writes"}
	unfitPlan       = refusal{"3.0.admission-schema", "refusal.plan_unfit_arguments"}
	unknownPlanID   = refusal{"4.0.sources", "refusal.plan_unknown_id"}
	placeholderPlan = refusal{"4.0.no-placeholder", "refusal.plan_placeholder"}
	tooManySteps    = refusal{"3.0.admission-budget", "refusal.plan_too_long"}
	samePlan        = refusal{"4.0.replans", "refusal.plan_made_before"}
	tooManyPlans    = refusal{"4.0.replans", "refusal.plan_too_many"}
)

// message says the reason.
func (r refusal) message() trip.Message {
	if r == tooManySteps {
		return trip.Say(r.key, "most", maxPlanSteps)
	}
	return trip.Say(r.key)
}

// A reference stands for all ids that an earlier step found.
const (
	referenceStart = "<from_step_"
	referenceEnd   = ">"
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

// reading returns the arguments of one step that reads documents in place of the plan: what the plan asks of
// documents, and all ids that it names.
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

// plan is a plan that was made fit to run, or the reason why it cannot be.
type plan struct {
	view
	steps   []trip.PlanStep
	dropped int // how many values it may not name
	refused refusal
}

// plan makes a model's plan fit to run. One that cannot be read becomes the fixed plan, and any becomes one step where
// the person selected documents.
func (v view) plan(raw trip.Raw) *plan {
	var m modelPlan
	switch {
	case json.Unmarshal([]byte(raw), &m) != nil || !m.isPlan():
		return v.readingPlan(object{}) // Rule: 4.0.unparsable
	case v.hasSelection(): // Rule: 4.0.selected
		return v.readingPlan(m.reading())
	}
	p := &plan{view: v}
	for i, st := range m.Steps {
		p.add(i, st.ID, st.Tool, parseObject(trip.Raw(st.Args)))
	}
	if p.refused == (refusal{}) && len(p.steps) > maxPlanSteps {
		p.refused = tooManySteps
	}
	return p
}

// readingPlan is the plan to read documents, with a step before it that finds them where nothing says which.
func (v view) readingPlan(args object) *plan {
	p := &plan{view: v}
	p.add(0, stepChunks, trip.ToolRetrieveChunks, args)
	return p
}

// add appends step i as a model wrote it, unless the plan is refused already.
func (p *plan) add(i int, id, tool string, args object) {
	if p.refused != (refusal{}) {
		return
	}
	id, tool = strings.TrimSpace(id), strings.TrimSpace(tool)
	if id == "" {
		id = "step_" + strconv.Itoa(i)
	}
	if p.has(id) {
		p.refused = sameStepNames
		return
	}
	if n := len(p.steps); tool == trip.ToolRetrieveDocs && n > 0 && p.steps[n-1].Tool == trip.ToolRetrieveDocs {
		tool = trip.ToolRetrieveChunks // Rule: 4.0.two-searches
		args = args.with(documentsArgument, quotedList([]string{reference(p.steps[n-1].ID)}))
	}
	def, known := p.catalog.Tool(tool)
	if !known || !def.Proposable {
		p.refused = unknownPlanTool
		return
	}
	if def.Effect == catalog.Write {
		p.refused = writingPlan
		return
	}
	if (tool == trip.ToolRetrieveDocs || tool == trip.ToolRetrieveChunks) && args.text(queryArgument) == "" {
		args = args.with(queryArgument, quoted(p.in.Request.UserMessage))
	}
	if args, p.refused = p.settle(def, args); p.refused == (refusal{}) {
		p.steps = append(p.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	}
}

// settle returns the arguments of a step with what they may name, or the reason why the step cannot run.
func (p *plan) settle(tool catalog.Tool, args object) (object, refusal) {
	rest := args
	for _, source := range tool.Sources {
		var known bool
		if args, known = p.settleNames(source, args); !known {
			return nil, unknownPlanID
		}
		rest = rest.without(source.Argument)
	}
	switch {
	case hasPlaceholder(rest.raw()): // a reference in an argument that names nothing
		return nil, placeholderPlan
	case p.catalog.CheckArguments(tool.Name, p.repair(tool.Name, args).raw()) != nil:
		return nil, unfitPlan
	}
	return args, refusal{}
}

// settleNames keeps what an argument may name and finds documents where nothing is left. Those that the person
// selected are what is read, whatever a model names. ok is false where nothing is left of anything else.
func (p *plan) settleNames(source catalog.Source, args object) (out object, ok bool) {
	names, others := args.names(source.Argument)
	p.dropped += others
	documents := source.Argument == documentsArgument
	if selected := p.in.Scope.DocumentIDs; documents && len(selected) > 0 {
		for _, name := range names {
			if !slices.Contains(selected, name) {
				p.dropped++
			}
		}
		return args.with(source.Argument, quotedList(selected)), true
	}
	var kept []string
	for _, name := range names {
		from, isReference := referenced(name)
		switch {
		case isReference && slices.Contains(source.From, catalog.FromStep) && p.produces(from),
			!isReference && p.isKnown(source, name):
			kept = append(kept, name)
		default: // Rule: 4.0.known-ids, 4.0.bad-reference
			p.dropped++
		}
	}
	switch {
	case len(kept) > 0:
		return args.with(source.Argument, quotedList(kept)), true
	case documents: // Rule: 4.0.fallback-ids
		return args.with(source.Argument, quotedList([]string{reference(p.findDocuments(args))})), true
	default:
		return args, len(names)+others == 0
	}
}

// produces reports whether an earlier step of the plan returns ids.
func (p *plan) produces(id string) bool {
	i := slices.IndexFunc(p.steps, func(st trip.PlanStep) bool { return st.ID == id })
	if i < 0 {
		return false
	}
	tool, _ := p.catalog.Tool(p.steps[i].Tool)
	return tool.Produces != ""
}

// findDocuments returns the step that finds documents when none are selected and a model named none that count: the
// property's, else those of a search.
func (p *plan) findDocuments(args object) (step string) {
	if scope := &p.in.Scope; scope.PropertyID != "" { // Rule: 4.0.property
		lookup := object{"property_id": quoted(scope.PropertyID), "tenant": quoted(scope.Tenant)}
		return p.before(stepResolve, trip.ToolResolveDocs, lookup)
	}
	return p.before(stepSearch, trip.ToolRetrieveDocs, p.searchFor(args)) // Rule: 4.0.fixed-plan
}

// before returns the newest step of a tool, which it appends when the plan has none yet.
func (p *plan) before(id, tool string, args object) string {
	for _, st := range slices.Backward(p.steps) {
		if st.Tool == tool {
			return st.ID
		}
	}
	id = p.free(id)
	p.steps = append(p.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	return id
}

// free returns an id that no step has, and that begins with this one.
func (p *plan) free(id string) string {
	for p.has(id) {
		id += "_2"
	}
	return id
}

func (p *plan) has(id string) bool {
	return slices.ContainsFunc(p.steps, func(st trip.PlanStep) bool { return st.ID == id })
}

// hash tells whether two plans are the same.
func (p *plan) hash() trip.Hash {
	var text strings.Builder
	for _, st := range p.steps {
		text.WriteString(st.ID + "\n" + st.Tool + "\n" + string(st.Args) + "\n")
	}
	return fingerprint("plan", trip.Raw(text.String()))
}

// startPlan makes a plan the running one and admits its first step.
func (s *step) startPlan(r round, p *plan) admission {
	if p.refused != (refusal{}) {
		return admission{refused: p.refused}
	}
	s.noteDropped(p)
	a := &s.next.Turn.Assist
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
func (s *step) admitReading(r round, proposed trip.ProposedCall) admission {
	s.rule("4.0.one-step")
	args := parseObject(proposed.Arguments)
	if s.catalog.CheckArguments(trip.ToolRetrieveChunks, args.without(documentsArgument).raw()) != nil {
		args = args.only(queryArgument, documentsArgument).with(queryArgument, quoted(args.text(queryArgument)))
	}
	p := s.view().readingPlan(args)
	switch {
	case p.refused != (refusal{}) || s.next.Turn.Assist.Plan == nil:
		return s.startPlan(r, p)
	case len(p.steps) > 1:
		return admission{call{name: proposed.Name}, documentsUnfound}
	default:
		s.noteDropped(p)
		return s.view().admit(r, call{name: trip.ToolRetrieveChunks, args: parseObject(p.steps[0].Args)})
	}
}

// noteDropped notes how many ids were dropped, never which.
func (s *step) noteDropped(p *plan) {
	if p.dropped == 0 {
		return
	}
	s.rule("4.0.sources")
	s.rule("4.0.known-ids")
	s.note(trip.Say("note.ids_dropped", "count", p.dropped, "selected", p.hasSelection()))
}

// planCall returns the call of the running plan's current step, with its references resolved to all ids found.
func (s *step) planCall() call {
	running := s.next.Turn.Assist.Plan
	st := running.Steps[running.Next]
	args := parseObject(st.Args)
	tool, _ := s.catalog.Tool(st.Tool)
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
func (s *step) stepSucceeded(r running) bool {
	current := s.next.Turn.Assist.Plan.Next + 1
	return slices.ContainsFunc(r, func(c trip.RoundCall) bool { return c.Step == current && succeeded(c.Class) })
}

// goOnWithPlan runs the step after one that succeeded, or asks the model once the plan or the turn's number of rounds
// is done. A search that found nothing is made broader once.
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
		s.changePlan(func(p *trip.Plan) { p.Next++ })
		s.runStep()
	}
}

// isAwaited reports whether a later step of the plan refers to this one.
func isAwaited(running *trip.Plan, id string) bool {
	ref := string(quoted(reference(id)))
	return slices.ContainsFunc(running.Steps[running.Next+1:], func(st trip.PlanStep) bool {
		return strings.Contains(string(st.Args), ref)
	})
}

// runStep runs the plan's current step as a round of its own.
func (s *step) runStep() {
	var r round
	s.take(&r, s.view().admit(r, s.planCall()))
	s.run(r)
}

// leaveProperty goes on with the fixed plan where a property has no documents, and says so.
func (s *step) leaveProperty(st trip.PlanStep) {
	s.rule("4.0.property-empty")
	running := s.next.Turn.Assist.Plan
	v := s.view()
	search := v.searchFor(parseObject(running.Steps[running.Next+1].Args)).raw()
	if v.spent(v.print(trip.ToolRetrieveDocs, search)) {
		s.land(trip.Say("documents.none_property"))
		return
	}
	s.say(trip.Say("documents.search_all"))
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
func (s *step) searchBroader(st trip.PlanStep) {
	s.rule("4.0.finds-nothing")
	v := s.view()
	args := object{queryArgument: quoted(s.next.Request.UserMessage)}.raw()
	switch {
	case s.next.Turn.Assist.Plan.Broad:
		s.land(trip.Say("documents.none_broader"))
		return
	case st.Tool != trip.ToolRetrieveDocs || v.spent(v.print(st.Tool, args)):
		s.land(trip.Say("documents.none_found"))
		return
	}
	s.changePlan(func(p *trip.Plan) {
		p.Broad = true
		p.Steps[p.Next].Args = args
	})
	s.runStep()
}

// changePlan changes a copy of the running plan.
func (s *step) changePlan(change func(*trip.Plan)) {
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
	r := s.running()
	i := r.find(callID)
	if s.next.Turn.Assist.Plan == nil || i < 0 || r[i].Step == 0 {
		return
	}
	s.changePlan(func(p *trip.Plan) {
		st := &p.Steps[r[i].Step-1]
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

// searchFor returns the arguments of a search for what args asks: in its own words, or in the person's when that
// search was made before in this turn.
func (v view) searchFor(args object) object {
	query := object{queryArgument: quoted(args.text(queryArgument))}
	if v.spent(v.print(trip.ToolRetrieveDocs, query.raw())) {
		return object{queryArgument: quoted(v.in.Request.UserMessage)}
	}
	return query
}

// namesKnown reports whether every argument that names things names only what the trip knows: a model's free text is
// no source.
func (v view) namesKnown(tool catalog.Tool, args object) bool {
	for _, source := range tool.Sources {
		names, others := args.names(source.Argument)
		if others > 0 || slices.ContainsFunc(names, func(id string) bool { return !v.isKnown(source, id) }) {
			return false
		}
	}
	return true
}

// isKnown reports whether an argument may take this id: it stands in the saved state, or one of the trip's results
// gave it, as far as the tool's definition allows either.
func (v view) isKnown(source catalog.Source, id string) bool {
	if source.Argument == documentsArgument && v.hasSelection() {
		return v.isInState(source.Argument, id) // nothing outside the selection is read
	}
	for _, from := range source.From {
		switch from {
		case catalog.FromState:
			if v.isInState(source.Argument, id) {
				return true
			}
		case catalog.FromLookup, catalog.FromStep:
			if slices.Contains(v.in.Turn.Assist.Known, id) {
				return true
			}
		}
	}
	return false
}

// isInState reports whether the scope has a document, or the working memory anything else, of this id.
func (v view) isInState(argument, id string) bool {
	if argument == documentsArgument {
		return slices.Contains(v.in.Scope.DocumentIDs, id)
	}
	return isInMemory(&v.in.WorkingMemory, id)
}

// isInMemory reports whether an option, a bundle or a hold of the trip has this id.
func isInMemory(w *trip.WorkingMemory, id string) bool {
	for _, options := range w.FlightQuotes {
		if slices.ContainsFunc(options, func(o trip.FlightOption) bool { return o.OptionID == id }) {
			return true
		}
	}
	for _, rooms := range w.HotelQuotes {
		for _, options := range rooms {
			if slices.ContainsFunc(options, func(o trip.HotelOption) bool { return o.OptionID == id }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(w.RankedBundles, func(b trip.Bundle) bool { return b.BundleID == id }) ||
		slices.ContainsFunc(w.Holds, func(h trip.Hold) bool { return h.HoldID == id })
}
