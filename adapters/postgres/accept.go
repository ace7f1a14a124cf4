package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Schema is where the tables of a store are, as in Options.Schema.
type Schema string

// DefaultSchema is that of a store whose options name none.
const DefaultSchema Schema = "legwork"

// Accept accepts an event of a trip in a transaction of the caller's, who writes in it whatever belongs to the event:
// an order, a message. When that is committed, one of the processes that have the store open works the event off, in
// order and once; when it is rolled back, the event never was. The event that makes a trip may be accepted so.
//
// The id of an event is its idempotency key: accepted again it changes nothing. An event without one gets a random one.
// Nobody waits for the queue of the trip to have room. What turns out later, such as a patch that does not fit the trip
// by then, is in the log of the process that worked it off (request_refused).
//
// The tables are those of DefaultSchema; see [Schema.Accept]. They must have been made by [Open].
//
//   - Errors: runner.ErrEvent, runner.ErrTooLarge, runner.ErrReserved, a *runner.ConflictError where another event has
//     the id, store.ErrNotFound for an event that makes no trip, store.ErrInvalid, or the transaction's own, which is
//     at an end then.
func Accept(ctx context.Context, tx pgx.Tx, id trip.ID, ev trip.Event) error {
	return DefaultSchema.Accept(ctx, tx, id, ev)
}

// Accept is [Accept] for the tables of a schema.
func (s Schema) Accept(ctx context.Context, tx pgx.Tx, id trip.ID, ev trip.Event) error {
	d, err := runner.Deliver(id, ev)
	if err != nil {
		return err
	}
	found, err := s.look(ctx, tx, id, d.ID())
	if err != nil {
		return fmt.Errorf("postgres: accept: %w", err)
	}
	for _, line := range found.lines {
		if same, err := d.Agrees(line); same || err != nil {
			return err
		}
	}
	standing, err := found.standing()
	if err != nil {
		return err
	}
	r, err := d.Request(standing)
	if err != nil {
		return err
	}
	return s.put(ctx, tx, d, r)
}

// Accept is [Accept] in a transaction of its own, for the tables of the store.
func (s *Store) Accept(ctx context.Context, id trip.ID, ev trip.Event) error {
	return s.read(ctx, id, func(conn *pgx.Conn) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			return Schema(s.options.Schema).Accept(ctx, tx, id, ev)
		})
	})
}

// found is what an event meets.
type found struct {
	there, announced      bool // the trip; something in its inbox
	lines                 [][]byte
	header, last, decided []byte // of the trip, its newest event and the decision on that; nil where there is none
}

// One statement sees one moment: an event goes from the inbox to the queue or the log. $2 stands in the line of an
// event that has the id.
const lookFor = `
SELECT t.key IS NOT NULL, EXISTS (SELECT FROM %[1]sinbox WHERE trip = $1 AND answer IS NULL), header.event, last.event,
    last.decision, t.queue,
    ARRAY(SELECT body FROM %[1]sinbox WHERE trip = $1 AND id = $3 AND answer IS NULL),
    ARRAY(SELECT event FROM %[1]sevents WHERE trip = t.key AND seq > 0 AND position($2 IN event) > 0)
FROM (SELECT) one LEFT JOIN %[1]strips t ON t.id = $1
LEFT JOIN %[1]sevents header ON header.trip = t.key AND header.seq = 0
LEFT JOIN %[1]sevents last ON last.trip = t.key AND last.seq = t.seq AND t.seq > 0`

func (s Schema) look(ctx context.Context, tx pgx.Tx, id trip.ID, eventID string) (f found, err error) {
	var queue, inbox, log [][]byte
	err = tx.QueryRow(ctx, in(s, lookFor), []byte(id), wire.AppendString([]byte(`"id":`), eventID), []byte(eventID)).Scan(
		&f.there, &f.announced, &f.header, &f.last, &f.decided, &queue, &inbox, &log)
	for _, list := range [][][]byte{log, queue, inbox} {
		f.lines = append(f.lines, list...)
	}
	return f, err
}

// standing tells what the trip's newest event left. Where nothing tells which ask stands, an answer that names none is
// bound to none: it approves nothing.
func (f *found) standing() (runner.Standing, error) {
	s := runner.Standing{Exists: f.there || f.announced}
	if !f.there {
		return s, nil
	}
	h, _, err := trip.DecodeHeader(string(f.header))
	if err != nil {
		return s, fmt.Errorf("%w: header: %w", runner.ErrDiverged, err)
	}
	s.Binding = h.Policy.ApprovalBinding
	if f.decided == nil {
		return s, nil
	}
	ev, err := trip.DecodeEvent(string(f.last))
	if err != nil {
		return s, fmt.Errorf("%w: %w", runner.ErrDiverged, err)
	}
	k, err := trip.DecodeKept(&ev, string(f.decided))
	if err != nil {
		return s, fmt.Errorf("%w: seq %d: %w", runner.ErrDiverged, ev.Seq, err)
	}
	s.Ask = k.Decision.Ask
	return s, nil
}

// put leaves the request in the inbox. Another transaction that puts one under its id is waited for.
func (s Schema) put(ctx context.Context, tx pgx.Tx, d runner.Delivery, r store.Request) error {
	for range tries {
		added, err := tx.Exec(ctx, in(s, insertRequest), []byte(r.Trip), []byte(r.ID), r.Kind, r.Body, 0)
		if err != nil {
			return fmt.Errorf("postgres: accept: %w", err)
		}
		if added.RowsAffected() == 1 {
			var to int64
			if err := tx.QueryRow(ctx, in(s, selectAddressee), []byte(r.Trip)).Scan(&to); err != nil {
				return fmt.Errorf("postgres: accept: %w", err)
			}
			w := word{kind: requested, to: to, trip: r.Trip}
			if _, err := tx.Exec(ctx, `SELECT pg_notify($1, $2)`, channelOf(string(s)), w.String()); err != nil {
				return fmt.Errorf("postgres: accept: %w", err)
			}
			return nil
		}
		var there []byte
		err = tx.QueryRow(ctx, in(s, selectRequest), []byte(r.Trip), []byte(r.ID)).Scan(nil, &there)
		if errors.Is(err, pgx.ErrNoRows) {
			continue // it was worked off meanwhile
		}
		if err != nil {
			return fmt.Errorf("postgres: accept: %w", err)
		}
		_, err = d.Agrees(there)
		return err
	}
	return fmt.Errorf("postgres: accept: %w: trip %q: others change it all the time", store.ErrMedium, r.Trip)
}
