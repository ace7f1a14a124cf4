package runner_test

import (
	"bytes"
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// keeper is the plainest engine that keeps the log of a trip itself: one call after another, in memory.
type keeper struct {
	t     *testing.T
	r     *runner.Runner
	trip  store.Trip
	lines [][]byte
}

func (k *keeper) away() runner.Away {
	return runner.Away{Trip: k.trip, Now: time.Now(), Log: func() iter.Seq[store.Record] {
		return func(yield func(store.Record) bool) {
			for i, line := range k.lines {
				if !yield(store.Record{Seq: int64(i + 1), Event: line}) {
					return
				}
			}
		}
	}}
}

// keep makes a commit durable.
func (k *keeper) keep(c runner.AwayCommit, err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
	if len(k.trip.Header) == 0 {
		k.trip.Header = c.Header
	}
	k.lines = append(k.lines, c.Events...)
	k.trip.Seq, k.trip.Snapshot = int64(len(k.lines)), c.State
	k.trip.SnapshotSeq = k.trip.Seq
	if len(c.Events) > 0 {
		k.trip.Outstanding = c.Outstanding
	}
	if c.Queue != nil {
		k.trip.Queue = c.Queue
	}
}

// ask hands in a request and performs what follows. It returns the answer.
func (k *keeper) ask(kind string, body []byte) string {
	k.t.Helper()
	c, err := k.r.TakeAway(k.t.Context(), k.away(), store.Request{Trip: k.trip.ID, ID: "r", Kind: kind, Body: body})
	k.keep(c, err)
	answer := string(c.Answers[0].Body)
	for len(k.trip.Outstanding) > 0 && k.trip.Outstanding[0].At != 0 {
		in, _, err := trip.DecodeIntent(string(k.trip.Snapshot))
		if err != nil {
			k.t.Fatal(err)
		}
		out := k.r.PerformAway(k.t.Context(), runner.AwayCall{
			Trip: k.trip.ID, Seq: k.trip.Seq, Call: k.trip.Outstanding[0], Intent: in, Write: in.Turn.Outstanding[0].Write,
			Since: time.Now(), Until: time.Now().Add(time.Minute),
		})
		k.keep(k.r.FeedAway(k.t.Context(), k.away(), []runner.AwayOutcome{out}))
	}
	return answer
}

func (k *keeper) send(ev trip.Event) string {
	k.t.Helper()
	return k.ask("event", ev.AppendJSON(nil))
}

func newKeeper(t *testing.T, w *world) *keeper {
	t.Helper()
	return &keeper{t: t, r: start(t, w, newStore()), trip: store.Trip{ID: "t1"}}
}

// Another engine that keeps the log, and asks a runner what follows, writes the log of a runner.
func TestAwayIsTheSame(t *testing.T) {
	t.Parallel()
	k := newKeeper(t, newWorld())
	own := start(t, newWorld(), newStore())
	book(t, own, "t1")
	send(t, own, "t1", approval())
	for i, ev := range []trip.Event{
		say("LIS to FCO on May 1"), {Data: trip.UserSelectedBundle{BundleID: "b1"}}, {Data: trip.UserRequestHold{}}, approval(),
	} {
		ev.ID = string(tripID(i))
		if answer := k.send(ev); answer != "" {
			t.Errorf("%s: %s", ev.Type(), answer)
		}
	}
	var got strings.Builder
	got.Write(append(k.trip.Header, '\n'))
	for _, line := range k.lines {
		got.Write(append(line, '\n'))
	}
	replayed(t, got.String())
	if got, want := runnertest.Bare(got.String()), runnertest.Bare(recording(t, own, "t1")); got != want {
		t.Errorf("the log is\n%s\nthat of a runner is\n%s", got, want)
	}
}

// Quick calls, and what follows from them, are part of one commit, whose log is that of a runner; a write, and a call that
// is not quick, are out.
func TestAwayIsQuick(t *testing.T) {
	t.Parallel()
	own := start(t, newWorld(), newStore())
	send(t, own, "t1", say("LIS to FCO on May 1"))
	for _, quick := range [][]string{{trip.ToolExtract, trip.ToolFlightSearch, trip.ToolRank}, {trip.ToolExtract}} {
		w := newWorld()
		k := newKeeper(t, w)
		a := k.away()
		a.Quick = quick
		ev := say("LIS to FCO on May 1")
		ev.ID = "e1"
		c, err := k.r.TakeAway(t.Context(), a, store.Request{Trip: "t1", ID: "r", Kind: "event", Body: ev.AppendJSON(nil)})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Events) != len(quick)+1 || len(c.Decisions) != len(c.Events) || c.Turn <= 0 || w.calls(trip.ToolExtract) != 1 {
			t.Errorf("quick %v: %d events, the turn has %v", quick, len(c.Events), c.Turn)
		}
		if out := len(c.Calls); out != 1-len(quick)/3 {
			t.Errorf("quick %v: %d calls are out", quick, out)
		}
		k.keep(c, nil)
		if len(quick) == 3 {
			log := string(k.trip.Header) + "\n" + string(bytes.Join(k.lines, []byte("\n"))) + "\n"
			if got, want := runnertest.Bare(log), runnertest.Bare(recording(t, own, "t1")); got != want {
				t.Errorf("the log is\n%s\nthat of a runner is\n%s", got, want)
			}
		}
	}
}

// What is asked of a trip that is away is refused as a runner refuses it, and nothing is made of it.
func TestAwayRefuses(t *testing.T) {
	t.Parallel()
	k := newKeeper(t, newWorld())
	hello := trip.Event{ID: "e1", Data: trip.UserMessage{Text: "hello"}}
	k.send(hello)
	seq := k.trip.Seq
	if answer := k.send(hello); answer != "" || k.trip.Seq != seq {
		t.Errorf("the same event again: %s, the log is at %d", answer, k.trip.Seq)
	}
	for body, want := range map[string]string{
		`{"id":"e1","data":{"text":"no"},"type":"USER_MESSAGE"}`: `"conflict"`,
		`{"nothing":1}`: `"event"`,
	} {
		if answer := k.ask("event", []byte(body)); !strings.Contains(answer, want) {
			t.Errorf("%s: %s, want %s", body, answer, want)
		}
	}
	if answer := k.ask("settle", []byte(`{"call_id":"c1","failed":true}`)); !strings.Contains(answer, `"not_open"`) {
		t.Errorf("a settlement: %s", answer)
	}
	if k.trip.Seq != seq {
		t.Errorf("the log is at %d", k.trip.Seq)
	}
}

// A call whose performer has vanished: a read is looked at as timed out, a write is in doubt until it is known.
func TestAwayLosesPerformers(t *testing.T) {
	t.Parallel()
	w := newWorld()
	k := newKeeper(t, w)
	k.send(say("LIS to FCO on May 1"))
	k.send(trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	k.send(trip.Event{Data: trip.UserRequestHold{}})
	ev := approval()
	k.keep(k.r.TakeAway(t.Context(), k.away(), store.Request{Trip: "t1", ID: "r", Kind: "event", Body: ev.AppendJSON(nil)}))
	lost := k.trip.Outstanding[0]
	k.keep(k.r.FeedAway(t.Context(), k.away(), []runner.AwayOutcome{runner.LostAway(lost, true)}))
	in, _, err := trip.DecodeIntent(string(k.trip.Snapshot))
	if err != nil || in.Status.Node != trip.ErrorOutcomeUnknown {
		t.Fatalf("the trip is in %s: %v", in.Status.Node, err)
	}
	limits := k.r.AwayLimitsOf(lost.Name)
	if limits.Lookups == 0 || limits.Repeats || limits.SettleAfter <= 0 {
		t.Errorf("the limits are %+v", limits)
	}
	look := runner.AwayCall{
		Trip: "t1", Seq: k.trip.Seq, Call: lost, Intent: in, Write: true, Lookup: true, Since: time.Now(),
	}
	if out := k.r.PerformAway(t.Context(), look); out.Sure || out.NotMade || !out.Nothing {
		t.Errorf("nothing in the books: %+v", out)
	}
	w.buy(lost.Key, bought)
	out := k.r.PerformAway(t.Context(), look)
	if !out.Sure || w.calls(trip.ToolPurchase) != 0 {
		t.Errorf("in the books: %+v, %d calls", out, w.calls(trip.ToolPurchase))
	}
	k.keep(k.r.FeedAway(t.Context(), k.away(), []runner.AwayOutcome{out}))
	if in, _, err = trip.DecodeIntent(string(k.trip.Snapshot)); err != nil || in.Status.Node != trip.Booked {
		t.Errorf("the trip is in %s: %v", in.Status.Node, err)
	}
}

// A handler that ignores its context is given up, and its call has an outcome all the same.
func TestAwayGivesUp(t *testing.T) {
	t.Parallel()
	w := newWorld()
	gate := make(chan struct{})
	defer close(gate)
	k := &keeper{t: t, trip: store.Trip{ID: "t1"}, r: start(t, w, newStore(), func(c *runner.Config) {
		c.Tools[trip.ToolRank] = gated(gate)
		c.Limits.Grace = time.Millisecond
	})}
	call := store.Outstanding{CallID: "c1", Name: trip.ToolRank, Arguments: "{}", At: 1}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := k.r.PerformAway(ctx, runner.AwayCall{Trip: "t1", Call: call, Until: time.Now().Add(time.Minute)})
	if !strings.Contains(string(out.Event), `"code":"timeout"`) {
		t.Errorf("a cancelled call: %s", out.Event)
	}
	out = k.r.PerformAway(t.Context(), runner.AwayCall{Trip: "t1", Call: call, Until: time.Now().Add(10 * time.Millisecond)})
	if !strings.Contains(string(out.Event), `"code":"timeout"`) {
		t.Errorf("an abandoned call: %s", out.Event)
	}
}
