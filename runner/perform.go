package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// performance is one call being performed.
type performance struct {
	r        *Runner
	t        *live
	call     *call
	tool     tools.Tool
	limits   ToolLimits
	gate     *gate
	attempts int64                // so far
	wait     func() time.Duration // before the next one; nil until there is a second
	then     func()               // goes on after a call whose handler was abandoned
}

// attempt is one try of a call and what became of it.
type attempt struct {
	data      trip.EventData
	class     trip.Class
	retryable trip.OptBool
	reason    string // of a failure, in our own words; empty when only the tool's tell it
	begun     bool   // the handler was called
}

// perform runs a call, repeats a failed read, and finds out what became of a failed write. It never fails itself:
// whatever goes wrong is the outcome of the call. It returns false when its handler was abandoned and another goroutine
// has taken over, which calls then in the end.
func (t *live) perform(c *call, then func()) bool {
	p := &performance{
		r: t.r, t: t, call: c, tool: t.r.tools[c.Name], limits: t.r.toolLimits(c.Name),
		gate: t.r.gateOf(c.Name), then: then,
	}
	if c.repeat {
		a, mine := p.try()
		return mine && p.goOn(a)
	}
	if c.write && (c.found || c.lookup) {
		out := p.lookUp()
		if !out.notMade || c.lookup {
			c.end(out)
			return true
		}
		t.r.noteRunning(c.CallID)
	}
	a, mine := p.try()
	return mine && p.goOn(a)
}

// goOn repeats the call after attempt a, until the outcome of an attempt counts.
func (p *performance) goOn(a attempt) (mine bool) {
	p.noteAttempt(a)
	for p.mayRetry(a) && p.pause() {
		if a, mine = p.try(); !mine {
			return false
		}
		p.noteAttempt(a)
	}
	out := p.conclude(a)
	if p.call.started != 0 {
		p.call.ended = trip.Instant(p.r.sched.Now().UnixNano())
	}
	p.call.end(out)
	return true
}

// conclude says what became of the call after its last attempt.
func (p *performance) conclude(a attempt) outcome {
	out := outcome{data: counted(a.data, p.attempts)}
	out.sure = p.settles(a)
	switch {
	case p.call.repeat:
		p.r.noteReturned(p.call.CallID)
	case p.call.write && !a.begun: // the tool has said nothing: its next attempt has the same key
		e, _ := out.data.(trip.ToolError)
		if a.class != trip.ClassNotSent { // which says so itself
			e.SettledBy = trip.SettledByLookup
		}
		p.call.started = 0
		out.data, out.notMade = e, true
		p.r.noteReturned(p.call.CallID)
	case !p.call.write || out.sure:
	default:
		found := p.lookUp()
		out.notMade = found.notMade
		if found.sure {
			out.data, out.sure = counted(found.data, p.attempts), true
		}
	}
	return out
}

// settles reports whether an attempt tells what became of the call. That a purchase is refused when it is made again,
// because a credential has expired say, tells nothing of the attempt before.
func (p *performance) settles(a attempt) bool {
	definite := a.class == trip.ClassOK || a.class.Definite()
	if !p.call.repeat {
		return definite
	}
	released := p.call.Name == trip.ToolRelease && definite && a.class != trip.ClassRateLimited
	return a.begun && (a.class == trip.ClassOK || released)
}

// counted notes how often the tool was run.
func counted(data trip.EventData, attempts int64) trip.EventData {
	switch d := data.(type) {
	case trip.ToolResult:
		d.Attempts = attempts
		return d
	case trip.ToolError:
		d.Attempts = attempts
		return d
	default: // handlers return no other data
		return data
	}
}

// try makes one attempt, within the tool's limits and its timeout.
func (p *performance) try() (a attempt, mine bool) {
	p.attempts++
	if p.tool.Run == nil {
		return p.failed(trip.ClassPermanent, "no handler is registered for this tool", ""), true
	}
	if why := p.gate.enter(p.call.ctx, p.r, p.call.until); why != "" {
		class := trip.ClassRateLimited // Rule: 7.5.busy
		switch {
		case p.call.ctx.Err() != nil:
			class = trip.ClassCancelled
		case why == noTimeLeft: // Rule: 7.5.turn-time
			class = trip.ClassTimeout
		}
		return p.failed(class, why, ""), true
	}
	if a, mine = p.handle(); mine {
		p.leave(p.gate, verdictOf(a.class))
	}
	return a, mine
}

// handle calls the handler and waits for its timeout and the grace at most. After that, or when the handler exits its
// goroutine, the handler is abandoned.
func (p *performance) handle() (a attempt, mine bool) {
	ctx := p.call.ctx
	if p.call.write {
		ctx = p.call.base // a write that its supplier has begun is not cut off by another event
	}
	if p.call.started == 0 {
		p.call.started = trip.Instant(p.r.sched.Now().UnixNano())
	}
	timeout := min(p.limits.Timeout, p.call.until.Sub(p.r.sched.Now()))
	n := p.attempts // of this attempt: whoever takes over from an abandoned one counts on
	mine = p.r.sched.RunWithGrace(ctx, timeout, p.r.limits.Grace, func(ctx context.Context) {
		if p.call.write {
			defer p.r.noteReturned(p.call.CallID)
		}
		a = p.runSafely(ctx, n)
		a.begun = a.class != trip.ClassNotSent
	}, p.instead)
	if !mine {
		p.answeredLate(a)
	}
	return a, mine
}

// instead takes over from a goroutine whose handler was abandoned.
func (p *performance) instead(exited bool) {
	a := p.failed(trip.ClassTimeout,
		fmt.Sprintf("attempt %d was abandoned: the handler ignores its context", p.attempts), "")
	if exited {
		a = p.failed(trip.ClassFailed, "the handler ended its goroutine", "")
	}
	a.begun = true
	p.leave(p.gate, verdictOf(a.class))
	if p.goOn(a) {
		p.then()
	}
}

// runSafely calls the handler for attempt n; its panic is its failure.
func (p *performance) runSafely(ctx context.Context, n int64) (a attempt) {
	defer func() {
		if v := recover(); v != nil {
			p.notePanic(n)
			a = p.failed(trip.ClassFailed, "panic", fmt.Sprint(v))
		}
	}()
	messages, err := p.messages(ctx)
	if err != nil {
		return p.refused(fmt.Errorf("the conversation cannot be read: %w", err))
	}
	if why := p.tooLate(); why != "" {
		return p.failed(trip.ClassNotSent, why, "")
	}
	// gofail: var runnerBeforeDispatch struct{}
	out, err := p.dispatch(ctx, n, messages)
	// gofail: var runnerAfterDispatch struct{}
	if err != nil {
		return p.refused(err)
	}
	return p.answered(out)
}

// messages reads the conversation for the calls that are given it. That is foreign code as the
// handler is: it may fail, panic or hang.
func (p *performance) messages(ctx context.Context) ([]tools.Message, error) {
	switch {
	case p.call.Name != trip.ToolAssistantStep:
		return nil, nil
	case p.r.config.Messages == nil:
		return p.t.messages(ctx, p.call)
	}
	return p.r.config.Messages(ctx, p.t.id, p.call.seq)
}

// dispatch hands the call to its handler, with a copy of the arguments. Only this function has the request on its
// stack, because a request is large.
func (p *performance) dispatch(ctx context.Context, n int64, messages []tools.Message) ([]byte, error) {
	c := p.call
	ctx = tools.WithReporter(ctx, func(delta string) { p.t.report(c, delta) })
	ctx = tools.WithSpeaker(ctx, func(words string) { p.t.say(c, n, words) })
	req := p.request()
	req.Messages = messages
	return p.tool.Run(ctx, req)
}

// request makes the request of the call, for its handler or for a lookup.
func (p *performance) request() tools.Request {
	c := p.call
	return tools.Request{
		Trip: p.t.id, CallID: c.CallID, Name: c.Name, Arguments: []byte(c.Arguments), At: c.At, Key: c.Key, Intent: *c.intent,
	}
}

// refused makes a failure of a handler's error.
func (p *performance) refused(err error) attempt {
	var e *tools.Error
	switch {
	case errors.As(err, &e) && e != nil:
		class := turn.Classify(string(e.Class), e.Text, e.Retryable)
		a := p.failed(class, "", e.Text)
		data := p.call.failure(class, e.Text, 0)
		data.Retryable = e.Retryable
		a.data, a.retryable = data, e.Retryable
		return a
	case errors.Is(err, context.DeadlineExceeded):
		return p.failed(trip.ClassTimeout, "", err.Error())
	case errors.Is(err, context.Canceled):
		return p.failed(trip.ClassCancelled, "", err.Error())
	}
	return p.failed(trip.ClassFailed, "", err.Error())
}

// answered makes a result of what a handler returned.
func (p *performance) answered(out []byte) attempt {
	if len(out) > p.r.limits.ResultBytes {
		return p.failed(trip.ClassFailed,
			fmt.Sprintf("the result has %d bytes, the limit is %d", len(out), p.r.limits.ResultBytes), "")
	}
	raw, err := canonical(out)
	if err != nil {
		return p.failed(trip.ClassFailed, "the result is not JSON", err.Error()+": "+string(out[:min(len(out), shownBytes)]))
	}
	a := attempt{data: trip.ToolResult{CallID: p.call.CallID, ToolName: p.call.Name, Result: raw}, class: trip.ClassOK}
	if text, code, isError := trip.ResultError(raw); isError {
		a.retryable = trip.ResultRetryable(raw)
		a.class = turn.Classify(code, text, a.retryable)
	}
	return a
}

// canonicalisers is a pool for the results of all calls.
var canonicalisers = sync.Pool{New: func() any { return new(wire.Canonicaliser) }}

func canonical(result []byte) (trip.Raw, error) {
	c := canonicalisers.Get().(*wire.Canonicaliser) //nolint:errcheck // the pool holds nothing else
	defer canonicalisers.Put(c)
	text, err := c.Text(string(result), trip.MaxDepth)
	return trip.Raw(text), err
}

// failed makes a failure of our own words and the tool's raw ones, either of which may be empty. The log keeps both.
func (p *performance) failed(class trip.Class, reason, raw string) attempt {
	text := raw
	switch {
	case raw == "":
		text = reason
	case reason != "":
		text = reason + ": " + raw
	}
	return attempt{data: p.call.failure(class, text, 0), class: class, reason: reason}
}

// shownBytes is how much of a result that is no JSON goes to the log.
const shownBytes = 512

// noteRunning notes that the handler of a write is about to be called.
func (r *Runner) noteRunning(callID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[callID] = true
}

// noteReturned notes that it has returned, or will not be called.
func (r *Runner) noteReturned(callID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, callID)
}

// isRunning reports whether the handler of a write has not returned.
func (r *Runner) isRunning(callID string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.running[callID]
}
