package console

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestApproveOfWhatWaits takes /approve for the ask that stands: a purchase, or the writes that a model proposed.
func TestApproveOfWhatWaits(t *testing.T) {
	in := trip.NewIntent()
	ask := &trip.Ask{Kind: trip.AskApprove, ID: "a1", About: []string{"working_memory.holds[0]"}, Choices: []trip.Choice{{ID: "approve"}}}
	in.Status.Ask = ask
	for about, want := range map[string]trip.EventData{
		"working_memory.holds[0]": trip.UserApprovedPurchase{ApprovalToken: "approved", PaymentMethodID: "pm_card", AskID: "a1"},
		trip.AboutWaiting:         trip.UserAnswered{AskID: "a1", ChoiceID: "approve"},
	} {
		ask.About[0] = about
		if data, ok, err := Parse("/approve", &in); err != nil || !ok || data != want {
			t.Errorf("about %s: %+v, %v, %v, want %+v", about, data, ok, err, want)
		}
	}
}
