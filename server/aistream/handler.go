package aistream

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Handler serves answers: a message is posted, and the parts of its answer come back.
func Handler(b *web.Backend) http.Handler {
	return b.Handler(func(w http.ResponseWriter, r *http.Request) error { return serve(b, w, r) })
}

// Resume serves the running turn of the chat {id}, from its start, or 204 when none runs.
func Resume(b *web.Backend) http.Handler {
	return b.Handler(func(w http.ResponseWriter, r *http.Request) error {
		a := newAnswer(b, w, r, r.PathValue("id"))
		defer a.close()
		return a.resume()
	})
}

// answer is an answer that is being told.
type answer struct {
	b        *web.Backend
	w        http.ResponseWriter
	r        *http.Request
	id       trip.ID
	p        Projection
	stream   *web.Stream // nil before the first chunk
	goesOn   *Input      // with an answer to an approval request, whose message is gone on with; else nil
	started  bool
	goesBack bool  // its client comes back when its connection ends
	turn     int64 // that is told; 0 before it is known
	until    int64 // before this event the document of the trip is told at the end of a turn alone
}

// newAnswer begins an answer to a chat.
func newAnswer(b *web.Backend, w http.ResponseWriter, r *http.Request, chat string) *answer {
	p := Projection{Chat: chat, Texts: b.Runner.Texts(), Catalog: b.Runner.Catalog()}
	return &answer{b: b, w: w, r: r, p: p}
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
	a := newAnswer(b, w, r, in.Chat)
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
	if a.goesBack = in.Resume; in.Approval != nil && in.Trigger == Submit {
		a.goesOn = in
	}
	if in.IsEdit() {
		return a.tellEdit(&before, ev)
	}
	return a.tellTurn(&before, ev)
}

func malformed(err error) error {
	return web.Problemf(http.StatusBadRequest, "malformed", "%s", strings.TrimPrefix(err.Error(), "aistream: "))
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
			a.goesOn = nil
			return a.replay(u.Turn, &now)
		}
		a.turn = max(a.turn, u.Turn)
		if !a.open() || u.Turn > 0 && !a.startMessage(u.Turn, before) || !a.write(&u, err) {
			a.leave(ev)
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

// replay tells a turn from its first event on, to its end, and before it those whose message it goes on with. The trip
// is now as in says.
func (a *answer) replay(turn int64, in *trip.Intent) error {
	var message []runner.Update // what is decided on the events that it tells
	a.until = in.Turn.Seq
	for u, err := range a.b.Runner.Watch(a.r.Context(), a.id, 0) {
		switch {
		case err != nil && a.stream == nil:
			return err
		case err != nil:
			a.write(&u, err)
			return nil
		case !a.started && u.Kind == runner.Decided:
			if answers := strings.HasPrefix(u.EventID, approvalEvent); u.Event.Type().OpensTurn() && !answers {
				message = nil
			}
			if message = append(message, u); u.Turn == turn && !a.retell(message, in) {
				return nil
			}
			continue
		case !a.started, u.Turn > 0 && u.Turn != turn: // of another turn
			continue
		}
		if !a.write(&u, nil) {
			return nil
		}
		if u.Kind == runner.TurnEnded {
			a.finish()
			return nil
		}
	}
	return nil
}

// retell begins a message with what was decided, and reports whether the client is there.
func (a *answer) retell(message []runner.Update, in *trip.Intent) bool {
	if !a.startMessage(message[0].Turn, in) {
		return false
	}
	for i := range message {
		u := &message[i]
		approval, answers := strings.CutPrefix(u.EventID, approvalEvent)
		if answers && i > 0 && !a.send(a.p.Answer(approval, approves(&u.Event))) || !a.write(u, nil) {
			return false
		}
	}
	return true
}

// approves reports whether the event that answers an approval request approves.
func approves(ev *trip.Event) bool {
	choice, isChoice := ev.Data.(trip.UserAnswered)
	return ev.Type() == trip.TypeUserApprovedPurchase || isChoice && choice.ChoiceID == trip.ChoiceApprove
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

// startMessage begins the message of a turn, and reports whether the client is there.
func (a *answer) startMessage(turn int64, before *trip.Intent) bool {
	if a.started {
		return true
	}
	a.started = true
	if a.goesOn == nil {
		return a.open() && a.send(a.p.Start(MessageID(turn), before))
	}
	approval := a.goesOn.Approval
	return a.open() && a.send(a.p.Start(a.goesOn.Message.ID, before)) && a.send(a.p.Answer(approval.ID, approval.Approved))
}

// write tells what happened, and reports whether there may be more.
func (a *answer) write(u *runner.Update, err error) bool {
	d := u.Decision
	if err == nil && (u.Superseded ||
		u.Kind == runner.Decided && (u.Seq >= a.until || len(d.Next.Turn.Outstanding) == 0)) {
		d, err = a.b.Whole(a.r.Context(), u)
	}
	if err != nil {
		if p := web.Ending(a.r.Context(), err); p != nil && a.send(a.p.Fail(p.Told(a.p.Texts, a.p.last))) {
			a.done()
		}
		return false
	}
	switch u.Kind {
	case runner.Decided:
		return a.send(a.p.Add(&u.Event, d))
	case runner.Reported:
		switch {
		case !a.started:
			return true
		case u.Message != "":
			return a.send(a.p.Say(u.Message, u.Offset, u.Delta))
		}
		return a.send(a.p.Report(u.Call.ID, u.Call.Name, u.Delta))
	case runner.TurnEnded:
		if u.Superseded {
			return a.send(a.p.Supersede(&d.Next))
		}
	case runner.Queued, runner.Accepted, runner.CallStarted, runner.CallFinished:
	}
	return true
}

// send writes chunks, and reports whether the client is there.
func (a *answer) send(chunks []Chunk) bool {
	return a.stream.SendEach(len(chunks),
		func(i int) web.Message { return web.Message{ID: chunks[i].Seq, Data: chunks[i].JSON()} })
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
