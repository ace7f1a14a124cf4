package runner

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// maxSeenIDs bounds the ids that are remembered of all trips together: 16 bytes each.
const maxSeenIDs = 1 << 20

// recent is a bounded cache of the event ids that clients gave and of where those events are in the log, so that
// recognising a duplicate need not read the log. Evicted entries are read from the log again, so an id is recognised as
// long as the log has its event.
type recent struct {
	limit int
	seed  maphash.Seed

	mu    sync.Mutex                // guards the fields below
	trips map[trip.ID]*list.Element // of *memory
	order list.List                 // newest use first
	count int                       // seen ids of all trips
}

// memory holds the events of one trip that clients gave an id.
type memory struct {
	id   trip.ID
	last int64 // seq of the trip's newest event that is covered
	seen []seenID
}

// seenID is the hash of an event id and the seq of its event. Two ids may have one hash: whoever finds one
// reads the event.
type seenID struct {
	hash uint64
	seq  int64
}

func (r *recent) seenID(eventID string, seq int64) seenID {
	return seenID{maphash.String(r.seed, eventID), seq}
}

func (r *recent) start(limit int) {
	r.limit, r.seed, r.trips = limit, maphash.MakeSeed(), map[trip.ID]*list.Element{}
}

// find returns the seqs at which an event id may stand, newest first. covered is the newest event
// of the trip that was looked at; 0 when the trip is not remembered.
func (r *recent) find(id trip.ID, eventID string) (seqs []int64, covered int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.trips[id]
	if e == nil {
		return nil, 0
	}
	m, _ := e.Value.(*memory)
	r.order.MoveToFront(e)
	sought := r.seenID(eventID, 0).hash
	for _, s := range slices.Backward(m.seen) {
		if s.hash == sought {
			seqs = append(seqs, s.seq)
		}
	}
	return seqs, m.last
}

// forget drops what is remembered of a trip.
func (r *recent) forget(id trip.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.trips[id]; e != nil {
		r.drop(e)
	}
}

func (r *recent) drop(e *list.Element) {
	m, _ := r.order.Remove(e).(*memory)
	delete(r.trips, m.id)
	r.count -= len(m.seen)
}

// learn adds the events from first to last to what is remembered of a trip. They are dropped when there is a gap
// before them.
func (r *recent) learn(id trip.ID, first, last int64, seen []seenID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.trips[id]
	switch {
	case e == nil && first == 1:
		e = r.order.PushFront(&memory{id: id})
		r.trips[id] = e
	case e == nil:
		return // the newest events alone are of no use when the ones before are forgotten
	}
	m, _ := e.Value.(*memory)
	if m.last != first-1 {
		return // find will tell how far it goes
	}
	m.last, m.seen = last, append(m.seen, seen...)
	r.count += len(seen)
	r.order.MoveToFront(e)
	for r.order.Len() > 1 && (r.order.Len() > r.limit || r.count > maxSeenIDs) {
		r.drop(r.order.Back())
	}
}

// remember notes the events of a commit.
func (t *live) remember(folds []*folded) {
	if len(folds) == 0 {
		return
	}
	var seen []seenID
	for _, f := range folds {
		if !calls.IsReserved(f.event.ID) {
			seen = append(seen, t.r.recent.seenID(f.event.ID, f.event.Seq))
		}
	}
	t.r.recent.learn(t.id, folds[0].event.Seq, folds[len(folds)-1].event.Seq, seen)
}

// duplicate answers an event that was delivered before: from the queue when it waits there, else
// from the log. A nil stream says that the event is new. The caller holds t.mu.
//
//   - Errors: ErrConflict when another event was accepted under its id.
func (t *live) duplicate(ctx context.Context, ev *trip.Event) (*stream, error) {
	w, seqs, err := t.places(ctx, ev)
	if err != nil {
		return nil, err
	}
	if w != nil {
		return t.waits(w)
	}
	for _, seq := range seqs {
		s, err := t.again(ctx, seq, ev)
		if s != nil || err != nil {
			return s, err
		}
	}
	return nil, nil
}

// locate finds an event that was delivered before: in the queue, or at a seq of the log. The caller holds t.mu.
//
//   - Errors: ErrConflict when another event was accepted under its id.
func (t *live) locate(ctx context.Context, ev *trip.Event) (seq int64, w *waiting, err error) {
	w, seqs, err := t.places(ctx, ev)
	for _, seq := range seqs {
		for record, err := range t.r.store.Log(ctx, t.id, seq) {
			if err != nil {
				return 0, nil, fmt.Errorf("runner: read log: %w", err)
			}
			if same, err := (Delivery{t.id, *ev}).Agrees(record.Event); same || err != nil {
				return seq, nil, err
			}
			break
		}
	}
	return 0, w, err
}

// places returns where an event waits in the queue, or the seqs at which its id may stand in the log. The caller holds
// t.mu.
//
//   - Errors: ErrConflict when another event waits under its id.
func (t *live) places(ctx context.Context, ev *trip.Event) (w *waiting, seqs []int64, err error) {
	if ev.ID == "" {
		return nil, nil, nil
	}
	for _, w := range t.queue {
		if w.id == ev.ID {
			_, err := Delivery{t.id, *ev}.Agrees(w.line)
			return w, nil, err
		}
	}
	last := t.in.Turn.Seq
	seqs, covered := t.r.recent.find(t.id, ev.ID)
	if covered > last { // the store has forgotten the trip, which begins anew
		t.r.recent.forget(t.id)
		seqs, covered = nil, 0
	}
	if covered < last {
		if err := t.recollect(ctx, covered+1, last); err != nil {
			return nil, nil, err
		}
		seqs, _ = t.r.recent.find(t.id, ev.ID)
	}
	return nil, seqs, nil
}

// waits answers an event that is already in the queue.
func (t *live) waits(w *waiting) (*stream, error) {
	kept, err := w.event()
	if err != nil {
		return nil, fmt.Errorf("%w: queue: %w", ErrDiverged, err)
	}
	s := t.r.newStream(t.id)
	s.put(t.queuedUpdate(kept))
	w.streams = append(w.streams, s)
	return s, t.resume(noLimit)
}

// sameContent reports whether an event that was accepted and one that is delivered under its id say
// the same: type, data and unknown members. What the runner stamps does not count: seq, turn, times,
// digests, and the ask of an event that named none.
func sameContent(kept, sent *trip.Event) bool {
	a := trip.Event{Data: kept.Data, Extra: kept.Extra}
	if id, _ := trip.AskOf(sent.Data); id == "" {
		a.Data = trip.WithAsk(kept.Data, "")
	}
	b := trip.Event{Data: sent.Data, Extra: sent.Extra}
	return bytes.Equal(a.AppendJSON(nil), b.AppendJSON(nil))
}

// recollect reads the events of the log for the ids that clients gave them.
func (t *live) recollect(ctx context.Context, first, last int64) error {
	var seen []seenID
	for record, err := range t.r.store.Log(ctx, t.id, first) {
		if err != nil {
			return fmt.Errorf("runner: read log: %w", err)
		}
		if record.Seq > last {
			break
		}
		if isMinted(t.id, record) {
			continue
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			return fmt.Errorf("%w: seq %d: %w", ErrDiverged, record.Seq, err)
		}
		if ev.ID != "" && !calls.IsReserved(ev.ID) {
			seen = append(seen, t.r.recent.seenID(ev.ID, record.Seq))
		}
	}
	t.r.recent.learn(t.id, first, last, seen)
	return nil
}

// isMinted recognises most events of calls without decoding them: their ids are made by the engine.
func isMinted(id trip.ID, record store.Record) bool {
	for _, persons := range []string{
		`"type":"USER_`, `"type":"INTENT_`, `"type":"SCOPE_CHANGED"`,
		`"type":"TURN_CANCELLED"`,
	} {
		if bytes.Contains(record.Event, []byte(persons)) {
			return false
		}
	}
	return bytes.Contains(record.Event, []byte(`"id":"`+calls.EventID(id, record.Seq)+`"`))
}

// again tells once more what happened from the event at seq to the end of its turn. It returns
// nil when that event has another id than the one that is delivered.
func (t *live) again(ctx context.Context, seq int64, sent *trip.Event) (*stream, error) {
	in, err := t.at(ctx, seq-1)
	if err != nil {
		return nil, err
	}
	s := t.r.newStream(t.id)
	var folds []*folded
	for record, err := range t.r.store.Log(ctx, t.id, seq) {
		if err != nil {
			return nil, fmt.Errorf("runner: read log: %w", err)
		}
		ev, d, err := t.refold(in, record)
		if err != nil {
			return nil, err
		}
		if len(folds) == 0 && ev.ID != sent.ID {
			return nil, nil
		}
		if len(folds) == 0 && !sameContent(ev, sent) {
			return nil, &ConflictError{Trip: t.id, EventID: sent.ID, Seq: seq}
		}
		if len(folds) > 0 && ev.Type().FromPerson() {
			break
		}
		folds = append(folds, &folded{event: *ev, before: in, decision: d})
		in = &d.Next
	}
	s.addFolds(folds, true)
	s.opened(in.Turn.Number)
	switch {
	case len(in.Turn.Outstanding) == 0:
		s.end(nil)
	case in.Turn.Seq == t.in.Turn.Seq:
		t.streams = append(t.streams, s) // the turn still runs
		return s, t.resume(noLimit)
	default:
		u := standing(t.id, in, TurnEnded)
		u.Replayed, u.Superseded = true, true
		s.put(u)
		s.end(nil)
	}
	return s, nil
}
