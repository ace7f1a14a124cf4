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

// tailTime is how long the history of a trip is followed after somebody has read it last; a watcher reads it every
// second.
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
	if v := h.views[id]; v != nil && !v.over && !h.tails[id].IsZero() {
		h.tails[id] = time.Now()
		return v
	}
	return nil
}

// follow begins to tell of what comes after a view, or goes on to.
func (h *history) follow(id trip.ID, v *view) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hear == nil || h.ctx.Err() != nil || v.over && v.next == "" {
		return
	}
	if h.tails[id].IsZero() {
		go h.poll(h.ctx, id, v)
	}
	h.tails[id] = time.Now()
}

// goesOn reports whether somebody has read a trip lately. Else, or when its history ends or cannot be read, nobody
// follows it any more.
func (h *history) goesOn(id trip.ID, ends bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if ends || time.Since(h.tails[id]) > tailTime {
		delete(h.tails, id)
		return false
	}
	return true
}

// poll reads the history of a trip as it grows, run after run, by a long poll. When it cannot go on, who watches is
// told to look.
func (h *history) poll(ctx context.Context, id trip.ID, v *view) {
	for ends := false; h.goesOn(id, ends); {
		if v.over {
			v = &view{run: v.next}
		}
		poll, cancel := context.WithTimeout(ctx, tailTime)
		next, err := h.advance(poll, id, v)
		late := poll.Err() != nil || serviceerror.ToStatus(err).Code() == codes.DeadlineExceeded
		cancel()
		switch {
		case err == nil:
			v = next
			ends = v.over && v.next == ""
		case late && ctx.Err() == nil: // nothing came
			continue
		default:
			if ends = true; ctx.Err() == nil {
				h.log.Warn("temporal: a history cannot be followed", slog.String("trip", string(id)), slog.Any("error", err))
			}
		}
		h.hear(store.Word{Kind: store.Changed, Trip: id})
	}
}
