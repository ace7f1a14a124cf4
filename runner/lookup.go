package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// lookUp asks a write tool what became of a call: its result, or that it knows of none. A
// tool whose records are always up to date is believed when it says so twice and no attempt is running.
func (p *performance) lookUp() outcome {
	current := p.limits.SettleAfter == 0 && !p.r.isRunning(p.call.CallID)
	out := p.lookUpOnce()
	if out.nothing && current {
		out = p.lookUpOnce()
		out.notMade = out.nothing
	}
	return out
}

func (p *performance) lookUpOnce() outcome {
	unknown := outcome{
		data:  p.call.failure(trip.ClassOutcomeUnknown, "the outcome is not known and could not be looked up", 0),
		asked: p.r.sched.Now(),
	}
	if p.tool.Lookup == nil || p.r.stopping() {
		return unknown
	}
	gate := p.r.gateOf(lookupGate + p.call.Name) // an own breaker: a tool that fails may still look up
	if gate.enter(p.call.base, p.r, p.r.sched.Now().Add(p.r.limits.LookupTimeout)) != "" {
		return unknown
	}
	answer := p.ask()
	if answer.failed {
		p.leave(gate, unhealthy)
		p.note(Notice{Kind: LookupFailed})
		p.noteRaw(answer.raw)
		return unknown
	}
	p.leave(gate, healthy)
	if answer.found && (answer.class == trip.ClassOK || answer.class.Definite()) {
		return outcome{data: answer.data, sure: true}
	}
	unknown.nothing = !answer.found
	return unknown
}

// ask calls Lookup on a goroutine of its own and waits for it, but no longer than the limits say.
func (p *performance) ask() answer {
	said, kept := answer{failed: true}, answer{failed: true}
	over := p.r.sched.NewSignal()
	p.r.sched.Go(func() {
		f := func(ctx context.Context) { said = p.askSafely(ctx) }
		if p.r.sched.RunWithGrace(p.call.base, p.r.limits.LookupTimeout, p.r.limits.Grace, f, func(bool) { over.Set() }) {
			kept = said
			over.Set()
		}
	})
	if over.Wait(context.Background()) != nil {
		return answer{failed: true} // unreachable: the context never ends
	}
	return kept
}

// answer is the result of a lookup.
type answer struct {
	attempt
	found  bool
	failed bool
	raw    string // of a failure, in the tool's words
}

// askSafely calls Lookup; its panic is a failed lookup.
func (p *performance) askSafely(ctx context.Context) (a answer) {
	defer func() {
		if v := recover(); v != nil {
			p.notePanic(p.attempts)
			a = answer{failed: true, raw: fmt.Sprint(v)}
		}
	}()
	out, found, err := p.tool.Lookup(ctx, p.request())
	if err != nil {
		return answer{failed: true, raw: err.Error()}
	}
	if !found {
		return answer{}
	}
	return answer{attempt: p.answered(out), found: true}
}

// Settlement is what an operator found out about a call of unknown outcome.
type Settlement struct {
	Result []byte // what the tool returned, when the call was made
	Failed bool   // the call certainly was not made
}

// Settle tells the engine what became of a write call whose outcome is unknown, and returns what
// that changed. A result also counts of one that was settled as not made.
//
//   - Errors: ErrNotOpen, ErrResult (the call stays open), ErrClosed, that of ctx, or a fault of the store.
func (r *Runner) Settle(ctx context.Context, id trip.ID, callID string, s Settlement) ([]Update, error) {
	t, unlock, err := r.lock(id)
	if err != nil {
		return nil, err
	}
	list, err := t.settleCall(ctx, callID, s, "")
	unlock()
	if r.inbox != nil && isElsewhere(err) {
		return r.settleElsewhere(ctx, id, callID, s)
	}
	return list, err
}

// settleCall settles a call as Settle says. request is that of the inbox, empty when a caller settles it. The caller
// holds t.mu.
func (t *live) settleCall(ctx context.Context, callID string, s Settlement, request string) ([]Update, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	if !t.driving {
		defer t.startLookupTimer() // what stays in doubt
	}
	open := t.in.Turn.Unknown
	if !s.Failed {
		open = slices.Concat(open, t.in.Turn.NotMade)
	}
	i := slices.IndexFunc(open, func(p trip.Pending) bool { return p.CallID == callID })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrNotOpen, callID)
	}
	data, err := t.settlement(open[i], s)
	if err != nil {
		return nil, err
	}
	c := t.newChange()
	f, err := t.add(c, trip.Event{Data: data})
	if err != nil {
		return nil, err
	}
	if f.decision.Outcome == trip.ClassOutcomeUnknown || f.decision.Ignored != "" {
		return nil, fmt.Errorf("%w: %s", ErrResult, open[i].Name)
	}
	if request != "" {
		c.answers = []store.Answer{{ID: request, Body: answerForm{From: f.event.Seq, To: f.event.Seq}.bytes()}}
	}
	if err := t.commit(ctx, c); err != nil {
		return nil, err
	}
	t.publishTurn(c)
	return updatesOf(c.folds), nil
}

// settlement makes the event of what an operator says.
func (t *live) settlement(p trip.Pending, s Settlement) (trip.EventData, error) {
	if s.Failed == (len(s.Result) > 0) {
		return nil, fmt.Errorf("%w: want either a result or that it failed", ErrResult)
	}
	c := &call{Outstanding: store.Outstanding{CallID: p.CallID, Name: p.Name}}
	if s.Failed {
		return c.notMade("settled by an operator: it was not made"), nil
	}
	a := (&performance{r: t.r, t: t, call: c}).answered(s.Result)
	if a.class != trip.ClassOK {
		return nil, fmt.Errorf("%w: %s: not the result of a success", ErrResult, p.Name)
	}
	result, _ := a.data.(trip.ToolResult)
	// Of holds the fold drops unsound ones first.
	if _, known := t.config.Catalog.Tool(p.Name); known && p.Name != trip.ToolHold {
		if err := t.config.Catalog.CheckResult(p.Name, result.Result); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrResult, err)
		}
	}
	return result, nil
}
