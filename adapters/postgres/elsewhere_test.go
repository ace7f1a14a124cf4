package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// held is a process whose searches do not end before release is called.
type held struct {
	*runner.Runner
	searching chan struct{} // gets one for each search that has begun
	release   func()
	reads     *atomic.Int64 // messages that it has read
}

func hold(s store.Store) held {
	searching, free := make(chan struct{}, 100), make(chan struct{})
	var reads atomic.Int64
	r := observed(s, func(req tools.Request) {
		switch req.Name {
		case trip.ToolExtract:
			reads.Add(1)
		case trip.ToolFlightSearch:
			searching <- struct{}{}
			<-free
		}
	})
	return held{r, searching, sync.OnceFunc(func() { close(free) }), &reads}
}

// begins sends a message whose turn does not end yet.
func (h held) begins(t *testing.T, id trip.ID, ev trip.Event) *sync.WaitGroup {
	t.Helper()
	var sent sync.WaitGroup
	sent.Go(func() {
		if err := sendTo(context.WithoutCancel(t.Context()), h.Runner, id, ev); err != nil {
			t.Errorf("the message of the process that works: %v", err)
		}
	})
	select {
	case <-h.searching:
	case <-time.After(patience):
		t.Fatal("no search begins")
	}
	return &sent
}

// kinds are the updates of an event, until a function says that it was enough.
func kinds(t *testing.T, r *runner.Runner, id trip.ID, ev trip.Event, enough func(runner.Update)) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var list []string
	last := int64(0)
	for u, err := range r.Handle(ctx, id, ev) {
		if err != nil {
			t.Errorf("%s: after %v: %v", ev.ID, list, err)
			break
		}
		if u.Seq < last {
			t.Errorf("%s: seq %d comes after %d", ev.ID, u.Seq, last)
		}
		last = u.Seq
		list = append(list, u.Kind.String())
		enough(u)
	}
	return strings.Join(list, " ")
}

func nothing(runner.Update) {}

// personsEvents are the ids of what persons sent, in the order of the log.
func personsEvents(t *testing.T, r *runner.Runner, id trip.ID) (ids []string) {
	t.Helper()
	first := true
	for line, err := range r.Export(t.Context(), id) {
		if err != nil {
			t.Fatal(err)
		}
		if first {
			first = false
			continue
		}
		ev, err := trip.DecodeEvent(string(line))
		if err != nil {
			t.Fatal(err)
		}
		if ev.Type().FromPerson() {
			ids = append(ids, ev.ID)
		}
	}
	return ids
}

func wantEvents(t *testing.T, r *runner.Runner, id trip.ID, want ...string) {
	t.Helper()
	if got := personsEvents(t, r, id); !slices.Equal(got, want) {
		t.Errorf("trip %s has %q, want %q", id, got, want)
	}
}

// two opens the same schema twice, for a process that works and one that is asked.
func two(t *testing.T) (works held, asked *runner.Runner, stores [2]*postgres.Store) {
	t.Helper()
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	works, asked = hold(a), newRunner(b, func(string) {})
	t.Cleanup(func() {
		works.release()
		closeRunner(t, works.Runner)
		closeRunner(t, asked)
	})
	return works, asked, [2]*postgres.Store{a, b}
}

// An event reaches a process while another one works on its trip: nobody need know that.
func TestAnEventForATripOfAnotherProcess(t *testing.T) {
	works, asked, stores := two(t)
	sent := works.begins(t, "t1", say("e1"))
	got := kinds(t, asked, "t1", say("e2"), func(u runner.Update) {
		if u.Kind == runner.Queued {
			works.release()
		}
	})
	sent.Wait()
	want := "queued accepted decided call_started call_finished decided"
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " turn_ended") || strings.Count(got, "turn_ended") != 1 {
		t.Errorf("the caller is told %q, want %q … turn_ended", got, want)
	}
	wantEvents(t, asked, "t1", "e1", "e2")
	for name, r := range map[string]*runner.Runner{"asked": asked, "works": works.Runner} {
		if again := kinds(t, r, "t1", say("e2"), nothing); "queued "+again != got {
			t.Errorf("%s: sent again the caller is told %q, want what it was told at first, %q", name, again, got)
		}
	}
	wantSound(t, stores[0])
}

// What cannot be accepted is refused by whichever process is asked.
func TestAnEventThatIsRefusedElsewhere(t *testing.T) {
	works, asked, stores := two(t)
	sent := works.begins(t, "t1", say("e1"))
	other := trip.Event{ID: "e1", Data: trip.UserMessage{Text: "something else"}}
	if err := sendTo(t.Context(), asked, "t1", other); !errors.Is(err, runner.ErrConflict) {
		t.Errorf("another event under an id of the log: %v", err)
	}
	left := func(ev trip.Event) error {
		for _, err := range asked.Handle(t.Context(), "t1", ev) {
			return err
		}
		return nil
	}
	if err := left(say("e2")); err != nil {
		t.Error(err)
	}
	other.ID = "e2"
	if err := sendTo(t.Context(), asked, "t1", other); !errors.Is(err, runner.ErrConflict) {
		t.Errorf("another event under an id that waits, or waited a moment ago: %v", err)
	}
	if err := asked.Patch(t.Context(), "t1", `{"/nowhere":1}`); !errors.Is(err, runner.ErrEvent) {
		t.Errorf("a patch that fits no trip: %v", err)
	}
	refused := 0
	for i := range 100 {
		if errors.Is(left(say(fmt.Sprint("m", i))), runner.ErrBusy) {
			refused++
		}
	}
	if refused == 0 {
		t.Error("a hundred events wait: none was refused")
	}
	works.release()
	sent.Wait()
	if err := sendTo(t.Context(), asked, "t1", say("last")); err != nil && !errors.Is(err, runner.ErrBusy) {
		t.Error(err)
	}
	wantSound(t, stores[0])
}

// A person stops a turn, corrects the trip, and an operator settles and deletes, wherever they happen to be connected.
func TestWhatElseIsAskedElsewhere(t *testing.T) {
	works, asked, stores := two(t)
	sent := works.begins(t, "t1", say("e1"))
	if err := asked.Delete(t.Context(), "t1"); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("Delete of a trip whose turn runs: %v", err)
	}
	if err := asked.DeleteAt(t.Context(), "t1", 1); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("DeleteAt of a trip whose turn runs: %v", err)
	}
	if _, err := asked.Settle(t.Context(), "t1", "no-call", runner.Settlement{Failed: true}); !errors.Is(err, runner.ErrNotOpen) {
		t.Errorf("Settle of no call: %v", err)
	}
	if err := asked.Patch(t.Context(), "t1", `{"party":{"travelers":{"adults":3}}}`); err != nil {
		t.Errorf("Patch: %v", err)
	}
	if err := asked.Withdraw(t.Context(), "t1"); err != nil { // there is nothing to be stopped, and the patch is kept
		t.Errorf("Withdraw: %v", err)
	}
	got := kinds(t, asked, "t1", trip.Event{ID: "c1", Data: trip.TurnCancelled{}}, nothing)
	if got != "queued accepted decided turn_ended" {
		t.Errorf("who cancels is told %q", got)
	}
	sent.Wait() // the turn has ended before its search
	works.release()
	waitFor(t, func() bool {
		in, err := asked.State(t.Context(), "t1")
		return err == nil && in.Party.Travelers.Adults == 3
	})
	waitFor(t, func() bool { return errors.Is(asked.DeleteAt(t.Context(), "t1", 1), runner.ErrChanged) }) // it went on
	waitFor(t, func() bool {
		at, err := asked.Head(t.Context(), "t1")
		return err == nil && asked.DeleteAt(t.Context(), "t1", at.Seq) == nil
	})
	if _, err := asked.State(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after Delete: %v", err)
	}
	wantSound(t, stores[0])
}

// A stop is about all that was sent before it, also about what finds no room in the queue and waits in the inbox.
func TestAStopReachesTheInbox(t *testing.T) {
	const queue, more = 16, 4
	for name, stop := range map[string]func(*runner.Runner) error{
		"a cancellation": func(r *runner.Runner) error {
			return sendTo(context.Background(), r, "t1", trip.Event{ID: "c1", Data: trip.TurnCancelled{}})
		},
		"Withdraw": func(r *runner.Runner) error { return r.Withdraw(context.Background(), "t1") },
	} {
		for _, by := range []string{"the process that works", "another one"} {
			t.Run(name+" by "+by, func(t *testing.T) {
				works, asked, stores := two(t)
				sent := works.begins(t, "t1", say("e1"))
				want := []string{"e1"}
				for i := range queue + more {
					want = append(want, fmt.Sprint("m", i))
					waitFor(t, func() bool {
						for _, err := range asked.Handle(t.Context(), "t1", say(want[1+i])) {
							return err == nil // it waits
						}
						return false
					})
				}
				waitFor(t, func() bool {
					list, err := stores[0].Waiting(t.Context(), "t1")
					return err == nil && len(list) == more
				})
				from := asked
				if by != "another one" {
					from = works.Runner
				}
				if err := stop(from); err != nil {
					t.Error(err)
				}
				works.release()
				sent.Wait()
				if name == "a cancellation" {
					want = slices.Insert(want, 1, "c1")
				}
				told := func() []string { // without the cancellations that the engine adds
					return slices.DeleteFunc(personsEvents(t, asked, "t1"), func(id string) bool { return !slices.Contains(want, id) })
				}
				waitFor(t, func() bool {
					in, err := asked.State(t.Context(), "t1")
					return err == nil && len(in.Turn.Outstanding) == 0 && len(told()) == len(want)
				})
				if got := told(); !slices.Equal(got, want) {
					t.Errorf("the trip has %q, want %q", got, want)
				}
				if n := works.reads.Load(); n != 1 {
					t.Errorf("%d messages are read, want the first alone", n)
				}
				wantSound(t, stores[0])
			})
		}
	}
}

// An operator settles a purchase in doubt, which the process keeps that looks it up, and then deletes its trip.
func TestSettlingElsewhere(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	lost := tools.Registry{}
	for name, answer := range answers {
		lost[name] = tools.Tool{
			Run: func(context.Context, tools.Request) ([]byte, error) {
				if name == trip.ToolPurchase {
					return nil, context.DeadlineExceeded
				}
				return []byte(answer), nil
			},
			Lookup: func(context.Context, tools.Request) ([]byte, bool, error) { return nil, false, errors.New("away") },
		}
	}
	works, err := runner.New(runner.Config{Store: a, Tools: lost, Engine: "test", Limits: runner.Limits{RetryFirst: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	asked := newRunner(b, func(string) {})
	defer closeRunner(t, works)
	defer closeRunner(t, asked)
	for _, ev := range story {
		if err := sendTo(t.Context(), works, "t1", ev); err != nil {
			t.Fatal(err)
		}
	}
	in, err := asked.State(t.Context(), "t1")
	if err != nil || len(in.Turn.Unknown) != 1 {
		t.Fatalf("status %s with %d calls in doubt, error %v", in.Status.Node, len(in.Turn.Unknown), err)
	}
	call := in.Turn.Unknown[0].CallID
	if _, err := asked.Settle(t.Context(), "t1", call, runner.Settlement{Result: []byte(`{}`)}); !errors.Is(err, runner.ErrResult) {
		t.Errorf("a result of another tool: %v", err)
	}
	list, err := asked.Settle(t.Context(), "t1", call, runner.Settlement{Result: []byte(answers[trip.ToolPurchase])})
	if err != nil || len(list) == 0 || list[0].Kind != runner.CallFinished || list[0].Call.ID != call {
		t.Errorf("Settle: %v, error %v", list, err)
	}
	wantStatus(t, asked, "t1", trip.Booked)
	if _, err := asked.Settle(t.Context(), "t1", call, runner.Settlement{Failed: true}); !errors.Is(err, runner.ErrNotOpen) {
		t.Errorf("Settle of what is settled: %v", err)
	}
	wantSound(t, a)
}

// What nobody can read in an inbox is refused, and stops nothing that waits behind it.
func TestRubbishInAnInbox(t *testing.T) {
	s := open(t, need(t), postgres.Options{Lease: long})
	rubbish := []store.Request{
		{ID: "r1", Kind: "event", Body: []byte("{}")},
		{ID: "r2", Kind: "event", Body: []byte(`{"type":"TOOL_RESULT","data":{}}`)},
		{ID: "r3", Kind: "of a later version", Body: []byte("x")},
		{ID: "r4", Kind: "settle", Body: []byte("x")},
		{ID: "r5", Kind: "answer"},
		{ID: "r6", Kind: "event", Body: []byte(`{"id":"c1","type":"TURN_CANCELLED","data":{}}`)}, // of no trip
	}
	for _, q := range rubbish {
		q.Trip = "t1"
		if _, err := s.Put(t.Context(), q, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := accept(t, s, "t1", say("e1")); err != nil {
		t.Fatal(err)
	}
	workedOff(t, s, "t1", "e1")
	for _, q := range rubbish {
		if a, waits, err := s.Answered(t.Context(), "t1", q.ID); err != nil || waits || !strings.Contains(string(a.Body), `"refused":`) {
			t.Errorf("%s is answered with %q, waits: %t, error %v", q.ID, a.Body, waits, err)
		}
	}
	wantSound(t, s)
}

// A process is taken for gone while its purchase is under way. What the supplier answers in the end settles the doubt in
// which another process has the trip by then.
func TestAnAnswerForATripOfAnotherProcess(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	buying, answer := make(chan struct{}), make(chan struct{})
	works := observed(a, func(req tools.Request) {
		if req.Name == trip.ToolPurchase {
			close(buying)
			<-answer
		}
	})
	takes := newRunner(b, func(string) {})
	defer closeRunner(t, takes)
	defer closeRunner(t, works)
	for _, ev := range story[:3] {
		if err := sendTo(t.Context(), works, "t1", ev); err != nil {
			t.Fatal(err)
		}
	}
	for range works.Handle(t.Context(), "t1", story[3]) {
		break
	}
	<-buying
	postgres.Hang(a)
	expire(t, b, "a")
	inDoubt := func() bool {
		in, err := takes.State(t.Context(), "t1")
		return err == nil && len(in.Turn.Unknown) == 1
	}
	waitFor(t, inDoubt)
	close(answer)
	waitFor(t, func() bool { return !inDoubt() })
	wantStatus(t, takes, "t1", trip.Booked)
	wantSound(t, b)
}

// What is accepted in transactions is worked off by whichever process is there, in order and once.
func TestWhatIsAcceptedIsWorkedOff(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	const trips = 8
	ids := []string{"e1", "e2", "e3", "e4"}
	for i := range trips {
		if err := accept(t, a, tripID("before", i), story[:2]...); err != nil { // before anybody is there
			t.Fatal(err)
		}
	}
	w := &workplace{t: t, working: map[trip.ID]map[string]int{}, ran: map[string]int{}, bought: map[trip.ID]int{}}
	runners := []*runner.Runner{observed(a, w.seen("a")), observed(b, w.seen("b"))}
	var all sync.WaitGroup
	for i := range trips {
		for _, of := range []trip.ID{tripID("before", i), tripID("new", i)} {
			all.Go(func() {
				for _, ev := range story {
					if err := accept(t, a, of, ev); err != nil {
						t.Errorf("%s: %v", of, err)
					}
					booked(t, runners[i%2], of, ev.ID)
				}
			})
		}
	}
	all.Wait()
	for i := range trips {
		for _, of := range []trip.ID{tripID("before", i), tripID("new", i)} {
			wantStatus(t, runners[i%2], of, trip.Booked)
			wantEvents(t, runners[i%2], of, ids...)
			if w.bought[of] != 1 {
				t.Errorf("%s: %d purchases", of, w.bought[of])
			}
		}
	}
	for _, r := range runners {
		closeRunner(t, r)
	}
	var left string
	query(t, a, `SELECT coalesce(string_agg(concat_ws(' ', convert_from(trip, 'UTF8'), convert_from(id, 'UTF8'),
		convert_from(answer, 'UTF8')), ', '), '') FROM inbox`, &left)
	if left != "" {
		t.Errorf("left in the inbox: %s", left)
	}
	wantSound(t, a)
}

// booked waits until the turn of an event has ended.
func booked(t *testing.T, r *runner.Runner, id trip.ID, eventID string) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	seen := false
	for u, err := range r.Watch(ctx, id, 0) {
		if err != nil {
			t.Errorf("%s: %v", id, err)
			return
		}
		seen = seen || u.Kind == runner.Accepted && u.EventID == eventID
		if seen && u.Kind == runner.TurnEnded {
			return
		}
	}
}

// A process that ends gives its trips away at once, and one that is gone is found to be, without anybody who asks.
func TestTripsAreTakenOver(t *testing.T) {
	for name, leave := range map[string]func(t *testing.T, a, b *postgres.Store){
		"of a process that ends": func(t *testing.T, a, _ *postgres.Store) {
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		},
		"of one that stands still": func(t *testing.T, a, b *postgres.Store) {
			postgres.Hang(a)
			expire(t, b, "a")
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
			works, takes := hold(a), newRunner(b, func(string) {})
			defer closeRunner(t, takes)
			defer closeRunner(t, works.Runner)
			defer works.release()
			for range works.Handle(t.Context(), "t1", say("e1")) {
				break
			}
			<-works.searching
			for _, err := range takes.Handle(t.Context(), "t1", say("e2")) { // which waits in the inbox
				if err != nil {
					t.Fatal(err)
				}
				break
			}
			leave(t, a, b)
			booked(t, takes, "t1", "e2")
			wantEvents(t, takes, "t1", "e1", "e2")
			works.release() // and what it still believes changes nothing
			wantSound(t, b)
		})
	}
}
