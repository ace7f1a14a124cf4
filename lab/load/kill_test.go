package load_test

import (
	"context"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"
)

// TestKills kills the program again and again while trips are worked on. Travellers send what was not answered again,
// under the same key; listeners come back with the last id that they saw. In the end each event is in the log once, and
// each listener has seen it once.
func TestKills(t *testing.T) {
	parallel(t)
	const trips, streams = 16, 64
	kills, every := either(3, 25), 250*time.Millisecond
	if isLong() {
		every = *lasts / time.Duration(kills)
	}
	s := up(t)
	list := s.travellers("k", trips)
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(kills)*every+2*patience)
	defer cancel()
	listeners, wait := listen(ctx, t, list, streams)
	stop := make(chan struct{})
	var busy sync.WaitGroup
	for _, v := range list {
		busy.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := v.turn(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var away time.Duration // between a kill and the first answer
	for range kills {
		time.Sleep(every)
		begun := time.Now()
		_ = s.end(os.Kill)
		if err := s.start(); err != nil {
			t.Fatal(err)
		}
		s.want(http.StatusOK, "GET", "/healthz", "")
		away += time.Since(begun)
	}
	close(stop)
	busy.Wait()
	events := complete(t, list, listeners)
	cancel()
	wait()
	again, turns := int64(0), 0
	for _, l := range listeners {
		again += l.again.Load()
	}
	for _, v := range list {
		turns += v.turns
	}
	if again < int64(kills) {
		t.Errorf("listeners came back %d times after %d kills", again, kills)
	}
	t.Logf("%d kills, %d turns with %d events: each once in the log, and once on each of %d streams, which came back %d times; "+
		"%v from a kill to the next answer", kills, turns, events, streams, again, (away / time.Duration(kills)).Round(time.Millisecond))
}
