package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// folded is an event that was folded and is not durable yet.
type folded struct {
	event          trip.Event
	before         *trip.Intent
	decision       *trip.Decision
	started, ended trip.Instant // of the call that the event ends; 0 when they are not known
	past           bool         // it was read from the store: of before and Next there is only what is kept of them
	call           *call        // that the event ends, when this process performed it
	text           *encoded     // nil once the event is durable
	bytes          int          // of its texts, once it is durable: about what it takes in memory
}

// encoded holds the bytes of a folded event that only its commit needs. It comes from a pool.
type encoded struct {
	bare    []byte // the event as it came
	line    []byte // with its digests, as the log keeps it
	state   []byte // canonical bytes of the intent after it, once somebody has asked for them
	kept    []byte // the decision, as the store keeps it
	encoder trip.Encoder
}

var textPool = sync.Pool{New: func() any {
	return &encoded{line: make([]byte, 0, 1<<10), state: make([]byte, 0, 8<<10)}
}}

// maxPooled bounds the buffers that are kept.
const maxPooled = 64 << 10

// document returns the canonical bytes of the intent after an event that is not durable yet.
func (f *folded) document() []byte {
	if len(f.text.state) == 0 {
		f.text.state = f.decision.Next.AppendJSON(f.text.state)
	}
	return f.text.state
}

// free returns the texts of a change to the pool once it is durable or given up.
func (c *change) free() {
	for _, f := range c.folds {
		f.bytes = len(f.text.line) + len(f.text.state) + len(f.text.kept)
		if cap(f.text.bare)+cap(f.text.line)+cap(f.text.state)+cap(f.text.kept) <= maxPooled {
			f.text.encoder.Forget()
			textPool.Put(f.text)
		}
		f.text = nil
	}
}

// change is what one commit makes of a trip.
type change struct {
	folds        []*folded
	calls        []*call    // outstanding after it
	queue        []*waiting // after it
	queueChanged bool

	answers []store.Answer // requests that it takes out of the inbox
	behind  bool           // it must not overtake those that wait there
}

// fold stamps an event and folds it onto in. What is folded is the event as a replay will read it from the log.
//
//   - Errors: ErrEvent, ErrBug.
func (t *live) fold(in *trip.Intent, ev trip.Event) (*folded, error) {
	ev.Trip, ev.Seq = t.id, in.Turn.Seq+1
	t.stamp(in, &ev)
	ev.Turn = in.Turn.Number
	if ev.Type().OpensTurn() {
		ev.Turn++
	}
	if ev.ID == "" {
		ev.ID = calls.EventID(t.id, ev.Seq)
	}
	text := textPool.Get().(*encoded) //nolint:errcheck // the pool holds nothing else
	f := &folded{before: in, decision: new(trip.Decision), text: text}
	if err := f.fold(&ev); err != nil {
		return nil, err
	}
	d := f.decision
	if err := t.foldSafely(in, &f.event, d); err != nil {
		return nil, err
	}
	t.digest(f, in)
	f.event.Said, f.event.Called = t.said(d, len(f.text.bare))
	f.text.state = f.text.state[:0]
	for i := range d.ToolCalls { // written once, for the store and whoever watches
		d.ToolCalls[i].Arguments = trip.RawArguments(trip.AppendArguments(f.text.state, d.ToolCalls[i].Arguments))
	}
	f.text.line = f.event.AppendDigested(f.text.line[:0], f.text.bare)
	return f, nil
}

// digested are the digests of the sections of an intent, which is never modified.
type digested struct {
	in       *trip.Intent
	sections trip.Sections
}

// digest notes the digests of a folded event. Those of the intent before it are known where that was folded last.
func (t *live) digest(f *folded, in *trip.Intent) {
	if t.digested.in != in {
		t.digested.sections = trip.Sections{}
	}
	d, e := f.decision, &f.text.encoder
	e.GoOn(in, &t.digested.sections)
	f.event.Decision, f.event.State = e.Decision(d, ""), e.Intent(&d.Next, "")
	f.event.Sections = e.Changed()
	t.digested = digested{&d.Next, e.Sections()}
}

// said returns the texts and the calls of a decision, which the log keeps in the event's line, or nil if they could
// make the line too long to be read back. line is the length of the line without them.
func (t *live) said(d *trip.Decision, line int) ([]string, []trip.Called) {
	const escaped = len(`\u0000`) // what a byte takes at most
	shown, called := trip.Texts(d.UI), trip.CalledOf(d)
	for _, text := range shown {
		line += escaped * len(text)
	}
	for i := range called {
		line += escaped*len(called[i].Name) + len(called[i].Arguments) + maxMembers
	}
	if line <= trip.MaxLineBytes-maxDigests {
		return shown, called
	}
	t.note(Notice{Kind: TextsDropped, Seq: d.Next.Turn.Seq})
	return nil, nil
}

// Upper bounds for what stands in a line: the digests, with the names of their members, and the names of the members of
// a call.
const (
	maxDigests = 4 << 10
	maxMembers = 64
)

// fold notes the event as the log will have it, and its line. What a tool said is cleaned, because nothing has checked
// it yet; an event from a person was cleaned when it was accepted.
//
//   - Errors: ErrEvent.
func (f *folded) fold(ev *trip.Event) error {
	f.event = *ev
	if !ev.Type().FromPerson() {
		var err error
		if f.event, err = ev.Clean(); err != nil {
			return fmt.Errorf("%w: %w", ErrEvent, err)
		}
	}
	f.text.bare = f.event.AppendJSON(f.text.bare[:0])
	return nil
}

// foldSafely folds an event. A broken invariant of the engine stops this trip and not the process: other trips go on,
// and the log, which does not contain the event, shows how to reproduce it.
func (t *live) foldSafely(in *trip.Intent, ev *trip.Event, d *trip.Decision) (err error) {
	defer func() {
		if v := recover(); v != nil {
			t.note(Notice{Kind: EngineBroken, Seq: ev.Seq}, slog.String("type", string(ev.Type())),
				slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("%w: trip %q, %s at seq %d", ErrBug, t.id, ev.Type(), ev.Seq)
		}
	}()
	if _, *d, err = turn.Step(t.config, *in, *ev); err != nil {
		return &foldError{err}
	}
	return nil
}

// add folds one more event into a change that builds on it.
func (t *live) add(c *change, ev trip.Event) (*folded, error) {
	f, err := t.fold(t.after(c), ev)
	if err != nil {
		return nil, err
	}
	c.add(f)
	return f, nil
}

// after returns the intent after a change.
func (t *live) after(c *change) *trip.Intent {
	if n := len(c.folds); n > 0 {
		return &c.folds[n-1].decision.Next
	}
	return t.in
}

// add adds a folded event: the calls that it queued come to those that are still outstanding.
func (c *change) add(f *folded) {
	c.folds = append(c.folds, f)
	next := &f.decision.Next
	calls := make([]*call, 0, len(next.Turn.Outstanding))
	for _, p := range next.Turn.Outstanding {
		if i := slices.IndexFunc(c.calls, func(o *call) bool { return o.CallID == p.CallID }); i >= 0 {
			calls = append(calls, c.calls[i])
			continue
		}
		calls = append(calls, &call{
			Outstanding: store.Outstanding{
				CallID: p.CallID, Name: p.Name, At: f.event.Time(), Key: p.Key, Arguments: f.argumentsOf(p.CallID),
			},
			write: p.Write, intent: next, seq: next.Turn.Seq,
		})
	}
	c.calls = calls
}

// argumentsOf returns the canonical arguments of a call that the event queued.
func (f *folded) argumentsOf(callID string) trip.Raw { return argumentsIn(f.decision, callID) }

// argumentsIn returns the canonical arguments of a call that a decision queued.
func argumentsIn(d *trip.Decision, callID string) trip.Raw {
	i := slices.IndexFunc(d.ToolCalls, func(c trip.Call) bool { return c.CallID == callID })
	return rawOf(d.ToolCalls[i].Arguments)
}

// outstandingOf lists the calls that are out, and those in doubt, so that a restart finds the trip. What is in doubt
// has no time: that tells it from what is out.
func (t *live) outstandingOf(calls []*call, in *trip.Intent) (list []store.Outstanding) {
	for _, c := range calls {
		list = append(list, c.Outstanding)
	}
	for _, p := range in.Turn.Unknown {
		list = append(list, store.Outstanding{CallID: p.CallID, Name: p.Name, Key: p.Key, Arguments: t.arguments[p.CallID]})
	}
	return list
}

// keepArguments remembers the arguments of writes: who asks what became of one needs them.
func (t *live) keepArguments(list []*call) {
	maps.DeleteFunc(t.arguments, func(id string, _ trip.Raw) bool {
		return !calls.IsUnknown(t.in, id) && !slices.ContainsFunc(t.calls, func(c *call) bool { return c.CallID == id })
	})
	for _, c := range list {
		if c.write {
			if t.arguments == nil {
				t.arguments = map[string]trip.Raw{}
			}
			t.arguments[c.CallID] = c.Arguments
		}
	}
}

// newChange returns a change that alters nothing yet.
func (t *live) newChange() *change { return &change{calls: t.calls, queue: t.queue} }

// commit makes a change durable and then takes it over into the trip's state. At the end of a turn the snapshot is part
// of it. The caller holds t.mu.
// Rule: 1.1.durable
func (t *live) commit(ctx context.Context, c *change) error {
	from := t.r.now()
	commit := store.Commit{Trip: t.id, ExpectedSeq: t.in.Turn.Seq, Header: t.header}
	for _, f := range c.folds {
		kept := t.r.kept(f.text.kept[:0], &f.event, trip.Kept{Decision: f.decision, StartedAt: f.started, EndedAt: f.ended})
		commit.Events, commit.Decisions, f.text.kept = append(commit.Events, f.text.line),
			append(commit.Decisions, kept), kept
	}
	if n := len(c.folds); n > 0 && len(c.calls) == 0 {
		commit.Snapshot, commit.TurnEnded = c.folds[n-1].document(), true
	}
	commit.Answers, commit.Behind = c.answers, c.behind
	t.keepArguments(c.calls)
	commit.Outstanding = t.outstandingOf(c.calls, t.after(c))
	if c.queueChanged {
		commit.Queue = make([][]byte, len(c.queue))
		for i, w := range c.queue {
			commit.Queue[i] = w.line
		}
	}
	ctx, end := t.r.startWork(ctx, Work{Kind: CommitWork, Trip: t.id, Turn: t.in.Turn.Number})
	// gofail: var runnerBeforePersist struct{}
	err := t.r.store.Append(ctx, commit)
	// gofail: var runnerAfterPersist struct{}
	if end != nil {
		end(Done{Error: faultOf(err)})
	}
	c.free()
	if err != nil {
		return t.refused(err)
	}
	t.header = nil
	before := t.calls
	t.in, t.calls, t.queue, t.since = t.after(c), c.calls, c.queue, from
	for _, d := range c.calls {
		if d.since.at.IsZero() {
			d.since = from
		}
	}
	t.withhold(c)
	t.noteUnknown()
	for _, f := range c.folds {
		f.settled(t.r)
		t.noteItems(f)
	}
	t.abandonDropped(before)
	t.remember(c.folds)
	t.publishFolds(c.folds)
	return nil
}

// refused notes what a failed commit means for the state in memory: nothing when the store says that it did not happen;
// otherwise the state is dropped.
func (t *live) refused(err error) error {
	wrapped := fmt.Errorf("runner: commit: %w", err)
	ended := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if ended || errors.Is(err, store.ErrInvalid) || errors.Is(err, store.ErrWaiting) {
		return wrapped
	}
	t.fail(wrapped)
	return wrapped
}

// abandonDropped cancels the reads that are no longer outstanding. A write that was handed to its supplier runs on: its
// outcome still settles it. The caller holds t.mu.
func (t *live) abandonDropped(before []*call) {
	for _, c := range before {
		if slices.Contains(t.calls, c) || c.isDone() && !c.out.sure && !c.out.notMade {
			continue
		}
		c.abandon()
		if !c.write || !calls.IsUnknown(t.in, c.CallID) {
			c.endSpan(Done{Class: trip.ClassCancelled})
			continue
		}
		t.settling = append(t.settling, c)
		switch {
		case !c.begun && c.found:
			c.lookup = true
			t.start(c)
		case !c.begun:
			c.end(outcome{data: c.notSent("the turn was left before it was sent"), sure: true})
		}
	}
}
