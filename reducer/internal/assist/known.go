package assist

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// A call may name only what the trip knows: what stands in the saved state, or what one of its results gave.

// maxKnown bounds the document ids that are remembered of results.
const maxKnown = 200

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

// isKnown reports whether an argument may take this id: one that stands in the saved state, or that a result of the
// trip gave. The tool's definition says which of the two it allows.
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

// isInMemory reports whether an option, a bundle or a hold of the trip has this id. A hold of another trip does not.
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
		slices.ContainsFunc(w.Holds, func(h trip.Hold) bool { return h.HoldID == id && h.Status != trip.HoldForeign })
}

// keepFound remembers the ids that a result returned, for the plan and as known to the trip.
func (s Machine) keepFound(callID string, tool catalog.Tool, result trip.Raw) {
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
	if s.Next.Turn.Assist.Plan == nil || i < 0 || r[i].Step == 0 {
		return
	}
	s.changePlan(func(p *trip.Plan) {
		st := &p.Steps[r[i].Step-1]
		st.Found, st.Done = ids, true
	})
}

// learn remembers ids that a result of the trip returned, the newest of them.
func (s Machine) learn(ids []string) {
	a := &s.Next.Turn.Assist
	for _, id := range ids {
		if !slices.Contains(a.Known, id) {
			a.Known = append(slices.Clip(a.Known), id)
		}
	}
	if len(a.Known) > maxKnown {
		a.Known = slices.Clone(a.Known[len(a.Known)-maxKnown:])
	}
}
