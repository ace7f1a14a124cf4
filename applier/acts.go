package applier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// A reading of a message: what it asks for beside its patch (behaviour 6.1).

// startsOver reports whether a message asks to begin a new trip.
func startsOver(ex *trip.Extraction) bool {
	return slices.ContainsFunc(ex.Acts, func(a trip.Act) bool { return a.Kind == trip.ActStartOver })
}

// undoes reports whether a message takes the last change of the plan back.
func undoes(ex *trip.Extraction) bool {
	return slices.ContainsFunc(ex.Acts, func(a trip.Act) bool { return a.Kind == trip.ActUndo })
}

// goBack restores the plan from before its last change, and drops the open questions. If the last message did nothing
// but leave questions open, the plan stays.
// Rule: 6.1.undo, 6.1.undo-question
func goBack(next *trip.Intent) {
	t := &next.Turn
	asked := len(t.Questions) > 0
	t.Questions = nil
	n := len(next.UndoStack)
	if n == 0 || asked && next.UndoStack[n-1].Turn != t.Number-1 {
		return
	}
	was := next.UndoStack[n-1]
	next.UndoStack = next.UndoStack[: n-1 : n-1]
	restore(next, &was)
}

// clears resets the fields that the person took back to their defaults. A path that the plan does not have changes
// nothing.
// Rule: 5.3.clears
func (m *merge) clears(before *trip.Intent) (notes []trip.Message) {
	for _, path := range m.ex.Clears {
		if err := m.next.Clear(path); err != nil {
			notes = append(notes, messages.NoteUnknownPath())
		}
	}
	unseed(before, m.next)
	return notes
}

// unseed notes that nights which were written no longer follow the travel dates.
// Rule: 5.2.seed-until-set
func unseed(before, next *trip.Intent) {
	was, is, t := &before.Itinerary.Lodging, &next.Itinerary.Lodging, &next.Turn
	t.SeededCheckIn = t.SeededCheckIn && is.CheckIn == was.CheckIn
	t.SeededCheckOut = t.SeededCheckOut && is.CheckOut == was.CheckOut
}

// isFree reports whether the choice at a path can be changed later at no cost, so that it may be assumed.
// Rule: 6.1.questions-stay, 6.1.questions-assumed
func isFree(path string) bool { return strings.HasPrefix(path, "preferences.") }

// questionsAskedBeforeFree is how often a question is asked before its first choice is taken.
const questionsAskedBeforeFree = 2

// questions keeps what is to be asked: the questions of this reading, and earlier ones whose value the message neither
// changed nor took back. A question that was asked twice in vain, and whose answer can be changed at no cost, is
// answered with its first choice. If a choice cannot be written, the whole reading is refused.
// Rule: 6.1.questions
func (m *merge) questions(c *catalog.Catalog, before *trip.Intent) error {
	if err := m.ex.CheckQuestions(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrResult, trip.ToolExtract, err)
	}
	var open []trip.Question
	add := func(q trip.Question) {
		same := func(o trip.Question) bool { return questionKey(&o) == questionKey(&q) }
		if i := slices.IndexFunc(open, same); i >= 0 {
			open[i].Asked = max(open[i].Asked, q.Asked)
			return
		}
		open = append(open, q)
	}
	for _, q := range m.ex.Questions {
		for _, choice := range q.Choices {
			if err := fits(c, q.About, choice.Value); err != nil {
				return fmt.Errorf("%w: %s: %w", ErrResult, trip.ToolExtract, err)
			}
		}
		q.Asked = 0
		add(q)
	}
	for _, q := range before.Turn.Questions {
		again := slices.ContainsFunc(open, func(o trip.Question) bool { return questionKey(&o) == questionKey(&q) })
		about := slices.ContainsFunc(open, func(o trip.Question) bool { return o.About == q.About })
		isOpen := !about && m.has(q.About) && !slices.Contains(m.ex.Clears, q.About) && !m.answers(before, q.About)
		if again || q.About != "" && isOpen {
			add(q)
		}
	}
	m.next.Turn.Questions = nil
	for i := range open {
		q := &open[i]
		if q.Asked < questionsAskedBeforeFree || len(q.Choices) == 0 || !isFree(q.About) {
			m.next.Turn.Questions = append(m.next.Turn.Questions, *q)
			continue
		}
		if err := m.next.Write(q.About, q.Choices[0].Value); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrResult, trip.ToolExtract, err)
		}
		m.next.Assume(append(slices.Clip(m.next.Status.AssumptionKeys), trip.Sentence(q.Choices[0].Label)))
	}
	return nil
}

// answers reports whether the message says what a question is about: the day of a leg is known, too, by the days that
// it is one of.
func (m *merge) answers(before *trip.Intent, path string) bool {
	isNew := func(path string) bool { return before.Value(path) != m.next.Value(path) }
	leg, isDay := strings.CutSuffix(path, ".depart_date")
	return isNew(path) || isDay && (isNew(leg+".depart_between") || isNew(leg+".alternatives"))
}

// has reports whether the trip still has the part that a path is of: a journey one way has no way back, a trip without
// lodging no stay, and a stay alone no legs.
// Rule: 6.1.questions-gone
func (m *merge) has(path string) bool {
	it := &m.next.Itinerary
	switch {
	case strings.HasPrefix(path, "itinerary.lodging."):
		return it.Lodging.Needed
	case !strings.HasPrefix(path, "itinerary.segments["):
		return true
	case it.TripType == trip.OneWay:
		return strings.HasPrefix(path, "itinerary.segments[0]")
	}
	return it.TripType != trip.StayOnly
}

// questionKey tells whether two questions are the same: what they are about, and the values of their choices.
func questionKey(q *trip.Question) trip.Hash {
	b := wire.AppendString(nil, cmp.Or(q.About, q.Text))
	for _, c := range q.Choices {
		b = append(append(b, ','), c.Value...)
	}
	return trip.Hash(wire.Hash(b))
}

// Answer writes the choice of a question and clears what that made invalid. Other answers write nothing: they
// are the reducer's. gone says that the question does not stand any more: what is read in a turn may have put another
// in its place before the turn has ended.
//
//   - Errors: ErrPatch (in stands) when the value of the choice is nothing that can stand at the question's path.
//
// Rule: 6.2.answer-question
func Answer(c catalog.Catalog, in trip.Intent, a trip.UserAnswered) (next trip.Intent, gone bool, err error) {
	ask := in.Status.Ask
	switch {
	case !ask.Offers(a) || ask.Kind != trip.AskClarify:
		return in, false, nil
	case ask.Key == trip.KeyDays:
		return answerDays(c, in, ask, a)
	case len(in.Turn.Questions) == 0 || !ask.IsOf(&in.Turn.Questions[0]):
		return in, true, nil
	}
	told, next := in.PlanSnapshot(), in
	next.Turn.PlanBeforeMessage = &told
	q := next.Turn.Questions[0]
	choice := slices.IndexFunc(ask.Choices, func(c trip.Choice) bool { return c.ID == a.ChoiceID })
	if q.About != "" {
		if err := next.Write(q.About, q.Choices[choice].Value); err != nil {
			return in, false, fmt.Errorf("%w: %w", ErrPatch, err)
		}
	}
	next.Turn.Questions = slices.Delete(slices.Clone(next.Turn.Questions), 0, 1)
	if err := settleWritten(c, &in, &next); err != nil {
		return in, false, err
	}
	return next, false, nil
}

// settleWritten lets the return leg and the seeded nights follow what was written beside them.
func settleWritten(c catalog.Catalog, before, next *trip.Intent) error {
	today, err := c.Today(next.Request.Timezone, next.UpdatedAt)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPatch, err)
	}
	unseed(before, next)
	m := merge{next: next, ex: &trip.Extraction{}, today: today}
	m.returnLeg(&before.Itinerary)
	m.lodgingDates()
	invalidate(before, next)
	return nil
}
