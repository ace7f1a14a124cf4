package runner

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Trips that rest stay in memory, the last used of them, until there are too many; one that could not be loaded, or
// was not begun, does not.
func TestTripsAtRest(t *testing.T) {
	t.Parallel()
	r := &Runner{sched: realtime{}, live: map[trip.ID]*live{}, limits: Limits{IdleCache: 2}}
	use := func(id trip.ID, change func(*live)) {
		a, _ := r.acquire(id)
		b, _ := r.acquire(id)
		if a != b {
			t.Fatalf("%s is in memory twice", id)
		}
		change(a)
		r.release(a)
		if r.live[id] == nil {
			t.Errorf("%s is let go while somebody works on it", id)
		}
		r.release(b)
	}
	loaded := func(l *live) { l.loaded = true }
	has := func(when string, want ...trip.ID) {
		t.Helper()
		var ids []trip.ID
		for id := range r.live {
			ids = append(ids, id)
		}
		if slices.Sort(ids); !slices.Equal(ids, want) {
			t.Errorf("%s: %q, want %q", when, ids, want)
		}
	}
	use("t1", loaded)
	use("t2", loaded)
	use("t1", loaded)
	has("two", "t1", "t2")
	use("t3", loaded)
	has("one more", "t1", "t3")
	use("t4", func(*live) {})
	use("t5", func(l *live) { l.loaded, l.header = true, []byte("{}") })
	has("what is not loaded, or not begun", "t1", "t3")
	r.limits.IdleCache = 0
	use("t6", loaded)
	use("t6", loaded)
	r.limits.IdleCache = -1
	use("t7", loaded)
	if r.live["t7"] != nil {
		t.Error("a trip rests where none may")
	}
}

// A trip that nobody watches takes no memory for its watchers.
func TestWatchersAreForgotten(t *testing.T) {
	t.Parallel()
	r := &Runner{watchers: map[trip.ID][]*watcher{}}
	one, two := &watcher{r: r, id: "t1"}, &watcher{r: r, id: "t1"}
	for _, w := range []*watcher{one, two} {
		if err := w.subscribe(0); err != nil {
			t.Fatal(err)
		}
	}
	if r.removeWatcher(one); !slices.Equal(r.watchers["t1"], []*watcher{two}) {
		t.Errorf("left are %d watchers", len(r.watchers["t1"]))
	}
	if r.removeWatcher(two); len(r.watchers) != 0 {
		t.Errorf("of %d trips watchers are kept", len(r.watchers))
	}
}
