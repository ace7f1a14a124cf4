package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// searching has flight searches wait until release is called.
func searching(w *world) (release func()) {
	free := make(chan struct{})
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		<-free
		return []byte(flights), nil
	})
	return sync.OnceFunc(func() { close(free) })
}

// sent sends a message whose turn does not end yet.
func sent(t *testing.T, r *runner.Runner, ev trip.Event) (done *sync.WaitGroup) {
	t.Helper()
	done = new(sync.WaitGroup)
	done.Go(func() { _, _ = sendErr(context.WithoutCancel(t.Context()), r, "t1", ev) })
	synctest.Wait()
	return done
}

// messages are the ids of what a person sent, in the order of the log.
func messages(t *testing.T, r *runner.Runner, id trip.ID) (ids []string) {
	t.Helper()
	for line := range strings.Lines(recording(t, r, id)) {
		if ev, err := trip.DecodeEvent(strings.TrimSpace(line)); err == nil && ev.Type() == trip.TypeUserMessage {
			ids = append(ids, ev.ID)
		}
	}
	return ids
}

func message(id string) trip.Event {
	return trip.Event{ID: id, Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}
}

// TestATripOfAnotherProcess: a message for a trip on which another process works is accepted wherever it is sent, in
// order and once, and whoever sent it is told what becomes of it; so is what else is asked of the trip.
func TestATripOfAnotherProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, both := newWorld(), share(2)
		works, asked := start(t, w, both[0]), start(t, newWorld(), both[1])
		release := searching(w)
		first := sent(t, works, message("e1"))
		var got []runner.Update
		var second sync.WaitGroup
		second.Go(func() { got, _ = sendErr(context.WithoutCancel(t.Context()), asked, "t1", message("e2")) })
		synctest.Wait()
		other := trip.Event{ID: "e1", Data: trip.UserMessage{Text: "something else"}}
		if _, err := sendErr(t.Context(), asked, "t1", other); !errors.Is(err, runner.ErrConflict) {
			t.Errorf("another event under an id of the log: %v", err)
		}
		if err := asked.Delete(t.Context(), "t1"); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("Delete while its turn runs: %v", err)
		}
		if _, err := asked.Settle(t.Context(), "t1", "none", runner.Settlement{Failed: true}); !errors.Is(err, runner.ErrNotOpen) {
			t.Errorf("Settle of no call: %v", err)
		}
		if err := asked.Patch(t.Context(), "t1", `{"party":{"travelers":{"adults":3}}}`); err != nil {
			t.Errorf("Patch: %v", err)
		}
		release()
		first.Wait()
		second.Wait()
		if len(got) == 0 || got[len(got)-1].Kind != runner.TurnEnded || !slices.ContainsFunc(got, func(u runner.Update) bool { return u.Kind == runner.Decided }) {
			t.Errorf("who sent the second message is told %s", outline(got))
		}
		time.Sleep(time.Minute)
		if ids := messages(t, asked, "t1"); fmt.Sprint(ids) != "[e1 e2]" {
			t.Errorf("the messages are %v", ids)
		}
		if n := state(t, asked, "t1").Party.Travelers.Adults; n != 3 {
			t.Errorf("after the patch %d adults", n)
		}
		if err := asked.Delete(t.Context(), "t1"); err != nil {
			t.Errorf("Delete at rest: %v", err)
		}
	})
}

// TestAStopThatWaits: a stop that waits in the inbox, and is sent to the trip as well before anybody has taken it, is one.
// Rule: 1.7.stop
func TestAStopThatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, box := newWorld(), share(1)[0]
		r := start(t, w, box)
		release := searching(w)
		first := sent(t, r, message("e1"))
		stop := trip.Event{ID: "stop", Data: trip.TurnCancelled{}}
		d, err := runner.Deliver("t1", stop)
		if err != nil {
			t.Fatal(err)
		}
		q, err := d.Request(runner.Standing{Exists: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := box.Put(t.Context(), q, 0); err != nil {
			t.Fatal(err)
		}
		send(t, r, "t1", stop)
		release()
		first.Wait()
		time.Sleep(time.Minute)
		if n := strings.Count(recording(t, r, "t1"), `"id":"stop"`); n != 1 {
			t.Errorf("it stands in the log %d times", n)
		}
	})
}

// TestAStopOfAnotherProcess: a stop reaches what finds no room in the queue and waits in the inbox.
// Rule: 1.7.stop
func TestAStopOfAnotherProcess(t *testing.T) {
	t.Parallel()
	const queue, more = 16, 4
	for name, stop := range map[string]func(context.Context, *runner.Runner) error{
		"a cancellation": func(ctx context.Context, r *runner.Runner) error {
			_, err := sendErr(ctx, r, "t1", trip.Event{ID: "c1", Data: trip.TurnCancelled{}})
			return err
		},
		"Withdraw": func(ctx context.Context, r *runner.Runner) error { return r.Withdraw(ctx, "t1") },
	} {
		for _, by := range []int{0, 1} {
			t.Run(fmt.Sprintf("%s by process %d", name, by), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w, both := newWorld(), share(2)
					processes := []*runner.Runner{start(t, w, both[0]), start(t, newWorld(), both[1])}
					release := searching(w)
					first := sent(t, processes[0], message("e1"))
					for i := range queue + more {
						sent(t, processes[1], message(fmt.Sprint("m", i)))
					}
					if list, err := both[0].Waiting(t.Context(), "t1"); err != nil || len(list) != more {
						t.Errorf("%d wait in the inbox, %v", len(list), err)
					}
					if err := stop(t.Context(), processes[by]); err != nil {
						t.Error(err)
					}
					release()
					first.Wait()
					time.Sleep(time.Minute)
					if n := w.calls(trip.ToolExtract); n != 1 {
						t.Errorf("%d messages are read, want the first alone", n)
					}
					if ids := messages(t, processes[1], "t1"); len(ids) != 1+queue+more {
						t.Errorf("the log has %v", ids)
					}
				})
			})
		}
	}
}

// TestAProcessThatEnds: what it was working on is taken over by another one, and what waits there is worked off.
func TestAProcessThatEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, both := newWorld(), share(2)
		works, next := start(t, w, both[0]), newWorld()
		takes := start(t, next, both[1])
		release := searching(w)
		first := sent(t, works, message("e1"))
		sent(t, takes, message("e2"))
		if err := both[0].Close(); err != nil { // as if it were gone
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if ids := messages(t, takes, "t1"); fmt.Sprint(ids) != "[e1 e2]" || next.calls(trip.ToolFlightSearch) == 0 {
			t.Errorf("the messages are %v", ids)
		}
		if in := state(t, takes, "t1"); len(in.Turn.Outstanding) != 0 || in.Status.Node != trip.PresentingOptions {
			t.Errorf("the trip is %s, %d calls are out", in.Status.Node, len(in.Turn.Outstanding))
		}
		release()
		first.Wait()
	})
}

// TestWhatWaitsAndIsNoRequest: it is refused, and does not keep what waits behind it.
func TestWhatWaitsAndIsNoRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := share(1)[0]
		r := start(t, newWorld(), s)
		synctest.Wait() // until it listens
		rubbish := []store.Request{
			{ID: "r1", Kind: "event", Body: []byte("{}")},
			{ID: "r2", Kind: "event", Body: []byte(`{"type":"TOOL_RESULT","data":{}}`)},
			{ID: "r3", Kind: "of a later version", Body: []byte("x")},
			{ID: "r4", Kind: "settle", Body: []byte("x")},
			{ID: "r5", Kind: "answer"},
			{ID: "r6", Kind: "event", Body: []byte(`{"id":"c1","type":"TURN_CANCELLED","data":{}}`)}, // of no trip
		}
		d, err := runner.Deliver("t1", message("e1"))
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := d.Request(runner.Standing{})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range append(rubbish, accepted) {
			q.Trip = "t1"
			if _, err := s.Put(t.Context(), q, 0); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		for _, q := range rubbish {
			if a, waits, err := s.Answered(t.Context(), "t1", q.ID); err != nil || waits || !strings.Contains(string(a.Body), `"refused":`) {
				t.Errorf("%s is answered with %q, waits: %t, error %v", q.ID, a.Body, waits, err)
			}
		}
		if ids := messages(t, r, "t1"); fmt.Sprint(ids) != "[e1]" {
			t.Errorf("the messages are %v", ids)
		}
	})
}

// eraser is a process that takes each request to erase a trip before whoever asked for it can.
type eraser struct{ *opening }

// Put implements store.Inbox.
func (h eraser) Put(ctx context.Context, r store.Request, within int) (store.Request, error) {
	there, err := h.opening.Put(ctx, r, within)
	if err == nil && r.Kind == "delete_at" {
		at, _ := h.Load(ctx, r.Trip)
		err = h.Answer(ctx, r.Trip, at.Seq, store.Answer{ID: r.ID, Body: []byte("{}"), Erase: true})
	}
	return there, err
}

// TestATripThatAnotherProcessErases: whoever asks for it is told that it is erased, whichever process does it.
func TestATripThatAnotherProcessErases(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), eraser{share(1)[0]})
		if _, err := sendErr(t.Context(), r, "t1", message("m1")); err != nil {
			t.Fatal(err)
		}
		in, err := r.State(t.Context(), "t1")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.DeleteAt(t.Context(), "t1", in.Turn.Seq); err != nil {
			t.Error(err)
		}
		if _, err := r.State(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("it is still there: %v", err)
		}
	})
}
