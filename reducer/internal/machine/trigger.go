package machine

// Trigger is the label of a lifecycle edge.
type Trigger uint8

// The labels. What each means, and where it leads, stands in the table.
const (
	Open Trigger = iota
	AskMissing
	AskDays
	AskConfirmation
	Complete
	Search
	Done
	FindNothing
	Select
	Block
	PlaceHolds
	Purchase
	Assist
	Fail
	LoseOutcome
	ReturnToStart
	ReturnToBundles
	ReturnToRisk
	ReturnToBlocked
	ReturnToHolds
	ReturnToBooked
	ReturnToUnknown
	TriggerCount // the number of triggers; not itself one
)

var triggerNames = [TriggerCount]string{
	"open", "ask_missing", "ask_days", "ask_confirmation", "complete", "search", "done", "find_nothing", "select", "block",
	"place_holds", "purchase", "assist", "fail", "lose_outcome",
	"return_to_start", "return_to_bundles", "return_to_risk", "return_to_blocked",
	"return_to_holds", "return_to_booked", "return_to_unknown",
}

// String returns the label, such as "search".
func (t Trigger) String() string { return triggerNames[t] }
