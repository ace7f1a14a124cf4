package runner

import (
	"encoding/json"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// PlanStep is one step of a plan of tool calls that a model or the engine made. References such as
// "<from_step_search_docs>" in Args stand for what an earlier step finds.
type PlanStep struct {
	ID   string          `json:"id"`
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"`
}

// NewPlan returns the steps of the plan that a Decided update began or changed, nil for other updates.
func (u *Update) NewPlan() []PlanStep {
	if u.Kind != Decided || u.before == nil {
		return nil
	}
	before, now := planOf(u.before), planOf(&u.Decision.Next)
	if slices.EqualFunc(before, now, func(a, b PlanStep) bool {
		return a.ID == b.ID && a.Tool == b.Tool && string(a.Args) == string(b.Args)
	}) {
		return nil
	}
	return now
}

// planOf returns the steps of the plan that is running.
func planOf(in *trip.Intent) []PlanStep {
	if in.Turn.Assist.Plan == nil {
		return nil
	}
	var steps []PlanStep
	for _, st := range in.Turn.Assist.Plan.Steps {
		steps = append(steps, PlanStep{ID: st.ID, Tool: st.Tool, Args: json.RawMessage(st.Args)})
	}
	return steps
}
