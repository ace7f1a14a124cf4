package extract

import (
	"strings"
	"testing"
)

// TestPlacesThatStay: who sticks to a place of the trip changes neither end of it; another place is another trip.
// Rule: 6.7.place
func TestPlacesThatStay(t *testing.T) {
	t.Parallel()
	for says, changes := range map[string]bool{
		"we'll keep to Bristol then": false,
		"let's stick with Rome":      false,
		"staying with Bristol":       false,
		"stick to Rome please":       false,
		"keep to Oslo":               true,
		"we'd rather go to Oslo":     true,
	} {
		res := afterMessages(t, "Bristol to Rome on 10 June, back 17 June, 2 adults", says+". We are 3 adults")
		plan := planOf(t, res)
		if got := strings.Contains(plan, `"origin"`) || strings.Contains(plan, `"destination"`); got != changes || len(res.Unread) > 0 {
			t.Errorf("%q: told %q: %s", says, res.Unread, plan)
		}
	}
}
