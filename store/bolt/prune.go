package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// pruneStep is how many snapshots or records Prune removes in one transaction.
const pruneStep = 1024

// Prune implements [store.Pruner]. The log of a removed trip is swept after the trip is gone; a
// sweep that was interrupted is taken up by the next Prune.
func (s *Store) Prune(ctx context.Context, r store.Retention) (store.PruneReport, error) {
	p := pruner{store: s, retention: r, now: s.options.Now()}
	if s.options.ReadOnly {
		return p.report, fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	}
	err := s.tend(ctx, p.run)
	return p.report, err
}

// Delete implements [store.Deleter], in small steps as Prune does: after one that was interrupted it is called again.
// The bytes of the trip stay on free pages of the file until these are used again, or Compact makes the file anew.
func (s *Store) Delete(ctx context.Context, id trip.ID) error {
	if err := store.CheckID(id); err != nil {
		return err
	}
	if s.options.ReadOnly {
		return fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	}
	return s.tend(ctx, func(ctx context.Context) error {
		p := pruner{store: s, erases: true}
		again := []trip.ID{id}
		var err error
		for err == nil && len(again) > 0 {
			if err = ctx.Err(); err == nil {
				again, err = p.stepAll(again)
			}
		}
		if err == nil {
			err = p.sweep(ctx)
		}
		return err
	})
}

// pruner is one run of Prune, or of Delete.
type pruner struct {
	store     *Store
	retention store.Retention
	erases    bool // the trips that it is given go, whatever they have pending
	now       time.Time
	report    store.PruneReport
	line      []trip.ID // trips with something to remove,
	waiting   int       // and how much of it
}

func (p *pruner) run(ctx context.Context) error {
	for id, err := range p.store.Trips(ctx, "") {
		if err != nil {
			return err
		}
		p.report.Trips++
		if err := p.plan(ctx, id); err != nil {
			return err
		}
		if p.waiting >= pruneStep {
			if err := p.flush(ctx); err != nil {
				return err
			}
		}
	}
	if err := p.flush(ctx); err != nil {
		return err
	}
	return p.sweep(ctx)
}

// plan looks whether there is something to remove of a trip. Most trips are only looked at.
func (p *pruner) plan(ctx context.Context, id trip.ID) error {
	var work pruneWork
	err := p.store.view(ctx, func(tx *bbolt.Tx) (err error) {
		work, err = p.look(tx, id)
		return err
	})
	switch {
	case errors.Is(err, store.ErrDamaged):
		p.report.Damaged++
		return nil
	case errors.Is(err, store.ErrNotFound) || err == nil && work.none():
		return nil
	case err != nil:
		return err
	}
	p.line = append(p.line, id)
	p.waiting += work.drops + 1
	return nil
}

// flush removes what was planned.
func (p *pruner) flush(ctx context.Context) error {
	line := p.line
	p.line, p.waiting = nil, 0
	return p.removeOf(ctx, line)
}

// removeOf removes what is not kept of some trips, a bounded piece of each in one transaction.
// Where a trip turns out to be damaged, each is tried alone.
func (p *pruner) removeOf(ctx context.Context, ids []trip.ID) error {
	for len(ids) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		again, err := p.stepAll(ids)
		switch {
		case err == nil:
			ids = again
		case !errors.Is(err, store.ErrDamaged):
			return err
		case len(ids) == 1:
			p.report.Damaged++
			return nil
		default:
			for i := range ids {
				if err := p.removeOf(ctx, ids[i:i+1]); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return nil
}

// stepAll runs one transaction and returns the trips of which there is more to remove.
func (p *pruner) stepAll(ids []trip.ID) (again []trip.ID, err error) {
	var snapshots, removed int64
	err = p.store.change(func(w *writer, tx *bbolt.Tx) error {
		for _, id := range ids {
			done, err := p.step(w, tx, id)
			if err != nil {
				return of(id, err)
			}
			snapshots += done.snapshots
			removed += done.removed
			if done.more {
				again = append(again, id)
			}
		}
		return nil
	})
	if err == nil {
		p.report.Snapshots += snapshots
		p.report.Removed += removed
	}
	return again, err
}

// pruneWork is what one transaction is to remove of a trip.
type pruneWork struct {
	cuts  []cut
	drops int  // snapshots that go
	idle  bool // the trip itself goes: it is idle, or to be erased
	whole bool // and there are no more groups of turn ends
}

func (w pruneWork) none() bool { return len(w.cuts) == 0 && !w.idle }

// cut is what is removed of a group of turn ends.
type cut struct {
	key      []byte    // of the group; nil for the turn ends in the head
	turnEnds []turnEnd // as they are to be: without the snapshots that go
	drops    []uint64  // the offsets of those
}

// pruned is what one transaction removed of a trip.
type pruned struct {
	snapshots, removed int64
	more               bool
}

// look finds the next step of work on a trip.
func (p *pruner) look(tx *bbolt.Tx, id trip.ID) (pruneWork, error) {
	var work pruneWork
	h, err := readHead(tx.Bucket(bucketTrips), id)
	if err != nil {
		return work, err
	}
	pending := len(h.calls) > 0 || tx.Bucket(bucketQueue).Get([]byte(id)) != nil
	work.idle = p.erases || p.retention.IdleAfter > 0 && !pending && p.since(h.touched) > p.retention.IdleAfter
	work.whole = true
	recent, err := h.recent(nil, id)
	if err != nil {
		return work, err
	}
	kept := p.cut(&work, nil, recent, 0)
	for _, group := range slices.Backward(groupsOf(tx, id)) {
		if max(work.drops, len(work.cuts)) >= pruneStep {
			work.whole = false
			break
		}
		turnEnds, err := openGroup(group.key, group.value)
		if err != nil {
			return work, err
		}
		kept = p.cut(&work, clone(group.key), turnEnds, kept)
	}
	return work, nil
}

// cut plans what goes of a group of turn ends, when so many newer snapshots are kept. It returns how
// many there are with those of the group.
func (p *pruner) cut(work *pruneWork, key []byte, turnEnds []turnEnd, kept int) int {
	c := cut{key: key, turnEnds: turnEnds}
	for i := len(turnEnds) - 1; i >= 0; i-- {
		m := &turnEnds[i]
		if m.snapAt == 0 {
			continue
		}
		if work.idle || !p.keeps(*m, kept) {
			c.drops = append(c.drops, m.snapAt)
			m.snapAt = 0
		}
		kept++
	}
	if work.idle || len(c.drops) > 0 {
		work.cuts = append(work.cuts, c)
		work.drops += len(c.drops)
	}
	return kept
}

// keeps reports whether the snapshot of a turn end stays, when so many newer ones do.
func (p *pruner) keeps(m turnEnd, newer int) bool {
	r := p.retention
	if r.KeepTurns > 0 && newer >= r.KeepTurns {
		return false
	}
	return r.MaxAge <= 0 || p.since(m.ended) <= r.MaxAge
}

func (p *pruner) since(milli int64) time.Duration { return p.now.Sub(time.UnixMilli(milli)) }

// step looks again, inside a write transaction, and removes.
func (p *pruner) step(w *writer, tx *bbolt.Tx, id trip.ID) (pruned, error) {
	work, err := p.look(tx, id)
	if err != nil || work.none() {
		return pruned{}, err
	}
	h, err := readHead(w.trips, id)
	if err != nil {
		return pruned{}, err
	}
	done := pruned{more: !work.whole}
	for _, c := range work.cuts {
		if err := w.forget(c, &h, work.idle); err != nil {
			return pruned{}, err
		}
	}
	if !work.idle {
		done.snapshots = int64(work.drops)
	}
	if work.idle && work.whole {
		done.removed = 1
		return done, w.bury(tx, id, h)
	}
	return done, w.putHead([]byte(id), &h)
}

// forget removes kept snapshots, and their turn ends too if the trip is to go. The newest snapshot of
// the trip stays, though not in the history.
func (w *writer) forget(c cut, h *head, andMarks bool) error {
	for _, offset := range c.drops {
		if offset == h.snapAt {
			h.snapKept = false
		} else if err := w.dropSnapshot(offset); err != nil {
			return err
		}
	}
	switch {
	case c.key == nil:
		h.turnEnds = appendTurnEnds(nil, c.turnEnds)
		return nil
	case andMarks:
		return w.remove(w.history, bucketHistory, c.key)
	}
	return w.putGroup(c.key, c.turnEnds)
}

// bury removes a trip whose turn ends are gone, and leaves its log to be swept.
func (w *writer) bury(tx *bbolt.Tx, id trip.ID, h head) error {
	if h.snapAt != 0 {
		if err := w.dropSnapshot(h.snapAt); err != nil {
			return err
		}
	}
	if err := w.put(tx.Bucket(bucketTombstones), bucketTombstones, offsetKey(h.logAt), len(w.scratch)); err != nil {
		return err
	}
	return errors.Join(
		w.remove(w.calls, bucketCalls, []byte(id)), w.remove(w.queue, bucketQueue, []byte(id)),
		w.remove(w.trips, bucketTrips, []byte(id)),
	)
}

// sweep removes the logs of removed trips.
func (p *pruner) sweep(ctx context.Context) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := p.store.change(func(w *writer, tx *bbolt.Tx) error {
			tombstones := tx.Bucket(bucketTombstones)
			key, _ := tombstones.Cursor().First()
			if more = key != nil; !more {
				return errNothing
			}
			offset := binary.BigEndian.Uint64(key)
			if err := w.remove(tombstones, bucketTombstones, clone(key)); err != nil {
				return err
			}
			rest, err := w.sweep(offset)
			if rest == 0 { // so it is after an error
				return err
			}
			return w.put(tombstones, bucketTombstones, offsetKey(rest), len(w.scratch))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweep removes records from an offset backwards. It returns where it stopped, 0 at the front.
func (w *writer) sweep(offset uint64) (uint64, error) {
	for range pruneStep {
		body, err := w.log.read(offset)
		if err != nil {
			return 0, err
		}
		e, ok := decodeEntry(body)
		if !ok || e.back > offset {
			return 0, w.log.damaged(offset, "record cannot be decoded")
		}
		if err := w.log.remove(offset); err != nil {
			return 0, err
		}
		if e.back == 0 {
			return 0, nil
		}
		offset -= e.back
	}
	return offset, nil
}

// change runs a write transaction for upkeep, with a writer of its own.
func (s *Store) change(do func(w *writer, tx *bbolt.Tx) error) error {
	if s.isClosing() {
		return store.ErrClosed
	}
	w := writer{inputs: s.inputs()}
	err := s.update(func(tx *bbolt.Tx) error {
		w.reset(tx)
		return do(&w, tx)
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}
