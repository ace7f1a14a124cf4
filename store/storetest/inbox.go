package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Inbox is a store with an inbox, as RunInbox tests it.
type Inbox interface {
	store.Store
	store.Inbox
}

// RunInbox runs the contract of [store.Inbox]. open returns two openings of one new, empty store, as two processes have
// it; the suite closes them.
func RunInbox(t *testing.T, open func(t *testing.T) (a, b Inbox)) {
	t.Helper()
	for name, run := range map[string]func(t *testing.T, a, b Inbox){
		"requests wait in their order":               testRequestsWait,
		"a request that is put again is one":         testPutAgain,
		"what waits is told, the oldest first":       testBacklog,
		"no more wait than may":                      testInboxIsFull,
		"a commit takes its requests out":            testCommitAnswers,
		"a refused commit leaves them":               testRefusedCommitLeaves,
		"a commit does not overtake requests":        testBehind,
		"an answer is for whoever asked":             testAnswer,
		"a trip that moved on answers anew":          testAnswerIsFenced,
		"an answer may erase its trip":               testErase,
		"of many who put under one id one is put":    testPutRace,
		"a closed store, and a caller who left":      testInboxOfNobody,
		"who works on the trip is told of a request": testOwnerIsTold,
		"somebody is told of a trip of nobody":       testSomebodyIsTold,
		"commits of others are told":                 testChangedIsTold,
		"what a process leaves is told":              testOrphansAreTold,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			closes(t, a, b)
			run(t, a, b)
		})
	}
}

func request(id trip.ID, name string) store.Request {
	return store.Request{Trip: id, ID: name, Kind: "event", Body: []byte(`{"of":"` + name + `"}`)}
}

func put(t testing.TB, s Inbox, r store.Request) {
	t.Helper()
	there, err := s.Put(t.Context(), r, 0)
	must(t, err)
	equal(t, "what waits under the id", there, r)
}

func wantWaiting(t testing.TB, s Inbox, id trip.ID, want ...store.Request) {
	t.Helper()
	got, err := s.Waiting(t.Context(), id)
	must(t, err)
	equal(t, "requests that wait", got, want)
}

func wantAnswer(t testing.TB, s Inbox, id trip.ID, name, body string, waits bool) {
	t.Helper()
	a, isWaiting, err := s.Answered(t.Context(), id, name)
	if err != nil || a.ID != name || string(a.Body) != body || isWaiting != waits {
		t.Errorf("Answered(%s): %q waiting %t, error %v, want %q, %t", name, a.Body, isWaiting, err, body, waits)
	}
}

func testRequestsWait(t *testing.T, a, b Inbox) {
	wantWaiting(t, a, "t1")
	put(t, a, request("t1", "r2"))
	put(t, b, request("t1", "r1"))
	put(t, a, request("t2", "r1"))
	put(t, b, request("t1", "r3"))
	for _, s := range []Inbox{a, b} {
		wantWaiting(t, s, "t1", request("t1", "r2"), request("t1", "r1"), request("t1", "r3"))
		wantWaiting(t, s, "t2", request("t2", "r1"))
	}
}

func testPutAgain(t *testing.T, a, b Inbox) {
	first, other := request("t1", "r1"), request("t1", "r1")
	other.Kind, other.Body = "other", []byte("other")
	put(t, a, first)
	put(t, a, request("t1", "r2"))
	there, err := b.Put(t.Context(), other, 0)
	must(t, err)
	equal(t, "what waits under the id", there, first)
	wantWaiting(t, a, "t1", first, request("t1", "r2"))
	must(t, b.Answer(t.Context(), "t1", 0, store.Answer{ID: "r1", Body: []byte("no")}))
	put(t, a, other) // it was answered, and is asked anew, behind the others
	wantWaiting(t, b, "t1", request("t1", "r2"), other)
	wantAnswer(t, a, "t1", "r1", "", true)
}

func testInboxIsFull(t *testing.T, a, b Inbox) {
	for _, name := range []string{"r1", "r2"} {
		if _, err := a.Put(t.Context(), request("t1", name), 2); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.Put(t.Context(), request("t1", "r3"), 2)
	wantError(t, "Put of one too many", err, store.ErrFull)
	if _, err := b.Put(t.Context(), request("t1", "r2"), 2); err != nil { // which waits already
		t.Error(err)
	}
	if _, err := b.Put(t.Context(), request("t2", "r1"), 2); err != nil {
		t.Error(err)
	}
	put(t, b, request("t1", "r3"))
}

func testCommitAnswers(t *testing.T, a, b Inbox) {
	for _, name := range []string{"r1", "r2", "r3"} {
		put(t, b, request("t1", name))
	}
	c := Commit("t1", 0, 1)
	c.Answers = []store.Answer{{ID: "r1"}, {ID: "r3", Body: []byte("done")}}
	append1(t, a, c)
	wantWaiting(t, b, "t1", request("t1", "r2"))
	wantAnswer(t, b, "t1", "r1", "", false)
	wantAnswer(t, b, "t1", "r2", "", true)
	wantAnswer(t, b, "t1", "r3", "done", false)
}

func testRefusedCommitLeaves(t *testing.T, a, b Inbox) {
	put(t, b, request("t1", "r1"))
	c := Commit("t1", 7, 1)
	c.Answers = []store.Answer{{ID: "r1"}}
	wantError(t, "Append", a.Append(t.Context(), c), store.ErrConflict)
	wantWaiting(t, b, "t1", request("t1", "r1"))
}

func testBehind(t *testing.T, a, b Inbox) {
	put(t, b, request("t1", "r1"))
	put(t, b, request("t2", "r2"))
	c := Commit("t1", 0, 1)
	c.Behind = true
	wantError(t, "Append", a.Append(t.Context(), c), store.ErrWaiting)
	_, err := a.Load(t.Context(), "t1")
	wantError(t, "Load", err, store.ErrNotFound)
	c.Answers = []store.Answer{{ID: "r1"}}
	append1(t, a, c)
	next := Commit("t1", 1, 1)
	next.Behind = true
	append1(t, a, next)
	put(t, b, request("t1", "r1"))
	append1(t, a, Commit("t1", 2, 1)) // which may overtake
	next = Commit("t1", 3, 1)
	next.Behind = true
	wantError(t, "Append", a.Append(t.Context(), next), store.ErrWaiting)
}

func testAnswer(t *testing.T, a, b Inbox) {
	put(t, a, request("t1", "r1"))
	put(t, a, request("t1", "r2"))
	for _, answer := range []store.Answer{
		{ID: "r1", Body: []byte("first")},
		{ID: "r1", Body: []byte("second")},
		{ID: "r1"},
		{ID: "r2"},
		{ID: "r3", Body: []byte("x")},
	} {
		if err := b.Answer(t.Context(), "t1", 0, answer); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		wantAnswer(t, a, "t1", "r1", "first", false)
	}
	wantAnswer(t, a, "t1", "r2", "", false)
	wantAnswer(t, a, "t1", "r3", "", false)
}

func testAnswerIsFenced(t *testing.T, a, b Inbox) {
	put(t, a, request("t1", "r1"))
	no := store.Answer{ID: "r1", Body: []byte("no")}
	wantError(t, "Answer of a trip that is not there", b.Answer(t.Context(), "t1", 1, no), store.ErrConflict)
	append1(t, a, Commit("t1", 0, 1))
	wantError(t, "Answer of the state before", b.Answer(t.Context(), "t1", 0, no), store.ErrConflict)
	append1(t, a, busyCommit("t1", 1))
	wantError(t, "Answer of another's trip", b.Answer(t.Context(), "t1", 2, no), store.ErrOwned)
	wantWaiting(t, b, "t1", request("t1", "r1"))
	equal(t, "Answer", a.Answer(t.Context(), "t1", 2, no), nil)
	wantAnswer(t, b, "t1", "r1", "no", false)
	put(t, b, request("t2", "r1"))
	equal(t, "Answer", b.Answer(t.Context(), "t2", 0, no), nil)
	_, err := b.Load(t.Context(), "t2")
	wantError(t, "Load of a trip of which only a request was answered", err, store.ErrNotFound)
	for id, err := range b.Trips(t.Context(), "") {
		if err != nil || id != "t1" {
			t.Errorf("there is a trip %q, error %v", id, err)
		}
	}
}

func testErase(t *testing.T, a, b Inbox) {
	append1(t, a, Commit("t1", 0, 3))
	put(t, a, request("t1", "r1"))
	put(t, a, request("t1", "r2"))
	gone := store.Answer{ID: "r1", Body: []byte("gone"), Erase: true}
	wantError(t, "Answer of the state before", b.Answer(t.Context(), "t1", 2, gone), store.ErrConflict)
	equal(t, "Answer", b.Answer(t.Context(), "t1", 3, gone), nil)
	_, err := a.Load(t.Context(), "t1")
	wantError(t, "Load", err, store.ErrNotFound)
	wantAnswer(t, a, "t1", "r1", "gone", false)
	wantWaiting(t, a, "t1", request("t1", "r2"))
	append1(t, a, Commit("t1", 0, 1))
	equal(t, "Answer again", b.Answer(t.Context(), "t1", 1, gone), nil)
	equal(t, "seq", load(t, a, "t1").Seq, int64(1))
}

func testPutRace(t *testing.T, a, b Inbox) {
	bodies := make([]string, 8)
	var all sync.WaitGroup
	for i := range bodies {
		s, r := a, request("t1", "r1")
		if i%2 == 1 {
			s = b
		}
		r.Body = []byte{byte('0' + i)}
		all.Go(func() {
			there, err := s.Put(t.Context(), r, 0)
			if err != nil {
				t.Error(err)
			}
			bodies[i] = string(there.Body)
		})
	}
	all.Wait()
	got, err := a.Waiting(t.Context(), "t1")
	if err != nil || len(got) != 1 {
		t.Fatalf("%v wait, error %v", got, err)
	}
	for _, body := range bodies {
		equal(t, "what waits", body, string(got[0].Body))
	}
}

func testInboxOfNobody(t *testing.T, a, b Inbox) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.Put(ctx, request("t1", "r1"), 0)
	wantError(t, "Put", err, context.Canceled)
	wantWaiting(t, a, "t1")
	_, err = a.Put(t.Context(), request("", "r1"), 0)
	wantError(t, "Put to no trip", err, store.ErrInvalid)
	equal(t, "Close", a.Close(), nil)
	_, err = a.Put(t.Context(), request("t1", "r1"), 0)
	wantError(t, "Put", err, store.ErrClosed)
	_, err = a.Waiting(t.Context(), "t1")
	wantError(t, "Waiting", err, store.ErrClosed)
	_, _, err = a.Answered(t.Context(), "t1", "r1")
	wantError(t, "Answered", err, store.ErrClosed)
	wantError(t, "Answer", a.Answer(t.Context(), "t1", 0, store.Answer{ID: "r1"}), store.ErrClosed)
	a.Listen(t.Context(), func(store.Word) {}) // which ends
}

// ear is who listens to a store.
type ear struct {
	t     testing.TB
	words chan store.Word
}

// listen begins to listen, and returns when that has begun.
func listen(t *testing.T, s Inbox) ear {
	t.Helper()
	e := ear{t, make(chan store.Word, 1000)}
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		s.Listen(ctx, func(w store.Word) {
			select {
			case e.words <- w:
			default:
			}
		})
	})
	t.Cleanup(func() {
		cancel()
		done.Wait()
	})
	e.hears(store.Word{Kind: store.Missed})
	return e
}

// hears waits for a word.
func (e ear) hears(want store.Word) {
	e.t.Helper()
	end := time.After(5 * time.Minute)
	for {
		select {
		case w := <-e.words:
			if w == want {
				return
			}
		case <-end:
			e.t.Fatalf("not heard: %+v", want)
		}
	}
}

func busyCommit(id trip.ID, expected int64) store.Commit {
	c := Commit(id, expected, 1)
	c.Snapshot, c.TurnEnded = nil, false
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
	return c
}

func testOwnerIsTold(t *testing.T, a, b Inbox) {
	of := map[Inbox]ear{a: listen(t, a), b: listen(t, b)}
	for id, s := range map[trip.ID]Inbox{"t1": a, "t2": b} {
		append1(t, s, busyCommit(id, 0))
		put(t, a, request(id, "r1"))
		of[s].hears(store.Word{Kind: store.Requested, Trip: id})
		append1(t, s, Commit(id, 1, 1)) // it comes to rest, and the request waits
		of[s].hears(store.Word{Kind: store.Requested, Trip: id})
	}
}

func testSomebodyIsTold(t *testing.T, a, b Inbox) {
	one := listen(t, a)
	put(t, b, request("t1", "r1")) // b does not listen
	one.hears(store.Word{Kind: store.Requested, Trip: "t1"})
	append1(t, b, Commit("t2", 0, 1))
	put(t, b, request("t2", "r1"))
	one.hears(store.Word{Kind: store.Requested, Trip: "t2"})
}

func testChangedIsTold(t *testing.T, a, b Inbox) {
	one, other := listen(t, a), listen(t, b)
	append1(t, a, Commit("t1", 0, 1))
	other.hears(store.Word{Kind: store.Changed, Trip: "t1"})
	put(t, a, request("t1", "r1"))
	must(t, b.Answer(t.Context(), "t1", 1, store.Answer{ID: "r1", Body: []byte("no")}))
	one.hears(store.Word{Kind: store.Changed, Trip: "t1"})
}

func testOrphansAreTold(t *testing.T, a, b Inbox) {
	one := listen(t, b)
	append1(t, a, busyCommit("t1", 0))
	equal(t, "Close", a.Close(), nil)
	one.hears(store.Word{Kind: store.Orphaned, Trip: "t1"})
	_, err := b.Own(t.Context(), "t1")
	equal(t, "Own", err, nil)
}

func testBacklog(t *testing.T, a, b Inbox) {
	put(t, a, request("t2", "first"))
	put(t, a, request("t1", "second"))
	put(t, b, request("t2", "third"))
	list, err := b.Backlog(t.Context(), 10)
	if err != nil || len(list) != 2 || list[0].Trip != "t2" || list[0].Requests != 2 || list[1].Trip != "t1" ||
		list[1].Requests != 1 || list[0].Waits < list[1].Waits || list[1].Waits < 0 {
		t.Errorf("Backlog = %+v, %v", list, err)
	}
	if list, err = a.Backlog(t.Context(), 1); err != nil || len(list) != 1 || list[0].Trip != "t2" {
		t.Errorf("Backlog of one trip = %+v, %v", list, err)
	}
	must(t, a.Answer(t.Context(), "t1", 0, store.Answer{ID: "second", Body: []byte("no")}))
	if list, err = a.Backlog(t.Context(), 10); err != nil || len(list) != 1 || list[0].Trip != "t2" {
		t.Errorf("Backlog after an answer = %+v, %v", list, err)
	}
}
