package webclients

import (
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/trip"
)

func TestAGUI(t *testing.T) {
	for _, story := range []string{
		"booking", "failure", "plain", "interrupt", "answers", "cancel", "reconnect", "reload", "words", "proposal", "progress", "refused",
	} {
		t.Run(story, func(t *testing.T) {
			t.Parallel()
			node(t, "agui.mjs", start(t), story)
		})
	}
}

// TestAGUIInterrupted sends a message while a turn runs, to trips whose turns are interrupted by that.
func TestAGUIInterrupted(t *testing.T) {
	policy := server.Policy()
	policy.Multitask = trip.Interrupt
	node(t, "agui.mjs", startUnder(t, policy), "interrupted")
}
