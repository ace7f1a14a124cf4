package runner_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// leased is a store that others share. After a commit something may happen before anybody knows of it.
type leased struct {
	*owned

	mu    sync.Mutex
	lease store.Lease
	after func()
}

func newLeased() *leased {
	return &leased{owned: &owned{Store: mem.New(mem.Options{})}, lease: store.Lease{Token: 1, Length: 16 * time.Second, Left: 16 * time.Second}}
}

func (l *leased) Lease() store.Lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lease
}

func (l *leased) Append(ctx context.Context, c store.Commit) error {
	err := l.owned.Append(ctx, c)
	l.mu.Lock()
	after := l.after
	l.after = nil
	l.mu.Unlock()
	if after != nil {
		after()
	}
	return err
}

// A process stands still between the commit of a purchase and the call, or loses its lease there: the purchase is not
// sent, which is certain, and the next attempt has the same key.
func TestAWriteIsNotSentTooLate(t *testing.T) {
	for name, c := range map[string]struct {
		after func(*leased)
		sent  bool
	}{
		"nothing happens":          {func(*leased) {}, true},
		"it stands still a moment": {func(*leased) { time.Sleep(11 * time.Second) }, true},
		"it stands still":          {func(*leased) { time.Sleep(12 * time.Second) }, false},
		"its lease ends":           {func(l *leased) { l.lease.Left = 0 }, false},
		"its lease is another":     {func(l *leased) { l.lease.Token++ }, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, s := newWorld(), newLeased()
				r := start(t, w, s)
				book(t, r, "t1")
				s.after = func() { c.after(s) }
				send(t, r, "t1", approval())
				in, sent := state(t, r, "t1"), w.calls(trip.ToolPurchase) == 1
				if sent != c.sent || len(in.Turn.Unknown) > 0 || in.Status.Node == trip.ErrorRetryable == c.sent {
					t.Fatalf("sent %t, want %t; status %s, %d in doubt", sent, c.sent, in.Status.Node, len(in.Turn.Unknown))
				}
				if c.sent {
					return
				}
				key := lastKey(t, r)
				s.lease.Left = s.lease.Length
				send(t, r, "t1", approval())
				if made := w.requests(trip.ToolPurchase); len(made) != 1 || made[0].Key != key {
					t.Errorf("%d purchases, want one under the key of the first", len(made))
				}
			})
		})
	}
}

// lastKey returns the idempotency key of the last purchase that was queued.
func lastKey(t *testing.T, r *runner.Runner) string {
	t.Helper()
	_, after, _ := strings.Cut(recording(t, r, "t1"), `"not_sent"`)
	in := state(t, r, "t1")
	if after == "" || in.Status.LastToolError == nil || in.Status.LastToolError.Key != "failure.not_sent" {
		t.Fatalf("the log does not say that it was not sent: %+v", in.Status.LastToolError)
	}
	var key string
	for u, err := range r.Watch(t.Context(), "t1", 1) {
		if err != nil || u.Seq == in.Turn.Seq && u.Kind == runner.TurnEnded {
			break
		}
		if u.Call != nil && u.Call.Name == trip.ToolPurchase && u.Kind == runner.CallStarted {
			_, rest, _ := strings.Cut(string(u.Call.Arguments), `"idempotency_key":"`)
			key, _, _ = strings.Cut(rest, `"`)
		}
	}
	return key
}

// Where processes share a store, settle_after covers the lease and the timeout, and nothing shorter is accepted.
func TestSettleAfterOnASharedStore(t *testing.T) {
	for name, c := range map[string]struct {
		settleAfter time.Duration
		err, log    string
	}{
		"nothing said": {0, "", ""},
		"enough":       {106 * time.Second, "", ""}, // 16 s, 60 s and 30 s
		"too short":    {105 * time.Second, "want at least 1m46s", ""},
		"at once":      {-1, "", "settled_at_once"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			config := runner.Config{
				Store: newLeased(), Tools: newWorld().registry(), Logger: slog.New(slog.NewTextHandler(&log, nil)),
				ToolLimits: map[string]runner.ToolLimits{trip.ToolPurchase: {SettleAfter: c.settleAfter}},
			}
			_, err := runner.New(config)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
			if got := strings.Contains(log.String(), "event=settled_at_once tool="+trip.ToolPurchase); got != (c.log != "") {
				t.Errorf("the log says %s", log.String())
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newLeased())
		inDoubt(t, w, r)
		pass(105 * time.Second)
		isUnknown(t, r)
		pass(3 * time.Second)
		isSettled(t, r)
	})
}

// A purchase was settled as not made, and then its handler, which ignored its context, answers: it was made after all.
func TestAPurchaseThatWasMadeAfterAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		w := newWorld()
		r := start(t, w, newStore(), func(c *runner.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
		book(t, r, "t1")
		release := make(chan struct{})
		w.on(trip.ToolPurchase, func(context.Context, tools.Request) ([]byte, error) {
			<-release
			return []byte(bought), nil
		})
		send(t, r, "t1", approval())
		unknown := state(t, r, "t1").Turn.Unknown
		if len(unknown) != 1 {
			t.Fatalf("%d calls in doubt", len(unknown))
		}
		if _, err := r.Settle(t.Context(), "t1", unknown[0].CallID, runner.Settlement{Failed: true}); err != nil {
			t.Fatal(err)
		}
		close(release)
		pass(time.Second)
		in := state(t, r, "t1")
		if in.Status.Node != trip.Booked || len(in.WorkingMemory.Bookings) != 1 || len(in.Turn.NotMade) != 0 {
			t.Errorf("status %s, %d bookings", in.Status.Node, len(in.WorkingMemory.Bookings))
		}
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "event=made_after_all") {
			t.Errorf("the operator reads %s", log.String())
		}
	})
}

// What an operator, or a message of the supplier, says of a call that was settled as not made counts too.
func TestSettleAfterAll(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore(), current)
	book(t, r, "t1")
	w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
	send(t, r, "t1", approval())
	id := state(t, r, "t1").Turn.NotMade[0].CallID
	if _, err := r.Settle(t.Context(), "t1", id, runner.Settlement{Failed: true}); !errors.Is(err, runner.ErrNotOpen) {
		t.Errorf("settled twice as not made: %v", err)
	}
	failed := []byte(`{"confirmation":{"status":"failed"}}`)
	if _, err := r.Settle(t.Context(), "t1", id, runner.Settlement{Result: failed}); !errors.Is(err, runner.ErrResult) {
		t.Errorf("settled with a failure: %v", err)
	}
	if _, err := r.Settle(t.Context(), "t1", id, runner.Settlement{Result: []byte(bought)}); err != nil {
		t.Fatal(err)
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.Booked {
		t.Errorf("status %s", in.Status.Node)
	}
}

// A purchase that is out when the store fails is answered while nobody works on its trip: the answer is kept.
func TestAnAnswerOutlivesAFaultOfTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		s, full := storeThatFills()
		r := start(t, w, s)
		book(t, r, "t1")
		w.on(trip.ToolPurchase, func(context.Context, tools.Request) ([]byte, error) {
			full.Store(true)
			return []byte(bought), nil // its books are a day behind
		})
		_, _ = sendErr(t.Context(), r, "t1", approval())
		full.Store(false)
		if err := r.Resume(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		pass(time.Minute)
		if in := state(t, r, "t1"); in.Status.Node != trip.Booked || w.calls(trip.ToolPurchase) != 1 {
			t.Errorf("status %s after %d purchases", in.Status.Node, w.calls(trip.ToolPurchase))
		}
	})
}

// repeated makes a call again under the same key the lookup of purchases.
func repeated(t *testing.T, c *runner.Config) {
	t.Helper()
	if c.Turn.Catalog.Digest() == "" {
		c.Turn = turn.Default()
	}
	purchase, _ := c.Turn.Catalog.Tool(trip.ToolPurchase)
	purchase.Settle, purchase.SettleTries = catalog.Repeat, 3
	var err error
	if c.Turn.Catalog, err = c.Turn.Catalog.With(purchase); err != nil {
		t.Fatal(err)
	}
	run := c.Tools[trip.ToolPurchase].Run
	c.Tools[trip.ToolPurchase] = tools.Tool{Run: run}
}

// A tool whose lookup is to be called again is called again under the same key with the same arguments, when its call
// cannot be on its way any more, a few times at most. What it answers settles the call.
func TestAWriteThatIsRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		answers []script
		runs    int
		status  trip.Status
	}{
		"it was made":       {[]script{fails(trip.ClassTimeout), answers(bought)}, 2, trip.Booked},
		"it is refused":     {[]script{fails(trip.ClassTimeout), fails(trip.ClassDenied)}, 4, trip.ErrorOutcomeUnknown},
		"refused for good":  {[]script{fails(trip.ClassTimeout), fails(trip.ClassPermanent), answers(bought)}, 3, trip.Booked},
		"it was not made":   {[]script{fails(trip.ClassTimeout), answers(unbought)}, 2, trip.ErrorRetryable},
		"it is busy first":  {[]script{fails(trip.ClassTimeout), fails(trip.ClassRateLimited), answers(bought)}, 3, trip.Booked},
		"refused too late":  {[]script{fails(trip.ClassTimeout), slowly(fails(trip.ClassPermanent)), answers(bought)}, 3, trip.Booked},
		"nobody ever knows": {[]script{fails(trip.ClassTimeout)}, 4, trip.ErrorOutcomeUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				r := start(t, w, newStore(), func(config *runner.Config) { repeated(t, config) })
				book(t, r, "t1")
				n := 0
				w.on(trip.ToolPurchase, func(ctx context.Context, req tools.Request) ([]byte, error) {
					s := c.answers[min(n, len(c.answers)-1)]
					n++
					return s(ctx, req)
				})
				send(t, r, "t1", approval())
				send(t, r, "t1", say("and now?"))
				if n := w.calls(trip.ToolPurchase); n != 1 {
					t.Fatalf("called %d times before settle_after", n)
				}
				pass(settleAfter - time.Second)
				if n := w.calls(trip.ToolPurchase); n != 1 {
					t.Fatalf("called %d times before settle_after", n)
				}
				pass(10 * settleAfter)
				made := w.requests(trip.ToolPurchase)
				if len(made) != c.runs {
					t.Fatalf("called %d times, want %d", len(made), c.runs)
				}
				for _, req := range made {
					if req.Key != made[0].Key || !bytes.Equal(req.Arguments, made[0].Arguments) || req.CallID != made[0].CallID {
						t.Errorf("called again as %s %s", req.Key, req.Arguments)
					}
				}
				settled := len(state(t, r, "t1").Turn.Unknown) == 0
				if booked := len(state(t, r, "t1").WorkingMemory.Bookings) == 1; booked != (c.status == trip.Booked) ||
					settled == (c.status == trip.ErrorOutcomeUnknown) {
					t.Errorf("booked %t, settled %t", booked, settled)
				}
			})
		})
	}
}

// slowly answers when nobody waits for it any more: it ignores that its time is over.
func slowly(s script) script {
	return func(ctx context.Context, req tools.Request) ([]byte, error) {
		time.Sleep(90 * time.Second)
		return s(ctx, req)
	}
}

// A turn is cancelled while its purchase runs: the call is made again when settle_after has passed since its handler
// returned, and not as soon as it has.
func TestARepetitionWaitsForItsTimeAfterACancelledTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore(), func(config *runner.Config) { repeated(t, config) })
		book(t, r, "t1")
		w.on(trip.ToolPurchase, func(ctx context.Context, req tools.Request) ([]byte, error) {
			time.Sleep(10 * time.Second) // it ignores that it is cancelled
			return fails(trip.ClassTimeout)(ctx, req)
		})
		bought := later(t, r, "t1", approval())
		pass(time.Second)
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{Reason: "stop"}})
		pass(9*time.Second + settleAfter - time.Second)
		if n := w.calls(trip.ToolPurchase); n != 1 {
			t.Errorf("called %d times before settle_after had passed since its handler returned", n)
		}
		pass(2*settleAfter + time.Minute)
		if n := w.calls(trip.ToolPurchase); n < 2 {
			t.Errorf("called %d times in all", n)
		}
		bought()
	})
}

// After a restart the arguments are there still: of a lookup, and of a repetition.
func TestADoubtKeepsItsArguments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		r := start(t, w, s, func(c *runner.Config) { repeated(t, c) })
		book(t, r, "t1")
		w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
		send(t, r, "t1", approval())
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		var given []byte
		w.on(trip.ToolPurchase, answers(bought))
		again := start(t, w, s, func(c *runner.Config) {
			run := c.Tools[trip.ToolPurchase].Run
			c.Tools[trip.ToolPurchase] = tools.Tool{Run: run, Lookup: func(_ context.Context, req tools.Request) ([]byte, bool, error) {
				given = req.Arguments
				return nil, false, nil
			}}
		})
		if _, err := again.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		if made := w.requests(trip.ToolPurchase); !bytes.Equal(given, made[0].Arguments) {
			t.Errorf("looked up with %s, want %s", given, made[0].Arguments)
		}
		if err := again.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		third := start(t, w, s, func(c *runner.Config) { repeated(t, c) })
		if _, err := third.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		pass(2 * settleAfter)
		if in := state(t, third, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("status %s", in.Status.Node)
		}
	})
}
