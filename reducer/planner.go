package reducer

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// planner builds a normalised plan step by step (BEHAVIOUR 4).
type planner struct {
	s       *step
	steps   []trip.PlanStep
	dropped int
}

// add appends a step, or says why the plan cannot run.
func (b *planner) add(i int, id, tool string, args object) (why string) {
	if id == "" {
		id = "step_" + strconv.Itoa(i)
	}
	if slices.ContainsFunc(b.steps, func(st trip.PlanStep) bool { return st.ID == id }) {
		return "a plan has two steps of one name"
	}
	if tool == trip.ToolRetrieveDocs && len(b.steps) > 0 && b.steps[len(b.steps)-1].Tool == trip.ToolRetrieveDocs {
		tool = trip.ToolRetrieveChunks
		args = args.with(documentsArgument, quotedList([]string{reference(b.steps[len(b.steps)-1].ID)}))
	}
	def, known := b.s.catalog.Tool(tool)
	if !known || !def.Proposable {
		return "a plan uses a tool that does not exist"
	}
	if args == nil {
		args = object{}
	}
	for _, source := range def.Sources {
		settled, why := b.settle(source, args)
		if why != "" {
			return why
		}
		args = settled
	}
	b.steps = append(b.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	return ""
}

// settle keeps what an argument may name and finds values where nothing is left.
func (b *planner) settle(source catalog.Source, args object) (object, string) {
	var kept []string
	for _, v := range args.texts(source.Argument) {
		from, isReference := referenced(v)
		switch {
		case isReference && !b.produces(from):
			return args, "a plan refers to a step that gives it nothing"
		case isReference || b.isKnown(v):
			kept = append(kept, v)
		default:
			b.dropped++
		}
	}
	if len(kept) > 0 {
		return args.with(source.Argument, quotedList(kept)), ""
	}
	if source.Argument != documentsArgument {
		return args, "a plan names what this trip does not know"
	}
	return args.with(source.Argument, quotedList(b.documents(args))), ""
}

// produces reports whether an earlier step of the plan returns ids.
func (b *planner) produces(id string) bool {
	i := slices.IndexFunc(b.steps, func(st trip.PlanStep) bool { return st.ID == id })
	if i < 0 {
		return false
	}
	tool, _ := b.s.catalog.Tool(b.steps[i].Tool)
	return tool.Produces != ""
}

// isKnown reports whether the trip's scope or one of its results has this id.
func (b *planner) isKnown(id string) bool {
	return slices.Contains(b.s.next.Scope.DocumentIDs, id) || slices.Contains(b.s.next.Turn.Assist.Known, id)
}

// documents finds the documents when a model named none that count: those of the scope, else
// the property's, else those that a search finds.
func (b *planner) documents(args object) []string {
	scope := &b.s.next.Scope
	switch {
	case len(scope.DocumentIDs) > 0:
		return scope.DocumentIDs
	case scope.PropertyID != "":
		b.insert(stepResolve, trip.ToolResolveDocs, object{"property_id": quoted(scope.PropertyID), "tenant": quoted(scope.Tenant)})
		return []string{reference(stepResolve)}
	default:
		query := args.text("query")
		if query == "" {
			query = b.s.next.Request.UserMessage
		}
		b.insert(stepSearch, trip.ToolRetrieveDocs, object{"query": quoted(query)})
		return []string{reference(stepSearch)}
	}
}

// insert puts a step of the engine's own before the one that needs it, once a plan.
func (b *planner) insert(id, tool string, args object) {
	if !slices.ContainsFunc(b.steps, func(st trip.PlanStep) bool { return st.ID == id }) {
		b.steps = append(b.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	}
}

// noteDropped tells how many ids were dropped, never which.
func (b *planner) noteDropped() {
	if b.dropped > 0 {
		b.s.note("[plan] dropped " + plural(int64(b.dropped), "id", "ids") + " that this trip does not know")
	}
}
