package reducer

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// What the trip waits for at the end of a turn (behaviour 6.2).

// The key of what is answered by yes or no beside whether what is selected is held and whether to start over
// ([trip.KeyStartOver]): whether the summary of the trip is right.
const keyTrip = "ask.trip"

// ask returns the question whose answer would move the trip on, or nil if there is none or the outcome of a write is
// unknown.
// Rule: 6.2.ask-ends
func (s *step) ask() *trip.Ask {
	t := &s.Next.Turn
	inDoubt := s.booking().InDoubt()
	if t.StartOver != "" {
		return s.teller().AskYesOrNo(s.startsOver(s.booking().Givable()), nil, t.StartOver)
	}
	if ask := s.askWaiting(); ask != nil || inDoubt {
		return ask
	}
	if ask := s.teller().StandingApproval(); ask != nil {
		return ask
	}
	switch at := s.Next.Status.Node; {
	case at == trip.CollectingRequirements:
		return s.askOpen()
	case at == trip.AwaitingConfirmation:
		return s.teller().AskYesOrNo(messages.AskTrip(), []string{"itinerary"}, string(s.Next.Needs()))
	case at == trip.ReadyToQuote, at == trip.NoResults, isAtWork(at):
		return nil
	case s.booking().Furthest() != machine.ReturnToStart:
		return s.teller().AskAtPoint()
	case isBlank(s.Next):
		return nil
	}
	return s.askOpen()
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
	questions, against, gaps := s.Next.Turn.Questions, s.Next.Status.Conflicts, s.Next.Status.MissingRequired
	switch {
	case len(questions) > 0:
		return s.askQuestion(questions)
	case len(against) > 0:
		var about, codes []string
		for _, c := range against {
			about, codes = append(about, c.About...), append(codes, c.Code)
		}
		return s.teller().NewAsk(trip.AskClarify, messages.AskConflicts{Codes: codes}.Message(), about, nil, nil)
	case len(gaps) > 0 && s.Next.Turn.Number > 0:
		return s.teller().NewAsk(trip.AskMissing, s.askMissing(gaps), gaps, nil, nil)
	case len(gaps) == 0 && len(s.Next.Turn.Days) > 0:
		return s.search().AskDays()
	}
	return nil
}

// sameOnWayBack are the places of the way there between which the way back of a round trip runs.
var sameOnWayBack = map[string]string{
	"itinerary.segments[1].origin.code":      "itinerary.segments[0].destination.code",
	"itinerary.segments[1].destination.code": "itinerary.segments[0].origin.code",
}

// askMissing asks for what is missing, with the questions that fields bring with them. A place of the way there is
// asked for once, and not for the way back again.
// Rule: 6.2.ask-missing, 6.2.ask-way-back
func (s *step) askMissing(gaps []string) trip.Message {
	m := messages.AskMissing{Missing: gaps}
	if s.Next.Itinerary.TripType == trip.RoundTrip {
		m.Missing = slices.DeleteFunc(slices.Clone(gaps), func(path string) bool {
			return slices.Contains(gaps, sameOnWayBack[path])
		})
	}
	for _, f := range s.fieldsOf(gaps) {
		m.Questions = append(m.Questions, trip.With("path", f.Path, "question", f.Question))
	}
	return m.Message()
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
	return s.teller().NewAsk(trip.AskClarify, trip.Sentence(first.Text), about, choices, shown)
}
