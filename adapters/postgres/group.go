package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Commits of different trips that wait at the same time share a transaction, and so its round trips, statements and
// wait for the disk. Each has its own outcome all the same: one that is refused changes nothing of the others, and
// where a statement fails each of them is made on its own.

// The limits of what shares a transaction. While lanes of them are on their way, others gather.
const (
	lanes      = 2
	groupCount = 64
	groupBytes = 4 << 20
)

// request is a commit on its way.
type request struct {
	store.Commit
	ctx      context.Context //nolint:containedctx // of whoever waits for it
	revision int64           // that it leaves in the trip's row

	was    row
	err    error // its outcome
	broken bool  // nobody knows whether it was made: the connection broke
	again  bool  // the lease was taken anew for it

	state atomic.Int32
	done  chan struct{}
}

// The states of a request in line.
const (
	waits int32 = iota
	taken
	withdrawn
)

// line are the requests that wait for a transaction.
type line struct {
	mu   sync.Mutex // guards the fields below
	list []*request
	busy int // lanes
}

// Append implements [store.Store].
//
// Errors beside those of the interface: store.ErrOwned and store.ErrFenced when the trip has something
// pending and is not this store's own, see [store.Owner]; store.ErrWaiting, see [store.Inbox].
func (s *Store) Append(ctx context.Context, c store.Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	r := &request{Commit: c, ctx: ctx, revision: newRevision(), done: make(chan struct{})}
	if len(c.Answers) > 0 { // whoever asks for one of these again keeps its row for as long as a transaction of theirs
		s.commit([]*request{r})
		<-r.done
		return r.err
	}
	s.enqueue(r)
	select {
	case <-r.done:
	case <-ctx.Done():
		if r.state.CompareAndSwap(waits, withdrawn) {
			return ctx.Err()
		}
		<-r.done
	}
	return r.err
}

// enqueue puts a request in line, and begins to work that off where a lane is free.
func (s *Store) enqueue(r *request) {
	s.line.mu.Lock()
	defer s.line.mu.Unlock()
	s.line.list = append(s.line.list, r)
	if s.line.busy == lanes {
		return
	}
	s.line.busy++
	go func() {
		for group := s.line.nextGroup(); len(group) > 0; group = s.line.nextGroup() {
			s.commit(group)
		}
	}()
}

// nextGroup takes what shares the next transaction. Where there is nothing, the lane is free again.
func (l *line) nextGroup() (group []*request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	trips, bytes := map[trip.ID]bool{}, 0
	left := l.list[:0]
	for _, r := range l.list {
		n := r.Bytes()
		switch full := len(group) == groupCount || len(group) > 0 && bytes+n > groupBytes; {
		case full || trips[r.Trip]:
			left = append(left, r)
		case r.state.CompareAndSwap(waits, taken):
			group, bytes = append(group, r), bytes+n
			trips[r.Trip] = true
		}
	}
	clear(l.list[len(left):])
	if l.list = left; len(group) == 0 {
		l.busy--
	}
	return group
}

// errAlone says that a request is not to share a transaction: somebody else has locked its trip, or what it shared one
// with failed.
var errAlone = errors.New("postgres: to be committed alone")

// commit commits requests of different trips. Each is done when its outcome is known.
func (s *Store) commit(group []*request) {
	token, ctx := s.lease.current(), group[0].ctx
	if len(group) > 1 { // who has waited in vain for one of them does not take the others back
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), 2*s.options.Timeout)
		defer cancel()
	}
	err := s.attempt(ctx, func(conn *pgx.Conn) error { return s.commitOn(ctx, conn, group, token) })
	if len(group) > 1 && ctx.Err() != nil && err != nil {
		err = fmt.Errorf("%w: the server has not answered for %v", store.ErrMedium, 2*s.options.Timeout)
	}
	for _, r := range group {
		switch {
		case err != nil:
			r.end(err)
		case errors.Is(r.err, errAlone):
			go s.commit([]*request{r})
		case errors.Is(r.err, errExpired) && !r.again:
			go s.commitAgain(r, token)
		case r.broken:
			go func() { r.end(s.confirm(r)) }()
		case r.err != nil:
			r.end(fault(r.err))
		default:
			s.tellOf(r)
			r.end(nil)
		}
	}
}

// end lets whoever waits know of the outcome.
func (r *request) end(err error) {
	r.err = err
	close(r.done)
}

// commitAgain commits a request under another lease than the one of a token, which has expired.
func (s *Store) commitAgain(r *request, token int64) {
	if err := s.lease.retake(r.ctx, token); err != nil {
		r.end(err)
		return
	}
	r.again = true
	s.commit([]*request{r})
}

// commitOn is one try on a connection, in two round trips: one locks the trips' rows and reads what the commits build
// on, the other writes and commits. What becomes of each request is its err; an error that is returned is of all of
// them, and none has sent a commit then.
func (s *Store) commitOn(ctx context.Context, conn *pgx.Conn, group []*request, token int64) error {
	rows, err := lock(ctx, conn, commitsOf(group), token)
	isOwn := codeOf(err) != "" && codeOf(err) != readOnly && !conn.IsClosed() // the server's, of a statement
	if err != nil && (len(group) == 1 || !isOwn) {
		return err
	}
	w, now := &writes{}, s.options.Now()
	var made []*request
	for _, r := range group {
		was := rows[r.Trip]
		switch {
		case err != nil, was == nil && len(group) > 1:
			r.err = errAlone
			continue
		case was == nil:
			was = &row{}
		}
		r.was = *was
		if r.err = was.refuses(&r.Commit, token); r.err != nil {
			w.refused = append(w.refused, was.key)
			continue
		}
		w.add(r, token, s.options.History, now)
		made = append(made, r)
	}
	if len(made) == 0 {
		_, err := conn.Exec(ctx, "ROLLBACK")
		return err
	}
	past, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.Timeout)
	defer cancel()
	err = finish(past, conn, w.end(now))
	for _, r := range made {
		switch {
		case err != nil && conn.IsClosed():
			r.err, r.broken = err, true
		case err != nil && len(group) > 1:
			r.err = errAlone
		default:
			r.err = err
		}
	}
	return nil
}

func commitsOf(group []*request) (commits []*store.Commit) {
	for _, r := range group {
		commits = append(commits, &r.Commit)
	}
	return commits
}

// finish sends the last statements of a transaction. If one of them fails, the transaction is rolled back, unless the
// connection is closed, which ends it too.
func finish(ctx context.Context, conn *pgx.Conn, rest *pgx.Batch) error {
	err := conn.SendBatch(ctx, rest).Close()
	if err != nil && !conn.IsClosed() {
		if _, ended := conn.Exec(ctx, "ROLLBACK"); ended != nil {
			return errors.Join(err, ended)
		}
	}
	return err
}

// tellOf lets others know of a commit, and this process of requests that wait for it.
func (s *Store) tellOf(r *request) {
	if r.was.heard && len(r.Events)+len(r.Answers) > 0 {
		s.say(word{kind: changed, trip: r.Trip})
	}
	if r.was.waiting {
		s.hears(store.Word{Kind: store.Requested, Trip: r.Trip})
	}
}

// confirm finds out what became of a commit whose connection broke before the server's answer. Whoever locks the row
// waits until that transaction has ended; then its revision is there, or it is not. What broke is only told: wrapped,
// the end of our own patience would be taken for that of the caller's context.
func (s *Store) confirm(r *request) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), s.options.Timeout)
	defer cancel()
	var now row
	err := s.attempt(ctx, func(conn *pgx.Conn) error {
		rows, err := lock(ctx, conn, []*store.Commit{{Trip: r.Trip}}, 0)
		if err != nil {
			return err
		}
		now = *rows[r.Trip]
		_, err = conn.Exec(ctx, "ROLLBACK")
		return err
	})
	switch {
	case err == nil && now.revision == r.revision:
		return nil
	case err == nil && now.revision == r.was.revision:
		return fmt.Errorf("%w: nothing of the commit is there: %s", store.ErrMedium, r.err.Error())
	case err == nil:
		err = errors.New("the trip was changed since")
	}
	return fmt.Errorf("%w: %w: load trip %q again: %s; %s", store.ErrMedium, store.ErrUncertain, r.Trip,
		r.err.Error(), err.Error())
}
