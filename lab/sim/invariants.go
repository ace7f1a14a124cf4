package sim

// Invariant is the name of something that must always hold.
type Invariant string

// The invariants.
const (
	// Determinism: what was committed folds to what was decided, and to the snapshot.
	Determinism Invariant = "determinism"
	// Termination: a measure in the state falls with every event of a turn.
	Termination Invariant = "termination"
	// TurnsEnd: when nothing runs and no fault stands in the way, every turn is at rest.
	TurnsEnd Invariant = "turns end"
	// NothingLost: an event that a client was told of is in the log, or waits in the queue.
	NothingLost Invariant = "nothing lost"
	// InOrder: what was accepted for a trip is worked off in the order in which it was.
	InOrder Invariant = "in order"
	// Stopped: what waited when its traveller stopped leads to no call.
	Stopped Invariant = "stopped"
	// NothingTwice: an event stands in the log once, and not at all when its sender was told that it was not accepted; a
	// call has one outcome.
	NothingTwice Invariant = "nothing twice"
	// OwnWords: what a client is told of its event is of that event, not of another under its id.
	OwnWords Invariant = "own words"
	// CallOrder: the results of a round are fed in call order.
	CallOrder Invariant = "call order"
	// Durable: what runs was durable before, and a turn's end brings a snapshot.
	Durable Invariant = "durable"
	// RightTime: an event happened when the clock said so, whatever it had said before.
	RightTime Invariant = "right time"
	// Lapsed: a hold that had ended when something happened is not bought afterwards.
	Lapsed Invariant = "lapsed"
	// OnePurchase: a key buys once, no hold is bought twice, and nothing is sent that was settled as not made.
	OnePurchase Invariant = "one purchase"
	// Approved: what is bought was shown, all of it, before its approval was accepted.
	Approved Invariant = "approved"
	// Together: what is sold together is held together, for its one price.
	Together Invariant = "sold together"
	// OneKey: a second attempt for the same items has the key of the first until the supplier answers that.
	OneKey Invariant = "one key"
	// NoBlindRepeat: a write is made again under its key only after its supplier denied having made it, when
	// nothing can be on its way any more, and twice in a row.
	NoBlindRepeat Invariant = "no blind repeat"
	// Truth: what is settled as not made was not made, and will not be, or the trip hears that it was.
	Truth Invariant = "truth"
	// Forgotten: what was bought for a trip stands in it.
	Forgotten Invariant = "paid and forgotten"
	// DoubtsEnd: when nothing runs and no fault stands in the way, what can be looked up is settled.
	DoubtsEnd Invariant = "doubts end"
	// Heard: what a write answered in time settles it, when neither process nor store fails.
	Heard Invariant = "heard"
	// NoRawText: what tools say when they fail is in the log and nowhere else.
	NoRawText Invariant = "no raw text"
	// NoPlaceholder: no call carries a text that stands for another one.
	NoPlaceholder Invariant = "no placeholder"
	// StaleIgnored: results that nobody waits for change nothing.
	StaleIgnored Invariant = "stale ignored"
	// LimitsKept: nothing grows beyond its limit.
	LimitsKept Invariant = "limits kept"
	// Priced: what is offered or held has a price and an id of its own, a total is a sum, and no hold is lost.
	Priced Invariant = "priced"
	// Updates: a client is told of its event, in order, to the end of its turn.
	Updates Invariant = "updates"
	// Sound: nothing panics, nothing waits for ever, no error comes that nobody caused.
	Sound Invariant = "sound"
)
