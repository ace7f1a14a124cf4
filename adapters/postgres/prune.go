package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// pagePrune is how many trips a step of Prune looks at, in one transaction.
const pagePrune = 200

const selectIdle = `SELECT key FROM trips WHERE id > $1 AND id <= $2 AND NOT pending AND touched < $3
ORDER BY id FOR UPDATE SKIP LOCKED`

// What is too old or one too many goes; the newest snapshot of a trip is only no longer one of the history.
const pruneSnapshots = `
WITH ranked AS (
    SELECT s.trip, s.seq, s.kept, s.made, rank() OVER (PARTITION BY s.trip, s.kept ORDER BY s.seq DESC) AS nth,
        NOT EXISTS (SELECT FROM snapshots l WHERE l.trip = s.trip
            AND (l.seq > s.seq OR l.seq = s.seq AND NOT l.kept AND s.kept)) AS newest
    FROM snapshots s JOIN trips t ON t.key = s.trip
    WHERE t.id > $1 AND t.id <= $2
), gone AS (
    SELECT trip, seq, newest FROM ranked WHERE kept AND ($3 > 0 AND nth > $3 OR made < $4)
), demoted AS (
    UPDATE snapshots s SET kept = false FROM gone WHERE s.trip = gone.trip AND s.seq = gone.seq
        AND s.kept AND gone.newest RETURNING 1
), deleted AS (
    DELETE FROM snapshots s USING gone WHERE s.trip = gone.trip AND s.seq = gone.seq
        AND s.kept AND NOT gone.newest RETURNING 1
)
SELECT (SELECT count(*) FROM demoted) + (SELECT count(*) FROM deleted)`

// Prune implements [store.Pruner].
func (s *Store) Prune(ctx context.Context, r store.Retention) (store.PruneReport, error) {
	var report store.PruneReport
	for after := []byte{}; after != nil; {
		step, last, err := s.pruneStep(ctx, r, after)
		if err != nil {
			return report, err
		}
		report.Trips += step.Trips
		report.Snapshots += step.Snapshots
		report.Removed += step.Removed
		after = last
	}
	return report, nil
}

// pruneStep prunes the next trips after an id, and returns the last one, nil when there was none.
func (s *Store) pruneStep(
	ctx context.Context, r store.Retention, after []byte,
) (report store.PruneReport, last []byte, err error) {
	if err := s.enter(ctx); err != nil {
		return report, nil, err
	}
	defer s.leave()
	now := s.options.Now()
	err = s.attempt(ctx, func(conn *pgx.Conn) error {
		report, last = store.PruneReport{}, nil
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			const page = `SELECT count(*), (array_agg(id ORDER BY id DESC))[1] FROM (SELECT id FROM trips WHERE id > $1 ORDER BY id LIMIT $2) page`
			if err := tx.QueryRow(ctx, page, after, pagePrune).Scan(&report.Trips, &last); err != nil || last == nil {
				return err
			}
			if r.IdleAfter > 0 {
				removed, err := tx.Exec(ctx, `DELETE FROM trips WHERE key IN (`+selectIdle+`)`, after, last, now.Add(-r.IdleAfter))
				if err != nil {
					return err
				}
				report.Removed = removed.RowsAffected()
			}
			if r.KeepTurns <= 0 && r.MaxAge <= 0 {
				return nil
			}
			oldest := time.Time{} // of all times
			if r.MaxAge > 0 {
				oldest = now.Add(-r.MaxAge)
			}
			return tx.QueryRow(ctx, pruneSnapshots, after, last, r.KeepTurns, oldest).Scan(&report.Snapshots)
		})
	})
	return report, last, err
}

// Delete implements [store.Deleter]. It returns store.ErrOwned for a trip on which another process works.
func (s *Store) Delete(ctx context.Context, id trip.ID) error {
	if _, err := s.Own(ctx, id); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	return s.attempt(ctx, func(conn *pgx.Conn) error {
		const erase = `DELETE FROM trips WHERE id = $1 AND (NOT pending OR owner = $2)`
		gone, err := conn.Exec(ctx, erase, []byte(id), s.lease.current())
		if err == nil && gone.RowsAffected() == 0 {
			err = fmt.Errorf("%w: trip %q", store.ErrFenced, id)
		}
		return err
	})
}
