package trip

// Assist is the bookkeeping of the assistant loop (BEHAVIOUR 3 and 4). All but Recent,
// Known and TokensTotal belongs to the running turn and is reset when a turn opens.
type Assist struct {
	Active       bool          // the turn answers an open request
	Landing      bool          // the last step was asked to answer without tools
	Steps        int64         // assistant steps queued in this turn
	GoodRounds   int64         // rounds with at least one success
	FailedRounds int64         // all-failure rounds since the last success
	Calls        int64         // tool calls queued for the model in this turn
	Tokens       int64         // tokens used in this turn
	Used         []Count       // calls by tool, sorted by name
	Off          []string      // tools switched off for the turn, sorted
	Prints       []Fingerprint // calls by tool and canonical arguments, sorted by hash
	Round        []RoundCall   // the calls of the running round, in call order
	Answers      []Answer      // useful results of the turn, for landing without model text
	FirstFailure *ToolFailure  // the first failure since the last success
	Tried        []string      // places that could not be found in this turn, lower case
	Plan         *Plan         // the plan that is running, nil when none
	Replans      int64
	PlanHashes   []Hash   // plans made in this turn
	Recent       []string // the person's last messages before this turn, newest last, at most 3
	Known        []string // document ids that results of this trip returned, newest last
	TokensTotal  int64
}

// Fingerprint counts what became of one tool with one set of canonical arguments.
type Fingerprint struct {
	Hash      Hash
	Successes int64
	Failures  int64
}

// RoundCall is one call of the running assistant round and, once settled, its class.
type RoundCall struct {
	CallID    string
	Name      string
	Print     Hash
	Class     Class // empty while outstanding
	Arguments Raw
	Step      int64 // 1 + the index of the plan step that it performs, 0 when it is none
}

// Answer is one useful result, shortened.
type Answer struct {
	Name string
	Text string
}

// Plan is a normalised plan whose steps run one after another.
type Plan struct {
	Steps []PlanStep
	Next  int64 // index of the step that is running or to be queued
	Broad bool  // the one broader search has been made
}

// PlanStep is one step of a plan. Found holds the ids that its result returned.
type PlanStep struct {
	ID    string
	Tool  string
	Args  Raw
	Done  bool
	Found []string
}
