package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// row is what a commit builds on: the trip's row, which is locked, and what of leases concerns it.
type row struct {
	key, seq, turns int64
	chain           []byte // empty for a trip that the transaction itself has made
	queued, pending bool
	owner           int64  // 0: nobody
	ownerName       string // empty when that owner is gone
	revision        int64
	leased          bool // the store's own lease holds
	waiting         bool // requests that the commit does not answer
	heard           bool // other processes listen
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
	return s.leased(ctx, func(token int64) error { return s.append(ctx, c, token) })
}

// leased does something under the store's lease, and once more under another one when that has expired.
func (s *Store) leased(ctx context.Context, do func(token int64) error) error {
	token := s.lease.current()
	err := do(token)
	if !errors.Is(err, errExpired) {
		return err
	}
	if err := s.lease.retake(ctx, token); err != nil {
		return err
	}
	return do(s.lease.current())
}

// append is one try under a lease. It takes two round trips: one locks the trip's row and reads what the commit builds
// on, the other writes and commits.
func (s *Store) append(ctx context.Context, c store.Commit, token int64) error {
	var was row
	var outcome error
	broken := false
	next := newRevision()
	err := s.attempt(ctx, func(conn *pgx.Conn) error {
		var err error
		if was, err = lock(ctx, conn, &c, token); err != nil {
			return err
		}
		if outcome = was.refuses(c, token); outcome != nil {
			_, err := conn.Exec(ctx, "ROLLBACK")
			return err
		}
		past, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.Timeout)
		defer cancel()
		outcome = s.write(past, conn, &was, c, next, token)
		broken = outcome != nil && conn.IsClosed()
		return nil
	})
	switch {
	case err != nil:
		return err
	case broken:
		return s.settle(ctx, c.Trip, was.revision, next, outcome)
	case outcome != nil:
		return fault(outcome)
	}
	s.tellOf(&c, &was)
	return nil
}

// tellOf lets others know of a commit, and this process of requests that wait for it.
func (s *Store) tellOf(c *store.Commit, was *row) {
	if was.heard && len(c.Events)+len(c.Answers) > 0 {
		s.say(word{kind: changed, trip: c.Trip})
	}
	if was.waiting {
		s.hears(store.Word{Kind: store.Requested, Trip: c.Trip})
	}
}

// newRevision draws the number that a change of a trip's row leaves in it.
func newRevision() int64 { return rand.Int64N(1<<63-1) + 1 }

const selectRow = `
SELECT key, seq, chain, turns, cardinality(queue) > 0, pending, coalesce(owner, 0), revision
FROM trips WHERE id = $1 FOR NO KEY UPDATE`

// A statement of its own, which sees what was committed while the one before it waited for the row.
const selectOwners = `
SELECT token, name FROM owners
WHERE expires > clock_timestamp() AND (token = $1 OR token = (SELECT owner FROM trips WHERE id = $2))`

// What was put before the commit began is seen by it, and so is who began to listen before.
const selectWaiting = `
SELECT EXISTS (SELECT FROM inbox WHERE trip = $1 AND answer IS NULL AND NOT id = ANY($2)),
    EXISTS (SELECT FROM owners WHERE listens AND token <> $3 AND expires > clock_timestamp())`

// lock begins a transaction and locks the trip's row until its end. Where there is none it makes one, or returns
// ErrConflict: a first commit that is under way is waited for like any other.
func lock(ctx context.Context, conn *pgx.Conn, c *store.Commit, token int64) (row, error) {
	var r row
	id := c.Trip
	answers := make([][]byte, len(c.Answers))
	for i, a := range c.Answers {
		answers[i] = []byte(a.ID)
	}
	owners := map[int64]string{}
	b := &pgx.Batch{}
	b.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
	if c.ExpectedSeq == 0 {
		b.Queue(`INSERT INTO trips (id) VALUES ($1) ON CONFLICT DO NOTHING`, []byte(id))
	}
	b.Queue(selectRow, []byte(id)).QueryRow(func(found pgx.Row) error {
		return found.Scan(&r.key, &r.seq, &r.chain, &r.turns, &r.queued, &r.pending, &r.owner, &r.revision)
	})
	b.Queue(selectOwners, token, []byte(id)).Query(func(found pgx.Rows) error {
		var token int64
		var name string
		_, err := pgx.ForEachRow(found, []any{&token, &name}, func() error { owners[token] = name; return nil })
		return err
	})
	b.Queue(selectWaiting, []byte(id), answers, token).QueryRow(func(found pgx.Row) error {
		return found.Scan(&r.waiting, &r.heard)
	})
	err := conn.SendBatch(ctx, b).Close()
	if errors.Is(err, pgx.ErrNoRows) { // r is zero: no such trip
		err = nil
	}
	_, r.leased = owners[token]
	r.ownerName = owners[r.owner]
	return r, err
}

// refuses says why a commit cannot be made.
func (r *row) refuses(c store.Commit, token int64) error {
	switch {
	case r.pending && r.owner != token && r.ownerName != "":
		return &store.OwnedError{Trip: c.Trip, Owner: r.ownerName}
	case r.pending && r.owner != token:
		return fmt.Errorf("%w: trip %q", store.ErrFenced, c.Trip)
	case r.seq != c.ExpectedSeq:
		return &store.ConflictError{Trip: c.Trip, Expected: c.ExpectedSeq, Actual: r.seq}
	case !r.leased:
		return errExpired
	case r.waiting && c.Behind:
		return fmt.Errorf("%w: trip %q", store.ErrWaiting, c.Trip)
	}
	return nil
}

const updateRow = `
UPDATE trips SET seq = $2, chain = $3, turns = $4, queue = coalesce($5, queue),
    call_ids = $6, call_names = $7, call_arguments = $8, call_times = $9, call_keys = $10,
    pending = $11, owner = $12, revision = $13, touched = $14
WHERE key = $1`

const insertEvents = `
INSERT INTO events (trip, seq, event, decision, chain) SELECT $1, $2 + n - 1, event, decision, chain
FROM unnest($3::bytea[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS added (event, decision, chain, n)`

const insertSnapshot = `
INSERT INTO snapshots (trip, seq, kept, snapshot, made) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (trip, seq, kept) DO UPDATE SET snapshot = excluded.snapshot, made = excluded.made`

// write makes the changes of a commit and commits them. Where it fails the connection is closed, or the
// transaction is at an end.
func (s *Store) write(ctx context.Context, conn *pgx.Conn, was *row, c store.Commit, revision, token int64) error {
	now := s.options.Now()
	added := rowsOf(was, c)
	seq := was.seq + int64(len(c.Events))
	chain := was.chain
	if n := len(added.links); n > 0 {
		chain = added.links[n-1]
	}
	turns := was.turns
	if c.TurnEnded {
		turns++
	}
	pending := len(c.Outstanding)+len(c.Queue) > 0 || c.Queue == nil && was.queued
	var owner *int64
	if pending {
		owner = &token
	}
	calls := columnsOf(c.Outstanding)
	b := &pgx.Batch{}
	b.Queue(updateRow, was.key, seq, chain, turns, c.Queue,
		calls.ids, calls.names, calls.arguments, calls.times, calls.keys, pending, owner, revision, now)
	if len(added.events) > 0 {
		b.Queue(insertEvents, was.key, added.first, added.events, added.decisions, added.links)
	}
	if len(c.Snapshot) > 0 {
		b.Queue(`DELETE FROM snapshots WHERE trip = $1 AND NOT kept`, was.key)
		b.Queue(insertSnapshot, was.key, seq, c.TurnEnded && s.options.History.Keeps(turns), c.Snapshot, now)
	}
	for _, a := range c.Answers {
		queueAnswer(b, c.Trip, a)
	}
	b.Queue("COMMIT")
	err := conn.SendBatch(ctx, b).Close()
	if err != nil && !conn.IsClosed() {
		if _, ended := conn.Exec(ctx, "ROLLBACK"); ended != nil {
			return errors.Join(err, ended)
		}
	}
	return err
}

// rows are records that a commit adds to the log, as columns.
type rows struct {
	first                    int64
	events, decisions, links [][]byte
}

// rowsOf returns the records of a commit, the header among them when the trip is new.
func rowsOf(was *row, c store.Commit) rows {
	out := rows{first: was.seq + 1}
	var link [32]byte
	add := func(record, decision []byte) {
		if record == nil {
			record = []byte{} // nil would be NULL
		}
		out.events, out.decisions = append(out.events, record), append(out.decisions, decision)
		out.links = append(out.links, bytes.Clone(link[:]))
	}
	if len(was.chain) == 0 {
		out.first, link = 0, store.FirstChain(c.Header)
		add(c.Header, nil)
	} else {
		copy(link[:], was.chain)
	}
	for i, event := range c.Events {
		link = store.NextChain(link, event)
		add(event, c.DecisionOn(i))
	}
	return out
}

// columns are outstanding calls as the arrays that a row has of them.
type columns struct {
	ids, names, arguments, keys [][]byte
	times                       []int64
}

func columnsOf(calls []store.Outstanding) columns {
	n := len(calls)
	c := columns{make([][]byte, n), make([][]byte, n), make([][]byte, n), make([][]byte, n), make([]int64, n)}
	for i, o := range calls {
		c.ids[i], c.names[i], c.arguments[i], c.keys[i] = []byte(o.CallID), []byte(o.Name), []byte(o.Arguments), []byte(o.Key)
		c.times[i] = int64(o.At)
	}
	return c
}

// calls returns the outstanding calls of a row.
func (c *columns) calls() []store.Outstanding {
	var list []store.Outstanding
	for i := range c.ids {
		list = append(list, store.Outstanding{
			CallID: string(c.ids[i]), Name: string(c.names[i]), Arguments: trip.Raw(c.arguments[i]),
			At: trip.Instant(c.times[i]), Key: string(c.keys[i]),
		})
	}
	return list
}

// settle finds out what became of a commit whose connection broke before the server's answer. Whoever locks the row
// waits until that transaction has ended; then its revision is there, or it is not. What broke is only told: wrapped,
// the end of our own patience would be taken for that of the caller's context.
func (s *Store) settle(ctx context.Context, id trip.ID, was, written int64, broke error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.Timeout)
	defer cancel()
	var now row
	err := s.attempt(ctx, func(conn *pgx.Conn) error {
		var err error
		if now, err = lock(ctx, conn, &store.Commit{Trip: id}, 0); err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "ROLLBACK")
		return err
	})
	switch {
	case err == nil && now.revision == written:
		return nil
	case err == nil && now.revision == was:
		return fmt.Errorf("%w: nothing of the commit is there: %s", store.ErrMedium, broke.Error())
	case err == nil:
		err = errors.New("the trip was changed since")
	}
	return fmt.Errorf("%w: %w: load trip %q again: %s; %s", store.ErrMedium, store.ErrUncertain, id,
		broke.Error(), err.Error())
}
