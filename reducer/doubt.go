package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// While the outcome of a hold, a release or a purchase is unknown, a person hears that before anything else, and the
// trip does nothing that was not asked for in spite of it (behaviour 1.5).

// doubts are the keys of the other messages that begin with what is not known, or with what has come to be known.
var doubts = []string{"error.outcome_unknown", "cancel.unknown", "purchase.after_all"}

// leadWithDoubt puts what is not known before the first words of a turn. It is said once.
// Rule: 1.5.unknown-first
func (s *step) leadWithDoubt() {
	if !s.booking().InDoubt() || len(s.D.UI) == 0 || s.Next.Turn.Said != "" {
		return
	}
	first := s.teller().UnknownMessage()
	var rest []trip.Message
	for _, m := range s.D.UI {
		if m.Key == first.Key {
			first = m // it may say more
			continue
		}
		rest = append(rest, m)
	}
	if len(rest) > 0 && slices.Contains(doubts, rest[0].Key) { // and this says what first would say
		s.D.UI = rest
		return
	}
	s.Rule("1.5.unknown-first")
	s.D.UI = append([]trip.Message{first}, rest...)
}

// searchesInDoubt reports whether a search was asked for although the outcome of a write is unknown: by a change of the
// plan, in so many words, or by a system that brings a plan which was not searched yet.
// Rule: 1.5.unknown-no-search
func (s *step) searchesInDoubt() bool {
	if s.Changed || s.confirming {
		return true
	}
	isWanted := s.Reading == nil || s.Heard.Retry()
	return isWanted && !s.search().IsSearched() || s.Reading != nil && s.Heard.Message().Search
}

// restInDoubt ends a turn that asked for no search, and says how one is asked for where there is something to search.
func (s *step) restInDoubt() {
	s.Rule("1.5.unknown-no-search")
	isStale := len(s.missing(s.Next)) == 0 && s.search().IsStale()
	s.booking().RestAtFurthest()
	s.Say(messages.WriteUnknown{InDoubt: s.teller().Doubted(s.Next.Turn.InDoubt()), Stale: isStale}.Message())
}

// inSpiteOf is what stays in doubt while something is done although the outcome of a write is unknown.
// Rule: 1.5.unknown-start-over
func (s *step) inSpiteOf() (doubted messages.InDoubt, doubt bool) {
	if !s.booking().InDoubt() {
		return doubted, false
	}
	s.Rule("1.5.unknown-start-over")
	return s.teller().Doubted(s.Next.Turn.InDoubt()), true
}

// startsOver asks whether what is held shall be given back for a new trip.
func (s *step) startsOver(held []*trip.Hold) trip.Message {
	doubted, doubt := s.inSpiteOf()
	return messages.AskStartOver{Items: describe.Items(held), InDoubt: doubted, Doubt: doubt}.Message()
}
