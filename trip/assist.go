package trip

// Assist is the bookkeeping of the assistant loop (behaviour 3 and 4). All but Recent,
// Known and TokensTotal belongs to the running turn and is reset when a turn opens.
type Assist struct {
	Active       bool          `wire:"active,optional"`        // the turn answers an open request
	MustAnswer      bool          `wire:"landing,optional"`       // the last step was asked to answer without tools
	Steps        int64         `wire:"steps,optional"`         // assistant steps queued in this turn
	GoodRounds   int64         `wire:"good_rounds,optional"`   // rounds with at least one success
	FailedRounds int64         `wire:"failed_rounds,optional"` // all-failure rounds since the last success
	Calls        int64         `wire:"calls,optional"`         // tool calls queued for the model in this turn
	Tokens       int64         `wire:"tokens,optional"`        // tokens used in this turn
	Used         []Count       `wire:"used,optional"`          // calls by tool, sorted by name
	Failing      []Count       `wire:"failing,optional"`       // failures in a row since a success by tool, sorted by name
	Off          []string      `wire:"off,optional"`           // tools switched off for the turn, sorted
	Prints       []Fingerprint `wire:"prints,optional"`        // calls by tool and canonical arguments, sorted by hash
	Round        []RoundCall   `wire:"round,optional"`         // the calls of the running round, in call order
	Answers      []Answer      `wire:"answers,optional"`       // useful results of the turn, for landing without model text
	FirstFailure *ToolFailure  `wire:"first_failure,optional"` // the first failure since the last success
	Tried        []string      `wire:"tried,optional"`         // places that could not be found in this turn, lower case
	Plan         *Plan         `wire:"plan,optional"`          // the plan that is running, nil when none
	Replans      int64         `wire:"replans,optional"`
	PlanHashes   []Hash        `wire:"plan_hashes,optional"` // plans made in this turn
	Recent       []string      `wire:"recent,optional,kept"` // the person's last messages before this turn, newest last, at most 3
	Known        []string      `wire:"known,optional"`       // document ids that results of this trip returned, newest last
	TokensTotal  int64         `wire:"tokens_total,optional"`
}

// Fingerprint counts what became of one tool with one set of canonical arguments.
type Fingerprint struct {
	Hash      Hash  `wire:"hash,optional"`
	Successes int64 `wire:"successes,optional"`
	Failures  int64 `wire:"failures,optional"`
}

// RoundCall is one call of the running assistant round and, once settled, its class.
type RoundCall struct {
	CallID    string `wire:"call_id,optional"`
	Name      string `wire:"name,optional"`
	Print     Hash   `wire:"print,optional"`
	Class     Class  `wire:"class,optional"` // empty while outstanding
	Arguments Raw    `wire:"arguments,optional"`
	Step      int64  `wire:"step,optional"` // 1 + the index of the plan step that it performs, 0 when it is none
}

// Answer is one useful result, shortened.
type Answer struct {
	Name string `wire:"name"`
	Text string `wire:"text"`
}

// Plan is a normalised plan whose steps run one after another.
type Plan struct {
	Steps []PlanStep `wire:"steps"`
	Next  int64      `wire:"next,optional"`  // index of the step that is running or to be queued
	Broad bool       `wire:"broad,optional"` // the one broader search has been made
}

// PlanStep is one step of a plan. Found holds the ids that its result returned.
type PlanStep struct {
	ID    string   `wire:"id,optional"`
	Tool  string   `wire:"tool,optional"`
	Args  Raw      `wire:"args,optional"`
	Done  bool     `wire:"done,optional"`
	Found []string `wire:"found,optional"`
}
