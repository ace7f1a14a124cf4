package applier

import "github.com/legwork-go/legwork/trip"

// restore writes an earlier plan.
func restore(next *trip.Intent, was *trip.PlanSnapshot) {
	next.Party.Travelers, next.Party.Ages, next.Party.Contact = was.Party.Travelers, was.Party.Ages, was.Party.Contact
	next.Party.Births = was.Party.Births
	next.Itinerary, next.Preferences, next.Constraints, next.Ext = was.Itinerary, was.Preferences, was.Constraints, was.Ext
	next.Requests = withStatusOf(was.Requests, next.Requests)
	next.Assume(was.Assumptions)
	l, legs, t := &next.Itinerary.Lodging, next.Itinerary.Segments, &next.Turn
	t.SeededCheckIn = len(legs) > 0 && l.CheckIn != 0 && l.CheckIn == legs[0].DepartDate
	t.SeededCheckOut = len(legs) == 2 && l.CheckOut != 0 && l.CheckOut == legs[1].DepartDate
}

// undo gives a path what stood there before its last change: in this message, else in the plans that can be gone back
// to. Where that change is all that has changed since, with what follows from it, the whole plan is that one again.
// Rule: 5.9.undo
func (m *merge) undo(base *trip.Intent, path string) (next trip.Intent, why string) {
	next = *m.next
	now := next.Value(path)
	if base.Value(path) != now {
		return m.takenBack(base, path, false)
	}
	for i := len(next.UndoStack) - 1; i >= 0; i-- {
		then := next
		restore(&then, &next.UndoStack[i])
		if then.Value(path) != now {
			return m.takenBack(&then, path, true)
		}
	}
	return next, whyGone
}

// takenBack returns the plan with what stood at a path in an earlier one. follows says that what follows from a change
// was made of the later one already.
func (m *merge) takenBack(then *trip.Intent, path string, follows bool) (next trip.Intent, why string) {
	next = *m.next
	for _, change := range [...]trip.Raw{next.Value(path), ""} { // to take a value out may mean more than to write none
		again := *then
		redo := merge{next: &again, ex: &trip.Extraction{}, today: m.today}
		changed := again
		if writeAt(&changed, path, change) != nil {
			continue
		}
		redo.adoptPlan(&changed)
		if follows {
			redo.follow(&then.Itinerary)
			redo.ages()
		}
		if sameTrip(&again, &next) {
			back := *then
			back.Turn.Unwritten = next.Turn.Unwritten
			return back, ""
		}
	}
	if writeAt(&next, path, then.Value(path)) != nil {
		return next, whyValue
	}
	return next, ""
}

// writeAt writes a value at a path, or its default where it is "".
func writeAt(in *trip.Intent, path string, value trip.Raw) error {
	if value == "" {
		return in.Clear(path)
	}
	return in.Write(path, value)
}
