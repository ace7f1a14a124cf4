package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// Patch changes a trip's intent as another system or an operator wishes: a JSON merge patch of what is not the
// engine's own, which is recorded as an INTENT_PATCHED. It returns once the patch is durable; while a turn runs, the
// patch waits for its end. What rested on the old values is cleared. A patch makes no trip: Create does.
//
//   - Errors: store.ErrNotFound when there is no such trip, ErrEvent when the patch names what no intent has, or gives
//     an own field what breaks its schema; the others of [Runner.Handle].
func (r *Runner) Patch(ctx context.Context, id trip.ID, patch trip.Raw) error {
	for _, err := range r.Handle(ctx, id, trip.Event{Data: trip.IntentPatched{Patch: patch}}) {
		return err // it is accepted, or not
	}
	return nil
}

// checkPatch refuses a patch that could not be folded, before it waits in a queue. The caller holds t.mu.
func (t *live) checkPatch(ev trip.Event) error {
	if ev.Type() != trip.TypeIntentPatched {
		return nil
	}
	_, err := t.fold(t.in, ev)
	if err != nil && !errors.Is(err, ErrBug) {
		return fmt.Errorf("%w: %w", ErrEvent, errors.Unwrap(err)) // without this package's name a second time
	}
	return err
}
