package aistream

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/trip"
)

// stopTime bounds how long it takes to stop a turn whose client is gone.
const stopTime = 10 * time.Second

// Stop serves the end of the turn that runs in the chat {id}, if one does, and of what waits behind it.
func Stop(b *web.Backend) http.Handler {
	return b.Handler(func(w http.ResponseWriter, r *http.Request) error {
		id, _, err := b.Find(r.Context(), r.PathValue("id"))
		if err == nil {
			var now trip.Intent
			switch now, err = b.Runner.State(r.Context(), id); {
			case err != nil:
			case len(now.Turn.Outstanding) > 0:
				err = cancel(r.Context(), b, id, "")
			default:
				err = b.Runner.Withdraw(r.Context(), id)
			}
		}
		if err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		return err
	})
}

// cancel ends the turn that runs, and what waits behind it.
func cancel(ctx context.Context, b *web.Backend, id trip.ID, eventID string) error {
	ev := trip.Event{ID: eventID, Data: trip.TurnCancelled{Reason: "the chat was stopped"}}
	for _, err := range b.Handle(ctx, id, ev) {
		return err
	}
	return nil
}

// leave stops the turn of an event whose client has closed its connection: that is all that stop() of useChat does. A
// message that waits is stopped with the turn that it waits for, since stop() knows the newest request alone. A turn
// that is out to write goes on, since what was sent is not taken back by a connection that ends.
func (a *answer) leave(ev *trip.Event) {
	if a.goesBack || !web.Left(a.r.Context(), a.stream) {
		return
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(a.r.Context()), stopTime)
	defer done()
	now, err := a.b.Runner.State(ctx, a.id)
	waits := a.turn == 0
	switch {
	case err != nil:
	case (waits || now.Turn.Number == a.turn) && len(now.Turn.Outstanding) > 0 && !a.writes(&now):
		err = cancel(ctx, a.b, a.id, "stop:"+ev.ID)
	case waits:
		err = a.b.Runner.Withdraw(ctx, a.id)
	}
	if err != nil {
		a.b.Log.WarnContext(ctx, "server: a chat that was stopped goes on", "error", err)
	}
}

// writes reports whether a call is out that changes the world.
func (a *answer) writes(now *trip.Intent) bool {
	tools := a.b.Runner.Catalog()
	return slices.ContainsFunc(now.Turn.Outstanding, func(c trip.Pending) bool {
		t, _ := tools.Tool(c.Name)
		return t.Effect == catalog.Write
	})
}
