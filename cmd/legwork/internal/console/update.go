package console

import (
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/report"
)

// Describe says an update in a few words for a person, "" for those that need none.
func Describe(u runner.Update) string {
	switch u.Kind {
	case runner.CallStarted:
		return "… " + u.Call.Name + Gist(u.Call.Arguments)
	case runner.CallFinished:
		return fmt.Sprintf("  %s: %s%s%s", u.Call.Name, u.Call.Class, report.ByModel(u.Call.Name, u.Call.Result),
			Gist(u.Call.Result))
	case runner.Decided:
		return describePlan(u.NewPlan())
	case runner.Queued, runner.Accepted, runner.TurnEnded, runner.Reported:
	}
	return ""
}

// describePlan names the tools of a plan in their order.
func describePlan(steps []runner.PlanStep) string {
	if steps == nil {
		return ""
	}
	names := make([]string, len(steps))
	for i := range steps {
		names[i] = steps[i].Tool
	}
	return "  plan: " + strings.Join(names, ", then ")
}
