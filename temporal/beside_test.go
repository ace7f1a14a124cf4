package temporal_test

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/internal/pgserver"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/temporal"
	"github.com/legwork-go/legwork/temporal/temporaltest"
	"github.com/legwork-go/legwork/trip"
)

var beside = flag.Duration("beside", 0, "do turns beside those of a file and of PostgreSQL, in blocks of this length")

// engine does turns.
type engine struct {
	name   string
	handle func(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[runner.Update, error]
	rates  []float64
	took   []time.Duration

	server *os.Process // nil for none
	turns  int
	ticks  [2]int // of the processor, hundredths of a second: in this process, in the server
}

func config() runner.Config {
	return runner.Config{Tools: runnertest.NewWorld().Tools(), Engine: "beside", Logger: slog.New(slog.DiscardHandler)}
}

// TestBeside does turns of three calls in blocks that take turns, so that a noisy machine is noisy for all: one trip
// after another, and 64 at once. It tells medians of turns a second, what a turn costs, and what it leaves in a history.
func TestBeside(t *testing.T) {
	if *beside == 0 {
		t.Skip("only with -beside")
	}
	service := temporaltest.Start(t)
	file, err := bolt.Open(filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := pgserver.New()
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(db.Remove)
	if err := db.Start(); err != nil {
		t.Fatal(err)
	}
	shared, err := postgres.Open(t.Context(), db.URL(), postgres.Options{Name: "beside"})
	if err != nil {
		t.Fatal(err)
	}
	at := temporal.Config{Client: service.Dial(t, temporal.DataConverter()), Runner: config(), TaskQueue: "calls", Prefix: "calls/"}
	quick := at
	quick.TaskQueue, quick.Prefix = "quick", "quick/"
	quick.Quick = []string{trip.ToolExtract, trip.ToolFlightSearch, trip.ToolRank}
	server := service.Nodes[0].Process.Process
	engines := []*engine{
		{name: "file", handle: on(t, file)},
		{name: "PostgreSQL", handle: on(t, shared)},
		{name: "Temporal, an activity a call", handle: begin(t, at).Handle, server: server},
		{name: "Temporal, quick calls", handle: begin(t, quick).Handle, server: server},
	}
	var serial atomic.Int64
	for _, many := range []int{1, 64} {
		for range 5 {
			for _, e := range engines {
				e.block(t, many, &serial)
			}
		}
		for _, e := range engines {
			slices.Sort(e.rates)
			slices.Sort(e.took)
			t.Logf("%d at once: %s %.0f turns/s, p50 %v, p99 %v", many, e.name, e.rates[len(e.rates)/2],
				e.took[len(e.took)/2].Round(time.Millisecond), e.took[len(e.took)*99/100].Round(time.Millisecond))
			t.Logf("    processor time a turn: %d ms here, %d ms in the server", e.ticks[0]*10/e.turns, e.ticks[1]*10/e.turns)
			e.rates, e.took, e.turns, e.ticks = nil, nil, 0, [2]int{}
		}
	}
	for i, e := range engines[2:] {
		size(t, at.Client, []string{at.Prefix, quick.Prefix}[i], e)
	}
	t.Logf("memory: this process %s, the Temporal server %s", resident("self"), resident(fmt.Sprint(server.Pid)))
}

// ticks tells how much of the processor a process has had.
func ticks(pid int) int {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(line))
	if len(fields) < 15 {
		return 0
	}
	user, _ := strconv.Atoi(fields[13])
	system, _ := strconv.Atoi(fields[14])
	return user + system
}

func on(t *testing.T, s store.Store) func(context.Context, trip.ID, trip.Event) iter.Seq2[runner.Update, error] {
	t.Helper()
	c := config()
	c.Store = s
	r, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(context.Background()), s.Close() })
	return r.Handle
}

func begin(t *testing.T, c temporal.Config) *temporal.Client {
	t.Helper()
	w, err := temporal.NewWorker(c)
	if err == nil {
		err = w.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	workflows, err := temporal.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return workflows
}

// block does turns for a while, so many at once, each of a trip of its own.
func (e *engine) block(t *testing.T, many int, serial *atomic.Int64) {
	var mu sync.Mutex
	var all sync.WaitGroup
	begun, turns, used := time.Now(), 0, e.used()
	for range many {
		all.Go(func() {
			for time.Since(begun) < *beside {
				from := time.Now()
				if calls := e.turn(t, trip.ID(fmt.Sprintf("t%d", serial.Add(1))), "LIS to FCO on May 1"); calls != 3 {
					t.Errorf("%s: %d calls, want 3", e.name, calls)
				}
				mu.Lock()
				e.took, turns = append(e.took, time.Since(from)), turns+1
				mu.Unlock()
			}
		})
	}
	all.Wait()
	e.rates, e.turns = append(e.rates, float64(turns)/time.Since(begun).Seconds()), e.turns+turns
	for i, now := range e.used() {
		e.ticks[i] += now - used[i]
	}
}

func (e *engine) used() (list [2]int) {
	if list[0] = ticks(os.Getpid()); e.server != nil {
		list[1] = ticks(e.server.Pid)
	}
	return list
}

// turn does a turn, and tells how many calls it had.
func (e *engine) turn(t *testing.T, id trip.ID, text string) (calls int) {
	for u, err := range e.handle(context.Background(), id, trip.Event{Data: trip.UserMessage{Text: text}}) {
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		if u.Kind == runner.CallFinished {
			calls++
		}
	}
	return calls
}

// size tells what turns leave in a history.
func size(t *testing.T, service client.Client, prefix string, e *engine) {
	t.Helper()
	const turns = 10
	var before, events int64
	for i := range turns + 1 {
		e.turn(t, "size", fmt.Sprintf("LIS to FCO on May %d", i+1))
		d, err := service.DescribeWorkflow(t.Context(), prefix+"size", "")
		if err != nil {
			t.Fatal(err)
		}
		info := d.RawResponse.GetWorkflowExecutionInfo()
		if i == 0 {
			before, events = info.GetHistorySizeBytes(), info.GetHistoryLength()
			t.Logf("%s: the first turn, of three calls, leaves %d bytes in %d events", e.name, before, events)
		}
		if i == turns {
			t.Logf("%s: a later one, of one call, %d bytes in %d events", e.name,
				(info.GetHistorySizeBytes()-before)/turns, (info.GetHistoryLength()-events)/turns)
		}
	}
}

// resident tells how much memory a process has.
func resident(pid string) string {
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmRSS:"); found {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
