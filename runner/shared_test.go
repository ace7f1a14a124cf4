package runner_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// memory is a store that several processes share, as they share a database. What one of them has is given back when it
// closes its opening, and not before.
type memory struct {
	mu        sync.Mutex // guards the fields below, and is held while the store is changed
	openings  []*opening // by token
	owners    map[trip.ID]int64
	inbox     []*inquiry
	listeners map[int64]func(store.Word)
}

// inquiry is a request and its answer.
type inquiry struct {
	store.Request
	at     time.Time
	over   bool
	answer []byte
}

// opening is what a process has of it.
type opening struct {
	*mem.Store
	memory *memory
	token  int64 // from 1
	closed chan struct{}
}

var _ storetest.Inbox = (*opening)(nil)

// share opens a new store so many times.
func share(n int) []*opening {
	m := &memory{owners: map[trip.ID]int64{}, listeners: map[int64]func(store.Word){}}
	kept := mem.New(mem.Options{})
	for i := range n {
		m.openings = append(m.openings, &opening{kept, m, int64(i + 1), make(chan struct{})})
	}
	return m.openings
}

func TestSharedStore(t *testing.T) {
	t.Parallel()
	storetest.RunInbox(t, func(*testing.T) (a, b storetest.Inbox) {
		both := share(2)
		return both[0], both[1]
	})
}

func (o *opening) isClosed() bool {
	select {
	case <-o.closed:
		return true
	default:
		return false
	}
}

// enter begins the use of the memory, which leave ends.
func (o *opening) enter(ctx context.Context, id trip.ID) (leave func(), err error) {
	o.memory.mu.Lock()
	if err = ctx.Err(); o.isClosed() {
		err = store.ErrClosed
	}
	if err == nil {
		err = store.CheckID(id)
	}
	if err != nil {
		o.memory.mu.Unlock()
	}
	return o.memory.mu.Unlock, err
}

// refuses says why a trip cannot be changed.
func (o *opening) refuses(id trip.ID) error {
	switch owner := o.memory.owners[id]; {
	case owner == 0, owner == o.token:
		return nil
	case o.memory.openings[owner-1].isClosed():
		return fmt.Errorf("%w: trip %q", store.ErrFenced, id)
	default:
		return &store.OwnedError{Trip: id, Owner: fmt.Sprint(owner)}
	}
}

// say tells one process, or all others.
func (o *opening) say(to int64, w store.Word) {
	for token, hear := range o.memory.listeners {
		if token == to || to == 0 && token != o.token {
			hear(w)
		}
	}
}

// waiting are the requests of a trip that wait.
func (m *memory) waiting(id trip.ID) (list []*inquiry) {
	for _, a := range m.inbox {
		if a.Trip == id && !a.over {
			list = append(list, a)
		}
	}
	return list
}

func (m *memory) find(id trip.ID, request string) *inquiry {
	i := slices.IndexFunc(m.inbox, func(a *inquiry) bool { return a.Trip == id && a.ID == request })
	if i < 0 {
		return nil
	}
	return m.inbox[i]
}

// take takes a request out. It returns false when it does not wait.
func (m *memory) take(id trip.ID, a store.Answer) bool {
	found := m.find(id, a.ID)
	if found == nil || found.over {
		return false
	}
	if found.over, found.answer = true, a.Body; a.Body == nil {
		m.inbox = slices.DeleteFunc(m.inbox, func(other *inquiry) bool { return other == found })
	}
	return true
}

func (o *opening) Append(ctx context.Context, c store.Commit) error {
	leave, err := o.enter(ctx, c.Trip)
	if err != nil {
		return err
	}
	defer leave()
	m := o.memory
	if err := o.refuses(c.Trip); err != nil {
		return err
	}
	there, _ := o.Store.Load(ctx, c.Trip)
	others := slices.DeleteFunc(m.waiting(c.Trip), func(a *inquiry) bool {
		return slices.ContainsFunc(c.Answers, func(b store.Answer) bool { return a.ID == b.ID })
	})
	if c.Behind && len(others) > 0 && there.Seq == c.ExpectedSeq {
		return fmt.Errorf("%w: trip %q", store.ErrWaiting, c.Trip)
	}
	if err := o.Store.Append(ctx, c); err != nil {
		return err
	}
	for _, a := range c.Answers {
		m.take(c.Trip, a)
	}
	now, _ := o.Store.Load(ctx, c.Trip)
	if delete(m.owners, c.Trip); len(now.Outstanding)+len(now.Queue) > 0 {
		m.owners[c.Trip] = o.token
	}
	o.say(0, store.Word{Kind: store.Changed, Trip: c.Trip})
	if len(others) > 0 {
		o.say(o.token, store.Word{Kind: store.Requested, Trip: c.Trip})
	}
	return nil
}

func (o *opening) Own(ctx context.Context, id trip.ID) (store.Trip, error) {
	leave, err := o.enter(ctx, id)
	if err != nil {
		return store.Trip{}, err
	}
	defer leave()
	switch owner := o.memory.owners[id]; {
	case owner == 0, owner == o.token:
	case o.memory.openings[owner-1].isClosed():
		o.memory.owners[id] = o.token
	default:
		return store.Trip{}, o.refuses(id)
	}
	return o.Store.Load(ctx, id)
}

func (o *opening) Lease() store.Lease {
	return store.Lease{Token: o.token, Length: time.Hour, Left: time.Hour}
}

func (o *opening) Put(ctx context.Context, r store.Request, within int) (store.Request, error) {
	leave, err := o.enter(ctx, r.Trip)
	if err != nil {
		return store.Request{}, err
	}
	defer leave()
	m := o.memory
	found := m.find(r.Trip, r.ID)
	switch {
	case found != nil && !found.over:
		r = found.Request
	case within > 0 && len(m.waiting(r.Trip)) >= within:
		return store.Request{}, fmt.Errorf("%w: trip %q", store.ErrFull, r.Trip)
	default:
		m.inbox = append(slices.DeleteFunc(m.inbox, func(a *inquiry) bool { return a == found }), &inquiry{Request: r, at: time.Now()})
	}
	to := m.owners[r.Trip]
	for token := range m.listeners {
		to = cmp.Or(to, token)
	}
	o.say(cmp.Or(to, -1), store.Word{Kind: store.Requested, Trip: r.Trip})
	return r, nil
}

func (o *opening) Waiting(ctx context.Context, id trip.ID) (list []store.Request, err error) {
	leave, err := o.enter(ctx, id)
	if err != nil {
		return nil, err
	}
	defer leave()
	for _, a := range o.memory.waiting(id) {
		list = append(list, a.Request)
	}
	return list, nil
}

func (o *opening) Answer(ctx context.Context, id trip.ID, seq int64, a store.Answer) error {
	leave, err := o.enter(ctx, id)
	if err != nil {
		return err
	}
	defer leave()
	if err := o.refuses(id); err != nil {
		return err
	}
	if there, _ := o.Store.Load(ctx, id); there.Seq != seq {
		return &store.ConflictError{Trip: id, Expected: seq, Actual: there.Seq}
	}
	if o.memory.take(id, a) && a.Erase {
		if err := o.Delete(ctx, id); err != nil {
			return err
		}
		delete(o.memory.owners, id)
	}
	o.say(0, store.Word{Kind: store.Changed, Trip: id})
	return nil
}

func (o *opening) Answered(ctx context.Context, id trip.ID, request string) (a store.Answer, waits bool, err error) {
	a.ID = request
	leave, err := o.enter(ctx, id)
	if err != nil {
		return a, false, err
	}
	defer leave()
	if found := o.memory.find(id, request); found != nil {
		a.Body, waits = found.answer, !found.over
	}
	return a, waits, nil
}

func (o *opening) Backlog(_ context.Context, limit int) (list []store.Backlog, err error) {
	o.memory.mu.Lock()
	defer o.memory.mu.Unlock()
	for _, a := range o.memory.inbox { // the oldest first
		i := slices.IndexFunc(list, func(b store.Backlog) bool { return b.Trip == a.Trip })
		switch {
		case a.over:
		case i >= 0:
			list[i].Requests++
		case len(list) < limit:
			list = append(list, store.Backlog{Trip: a.Trip, Requests: 1, Waits: time.Since(a.at)})
		}
	}
	return list, nil
}

func (o *opening) Listen(ctx context.Context, hear func(store.Word)) {
	o.memory.mu.Lock()
	o.memory.listeners[o.token] = hear
	var waiting []trip.ID // what was put before anybody listened
	for _, a := range o.memory.inbox {
		if owner := o.memory.owners[a.Trip]; !a.over && (owner == 0 || owner == o.token) {
			waiting = append(waiting, a.Trip)
		}
	}
	o.memory.mu.Unlock()
	hear(store.Word{Kind: store.Missed})
	for _, id := range waiting {
		hear(store.Word{Kind: store.Requested, Trip: id})
	}
	select {
	case <-ctx.Done():
	case <-o.closed:
	}
	o.memory.mu.Lock()
	defer o.memory.mu.Unlock()
	delete(o.memory.listeners, o.token)
}

// Close gives the trips of the process back. The memory stays for the others.
func (o *opening) Close() error {
	o.memory.mu.Lock()
	defer o.memory.mu.Unlock()
	if o.isClosed() {
		return nil
	}
	close(o.closed)
	for id, owner := range o.memory.owners {
		if owner == o.token {
			o.say(0, store.Word{Kind: store.Orphaned, Trip: id})
		}
	}
	return nil
}
