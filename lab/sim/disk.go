package sim

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

// errFault is what the disk says when it fails and changes nothing.
var errFault = errors.New("sim: the disk failed")

// errFull is what it says while it is full.
var errFull = errors.New("sim: no space left on the disk")

// disk is a store that fails, and at which the process dies. What it keeps outlives both.
type disk struct {
	store.Store
	c      *conversation
	full   int   // commits that still find no space
	broken error // why nothing is accepted until a restart: a commit of unknown outcome, or a file that was moved
}

func newDisk(c *conversation) *disk {
	return &disk{Store: mem.New(mem.Options{Now: c.sched.Now}), c: c}
}

// Append implements store.Store.
func (d *disk) Append(ctx context.Context, commit store.Commit) error {
	if err := d.before(ctx); err != nil {
		return err
	}
	if err := d.commit(ctx, commit); err != nil {
		return err
	}
	return d.after()
}

// before is what may happen before a commit.
func (d *disk) before(ctx context.Context) error {
	c := d.c
	if c.dead {
		panic(stopped{})
	}
	if err := d.standInLine(ctx); err != nil {
		return err
	}
	if err := d.refusal(); err != nil {
		return err
	}
	c.dieSometimes("before a commit")
	c.standSometimes("before a commit")
	return nil
}

// commit makes a commit, unless nobody can say whether it did.
func (d *disk) commit(ctx context.Context, commit store.Commit) error {
	return d.uncertain(func() error { return d.keep(ctx, commit) })
}

// uncertain makes a change, unless nobody can say whether it did.
func (d *disk) uncertain(change func() error) error {
	c := d.c
	if c.may(storeFaults, 10) {
		c.counts.StoreFaults++
		d.broken = store.ErrUncertain
		if c.rng.oneIn(2) {
			return errors.Join(store.ErrUncertain, change())
		}
		return store.ErrUncertain
	}
	return change()
}

// after is what may happen once a commit is durable, and nobody knows yet.
func (d *disk) after() error {
	c := d.c
	if c.may(slowCommits, c.slowRate) {
		_ = c.sched.pause(context.Background()) // too late to be cancelled
	}
	c.dieSometimes("after a commit")
	c.standSometimes("after a commit")
	return nil
}

// standInLine waits before a commit is made; during this time the commit can still be cancelled. Sometimes the wait is
// longer than the runner's timeout.
func (d *disk) standInLine(ctx context.Context) error {
	c := d.c
	if !c.may(slowCommits, c.slowRate) {
		return ctx.Err()
	}
	var err error
	if c.rng.oneIn(20) {
		err = c.sched.Sleep(ctx, 15*time.Second)
	} else {
		err = c.sched.pause(ctx)
	}
	if err != nil {
		c.counts.StoreFaults++
	}
	return err
}

// refusal draws a failure that changes nothing.
func (d *disk) refusal() error {
	switch {
	case d.broken != nil:
		return d.broken
	case d.full > 0:
		d.full--
		return errFull
	case d.c.may(storeFaults, 15):
		d.c.counts.StoreFaults++
		return errFault
	case d.c.may(storeFaults, 5):
		d.c.counts.StoreFaults++
		d.full = d.c.rng.below(5)
		return errFull
	case d.c.may(storeFaults, 3):
		d.c.counts.StoreFaults++
		d.broken = store.ErrMoved
		return d.broken
	}
	return nil
}

// keep commits, and shows the watch what is durable now.
func (d *disk) keep(ctx context.Context, commit store.Commit) error {
	if err := d.Store.Append(ctx, commit); err != nil {
		return err
	}
	d.c.watchOf(commit.Trip).committed(&commit)
	d.c.inbox.remove(commit.Trip, commit.Answers...)
	return nil
}

// fails draws why nothing can be read.
func (d *disk) fails() error {
	switch {
	case d.c.dead:
		panic(stopped{})
	case d.broken != nil:
		return d.broken
	case d.c.may(storeFaults, 10):
		d.c.counts.StoreFaults++
		return errFault
	}
	return nil
}

// Load implements store.Store.
func (d *disk) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	if err := d.fails(); err != nil {
		return store.Trip{}, err
	}
	return d.Store.Load(ctx, id)
}

// Log implements store.Store.
func (d *disk) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	if err := d.fails(); err != nil {
		return func(yield func(store.Record, error) bool) { yield(store.Record{}, err) }
	}
	return d.Store.Log(ctx, id, from)
}

// restart makes the disk usable again for the next process.
func (d *disk) restart() { d.full, d.broken = 0, nil }
