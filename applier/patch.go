package applier

import (
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// amendable are the sections that an INTENT_PATCHED may change. The others are the engine's own.
var amendable = []string{"request", "party", "itinerary", "preferences", "constraints", "policy", "scope", "ext"}

// clearable are those of them in which a null takes a value back.
var clearable = []string{"party", "itinerary", "preferences", "constraints", "ext"}

// Amend merges a JSON merge patch into an intent, as another system or an operator writes it: objects merge, scalars
// and lists are replaced, and a null gives a field its default again. What the change makes invalid is cleared, as
// after an extraction. Refused are sections that are the engine's own, fields that this version does not know, and own
// fields that the catalog does not describe or whose schemas they break.
//
//   - Errors: ErrPatch, which names the field; in stands.
//
// Rule: 5.3.amend-refused, 5.3.amend-null
func Amend(c catalog.Catalog, in trip.Intent, patch trip.Raw) (trip.Intent, error) {
	var d wire.Decoder
	d.Reset(string(patch), wire.MaxDepth)
	for d.Object(); d.Next(); d.Skip() {
		if !slices.Contains(amendable, d.Key()) {
			return in, fmt.Errorf("%w: %s is the engine's own, or no section of an intent", ErrPatch, d.Key())
		}
	}
	next := in
	d.Reset(string(patch), wire.MaxDepth)
	for _, path := range nulls(&d, "") {
		section, _, _ := strings.Cut(path, ".")
		if !slices.Contains(clearable, section) || next.Clear(path) != nil {
			return in, fmt.Errorf("%w: %s cannot be given up by null: write another value", ErrPatch, path)
		}
	}
	next, warnings, err := mergePatch(in, next, patch)
	if err != nil {
		return in, err
	}
	if len(warnings) > 0 {
		return in, fmt.Errorf("%w: no intent has a field %s", ErrPatch, warnings[0].Path)
	}
	if err := checkOwn(&c, &in, &next); err != nil {
		return in, err
	}
	return Name(next), nil
}

// mergePatch merges a patch into base, which is in without what the patch takes back, and clears what the change makes
// invalid. A null changes nothing here; fields that this version does not know are left out and listed.
//
// Rule: 5.3.objects-merge, 5.3.lists-replace
func mergePatch(in, base trip.Intent, patch trip.Raw) (trip.Intent, []trip.Warning, error) {
	merged, warnings, err := trip.MergeIntent(base, string(patch))
	if err != nil {
		return in, nil, fmt.Errorf("%w: %w", ErrPatch, err)
	}
	unseed(&in, &merged)
	invalidate(&in, &merged)
	return merged, warnings, nil
}

// nulls returns the paths of the members that are null in a patch, in its order.
func nulls(d *wire.Decoder, above string) (paths []string) {
	for d.Object(); d.Next(); {
		path := above + d.Key()
		switch {
		case d.Null():
			paths = append(paths, path)
		case d.Kind() == wire.Object:
			paths = append(paths, nulls(d, path+".")...)
		default:
			d.Skip()
		}
	}
	return paths
}
