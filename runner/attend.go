package runner

import (
	"context"
	"sync/atomic"
	"time"
)

// WithTimeout implements Scheduler.
func (realtime) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

// Attend implements Scheduler.
func (realtime) Attend(ctx context.Context, d, grace time.Duration, f func(context.Context), instead func(bool)) bool {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var decided atomic.Bool // set by whoever decides what became of f: it returned, exited or was abandoned
	returned := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-returned:
		case <-timer.C:
			if decided.CompareAndSwap(false, true) {
				instead(false)
			}
		}
	})
	defer func() {
		stop()
		close(returned)
		if decided.CompareAndSwap(false, true) { // f has not returned: it called runtime.Goexit
			go instead(true)
		}
	}()
	f(ctx)
	return decided.CompareAndSwap(false, true)
}
