package chat

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestApprovalBeforeHold offers the approval that a travel policy wants before something is held, for that ask alone.
func TestApprovalBeforeHold(t *testing.T) {
	t.Parallel()
	ask := trip.Ask{
		Kind: trip.AskConfirm, ID: "a1", Key: "ask.hold", Params: trip.With("needs_approval", true),
		Choices: []trip.Choice{{ID: "no", Label: "No"}},
	}
	c := conversation{seq: 1, status: trip.RiskChecked, ask: &ask}
	list := c.replies()
	if len(list) != 2 || list[1].data != (trip.UserAnswered{AskID: "a1", ChoiceID: "no"}) {
		t.Fatalf("%+v", list)
	}
	if a, ok := list[0].data.(trip.UserApprovedPurchase); !ok || a.AskID != "a1" || a.ApprovalToken == "" {
		t.Errorf("%+v", list[0])
	}
	ask.Params = nil
	if list := c.replies(); len(list) != 1 {
		t.Errorf("where holds are free: %+v", list)
	}
}
