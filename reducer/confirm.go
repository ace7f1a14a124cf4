package reducer

import (
	"slices"
	"strconv"
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
		t.ConfirmedRequirements = needs
		return true
	}
	s.fire(trip.TriggerAskConfirmation)
	t.ShownRequirements = needs
	if asked && len(said.ClarifyingQuestions) > 0 && said.ClarifyingQuestions[0] != "" {
		s.say(trip.Sentence(said.ClarifyingQuestions[0]))
		return false
	}
	s.say(trip.Sentence(summary(&s.next)))
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
func summary(in *trip.Intent) string {
	var b strings.Builder
	b.WriteString("Please confirm: ")
	b.WriteString(travellers(in.Party.Travelers))
	if in.Itinerary.TripType != trip.StayOnly {
		for i := range in.Itinerary.Segments {
			b.WriteString("; ")
			b.WriteString(leg(&in.Itinerary.Segments[i]))
		}
	}
	for j := range in.StayCount() {
		stay := in.StayAt(j)
		b.WriteString("; stay in " + stay.LocationCode + " from " + stay.CheckIn.String() + " to " + stay.CheckOut.String())
		b.WriteString(", " + plural(in.StayRooms(stay), "room", "rooms"))
	}
	if in.Preferences.Flight.Cabin != "" {
		b.WriteString("; cabin " + in.Preferences.Flight.Cabin)
	}
	if in.Constraints.BudgetTotal != (trip.Money{}) {
		b.WriteString("; budget " + in.Constraints.BudgetTotal.String())
	}
	b.WriteString(". Shall I search?")
	return b.String()
}

func leg(s *trip.Segment) string {
	text := s.Origin.Code + " to " + s.Destination.Code + " on " + s.DepartDate.String()
	if !s.IsFlight() {
		text += " by " + s.TransportMode
	}
	return text
}

func travellers(t trip.Travelers) string {
	text := plural(t.Adults, "adult", "adults")
	if t.Children > 0 {
		text += ", " + plural(t.Children, "child", "children")
	}
	if t.Infants > 0 {
		text += ", " + plural(t.Infants, "infant", "infants")
	}
	return text
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}
