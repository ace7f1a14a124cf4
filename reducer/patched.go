package reducer

import "github.com/legwork-go/legwork/trip"

// patched goes on after another system or an operator changed the intent (behaviour 1, 5). The applier has merged the
// patch and cleared what rested on the old values; the status follows. It opens no turn and queues nothing; holds that
// are to be released are released in the next turn.
func (s *step) patched() {
	s.Rule("5.3.amend")
	if len(s.Next.Turn.Outstanding) > 0 {
		return
	}
	w := &s.Next.WorkingMemory
	gone := false
	switch s.Next.Status.Node {
	case trip.PresentingOptions, trip.NoResults:
		gone = len(w.RankedBundles) == 0
	case trip.RiskChecked, trip.Blocked:
		gone = w.RiskReport == nil
	case trip.HoldsPlaced:
		gone = !s.booking().HoldsSomething()
	case trip.Booked:
		gone = !s.booking().Booked()
	case trip.AwaitingConfirmation:
		gone = s.Next.Turn.ShownRequirements != s.Next.Needs()
	case trip.CollectingRequirements, trip.ReadyToQuote, trip.QuotingFlights, trip.QuotingHotels, trip.RankingBundles,
		trip.RiskChecking, trip.PlacingHolds, trip.Purchasing, trip.AssistWorking, trip.AssistAnswered,
		trip.ErrorRetryable, trip.ErrorOutcomeUnknown, trip.StatusCount:
	}
	if gone {
		s.GoTo(s.booking().Furthest())
	}
}
