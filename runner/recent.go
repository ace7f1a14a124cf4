package runner

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// RememberedEvents is how many of the newest events of a trip's log are searched for an event id
// that is delivered again.
const RememberedEvents = 128

// recent remembers where the events of persons stand among the newest of some trips, so that a
// delivery need not read the log. It is bounded by trips; what it forgot is read again.
type recent struct {
	limit int
	seed  maphash.Seed

	mu    sync.Mutex
	trips map[trip.ID]*list.Element // of *memory
	order list.List                 // newest use first
}

// memory holds the events of persons among the newest RememberedEvents of one trip.
type memory struct {
	id   trip.ID
	last int64 // seq of the trip's newest event that is covered
	seen []sighting
}

// sighting is an event id and where it stands: 56 bits of a hash above the lowest 8 of the seq, which
// tell the seq as long as it is among the newest RememberedEvents. Who finds one reads the event to
// be sure.
type sighting uint64

func (r *recent) sight(eventID string, seq int64) sighting {
	return sighting(maphash.String(r.seed, eventID)<<8 | uint64(seq)&0xff)
}

// age returns how many events came after it, up to the one at seq last.
func (s sighting) age(last int64) int64 { return (last - int64(s)) & 0xff }

func (r *recent) start(limit int) {
	r.limit, r.seed, r.trips = limit, maphash.MakeSeed(), map[trip.ID]*list.Element{}
	r.order.Init()
}

// find returns the seqs at which an event id may stand, newest first. known is false when the trip
// is not remembered up to its newest event.
func (r *recent) find(id trip.ID, last int64, eventID string) (seqs []int64, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.trips[id]
	if e == nil {
		return nil, false
	}
	m, _ := e.Value.(*memory)
	if m.last != last {
		return nil, false
	}
	r.order.MoveToFront(e)
	sought := r.sight(eventID, 0)
	for i := len(m.seen) - 1; i >= 0; i-- {
		if s := m.seen[i]; s&^0xff == sought {
			seqs = append(seqs, last-s.age(last))
		}
	}
	return seqs, true
}

// learn remembers a trip from now on.
func (r *recent) learn(m *memory) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.trips[m.id]; e != nil {
		e.Value = m
		r.order.MoveToFront(e)
		return
	}
	r.trips[m.id] = r.order.PushFront(m)
	if r.order.Len() > r.limit {
		oldest, _ := r.order.Remove(r.order.Back()).(*memory)
		delete(r.trips, oldest.id)
	}
}

// note adds new events to a trip that is remembered up to the one before them.
func (r *recent) note(id trip.ID, folds []*folded) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.trips[id]
	if e == nil {
		return
	}
	m, _ := e.Value.(*memory)
	if m.last != folds[0].event.Seq-1 {
		return // find will not know it
	}
	m.last = folds[len(folds)-1].event.Seq // by less than 128, which is more than a commit folds: ages stay below 256
	old := 0
	for old < len(m.seen) && m.seen[old].age(m.last) >= RememberedEvents {
		old++
	}
	m.seen = slices.Delete(m.seen, 0, old) // in place and first, so that the new ones need no more room
	for _, f := range folds {
		if f.event.Type().FromPerson() {
			m.seen = append(m.seen, r.sight(f.event.ID, f.event.Seq))
		}
	}
}

// remember notes what a commit added. A new trip is remembered from its first event on.
func (t *live) remember(folds []*folded) {
	if len(folds) == 0 {
		return
	}
	if folds[0].event.Seq == 1 {
		t.r.recent.learn(&memory{id: t.id})
	}
	t.r.recent.note(t.id, folds)
}

// duplicate answers an event that was delivered before: from the queue when it waits there, from
// the log when it is among the newest events. A nil stream says that the event is new. The caller
// holds t.mu.
func (t *live) duplicate(ctx context.Context, eventID string) (*stream, error) {
	if eventID == "" {
		return nil, nil
	}
	for _, w := range t.queue {
		if w.id == eventID {
			s := t.r.newStream(t.id, false)
			ev, err := trip.DecodeEvent(string(w.line))
			if err != nil {
				return nil, fmt.Errorf("%w: queue: %w", ErrDiverged, err)
			}
			s.put(t.queuedUpdate(w.id, ev.Type()))
			w.streams = append(w.streams, s)
			return s, t.resume(noLimit)
		}
	}
	last := t.in.Turn.Seq
	seqs, known := t.r.recent.find(t.id, last, eventID)
	if !known && last > 0 {
		if err := t.recollect(ctx, last); err != nil {
			return nil, err
		}
		seqs, _ = t.r.recent.find(t.id, last, eventID)
	}
	for _, seq := range seqs {
		s, err := t.again(ctx, seq, eventID)
		if s != nil || err != nil {
			return s, err
		}
	}
	return nil, nil
}

// recollect reads the newest events of the log for the ids of those that persons sent.
func (t *live) recollect(ctx context.Context, last int64) error {
	m := &memory{id: t.id, last: last}
	for record, err := range t.r.store.Log(ctx, t.id, max(last-RememberedEvents+1, 1)) {
		if err != nil {
			return fmt.Errorf("runner: read log: %w", err)
		}
		if record.Seq > last || !mayBePersons(record.Event) {
			continue
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			return fmt.Errorf("%w: seq %d: %w", ErrDiverged, record.Seq, err)
		}
		if ev.Type().FromPerson() {
			m.seen = append(m.seen, t.r.recent.sight(ev.ID, record.Seq))
		}
	}
	t.r.recent.learn(m)
	return nil
}

// mayBePersons tells most events of calls from those of persons without decoding them.
func mayBePersons(event []byte) bool {
	return bytes.Contains(event, []byte(`"type":"USER_`)) || bytes.Contains(event, []byte(`"type":"INTENT_READY"`)) ||
		bytes.Contains(event, []byte(`"type":"SCOPE_CHANGED"`)) || bytes.Contains(event, []byte(`"type":"TURN_CANCELLED"`))
}

// again tells once more what happened from the event at seq to the end of its turn. It returns
// nil when that event has another id.
func (t *live) again(ctx context.Context, seq int64, eventID string) (*stream, error) {
	in, err := t.at(ctx, seq-1)
	if err != nil {
		return nil, err
	}
	s := t.r.newStream(t.id, false)
	var folds []*folded
	for record, err := range t.r.store.Log(ctx, t.id, seq) {
		if err != nil {
			return nil, fmt.Errorf("runner: read log: %w", err)
		}
		ev, d, err := t.refold(in, record)
		if err != nil {
			return nil, err
		}
		if len(folds) == 0 && ev.ID != eventID {
			return nil, nil
		}
		if len(folds) > 0 && ev.Type().FromPerson() {
			break
		}
		folds = append(folds, &folded{event: *ev, before: in, decision: d})
		in = &d.Next
	}
	s.tell(folds, true)
	s.opened(in.Turn.Number)
	switch {
	case len(in.Turn.Outstanding) == 0:
		s.end(nil)
	case in.Turn.Seq == t.in.Turn.Seq:
		t.streams = append(t.streams, s) // the turn still runs
		return s, t.resume(noLimit)
	default:
		s.put(Update{
			Kind: TurnEnded, Trip: t.id, Seq: in.Turn.Seq, Turn: in.Turn.Number, At: in.UpdatedAt,
			Replayed: true, Superseded: true,
		})
		s.end(nil)
	}
	return s, nil
}
