package webclients

import "testing"

func TestAISDK(t *testing.T) {
	for _, story := range []string{
		"booking", "buying", "declined", "failure", "question", "cancel", "reconnect", "reload", "progress", "refused",
	} {
		t.Run(story, func(t *testing.T) {
			t.Parallel()
			node(t, "aisdk.mjs", start(t), story)
		})
	}
}
