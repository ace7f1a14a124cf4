package aistream

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// approvalEvent begins the ids of the events that answer approval requests.
const approvalEvent = "approval:"

// Handler serves answers: a message is posted, and the parts of its answer come back.
func Handler(b *web.Backend) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := serve(b, w, r); err != nil {
			b.Fail(w, r, err)
		}
	})
}

// Resume serves the running turn of the chat {id}, from its start, or 204 when none runs.
func Resume(b *web.Backend) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{b: b, w: w, r: r, p: Projection{Chat: r.PathValue("id")}}
		defer a.close()
		if err := a.resume(); err != nil {
			b.Fail(w, r, err)
		}
	})
}

// answer is an answer that is being told.
type answer struct {
	b       *web.Backend
	w       http.ResponseWriter
	r       *http.Request
	id      trip.ID
	p       Projection
	stream  *web.Stream // nil before the first chunk
	message string      // the message that is gone on with; empty for one of its own
	started bool
	until   int64 // before this event the document of the trip is told at the end of the turn alone
}

// serve answers a request. It returns an error only where nothing of the answer was written.
func serve(b *web.Backend, w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	in, err := Decode(body)
	if err != nil {
		return malformed(err)
	}
	a := &answer{b: b, w: w, r: r, p: Projection{Chat: in.Chat}}
	defer a.close()
	if m := in.Message; in.Trigger == Submit && m != nil && m.IsUser && m.ChoiceID == "" {
		a.id, err = b.Ensure(r.Context(), in.Chat) // a message alone begins a trip
	} else {
		a.id, _, err = b.Find(r.Context(), in.Chat)
	}
	if err != nil {
		return err
	}
	before, err := b.Runner.State(r.Context(), a.id)
	if err != nil {
		return err
	}
	ev, err := in.Event(&before)
	if err != nil {
		return malformed(err)
	}
	if in.Approval != nil && in.Trigger == Submit {
		a.message, a.p.Approval, a.p.Declined = in.Message.ID, in.Approval.ID, !in.Approval.Approved
	}
	if ev == nil {
		if a.begin(0, &before) {
			a.finish()
		}
		return nil
	}
	return a.tellTurn(&before, ev)
}

func malformed(err error) error {
	return &web.Problem{Status: http.StatusBadRequest, Code: "malformed", Detail: strings.TrimPrefix(err.Error(), "aistream: ")}
}

// tellTurn tells the turn of an event. One that was sent before is told as to somebody who comes back.
func (a *answer) tellTurn(before *trip.Intent, ev *trip.Event) error {
	for u, err := range a.b.Handle(a.r.Context(), a.id, *ev) {
		switch {
		case a.stream == nil && err != nil:
			return err
		case a.stream == nil && u.Replayed:
			now, err := a.b.Runner.State(a.r.Context(), a.id)
			if err != nil {
				return err
			}
			return a.replay(u.Turn, &now)
		case !a.open(), u.Turn > 0 && !a.begin(u.Turn, before), !a.tell(&u, err):
			return nil
		}
	}
	a.finish()
	return nil
}

// resume tells the turn that runs.
func (a *answer) resume() (err error) {
	a.id, _, err = a.b.Find(a.r.Context(), a.p.Chat)
	if err == nil {
		var now trip.Intent
		if now, err = a.b.Runner.State(a.r.Context(), a.id); err == nil && len(now.Turn.Outstanding) > 0 {
			return a.replay(now.Turn.Number, &now)
		}
	}
	if err == nil || errors.Is(err, store.ErrNotFound) {
		a.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return err
}

// replay tells a turn from its first event on, to its end. The trip is now as in says.
func (a *answer) replay(turn int64, in *trip.Intent) error {
	before := new(trip.Intent)
	a.until = in.Turn.Seq
	for u, err := range a.b.Runner.Watch(a.r.Context(), a.id, 0) {
		switch {
		case err != nil && a.stream == nil:
			return err
		case err != nil:
			a.tell(&u, err)
			return nil
		case u.Kind == runner.Decided && u.Turn < turn:
			before = &u.Decision.Next
			a.follow(&u)
			continue
		case u.Kind == runner.Decided && u.Turn == turn && !a.started:
			a.follow(&u)
			if !a.begin(turn, before) {
				return nil
			}
		case !a.started, u.Turn > 0 && u.Turn != turn: // of another turn
			continue
		}
		if !a.tell(&u, nil) {
			return nil
		}
		if u.Kind == runner.TurnEnded {
			a.finish()
			return nil
		}
	}
	return nil
}

// follow notes which message tells the turn that an event opens: the answer to an approval request goes on with the
// message before.
func (a *answer) follow(u *runner.Update) {
	if !u.Event.Type().OpensTurn() {
		return
	}
	approval, answers := strings.CutPrefix(u.EventID, approvalEvent)
	if !answers {
		a.message, a.p.Approval = MessageID(u.Turn), ""
		return
	}
	_, says := u.Event.Data.(trip.UserMessage)
	a.p.Approval, a.p.Declined = approval, says
}

// open begins the stream, and reports whether the client is there.
func (a *answer) open() bool {
	if a.stream != nil {
		return true
	}
	a.w.Header().Set("X-Vercel-Ai-Ui-Message-Stream", "v1")
	var err error
	a.stream, err = a.b.Stream(a.w, a.r)
	return err == nil
}

// begin begins the message of a turn, and reports whether the client is there.
func (a *answer) begin(turn int64, before *trip.Intent) bool {
	if a.started {
		return true
	}
	a.started = true
	return a.open() && a.send(a.p.Start(cmp.Or(a.message, MessageID(turn)), before))
}

// tell tells what happened, and reports whether there may be more.
func (a *answer) tell(u *runner.Update, err error) bool {
	d := u.Decision
	if err == nil && u.Kind == runner.Decided && (u.Seq >= a.until || len(d.Next.Turn.Outstanding) == 0) {
		d, err = a.b.Whole(a.r.Context(), u)
	}
	if err != nil {
		if a.r.Context().Err() == nil && a.send(a.p.Fail(web.ProblemOf(err).Detail)) {
			a.done()
		}
		return false
	}
	switch u.Kind {
	case runner.Decided:
		return a.send(a.p.Add(&u.Event, d))
	case runner.Reported:
		return !a.started || a.send(a.p.Report(u.Call.ID, u.Call.Name, u.Delta))
	case runner.TurnEnded:
		if u.Superseded {
			a.p.Supersede()
		}
	case runner.Queued, runner.Accepted, runner.CallStarted, runner.CallFinished:
	}
	return true
}

// send writes chunks, and reports whether the client is there.
func (a *answer) send(chunks []Chunk) bool {
	for i := range chunks {
		if a.stream.Send(web.Message{ID: chunks[i].Seq, Data: chunks[i].JSON()}) != nil {
			return false
		}
	}
	return true
}

func (a *answer) finish() {
	if a.send(a.p.Finish()) {
		a.done()
	}
}

func (a *answer) done() { _ = a.stream.Send(web.Message{Data: []byte(Done)}) }

func (a *answer) close() {
	if a.stream != nil {
		a.stream.Close()
	}
}
