package runner_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// A turn that is imported after one of its two searches is gone on with by the other one.
func TestImportBetweenTwoResults(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(twoLegs))
	from, to := start(t, w, newStore()), start(t, w, newStore())
	send(t, from, "t1", say("LIS to FCO to JFK"))
	text := recording(t, from, "t1") // the first result of a search is the first mention of its tool
	at := strings.Index(text, `"tool_name":"`+trip.ToolFlightSearch)
	end := at + strings.Index(text[at:], "\n") + 1
	if next, _, _ := strings.Cut(text[end:], "\n"); !strings.Contains(next, `"tool_name":"`+trip.ToolFlightSearch) {
		t.Fatalf("behind the first search stands %s", next)
	}
	goesOn(t, to, text[:end])
	if report, err := to.Recover(t.Context()); err != nil || report != (runner.RecoverReport{Trips: 1}) {
		t.Fatalf("%+v, %v", report, err)
	}
	if a, b := state(t, from, "t1"), state(t, to, "t1"); a.Status.Node != b.Status.Node || w.calls(trip.ToolFlightSearch) != 3 {
		t.Errorf("status %s and %s, %d searches", a.Status.Node, b.Status.Node, w.calls(trip.ToolFlightSearch))
	}
}

// An id that stands in a recording twice, or has the form of the engine's own, is named with what to do.
func TestImportNamesAnID(t *testing.T) {
	w := newWorld()
	from := start(t, w, newStore())
	send(t, from, "t1", named("e1", "LIS to FCO"))
	send(t, from, "t1", named("e2", "in business"))
	text := recording(t, from, "t1")
	for with, want := range map[string][]string{
		`"id":"e1"`: {`"e1" is the id of seq 1 already`, "give the event another id"},
		`"id":"74738ff5-5367-5958-9aee-98fffdcd1876"`: {"74738ff5-5367-5958-9aee-98fffdcd1876 is a UUID of version 5", "leave the id out"},
	} {
		to := start(t, newWorld(), newStore())
		_, err := to.Import(t.Context(), strings.NewReader(strings.Replace(text, `"id":"e2"`, with, 1)), runner.ImportOptions{})
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v, want %s", with, err, part)
			}
		}
	}
}

// An import is committed at the end of each turn: a snapshot stands there.
func TestImportCommitsTurns(t *testing.T) {
	w, s := newWorld(), newStore()
	from, to := start(t, w, newStore()), start(t, w, s)
	send(t, from, "t1", say("LIS to FCO"))
	first := state(t, from, "t1").Turn.Seq
	send(t, from, "t1", say("in business"))
	imports(t, to, recording(t, from, "t1"))
	if _, at, err := s.SnapshotAt(t.Context(), "t1", first); err != nil || at != first {
		t.Errorf("at %d, %v; want %d", at, err, first)
	}
}

// A trip that a crash left with a call and an event behind it is at work for who wants to erase it.
func TestDeleteOfWhatACrashLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), mem.New(mem.Options{})
		m := &mortal{Store: s}
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		old := start(t, w, m)
		later(t, old, "t1", named("e1", "LIS to FCO"))
		synctest.Wait()
		later(t, old, "t1", named("e2", "in business"))
		synctest.Wait()
		m.dead.Store(true)
		time.Sleep(time.Minute)
		r := start(t, w, s)
		if err := r.Delete(t.Context(), "t1"); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("%v", err)
		}
		if err := r.Resume(t.Context(), "t1"); err != nil {
			t.Error(err)
		}
		if err := r.Delete(t.Context(), "t1"); err != nil {
			t.Errorf("at rest: %v", err)
		}
	})
}

// A log of the same length is another one when its last event is.
func TestImportOverALogThatEndsOtherwise(t *testing.T) {
	for last, want := range map[string]error{"thanks": nil, "hello": store.ErrConflict} {
		var texts [2]string
		var to *runner.Runner
		for i, second := range []string{"thanks", last} {
			w := newWorld()
			w.on(trip.ToolExtract, answers(nothingExtracted))
			now := time.Unix(1_900_000_000, 0)
			to = start(t, w, newStore(), func(c *runner.Config) { c.Now = func() time.Time { now = now.Add(time.Second); return now } })
			send(t, to, "t1", scope("s"))
			send(t, to, "t1", scope(second))
			texts[i] = recording(t, to, "t1")
		}
		if got, err := to.Import(t.Context(), strings.NewReader(texts[0]), runner.ImportOptions{}); !errors.Is(err, want) || err == nil && got.Events != 0 {
			t.Errorf("over one that ends with %q: %+v, %v", last, got, err)
		}
	}
}

// An event is refused by a turn that runs, or interrupts it, and not by a lookup that is out: for that it waits.
func TestAMessageDuringALookupIsNotRefused(t *testing.T) {
	for _, multitask := range []trip.Multitask{trip.Reject, trip.Interrupt} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			slow := &slowBooks{desk: desk{tool{w, trip.ToolPurchase}}}
			r := start(t, w, newStore(), policy(multitask), func(c *runner.Config) { c.Tools[trip.ToolPurchase] = asTool(slow) })
			inDoubt(t, w, r)
			w.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
			slow.takes.Store(int64(5 * time.Second))
			time.Sleep(2 * time.Second) // the lookup is out
			list := send(t, r, "t1", say("and now?"))
			if in := state(t, r, "t1"); len(in.WorkingMemory.Bookings) != 1 {
				t.Errorf("%s: %d bookings", multitask, len(in.WorkingMemory.Bookings))
			}
			if q := list[0]; q.Kind != runner.Queued || q.Seq != 0 || q.Turn != 0 || q.Event.Type() != trip.TypeUserMessage {
				t.Errorf("%s: first is told %s of turn %d at seq %d", multitask, q.Kind, q.Turn, q.Seq)
			}
		})
	}
}

// The event that waits behind a turn is not kept waiting by a handler that does not hear of the turn's end.
func TestTheQueueDoesNotWaitForADeafHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			time.Sleep(9 * time.Second)
			return []byte(flights), nil
		})
		r := start(t, w, newStore(), func(c *runner.Config) { c.Limits.Grace = 8 * time.Second })
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		waits := later(t, r, "t1", say("and then?"))
		synctest.Wait()
		w.on(trip.ToolFlightSearch, answers(flights))
		began := time.Now()
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
		if waits(); time.Since(began) > time.Second {
			t.Errorf("it waited %s", time.Since(began))
		}
		first()
		time.Sleep(time.Minute) // until the handler has returned
	})
}

// A handler that ignores its context takes no place of its tool once it was abandoned, and its tool may have to rest.
func TestAnAbandonedHandlerLeavesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said journal
		w := newWorld()
		w.on(trip.ToolRank, func(context.Context, tools.Request) ([]byte, error) {
			time.Sleep(time.Hour)
			return []byte(bundles), nil
		})
		r := start(t, w, newStore(), logged(&said), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolRank: {Timeout: time.Second, Concurrency: 1, Retries: -1}}
			c.Limits.BreakerFailures, c.Limits.BreakerOpen = 1, time.Minute
		})
		send(t, r, "t1", say("LIS to FCO"))
		if lines := said.lines(t, "breaker_open"); len(lines) != 1 {
			t.Errorf("its tool rests: %v", lines)
		}
		time.Sleep(2 * time.Minute)
		w.on(trip.ToolRank, nil)
		if began, c := time.Now(), lastCall(send(t, r, "t2", say("LIS to FCO"))); c.Class != trip.ClassOK || time.Since(began) > 0 {
			t.Errorf("the next call is %s after %s", c.Class, time.Since(began))
		}
		time.Sleep(time.Hour) // until the handler has returned
	})
}

// What a supplier sold is kept, however large it makes the intent. A read that fails then says itself why.
func TestAPurchaseIsKeptHoweverLarge(t *testing.T) {
	w := newWorld()
	limit := 1 << 20
	r := start(t, w, newStore(), func(c *runner.Config) { c.Limits.IntentBytes = limit })
	book(t, r, "t1")
	in := state(t, r, "t1")
	s := newStore()
	again := start(t, w, s, func(c *runner.Config) { c.Limits.IntentBytes = len(in.AppendJSON(nil)) + 200 })
	imports(t, again, recording(t, r, "t1"))
	w.on(trip.ToolPurchase, answers(strings.Replace(bought, `"tickets":[]`, `"tickets":["`+strings.Repeat("1", 2000)+`"]`, 1)))
	send(t, again, "t1", approval())
	if in = state(t, again, "t1"); in.Status.Node != trip.Booked {
		t.Errorf("status %s", in.Status.Node)
	}
	w.on(trip.ToolExtract, fails(trip.ClassPermanent))
	send(t, again, "t1", say("thanks"))
	if text := recording(t, again, "t1"); !strings.Contains(text, "SECRET of the supplier") || strings.Contains(text, "too large") {
		t.Errorf("the log: %s", text)
	}
}

// Books whose answer cannot be kept have not found out, and the trip goes on.
func TestALookupThatCannotBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said journal
		w := newWorld()
		r := start(t, w, newStore(), logged(&said))
		inDoubt(t, w, r)
		for _, levels := range []int{trip.MaxDepth - 2, trip.MaxDepth} { // a result, but too deep for an event; no result
			deep := strings.Repeat("[", levels) + strings.Repeat("]", levels)
			w.buy(w.requests(trip.ToolPurchase)[0].Key, strings.TrimSuffix(bought, "}")+`,"x":`+deep+"}")
			pass(time.Minute)
			isUnknown(t, r)
		}
		if lines := said.lines(t, "work_stopped"); len(lines) > 0 {
			t.Errorf("the work stopped: %v", lines)
		}
		w.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
		pass(time.Hour)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s", in.Status.Node)
		}
	})
}

// A purchase that a crash left, and that the person cancels before it is looked up, is not made: it is looked up all the
// same, and books that are never behind are believed.
func TestAPurchaseThatIsCancelledAfterACrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		crashDuring(t, w, s, trip.ToolPurchase, nil)
		before := w.calls(trip.ToolPurchase)
		r := start(t, w, s, current)
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
		pass(time.Hour)
		if in := state(t, r, "t1"); w.calls(trip.ToolPurchase) != before || w.lookups() == 0 || len(in.Turn.Unknown) != 0 {
			t.Errorf("%d purchases since, %d lookups, %d calls in doubt",
				w.calls(trip.ToolPurchase)-before, w.lookups(), len(in.Turn.Unknown))
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// elsewhere is a store whose trips another process works on.
type elsewhere struct{ *mem.Store }

func (s elsewhere) Own(_ context.Context, id trip.ID) (store.Trip, error) {
	return store.Trip{}, &store.OwnedError{Trip: id, Owner: "another"}
}

func (elsewhere) Lease() store.Lease {
	return store.Lease{Token: 1, Length: time.Hour, Left: time.Hour}
}

// Trips of other processes are not among those that a recovery counts.
func TestRecoverLeavesTheTripsOfOthers(t *testing.T) {
	w, s := newWorld(), mem.New(mem.Options{})
	crashDuring(t, w, s, trip.ToolFlightSearch, nil)
	r := start(t, w, elsewhere{s})
	if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{}) {
		t.Errorf("%+v, %v", report, err)
	}
}

// Who gives up waiting for a recovery is told no more than is so.
func TestARecoveryThatIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		crashDuring(t, w, s, trip.ToolFlightSearch, nil)
		w.on(trip.ToolFlightSearch, slow(30*time.Second, flights))
		r := start(t, w, s)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		report, err := r.Recover(ctx)
		if report != (runner.RecoverReport{Trips: 1}) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

// A read that failed is not looked up, though its tool could be asked.
func TestReadsAreNotLookedUp(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, fails(trip.ClassDenied))
	w.on(trip.ToolFlightSearch, fails(trip.ClassFailed)) // which may mean anything
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Limits.RetryFirst, c.Limits.RetryMax = time.Microsecond, time.Microsecond
		for _, name := range []string{trip.ToolExtract, trip.ToolFlightSearch} {
			c.Tools[name] = asTool(desk{tool{w, name}})
		}
	})
	send(t, r, "t1", say("LIS to FCO"))
	w.on(trip.ToolExtract, nil)
	send(t, r, "t1", say("LIS to FCO"))
	if n := w.lookups(); n != 0 || w.calls(trip.ToolFlightSearch) == 0 {
		t.Errorf("%d lookups after %d searches", n, w.calls(trip.ToolFlightSearch))
	}
}

// An interrupted turn is told by its number also to who came to it by a second delivery.
func TestASecondDeliveryKnowsItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, first := busy(t, w, policy(trip.Interrupt))
		var last runner.Update
		done := make(chan struct{})
		go func() {
			defer close(done)
			for u := range r.Handle(t.Context(), "t1", named("e1", "LIS to FCO")) {
				last = u
			}
		}()
		synctest.Wait()
		send(t, r, "t1", named("e2", "in business"))
		first()
		if <-done; !last.Superseded || last.Turn != 1 {
			t.Errorf("%+v", last)
		}
	})
}

// Each attempt that failed is a line, also that before one that succeeds.
func TestEachAttemptIsALine(t *testing.T) {
	for fail, want := range map[int]int{0: 0, 2: 2, 9: 3} {
		synctest.Test(t, func(t *testing.T) {
			var said journal
			w, n := newWorld(), 0
			w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
				if n++; n <= fail {
					return nil, tools.Failure(trip.ClassFailed, "SECRET")
				}
				return []byte(flights), nil
			})
			send(t, start(t, w, newStore(), logged(&said)), "t1", say("LIS to FCO"))
			lines := said.lines(t, "attempt_failed")
			for i, line := range lines {
				if line["attempt"] != float64(i+1) {
					t.Errorf("%d: %v", i, line)
				}
			}
			if len(lines) != want {
				t.Errorf("of %d failures %d are lines, want %d", fail, len(lines), want)
			}
		})
	}
}

// The calls of a turn that a fault of the store stops end with it, the one that still runs too.
func TestTelemetryOfAStoppedTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s scribe
		w := newWorld()
		w.on(trip.ToolExtract, answers(twoLegs))
		m := &mortal{Store: newStore()}
		w.on(trip.ToolFlightSearch, func(ctx context.Context, req tools.Request) ([]byte, error) {
			if strings.Contains(string(req.Arguments), "LIS") { // the first of two
				m.dead.Store(true)
				return []byte(flights), nil
			}
			return hangs(ctx, req)
		})
		if list, err := sendErr(t.Context(), start(t, w, m, watchedBy(&s)), "t1", say("LIS to FCO to JFK")); !errors.Is(err, errDead) {
			t.Fatalf("%s, %v", outline(list), err)
		}
		synctest.Wait()
		open := map[string]int{}
		for _, word := range s.story() {
			switch how, what, _ := strings.Cut(word, " "); how {
			case "begin":
				what, _, _ = strings.Cut(what, " in ")
				open[what]++
			case "end":
				kind, rest, _ := strings.Cut(what, " ")
				if name, _, _ := strings.Cut(rest, " "); kind == "call" {
					kind += " " + name
				}
				open[kind]--
			}
		}
		for what, n := range open {
			if n != 0 && what != "commit" {
				t.Errorf("%d of %s have no end:\n%s", n, what, strings.Join(s.story(), "\n"))
			}
		}
		if len(open) < 3 {
			t.Errorf("told is %v", open)
		}
	})
}

// Books that have found a call are not asked again and again while the store cannot keep what they say.
func TestLookupsThatCannotBeCommitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		m, broken := storeThatFills()
		r := start(t, w, m)
		inDoubt(t, w, r)
		w.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
		broken.Store(true)
		pass(time.Minute)
		if n := w.lookups(); n < 2 || n > 12 {
			t.Errorf("%d lookups in a minute", n)
		}
		broken.Store(false)
		pass(10 * time.Minute)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s", in.Status.Node)
		}
	})
}

// A turn that a fault of the store stopped is gone on with when the doubt of its trip is next looked up, and not before
// its handlers have returned: until then nobody looks.
func TestALookupTakesUpWhatAFaultStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said journal
		w := newWorld()
		var faults atomic.Int64
		m := &mortal{Store: newStore(), refuse: func(store.Commit) error {
			if faults.Add(-1) == 0 {
				return errors.New("no space left")
			}
			return nil
		}}
		r := start(t, w, m, logged(&said), func(c *runner.Config) { c.Limits.Grace = time.Minute })
		inDoubt(t, w, r)
		w.on(trip.ToolExtract, answers(strings.ReplaceAll(twoLegs, "05-", "06-"))) // two searches: no quote is of June
		var searches atomic.Int64
		w.on(trip.ToolFlightSearch, func(_ context.Context, req tools.Request) ([]byte, error) {
			searches.Add(1)
			if strings.Contains(string(req.Arguments), "LIS") && said.lines(t, "work_stopped") == nil { // the first of two
				faults.Store(1) // its own result is not committed
				return []byte(flights), nil
			}
			time.Sleep(20 * time.Second)
			return []byte(flights), nil
		})
		if list, err := sendErr(t.Context(), r, "t1", say("LIS to FCO to JFK")); err == nil {
			t.Fatalf("no fault: %s", outline(list))
		}
		pass(19 * time.Second)
		if lines := said.lines(t, "recovery_failed"); len(lines) > 0 || searches.Load() != 2 {
			t.Errorf("while the second of %d searches runs: %v", searches.Load(), lines)
		}
		pass(10 * time.Minute)
		if in := state(t, r, "t1"); len(in.Turn.Outstanding) > 0 || searches.Load() != 4 || w.calls(trip.ToolRank) < 2 {
			t.Errorf("%d calls are out, %d searches, %d rankings", len(in.Turn.Outstanding), searches.Load(), w.calls(trip.ToolRank))
		}
		if lines := said.lines(t, "recovery"); len(lines) != 1 || lines[0]["calls"] != 2.0 {
			t.Errorf("taken up: %v", lines)
		}
	})
}
