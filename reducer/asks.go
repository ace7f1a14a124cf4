package reducer

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// What the trip waits for at the end of a turn (behaviour 6.2).

// The keys of what is answered by yes or no: whether the summary of the trip is right, whether what is selected is
// held, and whether what is held is given back for a new start.
const (
	keyTrip      = "ask.trip"
	keyHold      = "ask.hold"
	keyStartOver = "ask.start_over"
)

// ask returns the question whose answer would move the trip on, or nil if there is none or the outcome of a write is
// unknown.
// Rule: 6.2.ask-ends
func (s *step) ask() *trip.Ask {
	t := &s.next.Turn
	inDoubt := s.inDoubt()
	if t.StartOver != "" {
		return s.askYesOrNo(s.inSpiteOf(keyStartOver, "items", itemsOf(s.givable())), nil, t.StartOver)
	}
	if ask := s.askWaiting(); ask != nil || inDoubt {
		return ask
	}
	if ask := s.askStandingApproval(); ask != nil {
		return ask
	}
	switch at := s.next.Status.Node; {
	case at == trip.CollectingRequirements:
		return s.askOpen()
	case at == trip.AwaitingConfirmation:
		return s.askYesOrNo(trip.Say(keyTrip), []string{"itinerary"}, string(s.next.Needs()))
	case at == trip.ReadyToQuote, at == trip.NoResults, isAtWork(at):
		return nil
	default:
		return s.askStanding()
	}
}

// askStanding asks for what the furthest point waits for.
func (s *step) askStanding() *trip.Ask {
	w := &s.next.WorkingMemory
	switch at := s.furthest(); {
	case at == machine.ReturnToRisk:
		report := wire.AppendStrings(wire.AppendStrings([]byte(w.Selected.BundleID), w.Selected.FlightOptionIDs),
			w.RiskReport.Risks)
		about := []string{"working_memory.selected"}
		if s.approvalFirst() { // a yes would hold nothing
			m := trip.Tell(s.chosen(), keyHold, s.besideRequests("needs_approval", true)...)
			return s.newAsk(trip.AskConfirm, m, about,
				[]trip.Choice{{ID: choiceNo, Key: "choice.no"}}, report)
		}
		m := trip.Tell(s.chosen(), keyHold, s.onlyNamed(s.besideBooking("confirmations", s.toConfirm())...)...)
		return s.askYesOrNo(m, about, string(report))
	case at == machine.ReturnToBundles, at == machine.ReturnToBlocked:
		return s.askChoice()
	case at == machine.ReturnToStart:
		if !isBlank(s.next) {
			return s.askOpen()
		}
	}
	return nil
}

// newAsk makes an ask whose id is the hash of what it shows.
func (s *step) newAsk(
	kind trip.AskKind, m trip.Message, about []string, choices []trip.Choice, shown []byte,
) *trip.Ask {
	return newAsk(kind, m, about, choices, func(b []byte) []byte { return append(s.appendRefs(b, m.Refs), shown...) })
}

// newAsk makes an ask whose id is the hash of what it says and of what is shown beside that, which shown appends.
func newAsk(
	kind trip.AskKind, m trip.Message, about []string, choices []trip.Choice, shown func([]byte) []byte,
) *trip.Ask {
	id := wire.HashOf(func(b []byte) []byte {
		b = append(append(b, kind...), m.Key...)
		b = wire.AppendStrings(shown(m.Params.AppendJSON(b)), about)
		for i := range choices {
			b = wire.AppendString(b, choices[i].ID)
		}
		return b
	})
	return &trip.Ask{Kind: kind, ID: id, About: about, Key: m.Key, Refs: m.Refs, Params: m.Params, Choices: choices}
}

// Rule: 6.2.ask-confirm
func (s *step) askYesOrNo(m trip.Message, about []string, shown string) *trip.Ask {
	return s.newAsk(trip.AskConfirm, m, about,
		[]trip.Choice{{ID: choiceYes, Key: "choice.yes"}, {ID: choiceNo, Key: "choice.no"}}, []byte(shown))
}

// askChoice asks which of the bundles that were listed is taken.
// Rule: 6.2.ask-choose
func (s *step) askChoice() *trip.Ask {
	shown := s.next.Turn.Shown
	choices := make([]trip.Choice, 0, len(shown))
	options, refs := make([]trip.OptionRef, len(shown)), make([]trip.Refs, len(shown)) // of all choices at once
	for i, id := range shown {
		at := s.rankOf(id)
		if at < 0 {
			return nil
		}
		if !s.listed {
			f := s.factsOf(at)
			s.noteMarks(&f)
		}
		options[i] = trip.OptionRef{BundleID: id, Position: int64(i + 1)}
		refs[i].Option = &options[i]
		choices = append(choices, trip.Choice{ID: id, Key: "choice.option", Refs: &refs[i]})
	}
	if len(choices) == 0 {
		return nil
	}
	m := trip.Say("ask.choose")
	if s.offersLodging() {
		m = trip.Say("ask.choose", "offer_hotel", true)
	}
	return newAsk(trip.AskChoose, m, []string{"working_memory.selected"}, choices,
		func(b []byte) []byte { return append(b, s.shownHash()...) })
}

// isBlank reports whether the trip has no requirements yet.
func isBlank(in *trip.Intent) bool {
	it := &in.Itinerary
	return len(it.Segments)+len(it.Lodging.Stays) == 0 && in.Party.Travelers == (trip.Travelers{}) &&
		it.Lodging.CheckIn == 0 && it.TripType == ""
}

// askOpen asks about the first open question, else about conflicts, else for what is missing, else for one of the days
// and routes that were listed; nil when nothing is open.
// Rule: 6.2.ask-missing, 6.2.ask-clarify
func (s *step) askOpen() *trip.Ask {
	questions, against, gaps := s.next.Turn.Questions, s.next.Status.Conflicts, s.next.Status.MissingRequired
	switch {
	case len(questions) > 0:
		return s.askQuestion(questions)
	case len(against) > 0:
		var about, codes []string
		for _, c := range against {
			about, codes = append(about, c.About...), append(codes, c.Code)
		}
		return s.newAsk(trip.AskClarify, trip.Say("ask.conflicts", "codes", codes), about, nil, nil)
	case len(gaps) > 0 && s.next.Turn.Number > 0:
		return s.newAsk(trip.AskMissing, s.askMissing(gaps), gaps, nil, nil)
	case len(gaps) == 0 && len(s.next.Turn.Days) > 0:
		return s.askDays()
	}
	return nil
}

// askMissing asks for what is missing, with the questions that fields bring with them.
func (s *step) askMissing(gaps []string) trip.Message {
	m := trip.Say("ask.missing", "missing", gaps)
	own := s.fieldsOf(gaps)
	if len(own) == 0 {
		return m
	}
	questions := make([]trip.Params, len(own))
	for i, f := range own {
		questions[i] = trip.With("path", f.Path, "question", f.Question)
	}
	return trip.Say(m.Key, "missing", gaps, "questions", questions)
}

// askQuestion asks the first of several questions, with its choices.
func (s *step) askQuestion(questions []trip.Question) *trip.Ask {
	first := &questions[0]
	var choices []trip.Choice
	var shown []byte
	for i, c := range first.Choices {
		m := trip.Sentence(c.Label)
		choices = append(choices, trip.Choice{ID: strconv.Itoa(i + 1), Key: m.Key, Params: m.Params})
		shown = append(wire.AppendString(shown, c.Label), c.Value...)
	}
	var about []string
	for i := range questions {
		if questions[i].About != "" {
			about = append(about, questions[i].About)
		}
	}
	return s.newAsk(trip.AskClarify, trip.Sentence(first.Text), about, choices, shown)
}
