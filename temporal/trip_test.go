package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// stage is a workflow in the test environment of the SDK, whose clock skips what nobody works in.
type stage struct {
	t     *testing.T
	w     *runnertest.World
	env   *testsuite.TestWorkflowEnvironment
	start time.Time
	e     *engine
	n     int
}

// newStage makes a stage with a world of tools and no workflow yet.
func newStage(t *testing.T, w *runnertest.World, change ...func(*runner.Config)) *stage {
	t.Helper()
	c := runner.Config{Tools: w.Tools(), Store: mem.New(mem.Options{}), Engine: "test"}
	for _, f := range change {
		f(&c)
	}
	r, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	e := newEngine(Config{Heartbeat: time.Minute}, r)
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	s := &stage{t: t, w: w, env: suite.NewTestWorkflowEnvironment(), start: time.Now(), e: e}
	s.env.SetTestTimeout(time.Minute)
	s.env.SetStartTime(s.start)
	s.env.RegisterWorkflowWithOptions(e.trip, workflow.RegisterOptions{Name: workflowName})
	s.env.RegisterActivityWithOptions(e.perform, activity.RegisterOptions{Name: activityName})
	s.env.RegisterActivityWithOptions(e.step, activity.RegisterOptions{Name: stepName})
	return s
}

// at sends an event when so much time has passed.
func (s *stage) at(after time.Duration, ev trip.Event) {
	s.ask(after, "event", string(ev.AppendJSON(nil)), nil)
}

// ask makes an update when so much time has passed. check looks at what it returns.
func (s *stage) ask(after time.Duration, kind, body string, check func(reply)) {
	s.n++
	id := fmt.Sprintf("r%d", s.n)
	s.env.RegisterDelayedCallback(func() {
		s.env.UpdateWorkflow(updateName, id, &testsuite.TestUpdateCallback{
			OnReject: func(err error) { s.t.Errorf("%s is refused: %v", id, err) },
			OnAccept: func() {},
			OnComplete: func(v any, err error) {
				said, _ := v.(reply)
				if err != nil || said.Fault != "" {
					s.t.Errorf("%s: %v %s", id, err, said.Fault)
				}
				if check != nil {
					check(said)
				}
			},
		}, request{ID: id, Kind: kind, Body: body})
	}, after)
}

// run runs the workflow from a state until a time has passed, and returns what it is then.
func (s *stage) run(from runner.AwayTrip, until time.Duration) (last runner.AwayTrip) {
	s.t.Helper()
	s.env.RegisterDelayedCallback(func() {
		last = s.state()
		s.env.CancelWorkflow()
	}, until)
	s.env.ExecuteWorkflow(workflowName, from)
	var next *workflow.ContinueAsNewError
	if errors.As(s.env.GetWorkflowError(), &next) {
		if err := converter.GetDefaultDataConverter().FromPayloads(next.Input, &last); err != nil {
			s.t.Fatal(err)
		}
	}
	return last
}

func (s *stage) state() (now runner.AwayTrip) {
	s.t.Helper()
	v, err := s.env.QueryWorkflow(queryName)
	if err == nil {
		err = v.Get(&now)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return now
}

// is checks where a trip stands, and that its log replays equal.
func is(t *testing.T, s *runner.AwayTrip, want trip.Status) trip.Intent {
	t.Helper()
	in, _, err := trip.DecodeIntent(s.Intent)
	if err != nil {
		t.Fatal(err)
	}
	if in.Status.Node != want {
		t.Errorf("the trip is in %s, want %s", in.Status.Node, want)
	}
	for _, err := range replay.New("", turn.Default(), replay.Options{}).Lines(strings.NewReader(recording(s))) {
		if err != nil {
			t.Fatalf("the log does not replay equal: %v", err)
		}
	}
	return in
}

func recording(s *runner.AwayTrip) string {
	lines := []string{s.Header}
	for _, r := range s.Records {
		lines = append(lines, r.Event)
	}
	return strings.Join(lines, "\n") + "\n"
}

func say(text string) trip.Event { return trip.Event{ID: text, Data: trip.UserMessage{Text: text}} }

var (
	choice   = trip.Event{ID: "choice", Data: trip.UserSelectedBundle{BundleID: "b1"}}
	hold     = trip.Event{ID: "hold", Data: trip.UserRequestHold{}}
	approval = trip.Event{ID: "approval", Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}}
)

// held lets a trip come to what is held, within a minute.
func (s *stage) held() {
	s.at(time.Second, say("LIS to FCO on May 1"))
	s.at(20*time.Second, choice)
	s.at(40*time.Second, hold)
}

// An approval that comes after days finds its trip, and buys once.
func TestApprovalAfterDays(t *testing.T) {
	t.Parallel()
	s := newStage(t, runnertest.NewWorld())
	s.held()
	s.at(9*24*time.Hour, approval)
	last := s.run(runner.AwayTrip{Trip: "t1"}, 10*24*time.Hour)
	for range 2 { // offers have grown old: what is bought now is shown first
		if in := is(t, &last, lastStatus(t, &last)); in.Status.Node == trip.Booked {
			break
		}
		again := newStage(t, s.w)
		ev := approval
		ev.ID = fmt.Sprint(len(last.Records))
		again.env.SetStartTime(s.start.Add(10 * 24 * time.Hour))
		again.at(time.Second, ev)
		last = again.run(last, time.Hour)
	}
	is(t, &last, trip.Booked)
	if n := len(s.w.Made(trip.ToolPurchase)); n != 1 {
		t.Errorf("bought %d times", n)
	}
}

func lastStatus(t *testing.T, s *runner.AwayTrip) trip.Status {
	t.Helper()
	in, _, err := trip.DecodeIntent(s.Intent)
	if err != nil {
		t.Fatal(err)
	}
	return in.Status.Node
}

// A hold that ran out while the person thought about it is not bought.
func TestHoldRunsOut(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	s := newStage(t, w)
	ends := s.start.Add(time.Hour).UTC().Format(time.RFC3339)
	w.On(trip.ToolHold, runnertest.Answers(strings.ReplaceAll(runnertest.Held, "2099-01-01T00:00:00Z", ends)))
	s.held()
	s.at(2*time.Hour, approval)
	last := s.run(runner.AwayTrip{Trip: "t1"}, 3*time.Hour)
	is(t, &last, lastStatus(t, &last))
	if n := len(w.Made(trip.ToolPurchase)); n != 0 {
		t.Errorf("bought %d times what is not held any more", n)
	}
}

// The answer of a purchase is lost. It is looked up until settle_after has passed, twice without a find; the next
// approval buys under the same key.
func TestLostWrite(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
	s := newStage(t, w)
	s.held()
	s.at(time.Minute, approval)
	s.env.RegisterDelayedCallback(func() {
		now := s.state()
		is(t, &now, trip.ErrorOutcomeUnknown)
		w.On(trip.ToolPurchase, nil)
	}, 2*time.Minute)
	for i := range 3 {
		ev := approval
		ev.ID = fmt.Sprint("again", i)
		s.at(time.Hour+time.Duration(i)*time.Second, ev)
	}
	last := s.run(runner.AwayTrip{Trip: "t1"}, 2*time.Hour)
	is(t, &last, trip.Booked)
	made := w.Made(trip.ToolPurchase)
	if len(made) != 2 || made[0].Key != made[1].Key {
		t.Errorf("%d purchases, want two under one key", len(made))
	}
}

// A worker that vanishes with a write leaves it to the next, which looks it up; one that vanishes with a read leaves it
// to be made again.
func TestWorkerVanishes(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	s := newStage(t, w)
	gone := map[string]int{}
	s.env.OnActivity(activityName, mock.Anything, mock.Anything).Return(func(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
		if (c.Call.Name == trip.ToolPurchase || c.Call.Name == trip.ToolFlightSearch) && gone[c.Call.Name] == 0 {
			gone[c.Call.Name]++
			if c.Call.Write { // it was sent
				w.Enter(c.Call.Key, runnertest.Bought)
			}
			return runner.AwayOutcome{}, errors.New("the worker is gone")
		}
		return s.e.perform(ctx, c)
	})
	s.held()
	s.at(time.Minute, approval)
	last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	is(t, &last, trip.Booked)
	if n := len(w.Made(trip.ToolPurchase)); n != 0 || gone[trip.ToolFlightSearch] != 1 {
		t.Errorf("bought %d times more, the search vanished %d times", n, gone[trip.ToolFlightSearch])
	}
}

// A history that is full is followed by another one at the end of a turn, with the log, the queue and what is in doubt.
func TestContinuesAsNew(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
	w.CloseBooks(true)
	s := newStage(t, w)
	s.held()
	s.at(time.Minute, approval)
	s.env.RegisterDelayedCallback(func() { s.env.SetContinueAsNewSuggested(true) }, time.Hour)
	first := s.run(runner.AwayTrip{Trip: "t1"}, 48*time.Hour)
	is(t, &first, trip.ErrorOutcomeUnknown)
	if len(first.Doubts) != 1 || first.Doubts[0].Lookups == 0 {
		t.Errorf("what is known of the doubt: %+v", first.Doubts)
	}
	w.CloseBooks(false)
	w.Enter(w.Made(trip.ToolPurchase)[0].Key, runnertest.Bought)
	second := newStage(t, w)
	second.e.recall.young = s.e.recall.young
	last := second.run(first, time.Hour)
	is(t, &last, trip.Booked)
	if last.Records[0] != first.Records[0] || len(last.Records) != len(first.Records)+1 {
		t.Errorf("%d records became %d", len(first.Records), len(last.Records))
	}
}

// A write that somebody interrupts goes on, and its own answer settles it.
func TestInterruptedWrite(t *testing.T) {
	t.Parallel()
	w := runnertest.NewWorld()
	s := newStage(t, w, multitask(trip.Interrupt))
	s.slow()
	s.held()
	s.at(time.Minute, approval)
	s.at(61*time.Second, say("and a hotel?"))
	last := s.run(runner.AwayTrip{Trip: "t1"}, time.Hour)
	in := is(t, &last, lastStatus(t, &last))
	if len(in.Turn.Unknown) != 0 || len(in.WorkingMemory.Bookings) != 1 || len(w.Made(trip.ToolPurchase)) != 1 {
		t.Errorf("%d in doubt, %d bookings, %d purchases", len(in.Turn.Unknown), len(in.WorkingMemory.Bookings), len(w.Made(trip.ToolPurchase)))
	}
}

// What is refused begins no trip, and a trip that is deleted has no workflow.
func TestEnds(t *testing.T) {
	t.Parallel()
	s := newStage(t, runnertest.NewWorld())
	s.ask(time.Second, "event", string(choice.AppendJSON(nil)), func(r reply) {
		if !strings.Contains(r.Answer, "not_found") {
			t.Errorf("a choice without a trip: %+v", r)
		}
	})
	s.env.ExecuteWorkflow(workflowName, runner.AwayTrip{Trip: "t1"})
	if err := s.env.GetWorkflowError(); err != nil {
		t.Error(err)
	}
	s = newStage(t, runnertest.NewWorld())
	s.at(time.Second, say("LIS to FCO"))
	s.ask(time.Hour, "delete_at", `{"seq":1}`, func(r reply) {
		if !strings.Contains(r.Answer, "changed") {
			t.Errorf("a deletion of what was copied before: %+v", r)
		}
	})
	s.ask(2*time.Hour, "delete_at", fmt.Sprintf(`{"seq":%d}`, 4), func(r reply) {
		if r.Answer != "{}" {
			t.Errorf("a deletion: %+v", r)
		}
	})
	s.env.ExecuteWorkflow(workflowName, runner.AwayTrip{Trip: "t1"})
	if err := s.env.GetWorkflowError(); err != nil {
		t.Error(err)
	}
}
