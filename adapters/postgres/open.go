package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/store"
)

func (o Options) withDefaults() Options {
	o.Name = cmp.Or(o.Name, rand.Text())
	o.Schema = cmp.Or(o.Schema, "legwork")
	if o.Lease <= 0 {
		o.Lease = 15 * time.Second
	}
	o.Lease = max(o.Lease, 100*time.Millisecond)
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	if o.MaxConns <= 0 {
		o.MaxConns = 16
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Open opens the store in a database, such as postgres://user@host:5432/trips, and makes or upgrades its tables.
// Several processes may have it open, each under a name of its own. The user needs the right to create a schema in
// the database, or a schema of the name that is theirs.
//
//   - Errors: *store.OpenError, or that of ctx.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	o = o.withDefaults()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, &store.OpenError{
			Path: "postgres", Reason: store.ErrInvalid, Err: err,
			Advice: "give a URL such as postgres://user@host:5432/database",
		}
	}
	configure(config, o)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, openError(ctx, config, o, err)
	}
	forLease := config.Copy()
	forLease.MaxConns = 1
	beside, err := pgxpool.NewWithConfig(ctx, forLease)
	if err != nil {
		pool.Close()
		return nil, openError(ctx, config, o, err)
	}
	s := &Store{options: o, pool: pool}
	if s.lease, err = s.prepare(ctx, beside); err != nil {
		pool.Close()
		beside.Close()
		return nil, openError(ctx, config, o, err)
	}
	forWords := config.Copy()
	forWords.MaxConns = 2
	told, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), forWords)
	if err != nil {
		s.lease.release()
		pool.Close()
		return nil, openError(ctx, config, o, err)
	}
	s.words = s.openWords(told)
	return s, nil
}

// prepare makes the store ready for use. beside is the pool of the lease.
func (s *Store) prepare(ctx context.Context, beside *pgxpool.Pool) (*lease, error) {
	o := s.options
	err := attempt(ctx, s.pool, o.Timeout, func(conn *pgx.Conn) error {
		return attempt(ctx, beside, o.Timeout, func(other *pgx.Conn) error { return keepSessions(ctx, conn, other) })
	})
	if err != nil {
		return nil, err
	}
	err = attempt(ctx, s.pool, o.Timeout, func(conn *pgx.Conn) error { return migrate(ctx, conn, o.Schema) })
	if err != nil {
		return nil, err
	}
	return openLease(ctx, beside, o)
}

// configure sees to it that every connection means the same by our statements, whatever the server's defaults are.
func configure(config *pgxpool.Config, o Options) {
	config.MaxConns = int32(min(o.MaxConns, 1<<15)) //nolint:gosec // it is small
	config.ConnConfig.RuntimeParams["application_name"] = "legwork " + o.Name
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		// Nothing else can be said when a connection is made: PgBouncer refuses it.
		_, err := conn.Exec(ctx, setUp, pgx.QueryExecModeExec, pgx.Identifier{o.Schema}.Sanitize(),
			fmt.Sprint(o.Lease.Milliseconds()))
		return err
	}
}

// A process that hangs in the middle of a commit does not keep the trip for ever.
const setUp = `
SELECT set_config('search_path', $1, false), set_config('idle_in_transaction_session_timeout', $2, false),
    set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false)`

// errNoSessions says that what is set or prepared on a connection is not there the next time.
var errNoSessions = errors.New("a pooler between gives each transaction another session of the server")

// roundsOfSessions is how often two connections are compared. A pooler that gives them sessions as they come does so
// the first time, one that goes around among many the second time.
const roundsOfSessions = 4

// keepSessions fails where two connections that are used in turn are not one process of the server each.
func keepSessions(ctx context.Context, one, other *pgx.Conn) error {
	var known [2]int
	for range roundsOfSessions {
		for i, conn := range []*pgx.Conn{one, other} {
			var pid int
			err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeExec).Scan(&pid)
			if err != nil {
				return err
			}
			if known[i] != 0 && known[i] != pid || known[1-i] == pid {
				return errNoSessions
			}
			known[i] = pid
		}
	}
	return nil
}

// openLease takes the lease of the store's name, in a pool of one connection, and begins to renew it.
func openLease(ctx context.Context, pool *pgxpool.Pool, o Options) (*lease, error) {
	l := &lease{pool: pool, name: o.Name, length: o.Lease, timeout: o.Timeout, stopped: make(chan struct{})}
	if err := l.acquire(ctx, true); err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	go l.keep(life)
	return l, nil
}

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock keeps two processes from upgrading the tables at once. The number has no meaning.
const migrationLock = 0x6c6567776f726b

// errNewer says that a newer version of this package has upgraded the tables.
var errNewer = errors.New("the tables are newer")

// migrate brings the tables to the newest version, in one transaction.
func migrate(ctx context.Context, conn *pgx.Conn, schema string) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		version, err := versionOf(ctx, tx, schema)
		if err != nil {
			return err
		}
		if version > len(files) {
			return worksWith(ctx, tx, version, len(files))
		}
		for i, file := range files[version:] {
			text, err := migrations.ReadFile(file)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(text)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if _, err := tx.Exec(ctx, `INSERT INTO migrations (version) VALUES ($1)`, version+i+1); err != nil {
				return err
			}
		}
		if version == len(files) {
			return nil
		}
		_, err = tx.Exec(ctx, `UPDATE migrations SET least = $2 WHERE version = $1`, len(files), leastVersion)
		return err
	})
}

// leastVersion is the oldest version of the tables that a program may know which works with these. A migration after it
// only adds what such a program need not know: servers of both work side by side while a new version is rolled out.
const leastVersion = 3

// worksWith fails when tables of a newer version are not for a program that knows an older one.
func worksWith(ctx context.Context, tx pgx.Tx, version, known int) error {
	var least int
	err := tx.QueryRow(ctx, `SELECT coalesce(least, version) FROM migrations WHERE version = $1`, version).Scan(&least)
	if err == nil && least > known {
		err = fmt.Errorf("%w: version %d, this program knows %d", errNewer, version, known)
	}
	return err
}

// versionOf returns how many migrations the schema has had, and makes it where it is not there.
func versionOf(ctx context.Context, tx pgx.Tx, schema string) (version int, err error) {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
		return 0, err
	}
	var there, ours bool
	quoted := pgx.Identifier{schema}.Sanitize()
	err = tx.QueryRow(ctx, `SELECT to_regnamespace($1) IS NOT NULL, to_regclass($2) IS NOT NULL`, quoted,
		quoted+".migrations").Scan(&there, &ours)
	if err != nil {
		return 0, err
	}
	if !there {
		if _, err := tx.Exec(ctx, `CREATE SCHEMA `+quoted); err != nil {
			return 0, err
		}
	}
	if !ours {
		const table = `CREATE TABLE migrations (version integer PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())`
		_, err := tx.Exec(ctx, table)
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM migrations`).Scan(&version)
	return version, err
}

// openError says why a store could not be opened, without the password that the URL may hold.
func openError(ctx context.Context, config *pgxpool.Config, o Options, err error) error {
	c := config.ConnConfig
	out := &store.OpenError{
		Path: fmt.Sprintf("%s:%d/%s, schema %s", c.Host, c.Port, c.Database, o.Schema), Err: err,
		Reason: store.ErrMedium, Advice: "see that the server runs, and that it can be reached from here",
	}
	switch code := codeOf(err); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errNewer):
		out.Reason, out.Advice = store.ErrVersion, "open it with the version of this program that upgraded it, or a newer one"
	case errors.Is(err, errNoSessions):
		out.Reason, out.Advice = store.ErrInvalid, "set pool_mode = session in PgBouncer, or connect to the server itself: "+
			"search_path, prepared statements and the lease belong to a session"
	case strings.HasPrefix(code, "28"):
		out.Reason, out.Advice = store.ErrAccess, "check the user, the password and the server's pg_hba.conf"
	case code == "42501":
		out.Reason, out.Advice = store.ErrAccess, "let the user create a schema in the database, or own the schema"
	case code == readOnly:
		out.Reason, out.Advice = store.ErrReadOnly, "give the address of the primary server, not of a standby"
	case code == "3D000":
		out.Reason, out.Advice = store.ErrMissing, "create the database first, with createdb"
	case code == "42P07", code == "42P01", code == "42703":
		out.Reason, out.Advice = store.ErrNotStore, "the schema has other tables: choose another one"
	}
	return out
}
