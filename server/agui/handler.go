package agui

import (
	"io"
	"net/http"
	"strings"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/trip"
)

// Handler serves runs: a RunAgentInput is posted, and the events of its run come back.
func Handler(b *web.Backend) http.Handler {
	return b.Handler(func(w http.ResponseWriter, r *http.Request) error { return serve(b, w, r) })
}

// run is a run that is being told.
type run struct {
	b      *web.Backend
	w      http.ResponseWriter
	r      *http.Request
	id     trip.ID
	p      Projection
	stream *web.Stream // nil before the first event
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
	find := func() (id trip.ID, err error) {
		id, _, err = b.Find(r.Context(), in.Thread)
		return id, err
	}
	if in.Message != nil && !in.Cancel { // a message alone begins a trip
		find = func() (trip.ID, error) { return b.Ensure(r.Context(), in.Thread) }
	}
	id, err := find()
	if err != nil {
		return err
	}
	before, err := b.Runner.State(r.Context(), id)
	if err != nil {
		return err
	}
	run := &run{b: b, w: w, r: r, id: id, p: Projection{
		Thread: in.Thread, Run: in.Run, Texts: b.Runner.Texts(), Catalog: b.Runner.Catalog(),
	}}
	run.p.History = run.history
	defer run.close()
	events, err := in.Events(&before)
	if err != nil {
		return malformed(err)
	}
	if in.Answer != nil && (in.Answer.Declined || len(events) == 0) {
		run.p.Dismissed = in.Answer.Interrupt
	}
	if len(events) == 0 {
		return run.comeBack(&before)
	}
	for i := range events {
		run.p.Own = append(run.p.Own, events[i].ID)
	}
	return run.streamTurns(&before, events)
}

func malformed(err error) error {
	return web.Problemf(http.StatusBadRequest, "malformed", "%s", strings.TrimPrefix(err.Error(), "agui: "))
}

// streamTurns streams the turns of events, one after another. An event that was sent before is not told again; if the
// last one was, and nothing before it is new, the client is treated as one that reconnects.
func (run *run) streamTurns(before *trip.Intent, events []trip.Event) error {
	for i := range events {
		for u, err := range run.b.Handle(run.r.Context(), run.id, events[i]) {
			switch {
			case run.stream == nil && err != nil:
				return err
			case u.Replayed && run.stream == nil && i == len(events)-1:
				now, err := run.b.Runner.State(run.r.Context(), run.id)
				if err != nil {
					return err
				}
				return run.comeBack(&now)
			case run.stream == nil && !u.Replayed && !run.start(before):
				return nil
			}
			if u.Replayed {
				break
			}
			if !run.write(&u, err) {
				return nil
			}
		}
	}
	run.send(run.p.Finish())
	return nil
}

// comeBack streams the conversation so far and the rest of the running or queued turn.
func (run *run) comeBack(now *trip.Intent) error {
	until := now.Turn.Seq
	if until == 0 {
		if run.start(now) {
			run.send(run.p.Finish())
		}
		return nil
	}
	isKnown := len(run.p.Own) == 0 // the last event that the client sent
	for u, err := range run.b.Runner.Watch(run.r.Context(), run.id, 0) {
		if err != nil && run.stream == nil {
			return err
		}
		if u.Kind == runner.Decided {
			isKnown = isKnown || u.EventID == run.p.Own[len(run.p.Own)-1]
		}
		switch {
		case err == nil && u.Seq <= until && u.Kind != runner.Reported:
			if u.Kind != runner.Decided {
				continue
			}
			if run.p.Take(&u.Event, u.Decision); u.Seq < until {
				continue
			}
			if !run.start(now) || !run.send(run.p.Messages()) {
				return nil
			}
			if isKnown && len(now.Turn.Outstanding) == 0 {
				run.send(run.p.Finish())
				return nil
			}
		case run.stream == nil: // what is reported meanwhile is not repeated
		case !run.write(&u, err):
			return nil
		case u.Kind == runner.TurnEnded && !u.Superseded && isKnown:
			run.send(run.p.Finish())
			return nil
		}
	}
	return nil
}

// start begins the answer, and reports whether the client is there.
func (run *run) start(in *trip.Intent) bool {
	var err error
	if run.stream, err = run.b.Stream(run.w, run.r); err != nil {
		return false
	}
	return run.send(run.p.Start(in))
}

// write tells what happened, and reports whether there may be more.
func (run *run) write(u *runner.Update, err error) bool {
	var d *trip.Decision
	if err == nil && (u.Kind == runner.Decided || u.Superseded) {
		d, err = run.b.Whole(run.r.Context(), u)
	}
	if err != nil {
		if p := web.Ending(run.r.Context(), err); p != nil {
			run.send(run.p.Fail(p.Code, p.Told(run.p.Texts, run.p.last)))
		}
		return false
	}
	switch u.Kind {
	case runner.Decided:
		return run.send(run.p.Add(&u.Event, d))
	case runner.Reported:
		if u.Message != "" {
			return run.send(run.p.Say(u.Message, u.Offset, u.Delta))
		}
		return run.send(run.p.Report(u.Call.ID, u.Call.Name, u.Delta))
	case runner.TurnEnded:
		if u.Superseded {
			return run.send(run.p.Supersede(&d.Next))
		}
	case runner.Queued, runner.Accepted, runner.CallStarted, runner.CallFinished:
	}
	return true
}

// history returns the conversation up to the event at seq, or as much of it as can be read.
func (run *run) history(seq int64) []Message {
	p := Projection{Thread: run.p.Thread, Texts: run.p.Texts, Catalog: run.p.Catalog}
	for u, err := range run.b.UpTo(run.r.Context(), run.id, seq) {
		if err != nil {
			break // the run ends with it
		}
		p.Take(&u.Event, u.Decision)
	}
	return p.messages()
}

// send writes events, and reports whether the client is there.
func (run *run) send(events []Event) bool {
	return run.stream.SendEach(len(events),
		func(i int) web.Message { return web.Message{ID: events[i].Seq, Data: events[i].JSON()} })
}

func (run *run) close() {
	if run.stream != nil {
		run.stream.Close()
	}
}
