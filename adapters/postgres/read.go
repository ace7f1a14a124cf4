package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// loaded is a trip and who works on it.
type loaded struct {
	store.Trip
	pending   bool
	revision  int64
	owner     int64
	ownerName string // empty when that owner is gone
	leased    bool   // the lease that was asked about holds
}

// One statement sees one state of the trip. base is the record that the newest snapshot stands at, or the header.
const selectTrip = `
SELECT t.seq, t.chain, t.call_ids, t.call_names, t.call_arguments, t.call_times, t.call_keys, t.queue,
    t.pending, t.revision, coalesce(t.owner, 0),
    coalesce((SELECT name FROM owners WHERE token = t.owner AND expires > clock_timestamp()), ''),
    EXISTS (SELECT FROM owners WHERE token = $2 AND expires > clock_timestamp()),
    header.event, base.chain, coalesce(s.seq, 0), s.snapshot, tail.seqs, tail.events, tail.decisions, tail.chains
FROM trips t
LEFT JOIN LATERAL (SELECT seq, snapshot FROM snapshots WHERE trip = t.key ORDER BY seq DESC, kept LIMIT 1) s ON true
LEFT JOIN events header ON header.trip = t.key AND header.seq = 0
LEFT JOIN events base ON base.trip = t.key AND base.seq = coalesce(s.seq, 0)
CROSS JOIN LATERAL (
    SELECT array_agg(seq ORDER BY seq) AS seqs, array_agg(event ORDER BY seq) AS events,
        array_agg(decision ORDER BY seq) AS decisions, array_agg(chain ORDER BY seq) AS chains
    FROM events WHERE trip = t.key AND seq > coalesce(s.seq, 0)
) tail
WHERE t.id = $1`

// Load implements [store.Store].
func (s *Store) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	var found loaded
	err := s.read(ctx, id, func(conn *pgx.Conn) error {
		var err error
		found, err = load(ctx, conn, id, 0)
		return err
	})
	return found.Trip, err
}

// read calls f with a connection, after the checks that every method on a trip makes.
func (s *Store) read(ctx context.Context, id trip.ID, f func(*pgx.Conn) error) error {
	if err := store.CheckID(id); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	return s.attempt(ctx, f)
}

// load reads a trip, and whether the lease of a token holds.
func load(ctx context.Context, conn *pgx.Conn, id trip.ID, token int64) (loaded, error) {
	t := loaded{Trip: store.Trip{ID: id}}
	var c columns
	var chain, base []byte
	var seqs []int64
	var events, decisions, chains [][]byte
	err := conn.QueryRow(ctx, selectTrip, []byte(id), token).Scan(&t.Seq, &chain,
		&c.ids, &c.names, &c.arguments, &c.times, &c.keys, &t.Queue, &t.pending, &t.revision, &t.owner,
		&t.ownerName, &t.leased,
		&t.Header, &base, &t.SnapshotSeq, &t.Snapshot, &seqs, &events, &decisions, &chains)
	if errors.Is(err, pgx.ErrNoRows) {
		return loaded{}, notFound(id)
	}
	if err != nil {
		return loaded{}, err
	}
	t.Outstanding = c.calls()
	t.Header, t.Queue = orNil(t.Header), orNil(t.Queue)
	l := link{trip: id, seq: t.SnapshotSeq, missing: base == nil}
	copy(l.chain[:], base)
	for i, seq := range seqs {
		record, err := l.next(store.Record{Seq: seq, Event: events[i], Decision: decisions[i]}, chains[i])
		if err != nil {
			return loaded{}, err
		}
		t.Tail = append(t.Tail, record)
	}
	copy(t.Chain[:], chain)
	return t, l.ends(t.Seq, t.Chain)
}

// orNil returns nil for a list that is empty.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

func notFound(id trip.ID) error { return fmt.Errorf("%w: trip %q", store.ErrNotFound, id) }

// link is where a walk along the hash chain of a trip stands.
type link struct {
	trip    trip.ID
	seq     int64
	chain   [32]byte
	missing bool // the record at seq is not there
}

// next goes on to the next record, with the chain that stands beside it, and returns it with its own.
func (l *link) next(r store.Record, chain []byte) (store.Record, error) {
	if l.missing || r.Seq != l.seq+1 {
		return store.Record{}, l.lost()
	}
	l.seq, l.chain = r.Seq, store.NextChain(l.chain, r.Event)
	if !bytes.Equal(l.chain[:], chain) {
		return store.Record{}, &store.DamagedError{
			Trip: l.trip, Seq: r.Seq,
			What: "the hash chain breaks: this event, or one before it, is not what was written",
		}
	}
	r.Chain = l.chain
	return r, nil
}

// ends checks that the walk has come to where the trip says that its log ends.
func (l *link) ends(seq int64, chain [32]byte) error {
	switch {
	case l.missing || l.seq < seq:
		return l.lost()
	case l.seq > seq || l.chain != chain:
		return &store.DamagedError{Trip: l.trip, Seq: l.seq, What: "the log does not end as the trip says"}
	}
	return nil
}

func (l *link) lost() error {
	seq := l.seq
	if !l.missing {
		seq++
	}
	return &store.DamagedError{Trip: l.trip, Seq: seq, What: "the record is missing"}
}

const selectSnapshot = `
SELECT s.seq, s.snapshot FROM trips t
LEFT JOIN LATERAL (SELECT seq, snapshot FROM snapshots WHERE trip = t.key AND seq <= $2
    ORDER BY seq DESC, kept LIMIT 1) s ON true
WHERE t.id = $1`

// SnapshotAt implements [store.Store].
func (s *Store) SnapshotAt(ctx context.Context, id trip.ID, seq int64) ([]byte, int64, error) {
	var snapshot []byte
	var at *int64
	err := s.read(ctx, id, func(conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, selectSnapshot, []byte(id), seq).Scan(&at, &snapshot)
		if errors.Is(err, pgx.ErrNoRows) {
			return notFound(id)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, 0, err
	case at == nil:
		return nil, 0, fmt.Errorf("%w: trip %q has no snapshot at or before seq %d", store.ErrNotFound, id, seq)
	}
	return snapshot, *at, nil
}

// pageTrips, pageRecords and pageBytes bound what is read at once. Whoever reads slowly holds a page for as long.
// Whoever reads one record, or what came since, needs no more than firstRecords.
const (
	pageTrips    = 1000
	firstRecords = 8
	pageRecords  = 100
	pageBytes    = 32 << 10
)

// Trips implements [store.Store].
func (s *Store) Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, `SELECT id FROM trips WHERE id > $1 ORDER BY id LIMIT $2`, after)
}

// Pending implements [store.Store]. It yields the trips of all processes.
func (s *Store) Pending(ctx context.Context) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, `SELECT id FROM trips WHERE pending AND id > $1 ORDER BY id LIMIT $2`, "")
}

// ids yields what a query finds, page by page.
func (s *Store) ids(ctx context.Context, query string, after trip.ID) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		for {
			page, err := s.page(ctx, query, after)
			if err != nil {
				yield("", err)
				return
			}
			for _, id := range page {
				if !yield(trip.ID(id), nil) {
					return
				}
				after = trip.ID(id)
			}
			if len(page) < pageTrips {
				return
			}
		}
	}
}

func (s *Store) page(ctx context.Context, query string, after trip.ID) (page [][]byte, err error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	err = s.attempt(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, query, []byte(after), pageTrips)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
	return page, err
}

// Log implements [store.Store]. It checks the hash chain on its way.
func (s *Store) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		w := walk{s: s, link: link{trip: id, seq: max(from, 1) - 1, missing: true}}
		if err := w.along(ctx, yield); err != nil {
			yield(store.Record{}, err)
		}
	}
}

// walk reads a log page by page, from the record on that stands before the first one it yields.
type walk struct {
	link
	s         *Store
	key, last int64 // of the trip, once its first page was read
}

// along returns nil also when the loop ended early.
func (w *walk) along(ctx context.Context, yield func(store.Record, error) bool) error {
	for first := true; first || w.seq < w.last; first = false {
		page, err := w.page(ctx)
		switch {
		case err != nil:
			return err
		case w.seq >= w.last: // there is nothing from there on
			return nil
		case len(page) == 0:
			return w.gone(ctx, w.lost())
		}
		for _, r := range page {
			if w.missing && r.Seq == w.seq {
				w.chain, w.missing = r.Chain, false
				continue
			}
			if !w.missing && w.seq >= w.last { // it came since
				return nil
			}
			record, err := w.next(r, r.Chain[:])
			if err != nil {
				return w.gone(ctx, err)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if !yield(record, nil) {
				return nil
			}
		}
	}
	return nil
}

// gone tells a trip that was removed while it was read from one that is damaged.
func (w *walk) gone(ctx context.Context, damaged error) error {
	return w.s.read(ctx, w.trip, func(conn *pgx.Conn) error {
		var there bool
		err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM trips WHERE key = $1)`, w.key).Scan(&there)
		switch {
		case err != nil:
			return err
		case there:
			return damaged
		}
		return notFound(w.trip)
	})
}

// What begins within the bytes of a page is read, so at least one record. The first page is read by the trip's id,
// those behind it by its key, which no later trip of that id has.
const selectRecords = `
SELECT t.key, t.seq, page.seq, page.event, page.decision, page.chain
FROM trips t LEFT JOIN LATERAL (
    SELECT *, sum(length(event) + coalesce(length(decision), 0)) OVER (ORDER BY seq) AS upto
    FROM (SELECT * FROM events WHERE trip = t.key AND seq BETWEEN $3 AND t.seq ORDER BY seq LIMIT $4) counted
) page ON page.upto - length(page.event) - coalesce(length(page.decision), 0) < $5
WHERE t.id = $1 AND ($2::bigint = 0 OR t.key = $2) ORDER BY page.seq`

// page reads the next records.
func (w *walk) page(ctx context.Context) (page []store.Record, err error) {
	first, limit := w.seq+1, pageRecords
	if w.missing {
		first = w.seq
	}
	if w.key == 0 {
		limit = firstRecords
	}
	err = w.s.read(ctx, w.trip, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, selectRecords, []byte(w.trip), w.key, first, limit, pageBytes)
		if err != nil {
			return err
		}
		var key, last int64
		var seq *int64
		var event, decision, chain []byte
		page = page[:0]
		there, err := pgx.ForEachRow(rows, []any{&key, &last, &seq, &event, &decision, &chain}, func() error {
			if seq == nil { // the trip has no record there
				return nil
			}
			r := store.Record{Seq: *seq, Event: event, Decision: decision}
			copy(r.Chain[:], chain)
			page, seq, event, decision, chain = append(page, r), nil, nil, nil, nil
			return nil
		})
		switch {
		case err != nil:
			return err
		case there.RowsAffected() == 0:
			return notFound(w.trip)
		case w.key == 0:
			w.key, w.last = key, last
		}
		return nil
	})
	return page, err
}
