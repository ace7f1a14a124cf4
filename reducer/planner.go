package reducer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// planner builds a normalised plan step by step (BEHAVIOUR 4).
type planner struct {
	steps   []trip.PlanStep
	dropped int
}

// add appends step i of a plan as a model wrote it, or says why the plan cannot run.
func (b *planner) add(s *step, i int, id, tool string, args object) (why string) {
	id, tool = strings.TrimSpace(id), strings.TrimSpace(tool)
	if id == "" {
		id = "step_" + strconv.Itoa(i)
	}
	if b.has(id) {
		return "a plan has two steps of one name"
	}
	if n := len(b.steps); tool == trip.ToolRetrieveDocs && n > 0 && b.steps[n-1].Tool == trip.ToolRetrieveDocs {
		tool = trip.ToolRetrieveChunks
		args = args.with(documentsArgument, quotedList([]string{reference(b.steps[n-1].ID)}))
	}
	def, known := s.catalog.Tool(tool)
	if !known || !def.Proposable {
		return "a plan uses a tool that does not exist"
	}
	if isRetrieval := tool == trip.ToolRetrieveDocs || tool == trip.ToolRetrieveChunks; isRetrieval && args.text(queryArgument) == "" {
		args = args.with(queryArgument, quoted(s.next.Request.UserMessage))
	}
	rest := args
	for _, source := range def.Sources {
		if args, why = b.settle(s, source, args); why != "" {
			return why
		}
		rest = rest.without(source.Argument)
	}
	if hasPlaceholder(rest.raw()) { // a reference in an argument that names nothing
		return "the arguments of a plan hold a placeholder"
	}
	if s.catalog.CheckArguments(tool, s.repair(tool, args).raw()) != nil {
		return "the arguments of a plan do not fit"
	}
	b.steps = append(b.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	return ""
}

// settle keeps what an argument may name and finds values where nothing is left. Documents that the
// person selected are what is read, whatever a model names.
func (b *planner) settle(s *step, source catalog.Source, args object) (object, string) {
	names, others := args.names(source.Argument)
	b.dropped += others
	if selected := s.next.Scope.DocumentIDs; source.Argument == documentsArgument && len(selected) > 0 {
		for _, name := range names {
			if !slices.Contains(selected, name) {
				b.dropped++
			}
		}
		return args.with(source.Argument, quotedList(selected)), ""
	}
	var kept []string
	for _, name := range names {
		from, isReference := referenced(name)
		switch {
		case isReference && slices.Contains(source.From, catalog.FromStep) && b.produces(s.catalog, from),
			!isReference && s.isKnown(source, name):
			kept = append(kept, name)
		default: // a reference to an unknown, later or barren step too
			b.dropped++
		}
	}
	switch {
	case len(kept) > 0:
		return args.with(source.Argument, quotedList(kept)), ""
	case source.Argument == documentsArgument:
		return args.with(source.Argument, quotedList(b.documents(s, args))), ""
	case len(names)+others > 0:
		return args, "a plan names what this trip does not know"
	default:
		return args, ""
	}
}

// produces reports whether an earlier step of the plan returns ids.
func (b *planner) produces(c catalog.Catalog, id string) bool {
	i := slices.IndexFunc(b.steps, func(st trip.PlanStep) bool { return st.ID == id })
	if i < 0 {
		return false
	}
	tool, _ := c.Tool(b.steps[i].Tool)
	return tool.Produces != ""
}

// documents finds the documents when none are selected and a model named none that count: the
// property's, else those that a search finds.
func (b *planner) documents(s *step, args object) []string {
	scope := &s.next.Scope
	if scope.PropertyID != "" {
		lookup := object{"property_id": quoted(scope.PropertyID), "tenant": quoted(scope.Tenant)}
		return []string{reference(b.before(stepResolve, trip.ToolResolveDocs, lookup))}
	}
	return []string{reference(b.before(stepSearch, trip.ToolRetrieveDocs, s.searchFor(args)))}
}

// searchFor returns the arguments of a search for what args asks: in its own words, or in the
// person's when that search was made before in this turn.
func (s *step) searchFor(args object) object {
	query := object{queryArgument: quoted(args.text(queryArgument))}
	if s.spent(s.print(trip.ToolRetrieveDocs, query.raw())) {
		return object{queryArgument: quoted(s.next.Request.UserMessage)}
	}
	return query
}

// before returns the newest step of a tool, which it appends when the plan has none yet.
func (b *planner) before(id, tool string, args object) string {
	for _, st := range slices.Backward(b.steps) {
		if st.Tool == tool {
			return st.ID
		}
	}
	id = b.free(id)
	b.steps = append(b.steps, trip.PlanStep{ID: id, Tool: tool, Args: args.raw()})
	return id
}

// free returns an id that no step has, and that begins with this one.
func (b *planner) free(id string) string {
	for b.has(id) {
		id += "_2"
	}
	return id
}

func (b *planner) has(id string) bool {
	return slices.ContainsFunc(b.steps, func(st trip.PlanStep) bool { return st.ID == id })
}

// noteDropped tells how many ids were dropped, never which.
func (b *planner) noteDropped(s *step) {
	if b.dropped == 0 {
		return
	}
	why := " that this trip does not know"
	if s.hasSelection() {
		why = " that the person did not select"
	}
	s.note("[plan] dropped " + plural(int64(b.dropped), "id", "ids") + why)
}

// hasSelection reports whether the person selected documents.
func (s *step) hasSelection() bool { return len(s.next.Scope.DocumentIDs) > 0 }
