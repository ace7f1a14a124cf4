package reducer_test

import (
	"testing"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// A failure of which no class is known is told as a plain one.
func TestFailure(t *testing.T) {
	t.Parallel()
	for class, want := range map[trip.Class]string{
		"": "failure.failed", trip.ClassOK: "failure.failed", trip.ClassTimeout: "failure.timeout",
	} {
		if got := reducer.Failure(trip.ToolWebSearch, class).Key; got != want {
			t.Errorf("%q is told by %s, want %s", class, got, want)
		}
	}
}
