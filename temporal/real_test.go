package temporal

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.temporal.io/api/workflowservice/v1"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/temporal/temporaltest"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// rig is a worker and a client of a real service.
type rig struct {
	t      *testing.T
	w      *runnertest.World
	config Config
	client *Client
}

func newRig(t *testing.T, s *temporaltest.Server, change ...func(*Config)) *rig {
	t.Helper()
	w := runnertest.NewWorld()
	r := &rig{t: t, w: w, config: Config{
		Client: s.Dial(t, DataConverter()), TaskQueue: t.Name(), Prefix: t.Name() + "/", Heartbeat: 2 * time.Second,
		Runner: runner.Config{Tools: w.Tools(), Turn: turn.Default(), Engine: "test", Logger: slog.New(slog.DiscardHandler)},
	}}
	for _, f := range change {
		f(&r.config)
	}
	worker, err := NewWorker(r.config)
	if err == nil {
		err = worker.Start()
	}
	if err == nil {
		t.Cleanup(worker.Stop)
		r.client, err = NewClient(r.config)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// send handles an event to its end.
func (r *rig) send(id trip.ID, ev trip.Event) (list []runner.Update) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	for u, err := range r.client.Handle(ctx, id, ev) {
		if err != nil {
			r.t.Fatalf("%s: %v", ev.Type(), err)
		}
		list = append(list, u)
	}
	return list
}

func (r *rig) state(id trip.ID) trip.Intent {
	r.t.Helper()
	in, err := r.client.State(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return in
}

// booking is what a person does to book.
var booking = []trip.Event{say("LIS to FCO on May 1"), choice, hold, approval}

// A trip goes from a store into the service and back, with a purchase in doubt, and is the same everywhere.
func TestMoves(t *testing.T) {
	r := newRig(t, temporaltest.Start(t))
	began := mem.New(mem.Options{})
	c := runner.Config{Store: began, Tools: r.w.Tools(), Logger: slog.New(slog.DiscardHandler)}
	own, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r.w.CloseBooks(true)
	r.w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
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
	if err := r.client.MoveIn(t.Context(), began, "t1"); err != nil {
		t.Fatal(err)
	}
	r.w.Enter(r.w.Made(trip.ToolPurchase)[0].Key, runnertest.Bought)
	r.w.CloseBooks(false)
	for r.state("t1").Status.Node != trip.Booked {
		time.Sleep(50 * time.Millisecond)
	}
	var there, back strings.Builder
	if err := r.client.Record(t.Context(), "t1", &there); err != nil {
		t.Fatal(err)
	}
	c.Store = mem.New(mem.Options{})
	for range 2 { // as if what came after the copy had failed once
		if err := r.client.MoveOut(t.Context(), c.Store, "t1"); err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
	}
	if own, err = runner.New(c); err != nil {
		t.Fatal(err)
	}
	defer own.Close(t.Context())
	if err := own.Record(t.Context(), "t1", &back); err != nil || back.String() != there.String() {
		t.Errorf("in the store it is another trip: %v", err)
	}
	if n := len(r.w.Made(trip.ToolPurchase)); n != 1 {
		t.Errorf("bought %d times", n)
	}
}

// lagging is the desk of a service, which lists a trip a while after it came or went: it waits until that is over.
type lagging struct {
	*ops.Local
	there map[trip.ID]bool
}

func (d *lagging) Import(ctx context.Context, in io.Reader, o runner.ImportOptions) (runner.Imported, error) {
	done, err := d.Local.Import(ctx, in, o)
	if err == nil {
		d.there[done.Trip] = true
	}
	return done, err
}

func (d *lagging) Delete(ctx context.Context, id trip.ID, seq int64) error {
	err := d.Local.Delete(ctx, id, seq)
	if err == nil {
		delete(d.there, id)
	}
	return err
}

func (d *lagging) wait(ctx context.Context) error {
	for ctx.Err() == nil {
		listed := map[trip.ID]bool{}
		for id, err := range d.Store.Trips(ctx, "") {
			if err != nil {
				return err
			}
			listed[id] = true
		}
		if maps.Equal(listed, d.there) {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return ctx.Err()
}

func (d *lagging) Page(ctx context.Context, f ops.Filter) (ops.Page, error) {
	if err := d.wait(ctx); err != nil {
		return ops.Page{}, err
	}
	return d.Local.Page(ctx, f)
}

func (d *lagging) Check(ctx context.Context) (store.CheckReport, error) {
	if err := d.wait(ctx); err != nil {
		return store.CheckReport{}, err
	}
	return d.Local.Check(ctx)
}

// All that an operator does to a store can be done to a real service.
func TestDeskOfAService(t *testing.T) {
	s := temporaltest.Start(t)
	reg, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opstest.Run(t, func(t *testing.T) ops.Desk {
		r := newRig(t, s, func(c *Config) { c.Runner.Tools = reg })
		return &lagging{&ops.Local{Runner: r.client.Runner, Store: r.client.Store()}, map[trip.ID]bool{}}
	})
}

// A fork is a trip of the service, made by one input.
func TestForks(t *testing.T) {
	r := newRig(t, temporaltest.Start(t))
	r.send("t1", say("LIS to FCO on May 1"))
	for range 2 {
		if _, err := r.client.Fork(t.Context(), "t1", r.state("t1").Turn.Seq, "t2"); err != nil {
			t.Fatal(err)
		}
	}
	r.send("t2", say("on May 2"))
	if r.state("t1").Turn.Number != 1 || r.state("t2").Turn.Number != 2 {
		t.Errorf("the trip has %d turns, its fork %d", r.state("t1").Turn.Number, r.state("t2").Turn.Number)
	}
}

// A history that grows is followed by the next, under whoever watches.
func TestHistoryIsBounded(t *testing.T) {
	r := newRig(t, temporaltest.Start(t), func(c *Config) { c.Events = 60 })
	const turns = 12
	told := make(chan []int64)
	go func() {
		var list []int64
		for u, err := range r.client.Watch(t.Context(), "t1", 0) {
			if err != nil || u.Kind == runner.TurnEnded && u.Turn == turns {
				break
			}
			if u.Kind == runner.Decided {
				list = append(list, u.Seq)
			}
		}
		told <- list
	}()
	for i := range turns {
		r.send("t1", say(fmt.Sprintf("LIS to FCO on May %d", i+1)))
	}
	list := <-told
	for i := range list {
		if list[i] != int64(i+1) {
			t.Fatalf("who watches is told %v", list)
		}
	}
	v, err := r.client.history.look(t.Context(), "t1")
	if err != nil || v.events > 100 || len(v.state.Records) != len(list) {
		t.Errorf("the last history has %d events, the trip %d of %d: %v", v.events, len(v.state.Records), len(list), err)
	}
}

// A log that is too long for the input of a run grows on in its run, and moves out; one that no run begins with does not
// come in, and is told so.
func TestLongTrips(t *testing.T) {
	r := newRig(t, temporaltest.Start(t), func(c *Config) { c.Events = 20 })
	c := runner.Config{Store: mem.New(mem.Options{}), Tools: r.w.Tools(), Logger: slog.New(slog.DiscardHandler)}
	own, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close(t.Context())
	dense := rand.NewChaCha8([32]byte{})
	text := func(isDense bool) string {
		if !isDense {
			return strings.Repeat("on May 2 ", 6000)
		}
		return base64.StdEncoding.EncodeToString(read(t, dense, 45_000))
	}
	for id, turns := range map[trip.ID]int{"long": 220, "dense": 50, "denser": 100} {
		for i := range turns {
			ev := trip.Event{ID: fmt.Sprint("e", i), Data: trip.UserMessage{Text: text(id != "long")}}
			for _, err := range own.Handle(t.Context(), id, ev) {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, id := range []trip.ID{"dense", "denser"} { // than the service takes, and than its front end does
		err := r.client.MoveIn(t.Context(), c.Store, id)
		if !errors.Is(err, runner.ErrTooLarge) || !strings.Contains(err.Error(), "keep it in a store") {
			t.Errorf("a log that no run begins with: %v", err)
		}
	}
	if err := r.client.MoveIn(t.Context(), c.Store, "long"); err != nil {
		t.Fatal(err)
	}
	began, err := r.client.history.look(t.Context(), "long")
	if err != nil || began.state.Size() < maxLog {
		t.Fatalf("the log has %d bytes: %v", began.state.Size(), err)
	}
	for i := range 4 {
		r.send("long", say(fmt.Sprintf("LIS to FCO on May %d", i+1)))
	}
	if now, err := r.client.history.look(t.Context(), "long"); err != nil || now.run != began.run || now.events < 20 {
		t.Errorf("another run goes on, or none: %d events, %v", now.events, err)
	}
	here, there := &ops.Local{Runner: r.client.Runner, Store: r.client.Store()}, opstest.Local(t)
	if _, err := ops.Move(t.Context(), here, there, "long"); err != nil {
		t.Error(err)
	}
	if _, err := here.Trip(t.Context(), "long"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("where it was: %v", err)
	}
}

// read returns so many bytes.
func read(t *testing.T, from io.Reader, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(from, b); err != nil {
		t.Fatal(err)
	}
	return b
}

// A trip that is deleted leaves no run, however many it had and however soon after its last one.
func TestDeletes(t *testing.T) {
	r := newRig(t, temporaltest.Start(t), func(c *Config) { c.Events = 20 })
	r.send("t1", say("LIS to FCO on May 1"))
	r.send("t1", say("LIS to FCO on May 2"))
	if err := r.client.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	runs := func() int {
		page, err := r.config.Client.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{
			Query: fmt.Sprintf("WorkflowId = %q", r.config.Prefix+"t1"),
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(page.GetExecutions())
	}
	for end := time.Now().Add(5 * time.Minute); runs() > 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d runs are left", runs())
		}
	}
	if _, err := r.config.Client.DescribeWorkflow(t.Context(), r.config.Prefix+"t1", ""); err == nil {
		t.Error("the service still has it")
	}
}

// TestSaveHistories writes what TestHistories replays.
func TestSaveHistories(t *testing.T) {
	if !*update {
		t.Skip("only with -update")
	}
	s := temporaltest.Start(t)
	for name := range histories {
		r := newRig(t, s, func(c *Config) {
			c.Prefix, c.TaskQueue = name+"/", name
			if name == "quick" {
				c.Quick = []string{trip.ToolFlightSearch, trip.ToolRank, trip.ToolRiskCheck}
			}
			c.Runner.ToolLimits = map[string]runner.ToolLimits{trip.ToolPurchase: {SettleAfter: -1}}
			if name == "interrupted" {
				c.Runner.Turn.Policy.Multitask = trip.Interrupt
			}
		})
		switch name {
		case "interrupted", "queued":
			r.behind(name == "queued")
		default:
			r.buy(name == "doubt")
		}
		save(t, r.config.Client, r.config.Prefix+"t1", name)
	}
}

// buy books a trip. With doubt the answer of the purchase is lost at first.
func (r *rig) buy(doubt bool) {
	if doubt {
		r.w.On(trip.ToolPurchase, runnertest.Fails(trip.ClassTimeout))
		r.w.CloseBooks(true)
	}
	for _, ev := range booking {
		r.send("t1", ev)
	}
	r.w.CloseBooks(false)
	r.w.On(trip.ToolPurchase, nil)
	for i := 0; r.state("t1").Status.Node != trip.Booked; i++ {
		ev := approval
		ev.ID = fmt.Sprint("again", i)
		r.send("t1", ev)
	}
}

// behind sends an event while the turn of another one runs. With waits the search of that ends by itself.
func (r *rig) behind(waits bool) {
	gate, first := make(chan struct{}), make(chan struct{})
	r.w.On(trip.ToolFlightSearch, runnertest.Waits(gate, runnertest.Answers(runnertest.Flights)))
	go func() {
		defer close(first)
		r.send("t1", say("LIS to FCO"))
	}()
	for len(r.w.Made(trip.ToolFlightSearch)) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	r.w.On(trip.ToolFlightSearch, nil)
	if waits {
		time.AfterFunc(time.Second, func() { close(gate) })
	}
	r.send("t1", say("on May 2"))
	<-first
}
