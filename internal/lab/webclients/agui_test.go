package webclients

import "testing"

func TestAGUI(t *testing.T) {
	for _, story := range []string{
		"booking", "failure", "interrupt", "cancel", "reconnect", "reload", "progress", "refused",
	} {
		t.Run(story, func(t *testing.T) {
			t.Parallel()
			node(t, "agui.mjs", start(t), story)
		})
	}
}
