package applier

import "github.com/legwork-go/legwork/trip"

// Patch merges a patch of any section.
func Patch(in trip.Intent, patch trip.Raw) (trip.Intent, []trip.Warning, error) {
	return mergePatch(in, in, patch)
}
