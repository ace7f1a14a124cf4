package machine

import "github.com/legwork-go/legwork/trip"

// every returns all statuses but these.
func every(but ...trip.Status) []trip.Status {
	out := make([]trip.Status, 0, trip.StatusCount)
	for s := range trip.StatusCount {
		skip := s == trip.ReadyToQuote
		for _, b := range but {
			skip = skip || s == b
		}
		if !skip {
			out = append(out, s)
		}
	}
	return out
}

func from(s ...trip.Status) []trip.Status { return s }

// Table is the lifecycle: the one place that says which status follows which.
func Table() []Edge {
	intake := from(trip.CollectingRequirements, trip.AwaitingConfirmation)
	quoting := from(trip.ReadyToQuote, trip.QuotingFlights, trip.QuotingHotels)
	return []Edge{
		{trip.TriggerMessage, every(trip.AwaitingConfirmation), trip.CollectingRequirements, "a message is read first, whatever it says"},
		{trip.TriggerMessage, from(trip.AwaitingConfirmation), trip.AwaitingConfirmation, "the answer to a summary is read in the light of it"},
		{trip.TriggerIntentReady, every(trip.AwaitingConfirmation), trip.CollectingRequirements, "another system wrote the intent"},
		{trip.TriggerIntentReady, from(trip.AwaitingConfirmation), trip.AwaitingConfirmation, "another system wrote the intent"},
		{trip.TriggerAskMissing, intake, trip.CollectingRequirements, "something required for quoting is missing"},
		{trip.TriggerAskConfirmation, intake, trip.AwaitingConfirmation, "the policy wants a confirmed summary"},
		{trip.TriggerComplete, intake, trip.ReadyToQuote, "nothing is missing"},
		{trip.TriggerSearchFlights, quoting, trip.QuotingFlights, "a flight search is outstanding"},
		{trip.TriggerSearchHotels, quoting, trip.QuotingHotels, "only hotel searches are outstanding"},
		{trip.TriggerRank, quoting, trip.RankingBundles, "every leg and stay has quotes"},
		{trip.TriggerPresent, from(trip.RankingBundles), trip.PresentingOptions, "there are bundles to choose from"},
		{trip.TriggerFindNothing, from(trip.ReadyToQuote, trip.QuotingFlights, trip.QuotingHotels, trip.RankingBundles), trip.NoResults, "a search or the ranking found nothing"},
		{trip.TriggerSelect, every(), trip.RiskChecking, "a bundle is checked before it is held"},
		{trip.TriggerClearRisk, from(trip.RiskChecking), trip.RiskChecked, "nothing blocks the bundle"},
		{trip.TriggerBlock, every(), trip.Blocked, "the risk report has blockers"},
		{trip.TriggerPlaceHolds, every(), trip.PlacingHolds, "the selected options are held"},
		{trip.TriggerHold, from(trip.PlacingHolds, trip.ErrorOutcomeUnknown), trip.HoldsPlaced, "at least one option is held"},
		{trip.TriggerPurchase, every(), trip.Purchasing, "the traveller approved what was shown"},
		{trip.TriggerBook, from(trip.Purchasing, trip.ErrorOutcomeUnknown), trip.Booked, "the purchase is confirmed"},
		{trip.TriggerAssist, every(), trip.AssistWorking, "the message asks for something else"},
		{trip.TriggerAnswer, from(trip.AssistWorking), trip.AssistAnswered, "the assistant has answered"},
		{trip.TriggerFail, every(), trip.ErrorRetryable, "a tool failed; the next message starts a full new turn"},
		{trip.TriggerLoseOutcome, every(), trip.ErrorOutcomeUnknown, "nobody knows yet whether a write happened"},
		{trip.TriggerReturnToStart, every(), trip.CollectingRequirements, "no later point is valid"},
		{trip.TriggerReturnToBundles, append(every(), trip.ReadyToQuote), trip.PresentingOptions, "the bundles still stand"},
		{trip.TriggerReturnToRisk, append(every(), trip.ReadyToQuote), trip.RiskChecked, "the risk report still stands"},
		{trip.TriggerReturnToBlocked, append(every(), trip.ReadyToQuote), trip.Blocked, "the risk report still stands, with blockers"},
		{trip.TriggerReturnToHolds, append(every(), trip.ReadyToQuote), trip.HoldsPlaced, "the holds still stand"},
		{trip.TriggerReturnToBooked, append(every(), trip.ReadyToQuote), trip.Booked, "the booking still stands"},
		{trip.TriggerReturnToUnknown, append(every(), trip.ReadyToQuote), trip.ErrorOutcomeUnknown, "a write's outcome is still unknown"},
	}
}
