package extract_test

import (
	"testing"

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
			for part, texts := range map[string][2][]byte{
				"party":       {one.Party.AppendJSON(nil), all.Party.AppendJSON(nil)},
				"itinerary":   {one.Itinerary.AppendJSON(nil), all.Itinerary.AppendJSON(nil)},
				"preferences": {one.Preferences.AppendJSON(nil), all.Preferences.AppendJSON(nil)},
				"constraints": {one.Constraints.AppendJSON(nil), all.Constraints.AppendJSON(nil)},
			} {
				if string(texts[0]) != string(texts[1]) {
					t.Errorf("%s\n one by one %s\n together   %s", part, texts[0], texts[1])
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
	if res, _ := say(t, in, "try again"); len(res.ClarifyingQuestions) != 1 {
		t.Errorf("the question about a day that is over is lost: %q", res.ClarifyingQuestions)
	}
}
