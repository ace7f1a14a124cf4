package trip

// Status is one node of the lifecycle: a phase and a state within it.
type Status uint8

// The closed set of statuses. ReadyToQuote is transient: no event ends in it.
const (
	CollectingRequirements Status = iota
	AwaitingConfirmation
	ReadyToQuote
	QuotingFlights
	QuotingHotels
	RankingBundles
	PresentingOptions
	NoResults
	RiskChecking
	RiskChecked
	Blocked
	PlacingHolds
	HoldsPlaced
	Purchasing
	Booked
	AssistWorking
	AssistAnswered
	ErrorRetryable
	ErrorOutcomeUnknown
	StatusCount // the number of statuses; not itself one
)

var statusNames = [StatusCount]struct{ phase, state string }{
	CollectingRequirements: {"intake", "collecting_requirements"},
	AwaitingConfirmation:   {"intake", "awaiting_confirmation"},
	ReadyToQuote:           {"intake", "ready_to_quote"},
	QuotingFlights:         {"quote", "quoting_flights"},
	QuotingHotels:          {"quote", "quoting_hotels"},
	RankingBundles:         {"quote", "ranking_bundles"},
	PresentingOptions:      {"quote", "presenting_options"},
	NoResults:              {"quote", "no_results"},
	RiskChecking:           {"quote", "risk_checking"},
	RiskChecked:            {"quote", "risk_checked"},
	Blocked:                {"quote", "blocked"},
	PlacingHolds:           {"book", "placing_holds"},
	HoldsPlaced:            {"book", "holds_placed"},
	Purchasing:             {"book", "purchasing"},
	Booked:                 {"completed", "booked"},
	AssistWorking:          {"assist", "working"},
	AssistAnswered:         {"assist", "answered"},
	ErrorRetryable:         {"error", "retryable"},
	ErrorOutcomeUnknown:    {"error", "outcome_unknown"},
}

// Phase returns the wire name of the phase, such as "quote".
func (s Status) Phase() string { return statusNames[s].phase }

// State returns the wire name of the state, such as "quoting_flights".
func (s Status) State() string { return statusNames[s].state }

// String returns "phase/state".
func (s Status) String() string { return s.Phase() + "/" + s.State() }

// parseStatus finds the status with these wire names. An empty phase or one that does
// not belong to the state is not a status.
func parseStatus(phase, state string) (Status, bool) {
	for s := range StatusCount {
		if statusNames[s].state == state && statusNames[s].phase == phase {
			return s, true
		}
	}
	return 0, false
}

// with returns the status that a phase and a state name, either of which may be left out: a
// state tells its phase, a phase alone keeps the state.
func (s Status) with(phase, state string) (Status, bool) {
	if phase == "" && state == "" {
		return s, true
	}
	if state == "" {
		return parseStatus(phase, s.State())
	}
	for other := range StatusCount {
		if other.State() == state && (phase == "" || other.Phase() == phase) {
			return other, true
		}
	}
	return 0, false
}
