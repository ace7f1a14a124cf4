package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/store"
)

// retryFirst and retryMax bound the pauses between attempts to reach the server.
const (
	retryFirst = 10 * time.Millisecond
	retryMax   = 500 * time.Millisecond
)

// readOnly is the code of a server that takes no writes: a standby, or one whose operator wants none for a while.
const readOnly = "25006"

// diskFull is the code of a server that has no space to write to.
const diskFull = "53100"

// attempt calls f with a connection, and again with another one when that connection breaks, until the server has been
// away, or read-only, for the store's timeout. So f may be called again only as long as it has sent no commit.
func (s *Store) attempt(ctx context.Context, f func(*pgx.Conn) error) error {
	err := attempt(ctx, s.pool, s.options.Timeout, f)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault(err)
}

func attempt(ctx context.Context, pool *pgxpool.Pool, timeout time.Duration, f func(*pgx.Conn) error) error {
	var end time.Time // reckoned from when it is known to be away: this process may have stood still before that
	for wait := retryFirst; ; wait = min(2*wait, retryMax) {
		away, err := once(ctx, pool, f)
		if end.IsZero() {
			end = time.Now().Add(timeout)
		}
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !away || time.Now().Add(wait).After(end):
			return err
		}
		pause := time.NewTimer(wait)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
}

// once reports whether the server could not be reached, or the connection broke or leads to one that is read-only.
func once(ctx context.Context, pool *pgxpool.Pool, f func(*pgx.Conn) error) (away bool, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return isAway(err), err
	}
	defer conn.Release()
	if err = f(conn.Conn()); codeOf(err) == readOnly { // elsewhere there may be a server that is not, by now
		_ = conn.Conn().Close(ctx)
	}
	return err != nil && conn.Conn().IsClosed(), err
}

// isAway reports whether a server that cannot be connected to may be there a moment later.
func isAway(err error) bool {
	switch code := codeOf(err); {
	case code == "":
		return true
	default: // it starts, ends, has no connection left, or a pooler cannot reach it
		return strings.HasPrefix(code, "57P0") || strings.HasPrefix(code, "08") || code == "53300"
	}
}

// codeOf returns the server's code of an error, empty when it is not the server's own.
func codeOf(err error) string {
	if said, is := errors.AsType[*pgconn.PgError](err); is {
		return said.Code
	}
	return ""
}

// fault says what an error of the database is in the words of package store.
func fault(err error) error {
	for _, own := range []error{
		store.ErrNotFound, store.ErrConflict, store.ErrDamaged, store.ErrOwned, store.ErrFenced, store.ErrMedium,
		store.ErrWaiting, errExpired,
	} {
		if errors.Is(err, own) {
			return err
		}
	}
	switch code := codeOf(err); {
	case code == readOnly:
		return fmt.Errorf("%w: %w: the server is a standby, or its operator wants no writes: %w", store.ErrMedium,
			store.ErrReadOnly, err)
	case code == diskFull:
		return fmt.Errorf("%w: the disk of the database is full: nothing more is accepted until there is space again: %w",
			store.ErrMedium, err)
	case strings.HasPrefix(code, "XX"):
		return fmt.Errorf("%w: %w", &store.DamagedError{What: "the server cannot read its own tables"}, err)
	}
	return fmt.Errorf("%w: %w", store.ErrMedium, err)
}
