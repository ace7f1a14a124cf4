package runner

import (
	"context"
	"time"
)

// patience is a context that only its time ends. Each commit has one, and nearly all end long before
// their time: so its channel and its timer are used again.
type patience struct {
	context.Context // of whom it has the values; it never ends
	until           time.Time
	done            chan struct{} // closed when its time has come: then it is not used again
	timer           *time.Timer
	pool            *realtime
	cancel          context.CancelFunc
}

// WithTimeout implements Scheduler.
func (r *realtime) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if ctx.Done() != nil {
		return context.WithTimeout(ctx, d)
	}
	until := time.Now().Add(d)
	p, used := r.patiences.Get().(*patience)
	if !used {
		p = &patience{pool: r, done: make(chan struct{})}
		p.cancel = p.rest
	}
	p.Context, p.until = ctx, until
	if used {
		p.timer.Reset(d)
	} else {
		p.timer = time.AfterFunc(d, func() { close(p.done) })
	}
	return p, p.cancel
}

// rest gives it back, unless its time has come.
func (p *patience) rest() {
	if p.timer.Stop() {
		p.Context = context.Background()
		p.pool.patiences.Put(p)
	}
}

// Deadline implements context.Context.
func (p *patience) Deadline() (time.Time, bool) { return p.until, true }

// Done implements context.Context.
func (p *patience) Done() <-chan struct{} { return p.done }

// Err implements context.Context.
func (p *patience) Err() error {
	select {
	case <-p.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
