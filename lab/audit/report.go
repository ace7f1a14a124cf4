package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// charactersPerToken is the estimate behind all tokens of a report.
const charactersPerToken = 4

// Report is what an audit found. Its JSON is the output of `legwork audit --json`.
type Report struct {
	Format        string `json:"format"` // ReportFormat
	Conversations int    `json:"conversations"`
	Tally
	Tools []Tool         `json:"tools"` // by calls, most first
	List  []Conversation `json:"list"`  // worst first
}

// ReportFormat is the version of a report's JSON.
const ReportFormat = "legwork.audit.v1"

// Tally is what is counted, of one conversation or of all.
type Tally struct {
	Turns      int                `json:"turns"`
	Steps      int                `json:"model_steps"` // answers of the model in the assistant loop
	Calls      int                `json:"calls"`       // of tools, proposed by the model or queued by the engine
	Classes    map[trip.Class]int `json:"classes"`     // the answers by outcome class
	Unanswered int                `json:"unanswered"`  // calls that ran without an answer in the log

	RepeatsInTurn  int `json:"repeats_in_turn"` // same tool, same canonical arguments, after a success in the turn
	Repeats        int `json:"repeats"`         // the same over the whole conversation
	Retries        int `json:"retries"`         // the same with no success before it
	AfterPermanent int `json:"after_permanent"` // calls of a tool that had failed for good in the turn
	FailedRounds   int `json:"failed_rounds"`   // rounds in which every call failed
	ErrorsShown    int `json:"errors_shown"`    // texts of the assistant with the words of a tool's error

	Cut     NotRun `json:"cut"`     // calls that a bound of the loop kept from running
	Skipped NotRun `json:"skipped"` // calls not run because the turn was over or not open
}

// Findings is the sum of what is wrong, by which conversations are ordered.
func (t *Tally) Findings() int {
	return t.RepeatsInTurn + t.AfterPermanent + t.FailedRounds + t.ErrorsShown + t.Cut.Calls
}

// NotRun counts calls of the log that the engine did not run.
type NotRun struct {
	Calls      int      `json:"calls"`
	Characters int      `json:"characters"` // of their arguments and answers
	Tokens     int      `json:"tokens"`     // Characters / 4
	Reasons    []Reason `json:"reasons"`    // most calls first
}

// Reason is why calls were not run.
type Reason struct {
	Reason string `json:"reason"`
	Calls  int    `json:"calls"`
	Tokens int    `json:"tokens"`
	chars  int
}

// Tool is what became of the calls of one tool.
type Tool struct {
	Name       string             `json:"name"`
	Calls      int                `json:"calls"`
	Classes    map[trip.Class]int `json:"classes"`
	Unanswered int                `json:"unanswered"`
	NotRun     int                `json:"not_run"` // cut or skipped
}

// Conversation is what was found in one conversation.
type Conversation struct {
	File string  `json:"file"`
	Trip trip.ID `json:"trip_id"`
	Tally
	Where []Finding `json:"where"` // the first findings, in order
}

// Finding says where in a conversation something is wrong. Findings of one kind, tool and turn
// that follow each other are one.
type Finding struct {
	Turn  int64  `json:"turn"`
	Seq   int64  `json:"seq"` // of the first
	Kind  Kind   `json:"kind"`
	Tool  string `json:"tool,omitempty"`
	Count int    `json:"count"`
}

// Kind names what is wrong.
type Kind string

// The kinds of findings.
const (
	Repeat         Kind = "repeat"
	AfterPermanent Kind = "after_permanent"
	FailedRound    Kind = "failed_round"
	ErrorShown     Kind = "error_shown"
	CutCall        Kind = "cut"
)

// maxWhere is how many findings a conversation names.
const maxWhere = 10

// Audit collects conversations.
type Audit struct {
	tools map[string]*Tool
	list  []Conversation
}

// New returns an audit of no conversations.
func New() *Audit { return &Audit{tools: map[string]*Tool{}} }

// toolOf returns the tool of this name, a new one if there is none yet.
func toolOf(tools map[string]*Tool, name string) *Tool {
	t := tools[name]
	if t == nil {
		t = &Tool{Name: name, Classes: map[trip.Class]int{}}
		tools[name] = t
	}
	return t
}

func (t *Tool) add(o *Tool) {
	t.Calls += o.Calls
	t.Unanswered += o.Unanswered
	t.NotRun += o.NotRun
	for class, n := range o.Classes {
		t.Classes[class] += n
	}
}

// Report sums up the conversations that have ended.
func (a *Audit) Report() Report {
	r := Report{
		Format: ReportFormat, Conversations: len(a.list), Tally: newTally(), Tools: []Tool{},
		List: slices.Clone(a.list),
	}
	for i := range r.List {
		r.add(&r.List[i].Tally)
	}
	r.Cut.finish()
	r.Skipped.finish()
	for _, t := range a.tools {
		r.Tools = append(r.Tools, *t)
	}
	slices.SortFunc(r.Tools, func(x, y Tool) int {
		return cmp.Or(cmp.Compare(y.Calls, x.Calls), strings.Compare(x.Name, y.Name))
	})
	slices.SortStableFunc(r.List, func(x, y Conversation) int {
		return cmp.Or(cmp.Compare(y.Findings(), x.Findings()), cmp.Compare(y.Repeats, x.Repeats),
			cmp.Compare(y.Calls, x.Calls))
	})
	if r.List == nil {
		r.List = []Conversation{}
	}
	return r
}

func newTally() Tally {
	return Tally{Classes: map[trip.Class]int{}, Cut: NotRun{Reasons: []Reason{}}, Skipped: NotRun{Reasons: []Reason{}}}
}

func (t *Tally) add(o *Tally) {
	t.Turns += o.Turns
	t.Steps += o.Steps
	t.Calls += o.Calls
	t.Unanswered += o.Unanswered
	t.RepeatsInTurn += o.RepeatsInTurn
	t.Repeats += o.Repeats
	t.Retries += o.Retries
	t.AfterPermanent += o.AfterPermanent
	t.FailedRounds += o.FailedRounds
	t.ErrorsShown += o.ErrorsShown
	for class, n := range o.Classes {
		t.Classes[class] += n
	}
	for _, r := range o.Cut.Reasons {
		t.Cut.add(r.Reason, r.Calls, r.chars)
	}
	for _, r := range o.Skipped.Reasons {
		t.Skipped.add(r.Reason, r.Calls, r.chars)
	}
}

func (n *NotRun) add(reason string, calls, chars int) {
	n.Calls += calls
	n.Characters += chars
	i := slices.IndexFunc(n.Reasons, func(r Reason) bool { return r.Reason == reason })
	if i < 0 {
		i = len(n.Reasons)
		n.Reasons = append(n.Reasons, Reason{Reason: reason})
	}
	n.Reasons[i].Calls += calls
	n.Reasons[i].chars += chars
}

// finish estimates the tokens and orders the reasons.
func (n *NotRun) finish() {
	n.Tokens = n.Characters / charactersPerToken
	for i := range n.Reasons {
		n.Reasons[i].Tokens = n.Reasons[i].chars / charactersPerToken
	}
	slices.SortFunc(n.Reasons, func(x, y Reason) int {
		return cmp.Or(cmp.Compare(y.Calls, x.Calls), strings.Compare(x.Reason, y.Reason))
	})
}
