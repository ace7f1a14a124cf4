package runner_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// gateway is a purchase whose answer is lost: the supplier's gateway gives up after a second, and the
// order behind it is on the books when it lands.
func gateway(w *world, lands time.Duration) script {
	return func(_ context.Context, req tools.Request) ([]byte, error) {
		time.Sleep(time.Second)
		time.AfterFunc(lands, func() { w.buy(req.Key, bought) })
		return nil, tools.Failure(trip.ClassTimeout, "504 from the gateway, SECRET")
	}
}

// purchases returns how many orders are on the books.
func (w *world) purchases() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, answer := range w.ledger {
		if string(answer) == bought {
			n++
		}
	}
	return n
}

// The order lands 800 ms after its gateway timed out. A lookup at once finds nothing, which says nothing:
// an approval right after it buys nothing, and the order is found without another word from anybody.
func TestOrderThatLandsAfterALookupIsNotBoughtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		book(t, r, "t1")
		w.on(trip.ToolPurchase, gateway(w, 800*time.Millisecond))
		send(t, r, "t1", approval())
		if in := state(t, r, "t1"); in.Status.Node != trip.ErrorOutcomeUnknown {
			t.Errorf("status %s, want %s", in.Status.Node, trip.ErrorOutcomeUnknown)
		}
		time.Sleep(time.Millisecond)
		w.on(trip.ToolPurchase, nil)
		send(t, r, "t1", approval())
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if n := w.purchases(); n != 1 || w.calls(trip.ToolPurchase) != 1 {
			t.Errorf("%d orders on the books after %d calls, want one of each", n, w.calls(trip.ToolPurchase))
		}
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked || len(in.WorkingMemory.Bookings) != 1 {
			t.Errorf("status %s with %d bookings, want it booked once", in.Status.Node, len(in.WorkingMemory.Bookings))
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// inDoubt brings a trip to a purchase whose answer is lost, and which was not made.
func inDoubt(t *testing.T, w *world, r *runner.Runner) {
	t.Helper()
	book(t, r, "t1")
	w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
	send(t, r, "t1", approval())
	w.on(trip.ToolPurchase, nil)
	isUnknown(t, r)
}

func isUnknown(t *testing.T, r *runner.Runner) {
	t.Helper()
	if in := state(t, r, "t1"); in.Status.Node != trip.ErrorOutcomeUnknown || len(in.Turn.Unknown) != 1 {
		t.Fatalf("status %s with %d calls of unknown outcome, want one", in.Status.Node, len(in.Turn.Unknown))
	}
}

func isSettled(t *testing.T, r *runner.Runner) {
	t.Helper()
	if in := state(t, r, "t1"); in.Status.Node != trip.ErrorRetryable || len(in.Turn.Unknown) != 0 {
		t.Fatalf("status %s with %d calls of unknown outcome, want it settled as not made", in.Status.Node, len(in.Turn.Unknown))
	}
}

// pass lets time pass, and what is to be done in it be done.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// settleAfter is the default of the catalog.
const settleAfter = catalog.DefaultSettleAfterMillis * time.Millisecond

// Nothing is found before settle_after has passed, which says nothing. Twice after it, it counts: the call
// was not made, nobody had to ask, and the next attempt has the same key.
func TestNotFoundCountsAfterAWhileAndTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		inDoubt(t, w, r)
		pass(settleAfter - time.Millisecond)
		isUnknown(t, r)
		before := w.lookups()
		pass(time.Millisecond)
		isUnknown(t, r)
		if n := w.lookups() - before; n != 1 {
			t.Errorf("%d lookups when the time is over, want one", n)
		}
		pass(2 * time.Second)
		isSettled(t, r)
		if n := w.lookups() - before; n != 2 {
			t.Errorf("%d lookups that counted, want two", n)
		}
		pass(time.Hour)
		if n := w.lookups() - before; n != 2 {
			t.Errorf("%d lookups, also after it was settled", n)
		}
		if got := recording(t, r, "t1"); strings.Count(got, `"settled_by":"lookup"`) != 1 {
			t.Errorf("the log does not say once that a lookup settled the call:\n%s", got)
		}
		send(t, r, "t1", approval())
		if made := w.requests(trip.ToolPurchase); len(made) != 2 || made[0].Key != made[1].Key {
			t.Errorf("%d attempts, want two under one key", len(made))
		}
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s", in.Status.Node)
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// "Twice" is in a row: a lookup that fails in between says nothing, and so does one that is answered
// with nonsense.
func TestNotFoundCountsInARow(t *testing.T) {
	for name, broken := range map[string]func(w *world, key string){
		"it fails":          func(w *world, _ string) { w.down = true },
		"it finds a wreck":  func(w *world, key string) { w.ledger[key] = []byte("{") },
		"it finds a riddle": func(w *world, key string) { w.ledger[key] = []byte("null") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				r := start(t, w, newStore())
				inDoubt(t, w, r)
				key := w.requests(trip.ToolPurchase)[0].Key
				pass(settleAfter) // the first that counts
				w.mu.Lock()
				broken(w, key)
				w.mu.Unlock()
				before := w.lookups()
				pass(1500 * time.Millisecond) // the second fails
				if n := w.lookups() - before; n != 1 {
					t.Errorf("%d lookups in a second and a half, want one", n)
				}
				w.mu.Lock()
				w.down = false
				delete(w.ledger, key)
				w.mu.Unlock()
				before = w.lookups()
				for i := 0; i < 60 && w.lookups() == before; i++ {
					pass(time.Second)
				}
				isUnknown(t, r)
				pass(2 * time.Second)
				isSettled(t, r)
			})
		})
	}
}

// A tool says itself how late its calls may arrive, and a runner may know better.
func TestSettleAfterIsTheToolsOwn(t *testing.T) {
	for name, tc := range map[string]struct {
		catalog int64
		runner  time.Duration
		want    time.Duration
	}{
		"of the catalog": {catalog: 5000, want: 5 * time.Second},
		"of the runner":  {catalog: 5000, runner: 10 * time.Minute, want: 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				r := start(t, w, newStore(), func(c *runner.Config) {
					c.Turn = turn.Default()
					purchase, _ := c.Turn.Catalog.Tool(trip.ToolPurchase)
					purchase.SettleAfterMillis = tc.catalog
					var err error
					if c.Turn.Catalog, err = c.Turn.Catalog.With(purchase); err != nil {
						t.Fatal(err)
					}
					c.ToolLimits = map[string]runner.ToolLimits{trip.ToolPurchase: {SettleAfter: tc.runner}}
				})
				inDoubt(t, w, r)
				pass(tc.want - time.Millisecond)
				isUnknown(t, r)
				pass(2*time.Second + time.Millisecond)
				isSettled(t, r)
			})
		})
	}
}

// Books that are never behind are believed at once, when they say it twice: also after a crash, where the
// call is made then, under its key. Not while the handler of an attempt still runs.
func TestBooksThatAreNeverBehind(t *testing.T) {
	t.Run("an answer is lost", func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore(), current)
		book(t, r, "t1")
		w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
		got := outline(send(t, r, "t1", approval()))
		want := "call_finished(booking_confirm_and_purchase=outcome_unknown) decided(error/outcome_unknown) " +
			"call_finished(booking_confirm_and_purchase=failed) decided(error/retryable) turn_ended"
		if !strings.HasSuffix(got, want) || w.lookups() != 2 {
			t.Errorf("after %d lookups: %s", w.lookups(), got)
		}
		w.on(trip.ToolPurchase, nil)
		send(t, r, "t1", approval())
		if made := w.requests(trip.ToolPurchase); len(made) != 2 || made[0].Key != made[1].Key {
			t.Errorf("%d attempts, want two under one key", len(made))
		}
	})
	t.Run("a crash", func(t *testing.T) {
		w, s := newWorld(), newStore()
		crashDuring(t, w, s, trip.ToolPurchase, nil)
		r := start(t, w, s, current)
		if _, err := r.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		made := w.requests(trip.ToolPurchase)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked || len(made) != 2 || made[0].Key != made[1].Key || w.lookups() != 2 {
			t.Errorf("status %s after %d lookups and %d purchases", in.Status.Node, w.lookups(), len(made))
		}
	})
	t.Run("the handler runs", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			r := start(t, w, newStore(), current)
			book(t, r, "t1")
			release := stuckPurchase(t, w, r)
			pass(time.Hour)
			isUnknown(t, r)
			release()
			pass(5 * time.Minute)
			isSettled(t, r)
		})
	})
}

// current says that the books of purchases are never behind.
func current(c *runner.Config) {
	c.ToolLimits = map[string]runner.ToolLimits{trip.ToolPurchase: {SettleAfter: -1}}
}

// Books that are never behind are not believed while the handler that a restart has called still runs.
func TestBooksThatAreNeverBehindAfterACrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		crashDuring(t, w, s, trip.ToolPurchase, nil)
		w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
			time.Sleep(time.Hour) // it ignores its context
			w.buy(req.Key, bought)
			return []byte(bought), nil
		})
		r := start(t, w, s, current)
		if _, err := r.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		isUnknown(t, r)
		pass(2 * time.Hour)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s, want what it did in the end", in.Status.Node)
		}
	})
}

// Nobody waits for a doubt: the turn ends at once, and so does one that asks meanwhile.
func TestNobodyWaitsForADoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		began := time.Now()
		inDoubt(t, w, r)
		for _, ev := range []trip.Event{approval(), {Data: trip.UserRequestHold{}}, say("and now?")} {
			for _, u := range send(t, r, "t1", ev) {
				if u.Decision != nil && strings.Contains(strings.ToLower(strings.Join(u.Decision.UIMessages(), " ")), "try again") {
					t.Errorf("%s is told to try again: %q", ev.Type(), u.Decision.UIMessages())
				}
			}
		}
		if d := time.Since(began); d != 0 {
			t.Errorf("the turns took %s", d)
		}
		if n := w.calls(trip.ToolPurchase) + w.calls(trip.ToolHold); n != 2 {
			t.Errorf("%d holds and purchases, want the two from before", n)
		}
		pass(2 * settleAfter)
		if in := state(t, r, "t1"); len(in.Turn.Unknown) != 0 {
			t.Errorf("%d calls of unknown outcome after two minutes", len(in.Turn.Unknown))
		}
	})
}

// stuckPurchase approves a purchase whose handler buys nothing and does not return before it is released.
func stuckPurchase(t *testing.T, w *world, r *runner.Runner) (release func()) {
	t.Helper()
	released := make(chan struct{})
	w.on(trip.ToolPurchase, func(context.Context, tools.Request) ([]byte, error) {
		<-released
		return nil, errors.New("nothing bought")
	})
	send(t, r, "t1", approval())
	return func() { close(released) }
}

// While the abandoned handler of a purchase still runs, its last attempt has not ended.
func TestSettleAfterBeginsWhenTheHandlerReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		book(t, r, "t1")
		release := stuckPurchase(t, w, r)
		pass(10 * settleAfter)
		isUnknown(t, r)
		release()
		pass(settleAfter - time.Millisecond)
		isUnknown(t, r)
		pass(10 * time.Minute)
		isSettled(t, r)
	})
}

// So it is when the handler returns before anybody looks.
func TestSettleAfterBeginsWhenTheHandlerReturnsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		book(t, r, "t1")
		release := stuckPurchase(t, w, r)
		pass(500 * time.Millisecond)
		release()
		pass(settleAfter + time.Second)
		isUnknown(t, r) // the first lookup that counts was just made
		pass(2 * time.Second)
		isSettled(t, r)
	})
}

// A purchase that another event has interrupted is in doubt from its own end on. Until then nobody looks it up, and no
// message waits for it.
func TestSettleAfterAnInterruptedPurchase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore(), policy(trip.Interrupt))
		book(t, r, "t1")
		w.on(trip.ToolPurchase, func(context.Context, tools.Request) ([]byte, error) {
			time.Sleep(20 * time.Second)
			return nil, errors.New("nobody knows")
		})
		first := later(t, r, "t1", approval())
		synctest.Wait()
		send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
		first()
		if list := send(t, r, "t1", say("and now?")); list[0].Kind == runner.Queued || w.lookups() != 0 {
			t.Errorf("while its handler runs, %d lookups, and a message is %s", w.lookups(), list[0].Kind)
		}
		pass(20*time.Second + settleAfter - time.Millisecond)
		isUnknown(t, r)
		pass(3 * time.Second)
		if in := state(t, r, "t1"); len(in.Turn.Unknown) != 0 {
			t.Errorf("%d calls of unknown outcome, want it settled", len(in.Turn.Unknown))
		}
	})
}

// An operator's word is no answer of the tool: the next attempt has the same key.
func TestOperatorSettlesWithoutAnAnswer(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	inDoubt(t, w, r)
	call := w.requests(trip.ToolPurchase)[0]
	if _, err := r.Settle(t.Context(), "t1", call.CallID, runner.Settlement{Failed: true}); err != nil {
		t.Fatal(err)
	}
	isSettled(t, r)
	send(t, r, "t1", approval())
	if made := w.requests(trip.ToolPurchase); len(made) != 2 || made[0].Key != made[1].Key {
		t.Errorf("%d attempts, want two under one key", len(made))
	}
}

// An operator who tries to settle a doubt, and cannot, has woken the trip.
func TestSettleLeavesADoubtWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		old := start(t, w, s)
		inDoubt(t, w, old)
		if err := old.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := start(t, w, s)
		call := w.requests(trip.ToolPurchase)[0]
		if _, err := r.Settle(t.Context(), "t1", call.CallID, runner.Settlement{Result: []byte("{")}); !errors.Is(err, runner.ErrResult) {
			t.Fatalf("got %v, want ErrResult", err)
		}
		w.buy(call.Key, bought)
		pass(2 * time.Second)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s, want what the lookup found", in.Status.Node)
		}
	})
}

// A doubt outlives its process: the next one finds the trip, and as nobody knows when the last attempt ended,
// the time begins anew. Nobody has to say anything.
func TestRestartInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		crashDuring(t, w, s, trip.ToolPurchase, nil)
		for range 3 {
			r := start(t, w, s)
			if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{Trips: 1}) {
				t.Fatalf("%+v %v", report, err)
			}
			isUnknown(t, r)
			pass(settleAfter - time.Millisecond)
			isUnknown(t, r)
			if err := r.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r := start(t, w, s)
		if _, err := r.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		pass(settleAfter + 2*time.Second)
		isSettled(t, r)
		if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{}) {
			t.Errorf("a trip that is settled is recovered: %+v %v", report, err)
		}
		send(t, r, "t1", approval())
		made := w.requests(trip.ToolPurchase)
		if len(made) != 2 || made[0].Key != made[1].Key {
			t.Errorf("%d purchases, want two under one key", len(made))
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// A trip is not looked up for ever, and ever more seldom. Somebody who asks for it begins that anew.
func TestLookupsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.down = true
		r := start(t, w, newStore(), func(c *runner.Config) { c.Limits.BreakerFailures = -1 })
		inDoubt(t, w, r)
		pass(time.Hour)
		if n := w.lookups(); n < 10 || n > 30 {
			t.Errorf("%d lookups in an hour, want 10 to 30", n)
		}
		pass(30 * 24 * time.Hour)
		if n := w.lookups(); n < 300 || n > 310 {
			t.Errorf("%d lookups in a month, want 300", n)
		}
		w.mu.Lock()
		w.down = false
		w.mu.Unlock()
		before := w.lookups()
		pass(time.Hour)
		if n := w.lookups(); n != before {
			t.Errorf("%d more lookups after the last one", n-before)
		}
		send(t, r, "t1", say("and now?"))
		pass(time.Minute)
		if in := state(t, r, "t1"); len(in.Turn.Unknown) != 0 {
			t.Errorf("%d calls of unknown outcome after somebody asked", len(in.Turn.Unknown))
		}
	})
}

// A store that fails does not end the lookups.
func TestLookupsOutliveAFaultOfTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		m, broken := storeThatFills()
		r := start(t, w, m)
		inDoubt(t, w, r)
		broken.Store(true)
		pass(2 * settleAfter)
		isUnknown(t, r)
		broken.Store(false)
		pass(10 * time.Minute)
		isSettled(t, r)
	})
}

// Close does not wait for a doubt, and begins no lookup.
func TestCloseInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		inDoubt(t, w, r)
		before := w.lookups()
		w.on(trip.ToolFlightSearch, slow(10*time.Second, flights))
		later(t, r, "t2", say("LIS to FCO")) // for which Close does wait
		synctest.Wait()
		began := time.Now()
		if err := r.Close(t.Context()); err != nil || time.Since(began) != 10*time.Second {
			t.Errorf("close took %s: %v", time.Since(began), err)
		}
		pass(time.Hour)
		if n := w.lookups(); n != before {
			t.Errorf("%d lookups during and after Close", n-before)
		}
	})
}

// A message that comes while a lookup is out waits for it, and no longer.
func TestMessageDuringALookup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		slow := &slowBooks{desk: desk{tool{w, trip.ToolPurchase}}}
		r := start(t, w, newStore(), func(c *runner.Config) { c.Tools[trip.ToolPurchase] = asTool(slow) })
		inDoubt(t, w, r)
		w.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
		slow.takes.Store(int64(5 * time.Second))
		time.Sleep(2 * time.Second) // the lookup is out
		before, began := w.lookups(), time.Now()
		send(t, r, "t1", approval())
		if d := time.Since(began); d <= 0 || d >= 5*time.Second {
			t.Errorf("the message waited %s, want the rest of five seconds", d)
		}
		if in := state(t, r, "t1"); len(in.WorkingMemory.Bookings) != 1 || w.calls(trip.ToolPurchase) != 1 {
			t.Errorf("%d bookings, %d purchases", len(in.WorkingMemory.Bookings), w.calls(trip.ToolPurchase))
		}
		time.Sleep(time.Minute)
		if n := w.lookups() - before; n != 1 {
			t.Errorf("%d lookups came back, want the one that was out", n)
		}
	})
}

// slowBooks take a while to be read.
type slowBooks struct {
	desk
	takes atomic.Int64
}

func (s *slowBooks) Lookup(ctx context.Context, req tools.Request) ([]byte, bool, error) {
	time.Sleep(time.Duration(s.takes.Load()))
	return s.desk.Lookup(ctx, req)
}

// A write that the runner never handed to its tool was not made, and the tool said nothing: the next
// attempt has the same key.
func TestWriteThatWasNeverHandedOver(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore(), func(c *runner.Config) { c.Limits.BreakerFailures = 1 })
	book(t, r, "t1")
	book(t, r, "t2")
	w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
	send(t, r, "t2", approval()) // the tool rests now
	w.on(trip.ToolPurchase, nil)
	before := w.calls(trip.ToolPurchase)
	send(t, r, "t1", approval())
	if n := w.calls(trip.ToolPurchase); n != before {
		t.Fatal("the purchase was handed over")
	}
	isSettled(t, r)
	if in := state(t, r, "t1"); len(in.Turn.Definite) != 1 {
		t.Errorf("definite outcomes %v, want that of the hold", in.Turn.Definite)
	}
}
