package agui_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/server/agui"
)

func TestVerifier(t *testing.T) {
	started, finished := agui.Event{Type: agui.RunStarted}, agui.Event{Type: agui.RunFinished}
	text := func(kind, id string) agui.Event {
		e := agui.Event{Type: kind, MessageID: id, ToolCallID: id, StepName: id}
		if kind == agui.TextMessageContent || kind == agui.ToolCallArgs {
			e.Delta = "x"
		}
		return e
	}
	call := []agui.Event{text(agui.ToolCallStart, "c"), text(agui.ToolCallArgs, "c"), text(agui.ToolCallEnd, "c")}
	result := agui.Event{Type: agui.ToolCallResult, MessageID: "c.ok", ToolCallID: "c"}
	for _, c := range []struct {
		name   string
		events []agui.Event
		bad    int // which event is refused; -1 is the end, 0 none
	}{
		{"two runs", append(append([]agui.Event{started}, call...), result, finished, started, finished), 0},
		{"an error alone", []agui.Event{{Type: agui.RunError}}, 0},
		{"a run after an error", []agui.Event{started, {Type: agui.RunError}, started, finished}, 0},
		{"not started", []agui.Event{text(agui.TextMessageStart, "m")}, 1},
		{"started twice", []agui.Event{started, started}, 2},
		{"after the end", []agui.Event{started, finished, {Type: agui.Custom}}, 3},
		{"after an error", []agui.Event{started, {Type: agui.RunError}, {Type: agui.RunError}}, 3},
		{"not finished", []agui.Event{started}, -1},
		{"an open message", []agui.Event{started, text(agui.TextMessageStart, "m"), finished}, 3},
		{"an open call", append(append([]agui.Event{started}, call[:2]...), finished), 4},
		{"a call without a result", append(append([]agui.Event{started}, call...), finished), 5},
		{"a call of a run that failed", append(append([]agui.Event{started}, call...), agui.Event{Type: agui.RunError}, started, finished), 0},
		{"an open step", []agui.Event{started, text(agui.StepStarted, "s"), finished}, 3},
		{"a step again", []agui.Event{started, text(agui.StepStarted, "s"), text(agui.StepFinished, "s"), text(agui.StepStarted, "s")}, -1},
		{"a message twice", []agui.Event{started, text(agui.TextMessageStart, "m"), text(agui.TextMessageEnd, "m"), text(agui.TextMessageStart, "m")}, 4},
		{
			"a message that the snapshot told",
			[]agui.Event{started, {Type: agui.MessagesSnapshot, Messages: []agui.Message{{ID: "m"}}}, text(agui.TextMessageStart, "m")},
			3,
		},
		{"content of nothing", []agui.Event{started, text(agui.TextMessageContent, "m")}, 2},
		{"empty content", []agui.Event{started, text(agui.TextMessageStart, "m"), {Type: agui.TextMessageContent, MessageID: "m", Delta: ""}}, 3},
		{"the end of nothing", []agui.Event{started, text(agui.ToolCallEnd, "c")}, 2},
		{"a result in its call", append(append([]agui.Event{started}, call[:1]...), result), 3},
		{"a result twice", append(append([]agui.Event{started}, call...), result, result), 6},
		{"no such type", []agui.Event{started, {Type: "RUN_PAUSED"}}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var v agui.Verifier
			for i := range c.events {
				if err := v.Check(&c.events[i]); (err != nil) != (i+1 == c.bad) || err != nil && !errors.Is(err, agui.ErrOrder) {
					t.Fatalf("event %d: %v", i+1, err)
				} else if err != nil {
					return
				}
			}
			if err := v.End(); (err != nil) != (c.bad == -1) {
				t.Errorf("the end: %v", err)
			}
		})
	}
}
