// Package turn holds the one pure fold of Legwork: [Step] takes an intent and an event and
// returns the next intent and the decision. The runner, replay and the simulator share it, so
// what production did is what a laptop does again.
//
// A step stamps the event on the intent, reads and applies what it brings (package applier: the result of a tool, a
// choice, a patch; package words: what a message and an error say), decides (package reducer), and makes the texts of
// what is said (package texts). [Start] gives the
// intent before the first event, [Configure] what a recording's header says of policy and catalog.
//
// # Invariants
//
//   - Equal configurations, intents and events give equal bytes: there is no clock but the event's, no randomness, I/O,
//     float or map order here or below.
//   - What is passed in is never modified, and on an error it stands.
//   - Seq goes up by one with each event, and the log's time never goes back.
//   - A measure of what is still possible in a turn falls with every event that settles a call, so every turn ends. A
//     step in which it does not fall is a bug and panics.
package turn

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Config is all that a decision depends on besides the intent and the event.
type Config struct {
	Policy  trip.Policy
	Catalog catalog.Catalog
	Texts   texts.Table // what people are told, by locale; the zero value is English and German
}

// Default returns the configuration of the embedded tools and the default policy.
func Default() Config {
	return Config{Policy: trip.DefaultPolicy(), Catalog: catalog.Default()}
}

// Words returns a text of a model, or the beginning of one, as a decision words it for a locale.
func (c *Config) Words(locale, text string) string {
	return c.Texts.Render(locale, reducer.Words(c.Catalog, text))
}

// Folder folds the events of one trip, one after another.
//
//	f := turn.NewFolder(cfg, start)
//	for _, ev := range log {
//		d, err := f.Step(ev)
//		…
//	}
//
// A Folder is a value of plain data. It is not safe for concurrent use.
type Folder struct {
	cfg   Config
	quiet bool
	steps [2]trip.Decision // the last one, whose Next is the intent after the last event, and the one to make
	last  *trip.Decision
	heard words.Heard
	rules reducer.Decider
}

// NewFolder returns a folder that goes on from an intent, which [Start] made or an earlier step.
func NewFolder(cfg Config, in trip.Intent) *Folder {
	f := &Folder{cfg: cfg}
	f.last = &f.steps[0]
	f.last.Next = in
	return f
}

// Quiet lets the folder make no texts of what is said from here on. No decision and no digest depends on them.
func (f *Folder) Quiet() { f.quiet = true }

// Resume lets the folder go on from another intent, one that Intent of another folder returned.
func (f *Folder) Resume(in trip.Intent) { f.last.Next = in }

// Intent returns the intent after the last event. It is valid until the next Step.
func (f *Folder) Intent() *trip.Intent { return &f.last.Next }

// Step folds the next event: it applies what the event brings, then decides.
//
//   - Input: ev.Seq is that of the intent + 1 (0 counts on by itself), ev.At not before the last event's.
//   - Output: the decision, whose Next is the intent after the event. It is valid until the next Step.
//   - Errors: ErrSeq, ErrTime, ErrIntent, reducer.ErrMalformed; on error the folder stands where it was.
//   - Source: behaviour 1, 5.
func (f *Folder) Step(ev trip.Event) (*trip.Decision, error) {
	d := &f.steps[0]
	if d == f.last {
		d = &f.steps[1]
	}
	empty(d)
	if err := f.fold(&ev, d); err != nil {
		return nil, err
	}
	if !f.quiet {
		Word(f.cfg.Texts, d)
	}
	f.last = d
	return d, nil
}

// Step folds one event, as [Folder.Step] does. It never modifies in.
//
//   - Output: the intent after the event, the same as Decision.Next, and the decision.
//   - Errors: as of Folder.Step; on error in stands and the decision is zero.
func Step(cfg Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision, error) {
	d, err := NewFolder(cfg, in).Step(ev)
	if err != nil {
		return in, trip.Decision{}, err
	}
	return d.Next, *d, nil
}

// empty empties a decision but for Next, and keeps the memory of its lists for the next one.
func empty(d *trip.Decision) {
	clear(d.ToolCalls)
	d.Status, d.MissingRequired, d.LastToolError, d.Ask, d.Ignored = 0, nil, nil, nil, ""
	d.ToolCalls, d.UI, d.NotesAdded, d.Path = d.ToolCalls[:0], d.UI[:0], d.NotesAdded[:0], d.Path[:0]
	d.Rules, d.Settled, d.Outcome = d.Rules[:0], "", ""
}

// fold decides on an event, in d; the texts are made later. The event is the fold's own: its data become those on which
// the reducer decides.
func (f *Folder) fold(ev *trip.Event, d *trip.Decision) (err error) {
	cfg, in := &f.cfg, &f.last.Next
	if err := follows(in, ev); err != nil {
		return err
	}
	startStep(&d.Next, in, ev)
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		ev.Data = apply(cfg.Catalog, in, ev, data, d)
	case trip.UserAnswered:
		var gone bool
		if d.Next, gone, err = applier.Answer(cfg.Catalog, d.Next, data); gone {
			ev.Data = trip.UserAnswered{ChoiceID: data.ChoiceID} // of no ask
		}
	case trip.IntentPatched:
		d.Next, err = applier.Amend(cfg.Catalog, d.Next, data.Patch)
	case trip.UserMessage, trip.UserSelectedBundle, trip.UserRequestHold, trip.UserApprovedPurchase,
		trip.IntentReady, trip.ScopeChanged, trip.ToolError, trip.TurnCancelled: // decided by the reducer alone
	}
	if err != nil {
		return fmt.Errorf("%w: %w", reducer.ErrMalformed, err)
	}
	f.hear(&d.Next, ev.Data)
	if err := f.rules.Reduce(&cfg.Policy, cfg.Catalog, ev, &f.heard, d); err != nil {
		return err //nolint:wrapcheck // it names the package
	}
	return checkMeasure(in, d, ev.Type())
}

// startStep makes next the intent with the event stamped on it. A hold that had ended before the clock was set back
// stays ended.
// Rule: 1.0.clock-back, 1.0.clock-back-holds
func startStep(next, in *trip.Intent, ev *trip.Event) {
	*next = *in
	next.UpdatedAt, next.Turn.LogAt = ev.Time(), 0
	next.Turn.Seq++
	if next.CreatedAt == 0 {
		next.CreatedAt = ev.Time()
	}
	if ev.Clock == 0 {
		return
	}
	next.Turn.LogAt = ev.At
	if ev.Clock < in.UpdatedAt {
		offers.LapseHolds(next, in.UpdatedAt)
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

// apply reads a result once and merges it into d.Next. A result that is an error, or that breaks its tool's schema, is
// handled as TOOL_ERROR: nothing of it is applied (behaviour 1.7, 2.1). It returns the data on which the reducer
// decides.
// Rule: 1.7.bad-result, 2.1.error-in-result
func apply(c catalog.Catalog, in *trip.Intent, ev *trip.Event, res trip.ToolResult, d *trip.Decision) trip.EventData {
	m := calls.FindResult(&d.Next, res.CallID, res.ToolName, ev.Turn)
	if m.Ignored != "" {
		return ev.Data
	}
	failed, read := trip.ToolError{CallID: m.Pending.CallID, ToolName: res.ToolName}, ev.Data
	var err error
	if res.Value == nil {
		if text, code, isError := trip.ResultError(res.Result); isError {
			failed.Error, failed.Code, failed.Retryable = text, code, trip.ResultRetryable(res.Result)
			return failed
		}
		res.Value, err = applier.Read(c, &d.Next, res)
		read = res
	}
	if err == nil && m.Made && !made(res.Value) {
		failed.Code = string(trip.ClassFailed) // nothing new: the call was settled as not made before
		return failed
	}
	if err == nil {
		d.NotesAdded, err = applier.Merge(&c, &d.Next, res.Value, m.Pending)
	}
	if err != nil {
		startStep(&d.Next, in, ev)
		failed.Error, failed.Code = err.Error(), string(brokenClass(m))
		return failed
	}
	return read
}

// made reports whether a result of a write that was settled as not made says that it was made.
func made(said trip.Result) bool {
	switch r := said.(type) {
	case *trip.Confirmation:
		return r.Status != trip.PurchaseFailed
	case *trip.HoldResult: // what is held otherwise than it was asked for is to be given back
		held := func(h trip.Hold) bool { return h.Status == trip.HoldHeld }
		return slices.ContainsFunc(r.Holds, held) || slices.ContainsFunc(r.Lost, held)
	default:
		return true
	}
}

// brokenClass is the class of a result that breaks its tool's schema: failed. Where the result was to settle an unknown
// outcome, the outcome stays unknown.
func brokenClass(m calls.Match) trip.Class {
	if m.Late {
		return trip.ClassOutcomeUnknown
	}
	return trip.ClassFailed
}

// checkMeasure proves that a turn ends: with every event that settles a call, what is still
// possible in the turn falls. A measure that does not fall is a bug, never a state to go on from.
// One that falls below zero can only come from a snapshot whose turn claims to have gone that far.
func checkMeasure(in *trip.Intent, d *trip.Decision, t trip.EventType) error {
	if t.OpensTurn() || t == trip.TypeScopeChanged || t == trip.TypeIntentPatched || d.Ignored != "" {
		return nil
	}
	before, after := calls.Measure(&in.Turn), calls.Measure(&d.Next.Turn)
	switch {
	case after < 0:
		return fmt.Errorf("%w: turn.ordinal: the turn has queued more calls than a turn may", ErrIntent)
	case d.Outcome == trip.ClassOutcomeUnknown && after == before: // the outcome is still unknown
	case len(in.Turn.Outstanding) > 0 && after >= before:
		panic(fmt.Sprintf("turn: the measure of trip %s went from %d to %d at seq %d", in.TripID, before, after,
			d.Next.Turn.Seq))
	}
	return nil
}
