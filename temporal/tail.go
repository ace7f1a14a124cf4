package temporal

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"go.temporal.io/api/enums/v1"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// tail follows the history of a trip for those who watch it, by a long poll. It ends when nobody has read the trip
// for a while; a watcher reads it every second.
type tail struct {
	read    atomic.Int64 // when the trip was read last, in seconds
	reached atomic.Bool  // it has told what was there when it began
}

const tailTime = 5 // seconds

// Listen implements [store.Inbox].
func (h *history) Listen(ctx context.Context, hear func(store.Word)) {
	h.mu.Lock()
	h.ctx, h.hear = ctx, hear
	h.mu.Unlock()
	<-ctx.Done()
}

// followed returns what was heard of a trip that is followed, nil of one that is not.
func (h *history) followed(id trip.ID) *view {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, v := h.tails[id], h.views[id]
	if t == nil || v == nil || !t.reached.Load() || v.closed != 0 || v.state.Header == "" {
		return nil
	}
	t.read.Store(time.Now().Unix())
	return v
}

// follow begins to tell of a trip, or goes on to.
func (h *history) follow(id trip.ID, v *view) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hear == nil || h.ctx.Err() != nil {
		return
	}
	t := h.tails[id]
	if t == nil {
		t = new(tail)
		h.tails[id] = t
		go h.tell(h.ctx, id, v.run, t)
	}
	t.read.Store(time.Now().Unix())
}

// tell reads the history of a trip as it grows, run after run.
func (h *history) tell(ctx context.Context, id trip.ID, run string, t *tail) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.tails, id)
	}()
	go func() { // the poll does not end by itself
		for ctx.Err() == nil && time.Now().Unix() <= t.read.Load()+tailTime {
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
		cancel()
	}()
	name, _ := h.workflowID(id) // it was read under it
	for run != "" {
		next, err := h.tellRun(ctx, id, name, run, t)
		if err != nil {
			if ctx.Err() == nil && h.log != nil {
				h.log.Warn("temporal: a history cannot be followed", slog.String("trip", string(id)), slog.Any("error", err))
			}
			return
		}
		run = next
	}
}

// tellRun follows one run, and returns the id of the next, empty when there is none.
func (h *history) tellRun(ctx context.Context, id trip.ID, name, run string, t *tail) (next string, err error) {
	v := &view{run: run}
	h.mu.Lock()
	there := h.views[id]
	h.mu.Unlock()
	t.reached.Store(there == nil)
	events := h.config.Client.GetWorkflowHistory(ctx, name, run, true, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		ev, err := events.Next()
		if err != nil {
			return "", err //nolint:wrapcheck // it is logged
		}
		changed, err := h.add(v, ev)
		if err != nil {
			return "", err
		}
		if next = ev.GetWorkflowExecutionContinuedAsNewEventAttributes().GetNewExecutionRunId(); next != "" {
			return next, nil
		}
		if !t.reached.Load() && (there.run != run || v.events >= there.events) {
			t.reached.Store(true)
			changed = true
		}
		if changed && t.reached.Load() {
			h.keep(id, v)
			h.hear(store.Word{Kind: store.Changed, Trip: id})
		}
	}
	return "", nil
}
