package mem

import (
	"context"

	"github.com/legwork-go/legwork/store"
)

var _ store.Checker = (*Store)(nil)

// Check implements [store.Checker]: each trip, as [store.CheckTrip] does.
func (s *Store) Check(ctx context.Context, o store.CheckOptions) (store.CheckReport, error) {
	var report store.CheckReport
	for id, err := range s.Trips(ctx, "") {
		if err != nil {
			return report, err
		}
		if err := store.CheckTrip(ctx, s, id, o, &report); err != nil {
			return report, err
		}
	}
	return report, nil
}
