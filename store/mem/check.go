package mem

import (
	"context"

	"github.com/legwork-go/legwork/store"
)

var _ store.Checker = (*Store)(nil)

// Check implements [store.Checker]: each trip, as [store.CheckTrip] does.
func (s *Store) Check(ctx context.Context, o store.CheckOptions) (store.CheckReport, error) {
	return store.CheckTrips(ctx, s, o)
}
