package bolt

import (
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// writer changes trips inside one transaction.
type writer struct {
	log       stream
	snapshots stream
	trips     *bbolt.Bucket
	history   *bbolt.Bucket
	calls     *bbolt.Bucket
	queue     *bbolt.Bucket
	inputs    inputs
	finder    *bbolt.Cursor     // in trips
	heads     map[trip.ID]*held // of the trips that the transaction appends to
	dirty     []*held           // those that changed
	key       []byte            // of the trip that is being written
	scratch   []byte            // values live here until the transaction ends
	body      []byte            // of the entry that is being built
	turnEnds  []turnEnd         // of the trip whose turn end is being written
}

// inputs holds the other inputs of a commit. The journal keeps them, so that replaying it gives the same result.
type inputs struct {
	now  int64 // milliseconds since 1970
	keep store.History
}

// headsFill is how full bbolt leaves a page of heads when it splits it. Heads grow and shrink with their calls, and
// bbolt does not merge pages again: half-full pages would stay too empty. A higher value leaves the pages emptier when
// ids come in random order.
const headsFill = 0.7

// reset readies the writer for a transaction; its memory is used again.
func (w *writer) reset(tx *bbolt.Tx) {
	w.log = streamOf(tx, bucketLog)
	w.snapshots = streamOf(tx, bucketSnapshots)
	w.trips = tx.Bucket(bucketTrips)
	w.trips.FillPercent = headsFill
	w.finder = w.trips.Cursor()
	w.heads, w.dirty = nil, nil
	w.history = tx.Bucket(bucketHistory)
	w.calls = tx.Bucket(bucketCalls)
	w.queue = tx.Bucket(bucketQueue)
	w.scratch = w.scratch[:0]
}

// rest drops all references to the finished transaction and keeps only the reusable buffers.
func (w *writer) rest() {
	*w = writer{key: w.key, scratch: w.scratch, body: w.body, turnEnds: w.turnEnds}
}

// scratchBytes is the size of a piece of scratch memory.
const scratchBytes = 64 << 10

// roomFor returns scratch memory with room for n bytes. Old pieces are never moved, because the transaction refers to
// them.
func roomFor(scratch []byte, n int) []byte {
	if cap(scratch)-len(scratch) >= n {
		return scratch
	}
	return make([]byte, 0, max(n, scratchBytes))
}

// admit finds the head that a commit builds on. It writes nothing, so a rejected commit leaves no trace.
func (w *writer) admit(r *request) (*held, error) {
	h, err := w.hold(r.Trip)
	if err != nil {
		return nil, err
	}
	if h.seq != r.ExpectedSeq {
		return nil, &store.ConflictError{Trip: r.Trip, Expected: r.ExpectedSeq, Actual: h.seq}
	}
	return h, nil
}

// write makes the changes of an admitted commit. Any error spoils the whole transaction.
func (w *writer) write(r *request, h *held) error {
	w.key = append(w.key[:0], r.Trip...)
	w.touch(h)
	if h.isNew {
		if err := w.create(r, &h.head); err != nil {
			return err
		}
		h.isNew = false
	}
	for i := range r.Events {
		if err := w.record(r, &h.head, i); err != nil {
			return err
		}
	}
	if err := w.snapshot(r, &h.head); err != nil {
		return err
	}
	if r.TurnEnded {
		if err := w.endTurn(r, &h.head); err != nil {
			return err
		}
	}
	h.calls = append(h.calls[:0], r.calls...)
	return w.enqueue(r)
}

// create puts the header at the front of a new trip's log.
func (w *writer) create(r *request, h *head) error {
	h.chain = store.FirstChain(r.Header)
	h.headerAt = w.log.next()
	h.logAt = h.headerAt
	return w.enter(entry{id: w.key, chain: h.chain, event: pack(nil, r.Header)})
}

// record puts the commit's ith event behind the newest record.
func (w *writer) record(r *request, h *head, i int) error {
	h.seq++
	h.chain = store.NextChain(h.chain, r.Events[i])
	offset := w.log.next()
	back := offset - h.logAt
	h.logAt = offset
	return w.enter(entry{seq: h.seq, back: back, id: w.key, chain: h.chain, event: r.events[i]})
}

func (w *writer) enter(e entry) error {
	w.body = e.append(w.body[:0])
	var err error
	w.scratch, err = w.log.append(w.scratch, w.body)
	return err
}

// snapshot puts the new snapshot, and removes the one before unless the history has it.
func (w *writer) snapshot(r *request, h *head) error {
	if len(r.Snapshot) == 0 {
		return nil
	}
	if h.snapAt != 0 && !h.snapKept {
		if err := w.dropSnapshot(h.snapAt); err != nil {
			return err
		}
	}
	h.snapSeq, h.snapAt, h.snapKept = h.seq, w.snapshots.next(), false
	var err error
	w.scratch, err = w.snapshots.append(w.scratch, r.snapshot)
	return err
}

// endTurn notes the end of a turn and, by policy, keeps its snapshot.
func (w *writer) endTurn(r *request, h *head) error {
	h.turns++
	turnEnds, err := h.recent(w.turnEnds[:0], r.Trip)
	if err != nil {
		return err
	}
	m := turnEnd{seq: h.seq, logAt: h.logAt, ended: w.inputs.now}
	if n := len(turnEnds); n > 0 && turnEnds[n-1].seq == h.seq { // nothing happened since: the older turn end is replaced
		m.snapAt = turnEnds[n-1].snapAt
		turnEnds = turnEnds[:n-1]
	}
	if len(r.Snapshot) > 0 && w.inputs.keep.Keeps(h.turns) {
		if m.snapAt != 0 {
			if err := w.dropSnapshot(m.snapAt); err != nil {
				return err
			}
		}
		m.snapAt = h.snapAt
		h.snapKept = true
	}
	if len(turnEnds) == turnsInGroup {
		if err := w.putGroup(groupKey(r.Trip, turnEnds[len(turnEnds)-1].seq), turnEnds); err != nil {
			return err
		}
		turnEnds = turnEnds[:0]
	}
	w.turnEnds = append(turnEnds, m)
	h.turnEnds = appendTurnEnds(h.turnEnds[:0], w.turnEnds) // which were decoded from there
	return nil
}

func (w *writer) putGroup(key []byte, turnEnds []turnEnd) error {
	w.scratch = roomFor(w.scratch, len(turnEnds)*turnEndBytes)
	from := len(w.scratch)
	w.scratch = appendTurnEnds(w.scratch, turnEnds)
	return w.put(w.history, bucketHistory, key, from)
}

// enqueue replaces the trip's queue if the commit contains one; an empty queue deletes the key.
func (w *writer) enqueue(r *request) error {
	switch {
	case r.Queue == nil:
		return nil
	case len(r.Queue) > 0:
		from := len(w.scratch)
		w.scratch = appendQueue(w.scratch, r.Queue)
		return w.put(w.queue, bucketQueue, w.key, from)
	}
	return w.remove(w.queue, bucketQueue, w.key)
}

func (w *writer) dropSnapshot(offset uint64) error {
	return w.snapshots.remove(offset)
}

func (w *writer) putHead(key []byte, h *head) error {
	w.scratch = roomFor(w.scratch, headBytes+len(h.turnEnds)+len(h.calls))
	from := len(w.scratch)
	w.scratch = h.append(w.scratch)
	return w.put(w.trips, bucketTrips, key, from)
}

// put seals scratch[from:] and stores it under a key.
func (w *writer) put(b *bbolt.Bucket, name, key []byte, from int) error {
	w.scratch = seal(w.scratch, from, key)
	if err := b.Put(key, w.scratch[from:]); err != nil {
		return fmt.Errorf("store: put into %s: %w", name, err)
	}
	return nil
}

func (w *writer) remove(b *bbolt.Bucket, name, key []byte) error {
	if err := b.Delete(key); err != nil {
		return fmt.Errorf("store: delete from %s: %w", name, err)
	}
	return nil
}

// readHead returns a trip's head, or ErrNotFound.
func readHead(trips *bbolt.Bucket, id trip.ID) (head, error) {
	key := []byte(id)
	value := trips.Get(key)
	if value == nil {
		return head{}, fmt.Errorf("%w: trip %q", store.ErrNotFound, id)
	}
	return openHead(key, value)
}

func openHead(key, value []byte) (head, error) {
	if body, ok := open(key, value); ok {
		if h, ok := decodeHead(body); ok {
			return h, nil
		}
	}
	return head{}, &store.DamagedError{Trip: trip.ID(key), What: "its head cannot be read"}
}
