package applier_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// apply reads a result and applies it.
func apply(c catalog.Catalog, in trip.Intent, res trip.ToolResult) (trip.Intent, []trip.Message, error) {
	var err error
	if res.Value, err = applier.Read(c, &in, res); err != nil {
		return in, nil, err
	}
	return applier.Apply(c, in, res)
}

func TestUnreadResultsAreRefused(t *testing.T) {
	in := trip.NewIntent()
	for _, tool := range []string{trip.ToolRank, trip.ToolFollowup, trip.ToolSearchPlaces} {
		in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: tool}}
		if _, _, err := applier.Apply(defaults, in, trip.ToolResult{ToolName: tool, Result: `{"bundles":[]}`}); !errors.Is(err, applier.ErrUnread) {
			t.Errorf("%s: %v", tool, err)
		}
	}
}
