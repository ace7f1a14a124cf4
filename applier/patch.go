package applier

import (
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// Patch merges a JSON merge patch into an intent, as another system or an operator writes it:
// objects merge, scalars and lists are replaced, null changes nothing. What the change makes
// invalid is cleared, as after an extraction. Fields that this version does not know are left out
// and listed as warnings.
//
// Errors: ErrPatch; in stands.
func Patch(in trip.Intent, patch trip.Raw) (trip.Intent, []trip.Warning, error) {
	merged, warnings, err := trip.MergeIntent(in, string(patch))
	if err != nil {
		return in, nil, fmt.Errorf("%w: %w", ErrPatch, err)
	}
	invalidate(&in, &merged)
	return merged, warnings, nil
}
