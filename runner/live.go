package runner

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// live is one trip in memory while somebody works on it. When the last one leaves, the state of a few trips
// is kept for the next who asks.
type live struct {
	r  *Runner
	id trip.ID

	refs        int           // guarded by Runner.mu: who works on it
	idleElement *list.Element // guarded by Runner.mu: its element of Runner.idleTrips, while nobody does

	// mu guards the fields below. It is held while the state changes, the commit included, so that the state
	// in memory is always what the store holds.
	mu       sync.Locker
	loaded   bool
	driving  bool  // the trip is active: there are tasks
	failure  error // of the store: nothing more is done until all tasks have ended
	config   turn.Config
	diverged error  // how the log differs from what was recorded, until that is noted; not set under Refuse
	differed bool   // such a difference was noted when the trip was loaded
	header   []byte // until it is in the store, else nil
	in       *trip.Intent
	digested digested
	calls    []*call         // outstanding, in call order
	queue    []*waiting      // user events behind the turn that runs
	tasks    int             // goroutines that perform a call or a lookup, or are about to drive
	until    time.Time       // deadline of the running turn
	values   context.Context // of the Handle whose event opened the turn, without its end; nil when nobody did
	turnEnd  func(Done)      // of the running turn's telemetry; nil when nobody is told
	streams  []*stream       // that follow the running turn

	told *conversation // what a model was told of the trip; nil when none was asked

	since     since               // when the trip was certainly this process's own: its last commit, or when it was loaded
	arguments map[string]trip.Raw // of the writes that are out or in doubt, by call id
	given     []*call             // writes that were out when the trip failed: what their tools still answer goes to it

	settling    []*call            // unknown writes whose handler still runs, or that are being looked up
	unknown     []*unknownCall     // those that can be looked up, in the order of the state; kept when the store fails
	lookupTimer context.CancelFunc // ends the wait for the next lookup of a trip at rest; nil when nobody waits
	restWaiters []*restWaiter      // to be told when the trip has come to rest
}

// restWaiter waits for a trip to come to rest. err says why it stopped early; it is set before done.
type restWaiter struct {
	done Signal
	err  error
}

// waiting is a user event in the trip's durable queue.
type waiting struct {
	id      string // the event's own id, empty when it has none
	line    []byte
	streams []*stream       // none after a restart
	values  context.Context // of the Handle that brought it, without its end; nil after a restart
	looked  bool            // writes of unknown outcome have been looked up for it
}

// ready loads the trip when it is not in memory. The caller holds t.mu.
func (t *live) ready(ctx context.Context) error {
	if t.failure != nil {
		return errClearing
	}
	if t.loaded {
		return nil
	}
	if err := t.load(ctx); err != nil {
		if errors.Is(err, ErrDiverged) {
			t.note(Notice{Kind: Diverged}, slog.Any("error", err))
		}
		return err
	}
	if t.diverged != nil {
		if err := t.keepDiverged(ctx); err != nil {
			return err
		}
	}
	t.noteUnknown()
	return nil
}

// stored returns what the store has of the trip. Where processes share the store it is asked for to be worked on.
func (t *live) stored(ctx context.Context) (store.Trip, error) {
	if shared, ok := store.As[store.Owner](t.r.store); ok {
		return shared.Own(ctx, t.id)
	}
	return t.r.store.Load(ctx, t.id)
}

// load makes the state of a trip that is stored, or new.
func (t *live) load(ctx context.Context) error {
	t.told, t.since = nil, t.r.now()
	s, err := t.stored(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return t.create(t.r.newHeader(t.id))
	case err != nil:
		return fmt.Errorf("runner: load trip: %w", err)
	}
	if t.r.config.OnDivergence == Refuse {
		if err := t.r.verify(ctx, s); err != nil {
			return err
		}
	}
	return t.restore(s)
}

// create makes the state of a trip that is in no store yet.
func (t *live) create(h trip.Header) error {
	config, err := t.r.configOf(h)
	if err != nil {
		return err
	}
	in, err := turn.Start(config, h)
	if err != nil {
		return fmt.Errorf("runner: %w", err)
	}
	t.config, t.header, t.in = config, h.AppendJSON(nil), &in
	t.calls, t.queue, t.loaded = nil, nil, true
	return nil
}

// restore makes the state of a stored trip: the snapshot, and the events after it folded on top.
func (t *live) restore(s store.Trip) error {
	h, _, err := trip.DecodeHeader(string(s.Header))
	if err != nil {
		return fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	t.loaded, t.header, t.diverged, t.differed = false, nil, nil, false
	if err := t.configure(h); err != nil {
		return err
	}
	if t.in, err = t.baseOf(h, s.Snapshot); err != nil {
		return err
	}
	if err := t.restoreTail(s, h.Comparable()); err != nil {
		return err
	}
	if t.in.Turn.Seq != s.Seq {
		return fmt.Errorf("%w: the state is at seq %d, the log at %d", ErrDiverged, t.in.Turn.Seq, s.Seq)
	}
	t.queue = make([]*waiting, len(s.Queue))
	for i, line := range s.Queue {
		t.queue[i] = &waiting{line: line}
		ev, err := t.queue[i].event()
		if err != nil {
			return fmt.Errorf("%w: queue: %w", ErrDiverged, err)
		}
		t.queue[i].id = ev.ID
	}
	t.loaded = true
	return nil
}

// baseOf returns the state of a snapshot or, without one, that before the first event.
func (t *live) baseOf(h trip.Header, snapshot []byte) (*trip.Intent, error) {
	if len(snapshot) > 0 {
		in, _, err := trip.DecodeIntent(string(snapshot))
		if err != nil {
			return nil, fmt.Errorf("%w: snapshot: %w", ErrDiverged, err)
		}
		return &in, nil
	}
	in, err := turn.Start(t.config, h)
	if err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	return &in, nil
}

// restoreTail folds the events after the snapshot and finds the calls that are still out. The state is
// compared with the digest of the last event if that is of this engine's form.
func (t *live) restoreTail(s store.Trip, isComparable bool) error {
	at := map[string]*trip.Decision{} // the decision that queued a call
	for _, record := range s.Tail {
		ev, d, err := t.refold(t.in, record)
		if err != nil {
			return err
		}
		if record.Seq == s.Seq && isComparable && ev.State != "" && ev.State != d.Next.Digest() {
			if err := t.differs(record.Seq, errOtherState); err != nil {
				return err
			}
		}
		for i := range d.ToolCalls {
			at[d.ToolCalls[i].CallID] = d
		}
		t.in = &d.Next
	}
	if err := t.adoptRecordedCalls(s, at); err != nil {
		return err
	}
	t.calls, t.arguments = nil, map[string]trip.Raw{}
	for _, o := range s.Outstanding {
		t.arguments[o.CallID] = o.Arguments
	}
	for _, p := range t.in.Turn.Outstanding {
		i := slices.IndexFunc(s.Outstanding, func(o store.Outstanding) bool { return o.CallID == p.CallID })
		if i < 0 {
			return fmt.Errorf("%w: the store does not know call %s", ErrDiverged, p.CallID)
		}
		c := &call{Outstanding: s.Outstanding[i], write: p.Write, found: true, intent: t.in, seq: s.Seq, since: t.since}
		if d := at[p.CallID]; d != nil {
			c.intent, c.seq = &d.Next, d.Next.Turn.Seq
		}
		t.calls = append(t.calls, c)
	}
	return nil
}

// refold folds a stored event onto in. One that this engine cannot fold changes nothing but seq and time.
func (t *live) refold(in *trip.Intent, record store.Record) (*trip.Event, *trip.Decision, error) {
	ev, err := trip.DecodeEvent(string(record.Event))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: seq %d: %w", ErrDiverged, record.Seq, err)
	}
	d := new(trip.Decision)
	if err := t.foldSafely(in, &ev, d); err != nil {
		if err := t.differs(record.Seq, err); err != nil {
			return nil, nil, err
		}
		*d = trip.Decision{Next: turn.Pass(*in, ev)}
		d.Status = d.Next.Status.Node
	}
	retell(d, ev.Said)
	return &ev, d, nil
}

// retell replaces the texts that are made today by those that the log says were shown, because a later version may
// word them otherwise. If today's decision has another number of messages, it gets the log's texts as its own. A log
// without texts changes nothing.
//
// Rule: 7.0.said
func retell(d *trip.Decision, said []string) {
	if len(said) > 0 && len(said) != len(d.UI) {
		d.UI = make([]trip.Message, len(said))
		for i, text := range said {
			d.UI[i] = trip.Sentence(text)
		}
	}
	for i, text := range said {
		d.UI[i].Text = text
	}
}
