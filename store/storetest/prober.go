package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/legwork-go/legwork/store"
)

// Prober is a store that can be asked again, as RunProber tests it.
type Prober interface {
	store.Store
	store.Prober
}

// Faults are what the suite does to the medium of a store. Each returns once it has happened. Mend undoes all.
type Faults struct {
	Break func() // no commit can be made
	Lose  func() // the next commit is made, or not; then it breaks, before the store knows
	Mend  func()
}

// RunProber runs the contract of [store.Prober]. open returns a new, empty store; the suite closes it.
func RunProber(t *testing.T, open func(t *testing.T) (Prober, Faults)) {
	t.Helper()
	for name, run := range map[string]func(t *testing.T, s Prober, f Faults){
		"a fault passes":                        testFaultPasses,
		"an unknown outcome is one commit's":    testUnknownOutcome,
		"a closed store, and a caller who left": testProbeNobody,
	} {
		t.Run(name, func(t *testing.T) {
			s, f := open(t)
			closes(t, s)
			run(t, s, f)
		})
	}
}

func wantProbe(t *testing.T, s Prober, when string, want error) {
	t.Helper()
	if err := s.Probe(t.Context()); !errors.Is(err, want) {
		t.Errorf("Probe %s: %v, want %v", when, err, want)
	}
}

func testFaultPasses(t *testing.T, s Prober, f Faults) {
	Fill(t, s, "t1", 1, 2)
	wantProbe(t, s, "of a store that works", nil)
	f.Break()
	var both sync.WaitGroup // a store may take its time to say so
	both.Go(func() { wantProbe(t, s, "of a broken one", store.ErrMedium) })
	both.Go(func() {
		err := s.Append(t.Context(), Commit("t1", 2, 2))
		if !errors.Is(err, store.ErrMedium) || errors.Is(err, store.ErrUncertain) {
			t.Errorf("Append to a broken one: %v, want ErrMedium alone", err)
		}
	})
	both.Wait()
	f.Mend()
	wantProbe(t, s, "of one that was mended", nil)
	equal(t, "seq", load(t, s, "t1").Seq, int64(2))
	append1(t, s, Commit("t1", 2, 2))
}

func testUnknownOutcome(t *testing.T, s Prober, f Faults) {
	Fill(t, s, "t1", 1, 2)
	Fill(t, s, "t2", 1, 2)
	f.Lose()
	err := s.Append(t.Context(), Commit("t1", 2, 2))
	if !errors.Is(err, store.ErrUncertain) || !errors.Is(err, store.ErrMedium) {
		t.Errorf("Append whose outcome nobody knows: %v, want ErrUncertain and ErrMedium", err)
	}
	wantProbe(t, s, "of a broken one", store.ErrMedium)
	f.Mend()
	wantProbe(t, s, "of one that was mended", nil)
	append1(t, s, Commit("t2", 2, 2)) // before anybody has asked for the other one
	got := load(t, s, "t1")
	if got.Seq != 2 && got.Seq != 4 {
		t.Errorf("seq %d, want that of before or after the commit", got.Seq)
	}
	append1(t, s, Commit("t1", got.Seq, 2))
	equal(t, "records", records(t, s, "t1", 1), chained(Header("t1"), Commit("t1", 0, int(got.Seq)+2).Events...))
}

func testProbeNobody(t *testing.T, s Prober, _ Faults) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantError(t, "Probe", s.Probe(ctx), context.Canceled)
	equal(t, "Close", s.Close(), nil)
	wantProbe(t, s, "of a closed one", store.ErrClosed)
}
