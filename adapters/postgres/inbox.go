package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// These statements are also made in transactions of others, whose search_path is their own: %[1]s stands before each
// table. A request that waits keeps its place when it is put again; one that was answered is asked anew.
const insertRequest = `
INSERT INTO %[1]sinbox AS box (trip, id, kind, body) SELECT $1, $2, $3, $4
WHERE $5::bigint = 0 OR (SELECT count(*) FROM %[1]sinbox WHERE trip = $1 AND answer IS NULL) < $5
ON CONFLICT (trip, id) DO UPDATE SET n = excluded.n, kind = excluded.kind, body = excluded.body, put = excluded.put,
    answer = NULL
WHERE box.answer IS NOT NULL`

const selectRequest = `SELECT kind, body FROM %[1]sinbox WHERE trip = $1 AND id = $2 AND answer IS NULL`

// Whoever has the trip is told of a request; when nobody has it, one of those that listen, for a trip always the same.
const selectAddressee = `
SELECT coalesce(
    (SELECT o.token FROM %[1]strips t JOIN %[1]sowners o ON o.token = t.owner AND o.expires > clock_timestamp()
        WHERE t.id = $1 AND t.pending),
    (SELECT token FROM %[1]sowners WHERE listens AND expires > clock_timestamp()
        ORDER BY hashtextextended(encode($1, 'hex'), token), token LIMIT 1),
    0)`

// in returns a statement for the tables of a schema, which is empty for those of the search_path.
func in(schema Schema, statement string) string {
	if schema == "" {
		return fmt.Sprintf(statement, "")
	}
	return fmt.Sprintf(statement, pgx.Identifier{string(schema)}.Sanitize()+".")
}

// Put implements [store.Inbox].
func (s *Store) Put(ctx context.Context, r store.Request, within int) (store.Request, error) {
	there, found := r, false
	var addressee int64
	err := s.read(ctx, r.Trip, func(conn *pgx.Conn) error {
		b := &pgx.Batch{}
		b.Queue(in("", insertRequest), []byte(r.Trip), []byte(r.ID), r.Kind, append([]byte{}, r.Body...), within)
		b.Queue(in("", selectRequest), []byte(r.Trip), []byte(r.ID)).QueryRow(func(row pgx.Row) error {
			err := row.Scan(&there.Kind, &there.Body)
			if found = err == nil; errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			return err
		})
		b.Queue(in("", selectAddressee), []byte(r.Trip)).QueryRow(func(row pgx.Row) error { return row.Scan(&addressee) })
		return conn.SendBatch(ctx, b).Close()
	})
	switch {
	case err != nil:
		return store.Request{}, err
	case !found:
		return store.Request{}, fmt.Errorf("%w: trip %q: %d", store.ErrFull, r.Trip, within)
	}
	s.say(word{kind: requested, to: addressee, trip: r.Trip})
	return there, nil
}

// Waiting implements [store.Inbox].
func (s *Store) Waiting(ctx context.Context, id trip.ID) (list []store.Request, err error) {
	err = s.read(ctx, id, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `SELECT id, kind, body FROM inbox WHERE trip = $1 AND answer IS NULL ORDER BY n LIMIT $2`,
			[]byte(id), store.MaxPending)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(found pgx.CollectableRow) (store.Request, error) {
			r := store.Request{Trip: id}
			var own []byte
			err := found.Scan(&own, &r.Kind, &r.Body)
			r.ID = string(own)
			return r, err
		})
		return err
	})
	return orNil(list), err
}

// Backlog implements [store.Inbox].
func (s *Store) Backlog(ctx context.Context, limit int) (list []store.Backlog, err error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	err = s.attempt(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `SELECT trip, count(*), clock_timestamp() - min(put) FROM inbox WHERE answer IS NULL
			GROUP BY trip ORDER BY min(put), trip LIMIT $1`, limit)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(found pgx.CollectableRow) (b store.Backlog, err error) {
			var id []byte
			err = found.Scan(&id, &b.Requests, &b.Waits)
			b.Trip = trip.ID(id)
			return b, err
		})
		return err
	})
	return list, err
}

// What nobody asks for is taken out, an answer is kept without what was asked.
const (
	deleteRequest = `DELETE FROM inbox WHERE trip = $1 AND id = $2 AND answer IS NULL`
	answerRequest = `UPDATE inbox SET answer = $3, body = '', put = clock_timestamp()
        WHERE trip = $1 AND id = $2 AND answer IS NULL`
)

// queueAnswer adds the statement that takes a request out.
func queueAnswer(b *pgx.Batch, id trip.ID, a store.Answer) {
	if a.Body == nil {
		b.Queue(deleteRequest, []byte(id), []byte(a.ID))
		return
	}
	b.Queue(answerRequest, []byte(id), []byte(a.ID), a.Body)
}

// Answer implements [store.Inbox].
func (s *Store) Answer(ctx context.Context, id trip.ID, seq int64, a store.Answer) error {
	c := store.Commit{Trip: id, ExpectedSeq: seq, Answers: []store.Answer{a}}
	if err := c.Check(); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	try := func(token int64) error {
		return s.attempt(ctx, func(conn *pgx.Conn) error { return answer(ctx, conn, &c, a, token) })
	}
	token := s.lease.current()
	err := try(token)
	if errors.Is(err, errExpired) {
		if err = s.lease.retake(ctx, token); err == nil {
			err = try(s.lease.current())
		}
	}
	if err == nil {
		s.say(word{kind: changed, trip: id})
	}
	return err
}

const deleteTrip = `DELETE FROM trips WHERE key = $1 AND EXISTS (SELECT FROM inbox WHERE trip = $2 AND id = $3 AND answer IS NULL)`

// answer is one try under a lease. Made again it changes nothing.
func answer(ctx context.Context, conn *pgx.Conn, c *store.Commit, a store.Answer, token int64) error {
	rows, err := lock(ctx, conn, []*store.Commit{c}, token)
	if err != nil {
		return err
	}
	was := rows[c.Trip]
	if was == nil {
		was = &row{}
	}
	b := &pgx.Batch{}
	refused := was.refuses(c, token)
	switch {
	case refused != nil:
		b.Queue("ROLLBACK")
	default:
		if a.Erase {
			b.Queue(deleteTrip, was.key, []byte(c.Trip), []byte(a.ID))
		}
		queueAnswer(b, c.Trip, a)
		b.Queue(deleteMade, []int64{was.key})
		b.Queue("COMMIT")
	}
	return errors.Join(refused, finish(ctx, conn, b))
}

// Answered implements [store.Inbox].
func (s *Store) Answered(ctx context.Context, id trip.ID, requestID string) (a store.Answer, waits bool, err error) {
	a.ID = requestID
	err = s.read(ctx, id, func(conn *pgx.Conn) error {
		const ask = `SELECT answer IS NULL, answer FROM inbox WHERE trip = $1 AND id = $2`
		err := conn.QueryRow(ctx, ask, []byte(id), []byte(requestID)).Scan(&waits, &a.Body)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return a, waits, err
}
