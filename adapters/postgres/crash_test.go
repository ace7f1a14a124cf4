package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// The test binary is its own second process: what it does then stands in these.
const (
	childURL    = "LEGWORK_POSTGRES_CHILD"
	childSchema = "LEGWORK_POSTGRES_SCHEMA"
	childTask   = "LEGWORK_POSTGRES_TASK"
)

// writers append at the same time in the tests that kill something.
const writers = 8

// child is the process that is killed. What it prints has happened.
func child() {
	ctx := context.Background()
	s, err := postgres.Open(ctx, os.Getenv(childURL), postgres.Options{Name: "child", Lease: long, Schema: os.Getenv(childSchema)})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	switch os.Getenv(childTask) {
	case "append":
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() { childAppends(ctx, s, tripID("child", w)) })
		}
		all.Wait()
	case "turn":
		r := newRunner(s, func(name string) {
			if name == trip.ToolRank {
				fmt.Println("running", name)
				select {} // until it is killed
			}
		})
		for _, err := range r.Handle(ctx, "t1", say("e1")) {
			if err != nil {
				fmt.Println("error", err)
			}
		}
	}
}

func childAppends(ctx context.Context, s *postgres.Store, id trip.ID) {
	t, err := s.Own(ctx, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		fmt.Println("error", err)
		return
	}
	for seq := t.Seq; ; seq++ {
		c := busy(id, seq)
		if seq == 0 {
			c.Header = storetest.Header(id)
		}
		if err := s.Append(ctx, c); err != nil {
			fmt.Println("error", err)
			return
		}
		fmt.Println("appended", id, seq+1)
	}
}

// startChild starts the second process, and calls said with each line that it prints until it has ended.
func startChild(t *testing.T, task, schema string, said func(line string)) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+shared.URL(), childSchema+"="+schema, childTask+"="+task)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			said(lines.Text())
		}
	}()
	return sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		<-ended
		_ = cmd.Wait()
	})
}

func TestAProcessIsKilledWhileItAppends(t *testing.T) {
	schema := need(t).schema()
	last := map[trip.ID]int64{} // that the process said it had appended
	for round := range 3 {
		var mu sync.Mutex
		lines := 0
		enough := make(chan struct{})
		isEnough := sync.OnceFunc(func() { close(enough) })
		kill := startChild(t, "append", schema, func(line string) {
			mu.Lock()
			defer mu.Unlock()
			var id trip.ID
			var seq int64
			if _, err := fmt.Sscanf(line, "appended %s %d", &id, &seq); err != nil {
				t.Errorf("round %d: the process says %q", round, line)
			}
			last[id] = seq
			if lines++; lines >= 200 && len(last) == writers {
				isEnough()
			}
		})
		t.Cleanup(kill)
		select {
		case <-enough:
		case <-time.After(patience):
			t.Error("the process does not append")
		}
		kill()
	}
	s := open(t, shared, postgres.Options{Schema: schema})
	if len(last) != writers {
		t.Errorf("%d trips were appended to", len(last))
	}
	for id, seq := range last {
		if got, err := s.Load(t.Context(), id); err != nil || got.Seq < seq {
			t.Errorf("trip %s is at seq %d, the process said %d, error %v", id, got.Seq, seq, err)
		}
	}
	wantSound(t, s)
}

// The process dies in the middle of a turn. Another one goes on with the trip when its lease has expired, though nobody
// asks it to.
func TestATurnGoesOnInAnotherProcess(t *testing.T) {
	schema := need(t).schema()
	running := make(chan struct{}, 2) // the second message interrupts the first one's turn
	kill := startChild(t, "turn", schema, func(line string) {
		if line != "running "+trip.ToolRank {
			t.Errorf("the process says %q", line)
			return
		}
		running <- struct{}{}
	})
	defer kill()
	select {
	case <-running:
	case <-time.After(patience):
		t.Fatal("the process does not work")
	}
	s := open(t, shared, postgres.Options{Name: "another", Schema: schema})
	r := newRunner(s, func(string) {})
	defer closeRunner(t, r)
	if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{}) {
		t.Errorf("Recover while the process lives: %+v, %v", report, err)
	}
	for u, err := range r.Handle(t.Context(), "t1", say("e2")) {
		if err != nil || u.Kind != runner.Queued {
			t.Errorf("a message while the process lives: %s, %v", u.Kind, err)
		}
		break
	}
	kill()
	expire(t, s, "child")
	booked(t, r, "t1", "e2")
	wantEvents(t, r, "t1", "e1", "e2")
	wantStatus(t, r, "t1", trip.PresentingOptions)
	wantSound(t, s)
}

// The server is killed again and again while processes append. Each append is there, or it is not, as its outcome says.
func TestTheServerIsKilledWhileProcessesAppend(t *testing.T) {
	need(t)
	server, err := newServer()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	s := open(t, server, postgres.Options{})
	var appended atomic.Int64
	var ending atomic.Bool
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			id := tripID("t", w)
			for seq := int64(0); !ending.Load(); seq++ {
				err := s.Append(t.Context(), busy(id, seq))
				got, loadErr := s.Load(t.Context(), id)
				switch {
				case loadErr != nil && !errors.Is(loadErr, store.ErrNotFound):
					t.Errorf("Load(%s): %v", id, loadErr)
					return
				case err == nil && got.Seq != seq+1:
					t.Errorf("trip %s is at seq %d after an append to %d", id, got.Seq, seq+1)
					return
				case errors.Is(err, store.ErrMedium) && !errors.Is(err, store.ErrUncertain) && got.Seq == seq:
					seq-- // again
				case err != nil:
					t.Errorf("Append(%s) at %d: seq %d, error %v", id, seq, got.Seq, err)
					return
				}
				appended.Add(1)
			}
		})
	}
	for range 3 {
		enough := appended.Load() + 100
		waitFor(t, func() bool { return appended.Load() > enough || t.Failed() })
		server.Kill()
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
	}
	enough := appended.Load() + 100
	waitFor(t, func() bool { return appended.Load() > enough || t.Failed() })
	ending.Store(true)
	all.Wait()
	wantSound(t, s)
}
