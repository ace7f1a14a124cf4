package runner_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// wrongClock is a clock that can be set.
type wrongClock struct{ now time.Time }

func (c *wrongClock) Now() time.Time { return c.now }

// sets moves a clock and returns the instant that it shows.
func (c *wrongClock) sets(d time.Duration) trip.Instant {
	c.now = c.now.Add(d)
	return trip.Instant(c.now.UnixNano())
}

// leap is how far the clock of these tests jumps.
const leap = 400 * 24 * time.Hour

// holdFor makes a supplier that holds what it is asked for so long by its own clock, which is right.
func holdFor(d time.Duration, now *time.Time) script {
	n := 0
	return func(context.Context, tools.Request) ([]byte, error) {
		n++
		return fmt.Appendf(nil, `{"holds":[{"hold_id":"h%d","item_type":"flight","option_id":"f1","status":"held","expires_at":%q}]}`,
			n, now.Add(d).Format(time.RFC3339)), nil
	}
}

// clockWorld is a runner with a clock that can be set, and what it logs.
func clockWorld(t *testing.T, w *world) (*runner.Runner, *wrongClock, *bytes.Buffer) {
	t.Helper()
	clock := &wrongClock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	var logged bytes.Buffer
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Now, c.Logger = clock.Now, slog.New(slog.NewTextHandler(&logged, nil))
	})
	return r, clock, &logged
}

// A clock that jumped ahead and was set right again leaves a trip that goes on by the right time: what
// is held now can be bought, and quotes grow old.
func TestClockThatJumpedAhead(t *testing.T) {
	w := newWorld()
	r, clock, logged := clockWorld(t, w)
	w.on(trip.ToolHold, holdFor(30*time.Minute, &clock.now))
	send(t, r, "t1", say("LIS to FCO on May 1"))
	clock.sets(leap)
	send(t, r, "t1", say("in business, please"))
	if logged.Len() > 0 {
		t.Errorf("a clock that goes ahead is logged: %s", logged)
	}
	now := clock.sets(time.Minute - leap)
	searches := w.calls(trip.ToolFlightSearch)
	send(t, r, "t1", say("and now?"))
	if at := state(t, r, "t1").UpdatedAt; at != now {
		t.Errorf("the trip's time is %s, the clock says %s", at, now)
	}
	if n := w.calls(trip.ToolFlightSearch) - searches; n != 1 {
		t.Errorf("%d searches: nobody knows how old quotes are that a wrong clock stamped", n)
	}
	if !strings.Contains(logged.String(), "level=WARN") || !strings.Contains(logged.String(), "behind=") {
		t.Errorf("nothing warns of it: %s", logged)
	}
	clock.sets(10 * time.Minute)
	send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
	clock.sets(29 * time.Minute)
	list := send(t, r, "t1", approval())
	if got := list[len(list)-1].Decision.Status; got != trip.Booked {
		t.Errorf("the purchase of what is held ends in %s", got)
	}
	inOrder(t, recording(t, r, "t1"))
}

// What has ended by the wrong clock is not bought by the right one, nor is what ends by the right one.
func TestHoldsAndAClockThatJumpedAhead(t *testing.T) {
	w := newWorld()
	r, clock, _ := clockWorld(t, w)
	w.on(trip.ToolHold, holdFor(30*time.Minute, &clock.now))
	book(t, r, "t1")
	clock.sets(leap)
	send(t, r, "t1", approval())
	clock.sets(time.Minute - leap)
	list := send(t, r, "t1", approval())
	if n := w.calls(trip.ToolPurchase); n != 0 {
		t.Fatalf("%d purchases of a hold that had ended", n)
	}
	if said := list[1].Decision.UIMessages(); len(said) == 0 || !strings.Contains(said[0], "ended") {
		t.Errorf("nobody is told that the hold has ended: %q", said)
	}
	send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
	clock.sets(31 * time.Minute)
	send(t, r, "t1", approval())
	if n := w.calls(trip.ToolPurchase); n != 0 {
		t.Fatalf("%d purchases of a hold that had ended by the right clock", n)
	}
	send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}}) // the offers are old: they are searched again and shown
	send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
	send(t, r, "t1", approval())
	if n := w.calls(trip.ToolPurchase); n != 1 {
		t.Errorf("%d purchases of a hold that stands, want 1", n)
	}
	inOrder(t, recording(t, r, "t1"))
}

// A clock that jitters repeats no search within a turn, and a trip goes on after a restart in the middle.
func TestClockThatJitters(t *testing.T) {
	w, s := newWorld(), newStore()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	back := func(c *runner.Config) {
		c.Now = func() time.Time { now = now.Add(-time.Millisecond); return now }
	}
	r := start(t, w, s, back)
	send(t, r, "t1", say("LIS to FCO on May 1"))
	if n := w.calls(trip.ToolFlightSearch); n != 1 {
		t.Errorf("%d searches in one turn", n)
	}
	r = start(t, w, s, back)
	send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	inOrder(t, recording(t, r, "t1"))
}

// inOrder checks that the events of a recording stand in the order of their times, that no two after
// a clock was set back share one, and that it replays equal.
func inOrder(t *testing.T, text string) {
	t.Helper()
	replayed(t, text)
	var last trip.Instant
	for line := range strings.Lines(text) {
		if trip.IsHeader(line) {
			continue
		}
		ev, err := trip.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		if ev.At < last || ev.Clock != 0 && ev.At == last {
			t.Errorf("seq %d is at %s, the one before at %s", ev.Seq, ev.At, last)
		}
		last = ev.At
	}
}
