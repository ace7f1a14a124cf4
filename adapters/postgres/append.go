package postgres

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

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

// newRevision draws the number that a change of a trip's row leaves in it.
func newRevision() int64 { return rand.Int64N(1<<63-1) + 1 }

const insertTrips = `INSERT INTO trips (id) SELECT unnest($1::bytea[]) ON CONFLICT DO NOTHING`

// Rows of several trips are locked in the order of their ids. One that somebody else has locked is waited for only when
// nothing else waits for that.
const (
	selectRows = `
SELECT id, key, seq, chain, turns, cardinality(queue) > 0, pending, coalesce(owner, 0), revision
FROM trips WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`
	skipLocked = ` SKIP LOCKED`
)

// A statement of its own, which sees what was committed while the one before it waited for the rows; so does the next.
const selectOwners = `SELECT token, name, listens FROM owners WHERE expires > clock_timestamp()`

// What was put before the commit began is seen by it.
const selectWaiting = `SELECT DISTINCT trip FROM inbox WHERE trip = ANY($1) AND answer IS NULL AND NOT id = ANY($2)`

// lock begins a transaction and locks the rows of the trips until its end. Where there is none and a commit is the
// first of its trip, it makes one: a first commit that is under way is waited for. A trip that does not exist has no
// row, and so have those of several that somebody else has locked.
func lock(ctx context.Context, conn *pgx.Conn, commits []*store.Commit, token int64) (map[trip.ID]*row, error) {
	var ids, made [][]byte
	answers := [][]byte{} // nil would be NULL
	for _, c := range commits {
		ids = append(ids, []byte(c.Trip))
		if c.ExpectedSeq == 0 {
			made = append(made, []byte(c.Trip))
		}
		for _, a := range c.Answers {
			answers = append(answers, []byte(a.ID))
		}
	}
	rows, found := map[trip.ID]*row{}, []*row{}
	b := &pgx.Batch{}
	b.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
	if len(made) > 0 {
		b.Queue(insertTrips, made)
	}
	rest := ""
	if len(commits) > 1 {
		rest = skipLocked
	}
	b.Queue(selectRows+rest, ids).Query(func(there pgx.Rows) error {
		for there.Next() {
			r, id := &row{}, []byte{}
			err := there.Scan(&id, &r.key, &r.seq, &r.chain, &r.turns, &r.queued, &r.pending, &r.owner, &r.revision)
			if err != nil {
				return err
			}
			rows[trip.ID(id)], found = r, append(found, r)
		}
		return there.Err()
	})
	b.Queue(selectOwners).Query(func(there pgx.Rows) error { return scanOwners(there, found, token) })
	b.Queue(selectWaiting, ids, answers).Query(func(there pgx.Rows) error {
		var id []byte
		_, err := pgx.ForEachRow(there, []any{&id}, func() error {
			if r := rows[trip.ID(id)]; r != nil {
				r.waiting = true
			}
			return nil
		})
		return err
	})
	return rows, conn.SendBatch(ctx, b).Close()
}

// scanOwners notes who has the rows, and who listens.
func scanOwners(owners pgx.Rows, rows []*row, own int64) error {
	var token int64
	var name string
	var listens bool
	_, err := pgx.ForEachRow(owners, []any{&token, &name, &listens}, func() error {
		for _, r := range rows {
			r.leased = r.leased || token == own
			r.heard = r.heard || listens && token != own
			if token == r.owner {
				r.ownerName = name
			}
		}
		return nil
	})
	return err
}

// refuses says why a commit cannot be made.
func (r *row) refuses(c *store.Commit, token int64) error {
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
INSERT INTO events (trip, seq, event, decision, chain)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])`

const insertSnapshots = `
INSERT INTO snapshots (trip, seq, kept, snapshot, made)
SELECT trip, seq, kept, snapshot, $5
FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::bytea[]) AS s (trip, seq, kept, snapshot)
ON CONFLICT (trip, seq, kept) DO UPDATE SET snapshot = excluded.snapshot, made = excluded.made`

// A row without a chain was made by this transaction alone, to be locked.
const deleteMade = `DELETE FROM trips WHERE key = ANY($1) AND chain = ''`

// writes are the changes of commits, as columns of what is inserted.
type writes struct {
	batch pgx.Batch

	trips, seqs              []int64 // of events
	events, decisions, links [][]byte

	snapshotTrips, snapshotSeqs []int64
	kept                        []bool
	snapshots                   [][]byte

	refused []int64 // keys of rows whose commits are refused
}

// add adds the changes of a commit.
func (w *writes) add(r *request, token int64, history store.History, now time.Time) {
	c, was := &r.Commit, &r.was
	chain := w.addEvents(was, c)
	seq, turns := was.seq+int64(len(c.Events)), was.turns
	if c.TurnEnded {
		turns++
	}
	pending := len(c.Outstanding)+len(c.Queue) > 0 || c.Queue == nil && was.queued
	var owner *int64
	if pending {
		owner = &token
	}
	calls := columnsOf(c.Outstanding)
	w.batch.Queue(updateRow, was.key, seq, chain, turns, c.Queue,
		calls.ids, calls.names, calls.arguments, calls.times, calls.keys, pending, owner, r.revision, now)
	if len(c.Snapshot) > 0 {
		w.snapshotTrips, w.snapshotSeqs = append(w.snapshotTrips, was.key), append(w.snapshotSeqs, seq)
		w.kept = append(w.kept, c.TurnEnded && history.Keeps(turns))
		w.snapshots = append(w.snapshots, c.Snapshot)
	}
	for _, a := range c.Answers {
		queueAnswer(&w.batch, c.Trip, a)
	}
}

// addEvents adds the records of a commit, the header among them when the trip is new. It returns the last link.
func (w *writes) addEvents(was *row, c *store.Commit) []byte {
	var link [32]byte
	add := func(seq int64, record, decision []byte) {
		if record == nil {
			record = []byte{} // nil would be NULL
		}
		w.trips, w.seqs = append(w.trips, was.key), append(w.seqs, seq)
		w.events, w.decisions = append(w.events, record), append(w.decisions, decision)
		w.links = append(w.links, bytes.Clone(link[:]))
	}
	if len(was.chain) == 0 {
		link = store.FirstChain(c.Header)
		add(0, c.Header, nil)
	} else {
		copy(link[:], was.chain)
	}
	for i, event := range c.Events {
		link = store.NextChain(link, event)
		add(was.seq+1+int64(i), event, c.DecisionOn(i))
	}
	return link[:]
}

// end returns all statements, the last of which commits.
func (w *writes) end(now time.Time) *pgx.Batch {
	b := &w.batch
	if len(w.events) > 0 {
		b.Queue(insertEvents, w.trips, w.seqs, w.events, w.decisions, w.links)
	}
	if len(w.snapshots) > 0 {
		b.Queue(`DELETE FROM snapshots WHERE trip = ANY($1) AND NOT kept`, w.snapshotTrips)
		b.Queue(insertSnapshots, w.snapshotTrips, w.snapshotSeqs, w.kept, w.snapshots, now)
	}
	if len(w.refused) > 0 {
		b.Queue(deleteMade, w.refused)
	}
	b.Queue("COMMIT")
	return b
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
