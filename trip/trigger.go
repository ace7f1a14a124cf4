package trip

// The lifecycle's edge labels. What each means, and where it leads, stands in the lifecycle
// table of package reducer.
const (
	TriggerMessage Trigger = iota
	TriggerIntentReady
	TriggerAskMissing
	TriggerAskConfirmation
	TriggerComplete
	TriggerSearchFlights
	TriggerSearchHotels
	TriggerRank
	TriggerPresent
	TriggerFindNothing
	TriggerSelect
	TriggerClearRisk
	TriggerBlock
	TriggerPlaceHolds
	TriggerHold
	TriggerPurchase
	TriggerBook
	TriggerAssist
	TriggerAnswer
	TriggerFail
	TriggerLoseOutcome
	TriggerReturnToStart
	TriggerReturnToBundles
	TriggerReturnToRisk
	TriggerReturnToBlocked
	TriggerReturnToHolds
	TriggerReturnToBooked
	TriggerReturnToUnknown
	TriggerCount // the number of triggers; not itself one
)

var triggerNames = [TriggerCount]string{
	"message", "intent_ready", "ask_missing", "ask_confirmation", "complete", "search_flights",
	"search_hotels", "rank", "present", "find_nothing", "select", "clear_risk", "block",
	"place_holds", "hold", "purchase", "book", "assist", "answer", "fail", "lose_outcome",
	"return_to_start", "return_to_bundles", "return_to_risk", "return_to_blocked",
	"return_to_holds", "return_to_booked", "return_to_unknown",
}

// String returns the label, such as "search_flights".
func (t Trigger) String() string { return triggerNames[t] }
