package runner_test

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// TestPlanIsTold: a plan is told once, where it begins, to who sent the message and to who watches.
func TestPlanIsTold(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(`{"request":{"kind":"assist"}}`))
	w.on(trip.ToolAssistantStep, answers(`{"plan":{"steps":[{"id":"find","tool":"retrieve_docs","args":{"query":"pets"}},
		{"id":"read","tool":"retrieve_chunks","args":{"query":"pets","document_ids":["<from_step_find>"]}}]}}`))
	w.on(trip.ToolRetrieveDocs, answers(`{"documents":[]}`))
	r := start(t, w, newStore(), func(c *runner.Config) {
		for _, name := range []string{trip.ToolAssistantStep, trip.ToolRetrieveDocs, trip.ToolRetrieveChunks} {
			c.Tools[name] = asTool(tool{w, name})
		}
	})
	var told []runner.Update
	for _, u := range send(t, r, "t1", say("May I bring a dog?")) {
		if u.NewPlan() != nil {
			told = append(told, u)
		}
	}
	if len(told) != 2 { // the search is made broader once
		t.Fatalf("%d plans are told, want the plan and its broader search", len(told))
	}
	text, err := json.Marshal(told[0])
	if err != nil {
		t.Fatal(err)
	}
	var line struct {
		Kind string            `json:"kind"`
		Plan []runner.PlanStep `json:"plan"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		t.Fatal(err)
	}
	if line.Kind != "decided" || len(line.Plan) != 2 || line.Plan[0].Tool != trip.ToolRetrieveDocs ||
		string(told[0].NewPlan()[1].Args) != `{"document_ids":["<from_step_find>"],"query":"pets"}` {
		t.Errorf("told %s", text)
	}
}
