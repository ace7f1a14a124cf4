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
	exited := true // unless f returns: it may call runtime.Goexit
	defer func() {
		stop()
		close(returned)
		if exited && decided.CompareAndSwap(false, true) {
			go instead(true)
		}
	}()
	f(ctx)
	exited = false
	return decided.CompareAndSwap(false, true)
}
