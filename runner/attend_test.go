package runner

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// What watched over a function is gone with it, however it ended.
func TestAttendLeavesNoTimer(t *testing.T) {
	for name, end := range map[string]func(){"it returns": func() {}, "it ends its goroutine": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				leash := newSpell(t.Context(), time.Time{})
				var a *attention
				go new(realtime).Attend(leash, time.Minute, time.Second, func(ctx context.Context) {
					a, _ = ctx.(*attention)
					end()
				}, func(bool) {})
				synctest.Wait()
				if a.late.Stop() {
					t.Error("its timer still runs")
				}
				if leash.atEnd != nil {
					t.Error("the end of its call would still hurry it")
				}
			})
		})
	}
}

// A function is given up when its time and the grace are over, or the grace after its call ended,
// whichever comes first.
func TestAttendGivesUp(t *testing.T) {
	for name, tc := range map[string]struct{ ended, want time.Duration }{
		"its call lasts":             {time.Hour, 62 * time.Second},
		"its call had ended":         {0, 2 * time.Second},
		"its call ends":              {10 * time.Second, 12 * time.Second},
		"its call ends in the grace": {61 * time.Second, 62 * time.Second},
	} {
		for kind, begin := range map[string]func() (context.Context, func()){
			"spell": func() (context.Context, func()) {
				leash := newSpell(context.Background(), time.Time{})
				return leash, leash.end
			},
			"other context": func() (context.Context, func()) { return context.WithCancel(context.Background()) },
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					ctx, end := begin()
					if tc.ended == 0 {
						end()
					} else {
						time.AfterFunc(tc.ended, end)
					}
					begun := time.Now()
					given := make(chan time.Duration, 1)
					mine := new(realtime).Attend(ctx, time.Minute, 2*time.Second, func(context.Context) {
						time.Sleep(2 * time.Hour)
					}, func(gone bool) {
						given <- time.Since(begun)
						if gone {
							t.Error("it is said to be gone")
						}
					})
					if took := <-given; mine || took != tc.want {
						t.Errorf("given up after %s, want %s; its own: %v", took, tc.want, mine)
					}
				})
			})
		}
	}
}
