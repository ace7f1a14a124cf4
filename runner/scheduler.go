package runner

import (
	"context"
	"sync"
	"time"
)

// Scheduler is a runner's time and concurrency: it waits, sleeps and starts goroutines only through
// this. The default is the real one; a simulator has its own, which runs everything on one goroutine from
// one seed. The lock of a trip is the scheduler's, because it is held while the store works; the runner's
// other locks are held only while memory changes.
type Scheduler interface {
	// Now returns the current time.
	Now() time.Time
	// Sleep returns nil after d, or the context's error as soon as ctx ends.
	Sleep(ctx context.Context, d time.Duration) error
	// WithTimeout returns a context that ends with context.DeadlineExceeded after d.
	WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// Go runs f beside the caller and returns at once.
	Go(f func())
	// RunWithGrace runs f with a context that ends with ctx or after timeout, and returns true when f has returned.
	// When f has not returned within grace of the context's end, or has exited its goroutine (exited), it is
	// abandoned: onAbandoned runs on another goroutine, and RunWithGrace returns false, if f ever returns.
	RunWithGrace(
		ctx context.Context, timeout, grace time.Duration, f func(context.Context), onAbandoned func(exited bool),
	) bool
	// NewSignal returns a signal that is not set.
	NewSignal() Signal
	// NewLock returns a lock that nobody holds.
	NewLock() sync.Locker
}

// Signal wakes one waiter. Setting it again before a waiter has consumed it has no effect.
type Signal interface {
	// Set wakes the waiter, or lets the next Wait return at once.
	Set()
	// Wait returns nil once the signal is set, which it is no longer then, or the context's error.
	Wait(ctx context.Context) error
}

// realtime is the Scheduler of the real world.
type realtime struct{}

// Now implements Scheduler.
func (realtime) Now() time.Time { return time.Now() }

// Sleep implements Scheduler.
func (realtime) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Go implements Scheduler.
func (realtime) Go(f func()) { go f() }

// NewSignal implements Scheduler.
func (realtime) NewSignal() Signal { return make(flag, 1) }

// NewLock implements Scheduler.
func (realtime) NewLock() sync.Locker { return new(sync.Mutex) }

// flag is a Signal of capacity 1.
type flag chan struct{}

// Set implements Signal.
func (f flag) Set() {
	select {
	case f <- struct{}{}:
	default:
	}
}

// Wait implements Signal.
func (f flag) Wait(ctx context.Context) error {
	select {
	case <-f:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
