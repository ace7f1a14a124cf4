package reducer

import (
	"slices"

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

// countQuestions notes which questions this decision asks.
// Rule: 7.4.once
func (s *step) countQuestions() {
	for i := range s.d.UI {
		m := &s.d.UI[i]
		id := s.questionOf(m)
		if id == "" {
			continue
		}
		t := &s.next.Turn
		list := slices.Clone(t.Asked)
		at := slices.IndexFunc(list, func(c trip.Count) bool { return c.Name == id })
		if at < 0 {
			list = append(list[max(len(list)-trip.MaxAsked+1, 0):], trip.Count{Name: id, N: 1})
			t.Asked = list
			continue
		}
		s.rule("7.4.once")
		if m.Key == trip.KeyText {
			*m = s.askAgain(list[at].N)
			list[at].N++
			t.Asked = list
			continue
		}
		m.Params = trip.With(append(asArgs(m.Params), "asked", list[at].N)...)
		list[at].N++
		t.Asked = list
	}
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
		if ask := s.next.Status.Ask; ask == nil || ask.Kind != trip.AskMissing && ask.Kind != trip.AskClarify {
			return ""
		}
	default:
		ask, _ := m.Params.Get("ask").(trip.Message)
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

func (s *step) hashOfMessage(m *trip.Message) string {
	return wire.HashOf(func(b []byte) []byte { return s.appendRefs(m.Params.AppendJSON(append(b, m.Key...)), m.Refs) })
}

// askAgain asks in other words what a tool's question asked before.
func (s *step) askAgain(times int64) trip.Message {
	ask := s.next.Status.Ask
	var labels, numbers []string
	for i := range ask.Choices {
		label, _ := ask.Choices[i].Params.Get("text").(string)
		labels, numbers = append(labels, label), append(numbers, ask.Choices[i].ID)
	}
	args := []any{"asked", times, "ask", ask.Message(), "trip", s.plan(), "kind", string(ask.Kind), "about", ask.About}
	if len(labels) > 0 {
		args = append(args, "labels", labels, "numbers", numbers)
	}
	return trip.Say("ask.again", args...)
}
