package reducer

import (
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Decider decides one step after another. The zero value is ready; it is only memory for the step that is decided.
type Decider struct {
	step step
	memo decision.Memo
	old  trip.Intent
}

// Reduce decides one step, in d. It performs nothing.
//
//   - Input: d.Next is the intent with the event's result, whose Value was read, already applied (applier.Read, Apply)
//     and UpdatedAt set to the event's time; the lists of d are empty, with whatever room they have. ev.Time is UTC,
//     the only clock.
//     heard is what package words reads of the message and of the error: no text decides here.
//   - Output: calls in rule-book order; ui messages hold safe text only; d.Next is the intent after the event. What the
//     lists of the intent held is never written over: other intents share it. The arguments of an extraction point to
//     d.Next.
//   - Errors: ErrMalformed when the event carries no data, or a result that nobody has read; on error d is of no use.
//   - Source: behaviour 1, 3, 4; fixtures/scenarios/*.scn.
//
// Rule: 1.0.same-bytes
func (r *Decider) Reduce(
	p *trip.Policy, c catalog.Catalog, ev *trip.Event, heard *words.Heard, d *trip.Decision,
) error {
	r.memo = decision.Memo{}
	s := &r.step
	*s = step{eventTurn: ev.Turn, old: &r.old, Step: decision.Step{
		Policy: p, Catalog: c, At: ev.Time(), Heard: heard, Next: &d.Next, D: d, Memo: &r.memo,
	}}
	if err := s.decide(ev.ID, ev.Data); err != nil {
		return err
	}
	s.finish()
	return nil
}

func (s *step) decide(id string, data trip.EventData) error {
	switch data := data.(type) {
	case trip.UserMessage:
		s.message(data, id)
	case trip.IntentReady:
		s.intentReady()
	case trip.UserSelectedBundle:
		s.selectBundle(data.BundleID)
	case trip.UserRequestHold:
		s.requestHold(data.Confirmations)
	case trip.UserApprovedPurchase:
		s.approve(data)
	case trip.UserAnswered:
		s.answer(data)
	case trip.ScopeChanged:
		s.assistant().ChangeScope(data)
	case trip.IntentPatched:
		s.patched()
	case trip.TurnCancelled:
		s.cancel()
	case trip.ToolResult:
		return s.toolResult(data)
	case trip.ToolError:
		s.toolError(data)
	default:
		return fmt.Errorf("%w: an event without data", ErrMalformed)
	}
	return nil
}

// finish recomputes what holds after every event and closes the decision.
// Rule: 1.0.ends, 1.2.recomputed, 6.2.ask-stands, 6.4.asked
func (s *step) finish() {
	s.Next.Status.MissingRequired, s.Next.Status.Conflicts = s.missing(s.Next), conflicts(s.Next)
	s.D.Status = s.Next.Status.Node
	s.D.MissingRequired = s.Next.Status.MissingRequired
	s.D.LastToolError = s.Next.Status.LastToolError
	if s.D.Ignored == "" {
		s.forgetHeld()
	}
	if len(s.Next.Turn.Outstanding) == 0 && s.D.Ignored == "" { // while a turn is open, the ask before it stands
		s.teller().TellOtherwise()
		s.Next.Status.Ask = s.ask()
	}
	if s.D.Ignored == "" {
		s.leadWithDoubt()
		s.avoidRepeat()
		s.countQuestions()
	}
	s.D.Ask = s.Next.Status.Ask
	s.leaveOrigin()
}

// forgetHeld forgets what was said beside what is held, once nothing is: booked, given back or over.
func (s *step) forgetHeld() {
	t := &s.Next.Turn
	if t.ListedHeld > 0 && !s.booking().HoldsSomething() {
		t.ListedHeld = 0
	}
	if t.StartOver != "" && len(t.Outstanding) == 0 && len(s.booking().Givable()) == 0 {
		t.StartOver = ""
	}
}

// Edge is one row of the lifecycle: From --Trigger--> To, the tools that may be outstanding there, and why. From "any"
// is every status that has no edge of its own for the trigger.
type Edge struct {
	Trigger string   `json:"trigger"`
	From    []string `json:"from"`
	To      string   `json:"to"`
	Tools   []string `json:"tools,omitempty"`
	Why     string   `json:"why"`
}

// Lifecycle returns the lifecycle table, for diagrams and checks.
func Lifecycle() []Edge {
	rows := machine.Table()
	out := make([]Edge, len(rows))
	for i, r := range rows {
		out[i] = Edge{Trigger: r.Name, From: r.Src, To: r.Dst, Tools: r.Tools, Why: r.Why}
	}
	return out
}

// Mermaid draws the lifecycle as a Mermaid state diagram.
func Mermaid() string { return machine.Mermaid() }

// Graphviz draws the lifecycle as a Graphviz digraph.
func Graphviz() string { return machine.Graphviz() }

// Awaits returns the statuses in which a call of a tool may be outstanding, none where that does not matter.
func Awaits(tool string) []trip.Status {
	var out []trip.Status
	for s := range trip.StatusCount {
		if machine.Awaits(s, tool) {
			out = append(out, s)
		}
	}
	return out
}
