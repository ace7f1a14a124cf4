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
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// TestPowerFailure puts together what a disk can hold when the power fails.
//
// An append writes a record behind the durable ones of the journal, and syncs: any part of it must
// read as the state before or after. A commit of the file writes data pages, syncs, writes one meta
// page, syncs, and leaves the journal alone: any part of the data pages with the old meta pages, and
// all data pages with any part of the new meta page, must read as the state that it has. Nothing in
// between, no error, no damage.
func TestPowerFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{History: store.History{Every: 2}})
	random := rand.New(rand.NewPCG(1, 2))
	seqs := map[trip.ID]int64{}
	file, journal, before := read(t, path), []byte{}, state(t, s)
	for round := range 60 {
		id := trip.ID(fmt.Sprintf("t%d", random.IntN(5)))
		c := storetest.Commit(id, seqs[id], 1+random.IntN(3))
		c.TurnEnded = random.IntN(3) > 0
		if !c.TurnEnded {
			c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: trip.Raw(make([]byte, random.IntN(9000)))}}
			c.Snapshot = storetest.Snapshot(id, seqs[id]+int64(len(c.Events)), "c")
		}
		if random.IntN(4) == 0 {
			c.Snapshot = nil
		}
		if err := s.Append(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		seqs[id] += int64(len(c.Events))
		if !bytes.Equal(file, read(t, path)) {
			t.Fatal("an append wrote to the file")
		}
		next, after := read(t, path+".journal"), state(t, s)
		for range 4 {
			mustBe(t, file, torn(random, journal, next, 0), before, after)
		}
		mustBe(t, file, next, after)
		journal, before = next, after
		if round%7 != 6 {
			continue
		}
		must(t, s.Checkpoint())
		next = read(t, path)
		for range 4 {
			mustBe(t, torn(random, file, next, 2*os.Getpagesize()), journal, after)
			mustBe(t, tornMeta(random, file, next), journal, after)
		}
		file = next
		mustBe(t, file, journal, after)
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// torn returns a file with a part of the sectors after the first ones that a write has changed.
func torn(random *rand.Rand, before, after []byte, first int) []byte {
	const sector = 512
	out := make([]byte, len(after))
	copy(out, before)
	for at := first; at < len(after); at += sector {
		if random.IntN(2) == 0 {
			copy(out[at:at+sector], after[at:at+sector])
		}
	}
	return out
}

// tornMeta returns the file before a commit with all data pages that it wrote, and a part of its
// meta page.
func tornMeta(random *rand.Rand, before, after []byte) []byte {
	out := bytes.Clone(after)
	for at := range 2 * os.Getpagesize() {
		if before[at] != out[at] && random.IntN(8) == 0 {
			out[at] = before[at]
		}
	}
	return out
}

// mustBe opens the files of a store and checks that they hold one of the states, and that it can be
// used.
func mustBe(t *testing.T, file, journal []byte, states ...map[trip.ID]tripState) {
	t.Helper()
	s, err := bolt.Open(put(t, file, journal), bolt.Options{})
	if err != nil {
		t.Fatalf("Open after a power failure: %v", err)
	}
	defer func() { _ = s.Close() }()
	checked(t, s)
	got := state(t, s)
	for _, want := range states {
		if reflect.DeepEqual(got, want) {
			storetest.Fill(t, s, "later", 1, 1)
			return
		}
	}
	t.Fatal("the store is in a state that it never was in")
}

// childPath tells a child process of TestKill which store to use.
const childPath = "LEGWORK_BOLT_TEST_CHILD"

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

// child appends, compacts and prunes until it is killed. It says on standard output what was
// acknowledged; a line that the kill cuts short has no full stop.
func child(path string) {
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
		for {
			_, compactErr := s.Compact(context.Background())
			_, pruneErr := s.Prune(context.Background(), store.Retention{KeepTurns: 5})
			if err := errors.Join(compactErr, pruneErr); err != nil {
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
