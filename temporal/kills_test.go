package temporal

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/temporal/temporaltest"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

var (
	trips = flag.Int("trips", 50, "trips of TestKills, at least: there are new ones until there were enough kills")
	kills = flag.Int("kills", 12, "kills of TestKills, of the worker and of the server in turn")
	nodes = flag.Int("nodes", 1, "nodes of the server of TestKills; more than one share PostgreSQL, which is killed too")
)

// TestMain makes this program a worker where a test asks for that: one that can be killed.
func TestMain(m *testing.M) {
	if addr := os.Getenv("LEGWORK_TEMPORAL_WORKER"); addr != "" {
		if err := beWorker(addr, os.Getenv("LEGWORK_LEDGER")); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

func killsConfig(service client.Client) Config {
	return Config{
		Client: service, TaskQueue: "kills", Heartbeat: 2 * time.Second, Events: 200,
		Runner: runner.Config{
			Turn: turn.Default(), Logger: slog.New(slog.DiscardHandler),
			Limits: runner.Limits{LookupFirst: 100 * time.Millisecond, LookupMax: time.Second},
			ToolLimits: map[string]runner.ToolLimits{
				trip.ToolHold: {SettleAfter: -1}, trip.ToolPurchase: {SettleAfter: -1}, trip.ToolRelease: {SettleAfter: -1},
			},
		},
	}
}

// beWorker works until it is told to end. It begins as soon as the service is there.
func beWorker(addr, ledger string) error {
	var w *Worker
	for begun := false; !begun; time.Sleep(100 * time.Millisecond) {
		service, err := client.Dial(temporaltest.Options(addr, DataConverter()))
		if err != nil {
			continue
		}
		c := killsConfig(service)
		c.Runner.Tools = faulty(ledger)
		if w, err = NewWorker(c); err != nil {
			return err
		}
		begun = w.Start() == nil
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt)
	<-ended
	w.Stop()
	return nil
}

// faulty makes tools whose reads fail now and then, and whose writes stand in a file; the answer of one in five is lost.
func faulty(ledger string) tools.Registry {
	reg := runnertest.NewWorld().Tools()
	for name, tool := range reg {
		run := tool.Run
		if tool.Lookup == nil {
			tool.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
				if rand.IntN(20) == 0 {
					return nil, tools.Failure(trip.ClassTimeout, "no answer")
				}
				return run(ctx, req)
			}
			reg[name] = tool
			continue
		}
		answer := map[string]string{trip.ToolHold: runnertest.Held, trip.ToolPurchase: runnertest.Bought, trip.ToolRelease: "{}"}[name]
		tool.Run = func(_ context.Context, req tools.Request) ([]byte, error) {
			f, err := os.OpenFile(ledger, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			if _, err := fmt.Fprintf(f, "%s %s %s\n", req.Key, req.Name, req.Trip); err != nil {
				return nil, err
			}
			time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
			if rand.IntN(5) == 0 {
				return nil, tools.Failure(trip.ClassTimeout, "the answer is lost")
			}
			return []byte(answer), nil
		}
		tool.Lookup = func(_ context.Context, req tools.Request) ([]byte, bool, error) {
			data, err := os.ReadFile(ledger)
			if err != nil && !os.IsNotExist(err) {
				return nil, false, err
			}
			return []byte(answer), bytes.Contains(data, []byte(req.Key+" ")), nil
		}
		reg[name] = tool
	}
	return reg
}

// TestKills books trips while the worker and the server are killed. Nothing that was accepted is lost, nothing is
// applied twice, and nothing is bought twice.
func TestKills(t *testing.T) {
	var s *temporaltest.Server
	if *nodes > 1 {
		s = temporaltest.StartNodes(t, *nodes)
	} else {
		s = temporaltest.StartFile(t)
	}
	ledger := filepath.Join(t.TempDir(), "ledger")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	work := func() *exec.Cmd {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), "LEGWORK_TEMPORAL_WORKER="+s.Address, "LEGWORK_LEDGER="+ledger)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	service := s.Dial(t, DataConverter())
	c, err := NewClient(killsConfig(service))
	if err != nil {
		t.Fatal(err)
	}
	worker := work()
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Minute)
	defer cancel()
	b := &bookers{t: t, c: c, enough: make(chan struct{})}
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() { b.book(ctx) })
	}
	killed := map[string]int{}
	for n := 1; n <= *kills && b.answer(ctx, 1+rand.Int64N(2*atOnce)); n++ {
		victim := kill(t, s, n)
		if victim == "worker" {
			_ = worker.Process.Kill()
			_ = worker.Wait()
			worker = work()
		}
		killed[victim]++
	}
	close(b.enough)
	all.Wait()
	b.check(ledger)
	_ = worker.Process.Kill()
	_ = worker.Wait()
	t.Logf("%d trips, %d nodes, kills: %v", len(b.events), *nodes, killed)
}

// kill ends the nth victim, and begins it again unless it is the worker.
func kill(t *testing.T, s *temporaltest.Server, n int) (victim string) {
	t.Helper()
	switch which := n % (2 + *nodes); {
	case which > 1:
		node := s.Nodes[which-2]
		node.Kill()
		node.Begin()
		return "node"
	case which == 1 && s.Database != nil:
		s.Database.Kill()
		if err := s.Database.Start(); err != nil {
			t.Fatal(err)
		}
		return "database"
	}
	return "worker"
}

// atOnce is how many trips are booked side by side.
const atOnce = 16

// bookers book trips, one after another each, until there were enough.
type bookers struct {
	t        *testing.T
	c        *Client
	enough   chan struct{} // closed after the last kill
	answered atomic.Int64  // events

	mu     sync.Mutex // guards events
	events []int      // that each trip was sent
}

// answer waits until so many more events have been answered.
func (b *bookers) answer(ctx context.Context, n int64) bool {
	for n += b.answered.Load(); b.answered.Load() < n; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// next returns the number of the next trip to book; more is false when there were enough trips and kills.
func (b *bookers) next() (i int, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.enough:
		if len(b.events) >= *trips {
			return 0, false
		}
	default:
	}
	b.events = append(b.events, 0)
	return len(b.events) - 1, true
}

func (b *bookers) book(ctx context.Context) {
	for i, more := b.next(); more; i, more = b.next() {
		sent := b.bookThrough(ctx, bookedTrip(i))
		b.mu.Lock()
		b.events[i] = sent
		b.mu.Unlock()
	}
}

func bookedTrip(i int) trip.ID { return trip.ID(fmt.Sprintf("trip-%02d", i)) }

// bookThrough books a trip, whatever fails on the way: each event is sent under its id until it is answered. It returns
// how many there were.
func (b *bookers) bookThrough(ctx context.Context, id trip.ID) (n int) {
	send := func(ev trip.Event) {
		n++
		ev.ID = fmt.Sprintf("%s-%d", id, n)
		for ctx.Err() == nil {
			var last error
			for _, err := range b.c.Handle(ctx, id, ev) {
				last = err
			}
			if last == nil {
				b.answered.Add(1)
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	for ctx.Err() == nil {
		in, err := b.c.State(ctx, id)
		var ev trip.Event
		switch {
		case err != nil, in.Status.Node == trip.CollectingRequirements, in.Status.Node == trip.NoResults:
			ev = trip.Event{Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}
		case in.Status.Node == trip.Booked:
			return n
		case in.Status.Node == trip.PresentingOptions:
			ev = trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}}
		case in.Status.Node == trip.RiskChecked:
			ev = trip.Event{Data: trip.UserRequestHold{}}
		case in.Status.Node == trip.HoldsPlaced:
			ev = trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}}
		default:
			ev = trip.Event{Data: trip.UserMessage{Text: "try again"}}
		}
		send(ev)
	}
	b.t.Errorf("%s is not booked in time", id)
	return n
}

// check checks what must hold of all trips at the end.
func (b *bookers) check(ledger string) {
	t := b.t
	data, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	bought := map[string]int{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) == 3 && f[1] == trip.ToolPurchase {
			bought[f[2]]++
		}
	}
	for i, sent := range b.events {
		id := bookedTrip(i)
		v, err := b.c.history.look(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		in := is(t, &v.state, trip.Booked)
		if len(in.WorkingMemory.Bookings) != 1 || bought[string(id)] != 1 {
			t.Errorf("%s has %d bookings and was bought %d times", id, len(in.WorkingMemory.Bookings), bought[string(id)])
		}
		seen := map[string]bool{}
		for _, r := range v.state.Records {
			ev, err := trip.DecodeEvent(r.Event)
			if err != nil || seen[ev.ID] {
				t.Errorf("%s: event %s stands there twice, %v", id, ev.ID, err)
			}
			seen[ev.ID] = true
		}
		for n := range sent {
			if !seen[fmt.Sprintf("%s-%d", id, n+1)] {
				t.Errorf("%s lost its event %d", id, n+1)
			}
		}
	}
}
