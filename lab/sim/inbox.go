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

// In half of the conversations in which two processes share the store, that has an inbox, as a database has: what is
// asked of a trip on which the other process works waits there, and so does what others accept for it. Processes may
// die or stand still at any point between.

// inbox is what was ever asked of trips, the oldest first. It outlives the processes.
type inbox struct {
	c    *conversation
	list []*asked
}

// asked is a request, and what became of it.
type asked struct {
	store.Request
	after  int64 // seq of the trip's last event when it was put
	gone   bool  // it was taken out
	answer []byte
}

// event returns what the request delivers, "" where it delivers no event.
func (q *asked) event() string {
	if ev, err := trip.DecodeEvent(string(q.Body)); err == nil && ev.ID == q.ID {
		return dataOf(&ev)
	}
	return ""
}

// waiting returns what waits for a trip.
func (b *inbox) waiting(id trip.ID) (list []*asked) {
	if b == nil {
		return nil
	}
	for _, q := range b.list {
		if q.Trip == id && !q.gone {
			list = append(list, q)
		}
	}
	return list
}

// find returns the newest request of an id, nil when there was none.
func (b *inbox) find(id trip.ID, requestID string) *asked {
	if b == nil {
		return nil
	}
	for _, q := range slices.Backward(b.list) {
		if q.Trip == id && q.ID == requestID {
			return q
		}
	}
	return nil
}

// put leaves a request, unless one waits under its id already.
func (b *inbox) put(r store.Request, within int) (store.Request, error) {
	if q := b.find(r.Trip, r.ID); q != nil && !q.gone {
		return q.Request, nil
	}
	if within > 0 && len(b.waiting(r.Trip)) >= within {
		return store.Request{}, store.ErrFull
	}
	r.Body = slices.Clone(r.Body)
	q := &asked{Request: r}
	if in := b.c.watchOf(r.Trip).in; in != nil {
		q.after = in.Turn.Seq
	}
	b.list = append(b.list, q)
	b.c.counts.Accepted++
	return r, nil
}

// remove takes out what a commit, or a refusal, answers.
func (b *inbox) remove(id trip.ID, answers ...store.Answer) {
	for _, a := range answers {
		if q := b.find(id, a.ID); q != nil && !q.gone {
			q.gone, q.answer = true, a.Body
		}
	}
}

// post is a shared store with an inbox. It implements [store.Inbox].
type post struct{ *share }

// Put implements store.Inbox.
func (s *post) Put(ctx context.Context, r store.Request, within int) (there store.Request, err error) {
	if err := s.before(ctx); err != nil {
		return store.Request{}, err
	}
	err = s.uncertain(func() error {
		there, err = s.c.inbox.put(r, within)
		return err
	})
	if err != nil {
		return store.Request{}, err
	}
	s.c.tellOf(r.Trip)
	return there, s.after()
}

// Waiting implements store.Inbox.
func (s *post) Waiting(ctx context.Context, id trip.ID) (list []store.Request, err error) {
	if err := s.fails(); err != nil {
		return nil, err
	}
	for _, q := range s.c.inbox.waiting(id) {
		list = append(list, q.Request)
	}
	return list, s.c.sched.pause(ctx)
}

// Answer implements store.Inbox.
func (s *post) Answer(ctx context.Context, id trip.ID, seq int64, a store.Answer) error {
	if err := s.before(ctx); err != nil {
		return err
	}
	if err := s.owns(ctx, store.Commit{Trip: id, ExpectedSeq: seq, Answers: []store.Answer{a}}); err != nil {
		return err
	}
	err := s.uncertain(func() error {
		s.c.watchOf(id).answered(a)
		s.c.inbox.remove(id, a)
		return nil
	})
	if err != nil {
		return err
	}
	s.tellChange(id)
	return s.after()
}

// Answered implements store.Inbox.
func (s *post) Answered(_ context.Context, id trip.ID, requestID string) (a store.Answer, waits bool, err error) {
	if err := s.fails(); err != nil {
		return a, false, err
	}
	a.ID = requestID
	if q := s.c.inbox.find(id, requestID); q != nil {
		a.Body, waits = q.answer, !q.gone
	}
	return a, waits, nil
}

// Backlog implements store.Inbox.
func (s *post) Backlog(context.Context, int) ([]store.Backlog, error) { return nil, nil }

// Listen implements store.Inbox: it looks now and then for what was not told.
func (s *post) Listen(ctx context.Context, hear func(store.Word)) {
	p := s.p
	p.hear = hear
	hear(store.Word{Kind: store.Missed})
	for ctx.Err() == nil {
		again := moment{ctx: ctx, signal: &p.told, idle: true}
		for _, id := range trips {
			switch t, err := s.disk.Store.Load(ctx, id); {
			case s.disk.broken != nil: // until a restart
				continue
			case err == nil && len(t.Outstanding)+len(t.Queue) > 0 && s.c.ownerOf(id) == nil:
				hear(store.Word{Kind: store.Orphaned, Trip: id})
			case len(s.c.inbox.waiting(id)) == 0:
				continue
			case s.ownable(id) == nil:
				hear(store.Word{Kind: store.Requested, Trip: id})
			}
			again.idle = false
		}
		if !again.idle {
			again.until = s.c.sched.now.Add(time.Duration(1+s.c.rng.below(10)) * time.Second)
		}
		s.c.sched.wait(again)
		p.told.set = false
	}
	p.hear = nil
}

// serve takes up what stands still, every half minute, as long as the process listens.
func (p *process) serve() {
	for {
		p.c.sched.wait(moment{until: p.c.sched.now.Add(30 * time.Second), idle: true})
		if p.hear == nil {
			return
		}
		p.c.recover(p.r)
	}
}

// tellOf tells somebody of a request: who has the trip, else anybody who listens. Some words are lost.
func (c *conversation) tellOf(id trip.ID) {
	to := c.ownerOf(id)
	if to == nil {
		to = c.procs[c.rng.below(2)]
	}
	c.sendWord(to, store.Word{Kind: store.Requested, Trip: id})
	for _, p := range c.procs {
		p.told.set = true // from now on it looks for what was not told
	}
}

// tellChange tells the other process of a commit.
func (s *share) tellChange(id trip.ID) {
	if s.c.inbox != nil {
		s.c.sendWord(s.c.otherThan(s.p), store.Word{Kind: store.Changed, Trip: id})
	}
}

// sendWord tells a process a word, soon, unless it is lost.
func (c *conversation) sendWord(to *process, w store.Word) {
	if to.hear == nil || c.rng.oneIn(4) {
		return
	}
	c.sched.goIn(to, func() {
		if _ = c.sched.pause(context.Background()); to.hear != nil {
			to.hear(w)
		}
	})
}

// accept leaves an event in the inbox of a trip as who embeds the engine does, in a transaction of his own, which is
// rolled back sometimes.
func (c *conversation) accept(d delivery) {
	c.notef("accept %s %s %s", d.id, d.ev.Type(), d.ev.ID)
	w := c.watchOf(d.id)
	w.sends(d.ev.ID)
	c.sched.Go(func() {
		waits := c.inbox.waiting(d.id)
		event, err := runner.Deliver(d.id, d.ev)
		if err != nil {
			c.failf(Sound, "an event cannot be delivered: %v", err)
			return
		}
		standing := runner.Standing{Exists: w.in != nil || len(waits) > 0}
		if w.in != nil {
			standing.Ask, standing.Binding = w.in.Status.Ask, w.config.Policy.ApprovalBinding
		}
		r, err := event.Request(standing)
		if err != nil {
			if !errors.Is(err, store.ErrNotFound) {
				c.expect(err)
			}
			return
		}
		_ = c.sched.pause(context.Background())
		if c.may(storeFaults, 100) {
			w.refuse(d.ev.ID)
			return
		}
		if _, err := c.inbox.put(r, 0); err != nil {
			c.failf(Sound, "an event cannot be put: %v", err)
		}
		w.accepted = append(w.accepted, d.ev.ID)
		c.tellOf(d.id)
	})
}

// sends notes that an event of an id is on its way, refuse that it was not accepted.
func (w *watch) sends(id string) {
	w.sent[id]++
	delete(w.never, id)
}

func (w *watch) refuse(id string) {
	if id != "" && w.sent[id] == 1 {
		w.never[id] = true
	}
}

// kept returns what the trip has, or had, under the id of an event: in its log, its queue or its inbox.
func (w *watch) kept(id string) (list []string) {
	if said := w.saidUnder(id); said != "" {
		list = append(list, said)
	}
	if w.c.inbox != nil {
		for _, q := range w.c.inbox.list {
			if said := q.event(); q.Trip == w.id && q.ID == id && said != "" {
				list = append(list, said)
			}
		}
	}
	return list
}

// putAfter returns the seq after which an event was put into the inbox; that of now when it was not.
func (w *watch) putAfter(id string) int64 {
	if q := w.c.inbox.find(w.id, id); q != nil {
		return q.after
	}
	return w.in.Turn.Seq
}

// worked checks what a commit makes of the inbox: each event that it takes out is in the log or the queue then, and no
// event goes before one that was accepted earlier. waited are the ids of the queue before.
func (w *watch) worked(c *store.Commit, waited []waiting) {
	box := w.c.inbox
	if box == nil {
		return
	}
	for _, a := range c.Answers {
		if q := box.find(w.id, a.ID); q != nil && q.event() != "" {
			w.answered(a)
		}
	}
	var cancelled, stopped bool
	var fresh []string // ids of events that the trip had not accepted before
	for _, line := range c.Events {
		ev, err := trip.DecodeEvent(string(line))
		if err != nil || !ev.Type().FromPerson() || isIn(waited, ev.ID) {
			continue
		}
		fresh = append(fresh, ev.ID)
		if stop, is := ev.Data.(trip.TurnCancelled); is {
			cancelled, stopped = true, stop.Reason == byTraveller
		}
	}
	for i, q := range w.queue {
		if c.Queue != nil && !isIn(waited, q.id) {
			fresh = append(fresh, q.id)
			w.queue[i].stopped = q.opens && stopped
			w.queue[i].after = min(q.after, w.putAfter(q.id))
		}
	}
	for _, id := range fresh {
		for _, q := range box.waiting(w.id) {
			if q.ID == id && answers(c.Answers, id) {
				break
			}
			if q.event() == "" || answers(c.Answers, q.ID) || cancelled && !answers(c.Answers, id) || w.saidUnder(q.ID) != "" {
				continue
			}
			if ev, err := trip.DecodeEvent(string(q.Body)); cancelled && err == nil && !ev.Type().OpensTurn() {
				continue // a cancellation makes the room for which it waits
			}
			w.c.failf(InOrder, "event %s goes before %s, which was accepted earlier", id, q.ID)
		}
	}
}

func answers(list []store.Answer, id string) bool {
	return slices.ContainsFunc(list, func(a store.Answer) bool { return a.ID == id })
}

func isIn(list []waiting, id string) bool {
	return slices.ContainsFunc(list, func(q waiting) bool { return q.id == id })
}

// answered checks that an event that leaves the inbox is in the log or the queue, or cannot be there because another
// one is under its id.
func (w *watch) answered(a store.Answer) {
	q := w.c.inbox.find(w.id, a.ID)
	if q == nil || q.gone || q.event() == "" {
		return
	}
	if said := w.saidUnder(q.ID); said == "" || a.Body == nil && said != q.event() || a.Body != nil && said == q.event() {
		w.c.failf(NothingLost, "event %s left the inbox as %s, and is kept as %q: %s", q.ID, q.event(), said, a.Body)
	}
}
