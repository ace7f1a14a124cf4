// Package turn holds the one pure fold of Legwork: [Step] takes an intent and an event and
// returns the next intent and the decision. The runner, replay and the simulator share it, so
// what production did is what a laptop does again.
package turn

import (
	"fmt"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Config is all that a decision depends on besides the intent and the event.
type Config struct {
	Policy  trip.Policy
	Catalog catalog.Catalog
	Texts   texts.Table // what people are told, by locale; the zero value is English
}

// Default returns the configuration of the embedded tools and the default policy.
func Default() Config {
	return Config{Policy: trip.DefaultPolicy(), Catalog: catalog.Default()}
}

// Step folds one event: it applies a tool's result, then decides. It never modifies in.
//
// Input:   in at seq n; ev.Seq = n+1 (0 counts on by itself), ev.At not before the last event's.
// Output:  the intent at seq n+1, the same as Decision.Next, and the decision.
// Errors:  ErrSeq, ErrTime, ErrIntent, reducer.ErrMalformed; on error in stands and the decision is zero.
// Source:  BEHAVIOUR 1, 5.
func Step(cfg Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
	var d trip.Decision
	if err := Fold(&cfg, &in, &ev, &d, nil); err != nil {
		return in, trip.Decision{}, err
	}
	return d.Next, d, nil
}

// Fold is Step without the copies, for folding long logs: it writes the decision, with the
// next intent in it, to d, whose short texts and lists it takes from an arena, which may be nil. in must
// not be d.Next. What d held before is written over, its calls included; only what the lists of its
// intent point to is not.
func Fold(cfg *Config, in *trip.Intent, ev *trip.Event, d *trip.Decision, a *trip.Arena) error {
	if err := follows(in, ev); err != nil {
		return err
	}
	d.Reset()
	begin(d, in, ev)
	decided, reply := *ev, trip.Reply{}
	if res, ok := ev.Data.(trip.ToolResult); ok {
		decided.Data, reply = apply(cfg.Catalog, d, in, ev, res)
	}
	if err := reducer.Into(cfg.Policy, cfg.Catalog, &decided, &reply, d, a); err != nil {
		return err
	}
	render(cfg.Texts, d)
	return checkMeasure(in, d, ev.Type())
}

// begin copies the intent into the decision and stamps the event on it. What had ended before the
// clock was set back does not begin again.
func begin(d *trip.Decision, in *trip.Intent, ev *trip.Event) {
	d.Next = *in
	d.Next.UpdatedAt, d.Next.Turn.LogAt = ev.Time(), 0
	d.Next.Turn.Seq++
	if d.Next.CreatedAt == 0 {
		d.Next.CreatedAt = ev.Time()
	}
	if ev.Clock == 0 {
		return
	}
	d.Next.Turn.LogAt = ev.At
	if ev.Clock < in.UpdatedAt {
		d.Next.LapseHolds(in.UpdatedAt)
	}
}

// follows reports whether the event may come next.
func follows(in *trip.Intent, ev *trip.Event) error {
	if ev.Seq != 0 && ev.Seq != in.Turn.Seq+1 {
		return fmt.Errorf("%w: got seq %d after seq %d, want %d", ErrSeq, ev.Seq, in.Turn.Seq, in.Turn.Seq+1)
	}
	if ev.At <= 0 || ev.Clock < 0 {
		return fmt.Errorf("%w: an event needs a time after 1970-01-01", ErrTime)
	}
	if ev.Clock >= ev.At {
		return fmt.Errorf("%w: clock %s is not before at %s", ErrTime, ev.Clock, ev.At)
	}
	if last := in.LastAt(); in.Turn.Seq > 0 && ev.At < last {
		return fmt.Errorf("%w: %s comes after %s", ErrTime, ev.At, last)
	}
	return nil
}

// apply merges a result into d.Next. A result that is an error, or that breaks its tool's
// schema, is handled as TOOL_ERROR and nothing of it is applied (BEHAVIOUR 1.7, 2.1). It returns what is decided, with
// the reply of a result that was applied.
func apply(
	c catalog.Catalog, d *trip.Decision, in *trip.Intent, ev *trip.Event, res trip.ToolResult,
) (trip.EventData, trip.Reply) {
	m := in.MatchCall(res.CallID, res.ToolName, ev.Turn)
	if m.Ignored != "" {
		return ev.Data, trip.Reply{}
	}
	if text, code, isError := res.Failure(); isError {
		return trip.ToolError{
			CallID: m.Pending.CallID, ToolName: res.ToolName, Error: text, Code: code, Retryable: trip.ResultRetryable(res.Result),
		}, trip.Reply{}
	}
	notes, reply, err := applier.Into(c, &d.Next, res, m.Pending)
	if err != nil {
		begin(d, in, ev)
		return trip.ToolError{CallID: m.Pending.CallID, ToolName: res.ToolName, Error: err.Error(), Code: string(brokenClass(m))}, trip.Reply{}
	}
	for _, note := range notes {
		d.AddNote(note)
	}
	return ev.Data, reply
}

// brokenClass is the class of a result that breaks its tool's schema: failed. One that was to
// settle an unknown outcome says nothing about what happened, least of all that nothing did.
func brokenClass(m trip.Match) trip.Class {
	if m.Late {
		return trip.ClassOutcomeUnknown
	}
	return trip.ClassFailed
}

// checkMeasure proves that a turn ends: with every event that settles a call, what is still
// possible in the turn falls. A measure that does not fall is a bug, never a state to go on from.
// One that falls below zero can only come from a snapshot whose turn claims to have gone that far.
func checkMeasure(in *trip.Intent, d *trip.Decision, t trip.EventType) error {
	if t.OpensTurn() || t == trip.TypeScopeChanged || d.Ignored != "" || in.Turn.Number != d.Next.Turn.Number {
		return nil
	}
	before, after := in.Turn.Measure(), d.Next.Turn.Measure()
	switch {
	case after < 0:
		return fmt.Errorf("%w: turn.ordinal: the turn has queued more calls than a turn may", ErrIntent)
	case d.Outcome == trip.ClassOutcomeUnknown && after == before: // as unknown as it was
	case len(in.Turn.Outstanding) > 0 && after >= before:
		panic(fmt.Sprintf("turn: the measure of trip %s went from %d to %d at seq %d", in.TripID, before, after, d.Next.Turn.Seq))
	}
	return nil
}
