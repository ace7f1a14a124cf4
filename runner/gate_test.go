package runner

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// late is the real time, in which whoever waits in vain notices that a second late.
type late struct{ realtime }

func (late) NewSignal() Signal { return lateSignal{make(flag, 1)} }

type lateSignal struct{ flag }

func (s lateSignal) Wait(ctx context.Context) error {
	err := s.flag.Wait(ctx)
	if err != nil {
		time.Sleep(time.Second)
	}
	return err
}

// TestAPlaceThatComesTooLateIsPassedOn: the turn of a call comes while it is giving up. Its place would else be taken
// by nobody, and the tool could never be called again.
func TestAPlaceThatComesTooLateIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &Runner{sched: late{}, limits: Limits{}.withDefaults()}
		g := &gate{limit: 1, maxWaiting: 1}
		enter := func() string { return g.enter(t.Context(), r, time.Now().Add(5*time.Second)) }
		if why := enter(); why != "" {
			t.Fatal(why)
		}
		second := make(chan string)
		go func() { second <- enter() }()
		time.Sleep(5*time.Second + time.Second/2)
		g.leave(r, healthy)
		if <-second == "" {
			t.Error("the second was let in after its time")
		}
		if why := enter(); why != "" {
			t.Errorf("nobody is inside, but the third is told: %s", why)
		}
	})
}
