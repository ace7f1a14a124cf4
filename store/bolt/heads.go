package bolt

import (
	"bytes"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// held is the cached head of a trip that a transaction appends to. One transaction may append to a trip many times, so
// the head is written only when the transaction is read or ends.
type held struct {
	head
	id      trip.ID
	isNew   bool // nothing was ever written of the trip
	indexed bool // it stands among the pending trips
	changed bool // since it was put
}

// hold returns the head of a trip.
func (w *writer) hold(id trip.ID) (*held, error) {
	if h := w.heads[id]; h != nil {
		return h, nil
	}
	h := &held{id: id, isNew: true}
	w.key = append(w.key[:0], id...)
	if key, value := w.finder.Seek(w.key); bytes.Equal(key, w.key) {
		found, err := openHead(key, value)
		if err != nil {
			return nil, err
		}
		found.turnEnds, found.calls = clone(found.turnEnds), clone(found.calls) // bbolt may move the page
		h.head, h.isNew, h.indexed = found, false, len(found.calls) > 0
	}
	return h, nil
}

// touch marks a head as changed and keeps it in the cache.
func (w *writer) touch(h *held) {
	if w.heads == nil {
		w.heads = map[trip.ID]*held{}
	}
	w.heads[h.id] = h
	h.touched = w.inputs.now
	if !h.changed {
		h.changed = true
		w.dirty = append(w.dirty, h)
	}
}

// putHeads writes the heads that changed, and updates the index of trips that have outstanding calls.
func (w *writer) putHeads() error {
	slices.SortFunc(w.dirty, func(a, b *held) int { return strings.Compare(string(a.id), string(b.id)) })
	for _, h := range w.dirty {
		w.key = append(w.key[:0], h.id...)
		if err := w.putHead(w.key, &h.head); err != nil {
			return err
		}
		if pending := len(h.calls) > 0; pending != h.indexed {
			if err := w.index(pending); err != nil {
				return err
			}
			h.indexed = pending
		}
		h.changed = false
	}
	clear(w.dirty)
	w.dirty = w.dirty[:0]
	return nil
}

// index adds the trip that is being written to the index of outstanding calls, or removes it.
func (w *writer) index(pending bool) error {
	if pending {
		return w.put(w.calls, bucketCalls, w.key, len(w.scratch))
	}
	return w.remove(w.calls, bucketCalls, w.key)
}
