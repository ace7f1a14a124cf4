package trip

// Turn is the engine's own bookkeeping: it is part of the saved state, so that a turn can
// be resumed, checked and explained from the state alone. It is bounded (see limits.go).
type Turn struct {
	Number  int64   // turns opened so far; 0 before the first
	Seq     int64   // seq of the last event folded
	LogAt   Instant // At of the last event folded, where its clock stood before that; else absent
	Ordinal int64   // calls queued in this turn
	Round   int64   // rounds queued in this turn
	Failed  bool    // a call of this turn failed on the reducer's own path: nothing more is queued

	Outstanding []Pending // queued and not yet settled, in call order
	Settled     []string  // call ids settled in this turn
	Superseded  []string  // call ids of this turn that were cancelled
	Unknown     []Pending // write calls whose outcome is unknown, open for settling in any turn

	FlightMarks []QuoteMark // by segment index: when and with which arguments the quotes were made
	HotelMarks  []QuoteMark // by stay index

	SeededCheckIn  bool // lodging.check_in follows the first leg's date
	SeededCheckOut bool // lodging.check_out follows the return date

	ShownRequirements     Hash        // what the last summary showed
	ConfirmedRequirements Hash        // what the traveller confirmed
	ShownAsk              string      // id of the approve ask that was shown last
	Answered              []string    // confirmations that were given for this risk report
	HoldRequested         bool        // a hold goes on by itself after the risk check
	OpenRequest           string      // what the person asked for before the question that ended the last turn
	Unread                []string    // earlier messages whose extraction did not succeed, oldest first
	HeldPrices            []HeldPrice // what the offers of holds cost before they were searched again
	Releases              []string    // held hold ids that a change cleared, to be released
	Definite              []Count     // definite outcomes by write tool, sorted by name

	Assist Assist
}

// Pending is a call that was queued and has no settled outcome yet.
type Pending struct {
	CallID string
	Name   string
	Write  bool
	Index  int64    // the leg or stay that a quote search is for, else 0
	Mark   Hash     // hash of the canonical arguments where a rule compares them, else empty
	Key    string   // idempotency key of a write call
	Items  []string // the option or hold ids that a write call is about
	Prices []Money  // of a hold: what its items were offered for, in their order; empty when one is not known
	Needs  Hash     // requirements at the time of a write call
}

// QuoteMark says when a leg's or stay's quotes were searched, and with which arguments.
type QuoteMark struct {
	At   Instant
	Turn int64
	Args Hash // empty: not searched
}

// Count is a number kept under a name.
type Count struct {
	Name string
	N    int64
}

// HeldPrice is what the offer of a hold cost when it was held.
type HeldPrice struct {
	HoldID string
	Price  Money
}

// Hash is a short hex digest of canonical JSON; empty when absent.
type Hash string

// Digest is "sha256:" and 64 hex digits; empty when absent.
type Digest string

// Measure bounds what can still happen in the running turn: calls that may yet be queued, calls
// that are still out, and writes that may yet be settled. It falls with every event of a turn, so
// a turn ends: queueing a call weighs more than having it out, and that more than not knowing.
func (t *Turn) Measure() int64 {
	return 3*(maxOrdinal-t.Ordinal) + 2*int64(len(t.Outstanding)) + int64(len(t.Unknown))
}
