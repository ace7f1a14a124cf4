package trip

// The lifecycle's edge labels. What each means, and where it leads, stands in the lifecycle
// table of package reducer.
const (
	TriggerOpen Trigger = iota
	TriggerAskMissing
	TriggerAskConfirmation
	TriggerComplete
	TriggerSearch
	TriggerDone
	TriggerFindNothing
	TriggerSelect
	TriggerBlock
	TriggerPlaceHolds
	TriggerPurchase
	TriggerAssist
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
	"open", "ask_missing", "ask_confirmation", "complete", "search", "done", "find_nothing", "select", "block",
	"place_holds", "purchase", "assist", "fail", "lose_outcome",
	"return_to_start", "return_to_bundles", "return_to_risk", "return_to_blocked",
	"return_to_holds", "return_to_booked", "return_to_unknown",
}

// String returns the label, such as "search".
func (t Trigger) String() string { return triggerNames[t] }
