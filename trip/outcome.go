package trip

// Class is the outcome class of a finished call (behaviour 2.1, a closed set).
//
//codec:enum an outcome class
type Class string

// The outcome classes.
const (
	ClassOK               Class = "ok"
	ClassEmpty            Class = "empty"
	ClassInvalidArguments Class = "invalid_arguments"
	ClassNeedsInput       Class = "needs_input"
	ClassFailed           Class = "failed"
	ClassPermanent        Class = "permanent"
	ClassRateLimited      Class = "rate_limited"
	ClassTimeout          Class = "timeout"
	ClassDenied           Class = "denied"
	ClassCancelled        Class = "cancelled"
	ClassOutcomeUnknown   Class = "outcome_unknown"
	ClassNotSent          Class = "not_sent" // a write that never left this process
	ClassExpired          Class = "expired"  // what a write was about had ended: an offer, or a hold
)

// Known reports whether c is one of the closed set.
func (c Class) Known() bool {
	switch c {
	case ClassOK, ClassEmpty, ClassInvalidArguments, ClassNeedsInput, ClassFailed, ClassPermanent,
		ClassRateLimited, ClassTimeout, ClassDenied, ClassCancelled, ClassOutcomeUnknown, ClassNotSent,
		ClassExpired:
		return true
	}
	return false
}

// Definite reports whether a write that failed with this class certainly did not happen
// (behaviour 1.5).
func (c Class) Definite() bool {
	switch c {
	case ClassInvalidArguments, ClassDenied, ClassPermanent, ClassRateLimited, ClassNotSent, ClassExpired:
		return true
	case ClassOK, ClassEmpty, ClassNeedsInput, ClassFailed, ClassTimeout, ClassCancelled, ClassOutcomeUnknown:
		return false
	}
	return false
}
