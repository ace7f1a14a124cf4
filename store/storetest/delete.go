package storetest

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Deleter is a store that can erase a trip, as RunDeleter tests it.
type Deleter interface {
	store.Store
	store.Deleter
}

// RunDeleter runs the contract of [store.Deleter]. open returns a new, empty store; the suite closes it.
func RunDeleter(t *testing.T, open func(t *testing.T) Deleter) {
	t.Helper()
	for name, run := range map[string]func(t *testing.T, s Deleter){
		"nothing of a trip stays":              testDelete,
		"what is pending goes too":             testDeletePending,
		"a trip that is not there":             testDeleteNothing,
		"the id of an erased trip can be used": testDeleteReuse,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			closes(t, s)
			run(t, s)
		})
	}
}

func erase(t *testing.T, s Deleter, id trip.ID) {
	t.Helper()
	must(t, s.Delete(t.Context(), id))
	wantNone(t, t.Context(), s, id, store.ErrNotFound)
}

func testDelete(t *testing.T, s Deleter) {
	for _, id := range []trip.ID{"t1", "t11", "t2"} {
		Fill(t, s, id, 200, 2)
	}
	log := records(t, s, "t11", 1)
	erase(t, s, "t1")
	equal(t, "the log of another", records(t, s, "t11", 1), log)
	equal(t, "Trips", ids(t, s.Trips(t.Context(), "")), []trip.ID{"t11", "t2"})
}

func testDeletePending(t *testing.T, s Deleter) {
	c := Commit("t1", 0, 1)
	c.TurnEnded, c.Snapshot = false, Snapshot("t1", 1, "c1")
	c.Outstanding = []store.Outstanding{{CallID: "c1", Name: "n", Arguments: "{}"}}
	c.Queue = [][]byte{Event("t1", 2)}
	append1(t, s, c)
	erase(t, s, "t1")
	for id, err := range s.Pending(t.Context()) {
		t.Errorf("pending: %q %v", id, err)
	}
}

func testDeleteNothing(t *testing.T, s Deleter) {
	wantError(t, "Delete", s.Delete(t.Context(), "t1"), store.ErrNotFound)
	wantError(t, "Delete of no id", s.Delete(t.Context(), ""), store.ErrInvalid)
}

func testDeleteReuse(t *testing.T, s Deleter) {
	c := Commit("t1", 0, 1)
	c.Queue = [][]byte{Event("t1", 2)}
	append1(t, s, c)
	erase(t, s, "t1")
	again := Commit("t1", 0, 1)
	again.Header = slices.Concat([]byte(" "), Header("t1"))
	append1(t, s, again)
	equal(t, "Log", records(t, s, "t1", 1), chained(again.Header, again.Events...))
	if queue := load(t, s, "t1").Queue; len(queue) > 0 {
		t.Errorf("the queue of the erased trip came back: %s", queue)
	}
}
