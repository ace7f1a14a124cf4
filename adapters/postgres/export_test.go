package postgres

import "github.com/jackc/pgx/v5/pgxpool"

// Hang stops the renewing of a store's lease, as a process does that stands still.
func Hang(s *Store) {
	s.lease.cancel()
	<-s.lease.stopped
}

// SchemaOf returns the schema of a store.
func SchemaOf(s *Store) string { return s.options.Schema }

// PoolOf returns connections to the tables of a store.
func PoolOf(s *Store) *pgxpool.Pool { return s.pool }
