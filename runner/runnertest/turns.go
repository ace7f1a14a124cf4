package runnertest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// booked: the way from the first message to a booking, and the log that it leaves, which is that of a runner in memory.
func booked(t *testing.T, open Open) {
	o := start(t, open)
	const first = "accepted decided(intake/collecting_requirements) call_started(trip_requirements_extract) " +
		"call_finished(trip_requirements_extract=ok) decided(quote/quoting_flights) call_started(flight_quote_search) " +
		"call_finished(flight_quote_search=ok) decided(quote/ranking_bundles) call_started(trip_option_ranker) " +
		"call_finished(trip_option_ranker=ok) decided(quote/presenting_options) turn_ended"
	if got := Outline(o.send(say("LIS to FCO on May 1"))); got != first {
		t.Errorf("the first turn is told as\n%s, want\n%s", got, first)
	}
	o.send(trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	o.send(trip.Event{Data: trip.UserRequestHold{}})
	o.is(trip.HoldsPlaced)
	o.send(approval())
	o.is(trip.Booked)
	made := o.w.Made(trip.ToolPurchase)
	if len(made) != 1 || made[0].Key == "" || made[0].Trip != o.id || made[0].Intent.Status.Node != trip.Purchasing {
		t.Errorf("bought by %+v, want one call with a key and the intent of the moment", made)
	}
	reference := start(t, func(t testing.TB, c runner.Config) Engine {
		c.Store = mem.New(mem.Options{})
		r, err := runner.New(c)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
	reference.held()
	reference.send(approval())
	if got, want := Bare(o.recording()), Bare(reference.recording()); got != want {
		t.Errorf("the recording is\n%s\nthat of a runner is\n%s", got, want)
	}
}

// once: an event that comes again is answered from the log, another one under its id is refused.
func once(t *testing.T, open Open) {
	o := start(t, open)
	ev := trip.Event{ID: "e1", Data: trip.UserMessage{Text: "LIS to FCO"}}
	first := o.send(ev)
	again := o.send(ev)
	if Outline(again) != Outline(first) || !again[len(again)-1].Replayed {
		t.Errorf("it is told as\n%s, and again as\n%s", Outline(first), Outline(again))
	}
	_, err := o.try(trip.Event{ID: "e1", Data: trip.UserMessage{Text: "LIS to JFK"}})
	o.fails("another event under the id", err, runner.ErrConflict)
	if n := o.state().Turn.Number; n != 1 {
		t.Errorf("%d turns, want 1", n)
	}
}

func refused(t *testing.T, open Open) {
	o := start(t, open)
	for what, c := range map[string]struct {
		ev   trip.Event
		want error
	}{
		"a tool's result": {trip.Event{Data: trip.ToolResult{ToolName: trip.ToolExtract, Result: "{}"}}, runner.ErrEvent},
		"a reserved id": {
			trip.Event{ID: "74738ff5-5367-5958-9aee-98fffdcd1876", Data: trip.UserMessage{Text: "a"}},
			runner.ErrReserved,
		},
		"a long message":   {say(strings.Repeat("a", trip.MaxMessageBytes+1)), runner.ErrTooLarge},
		"a choice":         {trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}}, store.ErrNotFound},
		"a cancellation":   {cancellation(), store.ErrNotFound},
		"a patch":          {trip.Event{Data: trip.IntentPatched{Patch: "{}"}}, store.ErrNotFound},
		"an event of none": {trip.Event{}, runner.ErrEvent},
	} {
		_, err := o.try(c.ev)
		o.fails(what, err, c.want)
	}
	_, err := collect(o.e.Continue(t.Context(), o.id, say("hello")))
	o.fails("to go on with no trip", err, store.ErrNotFound)
	_, err = o.e.State(t.Context(), o.id)
	o.fails("the state of no trip", err, store.ErrNotFound)
	o.fails("to patch no trip", o.e.Patch(t.Context(), o.id, "{}"), store.ErrNotFound)
}

func enqueued(t *testing.T, open Open) {
	o := start(t, open, func(c *runner.Config) { c.Limits.Queue = 1 })
	release, first := o.busy()
	second := o.queue(say("and a hotel"))
	_, err := o.try(say("and a car"))
	o.fails("an event beyond the queue", err, runner.ErrBusy)
	o.w.On(trip.ToolExtract, Answers(NothingExtracted))
	release()
	if got := first(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
		t.Errorf("the first: %s", got)
	}
	if got := second(); !strings.HasPrefix(got, "accepted decided(") || !strings.HasSuffix(got, "turn_ended") {
		t.Errorf("the second: %s", got)
	}
	if n := o.state().Turn.Number; n != 2 {
		t.Errorf("%d turns, want 2", n)
	}
	o.recording()
}

func interrupted(t *testing.T, open Open) {
	o := start(t, open, multitask(trip.Interrupt))
	release, first := o.busy()
	o.w.On(trip.ToolFlightSearch, nil)
	second := Outline(o.send(say("rather on May 2")))
	release()
	if got := first(); !strings.HasSuffix(got, "turn_ended(superseded)") {
		t.Errorf("the first: %s", got)
	}
	if !strings.HasSuffix(second, "decided(quote/presenting_options) turn_ended") {
		t.Errorf("the second: %s", second)
	}
	o.recording()
}

func rejected(t *testing.T, open Open) {
	o := start(t, open, multitask(trip.Reject))
	release, first := o.busy()
	_, err := o.try(say("two"))
	o.fails("a second turn", err, runner.ErrBusy)
	release()
	first()
	o.send(say("two"))
	if n := o.state().Turn.Number; n != 2 {
		t.Errorf("%d turns, want 2", n)
	}
}

// cancelled: a cancellation ends the turn, and what waits comes to the log and calls nothing.
func cancelled(t *testing.T, open Open) {
	o := start(t, open)
	release, first := o.busy()
	defer release()
	second := o.queue(say("and then?"))
	before := len(o.w.Made(trip.ToolExtract))
	if got := Outline(o.send(cancellation())); got != "accepted decided(intake/collecting_requirements) turn_ended" {
		t.Errorf("the cancellation: %s", got)
	}
	if got := first(); !strings.HasSuffix(got, "turn_ended") {
		t.Errorf("the first: %s", got)
	}
	second()
	if n := len(o.w.Made(trip.ToolExtract)) - before; n > 0 {
		t.Errorf("%d calls for what waited", n)
	}
	if in := o.state(); in.Request.UserMessage != "and then?" || len(in.Turn.Outstanding) > 0 {
		t.Errorf("the last message is %q, %d calls are out", in.Request.UserMessage, len(in.Turn.Outstanding))
	}
	o.recording()
}

func withdrawn(t *testing.T, open Open) {
	o := start(t, open)
	release, first := o.busy()
	second := o.queue(say("and then?"))
	if err := o.e.Withdraw(t.Context(), o.id); err != nil {
		t.Error(err)
	}
	release()
	if got := first(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
		t.Errorf("the turn that ran: %s", got)
	}
	second()
	if n := len(o.w.Made(trip.ToolExtract)); n != 1 {
		t.Errorf("%d messages were read, want 1", n)
	}
}

// queue sends an event behind the turn that runs, and returns once it waits; wait returns the outline of what it does.
func (o on) queue(ev trip.Event) (wait func() string) {
	waits, done := make(chan struct{}), make(chan string, 1)
	go func() {
		var list []runner.Update
		for u, err := range o.e.Handle(o.t.Context(), o.id, ev) {
			if list = append(list, u); err != nil {
				o.t.Error(err)
			}
			if u.Kind == runner.Queued {
				close(waits)
			}
		}
		done <- Outline(list)
	}()
	<-waits
	return func() string { return <-done }
}

func retried(t *testing.T, open Open) {
	o := start(t, open)
	failed := false
	o.w.On(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		if !failed {
			failed = true
			return nil, tools.Failure(trip.ClassTimeout, "SECRET")
		}
		return []byte(Flights), nil
	})
	list := o.send(say("LIS to FCO"))
	for _, u := range list {
		if u.Kind == runner.CallFinished && u.Call.Name == trip.ToolFlightSearch && u.Call.Attempts != 2 {
			t.Errorf("%d attempts were made, want 2", u.Call.Attempts)
		}
	}
	o.is(trip.PresentingOptions)
	o.w.On(trip.ToolFlightSearch, Fails(trip.ClassPermanent))
	before := len(o.w.Made(trip.ToolFlightSearch))
	o.w.On(trip.ToolExtract, Answers(strings.ReplaceAll(Extracted, "05-01", "05-02")))
	o.send(say("on May 2"))
	if n := len(o.w.Made(trip.ToolFlightSearch)) - before; n != 1 {
		t.Errorf("%d attempts of what fails for good, want 1", n)
	}
}

func panicked(t *testing.T, open Open) {
	o := start(t, open)
	o.w.On(trip.ToolRank, func(context.Context, tools.Request) ([]byte, error) { panic("SECRET") })
	if got := Outline(o.send(say("LIS to FCO"))); !strings.Contains(got, "call_finished(trip_option_ranker=failed)") {
		t.Errorf("got %s", got)
	}
}

func deadline(t *testing.T, open Open) {
	o := start(t, open, func(c *runner.Config) { c.Limits.TurnTimeout = 5 * time.Second })
	never := make(chan struct{})
	o.w.On(trip.ToolFlightSearch, Waits(never, Answers(Flights)))
	if got := Outline(o.send(say("LIS to FCO"))); !strings.Contains(got, "call_finished(flight_quote_search=timeout)") {
		t.Errorf("got %s", got)
	}
	o.is(trip.ErrorRetryable)
}

func created(t *testing.T, open Open) {
	o := start(t, open)
	in := trip.NewIntent()
	in.Request.Timezone = "Europe/Lisbon"
	if err := o.e.Create(t.Context(), o.id, in); err != nil {
		t.Fatal(err)
	}
	o.fails("to create it again", o.e.Create(t.Context(), o.id, in), runner.ErrExists)
	o.send(say("LIS to FCO"))
	if zone := o.state().Request.Timezone; zone != "Europe/Lisbon" {
		t.Errorf("the time zone is %q", zone)
	}
	o.recording()
}

func patched(t *testing.T, open Open) {
	o := start(t, open)
	release, first := o.busy()
	o.fails("a patch of what is not", o.e.Patch(t.Context(), o.id, `{"nothing":{"of":"this"}}`), runner.ErrEvent)
	if err := o.e.Patch(t.Context(), o.id, `{"request":{"timezone":"Europe/Lisbon"}}`); err != nil {
		t.Fatal(err)
	}
	if zone := o.state().Request.Timezone; zone == "Europe/Lisbon" {
		t.Error("the patch did not wait")
	}
	release()
	first()
	o.untilState("the patch", func(in *trip.Intent) bool { return in.Request.Timezone == "Europe/Lisbon" })
	o.recording()
}

func deleted(t *testing.T, open Open) {
	o := start(t, open)
	release, first := o.busy()
	o.fails("to delete a trip at work", o.e.Delete(t.Context(), o.id), runner.ErrBusy)
	release()
	first()
	if err := o.e.Delete(t.Context(), o.id); err != nil {
		t.Fatal(err)
	}
	_, err := o.e.State(t.Context(), o.id)
	o.fails("its state", err, store.ErrNotFound)
	o.fails("to delete it again", o.e.Delete(t.Context(), o.id), store.ErrNotFound)
	o.send(say("LIS to FCO"))
	if n := o.state().Turn.Number; n != 1 {
		t.Errorf("the new trip is in turn %d", n)
	}
}
