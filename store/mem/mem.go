// Package mem keeps trips in memory: for tests, for the simulator, and for trips that need not
// outlive the process. It keeps the contract of store/storetest except durability.
package mem

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Options says how a store behaves. The zero value is ready to use.
type Options struct {
	History store.History
	Now     func() time.Time // the clock that Prune goes by; default time.Now
}

// Store keeps trips in memory. It implements [store.Store], [store.Pruner] and [store.Deleter].
type Store struct {
	options Options

	mu     sync.RWMutex // guards the fields below
	closed bool
	trips  map[trip.ID]*entry
}

// entry is one trip. What a record or snapshot holds is never changed once it is here.
type entry struct {
	header      []byte
	first       [32]byte
	records     []store.Record
	snapshot    kept
	history     []kept // by seq
	turns       int64
	outstanding []store.Outstanding
	queue       [][]byte
	touched     time.Time
}

// kept is a snapshot at a seq.
type kept struct {
	seq   int64
	bytes []byte // nil: none
	at    time.Time
}

// New returns an empty store.
func New(o Options) *Store {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Store{options: o, trips: map[trip.ID]*entry{}}
}

// Append implements [store.Store].
func (s *Store) Append(ctx context.Context, c store.Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	e := s.trips[c.Trip]
	if actual := e.seq(); actual != c.ExpectedSeq {
		return &store.ConflictError{Trip: c.Trip, Expected: c.ExpectedSeq, Actual: actual}
	}
	if e == nil {
		e = &entry{header: clone(c.Header), first: store.FirstChain(c.Header)}
		s.trips[c.Trip] = e
	}
	e.apply(c, s.options.History, s.options.Now())
	return nil
}

// apply changes the entry by a commit that was found to fit.
func (e *entry) apply(c store.Commit, h store.History, now time.Time) {
	link := e.chain()
	for i, event := range c.Events {
		link = store.NextChain(link, event)
		e.records = append(e.records,
			store.Record{Seq: e.seq() + 1, Event: clone(event), Decision: clone(c.DecisionOn(i)), Chain: link})
	}
	if len(c.Snapshot) > 0 {
		e.snapshot = kept{seq: e.seq(), bytes: clone(c.Snapshot), at: now}
	}
	if c.TurnEnded {
		e.turns++
		if len(c.Snapshot) > 0 && h.Keeps(e.turns) {
			e.keep(e.snapshot)
		}
	}
	e.outstanding = append([]store.Outstanding(nil), c.Outstanding...)
	if c.Queue != nil {
		e.queue = cloneAll(c.Queue)
	}
	e.touched = now
}

// keep puts a snapshot into the history. A commit without events replaces that of its seq.
func (e *entry) keep(k kept) {
	if n := len(e.history); n > 0 && e.history[n-1].seq == k.seq {
		e.history[n-1] = k
		return
	}
	e.history = append(e.history, k)
}

// Load implements [store.Store].
func (s *Store) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(ctx, id)
	if err != nil {
		return store.Trip{}, err
	}
	return store.Trip{
		ID:          id,
		Seq:         e.seq(),
		Chain:       e.chain(),
		Header:      clone(e.header),
		Snapshot:    clone(e.snapshot.bytes),
		SnapshotSeq: e.snapshot.seq,
		Tail:        cloneRecords(e.records[e.snapshot.seq:]),
		Outstanding: append([]store.Outstanding(nil), e.outstanding...),
		Queue:       cloneAll(e.queue),
	}, nil
}

// Log implements [store.Store].
func (s *Store) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		records, err := s.records(ctx, id, from)
		if err != nil {
			yield(store.Record{}, err)
			return
		}
		for _, r := range records {
			if err := s.stillUsable(ctx); err != nil {
				yield(store.Record{}, err)
				return
			}
			r.Event, r.Decision = clone(r.Event), clone(r.Decision)
			if !yield(r, nil) {
				return
			}
		}
	}
}

// records returns the trip's own records from a seq on; they are read only.
func (s *Store) records(ctx context.Context, id trip.ID, from int64) ([]store.Record, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	skip := min(max(from, 1)-1, e.seq())
	return e.records[skip:len(e.records):len(e.records)], nil
}

// SnapshotAt implements [store.Store].
func (s *Store) SnapshotAt(ctx context.Context, id trip.ID, seq int64) ([]byte, int64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	if e.snapshot.bytes != nil && e.snapshot.seq <= seq {
		return clone(e.snapshot.bytes), e.snapshot.seq, nil
	}
	for _, k := range slices.Backward(e.history) {
		if k.seq <= seq {
			return clone(k.bytes), k.seq, nil
		}
	}
	return nil, 0, fmt.Errorf("%w: trip %q has no snapshot at or before seq %d", store.ErrNotFound, id, seq)
}

// Trips implements [store.Store].
func (s *Store) Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, func(id trip.ID, _ *entry) bool { return id > after })
}

// Pending implements [store.Store].
func (s *Store) Pending(ctx context.Context) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, func(_ trip.ID, e *entry) bool { return e.pending() })
}

// ids yields the ids that are wanted when the iteration begins, in byte order.
func (s *Store) ids(ctx context.Context, wanted func(trip.ID, *entry) bool) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		s.mu.RLock()
		var found []trip.ID
		for id, e := range s.trips {
			if wanted(id, e) {
				found = append(found, id)
			}
		}
		s.mu.RUnlock()
		slices.Sort(found)
		for _, id := range found {
			if err := s.stillUsable(ctx); err != nil {
				yield("", err)
				return
			}
			if !yield(id, nil) {
				return
			}
		}
		if err := s.stillUsable(ctx); err != nil {
			yield("", err)
		}
	}
}

// Prune implements [store.Pruner].
func (s *Store) Prune(ctx context.Context, r store.Retention) (store.PruneReport, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var report store.PruneReport
	if err := s.usable(ctx); err != nil {
		return report, err
	}
	now := s.options.Now()
	report.Trips = int64(len(s.trips))
	maps.DeleteFunc(s.trips, func(_ trip.ID, e *entry) bool {
		idle := r.IdleAfter > 0 && !e.pending() && now.Sub(e.touched) > r.IdleAfter
		if idle {
			report.Removed++
			return true
		}
		report.Snapshots += e.forget(r, now)
		return false
	})
	return report, nil
}

// forget removes history snapshots that the retention does not keep, and counts them.
func (e *entry) forget(r store.Retention, now time.Time) int64 {
	before := len(e.history)
	if r.KeepTurns > 0 && before > r.KeepTurns {
		e.history = slices.Clone(e.history[before-r.KeepTurns:])
	}
	if r.MaxAge > 0 {
		e.history = slices.DeleteFunc(e.history, func(k kept) bool { return now.Sub(k.at) > r.MaxAge })
	}
	return int64(before - len(e.history))
}

// Delete implements [store.Deleter].
func (s *Store) Delete(ctx context.Context, id trip.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.entry(ctx, id); err != nil {
		return err
	}
	delete(s.trips, id)
	return nil
}

// Close implements [store.Store]. What was kept is gone.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.trips = nil
	return nil
}

// entry finds a trip; the caller holds the lock.
func (s *Store) entry(ctx context.Context, id trip.ID) (*entry, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if err := store.CheckID(id); err != nil {
		return nil, err
	}
	e := s.trips[id]
	if e == nil {
		return nil, fmt.Errorf("%w: trip %q", store.ErrNotFound, id)
	}
	return e, nil
}

// usable returns why the store cannot be used now; the caller holds the lock.
func (s *Store) usable(ctx context.Context) error {
	if s.closed {
		return store.ErrClosed
	}
	return ctx.Err()
}

func (s *Store) stillUsable(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.usable(ctx)
}

// seq is that of the last event; a trip that is not there is at 0.
func (e *entry) seq() int64 {
	if e == nil {
		return 0
	}
	return int64(len(e.records))
}

func (e *entry) chain() [32]byte {
	if len(e.records) == 0 {
		return e.first
	}
	return e.records[len(e.records)-1].Chain
}

func (e *entry) pending() bool { return len(e.outstanding)+len(e.queue) > 0 }
