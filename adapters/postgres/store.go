package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/store"
)

// Options says how a store is opened. The zero value is ready to use.
type Options struct {
	// Name is this process among those that share the database; other processes are told it when they ask for a trip
	// that this one works on. A process that opens the store under the name of one that is gone, or hangs, takes its
	// place at once: that one can commit nothing more. Default: a random name, so that a process that was killed is
	// waited for until its lease has expired.
	Name string

	Schema   string        // where the tables are, and made when they are not there; default "legwork"
	Lease    time.Duration // how long a process that does not answer keeps its trips; default 15 s, at least 100 ms
	Timeout  time.Duration // how long a server that is away is tried, and a commit past recall waited for; default 10 s
	MaxConns int           // connections for trips, beside one for the lease and two for words; default 16
	History  store.History // which snapshots of ended turns are kept; default all

	// Now is the clock that Prune goes by; default time.Now. Leases go by the server's.
	Now func() time.Time
}

// Store keeps trips in a PostgreSQL database. It implements [store.Store], [store.Inbox], [store.Prober],
// [store.Pruner] and [store.Deleter].
type Store struct {
	options Options
	pool    *pgxpool.Pool
	lease   *lease
	words   *words
	line    line

	using  sync.RWMutex // guards closed; held for reading while a method uses the database, so that Close waits for it
	closed bool
}

var (
	_ store.Store   = (*Store)(nil)
	_ store.Inbox   = (*Store)(nil)
	_ store.Prober  = (*Store)(nil)
	_ store.Pruner  = (*Store)(nil)
	_ store.Deleter = (*Store)(nil)
)

// enter begins the use of the database, which leave ends.
func (s *Store) enter(ctx context.Context) error {
	s.using.RLock()
	err := ctx.Err()
	if s.closed {
		err = store.ErrClosed
	}
	if err != nil {
		s.using.RUnlock()
	}
	return err
}

func (s *Store) leave() { s.using.RUnlock() }

// Close implements [store.Store]. Trips with something pending can be taken over by other processes at once, which are
// told so.
func (s *Store) Close() error {
	s.using.Lock()
	defer s.using.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.lease.release()
	s.words.close(word{kind: leaving, from: s.lease.token}.String(), s.options)
	s.pool.Close()
	return nil
}
