package runner_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// watched collects the updates of a trip until it is told to stop.
type watched struct {
	list []runner.Update
	err  error
	stop context.CancelFunc
	done chan struct{}
}

// watch begins to watch a trip. It is used in a bubble.
func watch(t *testing.T, r *runner.Runner, id trip.ID, fromSeq int64) *watched {
	ctx, stop := context.WithCancel(t.Context())
	w := &watched{stop: stop, done: make(chan struct{})}
	go func() {
		defer close(w.done)
		for u, err := range r.Watch(ctx, id, fromSeq) {
			if err != nil {
				w.err = err
				return
			}
			w.list = append(w.list, u)
		}
	}()
	synctest.Wait()
	return w
}

// end stops watching and returns what was seen.
func (w *watched) end() []runner.Update {
	synctest.Wait()
	w.stop()
	<-w.done
	return w.list
}

// story writes updates with their seqs, one a line.
func story(list []runner.Update) (lines []string) {
	for _, u := range list {
		lines = append(lines, fmt.Sprintf("%d %s", u.Seq, outline([]runner.Update{u})))
	}
	return lines
}

// TestWatchTellsAll: whoever watches from the start, later, or from the middle is told the same, each event once.
func TestWatchTellsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), newStore())
		first, second := watch(t, r, "t1", 0), watch(t, r, "t1", 0)
		var told []runner.Update
		told = append(told, send(t, r, "t1", say("LIS to FCO on May 1"))...)
		half := told[len(told)-1].Seq
		middle := watch(t, r, "t1", half)
		told = append(told, send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})...)
		told = append(told, send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})...)
		want := story(told)
		for name, list := range map[string][]runner.Update{
			"from the start": first.end(), "the other": second.end(), "from the log": watch(t, r, "t1", 0).end(),
		} {
			if got := story(list); !slices.Equal(got, want) {
				t.Errorf("%s:\n%q\nwant\n%q", name, got, want)
			}
		}
		from := slices.IndexFunc(told, func(u runner.Update) bool { return u.Seq > half })
		for name, list := range map[string][]runner.Update{"from the middle": middle.end(), "later from the middle": watch(t, r, "t1", half).end()} {
			if got := story(list); !slices.Equal(got, want[from:]) {
				t.Errorf("%s: %q, want %q", name, got, want[from:])
			}
		}
	})
}

// TestTurnOutlivesItsCaller: the end of the context that was given to Handle ends the loop, not the turn.
func TestTurnOutlivesItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		book(t, r, "t1")
		all := watch(t, r, "t1", 0)
		w.on(trip.ToolPurchase, func(ctx context.Context, _ tools.Request) ([]byte, error) {
			time.Sleep(time.Second)
			return []byte(bought), ctx.Err()
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		if _, err := sendErr(ctx, r, "t1", approval()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the loop ended with %v", err)
		}
		time.Sleep(time.Second)
		list := all.end()
		if last := list[len(list)-1]; last.Kind != runner.TurnEnded || last.Decision.Status != trip.Booked {
			t.Errorf("the turn ended with %s in %s, want %s", last.Kind, last.Decision.Status, trip.Booked)
		}
	})
}

// TestWatchTellsOfBackground: a settlement that no turn waits for is told to whoever watches.
func TestWatchTellsOfBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		inDoubt(t, w, r)
		all := watch(t, r, "t1", 0)
		w.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
		time.Sleep(time.Minute)
		list := all.end()
		if last := list[len(list)-1]; last.Kind != runner.Decided || last.Decision.Status != trip.Booked {
			t.Errorf("the last update is %s in %s, want that it is booked", last.Kind, last.Decision.Status)
		}
	})
}

// TestSlowWatcherMissesNothing: one who does not read for a long time reads the rest from the log.
func TestSlowWatcherMissesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), newStore())
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		goOn := make(chan struct{})
		var seqs []int64
		go func() {
			for u, err := range r.Watch(ctx, "t1", 0) {
				if err != nil {
					return
				}
				<-goOn
				if u.Kind == runner.Decided {
					seqs = append(seqs, u.Seq)
				}
			}
		}()
		for range 120 { // each turn has more than two events
			send(t, r, "t1", say("LIS to FCO on May 1"))
		}
		last := state(t, r, "t1").Turn.Seq
		close(goOn)
		synctest.Wait()
		if int64(len(seqs)) != last || !slices.IsSorted(seqs) || seqs[len(seqs)-1] != last {
			t.Errorf("%d decisions were told, the last of seq %d; want all %d", len(seqs), seqs[len(seqs)-1], last)
		}
	})
}

// TestWatchTellsOfInterruptions: the turn that was interrupted ends, then the next begins.
func TestWatchTellsOfInterruptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore(), func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Interrupt, ToolChoice: "auto"} })
		all := watch(t, r, "t1", 0)
		w.on(trip.ToolExtract, hangs)
		go func() { _, _ = sendErr(t.Context(), r, "t1", say("one")) }()
		synctest.Wait()
		w.on(trip.ToolExtract, nil)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		live := story(all.end())
		at := slices.Index(live, "2 turn_ended(superseded)")
		if at < 0 || live[at+1] != "2 accepted" {
			t.Errorf("got %q", live)
		}
		if again := story(watch(t, r, "t1", 0).end()); !slices.Equal(again, live) {
			t.Errorf("the log tells %q, live it was %q", again, live)
		}
	})
}

// TestWatchEnds with the runner, and does not begin with what cannot be watched.
func TestWatchEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), newStore())
		all, queued := watch(t, r, "t1", 0), watch(t, r, "nobody", 0)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		if w := watch(t, r, "", 0); w.end() != nil || !errors.Is(w.err, store.ErrInvalid) {
			t.Errorf("no id: %v", w.err)
		}
		if w := watch(t, r, "t1", -1); w.end() != nil || !errors.Is(w.err, store.ErrInvalid) {
			t.Errorf("a negative seq: %v", w.err)
		}
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for _, w := range []*watched{all, queued, watch(t, r, "t1", 0)} {
			if w.end(); !errors.Is(w.err, runner.ErrClosed) {
				t.Errorf("it ended with %v, want ErrClosed", w.err)
			}
		}
		if last := all.list[len(all.list)-1]; last.Kind != runner.TurnEnded {
			t.Errorf("the last update before the end is %s", last.Kind)
		}
	})
}

// TestUpdatesAreWhole: each has a kind, its event and a decision; what a person is shown stands in one of them; a
// call says when it ran.
func TestUpdatesAreWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			time.Sleep(3 * time.Second)
			return []byte(flights), nil
		})
		r := start(t, w, newStore())
		if k := (runner.Update{}).Kind; k == runner.Queued || k.String() != "none" {
			t.Errorf("the zero kind is %s", k)
		}
		shown := map[int64]int{}
		for _, u := range send(t, r, "t1", say("LIS to FCO on May 1")) {
			if u.Decision == nil || u.Event.Seq != u.Seq || u.Event.Data == nil {
				t.Errorf("%s of seq %d: event %d %s, decision %v", u.Kind, u.Seq, u.Event.Seq, u.Event.Type(), u.Decision)
			}
			if len(u.Decision.UI) > 0 {
				shown[u.Seq]++
			}
			if u.Kind == runner.CallFinished && u.Call.Name == trip.ToolFlightSearch && u.Call.EndedAt-u.Call.StartedAt != trip.Instant(3*time.Second) {
				t.Errorf("the search ran from %s to %s", u.Call.StartedAt, u.Call.EndedAt)
			}
		}
		if len(shown) == 0 {
			t.Error("nothing is shown")
		}
		for seq, n := range shown {
			if n != 1 {
				t.Errorf("what seq %d shows stands in %d updates", seq, n)
			}
		}
	})
}

// TestWatchOverAPrune: whoever was told of a trip that the store forgot is told that another one has begun under its
// id, however much of that came before the watcher looked, and never the end of it as the rest of the old one. One may
// have watched since before the trip began.
func TestWatchOverAPrune(t *testing.T) {
	for name, turns := range map[string]int{"at its first events": 1, "after more events than wait for a watcher": 400} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := mem.New(mem.Options{Now: time.Now})
				r := start(t, newWorld(), s)
				goOn := make(chan struct{})
				early := watchSlowly(t, r, goOn)
				told := send(t, r, "t1", say("LIS to FCO on May 1"))
				fromStart, fromEnd := watch(t, r, "t1", 0), watch(t, r, "t1", told[len(told)-1].Seq)
				late := watchSlowly(t, r, goOn)
				time.Sleep(2 * time.Hour)
				if report, err := s.Prune(t.Context(), store.Retention{IdleAfter: time.Hour}); err != nil || report.Removed != 1 {
					t.Fatalf("%+v, %v", report, err)
				}
				for range turns {
					send(t, r, "t1", say("LIS to FCO on May 1"))
				}
				close(goOn)
				for _, slow := range []chan error{early, late} {
					if err := <-slow; !errors.Is(err, runner.ErrDeleted) {
						t.Errorf("a slow one was told %v", err)
					}
				}
				for _, w := range []*watched{fromStart, fromEnd} {
					if w.end(); !errors.Is(w.err, runner.ErrDeleted) {
						t.Errorf("a watcher was told %v, want ErrDeleted", w.err)
					}
					if w == fromEnd && len(w.list) > 0 {
						t.Errorf("a watcher of the old trip was told %q", story(w.list))
					}
				}
			})
		})
	}
}

// watchSlowly watches a trip from its beginning and does not go on behind its second event until it is let. It returns
// what the watcher is told in the end.
func watchSlowly(t *testing.T, r *runner.Runner, goOn chan struct{}) chan error {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	end := make(chan error, 1)
	go func() {
		for u, err := range r.Watch(ctx, "t1", 0) {
			if err != nil {
				end <- err
				return
			}
			if u.Seq == 2 {
				<-goOn
			}
		}
		end <- nil
	}()
	synctest.Wait()
	return end
}

// TestWatchFromBeyondTheEnd is refused: the seq is of a trip that is not there any more.
func TestWatchFromBeyondTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), newStore())
		last := send(t, r, "t1", say("LIS to FCO on May 1"))
		head := last[len(last)-1].Seq
		for id, from := range map[trip.ID]int64{"t1": head + 1, "nobody": 1} {
			if w := watch(t, r, id, from); w.end() != nil || !errors.Is(w.err, runner.ErrAhead) {
				t.Errorf("%s from %d: %v, want ErrAhead", id, from, w.err)
			}
		}
		if w := watch(t, r, "t1", head); w.end() != nil || w.err != nil && !errors.Is(w.err, context.Canceled) {
			t.Errorf("from the end: %v", w.err)
		}
	})
}

// TestWatchTellsWhatOtherProcessesCommit where the store is shared, and that one of them has erased the trip.
func TestWatchTellsWhatOtherProcessesCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &owned{Store: mem.New(mem.Options{})}
		here, there := start(t, newWorld(), s), start(t, newWorld(), s)
		w := watch(t, here, "t1", 0)
		own := watch(t, there, "t1", 0)
		for _, text := range []string{"LIS to FCO on May 1", "in business"} {
			send(t, there, "t1", say(text))
			time.Sleep(3 * time.Second)
		}
		if err := there.Delete(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		got, want := story(w.end()), story(own.end())
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("got %q\nwant %q", got, want)
		}
		if !errors.Is(w.err, runner.ErrDeleted) || !errors.Is(own.err, runner.ErrDeleted) {
			t.Errorf("the watchers ended with %v and %v", w.err, own.err)
		}
	})
}

// TestWatchReadsNoLogForWhatIsCommittedHere, also where processes share the store: the watcher
// is told of it. Nor does it look there once more at its end.
func TestWatchReadsNoLogForWhatIsCommittedHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &sharedLog{owned: &owned{Store: mem.New(mem.Options{})}}
		r := start(t, newWorld(), s)
		w := watch(t, r, "t1", 0)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		if list := w.end(); s.reads != 1 || len(list) == 0 {
			t.Errorf("the log was read %d times, want once, when the watcher came; %d updates", s.reads, len(list))
		}
	})
}

// TestASlowCallerReadsTheLog: who sent an event and does not read its updates holds little more than their seqs. Once it
// reads, it is told all of them.
func TestASlowCallerReadsTheLog(t *testing.T) {
	turn := func(t *testing.T, rules string) (story []string, reads int) {
		var options []string
		for i := range 200 {
			options = append(options, fmt.Sprintf(`{"option_id":"f%d","total_price":{"amount":"100.00","currency":"USD"},"fare_rules_summary":%q}`, i, rules))
		}
		w, s := newWorld(), &sharedLog{owned: &owned{Store: mem.New(mem.Options{})}}
		w.on(trip.ToolFlightSearch, answers(`{"options":[`+strings.Join(options, ",")+"]}"))
		for u, err := range start(t, w, s).Handle(t.Context(), "t1", say("LIS to FCO on May 1")) {
			if err != nil {
				t.Fatal(err)
			}
			if len(story) == 0 {
				synctest.Wait()
				s.reads = 0
			}
			story = append(story, fmt.Sprintf("%d %s", u.Seq, outline([]runner.Update{u})))
		}
		return story, s.reads
	}
	synctest.Test(t, func(t *testing.T) {
		small, none := turn(t, "none")
		large, one := turn(t, strings.Repeat("x", 2000))
		if none != 0 || one != 1 || len(small) < 12 || !slices.Equal(large, small) {
			t.Errorf("the log was read %d and %d times, want 0 and 1; of large events it was told\n%q, of small ones\n%q", none, one, large, small)
		}
	})
}

// sharedLog is a store that processes share, and counts how often a log is read.
type sharedLog struct {
	*owned
	reads int
}

func (s *sharedLog) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	s.reads++
	return s.owned.Log(ctx, id, from)
}

// TestWatchTellsTheEndOfATurnWithoutACall: nothing is outstanding before its event, and nothing after it.
func TestWatchTellsTheEndOfATurnWithoutACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), newStore())
		send(t, r, "t1", say("LIS to FCO"))
		live := watch(t, r, "t1", state(t, r, "t1").Turn.Seq)
		send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}}) // nothing is selected
		last := state(t, r, "t1").Turn
		late := watch(t, r, "t1", last.Seq-1)
		for name, list := range map[string][]runner.Update{"live": live.end(), "from the log": late.end()} {
			if len(list) == 0 || list[len(list)-1].Kind != runner.TurnEnded || list[len(list)-1].Turn != last.Number {
				t.Errorf("%s: %q, want the end of turn %d", name, story(list), last.Number)
			}
		}
	})
}
