package runner

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// lookUp asks a write tool what became of a call: its result, that it certainly was not made, or
// neither.
func (p *performance) lookUp() outcome {
	unknown := outcome{data: p.call.failure(trip.ClassOutcomeUnknown, "the outcome is not known and could not be looked up", 0)}
	looker, ok := p.handler.(tools.Looker)
	if !ok || p.r.stopping() {
		return unknown
	}
	gate := p.r.gateOf("lookup of " + p.call.Name) // an own breaker: a tool that fails may still look up
	if gate.enter(p.r.life, p.r, p.r.sched.Now().Add(p.r.limits.LookupTimeout)) != "" {
		return unknown
	}
	// Asked before the books are: the handler may do its work, and return, behind the lookup's back.
	running := p.r.isRunning(p.call.CallID)
	answer := p.ask(looker)
	if answer.failed {
		gate.leave(p.r, bad)
		p.r.log.Warn("runner: a lookup failed", slog.String("trip", string(p.t.id)),
			slog.String("tool", p.call.Name), slog.String("call", p.call.CallID))
		return unknown
	}
	gate.leave(p.r, good)
	switch {
	case answer.found && (answer.class == trip.ClassOK || answer.class.Definite()):
		return outcome{data: answer.data, sure: true}
	case !answer.found && !running:
		return outcome{notMade: true}
	}
	return unknown
}

// ask calls Lookup on a goroutine of its own and waits for it, but no longer than the limits say.
func (p *performance) ask(looker tools.Looker) answer {
	said, kept := answer{failed: true}, answer{failed: true}
	over := p.r.sched.NewSignal()
	p.r.sched.Go(func() {
		f := func(ctx context.Context) { said = p.askSafely(ctx, looker) }
		if p.r.sched.Attend(p.r.life, p.r.limits.LookupTimeout, p.r.limits.Grace, f, func(bool) { over.Set() }) {
			kept = said
			over.Set()
		}
	})
	if over.Wait(context.Background()) != nil {
		return answer{failed: true} // unreachable: the context never ends
	}
	return kept
}

// answer is what a lookup said.
type answer struct {
	attempt
	found  bool
	failed bool
}

// askSafely calls Lookup; its panic is a failed lookup.
func (p *performance) askSafely(ctx context.Context, looker tools.Looker) (a answer) {
	a.failed = true
	defer func() {
		if v := recover(); v != nil {
			a = answer{failed: true}
		}
	}()
	out, found, err := looker.Lookup(ctx, p.t.id, p.call.Key)
	if err != nil {
		return answer{failed: true}
	}
	if !found {
		return answer{}
	}
	return answer{attempt: p.answered(out), found: true}
}

// openWrites returns the calls of unknown outcome that can be looked up and are not being so. The
// caller holds t.mu.
func (t *live) openWrites() []*call {
	var open []*call
	for _, p := range t.in.Turn.Unknown {
		if _, ok := t.r.config.Tools[p.Name].(tools.Looker); !ok {
			continue
		}
		if slices.ContainsFunc(t.doubts, func(d *call) bool { return d.CallID == p.CallID }) {
			continue
		}
		open = append(open, &call{
			Outstanding: store.Outstanding{CallID: p.CallID, Name: p.Name, Key: p.Key},
			write:       true, lookup: true, intent: t.in,
		})
	}
	return open
}

// lookUpOpen starts the lookups of all calls of unknown outcome. The caller holds t.mu.
func (t *live) lookUpOpen() {
	for _, c := range t.openWrites() {
		t.doubts = append(t.doubts, c)
		t.start(c)
	}
}

// isLooking reports whether a lookup runs that the next turn waits for. The caller holds t.mu.
func (t *live) isLooking() bool {
	return slices.ContainsFunc(t.doubts, func(d *call) bool { return d.lookup && !d.isDone() })
}

// Settlement is what an operator found out about a call of unknown outcome.
type Settlement struct {
	Result []byte // what the tool returned, when the call was made
	Failed bool   // the call certainly was not made
}

// Settle tells the engine what became of a write call whose outcome is unknown, and returns what
// that changed.
//
// Errors: ErrNotOpen, ErrResult (the call stays open), ErrClosed, or a fault of the store.
func (r *Runner) Settle(ctx context.Context, id trip.ID, callID string, s Settlement) ([]Update, error) {
	if err := store.CheckID(id); err != nil {
		return nil, fmt.Errorf("runner: %w", err)
	}
	t, err := r.acquire(id)
	if err != nil {
		return nil, err
	}
	defer r.release(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(t.in.Turn.Unknown, func(p trip.Pending) bool { return p.CallID == callID })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrNotOpen, callID)
	}
	data, err := t.settlement(t.in.Turn.Unknown[i], s)
	if err != nil {
		return nil, err
	}
	c := t.begin()
	f, err := t.add(c, trip.Event{Data: data})
	if err != nil {
		return nil, err
	}
	if f.decision.Outcome == trip.ClassOutcomeUnknown {
		return nil, fmt.Errorf("%w: %s", ErrResult, t.in.Turn.Unknown[i].Name)
	}
	if err := t.commit(ctx, c); err != nil {
		return nil, err
	}
	t.tell(c)
	return updatesOf(c.folds), nil
}

// settlement makes the event of what an operator says.
func (t *live) settlement(p trip.Pending, s Settlement) (trip.EventData, error) {
	if s.Failed == (len(s.Result) > 0) {
		return nil, fmt.Errorf("%w: want either a result or that it failed", ErrResult)
	}
	c := &call{Outstanding: store.Outstanding{CallID: p.CallID, Name: p.Name}}
	if s.Failed {
		return c.failure(trip.ClassFailed, "settled by an operator: it was not made", 0), nil
	}
	a := (&performance{r: t.r, t: t, call: c}).answered(s.Result)
	if a.class != trip.ClassOK {
		return nil, fmt.Errorf("%w: %s: not the result of a success", ErrResult, p.Name)
	}
	result, _ := a.data.(trip.ToolResult)
	if _, known := t.config.Catalog.Tool(p.Name); known && p.Name != trip.ToolHold { // of holds the fold drops unsound ones first
		if err := t.config.Catalog.CheckResult(p.Name, result.Result); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrResult, err)
		}
	}
	return result, nil
}
