package sim

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// In some conversations two processes share the store, as servers share a database, each under a lease. One of them may
// stand still at any point, for any time: clients go to the other then, which takes over what the lease lets it have.

// leaseLength is how long a lease lasts, renewSlack how old its last renewal may be.
const (
	leaseLength = 15 * time.Second
	renewSlack  = leaseLength / 4
)

// slack is how much later than its time is over a write may take effect, where processes share the store.
const slack = 30 * time.Second

// process is one of those that share the store.
type process struct {
	c       *conversation
	r       *runner.Runner
	wakes   time.Time // it stands still until then
	renewed time.Time // its lease, when it began to stand still; zero while that is renewed in time
	token   int64
	closed  bool             // it has closed the store, and gave back what it had
	hear    func(store.Word) // what it does with a word; nil while it does not listen
	told    signal           // there may be something to look for
}

// standSometimes draws whether the process of the routine that runs stands still here.
func (c *conversation) standSometimes(where string) {
	if c.shared == nil || c.dead || c.sched.current == nil || !c.may(standstills, c.standRate) {
		return
	}
	p := c.sched.current.proc
	other := c.otherThan(p)
	if c.isAsleep(p) || c.isAsleep(other) {
		return
	}
	d := of(c.rng, []time.Duration{
		time.Duration(c.rng.below(20)) * time.Second, leaseLength, 2 * time.Minute, 20 * time.Minute, 3 * time.Hour,
	})
	c.notef("a process stands still %s for %s", where, d)
	c.counts.Standstills++
	late := time.Duration(c.rng.below(int(renewSlack/time.Millisecond))) * time.Millisecond
	p.renewed, p.wakes = c.sched.now.Add(-late), c.sched.now.Add(d)
	c.use(other)
	c.sched.goIn(p, func() { p.renew() })
	c.sched.goIn(other, func() { c.takeOver(other.r) })
	c.sched.wait(moment{until: p.wakes})
}

// renew is what the process does about its lease when it goes on.
func (p *process) renew() {
	_ = p.c.sched.pause(context.Background())
	p.keepLease()
}

// keepLease renews the lease, or takes another one for one that is over.
func (p *process) keepLease() {
	if p.left() == 0 {
		p.c.tokens++
		p.token = p.c.tokens
	}
	p.renewed = time.Time{}
}

// left is what is left of the lease.
func (p *process) left() time.Duration {
	if p.renewed.IsZero() {
		return leaseLength - renewSlack
	}
	return max(p.renewed.Add(leaseLength).Sub(p.c.sched.now), 0)
}

// takeOver looks for trips of processes that have gone, as a server does every half minute.
func (c *conversation) takeOver(r *runner.Runner) {
	for range 4 {
		_ = c.sched.Sleep(context.Background(), 30*time.Second)
		if _, err := r.Recover(context.Background()); err != nil {
			c.expect(err)
		}
	}
}

func (c *conversation) isAsleep(p *process) bool { return c.sched.now.Before(p.wakes) }

func (c *conversation) otherThan(p *process) *process {
	if c.procs[0] == p {
		return c.procs[1]
	}
	return c.procs[0]
}

// use lets clients go to a process, which is started when it does not run.
func (c *conversation) use(p *process) {
	if p.r == nil {
		config := c.config
		if c.shared != nil {
			s := &share{c.disk, p}
			if config.Store = s; c.inbox != nil {
				config.Store = &post{s}
			}
			p.wakes, p.renewed, p.token, p.closed, p.hear = time.Time{}, time.Time{}, 0, false, nil
			p.keepLeaseAnew()
		}
		running := c.sched.current
		c.sched.home, c.sched.current = p, nil // what the runner begins is of its own process
		r, err := runner.New(config)
		if c.sched.current = running; err != nil {
			c.failf(Sound, "the runner does not start: %v", err)
			return
		}
		if p.r = r; c.inbox != nil {
			c.sched.goIn(p, p.serve)
		}
	}
	c.r, c.sched.home = p.r, p
}

// keepLeaseAnew takes the first lease of a process.
func (p *process) keepLeaseAnew() {
	p.c.tokens++
	p.token = p.c.tokens
}

// share is the store as one of several processes has it open.
type share struct {
	*disk
	p *process
}

// Lease implements store.Owner.
func (s *share) Lease() store.Lease {
	return store.Lease{Token: s.p.token, Length: leaseLength, Left: s.p.left()}
}

// Own implements store.Owner.
func (s *share) Own(ctx context.Context, id trip.ID) (store.Trip, error) {
	t, err := s.Load(ctx, id)
	if err != nil || len(t.Outstanding)+len(t.Queue) == 0 {
		return t, err
	}
	if err := s.ownable(id); err != nil {
		return store.Trip{}, err
	}
	if s.p.left() == 0 {
		s.p.keepLease()
	}
	s.c.shared[id] = s.p.token
	return t, nil
}

// ownable returns why a trip with something pending cannot be taken over.
func (s *share) ownable(id trip.ID) error {
	if s.p.closed {
		return store.ErrClosed
	}
	if p := s.c.ownerOf(id); p != nil && p != s.p {
		return &store.OwnedError{Trip: id, Owner: "the other"}
	}
	return nil
}

// ownerOf returns the process that has a trip with something pending, nil when its lease is over.
func (c *conversation) ownerOf(id trip.ID) *process {
	for _, p := range c.procs {
		if p.r != nil && !p.closed && p.token == c.shared[id] && p.left() > 0 {
			return p
		}
	}
	return nil
}

// Append implements store.Store.
func (s *share) Append(ctx context.Context, commit store.Commit) error {
	if err := s.before(ctx); err != nil {
		return err
	}
	if err := s.owns(ctx, commit); err != nil {
		return err
	}
	if err := s.commit(ctx, commit); err != nil {
		return err
	}
	s.c.shared[commit.Trip] = s.p.token
	s.tellChange(commit.Trip)
	if len(s.c.inbox.waiting(commit.Trip)) > 0 && s.p.hear != nil {
		s.p.hear(store.Word{Kind: store.Requested, Trip: commit.Trip})
	}
	return s.after()
}

// owns returns why the process cannot make a commit.
func (s *share) owns(ctx context.Context, commit store.Commit) error {
	t, err := s.disk.Store.Load(ctx, commit.Trip)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if s.p.closed {
		return store.ErrClosed
	}
	if len(t.Outstanding)+len(t.Queue) > 0 {
		if err := s.ownable(commit.Trip); err != nil {
			return err
		}
		if s.c.shared[commit.Trip] != s.p.token || s.p.left() == 0 {
			return store.ErrFenced
		}
	}
	if s.p.left() == 0 {
		s.p.keepLease()
	}
	left := func(q *asked) bool { return !answers(commit.Answers, q.ID) }
	switch {
	case t.Seq != commit.ExpectedSeq:
		return &store.ConflictError{Trip: commit.Trip, Expected: commit.ExpectedSeq, Actual: t.Seq}
	case commit.Behind && slices.ContainsFunc(s.c.inbox.waiting(commit.Trip), left):
		return store.ErrWaiting
	}
	return nil
}

// isRefused reports whether a call was settled as not made.
func (w *watch) isRefused(callID string) bool {
	return slices.ContainsFunc(w.refused, func(p trip.Pending) bool { return p.CallID == callID })
}

// paid checks that what was bought for a trip stands in it, unless the process that knew of it has gone.
func (w *watch) paid() {
	s := w.c.supplier
	for key, locator := range s.locators {
		if s.buyers[key] != w.id || w.c.lag > 0 && (w.c.gone || !s.told[key]) {
			continue
		}
		isHeld := func(id string) bool { return s.bought[id] == key } // an answer may have lost its locator
		isIt := func(b trip.Booking) bool { return b.RecordLocator == locator || slices.ContainsFunc(b.HoldIDs, isHeld) }
		known := slices.ContainsFunc(w.in.WorkingMemory.Bookings, isIt)
		doubt := slices.ContainsFunc(w.in.Turn.Unknown, func(p trip.Pending) bool { return p.Key == key })
		if !known && !doubt {
			w.c.failf(Forgotten, "%s was bought under key %s, and the trip knows nothing of it", locator, key)
		}
	}
}
