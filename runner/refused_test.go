package runner_test

import (
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// A call that a model proposed and that is refused is a line with the tool and the reason; a name that the model made up
// is not told.
func TestRefusedCallIsALine(t *testing.T) {
	for proposed, want := range map[string]struct{ tool, why any }{
		`{"name":"web_search","arguments":{}}`: {"web_search", "refusal.unfit_arguments"},
		`{"name":"teleport","arguments":{}}`:   {nil, "refusal.unknown_tool"},
	} {
		var log journal
		w := newWorld()
		w.on(trip.ToolExtract, answers(`{"request":{"kind":"assist"}}`))
		w.on(trip.ToolAssistantStep, answers(`{"tool_calls":[`+proposed+`],"finish_reason":"tool_calls"}`))
		r := start(t, w, newStore(), logged(&log), func(c *runner.Config) { c.Tools[trip.ToolWebSearch] = instant(`{}`) })
		send(t, r, "t1", say("Beam me up"))
		lines := log.lines(t, "call_refused")
		if len(lines) == 0 || lines[0]["tool"] != want.tool || lines[0]["why"] != want.why || lines[0]["level"] != "INFO" {
			t.Errorf("%s: got %v, want a line with %v", proposed, lines, want)
		}
	}
}
