package extract_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

// TestUnreadMessages tells every conversation once message by message and once with all but the
// last of them unread: the trip is the same.
func TestUnreadMessages(t *testing.T) {
	t.Parallel()
	for name, turns := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, all := newIntent(t), newIntent(t)
			for i, turn := range turns {
				_, raw := say(t, one, turn.message)
				one = merge(t, one, raw)
				one.Turn.Outstanding = nil
				if i < len(turns)-1 {
					all.Turn.Unread = append(all.Turn.Unread, turn.message)
				}
			}
			_, raw := say(t, all, turns[len(turns)-1].message)
			all = merge(t, all, raw)
			for part, texts := range map[string][2]any{
				"party":       {one.Party, all.Party},
				"itinerary":   {one.Itinerary, all.Itinerary},
				"preferences": {one.Preferences, all.Preferences},
				"constraints": {one.Constraints, all.Constraints},
			} {
				if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
					t.Errorf("%s, one by one (-) and together (+):\n%s", part, diff)
				}
			}
		})
	}
}

// TestTryAgainKeepsTheRequest: what the unread message asked for is answered.
func TestTryAgainKeepsTheRequest(t *testing.T) {
	t.Parallel()
	in := newIntent(t)
	in.Turn.Unread = []string{"What's the weather like in Rome?"}
	if res, _ := say(t, in, "try again"); res.Request.Kind != trip.KindAssist {
		t.Errorf("got kind %q, want assist", res.Request.Kind)
	}
	if res, _ := say(t, in, "two adults from Boston to Rome"); res.Request.Kind != trip.KindPlan {
		t.Errorf("got kind %q, want plan", res.Request.Kind)
	}
	in.Turn.Unread = []string{"a flight from Boston to Rome on February 1, 2026"}
	if res, _ := say(t, in, "try again"); len(res.Questions) != 1 {
		t.Errorf("the question about a day that is over is lost: %v", res.Questions)
	}
}
