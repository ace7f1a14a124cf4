package temporal

import (
	"context"
	"log/slog"
	"time"

	"go.temporal.io/api/serviceerror"
	"google.golang.org/grpc/codes"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// tail follows the history of a trip for those who watch it, by a long poll. It ends when nobody has read the trip
// for a while; a watcher reads it every second.
type tail struct {
	read time.Time // when the trip was read last; guarded by the history's mutex
}

const tailTime = 5 * time.Second

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
	if t == nil || v == nil || v.over {
		return nil
	}
	t.read = time.Now()
	return v
}

// follow begins to tell of what comes after a view, or goes on to.
func (h *history) follow(id trip.ID, v *view) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch t := h.tails[id]; {
	case h.hear == nil || h.ctx.Err() != nil:
	case t != nil:
		t.read = time.Now()
	default:
		t = &tail{time.Now()}
		h.tails[id] = t
		go h.tell(h.ctx, id, v, t)
	}
}

// isRead reports whether a tail goes on: somebody has read the trip lately, and it could be followed.
func (h *history) isRead(id trip.ID, t *tail) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tails[id] != t {
		return false
	}
	if time.Since(t.read) > tailTime {
		delete(h.tails, id)
	}
	return h.tails[id] == t
}

// tell reads the history of a trip as it grows, run after run. When it cannot go on, who watches is told to look.
func (h *history) tell(ctx context.Context, id trip.ID, v *view, t *tail) {
	for h.isRead(id, t) {
		if v.over && v.next != "" {
			v = &view{run: v.next}
		}
		poll, cancel := context.WithTimeout(ctx, tailTime)
		next, err := h.advance(poll, id, v)
		ended := poll.Err() != nil || serviceerror.ToStatus(err).Code() == codes.DeadlineExceeded
		cancel()
		switch {
		case err == nil:
			v = next
		case ended && ctx.Err() == nil: // nothing came
			continue
		case ctx.Err() == nil && h.log != nil:
			h.log.Warn("temporal: a history cannot be followed", slog.String("trip", string(id)), slog.Any("error", err))
		}
		if err != nil || v.over && v.next == "" {
			h.mu.Lock()
			delete(h.tails, id)
			h.mu.Unlock()
		}
		h.hear(store.Word{Kind: store.Changed, Trip: id})
	}
}
