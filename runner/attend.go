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

// RunWithGrace implements Scheduler.
func (realtime) RunWithGrace(
	ctx context.Context, timeout, grace time.Duration, f func(context.Context), onAbandoned func(bool),
) bool {
	ctx, cancel := context.WithTimeout(ctx, timeout)
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
				onAbandoned(false)
			}
		}
	})
	defer func() {
		stop()
		close(returned)
		if decided.CompareAndSwap(false, true) { // f has not returned: it called runtime.Goexit
			go onAbandoned(true)
		}
	}()
	f(ctx)
	return decided.CompareAndSwap(false, true)
}
