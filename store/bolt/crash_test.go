package bolt_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// childPath tells a child process of TestKill which store to use.
const childPath = "LEGWORK_BOLT_TEST_CHILD"

// childUpkeep keeps a child from compacting and pruning.
const childUpkeep = "LEGWORK_BOLT_TEST_CHILD_UPKEEP"

// TestKill starts this test again as a process that appends to many trips while it compacts and
// prunes, kills it at random moments, and checks that whatever it acknowledged is there.
func TestKill(t *testing.T) {
	if path := os.Getenv(childPath); path != "" {
		child(path)
		return
	}
	rounds := 25
	if testing.Short() {
		rounds = 3
	}
	path := filepath.Join(t.TempDir(), "trips.db")
	random := rand.New(rand.NewPCG(3, uint64(os.Getpid())))
	acknowledged := map[string]int64{}
	n := 0
	for ; n < rounds || len(acknowledged) == 0; n++ {
		life := time.Duration(20+random.IntN(120)) * time.Millisecond
		killOne(t, path, life*time.Duration(1+n/rounds), acknowledged) // longer where a start takes longer
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatalf("Open after a kill: %v", err)
		}
		alone(t, path)
		for id, seq := range acknowledged {
			got, err := s.Load(t.Context(), trip.ID(id))
			if err != nil || got.Seq < seq {
				t.Fatalf("Load(%s): seq %d, error %v; %d was acknowledged", id, got.Seq, err, seq)
			}
			if last := len(got.Tail); got.SnapshotSeq+int64(last) != got.Seq {
				t.Fatalf("%s: snapshot at %d, tail of %d, seq %d", id, got.SnapshotSeq, last, got.Seq)
			}
		}
		checked(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, text := range bolt.PageProblems(path) {
			t.Fatal(text)
		}
	}
	t.Logf("%d trips after %d kills", len(acknowledged), n)
}

// killOne runs a child for a while and notes what it acknowledged.
func killOne(t *testing.T, path string, life time.Duration, acknowledged map[string]int64) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
	cmd.Env = append(os.Environ(), childPath+"="+path)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var id string
		var seq int64
		if n, _ := fmt.Sscanf(lines.Text(), "ack %s %d.", &id, &seq); n == 2 {
			acknowledged[id] = max(acknowledged[id], seq)
		}
	}
	_ = cmd.Wait() // it was killed
	if problems.Len() > 0 {
		t.Fatalf("the child says: %s", problems.String())
	}
}

// child compacts, then appends and prunes until it is killed. It says on standard output what was
// acknowledged; a line that the kill cuts short has no full stop.
func child(path string) {
	if _, err := bolt.Compact(context.Background(), path, bolt.Options{LockTimeout: time.Minute}); err != nil &&
		!errors.Is(err, store.ErrMissing) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s, err := bolt.Open(path, bolt.Options{LockTimeout: time.Minute})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var busy sync.WaitGroup
	for w := range 8 {
		busy.Go(func() { childWriter(s, w) })
	}
	busy.Go(func() {
		for os.Getenv(childUpkeep) == "" {
			if _, err := s.Prune(context.Background(), store.Retention{KeepTurns: 5}); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	busy.Wait()
}

func childWriter(s *bolt.Store, w int) {
	id := trip.ID(fmt.Sprintf("w%d", w))
	var seq int64
	if got, err := s.Load(context.Background(), id); err == nil {
		seq = got.Seq
	}
	for {
		c := storetest.Commit(id, seq, 2)
		if seq%8 == 4 {
			c.Snapshot, c.TurnEnded = nil, false
		}
		if seq == 0 {
			c.Header = storetest.Header(id)
		}
		if err := s.Append(context.Background(), c); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		seq += 2
		fmt.Printf("ack %s %d.\n", id, seq)
	}
}
