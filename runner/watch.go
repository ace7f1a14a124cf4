package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// maxBuffered and maxBufferedBytes bound the events that wait for one watcher. A slower one reads what it missed from
// the log, as it goes on.
const (
	maxBuffered      = 256
	maxBufferedBytes = 1 << 20
)

// Watch yields all that happens to a trip after the event at fromSeq, 0 for all of it, whoever caused it: turns,
// recovered calls, settlements in the background. Each event is told once, in order, first from the log and
// then as it is committed, for any number of watchers. A watcher that comes back passes the Seq of the last
// TurnEnded or Decided that it saw. Beside the events come updates [Queued], which have no seq and are not
// repeated. From 0 on, a trip that does not exist yet is waited for.
//
// A seq belongs to one log. If the trip was erased, or forgotten by its store and begun again, a watcher of the old
// trip ends with ErrDeleted, and one that comes back with a seq beyond the end of the new log ends with ErrAhead. It
// must discard what it kept of the old trip and watch from 0. A seq that the new log has reached too is taken for one
// of the new log.
//
// Past events are read from the store with the decisions that were recorded, and are not folded again: a later version,
// policy or wording shows them as they were. Only events stored by versions that kept no decisions are folded. Of a
// past decision's Next, only the status, the turn's number and the ids of the calls that are out or in doubt are set:
// [Runner.StateAt] returns the whole intent.
//
// Where processes share the store, what another one commits is told as soon as the store has let this process know
// (store.Inbox), after a second at the latest; what its handlers report is not told.
//
// Watching changes nothing: the end of ctx, or of the loop, ends no turn. The last update comes with an error.
//
//   - Errors: that of ctx, ErrClosed once Close has waited for all turns, ErrDeleted, ErrAhead, ErrDiverged,
//     store.ErrInvalid, or a fault of the store.
func (r *Runner) Watch(ctx context.Context, id trip.ID, fromSeq int64) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		w := &watcher{r: r, id: id, next: fromSeq + 1, ready: r.sched.NewSignal(), behind: true}
		err := w.subscribe(fromSeq)
		if err == nil {
			defer r.removeWatcher(w)
			err = w.follow(ctx, yield)
		}
		if !errors.Is(err, errLeft) {
			yield(Update{Trip: id, Decision: new(trip.Decision)}, err)
		}
	}
}

// errLeft says that the loop over the updates was left.
var errLeft = errors.New("runner: the loop was left")

// watcher follows one trip. Nobody waits for it.
type watcher struct {
	r     *Runner
	id    trip.ID
	ready Signal

	next  int64        // seq of the next event; next, first, last and idle are of the goroutine that watches alone
	first origin       // of the trip whose events are told; not known before the first of them was read
	last  origin       // of the event that was told last; not known before one was told
	idle  func() error // is called whenever all has been told; nil for nothing

	mu     sync.Mutex // guards the fields below
	news   []news     // that came since the last time
	bytes  int        // of them
	behind bool       // the log has events that news lacks
	end    error      // why nothing comes any more; nil while something may
}

// subscribe makes the runner tell the watcher what is committed from now on.
func (w *watcher) subscribe(fromSeq int64) error {
	if err := store.CheckID(w.id); err != nil {
		return fmt.Errorf("runner: %w", err)
	}
	if fromSeq < 0 {
		return fmt.Errorf("runner: %w: watch from seq %d: want 0 or more", store.ErrInvalid, fromSeq)
	}
	w.r.mu.Lock()
	defer w.r.mu.Unlock()
	if w.r.closed {
		return ErrClosed
	}
	w.r.watchers[w.id] = append(w.r.watchers[w.id], w)
	return nil
}

// removeWatcher undoes subscribe.
func (r *Runner) removeWatcher(w *watcher) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(r.watchers[w.id]), func(other *watcher) bool { return other == w })
	if r.watchers[w.id] = left; len(left) == 0 {
		delete(r.watchers, w.id)
	}
}

// publish hands what is durable to all who watch the trip. The caller holds t.mu, so that they are told in order.
func (t *live) publish(list ...news) {
	t.r.mu.Lock()
	watchers := t.r.watchers[t.id]
	t.r.mu.Unlock()
	for _, w := range watchers {
		w.add(list)
	}
}

// publishFolds hands the events of a commit to all who watch the trip. The caller holds t.mu.
func (t *live) publishFolds(folds []*folded) {
	list := make([]news, len(folds))
	for i, f := range folds {
		list[i].fold = f
	}
	t.publish(list...)
}

// wakeWatchers says that the log has more of a trip than was told.
func (r *Runner) wakeWatchers(id trip.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.watchers[id] {
		w.wake()
	}
}

// eachWatcher does something to the watchers of all trips.
func (r *Runner) eachWatcher(do func(*watcher)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, list := range r.watchers {
		for _, w := range list {
			do(w)
		}
	}
}

func (w *watcher) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.behind = true
	w.ready.Set()
}

// endWatchers says why nothing comes any more of a trip.
func (r *Runner) endWatchers(id trip.ID, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.watchers[id] {
		w.close(why)
	}
}

func (w *watcher) add(list []news) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range list {
		w.bytes += list[i].bytes()
	}
	if w.news = append(w.news, list...); len(w.news) > maxBuffered || w.bytes > maxBufferedBytes {
		w.news, w.bytes, w.behind = nil, 0, true
	}
	w.ready.Set()
}

func (w *watcher) close(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end = why
	w.ready.Set()
}

// drain returns what has come since the last time.
func (w *watcher) drain() (list []news, behind bool, end error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list, behind, end = w.news, w.behind, w.end
	w.news, w.bytes, w.behind = nil, 0, false
	return list, behind, end
}

// follow tells the updates until the loop is left or there are no more.
func (w *watcher) follow(ctx context.Context, yield func(Update, error) bool) error {
	for {
		list, behind, end := w.drain()
		if behind {
			if err := w.readLog(ctx, yield); err != nil {
				return err
			}
		}
		for i := range list {
			if err := w.yieldCommitted(ctx, &list[i], yield); err != nil {
				return err
			}
		}
		switch {
		case end != nil:
			return end
		case len(list) > 0:
			continue
		}
		if w.idle != nil {
			if err := w.idle(); err != nil {
				return err
			}
		}
		if err := w.wait(ctx); err != nil {
			return err
		}
	}
}

// othersEvery is how often a watcher looks into the log for what other processes have committed, when it hears of
// nothing.
const othersEvery = time.Second

// wait waits for something to tell. Where processes share the store, it may be that nobody says what the others commit.
func (w *watcher) wait(ctx context.Context) error {
	if w.r.shared == nil {
		return w.ready.Wait(ctx)
	}
	soon, cancel := w.r.sched.WithTimeout(ctx, othersEvery)
	defer cancel()
	err := w.ready.Wait(soon)
	if err == nil || ctx.Err() != nil {
		return err
	}
	if w.isBehind(ctx) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.behind = true
	}
	return nil
}

// isBehind reports whether the log has more than was told, is another one, or cannot be read: readLog says which.
func (w *watcher) isBehind(ctx context.Context) bool {
	known := w.next - 1
	for record, err := range w.r.store.Log(ctx, w.id, max(known, 1)) {
		switch {
		case err != nil:
			return known > 0 || !errors.Is(err, store.ErrNotFound)
		case record.Seq != known:
			return true
		}
		known = 0 // it is there
	}
	return known > 0
}

// yieldCommitted yields what was committed, unless the log has yielded it already. If the event is beyond the next one,
// a commit in between was missed because its outcome was unclear at first, and the events are read from the log.
func (w *watcher) yieldCommitted(ctx context.Context, n *news, yield func(Update, error) bool) error {
	switch {
	case n.fold == nil:
		return left(yield(*n.update, nil))
	case n.fold.event.Seq == 1 && w.next > 1 && originOf(&n.fold.event) != w.first:
		return w.restarted()
	case n.fold.event.Seq > w.next:
		return w.readLog(ctx, yield)
	}
	return w.tellEvent(n.fold, yield)
}

func (w *watcher) tellEvent(f *folded, yield func(Update, error) bool) error {
	if f.event.Seq != w.next {
		return nil
	}
	w.last = originOf(&f.event)
	if w.next++; f.event.Seq == 1 {
		w.first = w.last
	}
	if before := f.before.Turn; len(before.Outstanding) > 0 && f.decision.Next.Turn.Number > before.Number {
		u := standing(w.id, &f.decision.Next, TurnEnded)
		u.Turn, u.Superseded = before.Number, true
		if !yield(u, nil) {
			return errLeft
		}
	}
	return left(f.updates(f.isOfTurn(), func(u Update) bool { return yield(u, nil) }))
}

// readLog yields the events of the log from the next one on. It starts one event earlier, so that a log which does not
// reach that far, or has another event there, is noticed.
func (w *watcher) readLog(ctx context.Context, yield func(Update, error) bool) error {
	if w.last == (origin{}) {
		if err := w.checkLog(ctx); err != nil {
			return err
		}
	}
	known := w.next - 1
	reached := known == 0
	for f, err := range w.r.past(ctx, w.id, known) {
		if errors.Is(err, store.ErrNotFound) {
			break // there is no such trip
		}
		if err != nil {
			return err
		}
		reached = true
		if f.event.Seq == known && w.last != (origin{}) && originOf(&f.event) != w.last {
			return w.restarted()
		}
		if err := w.tellEvent(f, yield); err != nil {
			return err
		}
	}
	switch {
	case reached:
		return nil
	case w.last != (origin{}):
		return w.restarted()
	default:
		return fmt.Errorf("%w: trip %q has no event %d: watch it from seq 0", ErrAhead, w.id, known)
	}
}

// origin identifies an event, so that a later trip under the same id can be told apart by its events.
type origin struct {
	id              string
	at              trip.Instant
	decision, state trip.Digest
}

func originOf(ev *trip.Event) origin {
	return origin{id: ev.ID, at: ev.Time(), decision: ev.Decision, state: ev.State}
}

// restarted says that the log is not that of the events that were told.
func (w *watcher) restarted() error {
	return fmt.Errorf("%w: trip %q began anew: watch it from seq 0", ErrDeleted, w.id)
}

// checkLog fails with ErrDeleted when the log does not begin with the event that the watched trip began with.
func (w *watcher) checkLog(ctx context.Context) error {
	if w.next == 1 {
		return nil
	}
	var found origin
	first, err := w.firstEvent(ctx)
	switch {
	case err != nil:
		return err
	case first != nil:
		found = originOf(first)
	}
	if w.first != (origin{}) && found != w.first {
		return w.restarted()
	}
	w.first = found
	return nil
}

// firstEvent reads the first event of the log, nil when there is none.
func (w *watcher) firstEvent(ctx context.Context) (*trip.Event, error) {
	for record, err := range w.r.store.Log(ctx, w.id, 1) {
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil, nil
		case err != nil:
			return nil, fmt.Errorf("runner: read log: %w", err)
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			return nil, fmt.Errorf("%w: seq %d: %w", ErrDiverged, record.Seq, err)
		}
		return &ev, nil
	}
	return nil, nil
}

// left returns errLeft when the loop does not go on.
func left(goesOn bool) error {
	if !goesOn {
		return errLeft
	}
	return nil
}

// isOfTurn reports whether the event is part of a turn: a person sent it, or a call was outstanding. An event that
// settles an old call between two turns is not.
func (f *folded) isOfTurn() bool {
	return f.event.Type().FromPerson() || len(f.before.Turn.Outstanding) > 0
}
