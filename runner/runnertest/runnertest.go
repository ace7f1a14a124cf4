// Package runnertest is the contract of whatever performs turns: what somebody who sends events, watches and reads may
// rely on, whether a [runner.Runner] does the work in its own process or another engine does it elsewhere.
//
// # Basics
//
//	func TestContract(t *testing.T) {
//		runnertest.Run(t, func(t testing.TB, c runner.Config) runnertest.Engine {
//			c.Store = mem.New(mem.Options{})
//			r, err := runner.New(c)
//			…
//		})
//	}
//
// The suite says what counts for all engines: which events come to the log, in which order, what is decided, what tools
// are asked and how often. It does not say when, nor whether an event is told as queued before it is told as accepted.
package runnertest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Engine is what the contract is about.
type Engine interface {
	Handle(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[runner.Update, error]
	Continue(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[runner.Update, error]
	Watch(ctx context.Context, id trip.ID, fromSeq int64) iter.Seq2[runner.Update, error]
	Create(ctx context.Context, id trip.ID, in trip.Intent) error
	Patch(ctx context.Context, id trip.ID, patch trip.Raw) error
	Withdraw(ctx context.Context, id trip.ID) error
	Settle(ctx context.Context, id trip.ID, callID string, s runner.Settlement) ([]runner.Update, error)
	Delete(ctx context.Context, id trip.ID) error
	State(ctx context.Context, id trip.ID) (trip.Intent, error)
	StateAt(ctx context.Context, id trip.ID, seq int64) (trip.Intent, error)
	Head(ctx context.Context, id trip.ID) (runner.Head, error)
	Transcript(ctx context.Context, id trip.ID) ([]transcript.Message, error)
	Record(ctx context.Context, id trip.ID, w io.Writer) error
}

// Open makes an engine of a configuration that lacks a store. The engine is closed with the test.
type Open func(t testing.TB, c runner.Config) Engine

// patience is how long the suite waits for what must happen.
const patience = 5 * time.Minute

// Run runs the contract. Its tests run side by side, each on an engine of its own.
func Run(t *testing.T, open Open) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, open Open){
		"a trip is booked":                           booked,
		"an event counts once":                       once,
		"what is no event of a person is refused":    refused,
		"an event waits behind a turn":               enqueued,
		"an event interrupts a turn":                 interrupted,
		"a second turn is refused":                   rejected,
		"a cancelled turn ends":                      cancelled,
		"what waits is withdrawn":                    withdrawn,
		"a read is tried again":                      retried,
		"a panic is a failure":                       panicked,
		"a turn has a deadline":                      deadline,
		"a lost answer is looked up":                 lookedUp,
		"a write that was not made is known as such": notMade,
		"an operator settles a doubt":                settled,
		"who watches is told each event once":        watched,
		"what was said can be read":                  read,
		"a trip begins with what is known":           created,
		"a patch waits for the end of a turn":        patched,
		"a trip is deleted":                          deleted,
		"a model is told the conversation":           told,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}

// on is a trip of an engine under test.
type on struct {
	t  *testing.T
	e  Engine
	w  *World
	id trip.ID
}

// start opens an engine over a world of its own.
func start(t *testing.T, open Open, change ...func(*runner.Config)) on {
	t.Helper()
	w := NewWorld()
	c := runner.Config{
		Tools: w.Tools(), Engine: "test", Turn: turn.Default(), Logger: slog.New(slog.DiscardHandler),
		Limits: runner.Limits{
			RetryFirst: 10 * time.Millisecond, RetryMax: 20 * time.Millisecond,
			LookupFirst: 20 * time.Millisecond, LookupMax: 50 * time.Millisecond,
		},
	}
	c.ToolLimits = map[string]runner.ToolLimits{}
	for _, name := range []string{trip.ToolHold, trip.ToolRelease, trip.ToolPurchase} {
		c.ToolLimits[name] = runner.ToolLimits{SettleAfter: -1} // the books of the world are always up to date
	}
	for _, f := range change {
		f(&c)
	}
	return on{t, open(t, c), w, "t1"}
}

// Multitask makes the change of a configuration that gives new trips a policy for events during a turn.
func multitask(m trip.Multitask) func(*runner.Config) {
	return func(c *runner.Config) { c.Turn.Policy.Multitask = m }
}

func say(text string) trip.Event { return trip.Event{Data: trip.UserMessage{Text: text}} }

func approval() trip.Event {
	return trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}}
}

func cancellation() trip.Event { return trip.Event{Data: trip.TurnCancelled{Reason: "no"}} }

// collect reads updates to their end.
func collect(updates iter.Seq2[runner.Update, error]) (list []runner.Update, err error) {
	for u, e := range updates {
		if e != nil {
			return list, e
		}
		list = append(list, u)
	}
	return list, nil
}

// try handles an event to its end.
func (o on) try(ev trip.Event) ([]runner.Update, error) {
	ctx, cancel := context.WithTimeout(o.t.Context(), patience)
	defer cancel()
	return collect(o.e.Handle(ctx, o.id, ev))
}

// send handles an event to its end, which must succeed.
func (o on) send(ev trip.Event) []runner.Update {
	o.t.Helper()
	list, err := o.try(ev)
	if err != nil {
		o.t.Fatalf("%s: %v", ev.Type(), err)
	}
	return list
}

// later handles an event beside the test, and returns what it was told when it has ended.
func (o on) later(ev trip.Event) (wait func() string) {
	done := make(chan string, 1)
	go func() {
		list, err := o.try(ev)
		text := Outline(list)
		if err != nil {
			text += " error: " + err.Error()
		}
		done <- text
	}()
	return func() string { return <-done }
}

// busy begins a turn whose flight search waits until release is called. wait returns what its sender was told.
func (o on) busy() (release func(), wait func() string) {
	o.t.Helper()
	gate := make(chan struct{})
	o.w.On(trip.ToolFlightSearch, Waits(gate, Answers(Flights)))
	wait = o.later(say("LIS to FCO on May 1"))
	o.until("the search has begun", func() bool { return len(o.w.Made(trip.ToolFlightSearch)) > 0 })
	return func() { close(gate) }, wait
}

// until waits for a condition.
func (o on) until(what string, holds func() bool) {
	o.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Fatalf("not in %s: %s", patience, what)
		}
	}
}

// untilState waits until a condition holds of the trip's state, and returns that.
func (o on) untilState(what string, holds func(in *trip.Intent) bool) (in trip.Intent) {
	o.t.Helper()
	o.until(what, func() (yes bool) {
		in = o.state()
		return holds(&in)
	})
	return in
}

func (o on) state() trip.Intent {
	o.t.Helper()
	in, err := o.e.State(o.t.Context(), o.id)
	if err != nil {
		o.t.Fatal(err)
	}
	return in
}

// held brings the trip to what is held.
func (o on) held() {
	o.t.Helper()
	o.send(say("LIS to FCO on May 1"))
	o.send(trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	o.send(trip.Event{Data: trip.UserRequestHold{}})
	o.is(trip.HoldsPlaced)
}

// is checks where the trip stands.
func (o on) is(want trip.Status) {
	o.t.Helper()
	if in := o.state(); in.Status.Node != want {
		o.t.Errorf("the trip is in %s, want %s", in.Status.Node, want)
	}
}

// fails checks an error.
func (o on) fails(what string, got, want error) {
	o.t.Helper()
	if !errors.Is(got, want) {
		o.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// recording returns the recording of the trip, which must replay equal.
func (o on) recording() string {
	o.t.Helper()
	var b strings.Builder
	if err := o.e.Record(o.t.Context(), o.id, &b); err != nil {
		o.t.Fatal(err)
	}
	n := 0
	for _, err := range replay.New("", turn.Default(), replay.Options{}).Lines(strings.NewReader(b.String())) {
		if n++; err != nil {
			o.t.Errorf("the recording does not replay equal: %v", err)
			break
		}
	}
	if n == 0 {
		o.t.Error("the recording is empty")
	}
	return b.String()
}

// Outline writes updates as a word each, without those that tell that an event waits.
func Outline(list []runner.Update) string {
	var words []string
	for _, u := range list {
		word := u.Kind.String()
		switch {
		case u.Kind == runner.Queued, u.Kind == runner.Reported:
			continue
		case u.Kind == runner.CallFinished:
			word += "(" + u.Call.Name + "=" + string(u.Call.Class) + ")"
		case u.Kind == runner.CallStarted:
			word += "(" + u.Call.Name + ")"
		case u.Kind == runner.Decided:
			word += "(" + u.Decision.Status.String() + ")"
		case u.Superseded:
			word += "(superseded)"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// Bare returns a recording without what differs from one run to the next: times, ids and what is made of them. Two
// engines write the same for the same conversation.
func Bare(recording string) string {
	var out []string
	for line := range strings.Lines(recording) {
		var v any
		if json.Unmarshal([]byte(line), &v) != nil {
			return recording
		}
		strip(v)
		text, _ := json.Marshal(v) //nolint:errchkjson // it was JSON
		out = append(out, string(text))
	}
	return strings.Join(out, "\n")
}

var differing = []string{
	"at", "clock", "id", "decision", "state", "sections", "engine", "now", "quoted_at", "updated_at", "created_at",
	"ask_id",
	"confirmation_hash", "expires_at", "idempotency_key", "key",
}

func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if slices.Contains(differing, key) {
				delete(v, key)
				continue
			}
			strip(member)
		}
	case []any:
		for _, member := range v {
			strip(member)
		}
	}
}
