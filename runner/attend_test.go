package runner

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A function that has ended is not abandoned later, however it ended and although its context has.
func TestAttendDecidesOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		end    func()
		mine   bool
		exited []bool // what instead is told, each time it is called
	}{
		"it returns":              {func() {}, true, nil},
		"it returns late":         {func() { time.Sleep(time.Minute + time.Second/2) }, true, nil},
		"it exits":                {runtime.Goexit, false, []bool{true}},
		"it exits late":           {func() { time.Sleep(time.Minute + time.Second/2); runtime.Goexit() }, false, []bool{true}},
		"it exits when abandoned": {func() { time.Sleep(time.Hour); runtime.Goexit() }, false, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mine bool
				var exited []bool
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					mine = realtime{}.RunWithGrace(ctx, time.Minute, time.Second, func(context.Context) { tc.end() },
						func(e bool) { exited = append(exited, e) })
				}()
				time.Sleep(2 * time.Hour)
				cancel()
				time.Sleep(2 * time.Hour)
				synctest.Wait() // for what instead and the goroutine wrote
				if mine != tc.mine || !slices.Equal(exited, tc.exited) {
					t.Errorf("returned %v, instead was told %v; want %v, %v", mine, exited, tc.mine, tc.exited)
				}
			})
		})
	}
}

// A function is abandoned when its time and the grace are over, or the grace after its call ended,
// whichever comes first.
func TestAttendGivesUp(t *testing.T) {
	for name, tc := range map[string]struct{ ended, want time.Duration }{
		"its call lasts":             {time.Hour, 62 * time.Second},
		"its call had ended":         {0, 2 * time.Second},
		"its call ends":              {10 * time.Second, 12 * time.Second},
		"its call ends in the grace": {61 * time.Second, 62 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, end := context.WithCancel(t.Context())
				defer end()
				if tc.ended == 0 {
					end()
				} else {
					time.AfterFunc(tc.ended, end)
				}
				begun := time.Now()
				given := make(chan time.Duration, 1)
				mine := realtime{}.RunWithGrace(ctx, time.Minute, 2*time.Second, func(context.Context) {
					time.Sleep(2 * time.Hour)
				}, func(exited bool) {
					given <- time.Since(begun)
					if exited {
						t.Error("it is said to have exited")
					}
				})
				if took := <-given; mine || took != tc.want {
					t.Errorf("abandoned after %s, want %s; its own: %v", took, tc.want, mine)
				}
			})
		})
	}
}

// A wait of no time fails too when its context has ended.
func TestSleepOfNoTime(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for range 1000 {
		for _, d := range []time.Duration{-1, 0, time.Hour} {
			if err := (realtime{}).Sleep(ended, d); err == nil {
				t.Fatalf("%s: no error", d)
			}
		}
		if err := (realtime{}).Sleep(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
}

// What a function left running is told that its call is over: the context ends as soon as it returns.
func TestAttendEndsTheContext(t *testing.T) {
	given := make(chan context.Context, 1)
	realtime{}.RunWithGrace(t.Context(), time.Hour, time.Hour, func(ctx context.Context) { given <- ctx }, func(bool) {})
	if (<-given).Err() == nil {
		t.Error("the context of a function that has returned goes on")
	}
}
