package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// A question is not asked twice in the same words (behaviour 7.4): each message tells how often the trip has asked its
// question before, and package texts words it by that.

// The questions that stand in messages of several keys.
const (
	questionChoice = "choice" // which of the options is taken
	questionWhich  = "which"  // which option is meant

	questionApproval = "approval" // whether what is held is bought
)

// countQuestions notes which questions this decision asks. What a tool words is asked again where its words are those
// of a question before, and where it is about the same with the same answers.
// Rule: 7.4.once
func (s *step) countQuestions() {
	for i := range s.D.UI {
		m := &s.D.UI[i]
		id := s.questionOf(m)
		if id == "" {
			continue
		}
		asked := s.countQuestion(id)
		if s.isWordedByTool(m) {
			asked = max(asked, s.countQuestion(s.hashOfAsk()))
		}
		switch {
		case asked == 0:
			continue
		case m.Key == trip.KeyText:
			*m = s.askAgain(asked)
		default:
			*m = messages.AskedBefore(*m, asked)
		}
		s.Rule("7.4.once")
	}
}

// countQuestion counts a question once more, and returns how often it was asked before.
func (s *step) countQuestion(id string) int64 {
	t := &s.Next.Turn
	list := slices.Clone(t.Asked)
	at := slices.IndexFunc(list, func(c trip.Count) bool { return c.Name == id })
	if at < 0 {
		t.Asked = append(list[max(len(list)-trip.MaxAsked+1, 0):], trip.Count{Name: id, N: 1})
		return 0
	}
	list[at].N++
	t.Asked = list
	return list[at].N - 1
}

// isWordedByTool reports whether a message asks for a part of the plan in a tool's words. Those of an assistant answer
// the person, whatever is asked besides.
func (s *step) isWordedByTool(m *trip.Message) bool {
	if s.Next.Request.Kind == trip.KindAssist {
		return false
	}
	ask := messages.Asking(m)
	if m.Key != trip.KeyText && ask.Key != trip.KeyText {
		return false
	}
	a := s.Next.Status.Ask
	return a != nil && (a.Kind == trip.AskMissing || a.Kind == trip.AskClarify)
}

// questionOf names the question that a message asks, "" where it asks none.
func (s *step) questionOf(m *trip.Message) string {
	switch m.Key {
	case "present.options", "show.more", "show.sorted", "show.terms":
		return questionChoice
	case "select.which", "select.several_fit", "select.no_position":
		return questionWhich
	case "hold.held", "approve.moved", "approve.unnamed", "approve.too_early":
		return questionApproval
	case "risk.checked", "decline.trip", "confirm.summary":
		return m.Key
	case trip.KeyText:
		if !s.isWordedByTool(m) {
			return ""
		}
	default:
		ask := messages.Asking(m)
		switch ask.Key {
		case "":
			return ""
		case "ask.choose":
			return questionChoice
		}
		return s.hashOfMessage(&ask)
	}
	return s.hashOfMessage(m)
}

// hashOfAsk names what is asked for by its kind, what it is about and what can be answered.
func (s *step) hashOfAsk() string {
	ask := s.Next.Status.Ask
	return wire.HashOf(func(b []byte) []byte {
		b = append(b, ask.Kind...)
		for _, path := range ask.About {
			b = append(append(b, ' '), path...)
		}
		for i := range ask.Choices {
			b = ask.Choices[i].Params.AppendJSON(b)
		}
		return b
	})
}

func (s *step) hashOfMessage(m *trip.Message) string {
	return wire.HashOf(func(b []byte) []byte {
		return s.teller().AppendRefs(m.Params.AppendJSON(append(b, m.Key...)), m.Refs)
	})
}

// askAgain asks in other words what a tool's question asked before.
func (s *step) askAgain(times int64) trip.Message {
	ask := s.Next.Status.Ask
	var labels, numbers []string
	for i := range ask.Choices {
		c := &ask.Choices[i]
		labels, numbers = append(labels, messages.Label(c)), append(numbers, c.ID)
	}
	return messages.AskAgain{
		Refs: trip.Refs{Trip: true}, Ask: ask.Message().Bare(), Asked: times, Kind: string(ask.Kind), About: ask.About,
		Labels: labels, Numbers: numbers,
	}.Message()
}
