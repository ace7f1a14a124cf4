package assist

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
// run, as a pure function of the catalog and of what the trip knows: ids that a model made up are dropped, documents
// are taken from the selection, the property or a search, and a later step refers to what an earlier one finds.
// runplan.go runs it.

// The bounds of plans.
const (
	maxPlanSteps = 5
	maxReplans   = 3
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
	def, _ := p.catalog.Tool(tool)
	if !def.Proposable {
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
	if args, p.refused = p.resolve(def, args); p.refused == (refusal{}) {
		p.steps = append(p.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	}
}

// resolve returns the arguments of a step with what they may name, or the reason why the step cannot run.
func (p *plan) resolve(tool catalog.Tool, args object) (object, refusal) {
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
		from, _ := referenced(name)
		if slices.Contains(source.From, catalog.FromStep) && p.produces(from) || p.isKnown(source, name) {
			kept = append(kept, name)
			continue
		}
		p.dropped++ // Rule: 4.0.known-ids, 4.0.bad-reference
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

// searchFor returns the arguments of a search for what args asks: in its own words, or in the person's when that
// search was made before in this turn.
func (v view) searchFor(args object) object {
	query := object{queryArgument: quoted(args.text(queryArgument))}
	if v.spent(v.print(trip.ToolRetrieveDocs, query.raw())) {
		return object{queryArgument: quoted(v.in.Request.UserMessage)}
	}
	return query
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
	return Fingerprint("plan", trip.Raw(text.String()))
}
