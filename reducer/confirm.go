package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// confirmed reports whether these requirements may be quoted under confirm_before_quote. If
// not, it has asked (1.3).
func (s *step) confirmed(said *trip.Extraction) bool {
	t, needs := &s.next.Turn, s.next.Needs()
	if t.ConfirmedRequirements == needs {
		return true
	}
	answers := said != nil // a message, not INTENT_READY
	asked := answers && s.next.Status.Node == trip.AwaitingConfirmation && t.ShownRequirements == needs
	if asked && confirms(s.next.Request.UserMessage) {
		s.rule("1.3.confirm-yes")
		t.ConfirmedRequirements = needs
		return true
	}
	s.rule("1.3.confirm-asks")
	s.fire(trip.TriggerAskConfirmation)
	t.ShownRequirements = needs
	if asked && len(said.ClarifyingQuestions) > 0 && said.ClarifyingQuestions[0] != "" {
		s.rule("1.3.confirm-question")
		s.say(trip.Sentence(said.ClarifyingQuestions[0]))
		return false
	}
	s.say(summary(s.next))
	return false
}

var confirmingWords = []string{
	"yes", "y", "yep", "ok", "okay", "sure", "looks good", "go ahead", "correct", "that's right", "confirm",
	"proceed", "search", "find flights", "find hotels", "get quotes", "sounds good", "perfect", "good",
	"continue", "book it", "that works",
}

var confirmingStarts = []string{"yes ", "yes,", "ok ", "sure ", "go ahead"}

var contrasts = []string{
	"no", "not", "but", "except", "wait", "nope", "nah", "don't", "dont", "never", "cannot", "without", "however",
	"instead", "although", "though", "unless", "cancel",
}

// confirms reports whether a message says yes and nothing against it.
func confirms(message string) bool {
	text := phrase(message)
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '\'' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	for _, w := range words {
		if slices.Contains(contrasts, w) || strings.HasSuffix(w, "n't") {
			return false
		}
	}
	if slices.Contains(confirmingWords, text) {
		return true
	}
	return slices.ContainsFunc(confirmingStarts, func(start string) bool { return strings.HasPrefix(text, start) })
}

// phrase returns a message in lower case, without white space around it and punctuation at its end.
func phrase(message string) string {
	text := strings.ToLower(strings.TrimSpace(message))
	text = strings.ReplaceAll(text, "\u2019", "'")
	return strings.TrimRight(text, ".!?,;:… \t\n")
}

// summary tells travellers, legs and stays in one message.
func summary(in *trip.Intent) trip.Message {
	t := in.Party.Travelers
	var legs []trip.Params
	if in.Itinerary.TripType != trip.StayOnly {
		for i := range in.Itinerary.Segments {
			legs = append(legs, leg(&in.Itinerary.Segments[i]))
		}
	}
	var stays []trip.Params
	for j := range in.StayCount() {
		stay := in.StayAt(j)
		stays = append(stays, append(stayOf(stay), trip.Param{Name: "rooms", Value: in.StayRooms(stay)}))
	}
	return trip.Say("confirm.summary", "adults", t.Adults, "children", t.Children, "infants", t.Infants, "legs", legs,
		"stays", stays, "cabin", in.Preferences.Flight.Cabin, "budget", in.Constraints.BudgetTotal)
}

// leg tells a leg.
func leg(s *trip.Segment) trip.Params {
	mode := s.TransportMode
	if s.IsFlight() {
		mode = trip.ModeFlight
	}
	return trip.With("origin", s.Origin.Code, "destination", s.Destination.Code, "date", s.DepartDate, "mode", mode)
}

// stayOf tells a stay.
func stayOf(s trip.Stay) trip.Params {
	return trip.With("check_in", s.CheckIn, "check_out", s.CheckOut, "place", s.LocationCode)
}
