package runner

import (
	"context"
	"sync/atomic"
	"time"
)

// attention is what watches over a function while it runs.
type attention struct {
	spell   // the function's context
	begun   time.Time
	d       time.Duration
	grace   time.Duration
	instead func(gone bool)
	over    atomic.Bool // set by whoever decides what became of the function
	late    *time.Timer // gives it up
}

// Attend implements Scheduler.
func (*realtime) Attend(ctx context.Context, d, grace time.Duration, f func(context.Context), instead func(bool)) bool {
	a := &attention{begun: time.Now(), d: d, grace: grace, instead: instead}
	a.begin(ctx, a.begun.Add(d))
	a.late = time.AfterFunc(d+grace, a.giveUp)
	if s, ok := ctx.(*spell); ok {
		s.whenEnded(a)
		defer s.forget(a) // a function that was given up may return while the next one is attended to
	} else {
		forget := context.AfterFunc(ctx, a.hurry)
		defer forget()
	}
	returned := false
	defer func() {
		a.late.Stop()
		if !returned && a.over.CompareAndSwap(false, true) {
			go instead(true)
		}
	}()
	defer a.end()
	f(a)
	returned = true
	return a.over.CompareAndSwap(false, true)
}

// giveUp ends the wait for a function that should have returned.
func (a *attention) giveUp() {
	if a.over.CompareAndSwap(false, true) {
		a.instead(false)
	}
}

// hurry leaves the function no more than the grace: its context has ended early.
func (a *attention) hurry() {
	if time.Since(a.begun) < a.d {
		a.late.Reset(a.grace)
	}
}
