package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// isKnown reports whether an argument may take this id: it stands in the saved state, or one of
// the trip's results gave it, as far as the tool's definition allows either (BEHAVIOUR 4).
func (s *step) isKnown(source catalog.Source, id string) bool {
	if source.Argument == documentsArgument && s.hasSelection() {
		return s.isInState(source.Argument, id) // nothing outside the selection is read
	}
	for _, from := range source.From {
		switch from {
		case catalog.FromState:
			if s.isInState(source.Argument, id) {
				return true
			}
		case catalog.FromLookup, catalog.FromStep:
			if slices.Contains(s.next.Turn.Assist.Known, id) {
				return true
			}
		}
	}
	return false
}

// changeScope takes over what the conversation may look into from now on (BEHAVIOUR 4). It opens no turn and
// moves no status: what is read next is settled by it.
func (s *step) changeScope(c trip.ScopeChanged) {
	s.rule("4")
	s.next.Scope.DocumentIDs, s.next.Scope.PropertyID = c.DocumentIDs, c.PropertyID
}

// isInState reports whether the scope has a document, or the working memory anything else, of
// this id.
func (s *step) isInState(argument, id string) bool {
	if argument == documentsArgument {
		return slices.Contains(s.next.Scope.DocumentIDs, id)
	}
	return isInMemory(&s.next.WorkingMemory, id)
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
