package webclients

import (
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/trip"
)

func TestAISDK(t *testing.T) {
	for _, story := range []string{
		"booking", "buying", "declined", "failure", "question", "edits", "stock", "cancel", "stop", "button", "reconnect",
		"reload", "words", "proposal", "progress", "refused",
	} {
		t.Run(story, func(t *testing.T) {
			t.Parallel()
			node(t, "aisdk.mjs", start(t), story)
		})
	}
}

// TestAISDKInterrupted sends a message while a turn runs, to trips whose turns are interrupted by that.
func TestAISDKInterrupted(t *testing.T) {
	policy := server.Policy()
	policy.Multitask = trip.Interrupt
	node(t, "aisdk.mjs", startUnder(t, policy), "interrupted")
}
