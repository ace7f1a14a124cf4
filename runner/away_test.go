package runner_test

import (
	"context"
	"slices"
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
	t    *testing.T
	r    *runner.Runner
	trip runner.AwayTrip
}

// decide decides, and keeps the commit.
func (k *keeper) decide(a runner.Away) runner.AwayCommit {
	k.t.Helper()
	a.Trip, a.Now = &k.trip, time.Now()
	c, err := k.r.DecideAway(k.t.Context(), a)
	if err != nil {
		k.t.Fatal(err)
	}
	k.trip.Apply(&c, a.Now)
	return c
}

// intent is the state of the trip.
func (k *keeper) intent() *trip.Intent {
	k.t.Helper()
	in, _, err := trip.DecodeIntent(k.trip.Intent)
	if err != nil {
		k.t.Fatal(err)
	}
	return &in
}

// log is the recording of the trip.
func (k *keeper) log() string {
	list := []string{k.trip.Header}
	for _, r := range k.trip.Records {
		list = append(list, r.Event)
	}
	return strings.Join(list, "\n") + "\n"
}

// ask hands in a request and performs what follows. It returns the answer.
func (k *keeper) ask(kind string, body []byte) string {
	k.t.Helper()
	c := k.decide(runner.Away{Request: &store.Request{Trip: k.trip.Trip, ID: "r", Kind: kind, Body: body}})
	for len(k.trip.Calls) > 0 && k.trip.Calls[0].At != 0 {
		out := k.r.PerformAway(k.t.Context(), runner.AwayCall{
			Trip: k.trip.Trip, Call: k.trip.Calls[0], Intent: k.intent(), Until: k.trip.Until,
		})
		k.decide(runner.Away{Outcomes: []runner.AwayOutcome{out}})
	}
	return c.Answer
}

func (k *keeper) send(ev trip.Event) string {
	k.t.Helper()
	return k.ask("event", ev.AppendJSON(nil))
}

func newKeeper(t *testing.T, w *world) *keeper {
	t.Helper()
	return &keeper{t: t, r: start(t, w, newStore()), trip: runner.AwayTrip{Trip: "t1"}}
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
	replayed(t, k.log())
	if got, want := runnertest.Bare(k.log()), runnertest.Bare(recording(t, own, "t1")); got != want {
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
		ev := say("LIS to FCO on May 1")
		ev.ID = "e1"
		c := k.decide(runner.Away{Quick: quick, Request: &store.Request{ID: "r", Kind: "event", Body: ev.AppendJSON(nil)}})
		isDecided := !slices.ContainsFunc(c.Records, func(r runner.AwayRecord) bool { return r.Decision == "" })
		if len(c.Records) != len(quick)+1 || !isDecided || c.Turn <= 0 || w.calls(trip.ToolExtract) != 1 {
			t.Errorf("quick %v: %d events, the turn has %v", quick, len(c.Records), c.Turn)
		}
		if out := len(c.Calls); out != 1-len(quick)/3 {
			t.Errorf("quick %v: %d calls are out", quick, out)
		}
		if len(quick) == 3 {
			if got, want := runnertest.Bare(k.log()), runnertest.Bare(recording(t, own, "t1")); got != want {
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
	seq := len(k.trip.Records)
	if answer := k.send(hello); answer != "" || len(k.trip.Records) != seq {
		t.Errorf("the same event again: %s, the log is at %d", answer, len(k.trip.Records))
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
	if len(k.trip.Records) != seq {
		t.Errorf("the log is at %d", len(k.trip.Records))
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
	k.decide(runner.Away{Request: &store.Request{Trip: "t1", ID: "r", Kind: "event", Body: ev.AppendJSON(nil)}})
	lost := k.trip.Calls[0]
	k.decide(runner.Away{Outcomes: []runner.AwayOutcome{runner.LostAway(lost)}})
	if node := k.intent().Status.Node; node != trip.ErrorOutcomeUnknown {
		t.Fatalf("the trip is in %s", node)
	}
	limits := k.trip.Calls[0].Limits
	if limits.Lookups == 0 || limits.Repeats || limits.SettleAfter <= 0 {
		t.Errorf("the limits are %+v", limits)
	}
	look := runner.AwayCall{Trip: "t1", Call: lost, Intent: k.intent(), Lookup: true}
	if out := k.r.PerformAway(t.Context(), look); out.Sure || out.NotMade || !out.Nothing {
		t.Errorf("nothing in the books: %+v", out)
	}
	w.buy(lost.Key, bought)
	out := k.r.PerformAway(t.Context(), look)
	if !out.Sure || w.calls(trip.ToolPurchase) != 0 {
		t.Errorf("in the books: %+v, %d calls", out, w.calls(trip.ToolPurchase))
	}
	k.decide(runner.Away{Outcomes: []runner.AwayOutcome{out}})
	if node := k.intent().Status.Node; node != trip.Booked {
		t.Errorf("the trip is in %s", node)
	}
}

// A handler that ignores its context is given up, and its call has an outcome all the same.
func TestAwayGivesUp(t *testing.T) {
	t.Parallel()
	w := newWorld()
	gate := make(chan struct{})
	defer close(gate)
	k := &keeper{t: t, trip: runner.AwayTrip{Trip: "t1"}, r: start(t, w, newStore(), func(c *runner.Config) {
		c.Tools[trip.ToolRank] = gated(gate)
		c.Limits.Grace = time.Millisecond
	})}
	call := runner.AwayOpen{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolRank, Arguments: "{}", At: 1}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := k.r.PerformAway(ctx, runner.AwayCall{Trip: "t1", Call: call, Intent: new(trip.Intent), Until: time.Now().Add(time.Minute)})
	if !strings.Contains(string(out.Event), `"code":"timeout"`) {
		t.Errorf("a cancelled call: %s", out.Event)
	}
	out = k.r.PerformAway(t.Context(), runner.AwayCall{Trip: "t1", Call: call, Intent: new(trip.Intent), Until: time.Now().Add(10 * time.Millisecond)})
	if !strings.Contains(string(out.Event), `"code":"timeout"`) {
		t.Errorf("an abandoned call: %s", out.Event)
	}
}
