package runner

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Telemetry is told what a runner does, for traces and metrics: package adapters/otel is one. Its methods are
// called by many goroutines, some of which hold the lock of a trip: they return at once and do not call the runner.
// Nothing that they are told holds arguments, results, words of people or raw error text. Reading a log again, as
// [Runner.State] and a replay do, tells nothing.
type Telemetry interface {
	// Begin is told that work begins. The context that it returns is given to what is done within, such as the
	// handler of a call. end is called once.
	Begin(ctx context.Context, w Work) (within context.Context, end func(Done))
	// Note is told of what happened in a moment, within the work that ctx is of.
	Note(ctx context.Context, n Notice)
}

// WorkKind says what is worked on.
type WorkKind uint8

// The kinds of work.
const (
	TurnWork   WorkKind = iota + 1 // a turn, from its event to its end
	CallWork                       // a call with all its attempts, until its outcome is durable
	LookupWork                     // what became of a write is looked up, beside any turn
	CommitWork                     // a change is made durable
)

// Work is something that begins and ends.
type Work struct {
	Kind      WorkKind
	Trip      trip.ID
	Turn      int64
	Event     trip.EventType // of a turn: what opened it; empty of one that was taken up after a crash
	CallID    string         // of a call or lookup
	Tool      string         // of a call or lookup
	Recovered bool           // of a turn or call: a crash had interrupted it
}

// Done says how a work ended.
type Done struct {
	Status   trip.Status // of a turn: where the trip stands
	Class    trip.Class  // of a call: as the engine counts it; empty when it was left to a later recovery
	Attempts int64       // of a call
	At       time.Time   // of a call: when its outcome was there; zero when no handler was called, and of other works
	Model    string      // of a model's step: which one answered, when it said so
	Input    int64       // of a model's step: tokens
	Output   int64       // of a model's step: tokens
	// Error says why a turn, or a commit, did not end as it should: superseded, stopped; conflict, owned, invalid,
	// cancelled, fault. Empty when it did.
	Error string
}

// startWork tells that work begins. end is nil when nobody is told.
func (r *Runner) startWork(ctx context.Context, w Work) (context.Context, func(Done)) {
	if r.config.Telemetry == nil {
		return ctx, nil
	}
	return r.config.Telemetry.Begin(ctx, w)
}

// Why a turn ended early.
const (
	superseded = "superseded" // by another event
	stopped    = "stopped"    // by Close or a fault of the store; recovery goes on with it
)

// beginTurn reports to the telemetry that a change opens a turn, if it does. It returns the context whose values the
// turn's calls get, and the function that reports the turn's end. values may be nil.
func (t *live) beginTurn(values context.Context, c *change) (context.Context, func(Done)) {
	first := c.folds[0]
	kind := first.event.Type()
	if !kind.OpensTurn() {
		return values, nil
	}
	if values == nil {
		values = context.Background()
	}
	return t.r.startWork(values, Work{Kind: TurnWork, Trip: t.id, Turn: first.decision.Next.Turn.Number, Event: kind})
}

// recovered tells that a trip is taken up where a crash, or a fault of the store, left it. The caller holds t.mu.
func (t *live) recovered() {
	if len(t.calls) > 0 {
		w := Work{Kind: TurnWork, Trip: t.id, Turn: t.in.Turn.Number, Recovered: true}
		t.values, t.turnEnd = t.r.startWork(context.Background(), w)
	}
	t.note(Notice{Kind: Recovered}, slog.Int("calls", len(t.calls)), slog.Int("queued", len(t.queue)))
}

// endTurn tells that the turn that runs, if any, has ended. The caller holds t.mu.
func (t *live) endTurn(why string) {
	if t.turnEnd != nil {
		t.turnEnd(Done{Status: t.in.Status.Node, Error: why})
		t.turnEnd = nil
	}
}

// endSpan tells how a call ended. The caller holds t.mu.
func (c *call) endSpan(d Done) {
	if c.endTelemetry == nil {
		return
	}
	if c.isDone() && c.ended != 0 {
		d.At = time.Unix(0, int64(c.ended))
	}
	c.endTelemetry(d)
	c.endTelemetry = nil
}

// modelSteps are the tools whose results may name the model that made them, and what it used.
var modelSteps = []string{trip.ToolAssistantStep, trip.ToolExtract, trip.ToolFollowup}

// settled reports to the telemetry the outcome of the call that the event settled. The event is durable by then.
func (f *folded) settled(r *Runner) {
	if f.call == nil || f.call.endTelemetry == nil && !r.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	done := Done{Class: f.decision.Outcome}
	switch data := f.event.Data.(type) {
	case trip.ToolResult:
		done.Attempts = data.Attempts
		if slices.Contains(modelSteps, data.ToolName) {
			p, _ := trip.DecodeProposal(data.Result) // a broken one tells nothing
			done.Model, done.Input, done.Output = p.Model, p.InputTokens, p.OutputTokens
		}
	case trip.ToolError:
		done.Attempts = data.Attempts
	default: // settles no call
	}
	if done.Model != "" {
		f.logModel(r, &done)
	}
	f.call.endSpan(done)
}

// logModel logs which model made a step and the tokens that it used. Nothing went wrong, so it is not a notice.
func (f *folded) logModel(r *Runner, d *Done) {
	next := &f.decision.Next
	n := Notice{Trip: next.TripID, Turn: next.Turn.Number, Seq: next.Turn.Seq, CallID: f.call.CallID, Tool: f.call.Name}
	attrs := n.attrs()
	attrs[0] = slog.String("event", "model_step")
	r.log.LogAttrs(context.Background(), slog.LevelDebug, "runner: a model made a step", append(attrs,
		slog.String("model", d.Model), slog.Int64("input_tokens", d.Input), slog.Int64("output_tokens", d.Output))...)
}

// faultOf names an error of a commit.
func faultOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, store.ErrConflict):
		return "conflict"
	case errors.Is(err, store.ErrOwned):
		return "owned"
	case errors.Is(err, store.ErrInvalid):
		return "invalid"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "cancelled"
	}
	return "fault"
}
