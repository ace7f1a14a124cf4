package runner_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func openBolt(t testing.TB, path string) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// A purchase is interrupted by a crash; the file is opened again and the story goes on.
func TestStoryOnAFileWithACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	w := newWorld()
	s := openBolt(t, path)
	crashDuring(t, w, s, trip.ToolPurchase, func(r tools.Request) { w.buy(r.Key, bought) })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r := start(t, w, openBolt(t, path))
	report, err := r.Recover(t.Context())
	if err != nil || report != (runner.RecoverReport{Trips: 1}) {
		t.Fatalf("%+v %v", report, err)
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.Booked || w.calls(trip.ToolPurchase) != 1 {
		t.Errorf("status %s after %d purchases", in.Status.Node, w.calls(trip.ToolPurchase))
	}
	replayed(t, recording(t, r, "t1"))
}

func TestManyTripsOnAFile(t *testing.T) {
	w := newWorld()
	r := start(t, w, openBolt(t, filepath.Join(t.TempDir(), "trips.db")))
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			book(t, r, tripID(i))
			send(t, r, tripID(i), approval())
		})
	}
	all.Wait()
	for i := range 32 {
		if in := state(t, r, tripID(i)); in.Status.Node != trip.Booked {
			t.Errorf("trip %d: status %s", i, in.Status.Node)
		}
		replayed(t, recording(t, r, tripID(i)))
	}
}
