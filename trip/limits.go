package trip

// Limits on everything that could grow. They are part of the rule book: a value beyond its
// limit is a typed error that names the field, never a silent cut.
const (
	MaxSegments     = 32
	MaxStays        = 32
	MaxOptions      = 200 // options in one quote list
	MaxBundles      = 100
	MaxHolds        = 64
	MaxBookings     = 1000
	MaxNotes        = 50 // the newest are kept
	MaxTravelers    = 99 // of each kind
	MaxMessageBytes = 64 << 10
	MaxEventIDBytes = 256      // of an id that a client gives
	MaxTextBytes    = 64 << 10 // any other text of an event or intent
	MaxResultBytes  = 1 << 20
	MaxCalledBytes  = 2 << 10 // arguments of a call in the line of the event that queued it
	MaxLineBytes    = 4 << 20 // one line of a recording
	MaxDepth        = 64      // nesting of foreign JSON
	MaxCallsPerTurn = 50
	MaxItems        = 1000     // elements of any other list
	MaxSmall        = 999      // counts such as rooms, stops and stars
	MaxUnknown      = 16       // write calls whose outcome is unknown
	MaxNotMade      = 8        // write calls settled as not made that may turn out to have been made; the newest
	MaxOwnBytes     = 16 << 10 // an embedder's own fields of one intent
	MaxWaiting      = 10       // writes that wait for an approval at once: a person can still read them
	MaxRequests     = 32       // special requests of a trip, and of one message
	MaxActs         = 4        // acts of one message
	MaxOperations   = 16       // of one message
	MaxNights       = 365
	MaxDateSearches = 50 // flight searches of one round of a trip whose days are open
	MaxUndo      = 3  // plans that can be gone back to: each is as large as the plan
	MaxQuestions    = 20 // open questions of one message
	MaxChoices      = 20 // choices of a question
	MaxAsked        = 32 // questions of which it is known how often they were asked; the last ones are kept
	MaxUnread       = 5  // earlier messages whose extraction did not succeed; the newest are kept
)
