package trip

import "slices"

// Turn is the engine's own bookkeeping: it is part of the saved state, so that a turn can
// be resumed, checked and explained from the state alone. It is bounded (see limits.go).
//
// The part of each machine of the reducer is a type of its own; on the wire all are members of the turn.
type Turn struct {
	Number  int64    `wire:"number,optional"`  // turns opened so far; 0 before the first
	Seq     int64    `wire:"seq,optional"`     // seq of the last event folded
	LogAt   Instant  `wire:"log_at,optional"`  // At of the last event folded, where its clock stood before that; else absent
	Ordinal int64    `wire:"ordinal,optional"` // calls queued in this turn
	Round   int64    `wire:"round,optional"`   // rounds queued in this turn
	Forked  int64    `wire:"forked,optional"`  // seq of the last event of a fork that its original has too; 0 for a trip of its own
	Origins []Origin `wire:"origins,optional"` // of a fork: the trips whose holds are still told as its own, until the events that it shares with them end
	Failed  bool     `wire:"failed,optional"`  // a call of this turn failed on the reducer's own path: nothing more is queued

	Outstanding []Pending `wire:"outstanding"`         // queued and not yet settled, in call order
	Settled     []string  `wire:"settled,optional"`    // call ids settled in this turn
	Superseded  []string  `wire:"superseded,optional"` // call ids of this turn that were cancelled

	SearchState
	BookingState
	DialogueState
	AssistState
}

// SearchState is what the search remembers: what was searched when, and what is to be held of what is found.
type SearchState struct {
	FlightMarks   []QuoteMark `wire:"flight_marks,optional,max=MaxSegments,kept"` // by segment index: when and with which arguments the quotes were made
	HotelMarks    []QuoteMark `wire:"hotel_marks,optional,max=MaxStays,kept"`     // by stay index
	QuotePoint    QuoteMark   `wire:"quote_point,optional"`                       // when an embedder's own tools ran before the search, and with which arguments
	HoldPoint     QuoteMark   `wire:"hold_point,optional"`                        // the same of those before the hold
	HoldRequested bool        `wire:"hold_requested,optional"`                    // a hold goes on by itself after the risk check
	HoldItems     []string    `wire:"hold_items,optional,max=MaxHolds"`           // the parts that are to be held, where not all are
	Renewal       *Renewal    `wire:"renewal,optional"`                           // what was picked and is searched again in this turn
	Days          []DayPlan   `wire:"days,optional,max=MaxDateSearches"`          // the days and routes that were listed, in order
}

// BookingState is what booking remembers: what was shown and confirmed, and every write whose outcome is not known or
// turned out otherwise.
type BookingState struct {
	ShownAsk string   `wire:"shown_ask,optional"` // id of the approve ask that was shown last
	Answered []string `wire:"answered,optional"`  // confirmations that were given for this risk report

	Unknown      []Pending `wire:"unknown,optional,max=MaxUnknown"`  // write calls whose outcome is unknown, open for settling in any turn
	NotMade      []Pending `wire:"not_made,optional,max=MaxNotMade"` // write calls that were settled as not made, though their tool did not say so: a result still counts
	AfterAll     bool      `wire:"after_all,optional"`               // such a result came in this turn: nothing more is written in it
	AfterAllHold bool      `wire:"after_all_hold,optional"`          // the last of them was a hold
	Releases     []string  `wire:"releases,optional"`                // held hold ids that a change cleared, to be released
	Definite     []Count   `wire:"definite,optional"`                // definite outcomes by write tool, sorted by name
}

// DialogueState is what the conversation remembers (behaviour 6, 7): what the message of the turn did, what was shown
// and asked, and what can be gone back to.
type DialogueState struct {
	AcceptedAsk    string   `wire:"accepted_ask,optional"`         // the ask that the message of this turn was accepted under
	MessageID      string   `wire:"message_id,optional"`           // the event of that message, where words may approve a purchase
	Changed        bool     `wire:"changed,optional"`              // the message changed the plan
	SuppressRepeat bool     `wire:"unprompted,optional"`           // the turn was opened by words that did not ask to hear anything again
	Unread         []string `wire:"unread,optional,max=MaxUnread"` // earlier messages whose extraction did not succeed, oldest first

	SeededCheckIn  bool `wire:"seeded_check_in,optional"`  // lodging.check_in follows the first leg's date
	SeededCheckOut bool `wire:"seeded_check_out,optional"` // lodging.check_out follows the return date
	MeantStays     Hash `wire:"meant_stays,optional"`      // hash of the legs and nights given together

	ShownRequirements     Hash       `wire:"shown_requirements,optional"`         // what the last summary showed
	ConfirmedRequirements Hash       `wire:"confirmed_requirements,optional"`     // what the traveller confirmed
	Shown                 []string   `wire:"shown,optional,max=MaxBundles"`       // the bundles that were listed, in order: positions count in it
	ListedHeld            int64      `wire:"listed_held,optional"`                // the last turn that listed options beside a hold: a number alone in the next one picks from that list
	Order                 string     `wire:"order,optional"`                      // the order in which what is searched for shall be listed
	Focus                 string     `wire:"focus,optional"`                      // the bundle that was told alone, or asked about, last: what "it" is
	Questions             []Question `wire:"questions,optional,max=MaxQuestions"` // what was asked, or is to be, and not answered
	StartOver             string     `wire:"start_over,optional"`                 // the message that asked to start over, which waits for a yes
	NotedRequests         int64      `wire:"noted_requests,optional"`             // special requests of this trip so far: the last one's id

	Asked []Count `wire:"asked,optional,max=MaxAsked"` // which questions the person was asked, and how often: the last ones

	ToldWhole  bool  `wire:"told_whole,optional"`  // this turn told the whole plan already
	Said       Hash  `wire:"said,optional"`        // the last message of this turn
	SaidBefore Hash  `wire:"said_before,optional"` // the last message of the turn before
	Repeats    int64 `wire:"repeats,optional"`     // how often in a row a turn would have ended with the same message

	PlanBeforeMessage *PlanSnapshot `wire:"before,optional"`                      // the plan before the message that is being read
	Unwritten         []Message     `wire:"unwritten,optional,max=MaxOperations"` // operations of that message which changed nothing, until it is told
}

// AssistState is what the assistant remembers: its loop, and what outlives a turn of it.
type AssistState struct {
	Assist          Assist        `wire:"assist,optional"`
	OpenRequest     string        `wire:"open_request,optional"`           // what the person asked for before the question that ended the last turn
	PendingApproval []WaitingCall `wire:"waiting,optional,max=MaxWaiting"` // writes that a model proposed, until a person approves them
}

// PlanSnapshot is what a plan was before a message, for telling what the message changed, and for going back to it.
type PlanSnapshot struct {
	Party       Party       `wire:"party"`
	Itinerary   Itinerary   `wire:"itinerary"`
	Preferences Preferences `wire:"preferences"`
	Constraints Constraints `wire:"constraints"`
	Assumptions []Message   `wire:"assumptions"`
	Ext         Ext         `wire:"ext,optional,as=own"`

	Requests []SpecialRequest `wire:"requests,optional,max=MaxRequests"`
	Turn     int64            `wire:"turn,optional"` // of an earlier plan: the turn that changed it
}

// PlanSnapshot returns the plan as it is now.
func (in *Intent) PlanSnapshot() PlanSnapshot {
	return PlanSnapshot{
		Party: in.Party, Itinerary: in.Itinerary, Preferences: in.Preferences, Constraints: in.Constraints,
		Assumptions: in.Status.AssumptionKeys, Ext: in.Ext, Requests: in.Requests,
	}
}

// PutInto puts this plan in the place of that of an intent which is the caller's own, for comparing the two.
func (t *PlanSnapshot) PutInto(in *Intent) {
	in.Party, in.Itinerary, in.Preferences, in.Constraints = t.Party, t.Itinerary, t.Preferences, t.Constraints
	in.Ext = t.Ext
}

// Pending is a call that was queued and has no settled outcome yet.
type Pending struct {
	CallID   string   `wire:"call_id"`
	Name     string   `wire:"name"`
	Write    bool     `wire:"write,optional"`
	Index    int64    `wire:"index,optional"`              // the leg or stay that a quote search is for, else 0
	Mark     Hash     `wire:"mark,optional"`               // hash of the canonical arguments where a rule compares them, else empty
	Key      string   `wire:"key,optional"`                // idempotency key of a write call
	Items    []string `wire:"items,optional"`              // the option or hold ids that a write call is about
	Shown    []Shown  `wire:"shown,optional,max=MaxHolds"` // of a hold: its items as they were when it was asked for, in their order
	Ext      Raw      `wire:"ext,optional"`                // of a hold: the supplier's own data of its items, by option id; "" when there are none
	Needs    Hash     `wire:"needs,optional"`              // requirements at the time of a write call
	Requests []string `wire:"requests,optional"`           // of a hold or a purchase: the ids of the special requests that it passes on
	OfDays   bool     `wire:"of_days,optional"`            // a flight search of a trip whose days or routes are open
	Imported bool     `wire:"imported,optional"`           // a recording had it: nobody asks what became of it until somebody says to go on
	Holds    []Hold   `wire:"holds,optional,max=MaxHolds"` // of a purchase that was settled as not made: what it was to buy
}

// Recorded is what a store says of a call that is outstanding, or whose outcome is unknown.
type Recorded struct {
	CallID    string
	Name      string
	Key       string // idempotency key of a write call
	Arguments Raw    // canonical; empty of one whose outcome is unknown
}

// Binds reports whether the call holds, gives back or buys. While the outcome of such a call is unknown, nothing
// is held or bought; that of another write stands in nobody's way.
func (p *Pending) Binds() bool {
	return p.Name == ToolHold || p.Name == ToolRelease || p.Name == ToolPurchase
}

// InDoubt returns the calls of unknown outcome that bind, the oldest first.
func (t *Turn) InDoubt() []Pending {
	if len(t.Unknown) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Unknown), func(p Pending) bool { return !p.Binds() })
}

// WaitingCall is a write that a model proposed and that a person has not approved yet.
type WaitingCall struct {
	Name      string `wire:"name"`
	Arguments Raw    `wire:"arguments,optional"`
	Print     Hash   `wire:"print"` // fingerprint of name and arguments
	Turn      int64  `wire:"turn"`  // in which it was proposed
}

// QuoteMark says when a leg's or stay's quotes were searched, and with which arguments.
type QuoteMark struct {
	At   Instant `wire:"at,optional"`
	Turn int64   `wire:"turn,optional"`
	Args Hash    `wire:"args,optional"` // empty: not searched
}

// Renewal is what a person picked of offers that had ended: they are searched again, and it is looked for among what is
// found.
type Renewal struct {
	Flights       []PickedFlight `wire:"flights,optional,max=MaxHolds"`
	Rooms         []PickedRoom   `wire:"rooms,optional,max=MaxHolds"`
	Legs          []int64        `wire:"legs,optional,as=integers"`  // that are searched again
	Stays         []int64        `wire:"stays,optional,as=integers"` // that are searched again
	Hold          bool           `wire:"hold,optional"`              // it is to be held
	Confirmations []string       `wire:"confirmations,optional"`     // that were given for the hold
	Done          bool           `wire:"done,optional"`              // what was found is told: a turn searches again once
}

// PickedFlight is an option that was picked for a leg, as it was offered.
type PickedFlight struct {
	Leg    int64        `wire:"leg,optional"`
	Option FlightOption `wire:"option"`
}

// PickedRoom is an option that was picked for a room of a stay, as it was offered.
type PickedRoom struct {
	Stay   int64       `wire:"stay,optional"`
	Room   int64       `wire:"room,optional"`
	Option HotelOption `wire:"option"`
}

// Count is a number kept under a name.
type Count struct {
	Name string `wire:"name"`
	N    int64  `wire:"n"`
}

// Hash is a short hex digest of canonical JSON; empty when absent.
type Hash string

// Digest is "sha256:" and 64 hex digits; empty when absent.
type Digest string
