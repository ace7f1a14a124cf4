package applier

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Change is one leaf that differs. Before or After is empty when the leaf is not there.
type Change struct {
	Path          string // such as itinerary.segments[0].origin.code
	Before, After trip.Raw
}

// Diff returns the leaves in which two intents differ, sorted by path and exact to the leaf
// also where a whole parent was added or removed. `turn` and `updated_at` do not count.
//
// Rule: 5.3.paths-exact, 5.3.real-changes
func Diff(before, after trip.Intent) []Change {
	for _, in := range [...]*trip.Intent{&before, &after} {
		in.Turn, in.UpdatedAt = trip.Turn{}, 0
	}
	var out []Change
	wire.Compare(string(before.AppendJSON(nil)), string(after.AppendJSON(nil)), func(d *wire.Difference) bool {
		was, is := said(d.Before), said(d.After)
		if was == is || hasInside(was, is) {
			return was != is
		}
		out = append(out, Change{Path: d.Path(), Before: trip.Raw(was), After: trip.Raw(is)})
		return false
	})
	slices.SortFunc(out, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	return out
}

// said returns the text of a value, "" for null: null means the same as absence.
func said(text string) string {
	if text == "null" {
		return ""
	}
	return text
}

// hasInside reports whether a difference is to be found inside two values: both have members or elements, or one has
// some and the other is empty or absent.
func hasInside(a, b string) bool {
	isBlank := func(text string) bool { return text == "" || text == "{}" || text == "[]" }
	hasMembers := func(text string) bool { return wire.IsObject(text) && !isBlank(text) }
	hasElements := func(text string) bool { return wire.IsList(text) && !isBlank(text) }
	switch {
	case hasMembers(a):
		return hasMembers(b) || isBlank(b)
	case hasMembers(b):
		return isBlank(a)
	case hasElements(a):
		return hasElements(b) || b == "" || b == "[]"
	default:
		return hasElements(b) && (a == "" || a == "[]")
	}
}
