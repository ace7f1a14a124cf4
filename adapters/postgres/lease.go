package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/store"
)

// errExpired says that the store's own lease has expired and must be taken anew.
var errExpired = errors.New("store: the lease has expired")

// lease is what the store has the trips by that it works on. It has a connection of its own, so that it is
// renewed however busy the others are. A lease that has expired is never renewed: the next one has another token, and
// what was owned under the old one is lost.
type lease struct {
	pool    *pgxpool.Pool
	name    string
	length  time.Duration
	timeout time.Duration

	mu    sync.Mutex // guards token, and is held while a new one is taken
	token int64
	held  atomic.Pointer[heldLease] // replaced whenever the lease is taken or renewed

	listens atomic.Bool // the process works off requests, which its lease says when it is renewed

	cancel  context.CancelFunc
	stopped chan struct{}
}

// heldLease is what is known of a lease without asking the server.
type heldLease struct {
	token int64
	until time.Time // when it is over, reckoned from before it was taken or renewed
}

const takeLease = `
INSERT INTO owners (name, token, expires, listens) VALUES ($1, nextval('tokens'), clock_timestamp() + $2::interval, $5)
ON CONFLICT (name) DO UPDATE SET token = excluded.token, expires = excluded.expires, listens = excluded.listens
WHERE $3 OR owners.token = $4 OR owners.expires <= clock_timestamp()
RETURNING token`

// acquire takes the lease of the name, at any rate or when nobody else has it by now.
func (l *lease) acquire(ctx context.Context, atAnyRate bool) error {
	return attempt(ctx, l.pool, l.timeout, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `DELETE FROM owners WHERE expires <= clock_timestamp() AND name <> $1`,
			l.name); err != nil {
			return err
		}
		from := time.Now()
		err := conn.QueryRow(ctx, takeLease, l.name, l.length, atAnyRate, l.token, l.listens.Load()).Scan(&l.token)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("%w: another process has opened the store under the name %q: give each process its own",
				store.ErrFenced, l.name)
		case err == nil:
			l.held.Store(&heldLease{l.token, from.Add(l.length)})
		}
		return err
	})
}

// Lease implements [store.Owner]. A machine that slept has counted that with its wall clock alone.
func (s *Store) Lease() store.Lease {
	held, now := s.lease.held.Load(), time.Now()
	left := min(held.until.Sub(now), held.until.Round(0).Sub(now.Round(0)))
	return store.Lease{Token: held.token, Length: s.lease.length, Left: max(left, 0)}
}

// current returns the token of the lease.
func (l *lease) current() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.token
}

// retake takes a lease for the one of a token that was found to have expired.
func (l *lease) retake(ctx context.Context, expired int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.token != expired {
		return nil // somebody has done so meanwhile
	}
	err := l.acquire(ctx, false)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault(err)
}

// keep renews the lease until the store is closed.
func (l *lease) keep(ctx context.Context) {
	defer close(l.stopped)
	beat := time.NewTicker(l.length / 4)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			_ = l.renew(ctx) // appends find out: only they have somebody to tell
		}
	}
}

// renew makes the lease last again.
func (l *lease) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.length)
	defer cancel()
	held, from := l.held.Load(), time.Now()
	var lost bool
	err := attempt(ctx, l.pool, l.timeout, func(conn *pgx.Conn) error {
		from = time.Now()
		tag, err := conn.Exec(ctx, `UPDATE owners SET expires = clock_timestamp() + $2::interval, listens = $3
			WHERE token = $1 AND expires > clock_timestamp()`, held.token, l.length, l.listens.Load())
		lost = tag.RowsAffected() == 0
		return err
	})
	switch {
	case err == nil && lost:
		return l.retake(ctx, held.token)
	case err == nil:
		l.held.CompareAndSwap(held, &heldLease{held.token, from.Add(l.length)})
	}
	return err
}

// Probe implements [store.Prober]: it renews the lease.
func (s *Store) Probe(ctx context.Context) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.lease.renew(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault(err)
}

// release ends the lease, so that nobody waits for it to expire; where the server is away, it does that.
func (l *lease) release() {
	l.cancel()
	<-l.stopped
	ctx, cancel := context.WithTimeout(context.Background(), min(l.timeout, 5*time.Second))
	defer cancel()
	_, _ = l.pool.Exec(ctx, `DELETE FROM owners WHERE token = $1`, l.token)
	l.pool.Close()
}
