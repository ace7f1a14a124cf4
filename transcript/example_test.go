package transcript_test

import (
	"fmt"

	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// A question is answered with one search. The page shows all that happened; a model that goes on
// with the conversation sees its own calls, and what failed as one line.
func Example() {
	cfg, in := turn.Default(), trip.NewIntent()
	var p transcript.Projection
	for i, data := range []trip.EventData{
		trip.UserMessage{Text: "Who won?"},
		trip.ToolResult{ToolName: trip.ToolExtract, Result: `{"request":{"kind":"assist"}}`},
		trip.ToolResult{
			ToolName: trip.ToolAssistantStep,
			Result:   `{"tool_calls":[{"name":"web_search","arguments":{"query":"who won"}},{"name":"scrape_web_content","arguments":{"url":"https://example.org"}}]}`,
		},
		trip.ToolError{ToolName: "scrape_web_content", Error: "dial tcp 10.0.0.7: refused (token=s3cret)"},
		trip.ToolResult{ToolName: trip.ToolWebSearch, Result: `{"results":[{"title":"Blue won"}]}`},
		trip.ToolResult{ToolName: trip.ToolAssistantStep, Result: `{"text":"Blue won.","finish_reason":"stop"}`},
	} {
		next, d, err := turn.Step(cfg, in, trip.Event{At: trip.Instant(i + 1), Data: data})
		if err != nil {
			fmt.Println(err)
			return
		}
		in = next
		p.Add(trip.Event{At: trip.Instant(i + 1), Data: data}, d)
	}
	for _, m := range p.Model(0) {
		for _, c := range m.Calls {
			fmt.Println(m.Role, "calls", c.Name, c.Arguments)
		}
		if m.Text != "" {
			fmt.Println(m.Role, "says", m.Text)
		}
	}
	// Output:
	// user says Who won?
	// assistant calls web_search {"query":"who won"}
	// tool says {"results":[{"title":"Blue won"}]}
	// system says scrape_web_content: reading the web page did not work
	// assistant says Blue won.
}
