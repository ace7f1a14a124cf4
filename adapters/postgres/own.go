package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// tries bounds how often Own begins anew because the trip changed meanwhile.
const tries = 10

// The revision tells that the row is the one that was read.
const takeOver = `
UPDATE trips SET owner = $3, revision = $4 WHERE id = $1 AND revision = $2
AND EXISTS (SELECT FROM owners WHERE token = $3 AND expires > clock_timestamp())
AND NOT EXISTS (SELECT FROM owners WHERE token = trips.owner AND expires > clock_timestamp())`

// Own implements [store.Owner].
func (s *Store) Own(ctx context.Context, id trip.ID) (store.Trip, error) {
	if err := store.CheckID(id); err != nil {
		return store.Trip{}, err
	}
	if err := s.enter(ctx); err != nil {
		return store.Trip{}, err
	}
	defer s.leave()
	for range tries {
		token := s.lease.current()
		var found loaded
		var taken bool
		err := s.attempt(ctx, func(conn *pgx.Conn) error {
			var err error
			if found, err = load(ctx, conn, id, token); err != nil || !found.pending || found.owner == token {
				return err
			}
			tag, err := conn.Exec(ctx, takeOver, []byte(id), found.revision, token, newRevision())
			taken = tag.RowsAffected() == 1
			return err
		})
		switch {
		case err != nil:
			return store.Trip{}, err
		case taken, !found.pending, found.owner == token && found.leased:
			return found.Trip, nil
		case found.owner != token && found.ownerName != "":
			return store.Trip{}, &store.OwnedError{Trip: id, Owner: found.ownerName}
		case !found.leased:
			if err := s.lease.retake(ctx, token); err != nil {
				return store.Trip{}, err
			}
		}
	}
	return store.Trip{}, fmt.Errorf("%w: trip %q: others change it all the time", store.ErrMedium, id)
}
