package temporal

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/mocks"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// slow lets each call take a while, as the clock of the stage has it.
func (s *stage) slow() {
	s.env.OnActivity(activityName, mock.Anything, mock.Anything).Return(func(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
		return s.e.perform(ctx, c)
	}).After(2 * time.Second)
}

func multitask(m trip.Multitask) func(*runner.Config) {
	return func(c *runner.Config) {
		c.Turn = turn.Default()
		c.Turn.Policy.Multitask = m
	}
}

// types are those of the events of a log.
func types(t *testing.T, s *runner.AwayTrip) (list []trip.EventType) {
	t.Helper()
	for _, r := range s.Records {
		ev, err := trip.DecodeEvent(r.Event)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, ev.Type())
	}
	return list
}

// An event that comes while a turn runs waits, or takes its place, or ends it, as the policy and the event say. (Under the
// policy that refuses it, clients do: it does not come here.)
func TestEventsDuringATurn(t *testing.T) {
	t.Parallel()
	cancelled := trip.Event{ID: "stop", Data: trip.TurnCancelled{Reason: "no"}}
	for name, want := range map[string]struct {
		policy trip.Multitask
		event  trip.Event
		status trip.Status
		turns  int64
	}{
		"waits":       {trip.Enqueue, say("on May 2"), trip.PresentingOptions, 2},
		"interrupted": {trip.Interrupt, say("on May 2"), trip.PresentingOptions, 2},
		"stopped":     {trip.Enqueue, cancelled, trip.CollectingRequirements, 1},
	} {
		w := runnertest.NewWorld()
		s := newStage(t, w, multitask(want.policy))
		s.slow()
		s.at(time.Second, say("LIS to FCO on May 1"))
		s.ask(2*time.Second, "event", string(want.event.AppendJSON(nil)), func(r reply) {
			if r != (reply{}) {
				t.Errorf("%s: the answer is %+v", name, r)
			}
		})
		last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
		if in := is(t, &last, want.status); in.Turn.Number != want.turns || len(last.Calls)+len(last.Queue) > 0 {
			t.Errorf("%s: %d turns, %d calls are out, %d events wait", name, in.Turn.Number, len(last.Calls), len(last.Queue))
		}
	}
}

// A call that is not answered has the time of its turn, and the turn goes on without it.
func TestTurnDeadline(t *testing.T) {
	t.Parallel()
	s := newStage(t, runnertest.NewWorld(), func(c *runner.Config) { c.Limits.TurnTimeout = 3 * time.Minute })
	s.env.OnActivity(activityName, mock.Anything, mock.Anything).Return(func(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
		if c.Call.Name != trip.ToolFlightSearch {
			return s.e.perform(ctx, c)
		}
		if left := activity.GetInfo(ctx).ScheduleToCloseTimeout; left < 2*time.Minute || left > 3*time.Minute+margin {
			t.Errorf("the search has %v", left)
		}
		return runner.AwayOutcome{}, temporal.NewTimeoutError(enums.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, nil)
	})
	s.at(time.Second, say("LIS to FCO on May 1"))
	last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	if in := is(t, &last, trip.ErrorRetryable); in.Status.LastToolError == nil || in.Status.LastToolError.ToolName != trip.ToolFlightSearch {
		t.Errorf("the error is %+v", in.Status.LastToolError)
	}
}

// A read that fails is tried again as often as the catalog says, within its activity.
func TestRetries(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.On(trip.ToolFlightSearch, func(ctx context.Context, req tools.Request) ([]byte, error) {
		if len(w.Made(trip.ToolFlightSearch)) < 3 {
			return runnertest.Fails(trip.ClassTimeout)(ctx, req)
		}
		return runnertest.Answers(runnertest.Flights)(ctx, req)
	})
	s := newStage(t, w)
	s.at(time.Second, say("LIS to FCO on May 1"))
	last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	is(t, &last, trip.PresentingOptions)
	if n := len(w.Made(trip.ToolFlightSearch)); n != 3 {
		t.Errorf("%d searches, want three", n)
	}
}

// What an operator knows of a write in doubt settles it.
func TestSettles(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.CloseBooks(true)
	w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
	s := newStage(t, w)
	s.held()
	s.at(time.Minute, approval)
	first := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	is(t, &first, trip.ErrorOutcomeUnknown)
	for body, want := range map[string]trip.Status{
		`{"call_id":%q,"result":"` + base64.StdEncoding.EncodeToString([]byte(runnertest.Bought)) + `"}`: trip.Booked,
		`{"call_id":%q,"failed":true}`: trip.ErrorRetryable,
	} {
		again := newStage(t, w)
		again.ask(time.Minute, "settle", fmt.Sprintf(body, first.Calls[0].CallID), func(r reply) {
			if strings.Contains(r.Answer, "refused") {
				t.Errorf("a settlement: %s", r.Answer)
			}
		})
		last := again.run(first, time.Hour)
		is(t, &last, want)
		if len(last.Calls) > 0 {
			t.Errorf("in doubt is still %+v", last.Calls)
		}
	}
}

// What is in doubt is looked up when an operator asks, who is answered when that has ended; of a trip that was imported
// when somebody has said that it goes on here.
func TestLooksUpWhenAsked(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.CloseBooks(true)
	w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
	s := newStage(t, w, func(c *runner.Config) { c.Limits.Lookups = 1 })
	s.held()
	s.at(time.Minute, approval)
	first := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	is(t, &first, trip.ErrorOutcomeUnknown)
	to := mem.New(mem.Options{})
	r, err := runner.New(runner.Config{Store: to, Tools: tools.Registry{}, Logger: slog.New(slog.DiscardHandler)})
	if err == nil {
		_, err = r.Import(t.Context(), strings.NewReader(recording(&first)), runner.ImportOptions{})
	}
	var imported runner.AwayTrip
	if err == nil {
		imported, err = runner.ReadAway(t.Context(), to, "t1")
	}
	if err != nil {
		t.Fatal(err)
	}
	w.CloseBooks(false)
	w.Enter(w.Made(trip.ToolPurchase)[0].Key, runnertest.Bought)
	for name, c := range map[string]struct {
		from runner.AwayTrip
		kind string
		want trip.Status
	}{
		"asked":                      {first, "resume", trip.Booked},
		"imported, asked":            {imported, "resume", trip.ErrorOutcomeUnknown},
		"imported, and goes on here": {imported, "go_on", trip.Booked},
	} {
		again := newStage(t, w, func(c *runner.Config) { c.Limits.Lookups = 1 })
		again.slow()
		again.e.recall.young = s.e.recall.young
		c.from.Doubts = nil
		if c.from.Calls[0].Limits.Lookups > 0 {
			c.from.Doubts = []runner.Doubt{{CallID: c.from.Calls[0].CallID, Lookups: 1}} // by itself it is looked up no more
		}
		answered := false
		again.ask(time.Minute, c.kind, "", func(r reply) {
			now := again.state()
			is(t, &now, c.want)
			answered = r.Answer == "{}"
		})
		last := again.run(c.from, time.Hour)
		if is(t, &last, c.want); !answered {
			t.Errorf("%s: there is no answer", name)
		}
	}
}

// An answer is that of its trip and of the newest request under its id, however often it is asked for.
func TestAnswersAreOfTheirTrip(t *testing.T) {
	t.Parallel()
	_, h, err := Config{Client: mocks.NewClient(t)}.ready()
	if err != nil {
		t.Fatal(err)
	}
	says := func(id trip.ID, want string) {
		t.Helper()
		a, waits, err := h.Answered(t.Context(), id, "e1")
		if err != nil || waits || string(a.Body) != want {
			t.Errorf("trip %s: the answer is %q, waits %t: %v; want %q", id, a.Body, waits, err, want)
		}
	}
	for _, said := range []string{"no", "never", ""} {
		if err := h.answered(t.Context(), store.Request{Trip: "t1", ID: "e1", Kind: "event"}, said); err != nil {
			t.Fatal(err)
		}
		says("t2", "")
		says("t1", said)
		says("t1", said)
	}
	if len(h.answers) > 0 {
		t.Errorf("kept are %v", h.answers)
	}
}

// A trip of a store goes on as a workflow, with what is in doubt, and back in a store it is the same.
func TestMovesWithoutAService(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.CloseBooks(true)
	w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
	c := runner.Config{Store: mem.New(mem.Options{}), Tools: w.Tools(), Logger: slog.New(slog.DiscardHandler)}
	own, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range booking {
		for _, err := range own.Handle(t.Context(), "t1", ev) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := own.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	began, err := runner.ReadAway(t.Context(), c.Store, "t1")
	if err != nil {
		t.Fatal(err)
	}
	w.CloseBooks(false)
	w.Enter(w.Made(trip.ToolPurchase)[0].Key, runnertest.Bought)
	s := newStage(t, w)
	s.env.OnActivity(activityName, mock.Anything, mock.Anything).Return(func(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
		in, _, err := trip.DecodeIntent(s.state().Intent)
		if err != nil {
			t.Error(err)
		}
		s.e.recall.young = map[moment]*trip.Intent{{c.Trip, c.Call.Seq}: &in} // there is no service to read it from
		return s.e.perform(ctx, c)
	})
	last := s.run(began, time.Hour)
	is(t, &last, trip.Booked)
	c.Store = mem.New(mem.Options{})
	if err := c.Store.Append(t.Context(), last.Commit()); err != nil {
		t.Fatal(err)
	}
	if own, err = runner.New(c); err != nil {
		t.Fatal(err)
	}
	defer own.Close(t.Context())
	var back strings.Builder
	if err := own.Record(t.Context(), "t1", &back); err != nil || back.String() != recording(&last) {
		t.Errorf("in the store it is another trip: %v", err)
	}
	if n := len(w.Made(trip.ToolPurchase)); n != 1 {
		t.Errorf("bought %d times", n)
	}
}

// A log that is too long for the input of a run stays in its run, which goes on. What is as long as a history may be takes
// no event any more; an operator can still do what he must.
func TestLongTrip(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	s := newStage(t, w)
	s.at(time.Second, say("LIS to FCO on May 1"))
	first := s.run(runner.AwayTrip{Trip: "t1"}, time.Minute)
	whole := first
	whole.Records = slices.Clone(first.Records)
	whole.Records[0].Decision += strings.Repeat(" ", maxLog)
	for name, c := range map[string]struct {
		from  runner.AwayTrip
		turns int64
	}{"short": {first, 1}, "long": {whole, 2}} {
		again := newStage(t, w)
		again.e.recall.young = s.e.recall.young
		again.env.RegisterDelayedCallback(func() { again.env.SetContinueAsNewSuggested(true) }, time.Second)
		if name == "long" {
			again.at(time.Minute, say("on May 2"))
		}
		last := again.run(c.from, time.Hour)
		if in := is(t, &last, trip.PresentingOptions); in.Turn.Number != c.turns {
			t.Errorf("%s: %d turns", name, in.Turn.Number)
		}
		var next *workflow.ContinueAsNewError
		if rolls := errors.As(again.env.GetWorkflowError(), &next); rolls != (name == "short") {
			t.Errorf("%s: it continues as new: %t", name, rolls)
		}
	}
	full := newStage(t, w)
	refused := ""
	full.env.RegisterDelayedCallback(func() {
		full.env.SetCurrentHistoryLength(maxEvents + 1)
		full.env.UpdateWorkflow(updateName, "event", &testsuite.TestUpdateCallback{
			OnReject: func(err error) {
				if err = fault(t.Context(), "t1", err); errors.Is(err, runner.ErrTooLarge) {
					refused = err.Error()
				}
			},
			OnAccept: func() {}, OnComplete: func(any, error) {},
		}, request{ID: "e9", Kind: "event", Body: string(choice.AppendJSON(nil))})
	}, time.Second)
	deleted := false
	full.ask(time.Minute, "delete_at", fmt.Sprintf(`{"seq":%d}`, len(whole.Records)), func(r reply) { deleted = r.Answer == "{}" })
	full.env.ExecuteWorkflow(workflowName, whole)
	if !strings.Contains(refused, "keep it in a store") || !deleted {
		t.Errorf("an event is refused by %q, deleted: %t", refused, deleted)
	}
}

// A later version, of another policy, goes on with a turn of the earlier one where it stands.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	s := newStage(t, w)
	s.slow()
	s.at(time.Second, say("LIS to FCO on May 1"))
	first := s.run(runner.AwayTrip{Trip: "t1"}, 4*time.Second)
	if types := types(t, &first); len(types) != 2 || len(first.Calls) != 1 || first.Calls[0].At == 0 {
		t.Fatalf("the turn is not in its middle: %v, calls %+v", types, first.Calls)
	}
	later := newStage(t, w, multitask(trip.Interrupt), func(c *runner.Config) { c.Engine = "later" })
	later.e.recall.young = s.e.recall.young
	last := later.run(first, time.Hour)
	is(t, &last, trip.PresentingOptions)
	if last.Records[0] != first.Records[0] || last.Header != first.Header {
		t.Errorf("the trip is another one: %s", recording(&last))
	}
}

// Quick calls are made where it is decided, and their turn is one step, whose log is the same. Calls that are not quick
// end the step.
func TestQuickCalls(t *testing.T) {
	t.Parallel()
	all := []string{trip.ToolExtract, trip.ToolFlightSearch, trip.ToolRank, trip.ToolPurchase}
	var logs [][]trip.EventType
	for _, quick := range [][]string{nil, all, slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == trip.ToolFlightSearch })} {
		w := runnertest.NewWorld()
		s := newStage(t, w)
		s.e.quick = quick
		var activities int
		s.env.OnActivity(activityName, mock.Anything, mock.Anything).Return(func(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
			activities++
			return s.e.perform(ctx, c)
		})
		s.held()
		s.at(time.Minute, approval)
		last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
		is(t, &last, trip.Booked)
		logs = append(logs, types(t, &last))
		want := len(w.Made(trip.ToolExtract)) + len(w.Made(trip.ToolRank)) + len(w.Made(trip.ToolFlightSearch)) +
			len(w.Made(trip.ToolRiskCheck)) + len(w.Made(trip.ToolHold)) + len(w.Made(trip.ToolPurchase))
		for _, name := range quick {
			if name != trip.ToolPurchase { // no write is quick
				want -= len(w.Made(name))
			}
		}
		if activities != want {
			t.Errorf("quick %v: %d activities, want %d", quick, activities, want)
		}
	}
	if !slices.Equal(logs[0], logs[1]) || !slices.Equal(logs[0], logs[2]) {
		t.Errorf("the logs are\n%v\n%v\n%v", logs[0], logs[1], logs[2])
	}
}
